"""What says the same has one norm; what says another thing has another."""

import pytest

from vaultwatch.drift.language.tokens import tokens


def norms(text: str) -> list[str]:
    return [t.norm for t in tokens(text) if t.kind not in ("stop", "unit")]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("1,000", "1000", id="comma thousands"),
        pytest.param("1 900", "1.900", id="space and dot thousands"),
        pytest.param("29,00", "29", id="decimal comma with zeros"),
        pytest.param("1.900,50", "1,900.5", id="German and English decimals"),
        pytest.param("v2", "2.0", id="a version"),
        pytest.param("v1.31.0", "1.31", id="a longer version"),
        pytest.param("seven", "7", id="English number word"),
        pytest.param("siebzehn", "17", id="German number word"),
        pytest.param("fourth", "4", id="ordinal"),
        pytest.param("5 March 2026", "2026-03-05", id="day month year"),
        pytest.param("March 5th, 2026", "2026-03-05", id="month day year"),
        pytest.param("5. März 2026", "2026-03-05", id="German date"),
        pytest.param("5 août", "5 August", id="French month"),
        pytest.param("2026年3月5日", "2026-03-05", id="Chinese and Japanese date"),
        pytest.param("17h45", "17:45", id="French time"),
        pytest.param("5 pm", "17:00", id="12-hour time"),
        pytest.param("half past nine", "9:30", id="spelled time"),
        pytest.param("48 hours", "2 days", id="duration"),
        pytest.param("an hour and a half", "90 min", id="spelled duration"),
        pytest.param("12k readers", "12,000 readers", id="thousands by a letter"),
        pytest.param("2.3 million", "2,300,000", id="millions"),
        pytest.param("1,5 Millionen", "1.500.000", id="German millions"),
        pytest.param("three thousand", "3000", id="spelled thousands"),
        pytest.param("4 GB", "4 gigabytes", id="size"),
        pytest.param("1.5 km", "1500 m", id="length"),
        pytest.param("500 g", "0.5 kg", id="weight"),
        pytest.param("75 cl", "0.75 l", id="volume"),
        pytest.param("60 s", "60 seconds", id="letter of a unit"),
        pytest.param("2 years", "24 months", id="years in months"),
        pytest.param("365 days", "12 months", id="a year of days"),
        pytest.param("for a year", "for 12 months", id="a year"),
        pytest.param("within a week", "within 7 days", id="a week"),
        pytest.param("un an", "12 mois", id="French year"),
        pytest.param("einen Monat", "30 Tage", id="German month"),
        pytest.param("Ctrl + Shift + P", "Strg-Umschalt-P", id="shortcut"),
        pytest.param("\u2318P", "Cmd+P", id="sign of a key"),
        pytest.param("Wed", "Wednesday", id="short weekday"),
        pytest.param("mercredi", "Mittwoch", id="weekday across languages"),
        pytest.param("mercoledì", "woensdag", id="weekday in Italian and Dutch"),
        pytest.param("luglio", "juli", id="month in Italian and Dutch"),
        pytest.param("isn't", "not", id="negation"),
        pytest.param("https://www.docs.example/a/", "https://www.docs.example/a", id="URL"),
        pytest.param("deploys", "deployed", id="forms of a word"),
    ],
)
def test_the_same_said_otherwise_has_one_norm(one: str, other: str) -> None:
    assert sorted(norms(one)) == sorted(norms(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("940 €", "1 090 €", id="amounts"),
        pytest.param("2026-03-05", "2026-05-03", id="dates"),
        pytest.param("10:20", "10:21", id="times"),
        pytest.param("/var/lib/postgresql/15/main", "/var/lib/postgresql/16/main", id="paths"),
        pytest.param("external/v1beta1", "external/v1", id="API versions"),
        pytest.param("plan-db1", "plan-db2", id="hosts"),
        pytest.param("getPastVotes", "getVotes", id="identifiers"),
        pytest.param("#manager-team", "#people-team", id="channels"),
        pytest.param("Tuesday", "Thursday", id="weekdays"),
        pytest.param("15 min", "15 h", id="durations"),
        pytest.param("25 MB", "25 kB", id="sizes"),
        pytest.param("12k", "12", id="thousands"),
        pytest.param("Ctrl+T", "Ctrl+N", id="shortcuts"),
        pytest.param("Ctrl+N", "Ctrl+Alt+N", id="another modifier"),
        pytest.param("YYYY-MM-DD", "DD.MM.YYYY", id="formats"),
        pytest.param("HH:mm", "HH:MM", id="case of a format"),
        pytest.param("type --- here", "type *** here", id="marks"),
    ],
)
def test_another_value_has_another_norm(one: str, other: str) -> None:
    assert norms(one) != norms(other)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("5 \u20ac a month", id="a rate"),
        pytest.param("twice a year", id="how often"),
        pytest.param("the 60s", id="a decade"),
        pytest.param("a dash -- and another", id="dashes of prose"),
        pytest.param("a command-line tool", id="no shortcut"),
    ],
)
def test_what_only_looks_like_a_value_is_none(text: str) -> None:
    assert not any(one.kind == "ident" or one.norm.endswith(("min", "sec")) for one in tokens(text))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Ctrl+" * 10_000, id="shortcuts"),
        pytest.param("HH:" * 10_000, id="formats"),
        pytest.param(" ==" * 10_000, id="marks"),
        pytest.param("a" * 50_000, id="one word"),
        pytest.param("1" * 50_000, id="one number"),
        pytest.param("1,000," * 10_000, id="many separators"),
        pytest.param("a.b/" * 10_000, id="one path"),
        pytest.param("--" * 25_000, id="dashes"),
        pytest.param("漢" * 50_000, id="one run of Han"),
        pytest.param("a_" * 25_000, id="underscores"),
    ],
)
def test_hostile_text_is_cut_in_bounded_work(text: str) -> None:
    assert len(tokens(text)) <= 20_000
