"""Forms of one value are equal; one changed digit is not."""

import tomllib
from datetime import date
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from vaultwatch.values.equality import comparable, same
from vaultwatch.values.languages import known_languages, languages_of
from vaultwatch.values.model import Value
from vaultwatch.values.reading import values_of

LANGUAGES = Path(__file__).resolve().parents[3] / "vaultwatch" / "values" / "languages"


def one(text: str) -> Value:
    values = values_of(text)
    assert len(values) == 1, (text, values)
    return values[0]


def any_same(a: str, b: str) -> bool:
    return any(same(x, y) for x in values_of(a) for y in values_of(b))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("at noon", "at 12:00"),
        ("at midnight", "at 0:00"),
        ("needs 16 GB", "needs 16384 MB"),
        ("meet weekly", "meet every 7 days"),
        ("weekly", "a cycle of 7 days"),
        ("le vol dure 2h15", "a flight of 135 minutes"),
        ("within two months", "within 60 days"),
        ("a month to answer", "31 days"),
        ("twelve people", "12 people"),
        ("a dozen eggs", "12 eggs"),
        ("Python 3.11+", "Python >= 3.11"),
        ("3.11 and later", ">= 3.11"),
        ("v1.2.3", "version 1.2.3"),
        ("opens at 8", "opens at 8 am"),
        ("the ferry of 10:30", "the ferry of 10.30"),
        ("at 9:05", "at 9.05"),
        ("12 March 2025", "it was in March"),
        ("March 12, 2025", "2025-03-12"),
        ("am 12. März 2025", "12.03.2025"),
        ("le 12 mars 2025", "on 12 March"),
        ("el 12 de marzo", "March 12"),
        ("3/4/2025", "3 April 2025"),
        ("3/4/2025", "4 March 2025"),
        ("3月12日", "12 March"),
        ("3월 12일", "March 12"),
        ("it is on Monday", "das ist am Montag"),
        ("closed on Mondays", "fermé le lundi"),
        ("周三休息", "closed on Wednesday"),
        ("at 8 pm", "at 20:00"),
        ("at 8:00 pm", "at 8:00"),
        ("half past eight in the evening", "20:30"),
        ("um halb neun abends", "20:30 Uhr"),
        ("下午3点", "15:00"),
        ("午後3時", "3 pm"),
        ("오후 3시", "15:00"),
        ("om 8 uur 's avonds", "20:00"),
        ("в 8 часов вечера", "20:00"),
        ("1,250 euros", "1.250 Euro"),
        ("1250 €", "€1,250.00"),
        ("€40k a year", "40,000 euros a year"),
        ("three hundred and twenty dollars", "$320"),
        ("三百二十元", "320元"),
        ("twenty-five percent", "25 %"),
        ("3 km", "3000 m"),
        ("ninety minutes", "1.5 hours"),
        ("two weeks", "14 days"),
        ("32 °F", "0 °C"),
        ("minus 18 degrees", "-18 °C"),
        ("im Umkreis von 12 Kilometern", "12 km"),
        ("в радиусе 12 километров", "12 км"),
        ("twice a week", "2 times per week"),
        ("twice weekly", "2 times per week"),
        ("zweimal täglich", "twice a day"),
        ("at 7:15", "7.15 h"),
        ("fortnightly", "alle zwei Wochen"),
        ("每周", "weekly"),
        ("毎週", "wöchentlich"),
        ("co dwa tygodnie", "every two weeks"),
        ("каждые две недели", "every 2 weeks"),
        ("varannan vecka", "every other week"),
        ("hver anden uge", "every second week"),
        ("ogni due settimane", "every 14 days"),
        ("cada dos semanas", "every two weeks"),
        ("om de twee weken", "every two weeks"),
        ("toutes les deux semaines", "biweekly"),
        ("ask Maria Lindqvist", "we asked Lindqvist"),
        ("https://ex.com/a/", "http://www.ex.com/a"),
        ("`max_size`", "the max_size of it"),
        ("an hour and a half", "90 minutes"),
        ("it takes one and a half hours", "it takes 1.5 h"),
        ("two hours and a half of work", "150 minutes of work"),
        ("a year and a half", "18 months"),
        ("es dauert viereinhalb Stunden", "es dauert 4,5 Stunden"),
        ("es dauert eine Dreiviertelstunde", "es dauert 45 Minuten"),
        ("cela dure une heure et demie", "cela dure 90 minutes"),
        ("dura dos horas y media", "dura 150 minutos"),
        ("dura un'ora e mezza", "dura 90 minuti"),
        ("dura uma hora e meia", "dura 90 minutos"),
        ("需要三个半小时", "需要210分钟"),
        ("需要一年半", "需要18个月"),
        ("3時間半かかる", "210分かかる"),
        ("会議は午後3時半", "会議は15:30"),
        ("한 시간 반이 걸린다", "90분이 걸린다"),
        ("2시간 반복한다", "2시간 동안 한다"),
        ("3日間半額です", "3日間です"),
        ("call +49 30 1234567", "call 0049 30 1234567"),
        ("call +49 (0)30 1234567", "call 030 1234567"),
    ],
)
def test_forms_of_one_value_are_equal(a: str, b: str) -> None:
    assert any_same(a, b)
    assert any_same(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("src/Foo.py", "src/foo.py"),
        ("[[Plan A]]", "[[plan a]]"),
        ("at 8 am", "at 8 pm"),
        ("at 8:00", "at 20:00"),
        ("16384 MB", "16385 MB"),
        ("16 GB", "17 GB"),
        ("999 km", "1000 km"),
        ("every two weeks", "weekly"),
        ("3.11", "3.12"),
        (">= 3.11", ">= 3.12"),
        ("Python version 3", "Python version 3.11"),
        ("1.2.3", "1.2.4"),
        ("5 km", "5 miles"),
        ("5 €", "5 $"),
        ("12 March 2025", "12 March 2026"),
        ("March 12", "March 13"),
        ("on Monday", "on Tuesday"),
        ("ask Anna Brunn", "ask Anna Keller"),
        ("the ferry of 10:30", "the ferry of 10.45"),
        ("it is 10:30", "10.30 euros"),
        ("an hour and a half", "an hour"),
        ("two and a half hours", "half an hour"),
        ("two and a half hours", "2 hours"),
        ("cela dure une heure et demie", "cela dure une heure"),
        ("dura dos horas y media", "dura media hora"),
        ("需要三个半小时", "需要三小时"),
        ("需要一年半", "需要一年"),
        ("3時間半かかる", "3時間かかる"),
        ("한 시간 반이 걸린다", "한 시간이 걸린다"),
        ("takes 1.5 h", "takes 1h15"),
        ("for 3 months", "for 3 years"),
        ("call +49 30 1234567", "call 0048 30 1234567"),
        ("call +49 (0)30 1234567", "call 040 1234567"),
    ],
)
def test_other_values_are_not(a: str, b: str) -> None:
    assert not any_same(a, b)
    assert not any_same(b, a)


