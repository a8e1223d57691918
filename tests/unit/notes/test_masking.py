"""The statements of a note that is not at hand any more are masked as it would have been read."""

from collections.abc import Iterator

from tests.secret_kinds import cases, leaks
from vaultwatch.guard.secrets import find_secrets, mask_secrets
from vaultwatch.notes.masking import masked_statements
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.parse import parse_note

NOTE = NotePath("Note.md")
MOST_LEFT = 0.01
LEAST_ALIKE = 0.96


def find(text: str) -> Iterator[tuple[int, int, str]]:
    return ((hit.start, hit.end, hit.mask) for hit in find_secrets(text))


def read(text: str) -> tuple[Statement, ...]:
    return tuple(parse_note(NOTE, text.encode()).statements)


def words_of(statements: tuple[Statement, ...]) -> str:
    return "\n".join(
        " ".join((one.text, one.plain, one.context, *one.section)) for one in statements
    )


def test_hardly_a_secret_is_left_and_hardly_a_statement_is_another_than_the_masked_notes() -> None:
    asked = [case for case in cases(2) if not leaks(case, mask_secrets(case.text))]
    left = alike = 0
    for case in asked:
        masked = masked_statements(read(case.text), find)
        wanted = read(mask_secrets(case.text))
        left += leaks(case, words_of(masked))
        alike += [one.digest for one in masked] == [one.digest for one in wanted]
        assert len(masked) == len(read(case.text)), case
    assert left <= MOST_LEFT * len(asked)
    assert alike >= LEAST_ALIKE * len(asked)


def test_statements_without_a_secret_stay_as_they_are() -> None:
    text = "# Gate\n\n- [ ] Paint it\n\n| Door | Colour |\n| --- | --- |\n| mill | red |\n"
    assert masked_statements(read(text), find) == read(text)


def test_what_was_masked_is_masked_no_more() -> None:
    for case in cases(1):
        masked = masked_statements(read(case.text), find)
        assert masked_statements(masked, find) == masked, case
