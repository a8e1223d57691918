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
        pytest.param("Rests on [[Atlas]][[Beta]]", "Rests on Atlas Beta", id="two links in a row"),
        pytest.param("is open in[[Atlas]]", "is open in Atlas", id="a link that touches a word"),
        pytest.param("Two [[kiln]]s are cold", "Two kilns are cold", id="an ending behind a link"),
        pytest.param("鍵は[[Atlas]]にある", "鍵はAtlasにある", id="a link where no spaces stand"),
        pytest.param("Open in [[Work/Atlas#Status]]", "Open in Atlas Status", id="path, heading"),
        pytest.param("Open in [[Atlas#^a1b2c3]] now", "Open in Atlas now", id="a block"),
        pytest.param("It costs 1,800 €. [[Kiln]]", "It costs 1,800 €", id="a link behind the end"),
        pytest.param("It costs 1,800 € ([[Kiln]])", "It costs 1,800 €", id="a link in brackets"),
        pytest.param("It costs 5 € (see [[Kiln#A|k]]).", "It costs 5 €", id="a link as source"),
        pytest.param("It costs 5 €. See [[Kiln]].", "It costs 5 €", id="a link as a sentence"),
        pytest.param("Es kostet 5 €, siehe [[Ofen]]", "Es kostet 5 €", id="a link in German"),
        pytest.param("It costs 5 € — [[Kiln]]", "It costs 5 €", id="a link behind a dash"),
        pytest.param("The key lies in [[Kiln]].", "The key lies in Kiln", id="a link as a word"),
        pytest.param("[[Kiln]]", "Kiln", id="a link alone"),
        pytest.param("We run Atlas, [[Beta]]", "We run Atlas, Beta", id="a link in a list"),
        pytest.param("The news is from [[Kiln]]", "The news is from Kiln", id="a link as a place"),
        pytest.param("It rests on: [[Kiln]]", "It rests on Kiln", id="a link behind a colon"),
        pytest.param("Costs [5 €](Kiln.md) now", "Costs 5 € now", id="a Markdown link"),
        pytest.param("5 € %%for now, [[X]]%% a day", "5 € a day", id="a comment"),
        pytest.param("It costs 5 € ^b1", "It costs 5 €", id="the name of a block"),
        pytest.param("It costs[^1] 5 €", "It costs 5 €", id="a footnote"),
        pytest.param("Donau\u00addampfer", "Donaudampfer", id="a soft hyphen"),
        pytest.param(
            "\u0645\u06cc\u200c\u062e\u0648",
            "\u0645\u06cc \u062e\u0648",
            id="half a space of Persian",
        ),
        pytest.param("kiln " * 15 + "a: bcd, efgh", "kiln " * 15 + "a", id="no mark at the end"),
        pytest.param(
            "Atlas の署名鍵はまだない。" + "来週の火曜日にダナが金庫を開けて探す" * 4,
            "Atlas の署名鍵はまだない。" + "来週の火曜日にダナが金庫を開けて探す" * 3,
            id="no spaces, a short word before",
        ),
        pytest.param("鍵" * 50 + "。" + "窯" * 40, "鍵" * 50, id="no spaces, a sentence ends"),
        pytest.param("के" * 60, "के" * 33, id="no letter without its vowel"),
        pytest.param("👍🏽" * 60, "👍🏽" * 25, id="no emoji without its colour"),
        pytest.param("a" + "🇩🇪" * 60, "a" + "🇩🇪" * 24, id="no half of a flag"),
        pytest.param("x " + "w" * 90, "x", id="a word too long behind a short one"),
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


@given(st.lists(st.text("kiln", min_size=1, max_size=30), min_size=1, max_size=30))
def test_a_file_name_holds_whole_words_alone(words: list[str]) -> None:
    named = file_stem(" ".join(words)).split()
    assert named == words[: len(named)]
