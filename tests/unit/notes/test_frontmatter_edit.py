"""What an edit of the properties does to a note's bytes, and what it refuses."""

from time import thread_time

import pytest

from vaultwatch.errors import FrontmatterError
from vaultwatch.notes.frontmatter_edit import edit_properties
from vaultwatch.notes.model import FlagValue

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
        pytest.param(
            b"---\na: 1\t\n---\n",
            b"---\na: 1\t\ndrift:\n  - memory_drift\ndrift_score: 0.83\n---\n",
            id="a tab behind a value",
        ),
        pytest.param(
            b"---\ndrift: # why\n  - a # as\n  # so\n  - b\n  # and\ndrift_score: 1 # hm\n---\n",
            b"---\ndrift:\n  - memory_drift\n# why\n# as\n  # so\n  # and\n"
            b"drift_score: 0.83 # hm\n---\n",
            id="comments in our own properties stay",
        ),
        pytest.param(
            b"---\n? [odd]\n: 1\n---\n",
            b"---\n? [odd]\n: 1\ndrift:\n  - memory_drift\ndrift_score: 0.83\n---\n",
            id="a name that is a list",
        ),
    ],
)
def test_flags_are_set_and_every_other_byte_stays(before: bytes, after: bytes) -> None:
    assert edit_properties(before, put=FLAGS) == after
    assert edit_properties(after, put=FLAGS) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            b"---\ndrift:\n  - x\n  # mine\na: 1\n---\n",
            b"---\n  # mine\na: 1\n---\n",
            id="an indented comment below our list",
        ),
        pytest.param(
            b"---\ndrift: x # mine\n---\nbody",
            b"---\n# mine\n---\nbody",
            id="a comment behind our value",
        ),
        pytest.param(
            b"---\ndrift: |\n  # a text\n  b\n\na: 1\n---\n",
            b"---\n\na: 1\n---\n",
            id="a text is no comment",
        ),
        pytest.param(
            b"---\ndrift: x\n---\n---\na: 1\n---\nbody",
            b"---\n---\n---\na: 1\n---\nbody",
            id="a body that begins as properties do stays the body",
        ),
        pytest.param(
            b"---\ndrift: x\n---\n\xef\xbb\xbf---\na: 1\n---\n",
            b"---\n---\n\xef\xbb\xbf---\na: 1\n---\n",
            id="so does one behind a BOM",
        ),
        pytest.param(b"---\n \ndrift: x\n---\nb", b"---\n \n---\nb", id="a line of blanks"),
    ],
)
def test_our_properties_go_and_every_other_byte_stays(before: bytes, after: bytes) -> None:
    assert edit_properties(before, put={}, remove=["drift"]) == after
    assert edit_properties(edit_properties(before, put=FLAGS), put={}, remove=list(FLAGS)) == after


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
        pytest.param(b"---\ra: 1\r---\rbody", id="lone carriage returns"),
        pytest.param(b"---\na: 1\n...\n---\n", id="the end of a YAML document"),
        pytest.param(b"---\na: |+\n  b\ndrift: x\n\nc: 1\n---\n", id="could not come out again"),
        pytest.param(b"---\na: &x {b: *x}\ndrift: *x\n---\n", id="an alias on our property"),
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


def test_an_alias_to_itself_and_a_bomb_of_aliases_are_edited_like_any_property() -> None:
    bomb = "".join(f"k{n}: &k{n} [{','.join([f'*k{n - 1}'] * 9)}]\n" for n in range(1, 12))
    for block in ("a: &x {b: *x}\n", f"k0: &k0 [x]\n{bomb}"):
        note = f"---\n{block}---\n".encode()
        once = edit_properties(note, put=FLAGS)
        assert once.startswith(note.removesuffix(b"---\n") + b"drift:\n")
        assert edit_properties(once, put={}, remove=list(FLAGS)) == note


def test_the_time_of_an_edit_grows_with_the_block_and_no_faster() -> None:
    def cpu_s(number: int) -> float:
        note = "---\n" + "".join(f"key{n}: v\n" for n in range(number)) + "---\n"
        started = thread_time()
        edit_properties(note.encode(), put=FLAGS)
        return thread_time() - started

    small = min(cpu_s(500) for _ in range(4))
    assert min(cpu_s(4_000) for _ in range(4)) < 24 * small  # linear is 8, quadratic 64
