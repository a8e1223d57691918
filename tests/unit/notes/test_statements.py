"""What a note's statements are, and where they stand."""

import pytest

from vaultwatch.notes.inline import struck_in, unstruck
from vaultwatch.notes.model import Note, NotePath, Statement
from vaultwatch.notes.normalise import normal_words, statement_digest
from vaultwatch.notes.parse import parse_note


def read(text: str) -> Note:
    return parse_note(NotePath("a.md"), text.encode())


def seen(text: str) -> list[tuple[str, str]]:
    return [(one.kind, one.plain) for one in read(text).statements]


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        pytest.param("One. Two.", [("sentence", "One."), ("sentence", "Two.")], id="sentences"),
        pytest.param("# A *b* [[c|d]]", [("heading", "A b d")], id="heading"),
        pytest.param("- a. B\n", [("list_item", "a. B")], id="list item"),
        pytest.param("- [/] Do. Done.", [("task", "Do."), ("task", "Done.")], id="task"),
        pytest.param(
            "| A | B |\n|---|---|\n| 1 | [[x\\|y]] |\n|  |  |\n",
            [("table_row", "A: 1; B: y")],
            id="table",
        ),
        pytest.param("key:: value [[L]]", [("inline_field", "key: value L")], id="field line"),
        pytest.param(
            "a\nkey:: v\nb",
            [("sentence", "a"), ("inline_field", "key: v"), ("sentence", "b")],
            id="field in a paragraph",
        ),
        pytest.param("- [x] **due**:: now", [("inline_field", "due: now")], id="field in a task"),
        pytest.param(
            "See [due:: now] there.",
            [("sentence", "See due: now there."), ("inline_field", "due: now")],
            id="bracketed field",
        ),
        pytest.param("(due:: now)", [("inline_field", "due: now")], id="field alone"),
        pytest.param("```py\na = 1\n\n  b\n```", [("code", "a = 1"), ("code", "b")], id="code"),
        pytest.param("$$\na\n\n- b\n$$", [("code", "a"), ("code", "- b")], id="maths block"),
        pytest.param(
            "%% no %%\n\n%%\n- [ ] no\n\nno\n%%\n\nyes %% no %% yes",
            [("sentence", "yes yes")],
            id="comments",
        ),
        pytest.param("%% no %% yes it is", [("sentence", "yes it is")], id="comment before text"),
        pytest.param("a <!-- no [[x]] --> b\n<!--\nno\n-->", [("sentence", "a b")], id="HTML"),
        pytest.param("100%% sure", [("sentence", "100%% sure")], id="a lone %%"),
        pytest.param("`%%` and `%%`", [("sentence", "%% and %%")], id="%% in code"),
        pytest.param("[^1]: A note.", [("sentence", "A note.")], id="footnote"),
        pytest.param("[a]: https://b.example", [], id="link definition"),
        pytest.param("<div>Hello <b>you</b></div>", [("sentence", "Hello you")], id="HTML block"),
        pytest.param(
            "> [!note]- Title *x*\n> Body.",
            [("sentence", "Title x"), ("sentence", "Body.")],
            id="callout",
        ),
        pytest.param(
            "**a** _b_ ~~c~~ ==d== `e` snake_case 2 * 3 \\*f\\*",
            [("sentence", "a b d e snake_case 2 * 3 *f*")],
            id="emphasis",
        ),
        pytest.param(
            "- Rent ~~700~~ 750 €\n- the ~~old ~~very~~ odd~~ plan\n- **~~red~~ blue** door",
            [("list_item", "Rent 750 €"), ("list_item", "the plan"), ("list_item", "blue door")],
            id="struck words inside a line no longer hold",
        ),
        pytest.param(
            "- Rent <s>700</s> 750 €\n- the <del>old ~~very~~ odd</del> plan\n- <S>Rent 700</S>",
            [("list_item", "Rent 750 €"), ("list_item", "the plan"), ("list_item", "Rent 700")],
            id="what HTML strikes is struck too",
        ),
        pytest.param(
            "- ~~Rent 700~~\n- [ ] ~~Order new lamps for the hall~~ gone\n- 2 ~~ 3 ~~ 4",
            [
                ("list_item", "Rent 700"),
                ("task", "Order new lamps for the hall gone"),
                ("list_item", "2 ~~ 3 ~~ 4"),
            ],
            id="a line struck whole keeps its words",
        ),
        pytest.param(
            "| Rent | Due |\n| --- | --- |\n| ~~700~~ 750 | ~~3rd~~ |\n| ~~800~~ | ~~4th~~ |",
            [("table_row", "Rent: 750"), ("table_row", "Rent: 800; Due: 4th")],
            id="struck cells of a row that stands",
        ),
        pytest.param(
            "Rent:: ~~700~~ 750",
            [("inline_field", "Rent: 750")],
            id="struck value of a field",
        ),
        pytest.param(
            "![[a]] [b](c.md) <https://d.example> [[e#F]]",
            [("sentence", "a b https://d.example e > F")],
            id="links",
        ),
    ],
)
def test_a_note_becomes_statements(text: str, statements: list[tuple[str, str]]) -> None:
    assert seen(text) == statements
    assert seen(text.replace("\n", "\r\n")) == statements


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("Phone: 12\nCity: Ghent\n", ["Phone: 12", "City: Ghent"], id="two"),
        pytest.param(
            "> Tel : 02\n> Ville : Gand\n", ["Tel : 02", "Ville : Gand"], id="in a quote, French"
        ),
        pytest.param(
            "Lena\nPhone: 12\nCity: Ghent, where the\nmills are. And on.\n",
            ["Lena", "Phone: 12", "City: Ghent, where the mills are.", "And on."],
            id="between prose",
        ),
        pytest.param(
            "**Phone:** 12\\\n**City:** Ghent\\\n",
            ["Phone: 12", "City: Ghent"],
            id="bold, hard breaks",
        ),
        pytest.param(
            "Remember this: the\nkey hangs.\n", ["Remember this: the key hangs."], id="one"
        ),
        pytest.param(
            "{% box\nwide: 3\nhigh: 4 %}\n", ["{% box wide: 3 high: 4 %}"], id="in a bracket"
        ),
        pytest.param("At 10:30 we\nstart: soon\n", ["At 10:30 we start: soon"], id="a time"),
        pytest.param("The key \\\nhangs.\n", ["The key hangs."], id="a hard break in prose"),
    ],
)
def test_labelled_lines_in_a_row_stand_each_for_itself(text: str, words: list[str]) -> None:
    assert [one.plain for one in read(text).statements] == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param(
            "Anna Weber\nMill Lane 5\n9000 Ghent\n",
            ["Anna Weber", "Mill Lane 5", "9000 Ghent"],
            id="an address",
        ),
        pytest.param("- Rent 620\n  Deposit 1200\n", ["Rent 620", "Deposit 1200"], id="an item"),
        pytest.param("milk\neggs\n", ["milk", "eggs"], id="no capitals at all"),
        pytest.param(
            "Talked to Anna about the new rooms upstairs\nShe wants two\nBudget is 900\n",
            ["Talked to Anna about the new rooms upstairs", "She wants two", "Budget is 900"],
            id="one line is long",
        ),
        pytest.param(
            "The plumber has the keys of both of the doors.\nHe comes at 5 p.m.\nPay him.\n",
            ["The plumber has the keys of both of the doors.", "He comes at 5 p.m.", "Pay him."],
            id="sentences",
        ),
        pytest.param(
            "Lift `yard`: stuck\nThe caretaker of the mill comes on Friday.\n",
            ["Lift yard: stuck", "The caretaker of the mill comes on Friday."],
            id="a label that is set to one word",
        ),
        pytest.param(
            "Boiler hums at night → bled both of the radiators upstairs\nNo baths before six.\n"
            "Meter 4711.\n",
            [
                "Boiler hums at night → bled both of the radiators upstairs",
                "No baths before six.",
                "Meter 4711.",
            ],
            id="what follows had room on the line before",
        ),
        pytest.param(
            "The mill has four rooms and of them\ntwo are let to Anna. Keys hang in\nthe hall\n"
            "Rent is due\nEvery Monday the caretaker comes.\n",
            [
                "The mill has four rooms and of them two are let to Anna.",
                "Keys hang in the hall",
                "Rent is due",
                "Every Monday the caretaker comes.",
            ],
            id="only the last lines were broken by hand",
        ),
        pytest.param("Rent:\n620\n", ["Rent: 620"], id="a label and its line"),
        pytest.param("Ann, Ben,\nCaro\nDan\n", ["Ann, Ben, Caro", "Dan"], id="behind a comma"),
        pytest.param("Rent\n: 620\n", ["Rent : 620"], id="what begins with a colon"),
        pytest.param("Fees (Rent\nDeposit)\n", ["Fees (Rent Deposit)"], id="in a bracket"),
        pytest.param("**Mill\nLane**\n", ["Mill Lane"], id="bold over the line's end"),
        pytest.param(
            "Der Vermieter wohnt gleich nebenan in der Mühle\nBerger Tal.\n",
            ["Der Vermieter wohnt gleich nebenan in der Mühle Berger Tal."],
            id="the last one alone ends a sentence",
        ),
        pytest.param(
            "Der Vermieter wohnt in der Mühle und\nZweitschlüssel hat davon nur Frau\nBerger\n",
            ["Der Vermieter wohnt in der Mühle und Zweitschlüssel hat davon nur Frau Berger"],
            id="each as full as the longest lets it be",
        ),
        pytest.param(
            "We keep the ladder\nof Anna in the cellar of the mill and\nMeyer has the key\n",
            ["We keep the ladder of Anna in the cellar of the mill and Meyer has the key"],
            id="one goes on in small letters",
        ),
    ],
)
def test_lines_that_were_meant_as_lines_stand_each_for_itself(text: str, words: list[str]) -> None:
    assert [one.plain for one in read(text).statements] == words


