"""What is read out of a sentence, and what looks like it but is not."""

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultwatch.values.model import Value
from vaultwatch.values.reading import values_in, values_of


def told(text: str) -> list[tuple[str, tuple[object, ...]]]:
    return [(value.kind, value.key) for value in values_of(text)]


@pytest.mark.parametrize(
    ("text", "kind", "key"),
    [
        pytest.param("It takes 16 GB.", "quantity", ("bytes", 16e9), id="bytes"),
        pytest.param("Le refuge est à 2140 m.", "quantity", ("length", 2140.0), id="a full stop"),
        pytest.param("Il dure 6 m. en tout", "quantity", ("time", 6 * 2629800), id="a short month"),
        pytest.param("Il dure 12 sem.", "quantity", ("time", 12 * 604800.0), id="short at the end"),
        pytest.param("It is 1 h 30 min long.", "quantity", ("time", 5400.0), id="two units"),
        pytest.param("soak it 2 1/2 hours", "quantity", ("time", 9000.0), id="a whole and a part"),
        pytest.param(
            "rest three quarters of an hour", "quantity", ("time", 2700.0), id="quarters of an hour"
        ),
        pytest.param("培训要三个半月。", "quantity", ("time", 3.5 * 2629800), id="个半月"),
        pytest.param("half a litre of milk", "quantity", ("volume", 0.5), id="half a"),
        pytest.param("add ½ cup of it", "quantity", ("cups", 0.5), id="a sign for a part"),
        pytest.param("We meet every two weeks.", "frequency", (1209600.0,), id="every two weeks"),
        pytest.param(
            "Wir treffen uns alle zwei Wochen.", "frequency", (1209600.0,), id="alle zwei"
        ),
        pytest.param("我们每周开会。", "frequency", (604800.0,), id="每周"),
        pytest.param("needs Python >= 3.11", "version", (">=", (3, 11)), id="bound"),
        pytest.param("release v1.2.3 is out", "version", ("", (1, 2, 3)), id="version"),
        pytest.param("Costs €40k a year.", "money", ("EUR", 40000.0), id="k"),
        pytest.param("It costs 1,5 k€ a year.", "money", ("EUR", 1500.0), id="k before the sign"),
        pytest.param("court: A; days: Fri; light: yes", "weekday", (5,), id="a cell's day"),
        pytest.param("Das kostet 1,5 Mio. Euro im Jahr.", "money", ("EUR", 1.5e6), id="Mio."),
        pytest.param("7万4千円かかる。", "money", ("JPY", 74000.0), id="万 and 千"),
        pytest.param("It fell by 12 per cent.", "percent", (12.0,), id="per cent"),
        pytest.param("It ends on 12 March 2025.", "date", (2025, 3, 12), id="day first"),
        pytest.param("Es endet am 3.5. um acht.", "date", (None, 5, 3), id="dotted"),
        pytest.param("三月十二日开会。", "date", (None, 3, 12), id="numerals of CJK"),
        pytest.param("It opens in May.", "date", (None, 5, None), id="a month that is a verb too"),
        pytest.param("Halb acht ist zu früh.", "time", (450, "word"), id="halb acht"),
        pytest.param("It rang at ten to five.", "time", (290, "word"), id="ten to"),
        pytest.param("下午3点半见。", "time", (930, "12"), id="点半"),
        pytest.param("We close on Mondays.", "weekday", (1,), id="weekdays"),
        pytest.param("3.5. Prüfung der Bremsen", "date", (None, 5, 3), id="dotted, in front"),
        pytest.param(
            "03.05. Radtour", "date", (None, 5, 3), id="dotted, in front of next to nothing"
        ),
        pytest.param("Week: 03.05.; Cook: Ann", "date", (None, 5, 3), id="dotted, a cell"),
        pytest.param("call +49 171 1234567 now", "identifier", ("+491711234567",), id="phone"),
        pytest.param("see src/Foo.py there", "path", ("src/Foo.py",), id="path"),
        pytest.param("see [[Notes/Plan|the plan]]", "path", ("Notes/Plan",), id="wiki-link"),
        pytest.param("see [it](docs/a.md) there", "path", ("docs/a.md",), id="link target"),
        pytest.param("at http://www.Ex.com/A/ now", "url", ("ex.com/A",), id="address"),
        pytest.param("ask a.b@ex.org for it", "url", ("a.b@ex.org",), id="mail"),
        pytest.param("on 10.0.0.7 it runs", "url", ("10.0.0.7",), id="IP address"),
        pytest.param("pass --dry-run first", "identifier", ("--dry-run",), id="flag"),
        pytest.param("set max_size once", "identifier", ("max_size",), id="underscore"),
        pytest.param("the „rote Haus“ there", "quote", ("rote Haus",), id="quote"),
        pytest.param("It was Maria van der Zee.", "name", ("maria van der zee",), id="name"),
        pytest.param("田中さんが来ます。", "name", ("田中",), id="田中さん"),
        pytest.param("오늘 김철수 씨가 옵니다.", "name", ("김철수",), id="김철수 씨"),
        pytest.param("Wir fragen Frau Breuer dazu.", "name", ("breuer",), id="Frau Breuer"),
        pytest.param("Se reúne con once personas.", "number", (11.0,), id="Spanish once"),
        pytest.param("zweihundertfünfzig Leute sind da", "number", (250.0,), id="one long word"),
        pytest.param("It was -5 then", "number", (-5.0,), id="below nothing"),
        pytest.param("Cellar: \u22125 \u00b0C", "quantity", ("celsius", -5.0), id="minus sign"),
        pytest.param("below \u20135 \u00b0C", "quantity", ("celsius", -5.0), id="dash as a sign"),
        pytest.param("Balance: -120 \u20ac", "money", ("EUR", -120.0), id="a debt"),
        pytest.param("a debt of -$120", "money", ("USD", -120.0), id="sign before the currency"),
        pytest.param("Mai (-3 %)", "percent", (-3.0,), id="a loss"),
        pytest.param("- 5 \u00b0C there", "quantity", ("celsius", 5.0), id="dash of a list"),
        pytest.param("Rent \u2013 620 \u20ac", "money", ("EUR", 620.0), id="dash"),
        pytest.param("Deposit --620 \u20ac", "money", ("EUR", 620.0), id="two dashes"),
    ],
)
def test_it_is_read(text: str, kind: str, key: tuple[object, ...]) -> None:
    assert [value.key for value in values_of(text) if value.kind == kind] == [key]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        pytest.param("set 12 of them", "date", id="set is no settembre"),
        pytest.param("watch out 5 times", "date", id="out is no outubro"),
        pytest.param("3.5. What was decided", "date", id="the number of a heading"),
        pytest.param("It costs 03.05. Then it rises.", "date", id="a number that ends a sentence"),
        pytest.param("You may march 5 km in the sun", "date", id="verbs"),
        pytest.param("You may march 5 km in the sun", "weekday", id="the sun"),
        pytest.param("They met once", "number", id="English once"),
        pytest.param("This one and that one", "number", id="pronouns"),
        pytest.param("Das Haus und der Garten sind schön.", "name", id="German nouns"),
        pytest.param("black and/or white, km/h, 3/4", "path", id="choices and parts"),
        pytest.param("you MUST NOT do it", "identifier", id="said loudly"),
        pytest.param("<b>bold</b> it is", "path", id="a tag"),
        pytest.param("2^16 of them [^7]", "version", id="powers and footnotes"),
        pytest.param("Owner: Jan", "date", id="a first name that is short for a month"),
        pytest.param("The Jan-Tor is open.", "date", id="one within a name"),
        pytest.param("Sun: two hours", "weekday", id="a short day that is a label"),
    ],
)
def test_it_is_not_read(text: str, kind: str) -> None:
    assert [value for value in values_of(text) if value.kind == kind] == []


