"""A value goes into a JSON text, and out of it, and every other byte stays."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultwatch.services.operations.json_edit import (
    JsonEditError,
    Key,
    read_json,
    with_value,
    without_value,
)

OURS = {"command": "x", "args": ["y"]}


@pytest.mark.parametrize(
    ("before", "path", "after"),
    [
        pytest.param(
            '{\n    "a": 1,\n    "b": {"c": [1.50, 2]}\n}\n',
            ("d",),
            '{\n    "a": 1,\n    "b": {"c": [1.50, 2]},\n    "d": {\n        "command": "x",\n'
            '        "args": [\n            "y"\n        ]\n    }\n}\n',
            id="four spaces",
        ),
        pytest.param(
            '{\n\t"m": {\n\t\t"o": 1\n\t}\n}',
            ("m", "d"),
            '{\n\t"m": {\n\t\t"o": 1,\n\t\t"d": {\n\t\t\t"command": "x",\n\t\t\t"args": [\n'
            '\t\t\t\t"y"\n\t\t\t]\n\t\t}\n\t}\n}',
            id="tabs, inside",
        ),
        pytest.param(
            '{"a": {"o": 1}}',
            ("a", "d"),
            '{"a": {"o": 1, "d": {"command": "x", "args": ["y"]}}}',
            id="on one line",
        ),
        pytest.param(
            '{\r\n  "a": 1\r\n}\r\n',
            ("d", "e"),
            '{\r\n  "a": 1,\r\n  "d": {\r\n    "e": {\r\n      "command": "x",\r\n'
            '      "args": [\r\n        "y"\r\n      ]\r\n    }\r\n  }\r\n}\r\n',
            id="carriage returns, a parent made",
        ),
        pytest.param(
            '{\n  "a": 1, // mine\n  // the end\n}\n',
            ("d",),
            '{\n  "a": 1, // mine\n  "d": {\n    "command": "x",\n    "args": [\n      "y"\n'
            "    ]\n  },\n  // the end\n}\n",
            id="comments and a last comma",
        ),
        pytest.param(
            '{\n  "a": 1 // mine\n}\n',
            ("d",),
            '{\n  "a": 1, // mine\n  "d": {\n    "command": "x",\n    "args": [\n      "y"\n'
            "    ]\n  }\n}\n",
            id="a comment stays on its line",
        ),
        pytest.param(
            '{"h": [\n  {"n": 1}\n]}',
            ("h", -1),
            '{"h": [\n  {"n": 1},\n  {\n    "command": "x",\n    "args": [\n      "y"\n    ]\n'
            "  }\n]}",
            id="behind an item",
        ),
    ],
)
def test_a_value_goes_in_and_out_again(before: str, path: tuple[Key, ...], after: str) -> None:
    now = with_value(before, path, OURS, has_comments=True)
    assert now == after
    place = path if path[-1] != -1 else (*path[:-1], 1)
    made = path[:1] if path == ("d", "e") else place
    assert without_value(now, made, has_comments=True) == before


def test_what_stands_there_is_put_in_place() -> None:
    text = '{"a": 1,\n "d": {"old": true}, "z": []}'
    assert with_value(text, ("d",), 7) == '{"a": 1,\n "d": 7, "z": []}'


@pytest.mark.parametrize("text", ["{}", "{ }", "{\n}\n", " {}\n"])
def test_an_empty_object_takes_it(text: str) -> None:
    assert json.loads(with_value(text, ("a", "b", -1), 7)) == {"a": {"b": [7]}}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        '{"a": 1,}',
        '{"a": 1} x',
        '{"a" 1}',
        "{'a': 1}",
        '// c\n{"a": 1}',
        '{"a": 01}',
        '{"a": "\n"}',
        "[" * 5000,
        '{"a": NaN}',
        "\x00",
        '{"a": ' + "9" * 5000 + "}",
    ],
)
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(JsonEditError):
        read_json(text)


@pytest.mark.parametrize(
    ("text", "path"), [('{"a": []}', ("a", "b")), ("[]", ("a",)), ('{"a": {}}', ("a", -1))]
)
def test_a_parent_of_another_kind_is_refused(text: str, path: tuple[Key, ...]) -> None:
    with pytest.raises(JsonEditError):
        with_value(text, path, 1)


_KEYS = st.sampled_from(["a", "b", "ü", "hooks", 'q"'])
_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=4)
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=3),
    max_leaves=8,
)
_OBJECTS = st.dictionaries(_KEYS, _VALUES, max_size=4)


@given(
    held=_OBJECTS,
    indent=st.sampled_from([None, 1, 2, 4, "\t"]),
    path=st.lists(st.sampled_from(["a", "new", "hooks"]), min_size=1, max_size=3),
    ends=st.booleans(),
)
def test_only_what_was_asked_for_changes(
    held: dict[str, object],
    indent: int | str | None,
    path: list[str],
    ends: bool,  # noqa: FBT001 -- generated
) -> None:
    text = json.dumps(held, indent=indent, ensure_ascii=False) + ("\n" if ends else "")
    assert read_json(text).value == held
    try:
        now = with_value(text, path, OURS)
    except JsonEditError:
        return
    here: object = json.loads(now)
    for key in path:
        assert isinstance(here, dict)
        here = here[key]
    assert here == OURS
    node = read_json(text)
    depth = 0
    while path[depth] in node.children and depth + 1 < len(path):
        node, depth = node.children[path[depth]], depth + 1
    was_there = path[depth] in node.children
    back = without_value(now, path[: depth + 1])
    if not was_there:
        assert json.loads(back) == held
        if held and node.children:
            assert back == text
