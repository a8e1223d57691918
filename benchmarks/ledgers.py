"""Hold a ledger on PostgreSQL against one in a file: seconds of a scan, statements of a question.

    python benchmarks/ledgers.py postgresql+psycopg://tests@/postgres?host=/tmp/socket --total 1000

The vault has as many memories as notes, by the hash embedder. Statements are counted where they go
to the driver: over a socket each is a way there and back. A moment is let pass before what is asked
of a quiet vault, so that the times of its files are trusted.
"""

import argparse
import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from frame import WORDS, Bench, scratch  # type: ignore[import-not-found]  # beside
from sqlalchemy import event
from sqlalchemy.engine import Engine

from vaultwatch.recall.rank import Wanted
from vaultwatch.services.look import look, scan
from vaultwatch.services.recall.recalling import recall
from vaultwatch.wiring import open_workspace

QUIET_S = 15.0
QUESTIONS = ("the harbour ledger", "kiln and signal")


def lay(bench: Bench, total: int) -> None:
    """Write notes, and a memory that cites each."""
    drawn = random.Random(7)  # noqa: S311 -- no secret
    bench.configure("hash")
    for number in range(total):
        said = f"The {' '.join(drawn.sample(WORDS, 5))} opens at {number % 12 + 1} on Friday."
        bench.write(bench.note(number), f"# Note {number}\n\n{said}\n")
        memory = f"---\nmemory_id: mem_{number}\n---\n{said} See [[Note {number}]].\n"
        bench.write(bench.memories / f"m{number}.md", memory)


@contextmanager
def counting() -> Iterator[list[str]]:
    """Give what is asked of the ledger meanwhile."""
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        asked.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def measure(bench: Bench, name: str) -> None:
    """Print one row."""
    commands = (("scan",), ("scan",), ("recall", "the harbour ledger"))
    row = [f"{bench.run(*words, allowed=(0, 3)).wall_s:6.2f} s" for words in commands]
    time.sleep(QUIET_S)
    for told, ask in (("scan", scan), ("recall", lambda ws: recall(ws, QUESTIONS[0], Wanted()))):
        for _ in range(2):  # the first takes in the times of files
            with counting() as asked, open_workspace(bench.vault, state=bench.state) as ws:
                ask(ws)
        row.append(f"{told} {len(asked)}")
    with open_workspace(bench.vault, state=bench.state) as ws:
        for _ in range(2):
            look(ws)
        with counting() as looked:
            look(ws)
        for question in QUESTIONS:
            with ws.ledger.steady(), counting() as recalled:
                begun = time.perf_counter()
                recall(ws, question, Wanted())
                took_ms = (time.perf_counter() - begun) * 1e3
            row.append(f"{len(recalled):3} statements {took_ms:5.0f} ms")
        row.append(f"look {len(looked)} statements")
    print(f"{name:10} | " + " | ".join(row), flush=True)


def main() -> None:
    """Print a row for a file, then one for the server."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("url")
    parser.add_argument("--total", type=int, default=1_000)
    asked = parser.parse_args()
    print(
        "ledger     | first scan | scan again | recall | statements of a command: scan | recall"
        " | in a process that stays: recall twice | look"
    )
    for name, url in (("file", ""), ("PostgreSQL", asked.url)):
        with scratch(None) as folder:
            own = Path(folder) / "config" / "vaultwatch"
            own.mkdir(parents=True)
            (own / "config.toml").write_text(f'[ledger]\nurl = "{url}"\n', encoding="utf-8")
            os.environ["XDG_CONFIG_HOME"] = str(own.parent)
            bench = Bench(Path(folder) / "vault", Path(folder) / "state", asked.total)
            lay(bench, asked.total)
            os.environ["VAULTWATCH_STATE"] = str(bench.state)
            measure(bench, name)


if __name__ == "__main__":
    main()
