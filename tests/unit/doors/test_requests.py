"""What a request may say: everything else is refused, and nothing of it is echoed."""

import json

import pytest

from vaultwatch.doors.requests.verbs import NotJsonError, parse_request
from vaultwatch.errors import RefusedError


def test_every_verb_of_the_list_is_taken() -> None:
    for asked in (
        {"verb": "rescan"},
        {"verb": "rescan", "note": "Projects/Atlas.md"},
        {"verb": "report"},
        {"verb": "findings", "note": "Atlas.md"},
        {"verb": "remember", "text": "a\n---\n\tb", "note": "A.md", "heading": "H", "type": "x"},
        {"verb": "remember", "text": "a", "note": None, "tags": ["one", "two"]},
        {"verb": "dismiss", "finding": "7k2m4qx", "why": "no"},
        {"verb": "verify", "finding": "7k2m4qx"},
        {"verb": "verify", "finding": "7k2m4qx", "note": "Shed.md"},
        {"verb": "acknowledge", "finding": "7k2m4qx"},
    ):
        request = parse_request(json.dumps(asked).encode())
        given = {name: getattr(request, name) for name in asked}
        assert given == {**asked, **({"tags": ("one", "two")} if "tags" in asked else {})}


def test_a_byte_order_mark_is_no_obstacle() -> None:
    assert parse_request(b'\xef\xbb\xbf{"verb": "report"}').verb == "report"


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b'{"verb": "resc', id="half of it"),
        pytest.param('{"verb": "remember", "text": "ö'.encode()[:-1], id="half a sign"),
        pytest.param(b'{"verb": "report"}}', id="more behind it"),
        pytest.param(b"[" * 60_000, id="nested to the depths"),
        pytest.param(b'{"a":' * 10_000, id="objects to the depths"),
        pytest.param(b'{"verb": "dismiss", "finding": NaN}', id="NaN"),
        pytest.param(b'{"verb": "dismiss", "finding": -Infinity}', id="infinity"),
        pytest.param(b'{"verb": "report", "verb": "rescan"}', id="a key twice"),
        pytest.param(b'{"verb": ' + b"9" * 60_000 + b"}", id="a number without end"),
        pytest.param(b"\xff\xfe{\x00}\x00", id="UTF-16"),
        pytest.param(b"\0" * 100, id="NULs"),
    ],
)
def test_what_is_no_json_may_not_be_whole_yet(data: bytes) -> None:
    with pytest.raises(NotJsonError) as caught:
        parse_request(data)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        pytest.param([], "no JSON object", id="a list"),
        pytest.param(None, "no JSON object", id="null"),
        pytest.param("rescan", "no JSON object", id="a word"),
        pytest.param({}, "no verb", id="no verb"),
        pytest.param({"verb": "RESCAN"}, "no verb", id="upper case"),
        pytest.param({"verb": "run"}, "no verb", id="an unknown verb"),
        pytest.param({"verb": ["rescan"]}, "no verb", id="a list of verbs"),
        pytest.param({"verb": {"$ne": 1}}, "no verb", id="a query"),
        pytest.param({"verb": True}, "no verb", id="a truth"),
        pytest.param({"verb": "rescan", "note": 7}, "'note'", id="a number for a path"),
        pytest.param({"verb": "rescan", "note": ""}, "'note'", id="an empty path"),
        pytest.param({"verb": "rescan", "note": "a\0"}, "'note'", id="a NUL in a path"),
        pytest.param({"verb": "rescan", "evil": 1}, "'evil'", id="an unknown key"),
        pytest.param({"verb": "report", "note": "a"}, "'note'", id="a key of another verb"),
        pytest.param({"verb": "findings"}, "'note'", id="a key left out"),
        pytest.param({"verb": "remember", "text": ["a"]}, "'text'", id="a list for words"),
        pytest.param({"verb": "remember", "text": "a\x1b[2J"}, "'text'", id="a terminal's code"),
        pytest.param({"verb": "remember", "text": "\ud800"}, "'text'", id="half a sign"),
        pytest.param({"verb": "remember", "text": "a", "tags": "ab"}, "'tags'", id="a tag alone"),
        pytest.param({"verb": "remember", "text": "a", "tags": [1]}, "'tags.0'", id="no word"),
        pytest.param({"verb": "remember", "text": "a", "tags": ["x"] * 21}, "'tags'", id="tags"),
        pytest.param({"verb": "remember", "text": "a", "tags": {"x": 1}}, "'tags'", id="a map"),
        pytest.param({"verb": "dismiss", "finding": None}, "'finding'", id="no finding"),
        pytest.param({"verb": "dismiss", "finding": ""}, "'finding'", id="any finding"),
        pytest.param({"verb": "dismiss", "finding": "x", "why": "y" * 1001}, "'why'", id="a novel"),
    ],
)
def test_what_is_not_on_the_list_is_refused_with_a_way_out(asked: object, told: str) -> None:
    with pytest.raises(RefusedError) as caught:
        parse_request(json.dumps(asked).encode())
    assert not isinstance(caught.value, NotJsonError)
    assert told in caught.value.message
    assert caught.value.hint


def test_a_refusal_is_short_and_holds_nothing_of_what_was_given() -> None:
    asked: dict[str, object] = {f"key{number}" * 40: "hunter2" for number in range(500)}
    with pytest.raises(RefusedError) as caught:
        parse_request(json.dumps({"verb": "report", **asked}).encode())
    assert len(caught.value.message) < 500
    assert "hunter2" not in caught.value.message
