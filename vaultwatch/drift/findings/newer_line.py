"""Tell which value a newer line puts in the place of one that still stands in an older line.

Pure. Called by `findings.repair`. `The fee is 40 euros.` stays, and below it somebody wrote
`Update: the fee is 55 euros`. Only where that line settles it alone: it says one value that the
memory and the old line do not, of the kind and unit of one that both say, of the same matter, and
no word that could mean anything else.
"""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from vaultwatch.drift.language import lexicon
from vaultwatch.drift.language.tokens import EXACT_KINDS, Token, fold, tokens
from vaultwatch.drift.news.added_lines import LineReading, is_alone, line_of
from vaultwatch.drift.passages.edits import outside, present
from vaultwatch.drift.passages.swaps import Swap, are_one_name, units_beside, written


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_FRAME: Final = _words(
    """
    the a an is are was were has have been to at on in of we it its our this that now from new
    update updated edit correction news change changes changed raise raised raises rises rose
    lowered lowers moved moves switched set increased increases reduced reduces cut went gone goes
    up down costs cost becomes became instead agreed fixed decided
    der die das den dem des ist sind wurde wurden auf am im um von zu jetzt nun neu neue neuer neues
    ab nachtrag korrektur erhoht gesenkt verschoben verlegt geandert angehoben reduziert kostet
    betragt
    le la les l est sont passe passent a au de du en maintenant desormais nouveau nouvelle augmente
    baisse deplace reporte coute
    el los las es son ahora pasa pasan del al nuevo nueva sube baja cambia cuesta
    il lo gli e sono ora adesso di nuovo nuova sale scende costa
    het een zijn nu naar op nieuwe nieuw verhoogd verlaagd verplaatst gewijzigd kost
    """
)
"""Words by which a line tells that something is otherwise now, folded; they say nothing else."""
_LEADS_IN: Final = _words(
    """
    to at is are now on costs cost becomes ist sind auf am um jetzt nun neu kostet betragt
    a au de est sont passe coute es son ahora cuesta e sono ora costa het is nu naar op kost
    """
)
"""Words that may stand before the new value, beside the one that stands before the old one."""
_BOUNDS: Final = _words(
    """
    least most about around over under than up to almost nearly roughly only another every each
    mindestens hochstens etwa rund uber unter bis nur fast jede jeder moins plus environ seulement
    minimo maximo casi unos circa almeno minstens hoogstens ongeveer
    """
) - {"to"}
_WAS: Final = re.compile(
    r"\b(?:was|were|been)\b(?! (?:raised|lowered|changed|moved|switched|set|increased|reduced|cut"
    r"|agreed|fixed|decided|updated))",
    re.IGNORECASE,
)
_UP_TO: Final = re.compile(r"(?<!went )(?<!gone )(?<!goes )\b(?:up|down) to\b", re.IGNORECASE)
_GIVES_WAY: Final = re.compile(
    r"(?:^|[\s,;(])(?:and |und |et |y |e |en )?"
    r"(?:not|instead of|rather than|no longer|from|nicht|statt|anstatt|von|au lieu de|et non|en vez"
    r" de|en lugar de|invece di|in plaats van|niet|de|da|van)\s+\Z",
    re.IGNORECASE,
)
"""What stands before the value that gave way."""
_NEWS: Final = tuple(map(lexicon.pattern, ("now", "news", "new")))
_TIMES: Final = frozenset({"date", "time", "weekday"})
_TITLES: Final = _words(
    "dr doctor prof professor mr mrs ms sir herr frau dottor dottore dottoressa signor signora"
    " senor senora don dona docteur docteure monsieur madame mme m meneer mevrouw senhor senhora"
)
"""They go with one person; another one may bear none, or another."""
_IS_PAST: Final = re.compile(
    r"\b(?:was|were|had|did|wrote|went|came|made|chose|gave|took|built|said|met|won|lost|left"
    r"|hatte|hatten|wurde|wurden|war|waren|était|étaient|fue|fueron|fu|furono|werd|werden)\b"
    r"|(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bbeen )\b[^\W\d_]{2,}ed\b",
    re.IGNORECASE,
)
"""A deed of the past stays the deed of who did it, whoever came after."""
_ENDS_OPEN: Final = (":", "=", "\u2192", ">")


