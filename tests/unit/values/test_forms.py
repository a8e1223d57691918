"""A value written in the form of another of its kind."""

import pytest

from vaultwatch.values.forms import in_form_of
from vaultwatch.values.reading import values_of


@pytest.mark.parametrize(
    ("text", "said", "form"),
    [
        pytest.param("Joris gets it once a month.", "Once a week", "once a week", id="no capital"),
        pytest.param("Once a month Joris calls.", "once a week", "Once a week", id="a capital"),
        pytest.param("see notes/a.md", "Notes/b.md", "Notes/b.md", id="a path keeps its letters"),
        pytest.param("Plan.md is its note.", "kiln.md", "kiln.md", id="a path gets no capital"),
        pytest.param("Ask tom@farm.example.", "Ann@x.example", "Ann@x.example", id="an address"),
        pytest.param("Stand-up is at 18:30", "7 pm", "19:00", id="24 hours"),
        pytest.param("Sie läuft bis 22 Uhr.", "21:30 Uhr", "21:30 Uhr", id="minutes after an hour"),
        pytest.param("ouvre à 18h30", "19:00", "19h00", id="its own mark"),
        pytest.param("ouvre à 8h.", "9h30", "9h30", id="minutes behind a letter"),
        pytest.param("closes at 0:30", "1:30 am", "1:30", id="one nought is an hour"),
        pytest.param("starts at 09:15", "8:45 am", "08:45", id="a nought in front"),
        pytest.param("meets at 7 pm", "20:30", "8:30 pm", id="the same half of the day"),
        pytest.param("meets at 7:30pm", "20:00", "8:00pm", id="joined to it"),
        pytest.param("meets at 7pm", "20:30", "8:30pm", id="minutes joined to it"),
        pytest.param("meets at 11 am", "0:30", "12:30 am", id="behind midnight"),
        pytest.param("meets at 7 pm", "12:15", "12:15", id="which half nobody tells"),
        pytest.param("meets at 7 pm", "08:30", "08:30", id="the other half of the day"),
        pytest.param("meets at half past six", "19:00", "19:00", id="a time in words"),
        pytest.param("It was 1400 euros.", "1.600 €", "1600 euros", id="thousands not parted"),
        pytest.param("It costs 1,400 €", "1.650 €", "1,650 €", id="thousands parted"),
        pytest.param("costs 400 €", "1.650 €", "1.650 €", id="thousands that came"),
        pytest.param("costs 2.50 €", "1.650 €", "1650 €", id="thousands by its mark of decimals"),
        pytest.param("kostet 39,90 €", "42.50 EUR", "42,50 €", id="decimals"),
        pytest.param("The fee is forty euros.", "55 euros", "fifty-five euros", id="in words"),
        pytest.param("Zwei Liter sind es pro Person.", "3 l", "Drei Liter", id="a capital"),
        pytest.param("hat 48 Stühle", "zweiundfünfzig", "52", id="digits for a word"),
        pytest.param("takes 1.5 hours", "60 min", "60 min", id="another unit"),
        pytest.param("takes 1.5 kg", "1.5k g", "1.5k g", id="a scale"),
        pytest.param("It runs for 1 day", "2 days", "2 days", id="one and many"),
        pytest.param("kept at 5 \u00b0C", "-8 \u00b0C", "-8 \u00b0C", id="below nought"),
        pytest.param("kept at -5 \u00b0C", "8 \u00b0C", "8 \u00b0C", id="above nought again"),
        pytest.param(
            "kept at -5 \u00b0C", "\u221218\u00b0C", "\u221218 \u00b0C", id="further below"
        ),
        pytest.param("a share of 40 %", "45%", "45 %", id="a percentage"),
        pytest.param("läuft bis Juli.", "August", "August", id="a month"),
        pytest.param("on 12 May", "19 May", "19 May", id="a day of the month"),
        pytest.param("on 14 March", "2 May", "2 May", id="no nought of its own"),
        pytest.param("on 04 March", "2 May", "02 May", id="a nought of its own"),
        pytest.param("am 14.3.2026", "2 May 2026", "2.5.2026", id="no nought in digits"),
        pytest.param("am 14.12.2026", "2 May 2026", "02.05.2026", id="two digits each"),
        pytest.param("on 1st of May", "2 June", "2 June", id="the first is no second"),
        pytest.param("on 5 March 2026.", "2027-03-12", "12 March 2027", id="a date in words"),
        pytest.param("am 04.03.2026", "12 March 2026", "12.03.2026", id="a date in digits"),
        pytest.param("2026-03-04", "5 April", "5 April", id="a year that nobody tells"),
    ],
)
def test_a_value_takes_anothers_form(text: str, said: str, form: str) -> None:
    value, other = values_of(text)[-1], values_of(said)[0]
    if value.kind != other.kind:
        value = next(one for one in values_of(text) if one.kind == other.kind)

    assert in_form_of(text, value, other, said) == form


@pytest.mark.parametrize(
    ("text", "said", "form"),
    [
        pytest.param("It is open Monday to Friday", "open on Sunday", "Sunday", id="in full"),
        pytest.param("Die Probe ist dienstags.", "Sie ist am Freitag", "freitags", id="an ending"),
        pytest.param("open Mon-Fri, 9:00", "open on Sunday", "Sun", id="short"),
    ],
)
def test_a_weekday_takes_anothers_form(text: str, said: str, form: str) -> None:
    value, other = ([v for v in values_of(of) if v.kind == "weekday"][-1] for of in (text, said))

    assert in_form_of(text, value, other, said[other.start : other.end]) == form
