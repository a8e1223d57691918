"""Read the one claim a memory may carry, and tell when two claims are about the same.

Pure. A claim stands in a memory note as flat properties: `subject`, `predicate`, `value`, `scope`,
`session`, `exclusive`, `valid_from`, `valid_until`. People edit them, so reading is tolerant
(`claim_of`); what a caller hands in is checked (`checked_claim`). `memories.conflicts` compares.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Literal, TypeAlias, get_args

from vaultwatch.errors import RefusedError
from vaultwatch.guard.disguise import hides_letters, look_alike, visible
from vaultwatch.late_regex import late_regex
from vaultwatch.memories.validity import moment_in, valid_moment, validity_properties
from vaultwatch.notes.model import PropertyValue

Normaliser: TypeAlias = Literal[
    "none", "trim", "lowercase", "lowercase_trim", "currency", "date", "number"
]
Scope: TypeAlias = Literal["global", "session", "temporal"]

MOST_NAME_CHARS = 200
"""Of a subject, a predicate or a session id. Chosen by hand: a long title is about 100."""
MOST_VALUE_CHARS = 1_000
"""Chosen by hand: a longer value is prose, and belongs into the belief."""

_SCOPES: dict[str, Scope] = {scope: scope for scope in get_args(Scope)}
_NO = frozenset({"false", "no", "off"})
_SPACE = late_regex(r"\s+")
_BREAK = late_regex(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_LINK = late_regex(r"\[\[([^\[\]|]+)(?:\|[^\[\]]*)?\]\]")
_NEVER_WRITTEN = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Controls, halves of a surrogate pair, line and paragraph separators."""

_MOST_READ_CHARS = 64
"""No amount or date is longer; a longer value is compared as text."""
_MOST_ZEROS = 40
"""Powers of ten beyond it stay `e` numbers, so that `1e9999` is not written out."""
_DAY = late_regex(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})", re.ASCII)
_DAY_MONTH = late_regex(r"(\d{1,2})(?:st|nd|rd|th|\.)? ([a-z]{3,9})\.?,? (\d{4})", re.ASCII)
_MONTH_DAY = late_regex(r"([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})", re.ASCII)
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_AMOUNT = late_regex(
    r"(?P<whole>[1-9][0-9]{0,2}(?:(?P<group>[,.' ])[0-9]{3})(?:(?P=group)[0-9]{3})*|[0-9]+)"
    r"(?:(?P<mark>[.,])(?P<part>[0-9]+))?"
)
_NUMBER = late_regex(r"(?P<sign>[-+]?)(?P<amount>[0-9., ']*)(?:e(?P<power>[-+]?[0-9]{1,4}))?")
_MONEY = late_regex(
    r"(?P<sign>[-+]?) ?(?P<head>[a-z$€£₹]{0,3}) ?(?P<second>[-+]?)"
    r"(?P<amount>[0-9](?:[0-9., ']*[0-9])?) ?(?P<tail>[a-z$€£₹]{0,3})"
)
_SYMBOLS = {"$": "USD", "us$": "USD", "€": "EUR", "£": "GBP", "₹": "INR"}
"""`$` is the US dollar unless a code says otherwise; `¥` has two countries and is not guessed."""
# fmt: off
_CODES = frozenset({
    "AED", "ARS", "AUD", "BGN", "BHD", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DKK",
    "EUR", "GBP", "HKD", "HUF", "IDR", "ILS", "INR", "JPY", "KRW", "MXN", "MYR", "NOK", "NZD",
    "PEN", "PHP", "PLN", "RON", "RUB", "SAR", "SEK", "SGD", "THB", "TRY", "TWD", "USD", "ZAR",
})
# fmt: on
"""Source: ISO 4217. The most traded, chosen by hand; another code is compared as text."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a memory says, so plainly that a machine can hold it against another."""

    subject: str
    """A name or a wiki-link."""
    predicate: str
    value: str
    scope: Scope = "global"
    session: str = ""
    """The id of the one session it holds in; empty in every other scope."""
    exclusive: bool = True
    """Whether it denies every other value of the same subject and predicate."""
    valid_from: datetime | None = None
    """UTC-aware, inclusive; None: since ever."""
    valid_until: datetime | None = None
    """UTC-aware, exclusive; None: for ever. A bare date means to the end of that day."""