SPACED = [one for one in known_languages() if one not in ("zh", "ja", "ko")]


@pytest.mark.parametrize("language", SPACED)
def test_number_words_are_their_digits(language: str) -> None:
    table = tomllib.loads((LANGUAGES / f"{language}.toml").read_text(encoding="utf-8"))
    everyday = table["function"].split(", ")[:6]
    lead = " ".join(word for word in everyday if len(word) > 1)
    unit = table["cldr"]["units"]["kilometer"].split(", ")[-1]
    assert languages_of(f"{lead} {unit}")[0] == language
    for number, word in enumerate(table["cldr"]["numbers"].split(", ")):
        found = [v for v in values_of(f"{lead}: {word} {unit}") if v.kind == "quantity"]
        assert [v.key for v in found] == [("length", number * 1000.0)], word


@given(st.integers(0, 999_999_999))
def test_thousands_are_parted_as_one_likes(number: int) -> None:
    plain = one(f"{number} km")
    english = f"{number:,}"
    for written in (english, english.replace(",", "."), english.replace(",", "\u202f")):
        assert same(plain, one(f"{written} km")), written
    assert same(one(f"{number} €"), one(f"€{english}.00"))


@given(st.dates(date(1900, 1, 1), date(2099, 12, 31)))
def test_dates_are_equal_in_any_order(day: date) -> None:
    name = f"{day:%B}"
    forms = [
        f"{day:%Y-%m-%d}",
        f"{day.day}.{day.month}.{day.year}",
        f"{day.day} {name} {day.year}",
        f"{name} {day.day}, {day.year}",
        f"{day.day}/{day.month}/{day.year}",
        f"{day.year}年{day.month}月{day.day}日",
    ]
    values = [one(form) for form in forms]
    assert all(same(a, b) for a in values for b in values), forms


