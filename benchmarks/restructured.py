"""Set passages of real notes in another shape, harm as many, and see what becomes of memories.

    python benchmarks/restructured.py ~/vault               by words alone
    python benchmarks/restructured.py ~/vault --model       with MiniLM
    python benchmarks/restructured.py ~/vault --show        and print false alarms and misses

A passage becomes a list of its parts, a table, a callout, or one sentence with the next; two list
items become one sentence, rows a list. Half of the memories made of it say its statement word for
word, half lack every fifth word. Then the same shapes with one word that the memory says another
one, and with the part that it is about left out. Of the first none should alarm.
"""

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from moved import belief_in, passages_of  # type: ignore[import-not-found]  # beside this script
from verdict_cases import Embedded  # type: ignore[import-not-found]

from vaultwatch.adapters.embedders.choose import models_folder
from vaultwatch.adapters.embedders.minilm import load_minilm, pull_minilm
from vaultwatch.drift.language.words import words_of
from vaultwatch.drift.model import Baseline, Comparison
from vaultwatch.drift.passages.support import find_supports, texts_for_support
from vaultwatch.drift.scoring.compare import compare, texts_for_comparison
from vaultwatch.drift.scoring.grounding import belief_of_text
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note

SHAPES = ("listed", "nested", "tabled", "callout", "joined", "unlisted", "untabled")
HARMS = ("", "another value", "a part left out")
A_FIFTH = 5
MOST = 40
"""Of each shape."""
_ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+(.*)$")
_ROW = re.compile(r"^\s*\|(.*)\|\s*$")
_JOINT = re.compile(
    r"(?:, (?:and |or |but )?|; | and | so that | because | when | if | to | with )"
)


@dataclass(frozen=True)
class Trial:
    """One memory, its note then and now."""

    shape: str
    harm: str
    belief: str
    title: str
    then: str
    now: str


def parts_of(sentence: str) -> list[str]:
    """Return a sentence cut at its joints, three words a part at least."""
    parts = [part.strip(" .") for part in _JOINT.split(sentence)]
    return [part for part in parts if part]


def shaped(block: str, following: str, shape: str) -> str | None:
    """Return a passage in another shape; None where it cannot be set so.

    Args:
        block: the passage.
        following: the sentence behind it.
        shape: one of `SHAPES`.
    """
    lines = block.split("\n")
    items = [found[1] for line in lines if (found := _ITEM.match(line))]
    rows = [found[1] for line in lines if (found := _ROW.match(line))]
    is_prose = not items and not rows and not block.startswith((">", "#", "!", "<"))
    sentences = re.split(r"(?<=[.!?])\s+", " ".join(lines)) if is_prose else []
    parts = parts_of(sentences[0]) if len(sentences) == 1 else []
    made = None
    match shape:
        case "listed" if len(sentences) > 1:
            made = "\n".join(f"- {one}" for one in sentences)
        case "nested" if len(parts) > 1:
            made = "\n".join([f"- {parts[0]}", *(f"    - {one}" for one in parts[1:])])
        case "tabled" if len(items) > 1 and all(re.search(r": | - ", one) for one in items):
            cells = [re.split(r": | - ", one, maxsplit=1) for one in items]
            made = "| Name | Meaning |\n| --- | --- |"
            made += "".join(f"\n| {a} | {b.replace('|', '/')} |" for a, b in cells)
        case "tabled" if len(parts) > 1:
            made = "| What | How |\n| --- | --- |"
            made += "".join(
                f"\n| {i} | {one.replace('|', '/')} |" for i, one in enumerate(parts, 1)
            )
        case "callout" if is_prose:
            made = "\n".join(["> [!note] Note", *(f"> {line}" for line in lines)])
        case "joined" if is_prose and following:
            first, other = " ".join(lines).rstrip(" ."), following[0].lower() + following[1:]
            made = f"{first}, and {other}"
        case "unlisted" if 1 < len(items) < len(lines) + 1 and len(items) == len(lines):
            made = "; ".join(one.rstrip(" .") for one in items) + "."
        case "untabled" if rows[2:]:
            head, _, *others = ([cell.strip() for cell in row.split("|")] for row in rows)
            made = "\n".join(
                "- " + ", ".join(f"{h}: {c}" for h, c in zip(head, cells, strict=False) if c)
                for cells in others
            )
    return made


