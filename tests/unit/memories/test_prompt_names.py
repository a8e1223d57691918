"""Which notes and memories a prompt names in so many words."""

import pytest

from vaultwatch.memories.prompt_names import names_in

ATLAS = "Projects/Atlas launch.md"
IDEAS = "Ideas.md"


@pytest.mark.parametrize(
    ("prompt", "path", "is_named"),
    [
        pytest.param("See [[Atlas launch]] first", ATLAS, True, id="a link"),
        pytest.param("See [[atlas launch#Dates|there]]", ATLAS, True, id="a heading of it"),
        pytest.param("See [[Projects/Atlas launch]]", ATLAS, True, id="with its folder"),
        pytest.param("open @Projects/Ideas.md please", "Projects/Ideas.md", True, id="a path"),
        pytest.param("open /w/d/vault/Ideas.md", IDEAS, True, id="a whole path"),
        pytest.param("what does the Atlas launch cost?", ATLAS, True, id="two words in speech"),
        pytest.param("any ideas?", IDEAS, False, id="one word is common speech"),
        pytest.param("what stands in `Ideas`?", IDEAS, True, id="one word in quotes"),
        pytest.param("what stands in \u201eIdeas\u201c?", IDEAS, True, id="German quotes"),
        pytest.param("the atlas launches soon", ATLAS, False, id="half of a word"),
        pytest.param("[[Another]] and Ideas2.md", IDEAS, False, id="others"),
        pytest.param("", IDEAS, False, id="nothing"),
        pytest.param("[[" * 5000, ATLAS, False, id="brackets without end"),
    ],
)
def test_a_note_is_named(
    prompt: str,
    path: str,
    is_named: bool,  # noqa: FBT001 -- a parameter of the test
) -> None:
    assert names_in(prompt).names_note(path) == is_named


@pytest.mark.parametrize(
    ("prompt", "memory_id", "is_named"),
    [
        ("is mem_aaaabbbbccccdddd true?", "mem_aaaabbbbccccdddd", True),
        ("is mem_fee-2 true?", "mem_fee-2", True),
        ("is mem_aaaabbbbccccddddx true?", "mem_aaaabbbbccccdddd", False),
        ("is the fee due?", "fee", False),
        ("is the harbour open?", "harbour", False),
    ],
)
def test_a_memory_is_named_by_its_id(
    prompt: str,
    memory_id: str,
    is_named: bool,  # noqa: FBT001 -- a parameter of the test
) -> None:
    assert names_in(prompt).names_memory(memory_id) == is_named
