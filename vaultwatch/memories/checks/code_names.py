"""Read out of a sentence which names of code it gives, in which file, with which value.

Pure; `found` asks. A name in code beside its file, or beside its value, is plainly meant; one
alone is a suggestion, and then only where it is written as what is called or defined.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.checks.code_shapes import code_data, language_of
from vaultwatch.memories.checks.lines import speaks_of_now
from vaultwatch.memories.checks.model import CheckOrigin, MachineCheck
from vaultwatch.memories.checks.places import (
    cleaned,
    is_file_name,
    is_whole_place,
)

PROJECT: Final = "."
"""The place of what may stand in any file."""
_SPAN: Final = late_regex(r"(?P<ticks>`{1,2})(?P<code>[^`\n]{1,500})(?P=ticks)")
_LITERAL: Final = (
    r"\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'|[-+]?\d[\d_]*(?:\.\d+)?|[Tt]rue|[Ff]alse|[Nn]one|null"
)
SYMBOL: Final = late_regex(r"(?:[A-Za-z_$][\w$]{0,79}(?:\.|::|#)){0,4}[A-Za-z_$][\w$]{1,79}")
_ASSIGNED: Final = late_regex(rf"\s*(?::\s*[\w\[\]|<>. ]{{1,60}})?\s*=\s*(?P<value>{_LITERAL});?")
_VALUE: Final = late_regex(_LITERAL)
_WITH_PLACE: Final = late_regex(
    rf"(?P<place>[^\s:`]{{1,300}})::(?P<symbol>{SYMBOL.pattern})(?:\(\))?"
    rf"(?:\s*=\s*(?P<value>{_LITERAL}))?"
)
"""`src/app/config.py::retry_limit = 5`."""
_FILE: Final = late_regex(r"(?!\.\.?/)[\w@.+-]{1,80}(?:/(?!\.\.?/)[\w@.+()\[\]-]{1,80}){0,20}")
_CONSTANT: Final = late_regex(r"(?=.*[A-Z].*[A-Z])[A-Z][A-Z0-9_]+")
"""What nobody but the code means by its name alone."""
_MANY_WORDS: Final = late_regex(r"\w+_\w+|[a-z]+[A-Z]\w*")


@cache
def _phrase(*kinds: str) -> str:
    held = (one for kind in kinds for one in code_data()["said"][kind])
    phrases = sorted(held, key=len, reverse=True)
    return "|".join(re.escape(one).replace(r"\ ", r"\s") for one in phrases)


@cache
def _between(kind: str) -> "re.Pattern[str]":
    """Return what may stand between two things in code for the first to be `kind` the second."""
    nouns = rf"(?:(?:{_phrase('nouns', 'articles')})\s){{0,3}}"
    lead, bracket = r"[\s,*_]{0,4}", r"|[*_]{0,2}\s\((?:in\s)?" if kind == "in" else ""
    return re.compile(
        rf"(?:{lead}{nouns}(?:{_phrase(kind)})\s{nouns}[*_:]{{0,3}}{bracket})", re.IGNORECASE
    )


@cache
def _bare() -> "re.Pattern[str]":
    """Return what a value is that stands in no code: none that goes on, as `20 minutes` does."""
    nouns = rf"(?:(?:{_phrase('nouns', 'articles')})\s)*"
    ends = rf"\s*(?:$|[,;)]|\.(?:\s|$))|\s(?:{_phrase('in')})\s{nouns}`"
    return re.compile(rf"\s*(?P<value>{_LITERAL})(?={ends})", re.IGNORECASE)


@cache
def _led() -> "re.Pattern[str]":
    """Return what may stand before a name for it to be what the sentence tells of, and no order."""
    begins = r"(?:^|[:,;(]|[-\u2013\u2014]\s)[\s*_+>-]*"
    nouns = rf"(?:(?:{_phrase('nouns', 'articles')})\s)*"
    led = rf"(?:{begins}|\b(?:{_phrase('holds')})\s){nouns}|\b(?:{_phrase('nouns')})\s"
    return re.compile(rf"(?:{led})$", re.IGNORECASE)


@cache
def _defined() -> "re.Pattern[str]":
    """Return what stands behind a name that is plainly said to be defined somewhere."""
    words = [one for one in code_data()["said"]["in"] if " " in one]
    phrases = "|".join(re.escape(one).replace(r"\ ", r"\s") for one in words)
    return re.compile(rf"[*_]{{0,2}}\s(?:\(|(?:{phrases})\s)", re.IGNORECASE)


@cache
def _named() -> "re.Pattern[str]":
    words = _phrase("keywords")
    return re.compile(
        rf"(?:(?P<keyword>{words})\s)?(?P<name>{SYMBOL.pattern})"
        rf"(?:(?P<call>\([^()\n]{{0,200}}\))|{_ASSIGNED.pattern})?"
    )


@cache
def _valued() -> "re.Pattern[str]":
    return re.compile(rf"\s*(?:(?:{_phrase('is')})\s|=)\s*", re.IGNORECASE)


def place_in(code: str, base: str) -> str:
    """Return the file of code that words in code name; empty where they name none."""
    place = cleaned(code)
    is_place = is_whole_place(place) or (bool(base) and _FILE.fullmatch(place) is not None)
    return place if is_place and language_of(place) else ""


def checks_of_names(sentence: str, base: str) -> Iterator[MachineCheck]:
    """Yield what a sentence says of names in code."""
    spans = list(_SPAN.finditer(sentence)) if base else []
    for at, span in enumerate(spans):
        if not speaks_of_now(sentence[: span.start()], sentence[span.end() :]):
            continue
        code = span["code"].strip()
        if whole := _WITH_PLACE.fullmatch(code):
            if place := place_in(whole["place"], base):
                said = whole["value"] or _value_behind(sentence, spans, at)[0]
                yield _check(place, whole["symbol"], said, "named", sentence, base)
            continue
        found = None if is_file_name(code) else _named().fullmatch(code)
        if found is None or _VALUE.fullmatch(code):
            continue
        value, last = found["value"] or "", at
        if not value:
            value, last = _value_behind(sentence, spans, at)
        place = _place_of(sentence, spans, at, last, base)
        is_called = bool(found["keyword"] or found["call"])
        if place or is_called or (value and _is_of_code(found["name"])):
            is_plain = place or (value and _CONSTANT.fullmatch(found["name"]))
            is_led = (
                _led().search(sentence[: span.start()])
                or _holds(sentence, spans, at)
                or (place and _defined().match(sentence, spans[last].end()))
            )
            origin: CheckOrigin = "named" if is_plain and is_led else "suggested"
            yield _check(place or PROJECT, found["name"], value, origin, sentence, base)


def _check(  # noqa: PLR0913, PLR0917 - all that a check is made of
    place: str, name: str, value: str, origin: CheckOrigin, sentence: str, base: str
) -> MachineCheck:
    return MachineCheck("symbol", place, name, value, origin, sentence, base)


def _is_of_code(name: str) -> bool:
    """Tell whether a name is plainly one of code: `server.port` may be a key of settings."""
    return _CONSTANT.fullmatch(name) is not None or _MANY_WORDS.fullmatch(name) is not None


def _value_behind(sentence: str, spans: Sequence["re.Match[str]"], at: int) -> tuple[str, int]:
    """Return the value that stands behind a name, and the last of the words in code it takes."""
    led = _valued().match(sentence, spans[at].end())
    if led is None:
        return "", at
    if bare := _bare().match(sentence, led.end()):
        return bare["value"], at
    follows = at + 1 < len(spans) and spans[at + 1].start() == led.end()
    code = spans[at + 1]["code"].strip() if follows else ""
    return (code, at + 1) if _VALUE.fullmatch(code) else ("", at)


def _place_of(
    sentence: str, spans: Sequence["re.Match[str]"], at: int, last: int, base: str
) -> str:
    """Return the file that a name is said to stand in; empty for none."""
    if last + 1 < len(spans):
        gap = sentence[spans[last].end() : spans[last + 1].start()]
        if bare := _valued().match(gap):  # the value stands between the two
            gap = _VALUE.sub("", gap[bare.end() :], count=1)
        if _between("in").fullmatch(gap) and (place := place_in(spans[last + 1]["code"], base)):
            return place
    return place_in(spans[at - 1]["code"], base) if _holds(sentence, spans, at) else ""


def _holds(sentence: str, spans: Sequence["re.Match[str]"], at: int) -> bool:
    """Tell whether what stands in code before a name is said to hold it."""
    if at == 0:
        return False
    led, gap = sentence[: spans[at - 1].start()], sentence[spans[at - 1].end() : spans[at].start()]
    is_led = gap.strip() in {",", ":"} and _between("in").fullmatch(f" {led.strip()} ") is not None
    return is_led or _between("holds").fullmatch(gap) is not None
