"""What is read of a call for the audit, and what a call is told that nobody could answer."""

import json

import pytest

from vaultwatch.doors.team.answers import asked_in, spoken_error, went_well


@pytest.mark.parametrize(
    ("body", "what"),
    [
        (b'{"method":"tools/call","params":{"name":"vault_recent"}}', "vault_recent"),
        (b'{"method":"tools/call","params":{"name":"my secret text"}}', "other"),
        (b'{"method":"tools/call","params":{"name":["vault_recent"]}}', "other"),
        (b'{"method":"tools/call","params":[]}', "other"),
        (b'{"method":"resources/read","params":{"uri":"vaultwatch://note/A"}}', "resources/read"),
        (b'{"method":"Dear log, ..."}', "other"),
        (b"[]", "other"),
        (b"[" * 100_000, "other"),
        (b"\xff", "other"),
        (b"", "other"),
    ],
)
def test_what_is_asked_is_told_and_no_text(body: bytes, what: str) -> None:
    assert asked_in(body).what == what


def test_a_call_that_failed_is_answered_as_an_agent_reads_it() -> None:
    told = json.loads(spoken_error(b'{"id":7,"method":"tools/call","params":{"name":"x"}}', "No."))
    assert (told["id"], told["result"]["isError"]) == (7, True)
    assert told["result"]["content"][0]["text"] == "No."
    other = json.loads(spoken_error(b'{"id":"a","method":"tools/list"}', "No."))
    assert (other["id"], other["error"]["message"]) == ("a", "No.")
    assert json.loads(spoken_error(b"no call", "No."))["id"] is None
    assert not went_well(json.dumps(told).encode())
    assert not went_well(json.dumps(other).encode())
    assert went_well(b'{"result":{"content":[]}}')