def swap_of_newer_line(belief: str, then: str, added: str, *, is_below: bool) -> Swap | None:
    """Return what is replaced by what; None where the newer line leaves any doubt.

    Args:
        belief: the memory's body.
        then: the line that still stands, without Markdown.
        added: the newer one, likewise.
        is_below: whether it stands below the other in the same section: else, and for a name in any
            place, its own words must tell that it is news.
    """
    line = line_of(added)
    if line is None:
        return None
    stood = outside(present(then))
    old, said = tokens(stood), {one.norm for one in tokens(belief)}
    found = _of_reading(line.readings, stood, old, said)
    if found is None:
        told = present(line.clauses[0])
        found = _of_words(told, stood, old, said)
        is_news = line.is_dated or line.is_turned or _tells_news(told, old)
        if found is None or not (is_news or (is_below and _may_stand_bare(found))):
            return None
    return None if found.kind == "name" and _IS_PAST.search(belief) else found


def _of_words(told: str, stood: str, old: Sequence[Token], said: AbstractSet[str]) -> Swap | None:
    """Return what a newer line says otherwise in words that are known, or tell of a change."""
    new = _without_what_gave_way(told, old)
    if new is None or _WAS.search(told) or _UP_TO.search(told) or not _is_of_one_matter(new, old):
        return None
    known = {one.norm for one in old} | said
    fresh = [one for one in new if one.norm not in known and fold(one.surface) not in _FRAME]
    still = {one.norm for one in new}
    gone = [one for one in old if one.norm in said - still]
    lines = _Lines(told, stood, tuple(new), tuple(old))
    return _of_value(lines, fresh, gone) or _of_name(lines, fresh, gone)


def _tells_news(told: str, old: Sequence[Token]) -> bool:
    """Tell whether a line says by itself that something is new, or what gave way."""
    new = _without_what_gave_way(told, old)
    is_turned = new is not None and len(new) < len(tokens(told))
    return is_turned or any(sign.search(told) for sign in _NEWS)


@dataclass(frozen=True, slots=True)
class _Lines:
    """The newer line and the one that still stands, each with its words."""

    told: str
    stood: str
    new: tuple[Token, ...]
    old: tuple[Token, ...]

    def fits(self, came: Token, went: Token, *, is_counted: bool) -> bool:
        """Tell whether a value stands in the newer line as one that holds.

        Not as a bound, and not as the number of a thing: `stall 2` is another one than `stall 1`.
        """
        lead, was = _lead(self.told, came), _lead(self.stood, went)
        if lead == was and (is_counted or came.kind in _TIMES):
            return True
        return was not in _BOUNDS and (not lead or lead in _LEADS_IN)


def _of_value(lines: _Lines, fresh: Sequence[Token], gone: Sequence[Token]) -> Swap | None:
    """Return a number, date, time or identifier for the one of its kind and unit."""
    values = [one for one in fresh if one.kind in EXACT_KINDS and one.kind != "unit"]
    if len(values) != 1:
        return None
    came = values[0]
    at = lines.new.index(came)
    beside = [one for one in lines.new[max(0, at - 1) : at + 2] if one.kind == "unit"]
    if any(one is not came and one not in beside for one in fresh):
        return None
    counts = frozenset(one.norm for one in beside)
    alike = [one for one in lines.old if one.kind == came.kind]
    if (
        len(alike) != 1
        or alike[0] not in gone
        or not lines.fits(came, alike[0], is_counted=bool(counts))
    ):
        return None
    went = alike[0]
    place = lines.old.index(went)
    counted = units_beside(lines.old, place, place + 1)
    if counts and not counts & counted:
        return None
    return Swap("exact", (went.norm,), went.surface, came.surface, (came.norm,), counted, ("", ""))


