"""What an edit of the properties does to a note's bytes, and what it refuses."""

import pytest

from vaultwatch.errors import FrontmatterError
from vaultwatch.notes.frontmatter_edit import FlagValue, edit_properties

FLAGS: dict[str, FlagValue] = {"drift": ("memory_drift",), "drift_score": 0.83}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            b"body\n",
            b"---\ndrift:\n  - memory_drift\ndrift_score: 0.83\n---\nbody\n",
            id="no properties yet",
        ),
        pytest.param(b"", b"---\ndrift:\n  - memory_drift\ndrift_score: 0.83\n---\n", id="empty"),
        pytest.param(
            b"---\na: 1\n---\nbody\n",
            b"---\na: 1\ndrift:\n  - memory_drift\ndrift_score: 0.83\n---\nbody\n",
            id="behind what stands there",
        ),
        pytest.param(
            b"---\r\na: 1\r\n---\r\nbody\r\n",
            b"---\r\na: 1\r\ndrift:\r\n  - memory_drift\r\ndrift_score: 0.83\r\n---\r\nbody\r\n",
            id="CRLF",
        ),
        pytest.param(
            b"\xef\xbb\xbf---\na: 1\n---\n",
            b"\xef\xbb\xbf---\na: 1\ndrift:\n  - memory_drift\ndrift_score: 0.83\n---\n",
            id="BOM",
        ),
        pytest.param(
            b"---\ndrift: x\n# mine\nz: 1\n---\n",
            b"---\ndrift:\n  - memory_drift\n# mine\nz: 1\ndrift_score: 0.83\n---\n",
            id="an older value is replaced where it stood",
        ),
        pytest.param(
            b"---\nz: 'q' # why\nt: 12:30\nn: 007\n---\nb",
            b"---\nz: 'q' # why\nt: 12:30\nn: 007\ndrift:\n  - memory_drift\ndrift_score: 0.83\n"
            b"---\nb",
            id="quotes, comments and odd numbers stay",
        ),
    ],
)
def test_flags_are_set_and_every_other_byte_stays(before: bytes, after: bytes) -> None:
    assert edit_properties(before, put=FLAGS) == after
    assert edit_properties(after, put=FLAGS) == after


@pytest.mark.parametrize(
    ("value", "line"),
    [
        pytest.param("2026-05-04", "d: 2026-05-04", id="a date stays a date"),
        pytest.param("yes", 'd: "yes"', id="no accidental boolean"),
        pytest.param("007", 'd: "007"', id="no accidental number"),
        pytest.param("[[A|b]]", 'd: "[[A|b]]"', id="a wiki-link is quoted"),
        pytest.param('a "b": c\n', 'd: "a \\"b\\": c\\n"', id="no way out of the quotes"),
        pytest.param("\u2028", 'd: "\\u2028"', id="an odd line break is escaped"),
        pytest.param((), "d: []", id="an empty list"),
        pytest.param(("[[A]]",), 'd:\n  - "[[A]]"', id="a list"),
        pytest.param(0.5, "d: 0.5", id="a number"),
    ],
)
def test_a_value_is_written_as_what_it_is(value: FlagValue, line: str) -> None:
    assert edit_properties(b"", put={"d": value}) == f"---\n{line}\n---\n".encode()


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"---\na: [1\n---\nbody", id="broken YAML"),
        pytest.param(b"---\na: 1\nbody without an end", id="never closed"),
        pytest.param(b'---\n{"a": 1}\n---\n', id="JSON"),
        pytest.param(b"---\n- a\n---\n", id="a list"),
        pytest.param(b"---\ndrift: 1\ndrift: 2\n---\n", id="our property twice"),
        pytest.param(b"---\ndrift: &a 1\nb: *a\n---\n", id="an anchor on our property"),
        pytest.param(b"---\na: \xff\n---\n", id="not UTF-8"),
        pytest.param(b"\xff body", id="a body that is not UTF-8"),
        pytest.param("---\na: 1\u2028b: 2\n---\n".encode(), id="odd line breaks"),
        pytest.param(b"---\na: " + b"[" * 5000 + b"\n---\n", id="brackets beyond reason"),
        pytest.param(b"---\n" + b"a: b\n" * 100_000 + b"---\n", id="beyond all length"),
    ],
)
def test_an_edit_in_doubt_is_refused(data: bytes) -> None:
    with pytest.raises(FrontmatterError):
        edit_properties(data, put=FLAGS)


def test_removing_what_is_not_there_changes_nothing() -> None:
    assert edit_properties(b"---\na: 1\n---\n", put={}, remove=["drift"]) == b"---\na: 1\n---\n"


def test_a_name_that_is_none_is_refused() -> None:
    with pytest.raises(FrontmatterError):
        edit_properties(b"", put={"a: b\nc": "d"})
