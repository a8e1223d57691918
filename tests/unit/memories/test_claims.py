"""A claim, read from properties, checked, and held against another."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

import pytest

from vaultwatch.errors import RefusedError
from vaultwatch.memories.claims import (
    Claim,
    Normaliser,
    checked_claim,
    claim_key,
    claim_of,
    claim_properties,
    normal_value,
    overlaps,
)
from vaultwatch.notes.model import PropertyValue
from vaultwatch.notes.properties import read_properties

PORT = {"subject": "Atlas", "predicate": "port", "value": "8080"}
JAN, FEB, MAR = (datetime(2026, month, 1, tzinfo=UTC) for month in (1, 2, 3))


@pytest.mark.parametrize(
    ("more", "claim"),
    [
        pytest.param({}, Claim("Atlas", "port", "8080"), id="the least"),
        pytest.param({"subject": " \n"}, None, id="no subject"),
        pytest.param({"predicate": None}, None, id="no predicate"),
        pytest.param({"value": ""}, None, id="no value"),
        pytest.param({"value": ("8080",)}, None, id="a list is no value"),
        pytest.param({"value": " a \n b  c "}, Claim("Atlas", "port", "a b  c"), id="one line"),
        pytest.param({"scope": "World"}, Claim("Atlas", "port", "8080"), id="unknown scope"),
        pytest.param(
            {"scope": " Session ", "session": "s1"},
            Claim("Atlas", "port", "8080", "session", "s1"),
            id="session",
        ),
        pytest.param({"scope": "session"}, None, id="session without its id"),
        pytest.param({"session": "s1"}, Claim("Atlas", "port", "8080"), id="who wrote it"),
        pytest.param(
            {"scope": "temporal"}, Claim("Atlas", "port", "8080", "temporal"), id="temporal"
        ),
        pytest.param(
            {"exclusive": "False"}, Claim("Atlas", "port", "8080", exclusive=False), id="false"
        ),
        pytest.param({"exclusive": "no"}, Claim("Atlas", "port", "8080", exclusive=False), id="no"),
        pytest.param({"exclusive": "perhaps"}, Claim("Atlas", "port", "8080"), id="odd exclusive"),
    ],
)
def test_a_claim_is_read_from_properties(
    more: dict[str, PropertyValue], claim: Claim | None
) -> None:
    assert claim_of({**PORT, **more}) == claim


def test_a_bare_wiki_link_is_a_subject() -> None:
    text = "---\nsubject: [[Atlas]]\npredicate: port\nvalue: 007\n---\n"
    assert claim_of(read_properties(text).values) == Claim("[[Atlas]]", "port", "007")


@pytest.mark.parametrize(
    ("written", "start", "end"),
    [
        pytest.param("2026-01-01", JAN, JAN + timedelta(days=1), id="a day, to its end"),
        pytest.param("2026/1/1", JAN, JAN + timedelta(days=1), id="slashes"),
        pytest.param("[[2026-01-01]]", JAN, JAN + timedelta(days=1), id="a day's note"),
        pytest.param("2026-01-01 00:00", JAN, JAN, id="a moment"),
        pytest.param("2026-01-01T01:00+01:00", JAN, JAN, id="another zone"),
        pytest.param("soon", None, None, id="no date"),
        pytest.param("2026-02-30", None, None, id="no such day"),
        pytest.param(
            "9999-12-31", datetime(9999, 12, 31, tzinfo=UTC), None, id="the end of all days"
        ),
    ],
)
def test_dates_are_read(written: str, start: datetime | None, end: datetime | None) -> None:
    claim = claim_of({**PORT, "valid_from": written, "valid_until": written})
    assert claim is not None
    assert (claim.valid_from, claim.valid_until) == (start, end)


def test_properties_stand_in_order_and_leave_defaults_out() -> None:
    least = claim_properties(Claim("Atlas", "port", "8080"))
    most = claim_properties(
        Claim("Atlas", "port", "8080", "session", "s1", exclusive=False, valid_from=JAN,
              valid_until=FEB + timedelta(hours=9))
    )  # fmt: skip
    assert list(least.items()) == list(PORT.items())
    assert list(most.items()) == [
        *PORT.items(),
        ("scope", "session"),
        ("session", "s1"),
        ("exclusive", False),
        ("valid_from", "2026-01-01"),
        ("valid_until", "2026-02-01T09:00:00Z"),
    ]


@pytest.mark.parametrize(
    ("until", "written"),
    [
        pytest.param(FEB, "2026-01-31", id="the last day"),
        pytest.param(datetime(1, 1, 1, tzinfo=UTC), "0001-01-01T00:00:00Z", id="no day before"),
    ],
)
def test_an_end_at_midnight_is_written_as_the_last_day(until: datetime, written: str) -> None:
    assert claim_properties(Claim("a", "b", "c", valid_until=until))["valid_until"] == written


@pytest.mark.parametrize(
    ("said", "message"),
    [
        pytest.param({"subject": " "}, "subject is empty", id="no subject"),
        pytest.param({"predicate": ""}, "predicate is empty", id="no predicate"),
        pytest.param({"value": "\n"}, "value is empty", id="no value"),
        pytest.param({"subject": "x" * 201}, "201 characters; 200", id="long subject"),
        pytest.param({"predicate": "x" * 201}, "201 characters; 200", id="long predicate"),
        pytest.param({"value": "x" * 1001}, "1001 characters; 1000", id="long value"),
        pytest.param({"subject": "a\nb"}, "line break", id="line break"),
        pytest.param({"value": "a\u2028b"}, "line break", id="line separator"),
        pytest.param({"predicate": "a\x1bb"}, "control", id="control"),
        pytest.param({"value": "a\ud800b"}, "control", id="half a surrogate pair"),
        pytest.param({"scope": "Global"}, "scope is unknown", id="unknown scope"),
        pytest.param({"scope": "session"}, "session is empty", id="session without its id"),
        pytest.param(
            {"scope": "session", "session": "x" * 201}, "201 characters", id="long session"
        ),
        pytest.param({"session": "s1"}, "scope global cannot", id="session of a global claim"),
        pytest.param(
            {"scope": "temporal", "session": "s1", "valid_from": "2026-01-01"},
            "scope temporal cannot",
            id="session of a temporal claim",
        ),
        pytest.param({"scope": "temporal"}, "needs a date", id="temporal without a date"),
        pytest.param({"valid_from": "soon"}, "valid_from is no date", id="no date"),
        pytest.param({"valid_until": "2026-02-30"}, "valid_until is no date", id="no such day"),
        pytest.param(
            {"valid_from": "2026-01-02", "valid_until": "2026-01-01"}, "ends before", id="backwards"
        ),
        pytest.param(
            {"valid_from": "2026-01-02", "valid_until": "2026-01-02T00:00Z"},
            "ends before",
            id="at once",
        ),
    ],
)
def test_a_bad_claim_is_refused(said: dict[str, Any], message: str) -> None:
    with pytest.raises(RefusedError, match=message) as caught:
        checked_claim(**{**PORT, **said})
    assert caught.value.hint.endswith(".")


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        pytest.param({}, Claim("Atlas", "port", "8080"), id="the least"),
        pytest.param(
            {"subject": " Atlas ", "session": " "}, Claim("Atlas", "port", "8080"), id="stripped"
        ),
        pytest.param(
            {"subject": "x" * 200, "value": "y" * 1000},
            Claim("x" * 200, "port", "y" * 1000),
            id="the longest",
        ),
        pytest.param(
            {"scope": "temporal", "valid_from": "2026-01-01", "valid_until": "2026-01-01"},
            Claim("Atlas", "port", "8080", "temporal", valid_from=JAN,
                  valid_until=JAN + timedelta(days=1)),
            id="one day",
        ),
        pytest.param(
            {"scope": "session", "session": "s1", "exclusive": False},
            Claim("Atlas", "port", "8080", "session", "s1", exclusive=False),
            id="session",
        ),
    ],
)  # fmt: skip
def test_a_good_claim_is_returned(said: dict[str, Any], claim: Claim) -> None:
    assert checked_claim(**{**PORT, **said}) == claim


ONE_OF_A_KEY = Claim("[[Projects/Atlas|the app]]", "Deploy  Window", "x")


@pytest.mark.parametrize(
    ("claim", "is_same"),
    [
        pytest.param(Claim("projects/ATLAS", "deploy window", "y"), True, id="folded, other value"),
        pytest.param(Claim("[[Projects/Atlas.md]]", "deploy\nwindow", "x"), True, id="link, break"),
        pytest.param(Claim("[[Atlas]]", "deploy window", "x"), False, id="other path"),
        pytest.param(Claim("projects/atlas", "deploy windows", "x"), False, id="other predicate"),
        pytest.param(
            Claim("projects/atlas", "deploy window", "x", "temporal"), False, id="other scope"
        ),
        pytest.param(
            Claim("projects/atlas", "deploy window", "x", "session", "s"), False, id="a session"
        ),
        pytest.param(
            Claim("projects/atlas", "deploy window", "x", valid_from=JAN), True, id="other validity"
        ),
    ],
)
def test_a_key_holds_what_must_agree(claim: Claim, *, is_same: bool) -> None:
    assert (claim_key(claim) == claim_key(ONE_OF_A_KEY)) is is_same


def test_a_key_counts_every_form_of_a_letter_as_one() -> None:
    assert claim_key(Claim("Cafe\u0301", "p", "v")) == claim_key(Claim("CAF\u00c9", "p", "v"))
    assert claim_key(Claim("port of [[A|b]]", "p", "v")) == claim_key(Claim("port of a", "p", "v"))


def test_keys_do_not_collide_by_joining() -> None:
    parts = ["a", "a b", "a\nb", "b", "b a", "a\0b", "global", "session"]
    keys = {
        claim_key(Claim(subject, predicate, "v", scope, session))
        for subject, predicate in product(parts, parts)
        for scope in ("global", "session")
        for session in ("", "a", "s\nglobal\n")
    }  # `a b` and `a\nb` fold to one
    assert len(keys) == 7 * 7 * 2 * 3


@pytest.mark.parametrize(
    ("one", "other", "is_overlap"),
    [
        pytest.param((None, None), (None, None), True, id="open both"),
        pytest.param((JAN, None), (None, FEB), True, id="half open"),
        pytest.param((FEB, None), (None, JAN), False, id="half open, apart"),
        pytest.param((JAN, FEB), (FEB, MAR), False, id="touching"),
        pytest.param((JAN, MAR), (FEB, None), True, id="into an open one"),
        pytest.param((JAN, MAR), (FEB, FEB), False, id="an instant is none"),
        pytest.param((MAR, JAN), (None, None), False, id="backwards, with open"),
        pytest.param((MAR, JAN), (JAN, MAR), False, id="backwards, with a span"),
        pytest.param((JAN, FEB), (JAN, FEB), True, id="the same"),
        pytest.param((JAN, FEB), (MAR, None), False, id="apart"),
    ],
)
def test_validity_overlaps(
    one: tuple[datetime | None, datetime | None],
    other: tuple[datetime | None, datetime | None],
    *,
    is_overlap: bool,
) -> None:
    left, right = (Claim("a", "b", "c", valid_from=s, valid_until=e) for s, e in (one, other))
    assert overlaps(left, right) is is_overlap
    assert overlaps(right, left) is is_overlap


@pytest.mark.parametrize(
    ("normaliser", "value", "normal"),
    [
        ("none", " A\u0301  b ", " \u00c1  b "),
        ("trim", " A  b\n", "A b"),
        ("lowercase", " A  B", " a  b"),
        ("lowercase_trim", " STRASSE  B\u00a0", "strasse b"),
        ("lowercase_trim", "\u01f0", "\u01f0"),
        ("number", "1,200", "1200"),
        ("number", "1.50", "1.5"),
        ("number", "-0", "0"),
        ("number", "-0.00", "0"),
        ("number", "1e3", "1000"),
        ("number", "1.5E-3", "0.0015"),
        ("number", "1.200", "1.2"),
        ("number", "1,5", "1.5"),
        ("number", "0,125", "0.125"),
        ("number", "1,200.50", "1200.5"),
        ("number", "1.200,50", "1200.5"),
        ("number", "1,234,567", "1234567"),
        ("number", "1.234.567", "1234567"),
        ("number", "1 200", "1200"),
        ("number", "1\u2019200", "1200"),
        ("number", "\u22125", "-5"),
        ("number", "+007", "7"),
        ("number", ".5", "0.5"),
        ("number", "1e9999", "1e9999"),
        ("number", "-10e-9998", "-1e-9997"),
        ("number", "1e99999999", "1e99999999"),
        ("number", "1.2.3", "1.2.3"),
        ("number", "1,200,00", "1,200,00"),
        ("number", "9 Lives", "9 lives"),
        ("number", "\u0663", "\u0663"),
        ("number", "9" * 65, "9" * 65),
        ("number", "1234567890123456789012345678901.50", "1234567890123456789012345678901.5"),
        ("currency", "$1,200.00", "1200 USD"),
        ("currency", "1200 USD", "1200 USD"),
        ("currency", "usd 1,200", "1200 USD"),
        ("currency", "US$1200", "1200 USD"),
        ("currency", "$1,200 USD", "1200 USD"),
        ("currency", "1.200,00 \u20ac", "1200 EUR"),
        ("currency", "\u20ac1.200", "1200 EUR"),
        ("currency", "1\u202f200,50 eur", "1200.5 EUR"),
        ("currency", "CHF 1'200.-", "chf 1'200.-"),
        ("currency", "-$5", "-5 USD"),
        ("currency", "$-5", "-5 USD"),
        ("currency", "-$-5", "-$-5"),
        ("currency", "1.2340 USD", "1.2340 USD"),
        ("currency", "0.125 USD", "0.1250 USD"),
        ("currency", "-0 USD", "0 USD"),
        ("currency", "1,200", "1200"),
        ("currency", "$5 EUR", "$5 eur"),
        ("currency", "\u00a5500", "\u00a5500"),
        ("currency", "12 XYZ", "12 xyz"),
        ("currency", "About $5", "about $5"),
        ("date", "2026-01-05", "2026-01-05"),
        ("date", "2026-1-5", "2026-01-05"),
        ("date", "2026/1/5", "2026-01-05"),
        ("date", "5 Jan 2026", "2026-01-05"),
        ("date", "5th January, 2026", "2026-01-05"),
        ("date", "Jan 5, 2026", "2026-01-05"),
        ("date", "SEPT. 5 2026", "2026-09-05"),
        ("date", " 01/02/2026", "01/02/2026"),
        ("date", "31/12/2026", "31/12/2026"),
        ("date", "2026-02-30", "2026-02-30"),
        ("date", "5 Jam 2026", "5 jam 2026"),
        ("date", "2026-01-05T10:00", "2026-01-05t10:00"),
    ],
)
def test_a_value_has_one_form(normaliser: Normaliser, value: str, normal: str) -> None:
    assert normal_value(value, normaliser) == normal


@pytest.mark.parametrize(
    "written",
    [
        "ha\u200drbor",
        "\u2063harbor",
        "h\u0430rbor",
        "\uff28\uff21rbor",
        "Harbor.",
        "harbor?",
        "Harbor \u2026",
        "The Harbor",
        "**The Harbor**:",
        "__harbor__",
        "\u201cthe harbor\u201d (!)",
        "- the Harbor -",
        "`harbor`",
    ],
)
def test_names_meet_as_an_eye_reads_them(written: str) -> None:
    plain = Claim("Harbor", "harbor", "Anna")
    assert claim_key(replace(plain, subject=written)) == claim_key(plain)
    assert claim_key(replace(plain, predicate=written)) == claim_key(plain)


@pytest.mark.parametrize("name", [".harbor", "-harbor", "harbor-", "harbor*", "_harbor", "~harbor"])
def test_a_mark_that_touches_a_name_is_of_it(name: str) -> None:
    plain = Claim("Harbor", "harbor", "Anna")
    assert claim_key(replace(plain, subject=name)) != claim_key(plain)
    assert claim_key(replace(plain, subject=f"the {name.upper()}:")) == claim_key(
        replace(plain, subject=name)
    )


@pytest.mark.parametrize(
    "name", ["C#", "The", "Harbour", "Theatre Harbor", "\u0645\u06cc\u200c\u0634"]
)
def test_names_that_an_eye_tells_apart_stay_apart(name: str) -> None:
    others = ("Harbor", "C", "atre Harbor", "")
    key = claim_key(Claim(name, "lead", "Anna"))
    assert key not in {claim_key(Claim(other, "lead", "Anna")) for other in others}
    assert checked_claim(subject=name, predicate="lead", value="Anna").subject == name


@pytest.mark.parametrize("hidden", ["\u200b", "\u00ad", "\u2063", "\u202e", "\u200d", "\U000e0041"])
@pytest.mark.parametrize("name", ["subject", "predicate"])
def test_a_name_with_hidden_characters_is_refused(name: str, hidden: str) -> None:
    said = {"subject": "Harbor", "predicate": "lead", name: f"ha{hidden}rbor"}
    with pytest.raises(RefusedError, match=f"The claim's {name} holds hidden characters."):
        checked_claim(subject=said["subject"], predicate=said["predicate"], value="Anna")


def test_a_value_may_hold_what_no_eye_sees() -> None:
    assert checked_claim(subject="Harbor", predicate="flag", value="a\u200db").value == "a\u200db"
