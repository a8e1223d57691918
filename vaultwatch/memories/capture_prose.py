"""Tell a person's own sentences in a message from what they pasted, quoted or handed in.

Pure. `memories.capture` looks for what shall last in nothing but these.
"""

# ruff: noqa: E501 -- a way to say it stands on one line

import re
from collections.abc import Iterable, Iterator
from typing import Final

from vaultwatch.memories.capture_others import without_others
from vaultwatch.notes.sentences import split_sentences

MOST_CHARS: Final = 6_000
"""A longer message is mostly pasted: its first and last paragraph alone are read. Chosen by hand."""
_MOST_LINES: Final = 40
"""The same, counted in lines."""

_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_INDENTED = re.compile(r"(?: {2,}|\t)(?![-*+\u2022] |\d{1,3}[.)] )\s*\S")
_BULLET = re.compile(r"\s*(?:[-*+\u2022]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?")
_NO_PROSE = re.compile(
    r"\s*(?:>|\||<[a-z!/]|[\[{}\]]\s*$|[\[{]\s*[\"'\w]+\s*[:=,]|\"[\w-]+\"\s*:|[$#%]\s\S|\w+@[\w-]+[:~]"
    r"|\[?\d{4}-\d\d-\d\d[T ]\d\d:|\[?\d\d:\d\d:\d\d\b"
    r"|[\[(]?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE|CRITICAL|NOTICE)\b"
    r"|(?:[\w.]+)?(?:Error|Exception|Warning)\b.*:|error(?:\[\w+\])?:|warning:|npm ERR|Traceback |at \S+\(|File \""
    r"|(?:\+\+\+|---|@@|diff --git|index [0-9a-f]{6})|[+-](?=\S)\S*[(={;]|(?:import|from) [\w.]+(?: import .*)?$"
    r"|(?:def|class|function|const|let|var|public|private|return|SELECT|INSERT|UPDATE|CREATE)\b.*[(){;=:,*]\s*$"
    r"|[\w.-]+\s*=\s*\S.*$|[\w.-]+:\s*[\w./\"'-]+$(?<![.!?])|//|/\*|#!?\S*\[)"
)
"""A line that no person typed as prose: a log, a trace, a prompt, a diff, code, data, a quotation."""
_HANDS_IN = re.compile(
    r"\b(?:see|look at|here(?:'s| is| are)|output|log|logs|error|mail|email|message|text|letter|says|said"
    r"|writes|wrote|got|gives|reads|siehe|hier ist|ausgabe|schreibt|sagt|voici|dit|aquí|dice|ecco|aqui|diz"
    r"|hier is|zegt|oto|mówi|вот|пишет|говорит|this|following)\b[^:]{0,40}:\s*$",
    re.IGNORECASE,
)
"""Ends a line behind which somebody else's words follow."""
_LETTER = re.compile(
    r"\s*(?:dear (?:mr|mrs|ms|sir|all|team|[A-Z])|sehr geehrte|liebe[rs]? [A-Z]|cher |chère |estimad[oa]|gentile|prezad[oa]|geachte|szanown|уважаем)",
    re.IGNORECASE,
)
_QUOTED = re.compile(
    r"\"[^\"\n]{1,600}\"|\u201c[^\u201d\n]{1,600}\u201d|\u201e[^\u201c\u201d\n]{1,600}[\u201c\u201d]"
    r"|\u00ab[^\u00bb\n]{1,600}\u00bb|\u300c[^\u300d\n]{1,600}\u300d|(?<!\w)'(?=\S+ \S+ )[^'\n]{5,600}'(?!\w)|`[^`\n]{1,300}`"
)
_BARE_END = re.compile(
    r"(?<!\b[a-zA-Z])(?<!\betc)(?<!\bvs)(?<!\bca)(?<!\bbzw)(?<!\bp\.ex)(?<!\bnr)(?<!\bno)(?<!\d)"
    r"[.!?]+\s+(?=[a-z\u00e0-\u00ff\u0430-\u044f\u0105-\u017c])|(?<=[\u3002\uff01\uff1f])"
)
"""Where a sentence ends though the next begins in small letters, as people type in a chat."""
_MASK: Final = "\u00b7"


