"""A claim survives being written and read; a normal value is normal."""

from datetime import UTC, datetime, timedelta, timezone
from typing import get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vaultwatch.errors import RefusedError
from vaultwatch.memories.claims import (
    Claim,
    Normaliser,
    Scope,
    checked_claim,
    claim_key,
    claim_of,
    claim_properties,
    hides_characters,
    normal_value,
    overlaps,
)
from vaultwatch.notes.frontmatter_edit import edit_properties
from vaultwatch.notes.properties import read_properties

CHARS = st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]) | st.sampled_from(
    ["'", '"', ": ", "- ", "#", "[[", "]]", "|", "{", "---", "\\", "&a", "*a", "!t", "  "]
)
LINES = st.lists(CHARS, min_size=1, max_size=12).map("".join).map(str.strip).filter(bool)
TEXTS = LINES | st.sampled_from(["007", "yes", "null", "~", "1e3", "2026-01-02", "false"])
ZONES = st.integers(-14 * 60, 14 * 60).map(lambda m: timezone(timedelta(minutes=m)))
DAYS = st.dates(datetime(2, 1, 1).date(), datetime(9998, 1, 1).date())  # noqa: DTZ001
MOMENTS = (
    st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1), timezones=ZONES)  # noqa: DTZ001
    | DAYS.map(lambda day: datetime(day.year, day.month, day.day, tzinfo=UTC))
    | st.just(datetime(2026, 1, 1, 23, 59, 59, 999999, UTC))
)
VALIDITY = st.tuples(st.none() | MOMENTS, st.none() | MOMENTS)


@st.composite
def claims(draw: st.DrawFn) -> Claim:
    scope: Scope = draw(st.sampled_from(get_args(Scope)))
    start, end = draw(VALIDITY)
    return Claim(
        subject=draw(TEXTS),
        predicate=draw(TEXTS),
        value=draw(TEXTS),
        scope=scope,
        session=draw(TEXTS) if scope == "session" else "",
        exclusive=draw(st.booleans()),
        valid_from=start,
        valid_until=end,
    )


@given(claims())
def test_a_claim_reads_back_from_a_note_as_it_was_written(claim: Claim) -> None:
    note = edit_properties(b"The belief.\n", put=claim_properties(claim))
    assert claim_of(read_properties(note.decode()).values) == claim


@given(claims())
@example(Claim("\ufe00", "speaks", "English"))
@example(Claim("Ada", "speaks", "\ufe00"))
def test_what_is_written_of_a_sound_claim_passes_the_check(claim: Claim) -> None:
    ends = (claim.valid_from, claim.valid_until)
    is_dated = claim.scope != "temporal" or ends != (None, None)
    if not is_dated or (ends[0] and ends[1] and ends[1] <= ends[0]):
        return
    found = claim_properties(claim)
    texts = {key: text for key, text in found.items() if isinstance(text, str)}
    if any(map(hides_characters, (claim.subject, claim.predicate, claim.session))):
        with pytest.raises(RefusedError, match="hidden characters"):
            checked_claim(exclusive=claim.exclusive, **texts)
        return
    assert checked_claim(exclusive=claim.exclusive, **texts) == claim


@given(claims(), claims())
def test_overlap_is_an_instant_in_both(one: Claim, other: Claim) -> None:
    first, last = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
    ends = [(each.valid_from or first, each.valid_until or last) for each in (one, other)]
    instants = [first, *(start for start, _ in ends)]
    is_met = any(all(start <= instant < end for start, end in ends) for instant in instants)
    assert overlaps(one, other) is overlaps(other, one) is is_met


@given(claims(), st.sampled_from(["  ", " \t", "\u00a0"]))
def test_a_key_does_not_see_case_space_or_form(claim: Claim, space: str) -> None:
    wide = Claim(
        claim.subject.replace(" ", space),
        f"{space}{claim.predicate}",
        "other",
        claim.scope,
        claim.session,
    )
    assert claim_key(wide) == claim_key(claim)


WORDS = st.lists(
    st.characters()
    | st.sampled_from([*"0123456789.,-+ '$\u20ac", "USD", "eur", "e", " Jan ", "2026", "000", "00"])
).map("".join)


@given(WORDS, st.sampled_from(get_args(Normaliser)))
def test_a_normal_value_is_its_own(value: str, normaliser: Normaliser) -> None:
    once = normal_value(value, normaliser)
    assert normal_value(once, normaliser) == once


@given(
    whole=st.integers(1000, 10**12),
    cents=st.integers(0, 99),
    marks=st.sampled_from([(",", "."), (".", ","), (" ", ","), ("'", "."), ("", ".")]),
    sign=st.sampled_from(["", "-"]),
)
def test_an_amount_is_one_however_its_country_writes_it(
    whole: int, cents: int, marks: tuple[str, str], sign: str
) -> None:
    group, decimal = marks
    written = f"{sign}{whole:,}".replace(",", group) + f"{decimal}{cents:02}"
    expected = f"{sign}{whole}" + (f".{cents:02}".rstrip("0") if cents else "")
    assert normal_value(written, "number") == expected
    assert normal_value(f"\u20ac {written}", "currency") == f"{expected} EUR"
    assert normal_value(f"{written}eur", "currency") == f"{expected} EUR"