def claim_of(properties: Mapping[str, PropertyValue]) -> Claim | None:
    """Return the claim in a note's properties; None where they hold none.

    Subject, predicate and value must all say something. An unknown scope is global, a date that
    cannot be read is none. Of scope session without a session id there is no claim: nobody could
    tell what it meets. In another scope `session` says who wrote the memory, and is not read.
    """
    subject, predicate, value = (
        _text(properties.get(key)) for key in ("subject", "predicate", "value")
    )
    scope = _SCOPES.get(_text(properties.get("scope")).lower(), "global")
    session = _text(properties.get("session")) if scope == "session" else ""
    if not (subject and predicate and value) or (scope == "session" and not session):
        return None
    return Claim(
        subject=subject,
        predicate=predicate,
        value=value,
        scope=scope,
        session=session,
        exclusive=_text(properties.get("exclusive")).lower() not in _NO,
        valid_from=valid_moment(properties, "valid_from"),
        valid_until=valid_moment(properties, "valid_until"),
    )


def claim_properties(claim: Claim) -> dict[str, str | bool]:
    """Return a claim's properties in their fixed order, defaults left out.

    `claim_of` reads them back: every claim that `checked_claim` returns comes back the same.
    """
    found: dict[str, str | bool] = {
        "subject": claim.subject,
        "predicate": claim.predicate,
        "value": claim.value,
    }
    if claim.scope != "global":
        found["scope"] = claim.scope
    if claim.scope == "session":
        found["session"] = claim.session
    if not claim.exclusive:
        found["exclusive"] = False
    return found | validity_properties(claim.valid_from, claim.valid_until)


def checked_claim(  # noqa: PLR0913 - one argument a property, all by name
    *,
    subject: str,
    predicate: str,
    value: str,
    scope: str = "global",
    session: str = "",
    exclusive: bool = True,
    valid_from: str = "",
    valid_until: str = "",
) -> Claim:
    """Return the claim that a caller means, its texts stripped at both ends.

    Subject, predicate and session have 200 characters at most, the value 1,000. A session is given
    if and only if that is the scope (global, session, temporal). The times are as those of
    `checked_validity`.

    Raises:
        RefusedError: something is empty, too long, not one line, unknown, unreadable, or does not
            fit together.
    """
    subject = _one_line("subject", subject, MOST_NAME_CHARS)
    predicate = _one_line("predicate", predicate, MOST_NAME_CHARS)
    value = _one_line("value", value, MOST_VALUE_CHARS)
    known = _SCOPES.get(scope)
    if known is None:
        raise RefusedError("The claim's scope is unknown.", hint="Use global, session or temporal.")
    if known == "session":
        session = _one_line("session", session, MOST_NAME_CHARS)
    elif session.strip():
        raise RefusedError(
            f"A claim of scope {known} cannot belong to one session.",
            hint="Use the scope session, or leave the session out.",
        )
    since, until = checked_validity(valid_from, valid_until)
    if known == "temporal" and since is None and until is None:
        raise RefusedError(
            "A claim of scope temporal needs a date.",
            hint="Give valid_from or valid_until, or use the scope global.",
        )
    own_session = session if known == "session" else ""
    return Claim(subject, predicate, value, known, own_session, exclusive, since, until)


def claim_key(claim: Claim) -> str:
    """Return what must agree for two claims to be about the same.

    Subject and predicate count by their words as an eye reads them (`folded_name`); the brackets
    and alias of a wiki-link do not. Scope and session must be the same: what holds in one session
    never meets what holds everywhere.
    """
    subject = _LINK.sub(lambda link: link[1].strip().removesuffix(".md"), claim.subject)
    predicate = folded_name(claim.predicate)
    # Folded words hold no line break, and the session comes last: no two claims join to one key.
    return "\n".join((folded_name(subject), predicate, claim.scope, claim.session))


def undated(claim: Claim | None) -> Claim | None:
    """Return what a claim says, whenever it holds: an end that is set later says nothing new."""
    return None if claim is None else replace(claim, valid_from=None, valid_until=None)


def overlaps(one: Claim, other: Claim) -> bool:
    """Tell whether there is an instant at which both claims hold.

    Touching is no overlap, and a claim that ends before it begins holds at no instant.
    """
    starts = [moment for moment in (one.valid_from, other.valid_from) if moment is not None]
    ends = [moment for moment in (one.valid_until, other.valid_until) if moment is not None]
    return not starts or not ends or max(starts) < min(ends)


