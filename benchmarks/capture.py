"""Measure what is captured of written sessions: precision and recall, by set and by language.

    python benchmarks/capture.py                 all sets, a table each
    python benchmarks/capture.py --misses        also what was missed or wrongly taken, of the set
                                                 that the rules were worked out on

The sessions in `capture_transcripts/held_out.txt` were written before the first rule was;
those in `another_hand.txt` by somebody who had not seen the rules.
"""

import re
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from vaultwatch.memories.capture import Captured, captured
from vaultwatch.memories.turns import Role, Turn

HERE = Path(__file__).parent / "capture_transcripts"
_LABEL = re.compile(r"\[\[(\w+): (.+?)\]\]", re.DOTALL)
_ROLES: dict[str, Role] = {"U:": "user", "A:": "assistant"}


@dataclass(frozen=True, slots=True)
class Session:
    """One written session with what a person would want kept of it."""

    name: str
    language: str
    style: str
    turns: tuple[Turn, ...]
    wanted: tuple[tuple[str, str], ...]
    """Kinds and words."""


def read_sessions(path: Path) -> list[Session]:
    """Return the sessions of a file; its first lines say how they are written."""
    sessions: list[Session] = []
    at = datetime(2026, 3, 2, 9, tzinfo=UTC)
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            name, language, style = line[2:].split(maxsplit=2)
            sessions.append(Session(name, language, style, (), ()))
            at += timedelta(days=1)
        elif line[:2] in _ROLES:
            turn = Turn(_ROLES[line[:2]], line[3:], at)
            sessions[-1] = replace(sessions[-1], turns=(*sessions[-1].turns, turn))
        elif line.startswith("  "):
            *rest, last = sessions[-1].turns
            longer = replace(last, text=f"{last.text}\n{line[2:]}")
            sessions[-1] = replace(sessions[-1], turns=(*rest, longer))
    return [_unlabelled(one) for one in sessions]


def _unlabelled(session: Session) -> Session:
    wanted = [
        (found[1], found[2]) for turn in session.turns for found in _LABEL.finditer(turn.text)
    ]
    turns = tuple(replace(turn, text=_LABEL.sub(r"\2", turn.text)) for turn in session.turns)
    return replace(session, turns=turns, wanted=tuple(wanted))


def is_told(one: Captured, words: str) -> bool:
    """Tell whether what was captured is what a label marks: one holds most of the other."""
    mine, theirs = _bare(one.text), _bare(words)
    if mine in theirs or theirs in mine:
        return min(len(mine), len(theirs)) >= 0.4 * max(len(mine), len(theirs))
    if "\n" in one.quote:  # an agreement: the label marks the yes
        return theirs == _bare(one.quote.rsplit("\n", 1)[-1])
    return False


def _bare(words: str) -> str:
    return re.sub(r"\W+", " ", words.casefold()).strip()


def measure(sessions: list[Session], *, shows_misses: bool) -> dict[str, Counter[str]]:
    """Return counts by language of what was right, wrong, missed and named right."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for session in sessions:
        left = list(session.wanted)
        for one in captured(session.turns):
            hit = next((label for label in left if is_told(one, label[1])), None)
            counts[session.language]["right" if hit else "wrong"] += 1
            if hit:
                left.remove(hit)
                counts[session.language]["kind"] += hit[0] == one.kind
            elif shows_misses:
                print(f"  {session.name} WRONG {one.kind}: {one.text}")
        counts[session.language]["missed"] += len(left)
        if shows_misses:
            for kind, words in left:
                print(f"  {session.name} MISSED {kind}: {words}")
    return counts


def show(name: str, counts: dict[str, Counter[str]]) -> None:
    """Print one line a language and one of all."""
    total = sum(counts.values(), Counter())
    print(f"{name:12} {'right':>6} {'wrong':>6} {'missed':>6} {'precision':>10} {'recall':>7} kind")
    for language, one in [*sorted(counts.items()), ("all", total)]:
        taken, there = one["right"] + one["wrong"], one["right"] + one["missed"]
        precision = one["right"] / taken if taken else 1.0
        recall = one["right"] / there if there else 1.0
        kinds = one["kind"] / one["right"] if one["right"] else 1.0
        told = (
            f"{one['right']:6} {one['wrong']:6} {one['missed']:6} {precision:10.2f} {recall:7.2f}"
        )
        print(f"{language:12} {told} {kinds:4.2f}")


def main() -> None:
    """Print the tables."""
    shows_misses = "--misses" in sys.argv
    names = ["worked_on"] if shows_misses else ["worked_on", "held_out", "another_hand"]
    for name in names:
        sessions = read_sessions(HERE / f"{name}.txt")
        show(name, measure(sessions, shows_misses=shows_misses))


if __name__ == "__main__":
    main()