@pytest.mark.parametrize("year", [1000, 1455, 1789, 1899, 1900, 2026, 2100, 2999])
@pytest.mark.parametrize(
    "form",
    [
        pytest.param("{}-10-09", id="ISO"),
        pytest.param("9.10.{}", id="dots"),
        pytest.param("9. 10. {}", id="dots and spaces"),
        pytest.param("He was born on 9 October {} in Ghent.", id="day first"),
        pytest.param("(b. 9 Oct {} Ghent, lived long)", id="a place behind"),
        pytest.param("She left on October 9, {} and came back.", id="month first"),
        pytest.param("She left on October 9 {}.", id="no comma"),
        pytest.param("Sie kam am 9. Oktober {} in Gent zur Welt.", id="German"),
        pytest.param("Nació el 9 de octubre de {} en Gante.", id="Spanish"),
        pytest.param("Urodził się 9 października {} roku w Gandawie.", id="Polish, year named"),
        pytest.param("{}年10月9日に生まれました。", id="Japanese"),
    ],
)
def test_a_date_of_a_day_is_of_any_year(form: str, year: int) -> None:
    dates = [value for value in values_of(form.format(year)) if value.kind == "date"]
    assert [value.key for value in dates] == [(year, 10, 9)]


@pytest.mark.parametrize(
    ("text", "other"),
    [
        pytest.param("On 9 October 1300 km were ridden.", ("quantity", ("length", 1.3e6)), id="km"),
        pytest.param("On 9 October 1300 euros came.", ("money", ("EUR", 1300.0)), id="money"),
        pytest.param("On 9 October 1300% was lost.", ("percent", (1300.0,)), id="percent"),
        pytest.param("On October 9, 1300 people came.", ("number", (1300.0,)), id="a comma"),
        pytest.param("In October 1300 people came.", ("number", (1300.0,)), id="no day"),
        pytest.param("On 9 October 3300 people came.", ("number", (3300.0,)), id="too far"),
    ],
)
def test_what_is_counted_behind_a_date_is_no_year(
    text: str, other: tuple[str, tuple[object, ...]]
) -> None:
    (kind, key), counted = told(text)
    assert (kind, key[0], counted) == ("date", None, other)