def folded(text: str) -> str:
    """Return a text without what never counts: Unicode form, case, white space at and between."""
    return " ".join(_lower(unicodedata.normalize("NFC", text)).split())


def normal_value(value: str, normaliser: Normaliser) -> str:
    """Return the form in which two values that mean the same are equal. Doing it twice is once.

    Every normaliser brings Unicode into one form (NFC). `trim` drops white space at the ends and
    makes it one space within; `lowercase` folds case; `lowercase_trim` does both.

    - `number`: `1,200` is 1200, `1.50` is 1.5, `1e3` is 1000. Where `,` and `.` both stand, the
      last is the decimal mark; a lone `,` before three digits groups, a lone `.` does not.
    - `currency`: an amount and the ISO code. A lone mark of either kind before three digits groups:
      money has seldom three decimals. An amount without a currency keeps none.
    - `date`: ISO. Year first, or an English month by name; `01/02/2026` is not guessed.

    What one of these cannot read is compared as `lowercase_trim`.
    """
    text = unicodedata.normalize("NFC", value)
    if normaliser == "none":
        return text
    if normaliser == "lowercase":
        return _lower(text)
    if normaliser == "trim":
        return " ".join(text.split())
    text = folded(text)
    read = _READERS.get(normaliser)
    return (read(text) if read and len(text) <= _MOST_READ_CHARS else None) or text


def _lower(text: str) -> str:
    """Folding can take a letter and its accent apart."""
    return unicodedata.normalize("NFC", text.casefold())


def _plain_marks(text: str) -> str:
    return text.replace("\u2212", "-").replace("\u2019", "'")  # a typographer's minus, apostrophe


def _number(text: str) -> str | None:
    found = _NUMBER.fullmatch(_plain_marks(text))
    amount = found and _amount(found["amount"], is_money=False)
    if found is None or amount is None:
        return None
    return _written_out(Decimal(f"{found['sign']}{amount}e{found['power'] or 0}"))


def _money(text: str) -> str | None:
    found = _MONEY.fullmatch(_plain_marks(text))
    if found is None or (found["sign"] and found["second"]):
        return None
    units = {_unit(unit) for unit in (found["head"], found["tail"]) if unit}
    amount = _amount(found["amount"], is_money=True)
    if amount is None or len(units) > 1 or "" in units:
        return None
    plain = _written_out(Decimal(f"{found['sign']}{found['second']}{amount}"))
    if re.search(r"\.\d{3}\Z", plain):
        plain += "0"  # or the next reader would take the three decimals for a thousand
    return " ".join((plain, *units))


def _unit(text: str) -> str:
    code = text.upper()
    return _SYMBOLS.get(text, code if code in _CODES else "")


def _amount(text: str, *, is_money: bool) -> str | None:
    """Return digits and at most one `.`; None where the marks make no sense."""
    if text[:1] == ".":
        text = f"0{text}"
    found = _AMOUNT.fullmatch(text)
    if found is None or (found["group"] and found["group"] == found["mark"]):
        return None
    whole, group, part = found["whole"], found["group"] or "", found["part"] or "0"
    if group == "." and found["mark"] is None and whole.count(".") == 1 and not is_money:
        return whole
    return f"{whole.replace(group, '') if group else whole}.{part}"


def _written_out(number: Decimal) -> str:
    """Return the shortest exact form; no context of `decimal` may round it."""
    sign, digits, power = number.as_tuple()
    kept = "".join(map(str, digits)).lstrip("0")
    if not kept or not isinstance(power, int):
        return "0"
    power += len(kept) - len(kept.rstrip("0"))
    kept = kept.rstrip("0")
    minus = "-" if sign else ""
    if abs(power) > _MOST_ZEROS:
        return f"{minus}{kept}e{power}"
    if power >= 0:
        return f"{minus}{kept}{'0' * power}"
    kept = kept.rjust(1 - power, "0")
    return f"{minus}{kept[:power]}.{kept[power:]}"


def _date(text: str) -> str | None:
    found = _DAY.fullmatch(text)
    if found:
        return _iso(found[1], found[3], found[4])
    by_day, by_month = _DAY_MONTH.fullmatch(text), _MONTH_DAY.fullmatch(text)
    if by_day:
        return _iso(by_day[3], _month(by_day[2]), by_day[1])
    return _iso(by_month[3], _month(by_month[1]), by_month[2]) if by_month else None


