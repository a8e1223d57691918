"""Our tolerant reading of properties against python-frontmatter's, wherever that one reads at all.

It guesses types (`007` becomes 7) and raises on trouble, so it is no part of the product; on the
names of properties and on plain lists and texts the two must agree.
"""

from pathlib import Path

import frontmatter
import pytest
import yaml

from vaultwatch.notes.properties import read_properties

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = [
    ROOT / "sample_vault",
    ROOT.parent / "shared" / "vaults",
    ROOT.parent / "shared" / "driftbench",
]
NOTES = [file for folder in FOLDERS if folder.is_dir() for file in sorted(folder.rglob("*.md"))]


def of_ours(value: object) -> object:
    return [of_ours(one) for one in value] if isinstance(value, tuple) else value


@pytest.mark.parametrize("file", NOTES[::3], ids=lambda file: file.name)
def test_names_texts_and_lists_are_read_alike(file: Path) -> None:
    text = file.read_text(encoding="utf-8-sig")
    try:
        theirs = frontmatter.loads(text).metadata
    except yaml.YAMLError:
        return  # broken YAML: ours salvages, theirs raises
    ours = read_properties(text).values
    assert ours.keys() == {str(name) for name in theirs}
    for name, value in theirs.items():
        is_text = isinstance(value, str)
        is_list = isinstance(value, list) and value and all(isinstance(one, str) for one in value)
        if is_text or is_list:
            assert of_ours(ours[str(name)]) == value
