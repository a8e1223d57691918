"""What is written for a machine or word for word: links, paths, identifiers, versions, quotes.

Pure. A text is cut into runs without spaces, and each run told by its shape: linear in the text.
"""

import re
from collections.abc import Iterator
from typing import Final

from vaultwatch.late_regex import late_regex
from vaultwatch.values.model import Value

_LINK: Final = late_regex(
    r"\[\[(?P<wiki>[^\s\[\]|][^\[\]\n|]{0,300})(?:\|[^\[\]\n]{0,300})?\]\]"
    r"|\]\(<?(?P<target>[^()\s<>{][^()\s<>]{0,2000})>?(?: [^()\n]{0,200})?\)"
)
_QUOTE: Final = late_regex(
    r"`(?P<code>[^`\n]{1,300})`"
    r"|[“„](?P<a>[^“”„\n]{1,300})[”“]|«\s?(?P<b>[^«»\n]{1,300}?)\s?»|»(?P<b2>[^«»\n]{1,300})«"
    r"|「(?P<c>[^「」\n]{1,300})」|『(?P<d>[^『』\n]{1,300})』|\"(?P<e>[^\"\n]{1,300})\""
    r"|(?<!\w)‘(?P<f>[^‘’\n]{1,300})’|(?<!\w)'(?P<g>[^'\n]{2,80})'(?!\w)"
)
_RUN: Final = late_regex(r"[!#-&*+\-./0-9:=?@A-Z\\^_a-z~%\u00c0-\u024f\u0400-\u04ff]+")
_PLAIN: Final = late_regex(r"[^\W\d_]?[^\W\d_A-Z]*")
_SHAPES: Final[tuple[tuple[str, re.Pattern[str]], ...]] = (
    ("url", late_regex(r"(?:[a-z][a-z0-9+.-]{1,15}:/{2}|www\.|mailto:)\S+", re.IGNORECASE)),
    ("url", late_regex(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")),
    ("url", late_regex(r"\d{1,3}(?:\.\d{1,3}){3}(?::\d+|/\d+)?", re.ASCII)),
    (
        "version",
        late_regex(
            r"[<>=~^]{0,2}[vV]?\d+(?:\.\d+){2,}(?:\.[x*])?(?:[-+.]?[a-z][\w.-]*)?\+?", re.ASCII
        ),
    ),
    (
        "version",
        late_regex(
            r"[<>=~^]*[vV]\d+(?:\.\d+)*(?:\.[x*])?(?:-?(?:alpha|beta|rc)\.?\d*)?\+?", re.ASCII
        ),
    ),
    ("version", late_regex(r"[<>=~^]*[vV]?\d+(?:\.\d+)*\.[x*]", re.ASCII)),
    ("identifier", late_regex(r"--?[a-zA-Z][\w-]+(?:=\S*)?")),
    ("identifier", late_regex(r"[#@][^\W\d][\w/-]+")),
    ("identifier", late_regex(r"[A-Z]{2,}s?(?:-\d+)?")),
    ("identifier", late_regex(r"(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,64}", re.ASCII)),
    ("identifier", late_regex(r"[\w$.:]+\(\)")),
    (
        "identifier",
        late_regex(r"(?=.*\d)[a-z][a-z0-9]*(?:-[a-z0-9]+){2,}|(?=.*[a-z])\d+(?:-[a-z0-9]+){3,}"),
    ),
    ("identifier", late_regex(r"0x[0-9a-fA-F]+|[0-9a-f]{4,}(?:-[0-9a-f]{4,}){2,}", re.ASCII)),
    ("identifier", late_regex(r"(?=.*[^\W\d_])\w*[^\W_]_+[^\W_]\w*")),
    ("identifier", late_regex(r"(?=.*(?:[\d_]|[a-z][A-Z]))[^\W\d]\w*(?:\.[^\W\d]\w*)+")),
    ("identifier", late_regex(r"[a-z]+[A-Z]\w*|[A-Z][a-z0-9]+[A-Z][a-z0-9]\w*")),
    ("identifier", late_regex(r"[A-Za-z]+-?\d[\w-]*")),
    (
        "identifier",
        late_regex(r"[\w-]{2,}(?:\.[\w-]+)*\.[a-z]\w{0,9}|\w+(?:::\w+)+|\.[a-z]\w+(?:\.\w+)*"),
    ),
    ("identifier", late_regex(r"[^\W\d]\w*(?:[.:@]\w+)*:\d{2,5}")),
)
_PATH: Final = late_regex(
    r"(?:~|\.{1,2}|[A-Za-z]:)?[\\/]?(?:[\w.@+%-]+[\\/])+[\w.@+%*-]*|[\\/][\w.@+%-]+"
)
_IN_GROUPS: Final = late_regex(r"\d+(?:[/.]\d+)*", re.ASCII)
_PHONE: Final = late_regex(
    r"(?<![\w.,+-])(?:\+\d{1,3}|0\d{1,4})(?:[ /-]?\(0\))?"
    r"(?:[ /-]?\(?\d{2,8}\)?){2,6}(?![\w-]|[.,]\d)",
    re.ASCII,
)
_THOUSANDS: Final = late_regex(r"\d+|\d{1,3}(?:\.\d{3}){2,}", re.ASCII)
_LOOKS_LIKE_FILE: Final = late_regex(r"\w\.[A-Za-z]\w{0,5}$|[_@]|\w-\w")
_MOST_CHOICES: Final = 3
_SHORTEST_PHONE: Final = 8
_LONGEST_RUN: Final = 2_000
_TAIL: Final = ".,;:!?…*~=^"


def numbers_of_phones(text: str) -> Iterator[Value]:
    """Yield numbers that are called, not counted: the digits alone."""
    for match in _PHONE.finditer(text):
        digits = re.sub(r"\(0\)|[^\d+]", "", match[0])
        digits = re.sub(r"^00", "+", digits)
        if len(digits) >= _SHORTEST_PHONE:
            yield Value("identifier", (digits,), *match.span())


def links(text: str) -> Iterator[Value]:
    """Yield where wiki-links and Markdown links lead; letter case is kept."""
    if "[[" not in text and "](" not in text:
        return
    for match in _LINK.finditer(text):
        if wiki := match["wiki"]:
            yield Value("path", (wiki.strip().removesuffix("\\"),), *match.span())
        else:
            kind = (
                "url" if re.match(r"[a-z][a-z0-9+.-]*:", match["target"], re.IGNORECASE) else "path"
            )
            if kind == "url":
                yield Value("url", (_address(match["target"]),), *match.span("target"))
            else:
                yield Value("path", (match["target"],), *match.span("target"))


def quotes(text: str) -> Iterator[Value]:
    """Yield what stands between marks of quotation or of code, word for word."""
    for match in _QUOTE.finditer(text):
        said = " ".join(match[str(match.lastgroup)].split())
        if said:
            yield Value("quote", (said,), *match.span())


def runs(text: str, passed: frozenset[str]) -> Iterator[Value]:
    """Yield what its shape tells: addresses, paths, versions, identifiers."""
    for match in _RUN.finditer(text):
        run = match[0]
        if len(run) < 2 or len(run) > _LONGEST_RUN or _PLAIN.fullmatch(run):  # noqa: PLR2004
            continue
        start = match.start()
        stripped = run.rstrip(_TAIL)
        while stripped[:1] in ("*", "!", "?", ":") and stripped:
            stripped, start = stripped[1:], start + 1
        if text[start - 1 : start] == "<":
            continue  # `</a>`
        if len(stripped) > 1 and (value := _told(stripped, start, passed)):
            yield value


def _told(run: str, start: int, passed: frozenset[str]) -> Value | None:  # noqa: PLR0911
    end = start + len(run)
    if _THOUSANDS.fullmatch(run):
        return None
    if ("/" in run or "\\" in run) and "://" not in run:
        return Value("path", (run,), start, end) if _is_path(run) else None
    for kind, shape in _SHAPES:
        if not shape.fullmatch(run):
            continue
        if kind == "url":
            return Value("url", (_address(run),), start, end)
        if kind == "version":
            return _version(run, start, end)
        if run.lower() in passed:
            return None  # `NOT` and `OR` said loudly, `GB`, `PM`, `kPa`
        return Value("identifier", (run.removesuffix("()"),), start, end)
    return None


def _is_path(run: str) -> bool:
    """Tell a path from `and/or`, `km/h`, `w/` and `3/4`."""
    if _IN_GROUPS.fullmatch(run) or not _PATH.fullmatch(run):
        return False
    parts = [part for part in re.split(r"[\\/]", run) if part]
    has_look = bool(_LOOKS_LIKE_FILE.search(run)) and not run[0].isdigit()
    return bool(parts) and (
        run[0] in "/~.\\" or run[2:].endswith("/") or len(parts) > _MOST_CHOICES or has_look
    )


def _version(run: str, start: int, end: int) -> Value | None:
    bound = re.match(r"[<>=~^]*", run)
    body = run[bound.end() if bound else 0 :].lstrip("vV")
    is_open = body.endswith("+")
    staged = re.sub(r"(?<=\d)-?(?=[a-z])", " ", body.rstrip("+"), count=1)
    numbers, _, stage = staged.partition(" ")
    told = (one for one in re.split(r"[.+-]", numbers) if one)
    parts: list[object] = [int(one) if one.isdecimal() else one for one in told]
    while parts and parts[-1] in ("x", "*"):
        parts.pop()
    if stage.startswith("x"):
        stage = ""
    if not parts:
        return None
    sign = bound[0] if bound else ""
    sign = {"==": "", "=": "", "~=": "~", "^": "~"}.get(sign, sign)
    # Of 1.2.3 no bound behind it is read: not `or newer`, so no plus either.
    sign = ">=" if is_open and len(parts) < 3 else sign  # noqa: PLR2004
    key = (sign, (*parts, stage) if stage else tuple(parts))
    is_number = len(parts) < 3 and not stage  # noqa: PLR2004 -- 1.2, but not 1.2.3
    amounts = {float(".".join(map(str, parts)))} if is_number else set()
    return Value("version", key, start, end, frozenset(amounts))


def _address(url: str) -> str:
    """Return an address as it is compared: without scheme, host in small letters, no last slash."""
    match = re.fullmatch(
        r"(?i)(?:(?:https?|mailto):/{0,2})?(?:www\.)?([^/?#]*)(.*)", url, re.DOTALL
    )
    return match[1].lower() + match[2].rstrip("/") if match else url
