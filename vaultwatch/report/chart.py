"""Draw what is open as a small Mermaid chart. Pure; holds no word of a note."""

from collections import Counter
from collections.abc import Sequence

from vaultwatch.drift.model import Finding
from vaultwatch.report.words import what_happened


def render_chart(findings: Sequence[Finding]) -> str:
    """Return a fenced pie of the findings by what happened, most first.

    Empty where all are of one sort: a disc of one colour tells nothing.
    """
    counts = Counter(what_happened(finding) for finding in findings)
    if len(counts) < 2:  # noqa: PLR2004  # fewer than two slices
        return ""
    slices = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    lines = [f'    "{label}" : {count}' for label, count in slices]
    return "\n".join(["```mermaid", "pie showData", "    title What changed", *lines, "```"])