def harmed(block: str, memory: str, harm: str, chance: random.Random) -> str | None:
    """Return a passage with one word that the memory says another one, or its part left out."""
    if not harm:
        return block
    words = re.findall(r"[^\W_]{4,}|\d+", memory)
    said = [word for word in words if block.count(word) == 1 and words_of(word).kinds]
    numbers = [w for w in said if w.isdigit()]
    word = chance.choice(numbers or said) if said else ""
    if not word:
        return None
    if harm == "another value":
        other = str(int(word) + 3) if word.isdigit() else chance.choice(OTHERS)
        return block.replace(word, other)
    lines = [line for line in block.split("\n") if word not in line]
    return "\n".join(lines) if 1 < len(lines) < len(block.split("\n")) else None


OTHERS = ("bicycle", "harbour", "violet", "kettle", "meadow", "lantern", "saddle", "pepper")


def trials(vault: Path, chance: random.Random) -> Iterator[Trial]:
    """Yield trials, at most `MOST` of each shape and harm."""
    counts: Counter[tuple[str, str]] = Counter()
    paths = sorted(vault.rglob("*.md"))
    chance.shuffle(paths)
    number = 0
    for path in paths:
        text = path.read_text("utf-8")
        blocks = passages_of(text)
        for block in chance.sample(blocks, min(len(blocks), 6)):
            belief = belief_in(block)
            words = belief.split()
            if number % 2:
                words = [word for at, word in enumerate(words) if (at + 1) % A_FIFTH]
            number += 1
            behind = text.split(block, 1)[1].lstrip("\n").split("\n\n", maxsplit=1)[0]
            following = behind if re.match(r"[A-Z][^\n|#>*-]{10,200}[.]$", behind) else ""
            for shape in SHAPES:
                made = shaped(block, following, shape)
                if made is None or made == block:
                    continue
                for harm in HARMS:
                    other = harmed(made, " ".join(words), harm, chance)
                    if other is None or counts[shape, harm] >= MOST:
                        continue
                    counts[shape, harm] += 1
                    now = text.replace(block, other, 1)
                    if shape == "joined":
                        now = now.replace(f"\n\n{following}", "", 1)
                    yield Trial(shape, harm, " ".join(words), path.stem, text, now)


def verdict(trial: Trial, vectors: Embedded | None) -> Comparison:
    """Return the comparison of a trial's memory."""
    path = NotePath(f"{trial.title}.md")
    then, now = (parse_note(path, one.encode()).statements for one in (trial.then, trial.now))
    belief = replace(belief_of_text(f"{trial.belief} [[{trial.title}]]"), memory_id="m")
    known = vectors if vectors is not None else {}
    if vectors is not None:
        vectors.fetch(texts_for_support(belief, then))
    supports = find_supports(belief, then, known)
    at = datetime(2026, 5, 1, tzinfo=UTC)
    baseline = Baseline("m", path, "written", at, belief.digest, then, supports, "n")
    if vectors is not None:
        vectors.fetch(texts_for_comparison(belief, baseline, now))
    return compare(belief, baseline, now, known)


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("vault", type=Path)
    parser.add_argument("--model", action="store_true", help="with MiniLM")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print false alarms and misses")
    wish = parser.parse_args()
    vectors = None
    if wish.model:
        vectors = Embedded(load_minilm(pull_minilm(models_folder(), progress=print)))
    counts: Counter[tuple[str, str, bool]] = Counter()
    for trial in trials(wish.vault, random.Random(wish.seed)):  # noqa: S311 -- the same every time
        made = verdict(trial, vectors)
        counts[trial.shape, trial.harm, made.drifted] += 1
        if wish.show and made.drifted == (not trial.harm):
            after = made.after.text if made.after else "-"
            print(
                f"{trial.shape} {trial.harm or 'same'} {made.score:.2f}: {trial.belief} | {after}"
            )
    print(f"{'alarms':12}" + "".join(f"{harm or 'the same':>24}" for harm in HARMS))
    for shape in (*SHAPES, "all"):
        row = f"{shape:12}"
        for harm in HARMS:
            of = [shape] if shape != "all" else SHAPES
            alarms, rest = (sum(counts[one, harm, is_] for one in of) for is_ in (True, False))
            row += f"{alarms:>16} of {alarms + rest:>4}"
        print(row)


if __name__ == "__main__":
    main()
