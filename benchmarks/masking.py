"""Count what the finder of secrets masks and misses, and how fast it reads.

    python benchmarks/masking.py                      recall by group, wrong masks, MB/s
    python benchmarks/masking.py --broken             of tokens that a line's end cuts in two
    python benchmarks/masking.py --show               and name what the tuned half missed
    python benchmarks/masking.py --notes FOLDER       speed over real notes, and every mask in them
    python benchmarks/masking.py --gitleaks RULES     beside it the rules of a gitleaks.toml

The held-out half (`tests/secret_kinds.py`) is counted, never shown: who looks at it tunes to it.
"""

import argparse
import re
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from math import log2
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.honest_strings import honest  # noqa: E402
from tests.secret_kinds import Case, broken_cases, cases, leaks  # noqa: E402
from vaultwatch.guard.secrets import find_secrets, mask_secrets  # noqa: E402

Masker = Callable[[str], str]


def gitleaks(path: Path) -> Masker:
    """Return a masker with gitleaks' rules: keywords first, then the regex, then the entropy."""
    rules = []
    for rule in tomllib.loads(path.read_text())["rules"]:
        if "regex" in rule:
            regex = rule["regex"].replace(r"\z", r"\Z")
            flags = re.IGNORECASE if "(?i)" in regex else 0
            regex = re.sub(r"\(\?i\)", "", regex)
            group = rule.get("secretGroup", 0)
            compiled = re.compile(regex, flags)
            rules.append((compiled, group, rule.get("entropy", 0.0), rule.get("keywords", [])))

    def mask(text: str) -> str:
        lower = text.lower()
        spans = []
        for regex, group, least, keywords in rules:
            if keywords and not any(word in lower for word in keywords):
                continue
            for found in regex.finditer(text):
                at = group or next((n for n, one in enumerate(found.groups(), 1) if one), 0)
                if _entropy(found[at] or "") >= least:
                    spans.append(found.span(at))
        for start, end in sorted(spans, reverse=True):
            text = text[:start] + "[secret]" + text[end:]
        return text

    return mask


def _entropy(value: str) -> float:
    return -sum(n / len(value) * log2(n / len(value)) for n in Counter(value).values())


def measure(name: str, mask: Masker, asked_of: Sequence[Case], *, show: bool) -> None:
    """Print recall by group and half, and the wrong masks."""
    caught: Counter[tuple[str, bool]] = Counter()
    asked: Counter[tuple[str, bool]] = Counter()
    for case in asked_of:
        key = (case.kind.group, case.kind.is_held_out)
        asked[key] += 1
        masked = mask(case.text)
        if not leaks(case, masked):
            caught[key] += 1
        elif show and not case.kind.is_held_out:
            print("missed", case.kind.name, "|", repr(case.text[41:-32])[:150])
    print(f"{name:14} {'tuned':>18} {'held out':>18}")
    for group in [*dict.fromkeys(group for group, _ in asked), ""]:
        cells = []
        for half in (False, True):
            mine = [key for key in asked if key[1] == half and group in {key[0], ""}]
            got, of = sum(caught[key] for key in mine), sum(asked[key] for key in mine)
            cells.append(f"{got:5} of {of:4} {got / max(of, 1):6.1%}")
        print(f"{group or 'all':14} {cells[0]:>18} {cells[1]:>18}")
    texts = list(honest())
    wrong = [(kind, text) for kind, text in texts if mask(text) != text]
    print(f"wrong masks: {len(wrong)} of {len(texts)}, {len(wrong) / len(texts):.2%}")
    if show:
        print("\n".join(f"wrong {kind} | {mask(text)[:150]!r}" for kind, text in wrong))


def notes_of(folder: Path, mask: Masker) -> None:
    """Print the speed over a folder's notes and every mask in them."""
    texts = {path: path.read_text("utf-8", "replace") for path in sorted(folder.rglob("*.md"))}
    size = sum(len(text.encode()) for text in texts.values())
    best = float("inf")
    for _ in range(5):
        began = time.process_time()
        for text in texts.values():
            mask(text)
        best = min(best, time.process_time() - began)
    print(f"{len(texts)} notes, {size / 1e6:.2f} MB: {size / best / 1e6:.1f} MB/s")
    for path, text in texts.items():
        for hit in find_secrets(text):
            print(f"{path}:{hit.line} {hit.kind}: {text[hit.start : hit.end][:80]!r}")


def main() -> None:
    """Run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--each", type=int, default=4)
    parser.add_argument("--broken", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--notes", type=Path)
    parser.add_argument("--gitleaks", type=Path)
    args = parser.parse_args()
    maskers: dict[str, Masker] = {"vaultwatch": mask_secrets}
    if args.gitleaks:
        maskers["gitleaks"] = gitleaks(args.gitleaks)
    for name, mask in maskers.items():
        if args.notes:
            notes_of(args.notes, mask)
        else:
            made = broken_cases if args.broken else cases
            measure(name, mask, made(args.each), show=args.show)


if __name__ == "__main__":
    main()