def _of_name(lines: _Lines, fresh: Sequence[Token], gone: Sequence[Token]) -> Swap | None:
    """Return a name for a name, where the newer line says all else that both others say."""
    if not fresh or not gone or not all(map(_is_named, (*fresh, *gone))):
        return None
    if not (_are_in_a_row(fresh, lines.new) and _are_in_a_row(gone, lines.old)):
        return None
    came, went = written(lines.told, fresh), written(lines.stood, gone)
    if not are_one_name(came, fresh) or not are_one_name(went, gone):
        return None
    if not lines.fits(fresh[0], gone[0], is_counted=True):
        return None
    norms, new_norms = (tuple(one.norm for one in run) for run in (gone, fresh))
    return Swap("name", norms, went, came, new_norms, frozenset(), ("", ""))


def _of_reading(
    readings: Sequence[LineReading], stood: str, old: Sequence[Token], said: AbstractSet[str]
) -> Swap | None:
    """Return a name for the one that a line says it replaced: `Brevo was replaced by Mailgun`."""
    for reading in readings:
        went, came = tokens(reading.subject), tokens(reading.new)
        if not (reading.is_whole and went and came) or reading.rest or not is_alone(reading.who):
            continue
        norms, new_norms = (tuple(one.norm for one in run) for run in (went, came))
        at = [k for k in range(len(old)) if tuple(t.norm for t in old[k : k + len(went)]) == norms]
        if len(at) != 1 or not said >= set(norms) or said & set(new_norms):
            continue
        run = old[at[0] : at[0] + len(went)]
        beside = (*old[max(0, at[0] - 1) : at[0]], *old[at[0] + len(went) : at[0] + len(went) + 1])
        names = (written(stood, run), written(reading.new, came))
        is_titled = at[0] > 0 and fold(old[at[0] - 1].surface) in _TITLES
        is_whole = (
            not is_titled and not any(map(_is_named, beside)) and all(map(_is_named, (*run, *came)))
        )
        if is_whole and all(map(are_one_name, names, (run, came))):
            return Swap("name", norms, *names, new_norms, frozenset(), ("", ""))
    return None


def _without_what_gave_way(told: str, old: Sequence[Token]) -> list[Token] | None:
    """Return a newer line's words without `not 40` and its like; None where it still says no."""
    values = {one.norm for one in old if one.kind in {*EXACT_KINDS, "name"} - {"unit"}}
    kept = list(tokens(told))
    for one in tokens(told):
        before = _GIVES_WAY.search(told[: one.start]) if one.norm in values else None
        if before is not None:
            behind = [other for other in tokens(told) if other.start > one.start][:1]
            units = {other.start for other in behind if other.kind == "unit"}
            kept = [
                other
                for other in kept
                if not before.start() <= other.start <= one.start and other.start not in units
            ]
    return None if any(one.kind == "negation" for one in kept) else kept


def _is_of_one_matter(new: Sequence[Token], old: Sequence[Token]) -> bool:
    """Tell whether a newer line names something that the old one is about."""
    words = {one.norm for one in old if one.kind in {"word", "name"}}
    return any(one.norm in words and fold(one.surface) not in _FRAME for one in new)


def _may_stand_bare(swap: Swap) -> bool:
    """Tell whether a value needs no word of news: a name may stand beside another one."""
    return swap.kind == "exact" and all(one.kind != "ident" for one in tokens(swap.new))


def _are_in_a_row(run: Sequence[Token], line: Sequence[Token]) -> bool:
    at = line.index(run[0])
    return tuple(run) == tuple(line[at : at + len(run)])


def _is_named(one: Token) -> bool:
    return one.kind in {"word", "name"} and one.surface[0].isupper()


def _lead(text: str, value: Token) -> str:
    """Return the word that stands before a value, folded; empty at a begin or behind a colon."""
    before = text[: value.start].rstrip(" \u20ac$\u00a3")
    if not before or before.endswith(_ENDS_OPEN):
        return ""
    found = re.search(r"[^\W\d_]+\Z", before)
    return fold(found[0]) if found else before[-1]
