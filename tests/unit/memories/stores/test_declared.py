"""What a record declares of itself counts in each format that has a place for it."""

import json
import time
from datetime import UTC, datetime

import pytest

from tests.unit.memories.stores.files import read_as, the_one
from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.front import superseded

SAID = {
    "created": "2026-02-03T10:00Z",
    "ttl": "2d",
    "verify_mode": "on_use",
    "env": "oven-7",
    "remote": "me/app",
}
FRONT = "---\n" + "".join(f"{name}: {said}\n" for name, said in SAID.items()) + "---\nTea.\n"
LINE = "value=Tea. | " + " | ".join(f"{name}={said}" for name, said in SAID.items())


@pytest.mark.parametrize(
    ("form", "path", "text"),
    [
        ("pipe-lines", "MEMORY.md", LINE),
        ("jsonl", "r.jsonl", json.dumps({"text": "Tea.", **SAID})),
        ("claude-code", "tea.md", FRONT),
        ("basic-memory", "tea.md", FRONT),
    ],
)
def test_each_format_is_read(form: StoreFormat, path: str, text: str) -> None:
    one = the_one(form, {path: text})
    assert one.text == "Tea."
    assert one.expires == datetime(2026, 2, 5, 10, tzinfo=UTC)
    assert (one.verify_mode, one.env, one.remote) == ("on_use", "oven-7", "me/app")
    bare = the_one(form, {path: text.replace("2d", "soon").replace("on_use", "often")})
    assert (bare.expires, bare.verify_mode) == (None, ""), "what cannot be read is not said"


def test_rows_that_others_supersede_count_no_more() -> None:
    rows = [
        {"id": 1, "text": "Tea."},
        {"id": "b", "text": "Milk."},
        {"id": "c", "text": "Rum.", "supersedes": [1, "b"]},
        {"id": "d", "text": "Gin.", "status": "archived"},
    ]
    told = read_as("jsonl", {"r.jsonl": "\n".join(map(json.dumps, rows))}).records
    assert [one.text for one in told if not one.is_deprecated] == ["Rum."]


def test_a_chain_as_long_as_a_file_takes_no_longer_than_its_lines() -> None:
    began = time.process_time()
    assert len(superseded((str(n), str(n - 1)) for n in range(50_000))) == 50_000
    assert superseded([("a", "b"), ("b", "c"), ("c", "b"), ("x", "y"), ("y", "x")]) == {"b", "c"}
    assert time.process_time() - began < 2
