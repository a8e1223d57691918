"""Make false memories from true ones, by what stands in their own notes. For `grounding.py`.

A memory that still holds is true of its note; it is false with a digit changed, with a name of the
note in another's place, with a name that the note does not have where it begins with one, and with
a denial put in or taken out. One that drifted is false of the
note as it stands. Nothing is told apart by hand.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import replace

from verdict_cases import Case  # type: ignore[import-not-found]  # beside this script

from vaultwatch.drift.belief import Belief
from vaultwatch.values.equality import same
from vaultwatch.values.languages import languages_of
from vaultwatch.values.model import TYPED, Value
from vaultwatch.values.polarity import negations
from vaultwatch.values.reading import values_of

DENIED = {
    "en": (
        r"\b(?:is|are|was|were|can|will|must|should|may|has to|does|do|has|have)\b",
        r"\g<0> not",
    ),
    "de": (r"\b(?:ist|sind|war|wird|werden|kann|muss|soll|darf)\b", r"\g<0> nicht"),
    "fr": (r"\b(?:est|sont|peut|doit|sera|coûte)\b", r"n'\g<0> pas"),
    "es": (r"\b(?:es|está|son|están|puede|debe|tiene|cuesta)\b", r"no \g<0>"),
    "it": (r"\b(?:è|sono|può|deve|sarà|costa)\b", r"non \g<0>"),
    "nl": (r"\b(?:is|zijn|was|wordt|kan|moet|mag)\b", r"\g<0> niet"),
    "pt": (r"\b(?:é|está|são|pode|deve|tem)\b", r"não \g<0>"),
    "pl": (r"\b(?:jest|są|może|musi|będzie)\b", r"nie \g<0>"),
}
_NAME = re.compile(r"[A-Z\u00c0-\u00de\u0410-\u042f][^\W\d_]{2,}")
_OTHERS = ("Radoslav", "Ingeborg")
"""Names that no labelled note has."""
_NOT = re.compile(r"\s(?:not|never|nicht|nie|niet|pas|no longer)\b|(?<=\w)n't\b", re.IGNORECASE)


def false_of(case: Case) -> Iterator[tuple[str, Belief]]:
    """Yield what is made false of a memory that holds, with how it was made."""
    chance = random.Random(case.belief.memory_id)  # noqa: S311 -- the same every time
    text, title = case.belief.text, case.belief.note_title
    at = text.rfind(title)
    spared = range(at, at + len(title)) if at >= 0 else range(0)
    own = [v for v in values_of(text) if v.start not in spared and v.end - 1 not in spared]
    named = {
        v.key: p.plain[v.start : v.end]
        for p in case.now
        for v in values_of(p.plain)
        if v.kind == "name"
    }
    for kind, value, new in (_number(own, text, chance), _name(own, text, title, named, chance)):
        if value is not None:
            said = text[: value.start] + new + text[value.end :]
            yield kind, replace(case.belief, text=said)
    if (other := _led_by_another(case)) is not None:
        yield "subject", replace(case.belief, text=other)
    denied = _denied(text)
    if denied is not None and (negations(denied) + negations(text)) % 2:
        yield "negated", replace(case.belief, text=denied)


def _number(own: list[Value], text: str, chance: random.Random) -> tuple[str, Value | None, str]:
    fit = [v for v in own if v.kind in TYPED and any(map(str.isdigit, text[v.start : v.end]))]
    if not fit:
        return "number", None, ""
    value = chance.choice(fit)
    said = text[value.start : value.end]
    spots = [i for i, letter in enumerate(said) if letter.isdigit()]
    for _ in range(9):
        i = chance.choice(spots)
        new = said[:i] + str((int(said[i]) + chance.randint(1, 8)) % 9 + 1) + said[i + 1 :]
        read = values_of(new)
        if new != said and read and not any(same(value, one) for one in read):
            return "number", value, new
    return "number", None, ""


def _name(
    own: list[Value],
    text: str,
    title: str,
    named: dict[tuple[object, ...], str],
    chance: random.Random,
) -> tuple[str, Value | None, str]:
    fit = [v for v in own if v.kind == "name" and v.key in named]
    if not fit:
        return "name", None, ""
    value = chance.choice(fit)
    others = [
        name
        for key, name in named.items()
        if not {*str(key[0]).split()} & {*text.casefold().split(), *title.casefold().split()}
    ]
    return ("name", value, chance.choice(others)) if others else ("name", None, "")


def _led_by_another(case: Case) -> str | None:
    """Return a memory that begins with a name of its note begun with another one."""
    text, begins = case.belief.text, _NAME.match(case.belief.text)
    if begins is None or begins[0].casefold() in case.belief.note_title.casefold():
        return None
    said = " ".join(one.plain for one in case.now)
    is_name = re.search(rf"[^\W\d_],? {begins[0]}\b", said)
    is_small = re.search(rf"\b{begins[0].lower()}\b", said)
    other = next(one for one in _OTHERS if one not in text)
    return other + text[begins.end() :] if is_name and not is_small else None


def _denied(text: str) -> str | None:
    if negations(text):
        made = _NOT.sub("", text, count=1)
        return made if made != text else None
    for language in languages_of(text):
        pattern, put = DENIED.get(language, ("", ""))
        if pattern and re.search(pattern, text):
            return re.sub(pattern, put, text, count=1)
    return None
