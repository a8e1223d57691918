"""Measure what the cues take of real sessions: precision and recall, a line a file.

    python benchmarks/capture.py FOLDER            the table
    python benchmarks/capture.py FOLDER --misses   also what was missed or wrongly taken

FOLDER holds `*.txt`: messages that people typed to an agent, each behind a line `%%`, with what a
person would want kept for months between `[[` and `]]`. The first line may say how many messages
were read in all (`messages: 412`): those with neither a label nor anything like a cue need not be
copied. Texts of strangers stay outside the repository; what was measured stands in
docs/sessions.md. Keep a file that you tune to apart from those that you measure.
"""

import re
import sys
from collections import Counter
from pathlib import Path

from vaultwatch.guard.secrets import find_secrets
from vaultwatch.memories.capture import DECIDING, Captured, captured, may_be_told
from vaultwatch.memories.transcript_lines import Turn

_LABEL = re.compile(r"\[\[(.+?)\]\]", re.DOTALL)
_ALL = re.compile(r"messages: (\d+)\s*$", re.MULTILINE)


def measure(text: str, *, shows_misses: bool) -> Counter[str]:
    """Return how many messages there are, and what of them was right, wrong or missed."""
    head, *messages = re.split(r"^%%$", text, flags=re.MULTILINE)
    read = _ALL.search(head)
    counts = Counter(messages=int(read[1]) if read else len(messages))
    for message in messages:
        wanted = [_bare(one) for one in _LABEL.findall(message)]
        found = captured([Turn("user", _LABEL.sub(r"\1", message).strip(), None)])
        for one in filter(_is_taken, found):
            hit = next((own for own in wanted if _is_same(_bare(one.text), own)), None)
            counts["wrong" if hit is None else "right"] += 1
            if hit is not None:
                wanted.remove(hit)
            elif shows_misses:
                print(f"  WRONG  {one.kind}: {one.text}")
        counts["missed"] += len(wanted)
        if shows_misses:
            print(*(f"  MISSED {own}" for own in wanted), sep="\n", end="\n" if wanted else "")
    return counts


def _is_taken(one: Captured) -> bool:
    """Tell whether it comes into the inbox."""
    return one.kind not in DECIDING and may_be_told(one) and not find_secrets(one.text)


def _is_same(taken: str, wanted: str) -> bool:
    """Tell whether one holds the other, and is not much longer."""
    least, most = sorted((taken, wanted), key=len)
    return least in most and len(least) >= 0.4 * len(most)


def _bare(words: str) -> str:
    return re.sub(r"\W+", " ", words.casefold()).strip()


def show(name: str, counts: Counter[str]) -> None:
    """Print one line."""
    taken, there = counts["right"] + counts["wrong"], counts["right"] + counts["missed"]
    precision = f"{counts['right'] / taken:.2f}" if taken else "-"
    recall = f"{counts['right'] / there:.2f}" if there else "-"
    figures = f"{counts['messages']:9} {there:8} {taken:6} {counts['right']:6}"
    print(f"{name:24} {figures} {precision:>10} {recall:>7}")


def main() -> None:
    """Print the table."""
    folder, *options = sys.argv[1:]
    head = (
        f"{'messages':>9} {'lasting':>8} {'taken':>6} {'right':>6} {'precision':>10} {'recall':>7}"
    )
    print(f"{'file':24} {head}")
    total: Counter[str] = Counter()
    for path in sorted(Path(folder).glob("*.txt")):
        counts = measure(path.read_text("utf-8"), shows_misses="--misses" in options)
        show(path.stem, counts)
        total += counts
    show("all", total)


if __name__ == "__main__":
    main()