def test_lines_stand_under_the_one_that_opens_them() -> None:
    found = read("To bring:\nTent\nStove\n").statements
    assert [(one.plain, one.context) for one in found] == [
        ("To bring:", ""),
        ("Tent", "To bring:"),
        ("Stove", "To bring:"),
    ]


def test_a_hard_break_is_no_word() -> None:
    (soft,), (hard,) = (read(text).statements for text in ("a key\n", "a key\\\n"))
    assert soft.digest == hard.digest


@pytest.mark.parametrize("sign", ["\u00ad", "\u200b", "\u2060", "\ufeff"])
def test_what_says_where_a_line_may_break_is_no_word(sign: str) -> None:
    (seen_,), (hidden,) = (read(text).statements for text in ("Stall 14\n", f"Sta{sign}ll 14\n"))
    assert (hidden.plain, hidden.digest) == (seen_.plain, seen_.digest)


def only(text: str, words: str) -> Statement:
    [found] = [one for one in read(text).statements if words in one.plain]
    return found


@pytest.mark.parametrize(
    ("text", "context"),
    [
        pytest.param("Open:\n- here", "Open:", id="paragraph with a colon"),
        pytest.param("Open\n- here", "", id="paragraph without"),
        pytest.param("- above *all*\n  - here", "above all", id="parent item"),
        pytest.param("- top\n  - above\n    - here", "above", id="nearest parent alone"),
        pytest.param("> [!todo] Title\n> here", "Title", id="callout"),
        pytest.param("> [!todo] Title\n> - here", "Title", id="list in a callout"),
        pytest.param("Costs:\n\n| A |\n|---|\n| here |", "Costs:", id="table"),
        pytest.param("Open:\n- a\n\nThen\n- here", "", id="a later list"),
        pytest.param("> [!todo] Title\n> a\n\nhere", "", id="behind a callout"),
    ],
)
def test_a_statement_knows_what_it_stands_under(text: str, context: str) -> None:
    assert only(text, "here").context == context


