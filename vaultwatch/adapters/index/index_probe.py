"""Read a chunk table to its end, every index too, in a process whose death is survived.

`is_readable` starts this module as a child; it ends with status 0 where all could be read.
"""

import logging
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from vaultwatch.adapters.index.index_files import stats_of

log = logging.getLogger(__name__)

LEAST_LIMIT_S = 60.0
BYTES_PER_S = 10_000_000
"""A probe gets a minute and a second for so many bytes; a sound table of 10 MB takes two seconds,
nearly all of them the import. Chosen by hand."""
MEMORY_BYTES = 16 << 30
"""Address space of the child, beside four times the table: LanceDB's threads and heaps reserve
some GB of it. What a garbled length asks for is mostly more, and fails. Chosen by hand."""
BATCH_ROWS = 1024


def is_readable(folder: Path, name: str) -> bool:
    """Tell whether a child could read the whole table; true where no child can be started.

    Args:
        folder: the index.
        name: of the table.
    """
    files = stats_of(folder).items()  # another process may drop some meanwhile
    size_bytes = sum(size for file, (size, _) in files if Path(file).parts[0] == f"{name}.lance")
    command = [sys.executable, "-m", __name__, str(folder), name, str(size_bytes)]
    try:
        done = subprocess.run(  # noqa: S603 - our own module
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=LEAST_LIMIT_S + size_bytes / BYTES_PER_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        log.warning("reading the index does not end")
        return False
    except OSError as exc:
        log.warning("the index is not probed: %s", exc)
        return True
    if done.returncode:
        log.warning("reading the index ended with status %d", done.returncode)
    return done.returncode == 0


def _read_all(folder: str, name: str) -> None:
    from vaultwatch.adapters.index.lance_import import col, lancedb, words_query

    table: Any = lancedb.connect(folder).open_table(name)
    first = None
    for batch in table.search().to_batches(BATCH_ROWS):
        first = first or batch.slice(0, 1).to_pylist()[0]
    for index in table.list_indices():
        table.prewarm_index(index.name)
    if first is None:
        return
    for column in ("chunk_id", "note_path", "digest"):
        table.search().where(col(column).isin([first[column]])).limit(1).to_arrow()
    words = words_query(first["words"], "words")
    table.search(words, query_type="fts").limit(10).to_arrow()
    if first["vector"] is not None:
        table.search(first["vector"], query_type="vector").limit(10).to_arrow()


def _limit_memory(size_bytes: int) -> None:
    with suppress(ImportError, ValueError, OSError):  # where there is no such limit
        import resource

        most = MEMORY_BYTES + 4 * size_bytes
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    os.environ.setdefault("LANCEDB_LOG", "error")
    _limit_memory(int(sys.argv[3]))
    _read_all(sys.argv[1], sys.argv[2])