@given(st.integers(0, 23), st.integers(0, 59))
def test_times_are_equal_by_both_clocks(hour: int, minute: int) -> None:
    half = "am" if hour < 12 else "pm"
    assert same(one(f"at {hour:02}:{minute:02}"), one(f"at {hour % 12 or 12}:{minute:02} {half}"))


DIGITS = st.sampled_from("0123456789")
SHAPES = [
    *("{}{}{} km", "€{}{}{}", "{}{} %", "every {}{} days", "1.{}.{}", ">= 3.{}{}", "{}{} GB"),
    *("it has {}{}{} of them", "2{}{}{}-10-12", "2024-1{}-1{}", "at 1{}:{}{}", "on 1{} March"),
    *("10.0.{}.{}", "file_{}{}", "{}.{} kg"),
]


@given(st.sampled_from(SHAPES), st.lists(DIGITS, min_size=4, max_size=4), st.integers(0, 3), DIGITS)
def test_one_changed_digit_is_another_value(
    shape: str, digits: list[str], place: int, digit: str
) -> None:
    place %= shape.count("{}")
    assume(digits[place] != digit)
    other = [*digits[:place], digit, *digits[place + 1 :]]
    a, b = values_of(shape.format(*digits)), values_of(shape.format(*other))
    assume(len(a) == len(b) == 1 and a[0].kind == b[0].kind)
    assert not same(a[0], b[0])
    assert comparable(a[0], b[0]) or a[0].kind == "url"


TEXTS = st.lists(
    st.sampled_from(
        [
            *("12", "3.11", ">= 3.11", "1,250 €", "€40", "16 GB", "16384 MB", "5 km", "1.250 km"),
            *("5 days", "weekly", "every two weeks", "8 am", "20:00", "8:00", "noon", "Monday"),
            *("half past eight", "12 March", "3/4/2025", "2025-03-12", "v1.2", "src/a.py", "25 %"),
            *("[[A b]]", "https://ex.com/a", "`a b`", "max_size", "we met Anna Brunn", "the 3rd"),
        ]
    ),
    min_size=2,
    max_size=4,
)


@given(TEXTS)
def test_same_is_reflexive_and_both_are_symmetric(texts: list[str]) -> None:
    values = [value for text in texts for value in values_of(text)]
    for a in values:
        assert same(a, a)
        assert comparable(a, a)
        for b in values:
            assert same(a, b) == same(b, a)
            assert comparable(a, b) == comparable(b, a)


@pytest.mark.parametrize(
    ("a", "b", "is_so"),
    [
        ("3 km", "5 miles", True),
        ("3 km", "5 days", False),
        ("12 people", "on Monday", False),
        ("weekly", "10 days", True),
        ("the 3rd", "12 people", False),
        ("it was Anna Brunn", "see `anna`", True),
        ("5 €", "7 $", True),
    ],
)
def test_what_could_stand_in_the_others_place(a: str, b: str, is_so: bool) -> None:  # noqa: FBT001
    assert comparable(one(a), one(b)) is is_so
