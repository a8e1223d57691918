"""Import lancedb without the REST namespace client that it brings along.

`import lancedb` builds some 500 pydantic models and call validators of a client for remote
namespaces, which we never use: 1.2 s of its 1.9 s of CPU. Source: measured, lancedb 0.40 on two
shared x86-64 cores. lancedb offers no way to leave it out, so while it is imported a finder of
ours answers for that one package with modules whose every name is an empty class: enough for the
annotations that they stand in. What really needed the client would fail, as without the package.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

_CLIENT = "lance_namespace_urllib3_client"


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


@contextmanager
def _without_rest_client() -> Iterator[None]:
    finder = _EmptyClient()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


with _without_rest_client():
    import lancedb
    from lancedb.expr import col, lit
    from lancedb.index import FTS, BTree, IvfSq

__all__ = ["FTS", "BTree", "IvfSq", "col", "lancedb", "lit"]
