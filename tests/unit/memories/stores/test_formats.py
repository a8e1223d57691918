"""Which format a folder is told to be."""

import pytest

from tests.unit.memories.stores.files import store_files
from vaultwatch.memories.stores.formats import FORMATS, guess_format

CASES = {
    "claude-code": {"MEMORY.md": "- [A](a.md)\n", "a.md": "x"},
    "instructions": {"CLAUDE.md": "- x\n", "README.md": "y"},
    "memory-tool": {"customer.txt": "x"},
    "codex": {"MEMORY.md": "# Task Group: a\nscope: b\n"},
    "openclaw": {"MEMORY.md": "- x\n", "memory/2026-02-01.md": "- y\n"},
    "hermes": {"MEMORY.md": "a\n\u00a7\nb\n"},
    "letta": {"system/human.md": "---\ndescription: a\n---\nb\n"},
    "basic-memory": {"a.md": "# A\n- [fact] b\n"},
    "memsearch": {"2026-02-09.md": "### 1:00\n<!-- session:a turn:b -->\n- c\n"},
    "neurostack": {"decision/2026-06/a.md": "---\nneurostack_id: a\n---\nb\n"},
    "jsonl": {"rows.jsonl": '{"text": "a"}\n'},
    "chat-export": {"conversations.json": "[]", "users.json": "[]"},
    "pipe-lines": {"MEMORY.md": "# M\nmem_1 | key=a | value=b\n"},
}


@pytest.mark.parametrize("form", FORMATS)
def test_a_folder_is_told_by_its_files(form: str) -> None:
    files = store_files(CASES[form])
    assert guess_format([file.path for file in files], files) == form


@pytest.mark.parametrize(
    ("files", "form"),
    [
        pytest.param({"CLAUDE.md": "x", "sub/MEMORY.md": "- y"}, "instructions", id="a home"),
        pytest.param({"reviewer/MEMORY.md": "- y"}, "claude-code", id="subagents"),
        pytest.param({"photo.png": ""}, None, id="nothing to read"),
        pytest.param({}, None, id="empty"),
    ],
)
def test_where_signs_meet(files: dict[str, str], form: str | None) -> None:
    assert guess_format(list(files), store_files(files)) == form
