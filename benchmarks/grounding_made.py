"""Make false memories from true ones, and true ones from notes' own lines. For `grounding.py`.

A memory that still holds is true of its note; it is false with a digit changed, with a name of the
note in another's place, with a name that the note does not have where it begins with one, and with
a denial put in or taken out. One that drifted is false of the
note as it stands. Nothing is told apart by hand.

A line is true of its note, and so it is with its parts or words in another order, beside a heading
or another line, without some words or what stands in brackets, and with words that nobody knows in
the place of common ones, as somebody else would word it.
"""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from verdict_cases import Case  # type: ignore[import-not-found]  # beside this script

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.scoring.grounding import belief_of_text
from vaultwatch.drift.scoring.rivals import partings
from vaultwatch.notes.model import Statement
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
UNKNOWN = ("brelting", "vorsam", "kindolet")
"""Words that no note has."""
_LONG = re.compile(r"(?<!\S)[a-z\u00df-\u024f]{4,}(?![^\s,.])")
_BRACKETS = re.compile(r" ?\([^()]*\)")
_FEWEST, _MOST_WORDS = 4, 40
"""Words of a line that somebody would remember."""
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


def true_of(title: str, now: Sequence[Statement], most: int) -> Iterator[tuple[str, Belief]]:
    """Yield what a note's own lines make, with how it was made; of each way `most` at most."""
    chance = random.Random(title)  # noqa: S311 -- the same every time
    lines = [one for one in now if one.kind not in {"heading", "code"}]
    lines = [one for one in lines if _FEWEST <= len(one.plain.split()) <= _MOST_WORDS]
    for one in chance.sample(lines, min(most, len(lines))):
        text = one.plain.rstrip(". ")
        other = chance.choice([line.plain for line in lines if line.plain != one.plain] or [""])
        head, bare = (one.section or (title,))[-1], _BRACKETS.sub("", text)
        ends = {at.end() for at in re.finditer(r"\s+", text)} - _inside(text)
        cut = chance.choice(sorted(ends) or [0])
        thin = _worded(text, (None, ""), chance)
        at = next((found.end() for found in partings(text)), 0)
        made = {
            "turned": f"{text[cut:]} {text[:cut]}",
            "headed": f"{head}: {text}",
            "titled": f"{text} is what {title} says of {head}",
            "two lines": f"{text}, {other}",
            "reworded": _worded(text, (None, None, *UNKNOWN), chance),
            "thinned": thin,
            "mixed": _mixed(text, chance),
            "mixed, thinned": _mixed(f"{thin} {head}", chance),
            "foreign": _worded(text, UNKNOWN, chance),
            "foreign, headed": f"{head}: {_worded(text, UNKNOWN, chance)}",
        }
        if at:
            made |= {"parts turned": f"{text[at:]}, {text[:at]}", "part": f"{head}: {text[:at]}"}
        if bare != text:
            made["without brackets"] = bare
        for how, said in made.items():
            yield how, replace(belief_of_text(" ".join(said.split())), note_title=title)


def _mixed(text: str, chance: random.Random) -> str:
    """Return a text's runs of words in any order; as it is where a value might change its place."""
    if len(values_of(text)) > 1 or negations(text):
        return text
    ends = sorted({at.end() for at in re.finditer(r"\s+", text)} - _inside(text))
    cuts = sorted({0, len(text), *chance.sample(ends, len(ends) // 2)})
    runs = [text[start:end].strip() for start, end in pairwise(cuts)]
    return " ".join(chance.sample(runs, len(runs)))


def _inside(text: str) -> set[int]:
    spans = (one.around or (one.start, one.end) for one in values_of(text))
    return {i for start, end in spans for i in range(start, end + 1)}


def _worded(text: str, others: Sequence[str | None], chance: random.Random) -> str:
    """Return a text with others in the place of its common words, values and denials spared."""
    spared = _inside(text) if not negations(text) else set(range(len(text)))

    def other(at: re.Match[str]) -> str:
        new = chance.choice(others)
        return at[0] if at.start() in spared or new is None else new

    return _LONG.sub(other, text)