def _month(name: str) -> int:
    """Return 1 to 12 for a month's name or its beginning; 0 for another word."""
    return next((n for n, month in enumerate(_MONTHS, start=1) if month.startswith(name)), 0)


def _iso(year: str, month: str | int, day: str) -> str | None:
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return None


def _text(value: PropertyValue) -> str:
    """Return a person's text as one line; what is no text is none."""
    return _SPACE.sub(_gap, value.strip()) if isinstance(value, str) else ""


def _gap(found: re.Match[str]) -> str:
    return " " if _BREAK.search(found[0]) else found[0]


_READERS: dict[str, Callable[[str], str | None]] = {
    "number": _number,
    "currency": _money,
    "date": _date,
}


def checked_validity(valid_from: str, valid_until: str) -> tuple[datetime | None, datetime | None]:
    """Return from when on and until when a caller means that something holds; None where empty.

    ISO dates or moments, of the user's zone where they name none; an end means all of that day.

    Raises:
        RefusedError: one cannot be read, or the end is not after the beginning.
    """
    since = _given("valid_from", valid_from, is_end=False)
    until = _given("valid_until", valid_until, is_end=True)
    if since is not None and until is not None and until <= since:
        raise RefusedError("It ends before it begins.", hint="Give a valid_until after valid_from.")
    return since, until


def _given(name: str, text: str, *, is_end: bool) -> datetime | None:
    moment = moment_in(text.strip(), is_end=is_end)
    if moment is None and text.strip():
        raise RefusedError(
            f"The {name} is no date.", hint="Write it like 2026-01-31 or 2026-01-31T10:00Z."
        )
    return moment


def _one_line(name: str, text: str, most_chars: int) -> str:
    text = text.strip()
    if not text:
        raise RefusedError(f"The claim's {name} is empty.", hint=f"Say what its {name} is.")
    if len(text) > most_chars:
        said = f"The claim's {name} has {len(text)} characters; {most_chars} is the most."
        raise RefusedError(said, hint="Say it shorter; the belief itself may be long.")
    if any(unicodedata.category(char) in _NEVER_WRITTEN for char in text):
        raise RefusedError(
            f"The claim's {name} holds a line break or a control character.",
            hint="Write it as one line of plain text.",
        )
    if name != "value" and hides_characters(text):  # no eye could tell it from another
        raise RefusedError(f"The claim's {name} holds hidden characters.", hint="Leave them out.")
    return text


_JOINER = late_regex("(?<=[^\x00-\u052f])[\u200c\u200d\ufe0e\ufe0f]")
"""Joiners within Persian or Indic words and between emoji, which people type."""
_MOST_LAYERS = 4
"""Of quotes, marks and articles round a name that are looked through. Chosen by hand: a name with
more is none, and a note may hold it by the megabyte."""
_QUOTES = "'\"\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb()[]{}<>` "
_ENDS = ".,;:!?\u2026"
_APART = late_regex(r"[-\u2013\u2014\u2022*.,;:!?\u2026]+ ")
_APART_BEHIND = late_regex(r" [-\u2013\u2014\u2022*.,;:!?\u2026]+\Z")
"""Marks that a space keeps apart from a name, as in a list."""
_AROUND = late_regex(r"([*_~])(?=\S)(.+?)(?<=\S)\1")
_ARTICLE = late_regex(r"the (?=\S)")


def folded_name(text: str) -> str:
    """Return a subject or predicate as an eye reads it, for comparing.

    Case, white space, Unicode form, hidden characters, quotes and brackets round it, punctuation
    behind it and a leading English article do not count; full-width and look-alike letters are the
    plain ones. A mark that touches the name is of it: `.env` is no `env`, and `A-` no `A`.
    """
    name = " ".join(visible(text).translate(look_alike()).split())
    for _ in range(_MOST_LAYERS):
        name = _barer(name) or name
    return unicodedata.normalize("NFC", name)


def _barer(name: str) -> str:
    """Return a name without the outermost of what an eye passes over."""
    name = name.strip(_QUOTES).rstrip(_ENDS).strip(_QUOTES)
    if around := _AROUND.fullmatch(name):
        name = around[2]
    for pattern in (_APART, _ARTICLE):
        if (found := pattern.match(name)) is not None:
            name = name[found.end() :]
    return _APART_BEHIND.sub("", name)


def hides_characters(text: str) -> bool:
    """Tell whether a name holds characters that no eye sees, beside those that a script needs."""
    return hides_letters(_JOINER.sub("", text))