def test_sections_follow_the_headings() -> None:
    note = read("intro\n\n# A\na\n\n### C\nc\n\n## B\nb\n\n# D\n")
    assert [(one.path, one.level, one.first_line, one.last_line) for one in note.sections] == [
        ((), 0, 1, 2),
        (("A",), 1, 3, 5),
        (("A", "C"), 3, 6, 8),
        (("A", "B"), 2, 9, 11),
        (("D",), 1, 12, 12),
    ]
    assert [one.section for one in note.statements if one.kind == "sentence"] == [
        (),
        ("A",),
        ("A", "C"),
        ("A", "B"),
    ]


def test_a_sentence_in_a_wrapped_quote_knows_its_own_lines() -> None:
    note = read("---\na: b\n---\n> One is\n> here. Two\n> and on.\n")
    assert [(one.plain, one.first_line, one.last_line) for one in note.statements[1:]] == [
        ("One is here.", 4, 5),
        ("Two and on.", 5, 6),
    ]


def test_a_block_id_names_its_statements() -> None:
    note = read("One. Two. ^id1\n\n- item ^id2\n\n| A |\n|---|\n| b |\n\n^id3\n")
    assert [one.block_id for one in note.statements] == ["id1", "id1", "id2", "id3"]
    assert [(one.id, one.span.line) for one in note.blocks] == [("id1", 1), ("id2", 3), ("id3", 5)]
    assert not [one for one in note.statements if "^" in one.text]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        pytest.param(("a  b\n", None), ("a b", None), True, id="white space"),
        pytest.param(("1. a", None), ("2) a", None), True, id="numbering"),
        pytest.param(("e\u0301", None), ("\u00e9", None), True, id="Unicode form"),
        pytest.param(("今日\n晴", None), ("今日晴", None), True, id="wrapped Japanese"),
        pytest.param(("a", "x"), ("a", "X"), True, id="x and X"),
        pytest.param(("a", "x"), ("a", " "), False, id="ticked"),
        pytest.param(("a", "/"), ("a", " "), False, id="half done"),
        pytest.param(("a", " "), ("a", None), False, id="no task"),
        pytest.param(("A", None), ("a", None), False, id="case"),
        pytest.param(("2.5 l", None), ("3.5 l", None), False, id="a decimal is no numbering"),
    ],
)
def test_digests_tell_words_and_task_state(
    one: tuple[str, str | None],
    other: tuple[str, str | None],
    same: bool,  # noqa: FBT001
) -> None:
    assert (statement_digest(*one) == statement_digest(*other)) is same


