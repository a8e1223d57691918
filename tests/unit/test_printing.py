"""What is printed for a person stays the line that it is, whatever a name holds."""

import pytest

from vaultwatch.cli.printing import say, say_parts, say_text

FORGED = "Fee\n  findings   0 open\r\nx\rend.md"
SHOWN = "Fee\u2424  findings   0 open\u2424x\u2424end.md"


def test_a_name_that_holds_line_ends_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    say(f"wrote {FORGED}")
    say_parts(("wrote ", ""), (FORGED, "bold"))
    assert capsys.readouterr().out == f"wrote {SHOWN}\n" * 2


def test_a_text_of_many_lines_keeps_them(capsys: pytest.CaptureFixture[str]) -> None:
    say_text("one\ntwo\n")
    assert capsys.readouterr().out == "one\ntwo\n"
