"""The words of what is of high impact, in eleven languages: one table a concept, a module a matter.

Data alone; `memories.impact` reads it. In a row: `*` stands for any ending or beginning, alone for
a few words, a space for white space or a comma, a row begins with its language. Folded as texts
are: no accents, no hyphens, small letters. Chosen by hand.
"""

from collections.abc import Iterator, Mapping

from vaultwatch.memories import (
    impact_words_access,
    impact_words_agreed,
    impact_words_near,
    impact_words_pay,
    impact_words_run,
    impact_words_turn,
)

MATTERS = (
    impact_words_pay,
    impact_words_access,
    impact_words_agreed,
    impact_words_run,
    impact_words_turn,
    impact_words_near,
)


def entries_of(table: str) -> Iterator[str]:
    """Yield what a table lists, whatever the language."""
    for row in TABLES[table].strip().splitlines():
        yield from (entry.strip() for entry in row.partition(":")[2].split(", "))


TABLES: Mapping[str, str] = {
    name: rows for matter in MATTERS for name, rows in vars(matter).items() if name.isupper()
}