def test_a_rows_digest_is_of_its_cells() -> None:
    first, second = read("|A|\n|-|\n|1|\n").statements, read("|B|\n|-|\n|1|\n").statements
    assert first[0].digest == second[0].digest
    assert first[0].plain != second[0].plain


def test_normal_words_keep_a_number_that_numbers_nothing() -> None:
    assert normal_words(" 3 eggs ") == "3 eggs"


def test_a_stroke_over_several_sentences_strikes_each() -> None:
    note = parse_note(NotePath("a.md"), b"~~Rent is 700. It is due. Pay by card.~~ Ask Ann.")
    assert [(one.text, struck_in(one.text)) for one in note.statements] == [
        ("~~Rent is 700.~~", ("Rent is 700.", True)),
        ("~~It is due.~~", ("It is due.", True)),
        ("~~Pay by card.~~", ("Pay by card.", True)),
        ("Ask Ann.", ("", False)),
    ]
    beside = parse_note(NotePath("a.md"), b"Ask Ann.\n<del>Rent is 700.</del>\nPay by card.")
    assert [one.plain for one in beside.statements] == ["Ask Ann.", "Rent is 700.", "Pay by card."]
    assert struck_in(beside.statements[1].text) == ("Rent is 700.", True)
    one, two = parse_note(NotePath("a.md"), b"<s>Rent is 700. It is due.</s>").statements
    assert struck_in(one.text) == ("Rent is 700.", True)
    assert struck_in(two.text) == ("It is due.", True)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Rent ~~700 €~~ **750 €** a month", "Rent **750 €** a month"),
        ("~~old~~ new and ~~more~~ [[a|b]]", " new and [[a|b]]"),
        ("~~Buy new lamps for the hall~~ done", "~~Buy new lamps for the hall~~ done"),
        ("2 ~~ 3", "2 ~~ 3"),
        ("Rent <s>700 €</s> 750 €", "Rent 750 €"),
        ("<s>Rent and `</s>` stand", "<s>Rent and `</s>` stand"),
    ],
)
def test_a_line_without_what_is_struck_in_it_is_as_it_is_written(text: str, left: str) -> None:
    assert unstruck(text) == left