@pytest.mark.parametrize("text", ["It is open Nov-Feb.", "It rests Nov \u2013 Feb", "Nov\u2013Feb"])
def test_a_range_of_short_months_gives_two(text: str) -> None:
    assert told(text) == [("date", (None, 11, None)), ("date", (None, 2, None))]


@pytest.mark.parametrize(
    "text",
    ["10 \u20ac -15 \u20ac", "10\u20ac\u201315\u20ac", "10 \u2013 15 \u20ac", "10 -15 \u20ac"],
)
def test_a_range_of_sums_has_no_sign(text: str) -> None:
    assert told(text)[-1] == ("money", ("EUR", 15.0))


def test_a_range_gives_two_numbers() -> None:
    assert told("3-5") == told("3 to 5") == [("number", (3.0,)), ("number", (5.0,))]


PARTS = [
    *("12", "3.5.", "2025", "March", "half", "past", "every", "two", "weeks", "am", "pm", "30"),
    *(
        "三",
        "月",
        "日",
        "万",
        "点",
        "半",
        "さん",
        "씨",
        "시",
        "오후",
        "€",
        "MB",
        ">=",
        "v1.2",
        "[[a]]",
    ),
    *("`b`", '"c"', "once", "Uhr", "halb", "und", "hundert", "zwei", "million", "1/2", "½"),
    *(":", ",", ".", "/", "-", "'", "\ud800"),
]
TEXTS = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="0123456789.,:/-+ %€$kmMhv~^<>=\"'`[]()", max_size=60),
    st.lists(st.sampled_from(PARTS), max_size=25).map(" ".join),
    st.lists(st.sampled_from(PARTS), max_size=25).map("".join),
)


@given(TEXTS)
def test_values_stand_in_the_text_in_order_and_share_no_character(text: str) -> None:
    values = values_of(text)
    assert all(0 <= value.start < value.end <= len(text) for value in values)
    assert [value.start for value in values] == sorted(value.start for value in values)
    alone = [value for value in values if value.kind != "quote"]
    assert all(a.end <= b.start for a, b in pairwise(alone))


@pytest.mark.parametrize(
    "part",
    [
        *("a", "1", "1.", "1,000 ", "a/", "/", "_", "a.", "-", "x@", "[[", "](", "`", '"', "三"),
        *("twenty ", "one million ", "May ", "A ", "Anna de ", "1:", "'", "<", "0 12 ", "every "),
        *("ne ", "no ", "half ", "3月", "田", "万", "a-", "aA", "0x", "https://", "1h", "zwei"),
    ],
)
def test_a_long_text_takes_time_as_its_length(part: str) -> None:
    def seconds(length: int) -> float:
        text = part * (length // len(part))
        began = time.process_time()
        values_in.__wrapped__(text, ("en",))
        return time.process_time() - began

    short, long = seconds(5_000), seconds(100_000)
    assert long < 60 * short + 0.5, "twenty times as long"


@pytest.mark.parametrize(
    ("text", "around", "said"),
    [
        pytest.param("Mi 18:30", "german", [("weekday", (3,)), ("time", (1110, "24"))], id="Mi"),
        pytest.param("Sa 12.12.", "german", [("weekday", (6,)), ("date", (None, 12, 12))], id="Sa"),
        pytest.param("mar. 12", "french", [("weekday", (2,)), ("number", (12.0,))], id="mar."),
        pytest.param("ma 18:30", "dutch", [("weekday", (1,)), ("time", (1110, "24"))], id="ma"),
        pytest.param("se lo di a mi 18", "german", [("number", (18.0,))], id="another language"),
        pytest.param("di 10 persone", "italian", [("number", (10.0,))], id="a word of its own"),
        pytest.param("sat 10", "english", [("number", (10.0,))], id="no capital"),
    ],
)
def test_the_note_tells_the_language_where_a_line_does_not(
    text: str, around: str, said: list[tuple[str, tuple[object, ...]]]
) -> None:
    assert [(value.kind, value.key) for value in values_of(text, around)] == said


def test_a_value_is_read_once() -> None:
    text = "It is read once, at 12:30."
    assert values_of(text) is values_of(text)
    assert all(isinstance(value, Value) for value in values_of(text))
