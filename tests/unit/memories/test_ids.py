"""The id a memory keeps."""

import re

import pytest

from vaultwatch.memories.ids import memory_id


def test_an_id_depends_on_words_alone() -> None:
    assert memory_id("The  Port\n") == memory_id("the port") != memory_id("the ports")
    assert memory_id("Cafe\u0301") == memory_id("CAF\u00c9")


def test_an_id_stays_the_same_from_release_to_release() -> None:
    assert memory_id("The kiln is cold.") == "mem_h7jyhx4e5tchlkmd"


@pytest.mark.parametrize("text", ["\ud800", ""])
def test_any_text_has_an_id(text: str) -> None:
    assert re.fullmatch(r"mem_[a-z2-7]{16}", memory_id(text))
