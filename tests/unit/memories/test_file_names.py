"""A memory's file name, from its words."""

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vaultwatch.memories.record import file_stem


@pytest.mark.parametrize(
    ("belief", "stem"),
    [
        pytest.param("Port is [[A|b]]: 80/81?", "Port is b 80 81", id="link and marks"),
        pytest.param("The **kiln** is `cold`", "The kiln is cold", id="Markdown"),
        pytest.param("...", "Memory", id="nothing left"),
        pytest.param("", "Memory", id="nothing"),
        pytest.param(".hidden", "hidden", id="leading dot"),
        pytest.param("Ends here.", "Ends here", id="trailing dot"),
        pytest.param("word " * 40, " ".join(["word"] * 16), id="long, cut between words"),
        pytest.param("kilns " * 40, " ".join(["kilns"] * 13), id="long, the word in two left out"),
        pytest.param("w" * 80, "w" * 80, id="just short enough"),
        pytest.param("w" * 90, "w" * 80, id="long, one word"),
        pytest.param("窯" * 90, "窯" * 66, id="long in bytes"),
        pytest.param("one\ntwo\x00\u202ethree", "one two three", id="controls"),
        pytest.param("Con", "Memory Con", id="a device of Windows"),
        pytest.param("nul.tar", "Memory nul.tar", id="with extension"),
        pytest.param("Cafe\u0301", "Caf\u00e9", id="one Unicode form"),
    ],
)
def test_a_file_name_is_readable_and_safe(belief: str, stem: str) -> None:
    assert file_stem(belief) == stem


@settings(deadline=None)  # a busy machine is no failure
@given(st.text(st.characters() | st.sampled_from('[]#^|\\/:*?"<>. \ud800\n'), max_size=200))
def test_a_file_name_is_safe_whatever_the_belief(belief: str) -> None:
    stem = file_stem(belief)
    assert stem
    assert not re.search(r"[\[\]#^|\\/:*?\"<>]", stem)
    assert all(unicodedata.category(c)[0] != "C" for c in stem)
    assert not stem.startswith((".", " "))
    assert not stem.endswith((".", " "))
    assert len(stem) <= 80 + len("Memory ")
    assert len(stem.encode()) <= 207
