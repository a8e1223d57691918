"""Import lancedb without what it brings along and we never use.

- A REST client for remote namespaces: some 500 pydantic models, 1.2 s of the 1.9 s of CPU that
  `import lancedb` takes. It cannot be left out, so meanwhile a finder of ours answers for that one
  package with modules whose every name is an empty class: enough for annotations. What really
  needed the client would fail, as without the package.
- `overrides`, which compares the signatures of a hundred methods with those that they override:
  0.97 of the 2.62 thousand million instructions left. From Python 3.12 on lancedb marks them by
  `typing.override`, which checks nothing; here 3.11 has the same.

Source: measured, lancedb 0.40 on two shared x86-64 cores, the instructions by cachegrind.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, TypeVar

_CLIENT = "lance_namespace_urllib3_client"
_CHECKER = "overrides"


class _EmptyClient(MetaPathFinder, Loader):
    """Answers for the client's package and everything below it."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        if fullname.partition(".")[0] != _CLIENT:
            return None
        return ModuleSpec(fullname, self, is_package=True)

    def exec_module(self, module: ModuleType) -> None:
        def empty_class(name: str) -> type:
            if name.startswith("__"):
                raise AttributeError(name)
            return type(name, (), {})

        module.__getattr__ = empty_class  # type: ignore[method-assign]  # PEP 562


def _marks_alone() -> ModuleType:
    """Return a stand-in for `overrides` that marks methods and compares nothing."""
    module = ModuleType(_CHECKER)
    vars(module).update(override=lambda method: method, EnforceOverrides=object)
    return module


@contextmanager
def _spared() -> Iterator[None]:
    finder = _EmptyClient()
    sys.meta_path.insert(0, finder)
    checker = sys.modules.get(_CHECKER)
    sys.modules[_CHECKER] = _marks_alone()
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        del sys.modules[_CHECKER]
        if checker is not None:
            sys.modules[_CHECKER] = checker


def _agree_on_scratch() -> None:
    """Lead the library to the folder that Python found: with a TMPDIR that is none no write works.

    Where there is none at all, what fails says so.
    """
    with suppress(OSError):
        found = tempfile.gettempdir()
        if os.environ.get("TMPDIR") and os.path.abspath(os.environ["TMPDIR"]) != found:  # noqa: PTH100
            os.environ["TMPDIR"] = found


_agree_on_scratch()
with _spared():
    import lancedb
    from lancedb.background_loop import LOOP
    from lancedb.expr import col, lit
    from lancedb.index import FTS, BTree, IvfSq
    from lancedb.query import MatchQuery

__all__ = ["FTS", "BTree", "IvfSq", "MatchQuery", "col", "lancedb", "lit", "words_query"]

T = TypeVar("T")


def words_query(words: str, column: str, *, letters_wrong: int = 0) -> MatchQuery:
    """Return what asks a column for words, or for what differs by some letters but the first.

    Of a bare string in quotes LanceDB makes a phrase, which our index cannot answer.
    """
    return MatchQuery(  # type: ignore[call-arg]  # the defaults are pydantic's
        words, column, fuzziness=letters_wrong, prefix_length=1 if letters_wrong else 0
    )


def query_of(table: Any) -> Any:  # noqa: ANN401 -- LanceDB has no stubs
    """Return a question to a table, for `answer` or `together`.

    LanceDB's own way fetches each part of an answer by itself, and from Python 3.12 on the end of
    it holds on to the table.
    """
    return table._table.query()  # noqa: SLF001 -- what it wraps


def answer(query: Any) -> Any:  # noqa: ANN401
    """Return the rows that answer a question."""
    return LOOP.run(query.to_arrow())  # type: ignore[no-untyped-call]


def together(asked: Sequence[Coroutine[Any, Any, T]]) -> list[T]:
    """Return what answers several questions, asked at once on the loop that LanceDB runs."""

    async def answers() -> list[T]:
        return await asyncio.gather(*asked)

    found: list[T] = LOOP.run(answers())  # type: ignore[no-untyped-call]
    return found
