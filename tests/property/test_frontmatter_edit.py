"""Setting, changing and removing flags gives every byte back: real notes and generated ones."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from vaultwatch.errors import FrontmatterError
from vaultwatch.notes.frontmatter_edit import FlagValue, edit_properties

SHARED = Path(__file__).resolve().parents[3] / "shared"
REAL = [SHARED / "vaults", SHARED / "driftbench"]

SET: dict[str, FlagValue] = {
    "drift": ("memory_drift",),
    "drift_score": 0.83,
    "drift_since": "2026-05-04",
    "drift_notes": ("[[Projects/Atlas]]", '[[a "b": #c]]'),
}
CHANGED: dict[str, FlagValue] = {**SET, "drift": ("memory_drift", "stale"), "drift_score": 0.5}

words = st.text(
    st.characters(codec="utf-8", exclude_characters="\r\n\x85\u2028\u2029"), max_size=12
)
keys = st.sampled_from(["a", "b", "tags", "title", "é"])
values = st.one_of(
    st.just(""),
    st.just(" plain text"),
    st.just(" 'quoted: #'  # a comment"),
    st.just(' "x"'),
    st.just(" [a, b]"),
    st.just("\n  - one\n  - two"),
    st.just(" |\n  block\n  text\n"),
    st.just(" >-\n  folded\n\n  text"),
    st.just("\n  inner: 1\n\n# a comment of the file"),
    st.just(" 007"),
)
blocks = st.dictionaries(keys, values, max_size=4).map(
    lambda found: "".join(f"{key}:{value}\n" for key, value in found.items())
)
heads = st.one_of(st.just(""), blocks.map(lambda block: f"---\n{block}---\n"))
bodies = st.lists(words, max_size=6).map("\n".join)


@st.composite
def notes(draw: st.DrawFn) -> tuple[bytes, bytes]:
    head, body = draw(heads), draw(bodies)
    if not head and body.startswith("---"):
        body = "x" + body
    if draw(st.booleans()):
        head, body = head.replace("\n", "\r\n"), body.replace("\n", "\r\n")
    bom = b"\xef\xbb\xbf" if draw(st.booleans()) else b""
    return bom + head.encode(), body.encode()


@given(notes())
def test_a_flag_is_set_changed_and_removed_and_every_byte_is_back(
    note: tuple[bytes, bytes],
) -> None:
    head, body = note
    once = edit_properties(head + body, put=SET)
    assert once.endswith(body)
    assert once[: len(once) - len(body)].count(b"drift_score: 0.83") == 1
    assert edit_properties(once, put=SET) == once
    changed = edit_properties(once, put=CHANGED)
    assert edit_properties(changed, put={}, remove=list(SET)) == head + body


@given(notes())
def test_other_properties_mean_what_they_meant(note: tuple[bytes, bytes]) -> None:
    head, body = note
    before = head.removeprefix(b"\xef\xbb\xbf").decode().removeprefix("---").rpartition("---")[0]
    after = edit_properties(head + body, put=SET)
    block = after.removeprefix(b"\xef\xbb\xbf").decode()[3:].partition("\n---")[0]
    wanted = yaml.load(before, Loader=yaml.BaseLoader) or {}  # noqa: S506 -- constructs text alone
    found = yaml.load(block.replace("\r", ""), Loader=yaml.BaseLoader)  # noqa: S506
    assert {key: found[key] for key in wanted} == wanted


@given(st.binary(max_size=200))
def test_any_bytes_are_edited_or_refused(data: bytes) -> None:
    try:
        once = edit_properties(data, put=SET)
    except FrontmatterError:
        return
    assert edit_properties(once, put={}, remove=list(SET)) == data


@pytest.mark.skipif(not SHARED.is_dir(), reason="no ../shared with real vaults here")
def test_every_real_note_gets_every_byte_back() -> None:
    files = sorted(file for folder in REAL for file in folder.rglob("*.md"))
    assert len(files) > 500
    for file in files[::2]:  # each is edited nine times: half of them say as much
        data = file.read_bytes()
        for variant in (data, data.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + data):
            changed = edit_properties(edit_properties(variant, put=SET), put=CHANGED)
            assert edit_properties(changed, put={}, remove=list(SET)) == variant, file
