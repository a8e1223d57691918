"""The id a memory keeps."""

from vaultwatch.memories.ids import is_memory_id, memory_id


def test_an_id_depends_on_words_alone() -> None:
    assert memory_id("The  Port\n") == memory_id("the port") != memory_id("the ports")
    assert memory_id("Cafe\u0301") == memory_id("CAF\u00c9")


def test_an_id_stays_the_same_from_release_to_release() -> None:
    assert memory_id("The kiln is cold.") == "mem_h7jyhx4e5tchlkmd"


def test_an_id_is_known_by_its_form() -> None:
    assert is_memory_id(memory_id("x"))
    assert not is_memory_id("mem_x")


def test_any_text_has_an_id() -> None:
    assert is_memory_id(memory_id("\ud800"))
    assert is_memory_id(memory_id(""))
