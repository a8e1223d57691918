"""A note's name, and which names are one."""

import re
import unicodedata
from pathlib import Path

import pytest

from vaultwatch.notes.titles import title_key, title_of


@pytest.mark.parametrize(
    ("path", "title"),
    [("Atlas.md", "Atlas"), ("a/b/v1.2.md", "v1.2"), ("a/Atlas", "Atlas"), ("x.md.md", "x.md")],
)
def test_a_title_is_the_files_name(path: str, title: str) -> None:
    assert title_of(path) == title


def test_case_and_decomposed_letters_tell_no_names_apart() -> None:
    assert title_key("Notizen/ÉTÉ.md") == title_key("été")
    assert title_key(unicodedata.normalize("NFD", "a/Größe.md")) == title_key("größe")
    assert title_key("Atlas.md") != title_key("Atlas 2.md")


def test_a_path_becomes_a_title_in_one_place() -> None:
    package = Path(__file__).resolve().parents[3] / "vaultwatch"
    cut = re.compile(r"""rsplit\(["']/["'], 1\)\[-1\]\s*\.removesuffix""")
    found = [path.name for path in package.rglob("*.py") if cut.search(path.read_text("utf-8"))]
    assert found == ["titles.py"]
