"""The inbox as it is written, and what a person said in it."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultwatch.report.inbox import (
    InboxAnswer,
    InboxItem,
    item_id,
    read_inbox,
    render_inbox,
    shown_words,
)

DAY = date(2026, 3, 2)


def item(text: str, quote: str = "so, we said") -> InboxItem:
    return InboxItem(item_id(text, quote), "decision", text, quote, DAY, ("a client", "kiln"))


def rendered(*items: InboxItem, notes: str = "", properties: str = "") -> str:
    return render_inbox(items, on=DAY, days=30, expired=0, notes=notes, properties=properties)


def shown(*items: InboxItem) -> dict[str, str]:
    return {one.id: shown_words(one.text) for one in items}


TABS, WREN = item("I prefer tabs"), item("[[Wren]] costs *nothing* <b>")


def test_it_says_where_no_more_can_wait() -> None:
    full = render_inbox([TABS], on=DAY, days=30, expired=0, is_full=True)
    assert "No more can wait" in full
    assert "No more can wait" not in rendered(TABS)


def test_it_says_how_many_wait_behind_those_that_it_shows() -> None:
    more = render_inbox([TABS], on=DAY, days=30, expired=0, behind=9)
    assert "Behind these wait 9 sentences more" in more
    assert "Behind" not in rendered(TABS)


def test_it_reads_so() -> None:
    head, body = rendered(TABS).split("# Inbox\n\n")
    assert head.startswith("---\ngenerated: vaultwatch\nlooked_on: 2026-03-02\nedition: ")
    assert body.split("\n\n", 2)[2] == (
        f"- I prefer tabs ^inbox-{TABS.id}\n"
        "    > “so, we said” (decision, 2026-03-02, a client, kiln)\n"
        f"    - [ ] Keep ^inbox-{TABS.id}-keep\n"
        f"    - [ ] Keep pinned ^inbox-{TABS.id}-pin\n"
        f"    - [ ] Drop ^inbox-{TABS.id}-drop\n"
    )


def test_words_of_others_do_nothing_there_but_links_to_notes() -> None:
    assert shown_words(WREN.text) == r"[[Wren]] costs \*nothing\* \<b>"
    assert shown_words("see [a](https://b.example)") == r"see \[a\](https:\//b.example)"


@pytest.mark.parametrize("answer", ["keep", "pin", "drop"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_tick_is_read(answer: InboxAnswer, end: str) -> None:
    text = rendered(TABS, WREN)
    box = next(one for one in text.splitlines() if one.endswith(f"{TABS.id}-{answer}"))
    ticked = text.replace(box, f"{box.replace('[ ]', '[X]')} ✅ 2026-03-03").replace("\n", end)
    told = read_inbox(text, ticked, shown(TABS, WREN))
    assert {id_: list(ticks) for id_, ticks in told.ticks.items()} == {TABS.id: [answer]}
    assert (told.words, told.deleted, told.notes) == ({}, frozenset(), "")


def test_an_edit_is_read_as_it_was_typed() -> None:
    text = rendered(WREN)
    told = read_inbox(text, text.replace(r"costs \*nothing\*", "costs **5** euros,"), shown(WREN))
    assert told.words == {WREN.id: "[[Wren]] costs **5** euros, <b>"}


def test_an_edit_may_go_over_two_lines() -> None:
    text = rendered(TABS)
    longer = text.replace(f" ^inbox-{TABS.id}\n", f" ^inbox-{TABS.id}\n  in Makefiles\n", 1)
    assert read_inbox(text, longer, shown(TABS)).words == {TABS.id: "I prefer tabs in Makefiles"}


def test_only_what_the_same_text_held_is_deleted() -> None:
    text, newer = rendered(TABS), rendered(TABS, WREN)
    empty = text[: text.index("- I prefer")]
    assert read_inbox(text, empty, shown(TABS)).deleted == {TABS.id}
    assert read_inbox(newer, empty, shown(TABS, WREN)).deleted == frozenset()


def test_ticks_in_an_older_text_count_and_leave_no_notes() -> None:
    text, newer = rendered(TABS), rendered(TABS, WREN)
    told = read_inbox(newer, text.replace("[ ] Keep ^", "[x] Keep ^"), shown(TABS, WREN))
    assert (list(told.ticks), told.notes) == ([TABS.id], "")


def test_what_is_typed_comes_back_as_it_was_typed() -> None:
    typed = "## Mine\n\nOne.\n\nTwo.\n\n```\na\n\nb\n```\n\n> three\n\n    four"
    text = rendered(TABS, WREN)
    told = read_inbox(text, f"{text}\n{typed}\n", shown(TABS, WREN))
    assert told.notes == typed
    again = rendered(TABS, WREN, notes=told.notes)
    assert read_inbox(again, again, shown(TABS, WREN)).notes == typed


def test_a_remark_below_an_item_that_waits_is_kept_once() -> None:
    text = rendered(TABS, WREN)
    box = f"    - [ ] Keep ^inbox-{TABS.id}-keep"
    remarked = text.replace(box, f"    > Not before May.\n{box}")
    told = read_inbox(text, remarked, shown(TABS, WREN))
    assert (told.notes, told.words) == ("> Not before May.", {})
    assert read_inbox("", remarked, shown(WREN)).notes == "", "it stands in another's block"
    assert read_inbox("", text, shown(TABS, WREN)).notes == "", "our own lines are no remarks"


def test_notes_and_properties_come_back() -> None:
    text = rendered(TABS, notes="my own", properties="tags: x")
    told = read_inbox(text, text, shown(TABS))
    assert (told.notes, told.properties) == ("my own", "tags: x")


@given(text=st.text(min_size=1, max_size=60), quote=st.text(max_size=60))
def test_whatever_was_said_an_untouched_inbox_says_nothing(text: str, quote: str) -> None:
    one = item(" ".join(text.split()) or "x", quote)
    told = read_inbox(rendered(one), rendered(one), shown(one))
    assert [*told.ticks, *told.words, *told.deleted, told.notes] == [""]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_wherever_a_file_is_cut_nothing_is_deleted_or_said(end: str) -> None:
    many = [item(f"I prefer kiln {n} to be blue") for n in range(5)]
    text = rendered(*many)
    head = text.index("# Inbox")
    for at in range(head, len(text) - 2):
        told = read_inbox(text, text[:at].replace("\n", end), shown(*many))
        is_between = text[:at].rstrip().endswith(("-drop", "\n- I"))
        assert is_between or not told.deleted, text[at - 20 : at]
        assert len(told.deleted) <= 3
        assert not told.notes or len(told.notes) < 4
        assert not told.words


def test_few_that_a_hand_takes_out_are_deleted_and_many_at_once_are_not() -> None:
    many = [item(f"I prefer kiln {n} to be blue") for n in range(8)]
    text = rendered(*many)
    for count in range(1, 9):
        begin = text.index("- I prefer")
        left = text[:begin] + "\n\n".join(text[begin:].split("\n\n")[count:])
        told = read_inbox(text, left, shown(*many))
        gone, other = (told.deleted, told.vanished)[:: 1 if count <= 4 else -1]
        assert (len(gone), len(other)) == (count, 0)


def test_what_goes_on_below_an_item_stands_in_its_block() -> None:
    text = rendered(TABS).replace(f" ^inbox-{TABS.id}\n", f" ^inbox-{TABS.id}\n  and more\n", 1)
    assert "  and more\n" in read_inbox("", text, {}).blocks[TABS.id]
