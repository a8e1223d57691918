"""What is printed for a person stays the line that it is, whatever a name holds."""

import json
import logging
from datetime import UTC, datetime

import pytest

from vaultwatch.doors.cli.printing import JsonLines, first_words, say, say_parts, say_text

FORGED = "Fee\n  findings   0 open\r\nx\rend.md"
SHOWN = "Fee\u2424  findings   0 open\u2424x\u2424end.md"


def test_a_name_that_holds_line_ends_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    say(f"wrote {FORGED}")
    say_parts(("wrote ", ""), (FORGED, "bold"))
    assert capsys.readouterr().out == f"wrote {SHOWN}\n" * 2


def test_a_text_of_many_lines_keeps_them(capsys: pytest.CaptureFixture[str]) -> None:
    say_text("one\ntwo\n")
    assert capsys.readouterr().out == "one\ntwo\n"


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        pytest.param("The fee is 40", 13, "The fee is 40", id="fits"),
        pytest.param("The fee\n is  40", 13, "The fee is 40", id="of many lines"),
        pytest.param("The fee is 400", 13, "The fee is…", id="cut behind a word"),
        pytest.param("The fee is 400", 12, "The fee is…", id="room for the sign"),
        pytest.param("w" * 20, 10, "w" * 9 + "…", id="one word"),
        pytest.param("窯は冷たい" * 9, 11, "窯は冷たい…", id="letters of two columns"),
        pytest.param("fee " * 20_000, 20, "fee fee fee fee…", id="71 kB"),
        pytest.param("fee " * 501, 5_000, "fee " * 498 + "fee…", id="more than is read"),
        pytest.param("", 10, "", id="nothing"),
    ],
)
def test_a_text_is_cut_to_a_line_behind_a_word(text: str, width: int, shown: str) -> None:
    assert first_words(text, width) == shown


def test_a_log_line_tells_its_moment_in_utc() -> None:
    record = logging.makeLogRecord({"msg": "awake", "created": 1_700_000_000.25})
    at = datetime.fromisoformat(json.loads(JsonLines().format(record))["at"])
    assert at == datetime(2023, 11, 14, 22, 13, 20, 250_000, tzinfo=UTC)