def own_sentences(
    text: str, works_on: re.Pattern[str], *, is_agents: bool = False
) -> Iterator[tuple[str, str]]:
    """Yield each sentence that a person typed as their own, with a copy for rules to read.

    In that copy, of the same length, every letter that stands in quotation marks is a dot.

    Args:
        text: one message.
        works_on: finds where it asks for work on a text: what follows is that text.
        is_agents: whether an agent wrote it, who hands in no texts.
    """
    lines = text.splitlines()
    if len(lines) > _MOST_LINES or len(text) > MOST_CHARS:
        lines = _ends_of(lines if is_agents else list(without_others(lines)))
    elif not is_agents:
        lines = list(without_others(lines))
    for paragraph in _paragraphs(_own_lines(lines, works_on)):
        masked = _QUOTED.sub(_dots, paragraph)
        for begin, end in _sentences(paragraph):
            yield paragraph[begin:end], masked[begin:end]


def _own_lines(lines: list[str], works_on: re.Pattern[str]) -> Iterator[str]:
    """Yield the lines of prose; an empty one where something was left out."""
    fence = ""
    for line in lines:
        opened = _FENCE.match(line)
        if fence or opened:
            fence = _fence_after(fence, line, opened)
            yield ""
        elif _INDENTED.match(line) or _NO_PROSE.match(line) or _is_symbols(line):
            yield ""
        elif _LETTER.match(line) and len(lines) > 1:
            return
        elif (asked := works_on.search(line)) is not None:
            yield ""
            if ":" in line[asked.end() :] or len(lines) > 1:
                return
        else:
            yield line
            if _HANDS_IN.search(line):
                return


def _fence_after(fence: str, line: str, opened: re.Match[str] | None) -> str:
    """Return the fence that is open behind a line; empty where none is."""
    if opened is None or (fence and not opened[1].startswith(fence)):
        return fence
    return "" if fence or opened[1] in line[opened.end() :] else opened[1]


def _ends_of(lines: list[str]) -> list[str]:
    """Return the first and the last paragraph, where they are short."""
    paragraphs = "\n".join(lines).split("\n\n")
    kept = [one for one in (paragraphs[0], paragraphs[-1]) if len(one) < MOST_CHARS // 10]
    return "\n\n".join(kept).splitlines()


def _is_symbols(line: str) -> bool:
    told = line.strip()
    letters = sum(char.isalpha() or char.isspace() for char in told)
    return len(told) > len("a=b; c()") and letters < 0.6 * len(told)


def _paragraphs(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines, put together again where an editor wrapped them."""
    held = ""
    for line in lines:
        told = line[len(bullet[0]) :] if (bullet := _BULLET.match(line)) else line
        told = " ".join(told.split())
        is_wrapped = (
            held and told and not bullet and len(held) > 40 and told[0].islower()  # noqa: PLR2004
        ) and held[-1] not in ".!?:;"
        if is_wrapped:
            held = f"{held} {told}"
            continue
        if held:
            yield held
        held = told
    if held:
        yield held


def _sentences(paragraph: str) -> Iterator[tuple[int, int]]:
    for begin, end in split_sentences(paragraph):
        at = begin
        for stop in _BARE_END.finditer(paragraph, begin, end):
            if stop.end() < end and stop.end() > at:
                yield at, len(paragraph[: stop.end()].rstrip())
                at = stop.end()
        yield at, end


def _dots(found: re.Match[str]) -> str:
    inner = found[0][1:-1]
    return found[0][0] + re.sub(r"\w", _MASK, inner) + found[0][-1]
