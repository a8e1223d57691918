"""Edits of bytes, their diff, and the file that a list of actions is kept in."""

import json
from typing import Any

import pytest

from tests.messy_stores import inverse
from tests.unit.memories.stores.held import hold, replacing
from vaultwatch.memories.stores.actions import PatchError, StorePatch, TextEdit, edited
from vaultwatch.memories.stores.mending import mend
from vaultwatch.memories.stores.patch_file import patch_json, patch_of, seal_of, unified


def edit(start: int, old: str, new: str, path: str = "a.md") -> TextEdit:
    return TextEdit(path, start, old, new)


def test_edits_fit_all_or_none() -> None:
    data = "\ufeffab\u00e9c\r\n".encode()
    edits = [edit(9, "\n", "\n!"), edit(3, "ab", "x"), edit(5, "\u00e9", "")]
    new = edited(data, edits)
    assert new == "\ufeffxc\r\n!".encode()
    assert edited(new, inverse(edits)) == data


@pytest.mark.parametrize(
    ("edits", "said"),
    [
        pytest.param([edit(0, "ab", ""), edit(1, "b", "")], "same place", id="overlap"),
        pytest.param([edit(1, "", "x"), edit(1, "", "y")], "same place", id="two at once"),
        pytest.param([edit(0, "x", "y")], "made for", id="another file"),
        pytest.param([edit(99, "", "y")], "made for", id="behind its end"),
        pytest.param([edit(3, "", "y")], "letter in two", id="within a letter"),
    ],
)
def test_edits_that_do_not_fit_are_refused(edits: list[TextEdit], said: str) -> None:
    with pytest.raises(PatchError, match=said):
        edited("ab\u00e9".encode(), edits)


@pytest.mark.parametrize(
    ("old", "edits", "diff"),
    [
        pytest.param("a\nb\n", [edit(2, "b", "c")], "@@ -1,2 +1,2 @@\n a\n-b\n+c\n", id="a line"),
        pytest.param(
            "a\r\nb",
            [edit(4, "", " c")],
            "@@ -1,2 +1,2 @@\n a\r\n-b\n\\ No newline at end of file\n"
            "+b c\n\\ No newline at end of file\n",
            id="behind a line without an end",
        ),
        pytest.param("a\n", [edit(2, "", "b\n")], "@@ -1,1 +1,2 @@\n a\n+b\n", id="at the end"),
        pytest.param("a\n", [edit(0, "", "b\n")], "@@ -1,1 +1,2 @@\n+b\n a\n", id="at the start"),
        pytest.param(
            "a\nb\nc\n", [edit(1, "\nb", "")], "@@ -1,3 +1,2 @@\n a\n-b\n c\n", id="a line gone"
        ),
        pytest.param(
            "".join(f"{n}\n" for n in range(1, 10)) + "x\n",
            [edit(0, "1", "A"), edit(18, "x", "y")],
            "@@ -1,4 +1,4 @@\n-1\n+A\n 2\n 3\n 4\n@@ -7,4 +7,4 @@\n 7\n 8\n 9\n-x\n+y\n",
            id="far apart",
        ),
    ],
)
def test_edits_as_a_unified_diff(old: str, edits: list[TextEdit], diff: str) -> None:
    assert unified("a.md", old.encode(), edits).decode() == f"--- a/a.md\n+++ b/a.md\n{diff}"


def test_the_name_of_a_file_is_written_as_patch_reads_it() -> None:
    def head(path: str) -> str:
        return unified(path, b"a", [edit(0, "a", "b", path)]).decode().split("\n")[0]

    assert head("x y/\U0001f600.md") == "--- a/x y/\U0001f600.md\t"
    assert head('"q".md') == '--- "a/\\"q\\".md"'


def sample() -> dict[str, Any]:
    held = hold("claude-code", {"MEMORY.md": "- port 4310\n"})
    actions, _ = mend(held, [replacing(held, "port", "4310", "4400")])
    patch = StorePatch(
        "app", "/home/me/m", "claude-code", "2026-11-23", (("MEMORY.md", "0" * 64),), tuple(actions)
    )
    assert patch_of(patch_json(patch)) == patch
    found: dict[str, Any] = json.loads(patch_json(patch))
    return found


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        (["version"], 1),
        (["format"], "word"),
        (["path"], "/a\x1b[2J"),
        (["digests"], []),
        (["digests"], {"MEMORY.md": "x"}),
        (["digests"], {"../x.md": "0" * 64}),
        (["actions"], {}),
        (["actions", 0, "kind"], "delete"),
        (["actions", 0, "path"], "/etc/passwd"),
        (["actions", 0, "line"], -1),
        (["actions", 0, "line"], True),
        (["actions", 0, "why"], "a\nb"),
        (["actions", 0, "why"], "\ud800"),
        (["actions", 0, "edits"], []),
        (["actions", 0, "edits", 0, "path"], "../MEMORY.md"),
        (["actions", 0, "edits", 0, "path"], "a\\..\\b.md"),
        (["actions", 0, "edits", 0, "path"], "C:/x.md"),
        (["actions", 0, "edits", 0, "path"], "other.md"),
        (["actions", 0, "edits", 0, "start"], 10**13),
        (["actions", 0, "edits", 0, "start"], "2"),
        (["actions", 0, "edits", 0, "new"], "4310"),
        (["actions", 0, "edits", 0, "new"], "a\0b"),
        (["actions", 0, "edits", 0, "new"], "a\x9bb"),
        (["actions", 0, "edits", 0, "new"], "x" * 6_000),
        (["actions", 0, "edits", 0, "new"], None),
        (["actions", 0], "x"),
    ],
    ids=lambda one: ".".join(map(str, one)) if isinstance(one, list) else "",
)
def test_a_list_that_no_patch_of_ours_is_is_refused(keys: list[Any], value: object) -> None:
    held = sample()
    place: Any = held
    for key in keys[:-1]:
        place = place[key]
    place[keys[-1]] = value
    with pytest.raises(PatchError, match=r"edited|version"):
        patch_of(json.dumps(held))
    with pytest.raises(PatchError) as refused:  # and by one who made its seal anew
        patch_of(json.dumps({**held, "seal": seal_of(held)}))
    assert "edited" not in refused.value.message


@pytest.mark.parametrize("key", ["why", "authority", "record", "line", "id", "edits"])
def test_a_list_whose_words_or_values_were_changed_is_refused(key: str) -> None:
    """What a person reads of an action and what it does stay together."""
    held = sample()
    changed: dict[str, object] = {"line": 7, "authority": "reality", "edits": []}
    if key == "edits":
        held["actions"][0]["edits"][0]["new"] = "4401"
    else:
        held["actions"][0][key] = changed.get(key, "another")
    with pytest.raises(PatchError, match="was edited"):
        patch_of(json.dumps(held))


@pytest.mark.parametrize("text", ["", "[]", "{", "null", "[" * 100_000, '{"version": 1}'])
def test_no_patch_at_all_is_told(text: str) -> None:
    with pytest.raises(PatchError):
        patch_of(text)


def test_ids_name_one_action_each() -> None:
    patch = patch_of(json.dumps(sample()))
    (one,) = patch.actions
    assert patch.choose([one.id[:3], one.id]) == (one,)
    assert patch.choose([]) == (one,)
    for wanted in ("", "zzzzzzz"):
        with pytest.raises(PatchError):
            patch.choose([wanted])
