"""Ask several queries by one statement: over a wire each costs a way to the server and back."""

from collections import namedtuple
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, Float, Select, func, literal_column, select, union_all

from vaultwatch.adapters.ledger.codec import unfit
from vaultwatch.adapters.ledger.tables import TextColumn


def rows_at_once(
    connection: Connection, queries: Sequence[Select[*tuple[Any, ...]]], most: int
) -> Iterator[list[Any]]:
    """Yield the rows of each query, in its order, as each by itself would have them.

    Args:
        connection: to PostgreSQL.
        queries: at least one; none asks for bytes, which JSON does not hold.
        most: rows of each that are fetched.
    """
    parts = [query.limit(most).subquery(f"q{number}") for number, query in enumerate(queries)]
    asked = union_all(
        *(
            select(
                literal_column(str(number)).label("part"),
                func.json_agg(literal_column(part.name)).label("rows"),
            ).select_from(part)
            for number, part in enumerate(parts)
        )
    )
    said = {row.part: row.rows or [] for row in connection.execute(asked)}
    for number, part in enumerate(parts):
        of_words = {one.name for one in part.c if isinstance(one.type, TextColumn)}
        of_reals = {one.name for one in part.c if isinstance(one.type, Float)}
        kind = namedtuple("_Row", part.c.keys(), rename=True)  # type: ignore[misc]  # noqa: PYI024
        yield [
            kind(
                *(
                    unfit(value)
                    if value is not None and name in of_words
                    else float(value)
                    if value is not None and name in of_reals
                    else value
                    for name, value in one.items()
                )
            )
            for one in said[number]
        ]
