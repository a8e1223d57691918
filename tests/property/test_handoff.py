"""A hand-over reads back as it was written, again and again, and a person's hand in it stays."""

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from vaultwatch.memories.facts import Facts
from vaultwatch.memories.handoff import KINDS, Entry, Handoff, entries_of, first_bytes, with_entries
from vaultwatch.memories.items import ListedItem, items_of, ticked, with_item, without_items
from vaultwatch.memories.projects import Project
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note
from vaultwatch.notes.property_block import LINE_END

PATH = NotePath("Memories/Sessions/2026-11-22 1430 Market.md")
NOW = datetime(2026, 11, 22, 14, 30, tzinfo=UTC)
WORDS = st.sampled_from(
    [
        *(
            "the stand costs",
            "40 euros",
            "see",
            "[[Fees]]",
            "[[Fees#Parking|here]]",
            "lamps",
            "é ü",
        ),
        *("[[", "]]", "- ", "* ", "1. ", "# ", "> ", "---", "|", "`", "``", "```", "**", "_", "~~"),
        *(
            "^x",
            " ^d-12345678",
            "[x] ",
            "[ ] ",
            "%%",
            "<!--",
            "-->",
            "<b>",
            "$",
            "$$",
            "::",
            "#tag",
        ),
        *(
            "\n",
            "\r\n",
            "\t",
            "\x00",
            "\u2028",
            "門",
            "\\",
            "!",
            "[a](../../etc)",
            "&amp;",
            "==",
            ":",
        ),
    ]
)
TEXTS = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)
LISTS = st.lists(TEXTS, max_size=4).map(tuple)
HANDOFFS = st.builds(
    Handoff,
    session=st.just("s1"),
    project=st.just(Project("market")),
    goals=LISTS,
    decisions=LISTS,
    open_questions=LISTS,
    risks=LISTS,
    next_actions=LISTS,
)


def items(data: bytes) -> dict[str, ListedItem]:
    note = parse_note(PATH, data)
    body = "\n".join(LINE_END.split(data.decode())[note.body_line - 1 :])
    return {one.anchor: one for one in items_of(note, body) or ()}


def empty(handoff: Handoff, ending: str = "\n") -> bytes:
    facts = Facts(type="handoff", session="s1")
    data = first_bytes("mem_abc", handoff, "Market", facts, NOW)
    return data.replace(b"\n", ending.encode())


def open_ones(handoff: Handoff) -> list[Entry]:
    return [one for one in entries_of(handoff)[0] if not one.is_done]


@settings(deadline=None, max_examples=25)
@given(handoff=HANDOFFS)
def test_it_reads_back_and_the_same_again_is_the_same_bytes(handoff: Handoff) -> None:
    entries = open_ones(handoff)
    data = with_entries(PATH, empty(handoff), entries)
    found = items(data)
    said = {one.anchor: one for one in entries}
    assert found.keys() <= said.keys()
    for anchor, item in found.items():
        assert (item.text, item.heading, item.is_done) == (
            said[anchor].text,
            said[anchor].kind.heading,
            False,
        )
    assert with_entries(PATH, data, entries) == data


@settings(deadline=None, max_examples=25)
@given(first=HANDOFFS, then=HANDOFFS, choose=st.randoms(use_true_random=False))
def test_what_a_person_did_is_not_undone(first: Handoff, then: Handoff, choose: object) -> None:
    assert hasattr(choose, "choice")
    data = with_entries(PATH, empty(first), open_ones(first))
    written = items(data)
    deeds = {anchor: choose.choice(["tick", "change", "take out", ""]) for anchor in written}
    for anchor, deed in deeds.items():
        if deed == "tick":
            data = ticked(PATH, data, anchor)
        elif deed == "change":
            data = with_item(PATH, data, anchor, f"Person {anchor} says so")
        elif deed == "take out":
            data = without_items(PATH, data, [anchor])
    data += b"\nA line of theirs.\n"
    held = items(data)
    for handoff in (first, then, first):
        data = with_entries(PATH, data, open_ones(handoff), taken_out=written, own=written)
        now = items(data)
        for anchor, deed in deeds.items():
            if deed in {"tick", "change"}:
                assert now[anchor].text == held[anchor].text
                assert now[anchor].is_done == held[anchor].is_done
            elif deed == "take out":
                assert anchor not in now
        assert b"A line of theirs." in data


@settings(deadline=None, max_examples=25)
@given(handoff=HANDOFFS, ending=st.sampled_from(["\n", "\r\n"]), choose=st.integers(0, 30))
def test_one_item_is_changed_and_every_other_byte_stays(
    handoff: Handoff, ending: str, choose: int
) -> None:
    data = with_entries(PATH, empty(handoff, ending), open_ones(handoff))
    anchors = [*items(data)]
    if not anchors:
        return
    anchor = anchors[choose % len(anchors)]
    old = items(data)[anchor].text
    new = with_item(PATH, data, anchor, "Another word")
    lines, before = new.split(b"\n"), data.split(b"\n")
    changed = [n for n, (a, b) in enumerate(zip(lines, before, strict=True)) if a != b]
    assert len(changed) == 1
    assert items(new)[anchor].text == "Another word"
    assert with_item(PATH, new, anchor, old) == data
    assert ending.encode() in data


def test_a_line_that_begins_a_list_within_is_ticked_as_a_whole() -> None:
    first = Handoff("s1", Project("market"), next_actions=("1. ",))
    data = with_entries(PATH, empty(first), open_ones(first))
    (anchor,) = items(data)
    assert items(ticked(PATH, data, anchor))[anchor].is_done


def test_the_lists_have_letters_of_their_own() -> None:
    assert len({one.letter for one in KINDS}) == len(KINDS)


def test_a_list_that_is_said_anew_leaves_no_blank_line_more() -> None:
    texts = ("Mend the lamp.", "Sweep hall 22.", "Call Dana at noon.")
    said = [Handoff("s1", Project("market"), next_actions=(text,)) for text in texts]
    data = first = with_entries(PATH, empty(said[0]), open_ones(said[0])) + b"\n## Mine\n\nOne.\n"
    for handoff in (*said[1:], *said):
        data = with_entries(PATH, data, open_ones(handoff), own=items(data))
        assert [one.text for one in items(data).values()] == [*handoff.next_actions]
        assert len(data.splitlines()) == len(first.splitlines())
