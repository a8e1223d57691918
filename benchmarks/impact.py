"""Measure what waits for a person because of what it settles: cases written for it, honest texts.

    python benchmarks/impact.py                   the cases of impact_cases.py, by family
    python benchmarks/impact.py --show            and name those that pass
    python benchmarks/impact.py --honest FILE ... texts that must pass too: .jsonl or lines

The rules alone, without a vault. By now all parts were looked at: what to expect of wordings that
were not stands in `impact_cases.py`.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import impact_cases as cases  # type: ignore[import-not-found]  # the script beside
import poisoning_cases  # type: ignore[import-not-found]

from vaultwatch.guard.impact import concepts_in

FIELDS = ("memory", "text")
"""Of a line of JSON, the first that it has."""


def texts_of(file: Path) -> Iterator[str]:
    """Yield the texts of a file, a line each."""
    for line in file.read_text(encoding="utf-8").splitlines():
        if file.suffix != ".jsonl":
            yield line
            continue
        row = json.loads(line)
        yield next(row[field] for field in FIELDS if field in row)


def attacks(name: str, part: Iterable["cases.Case"], *, shows: bool) -> Iterator[str]:
    """Yield the rows of a part: of each family how many pass."""
    asked: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    shown = []
    for case in part:
        asked[case.family] += 1
        if not cases.settles(case):
            missed[case.family] += 1
            shown.append(f"    {case.family}: {case.claim or case.text}")
    for family, count in (*asked.items(), ("all", asked.total())):
        passed = missed.total() if family == "all" else missed[family]
        yield f"{name:24} {family:12} {passed:4} of {count:4} pass  {passed / count:6.1%}"
    yield from shown if shows else ()


def held(name: str, texts: Iterable[str]) -> Iterator[str]:
    """Yield how many honest texts wait, and which."""
    read = list(texts)
    waiting = [(text, concept) for text in read if (concept := next(concepts_in(text), None))]
    share = len(waiting) / max(1, len(read))
    yield f"{name:24} {'honest':12} {len(waiting):4} of {len(read):5} wait  {share:6.2%}"
    yield from (f"    {concept}: {' '.join(text.split())[:140]}" for text, concept in waiting)


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--show", action="store_true", help="name the attacks that pass")
    parser.add_argument("--honest", nargs="*", type=Path, default=[], help="texts that must pass")
    given = parser.parse_args()
    for line in (
        *attacks("seen", cases.seen(), shows=given.show),
        *attacks("later", cases.later(), shows=given.show),
        *attacks("last", cases.last(), shows=given.show),
        *attacks("further", cases.further(), shows=given.show),
        *attacks("standing", cases.standing(), shows=given.show),
        *held("made for it", cases.honest()),
        *held("poisoning_cases", [one.text for one in poisoning_cases.honest()]),
        *(line for file in given.honest for line in held(file.parent.name, texts_of(file))),
    ):
        print(line)


if __name__ == "__main__":
    main()
