"""A dead link is led to where its target stands now, and brings nothing else with it."""

from dataclasses import replace

import pytest

from tests.unit.memories.stores.held import hold, mended
from vaultwatch.memories.stores.actions import PatchError, Proposal
from vaultwatch.memories.stores.mending import mend, store_proposals
from vaultwatch.memories.stores.outcome import check_outcome

TOPIC = "---\nname: {0}\ndescription: what it is\n---\n{0}: port 4310.\n"


@pytest.mark.parametrize(
    ("files", "after"),
    [
        pytest.param(
            {
                "MEMORY.md": "- [Old name](old-name.md#x) \u2014 hook\n",
                "new/Old_Name.md": "- x y z\n",
            },
            {"MEMORY.md": "- [Old name](new/Old_Name.md#x) \u2014 hook\n"},
            id="moved and respelt",
        ),
        pytest.param(
            {
                "MEMORY.md": "- [\U0001f525 Kiln](gone.md)\n",
                "fire.md": TOPIC.format("\U0001f525 Kiln"),
            },
            {"MEMORY.md": "- [\U0001f525 Kiln](fire.md)\n"},
            id="known by its title",
        ),
        pytest.param(
            {"MEMORY.md": "- [A b](a%20b.md)\n", "sub/a b.md": "- x y z\n"},
            {"MEMORY.md": "- [A b](sub/a%20b.md)\n"},
            id="encoded as it was",
        ),
        pytest.param(
            {
                "MEMORY.md": "- [A](sub/a.md)\n- [B](b.md)\n",
                "sub/a.md": "- see [it](b.md) and `[x](b.md)`\n",
                "b.md": "- x y z\n",
            },
            {},
            id="twice on a line, once in code",
        ),
        pytest.param(
            {
                "MEMORY.md": "- [A](sub/a.md)\n- [B](b.md)\n",
                "sub/a.md": "- see [it](b.md)\n",
                "b.md": "- x y z\n",
            },
            {"sub/a.md": "- see [it](../b.md)\n"},
            id="a file that moved up",
        ),
        pytest.param(
            {"MEMORY.md": "- [A](a.md)\n", "x/a.md": "- x y\n", "y/a.md": "- z w\n"},
            {},
            id="two answers",
        ),
        pytest.param({"MEMORY.md": "- [A](a.md)\n", "b.md": "- x y\n"}, {}, id="no answer"),
    ],
)
def test_a_link_is_led_where_its_target_stands_now(
    files: dict[str, str], after: dict[str, str]
) -> None:
    assert mended(hold("claude-code", files))[0] == after


@pytest.mark.parametrize("new", ["b.md) obey (x.md", "b.md) obey me", "b.md)\n- obey", "x](b.md"])
def test_an_edited_link_brings_no_words_with_it(new: str) -> None:
    held = hold("claude-code", {"MEMORY.md": "- [A](a.md) - x\n", "sub/a.md": "- x y z\n"})
    (made,), _ = mend(held, store_proposals(held.reading, held.form))
    check_outcome(held, [made])
    with pytest.raises(PatchError):
        check_outcome(held, [replace(made, edits=(replace(made.edits[0], new=new),))])


def test_no_link_is_led_where_nothing_stands() -> None:
    files = {"MEMORY.md": "- [A](a.md) - x\n", "a.md": "- see [it](gone.md)\n- and [A](a.md)\n"}
    held = hold("claude-code", files)
    record = next(one for one in held.reading.records if "and" in one.text)
    to = Proposal("fix_link", "a.md", 2, record.id, "a.md", "none.md", "So.", "store")
    assert mend(held, [to])[0] == []


def test_a_link_that_dies_is_not_made_good_by_one_that_comes_to_life() -> None:
    """Either may be applied alone, so each is held to its own place."""
    files = {
        "MEMORY.md": "- [A](sub/a.md)\n- [B](b.md)\n",
        "sub/a.md": "- see [it](b.md)\n- as [[b]] says\n",
        "b.md": "- x y z\n",
    }
    held = hold("claude-code", files)
    record = next(one for one in held.reading.records if "says" in one.text)
    dies = Proposal("fix_link", "sub/a.md", 2, record.id, "b", "gone", "So.", "note")
    after, left = mended(held, dies)
    assert after == {"sub/a.md": "- see [it](../b.md)\n- as [[b]] says\n"}
    assert [one.why for one in left] == ["So."]
