"""Mask the statements of a note that is not at hand any more, as they would have been read masked.

Pure; `services.indexing.masking` calls it for what older rules let into a baseline. What a value is
may stand above it, in a heading or the head of a table: statements are read together, in several
layouts, and what one of them shows to be a secret is masked in all words of its statement.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from vaultwatch.notes.model import SectionPath, Statement
from vaultwatch.notes.normalise import statement_digest

FindSecrets: TypeAlias = Callable[[str], Iterable[tuple[int, int, str]]]
"""Returns where the secrets of a text begin and end, and what stands in their place."""

_BULLETED = frozenset({"list_item", "task"})
_SPACE = re.compile(r" (?!>-|[A-Z ]{1,40}-----)")
"""Where a paragraph of several lines may have been broken; not within the mark of a key."""


def masked_statements(statements: Sequence[Statement], find: FindSecrets) -> tuple[Statement, ...]:
    """Return a note's statements with their secrets masked, one for one."""
    secrets: list[dict[str, str]] = [{} for _ in statements]
    for text, spans in _layouts(statements):
        for start, end, mask in find(text):
            for held, (first, last) in zip(secrets, spans, strict=True):
                value = text[max(start, first) : min(end, last)]
                if value.strip():
                    held[value.strip()] = mask
    pairs = zip(statements, secrets, strict=True)
    return tuple(_masked(one, held, find) for one, held in pairs)


def _layouts(statements: Sequence[Statement]) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """Yield the statements as one text, in several layouts, and where each stands in it."""
    yield _laid_out(statements, lambda one: one.text)
    yield _laid_out(statements, lambda one: one.plain)
    if any(one.last_line > one.first_line for one in statements):
        yield _laid_out(statements, _broken)


def _broken(one: Statement) -> str:
    return _SPACE.sub("\n", one.text) if one.last_line > one.first_line else one.text


def _laid_out(
    statements: Sequence[Statement], told: Callable[[Statement], str]
) -> tuple[str, list[tuple[int, int]]]:
    text, spans = "", []
    section: SectionPath = ()
    for one in statements:
        if one.section != section and one.section:
            text += f"# {one.section[-1]}\n"
        section = one.section
        text += "- " if one.kind in _BULLETED else ""
        said = told(one)
        spans.append((len(text), len(text) + len(said)))
        text += f"{said}\n"
    return text, spans


def _masked(one: Statement, secrets: dict[str, str], find: FindSecrets) -> Statement:
    text, plain = _without(one.text, secrets), _without(one.plain, secrets)
    digest = one.digest
    if one.kind == "table_row" and text != one.text:
        cells = (" ".join(cell.split()) for cell in text.split(" | "))
        digest = statement_digest("; ".join(filter(None, cells)), None)
    elif plain != one.plain:
        digest = statement_digest(plain, one.task_mark)
    section = tuple(_alone(heading, find) for heading in one.section)
    context = _alone(one.context, find)
    return replace(one, text=text, plain=plain, section=section, context=context, digest=digest)


def _without(words: str, secrets: dict[str, str]) -> str:
    for value in sorted(secrets, key=len, reverse=True):
        pattern = r"\s+".join(map(re.escape, value.split()))
        words = re.sub(pattern, lambda _, mask=secrets[value]: mask, words)  # type: ignore[misc]
    return words


def _alone(words: str, find: FindSecrets) -> str:
    for start, end, mask in sorted(find(words), reverse=True):
        words = f"{words[:start]}{mask}{words[end:]}"
    return words
