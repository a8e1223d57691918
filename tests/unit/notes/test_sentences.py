"""Where sentences end."""

import pytest

from vaultwatch.notes.sentences import split_sentences


@pytest.mark.parametrize(
    "sentences",
    [
        pytest.param(["One thing.", "Another thing!", "A third?", "Yes."], id="plain"),
        pytest.param(
            ["Das Dach wird neu, Abnahme 14.6. 15 Uhr am Tor.", "Gut."], id="day and hour"
        ),
        pytest.param(["Use a tool, e.g. Grep, i.e. the old one.", "Then stop."], id="e.g."),
        pytest.param(["Dr. Smith met Mrs. Jones vs. the team.", "They won."], id="titles"),
        pytest.param(["Version 1.2.3 costs 4.50 euros.", "It runs."], id="numbers"),
        pytest.param(["Edit settings.toml.", "See https://a.example/b.c?d=1.", "Go."], id="files"),
        pytest.param(["J. R. R. Tolkien wrote it.", "We read it."], id="initials"),
        pytest.param(["Choose plan B. and wait", ""], id="lower case goes on"),
        pytest.param(["We chose plan B.", "Then we left."], id="a letter that ends"),
        pytest.param(["The U.S. Army came.", "It left."], id="acronym"),
        pytest.param(
            ["Der Rumpf misst 5,40 m.", "Motor und Kiel fehlen."], id="a unit of one letter"
        ),
        pytest.param(["Wait... what?", "Nothing... ", "So it is."], id="ellipsis"),
        pytest.param(['He said "Stop."', "She went on."], id="quote"),
        pytest.param(["It holds (see A. It is long.) and more.", "End."], id="parentheses"),
        pytest.param(["See No. 5 and Fig. 3.", "No."], id="before a number"),
        pytest.param(["Wir kommen am 3. März an.", "Der 2. Entwurf steht."], id="German ordinal"),
        pytest.param(["Das gilt z. B. für Nr. 4, d. h. immer.", "Gut."], id="German short"),
        pytest.param(["Es kam am 12. Mai.", "Sie ging."], id="German month"),
        pytest.param(["03.10. Ernte im Garten."], id="a date in front"),
        pytest.param(["Do 3.10. Ernte.", "Danach Suppe."], id="a date behind a weekday"),
        pytest.param(["Sat. 03.10. Harvest.", "Then soup."], id="behind a short weekday"),
        pytest.param(["03.10.\u201305.10. Ernte.", "Danach Suppe."], id="from a day to a day"),
        pytest.param(["Wir ernten am 3.10.", "Danach gibt es Suppe."], id="a date that ends"),
        pytest.param(["Il arrive.", "Elle part !", "Où va-t-on ?", "Là."], id="French"),
        pytest.param(["¿Qué pasa?", "¡Nada!", "El Sr. López duerme."], id="Spanish"),
        pytest.param(["今日は晴れ。", "明日は雨\uff01", "本当\uff1f"], id="Japanese"),
        pytest.param(["彼は「はい。」と言った。", "終わり。"], id="corner quotes"),
        pytest.param(["Run `a. B. c` now.", "Read [[St. Paul. Life]].", "End."], id="code, link"),
        pytest.param(["Take $a. B$ here.", "Next."], id="maths"),
        pytest.param(["It stands.[^1]", "It fell."], id="footnote mark"),
        pytest.param(["**It stands.**", "It fell."], id="emphasis"),
    ],
)
def test_sentences_come_apart_where_a_reader_stops(sentences: list[str]) -> None:
    wanted = [sentence.strip() for sentence in sentences if sentence]
    text = ("" if any(ord(char) > 0x3000 for char in sentences[0]) else " ").join(wanted)
    assert [text[start:end] for start, end in split_sentences(text)] == wanted


def test_a_wrapped_sentence_stays_one() -> None:
    text = "This goes on\nover two lines. And ends."
    assert [text[a:b] for a, b in split_sentences(text)] == [
        "This goes on\nover two lines.",
        "And ends.",
    ]


@pytest.mark.parametrize("text", ["", " \n ", ".", "...", "。"])
def test_next_to_nothing_is_no_trouble(text: str) -> None:
    assert len(split_sentences(text)) <= 1
