"""Hold a first index against a snapshot that is taken in, and an index in a bucket against ours.

    python benchmarks/snapshots.py --total 5000

A vault is indexed, saved in a folder, and indexed once more on a machine that knows nothing of it,
after the snapshot was taken in. Then LanceDB is asked by a vector and by a word, on this disk and
in an object store on loopback (moto, of the development group): each question alone, the median.
"""

import argparse
import os
import random
import statistics
import time
from dataclasses import replace
from datetime import timedelta

import numpy as np
from frame import WORDS, Bench, note_text, scratch  # type: ignore[import-not-found]  # beside

from vaultwatch.adapters.index.lance_chunks import INDEX_CACHE_BYTES, METADATA_CACHE_BYTES
from vaultwatch.adapters.index.lance_import import FTS, lancedb

TIMES = 11
DIMENSIONS = 384
KEYS = {"AWS_ACCESS_KEY_ID": "bench", "AWS_SECRET_ACCESS_KEY": "bench"}


def measure(bench: Bench, embedder: str) -> None:
    """Print what each command takes."""
    drawn = random.Random(7)  # noqa: S311 -- no secret
    bench.configure(embedder)
    for number in range(bench.total):
        bench.write(bench.note(number), note_text(drawn, number, bench.total))
    other = replace(bench, state=bench.state.with_name("new-machine"))
    for where, name, words in (
        (bench, "first index", ("setup", "index")),
        (bench, "save", ("index", "save")),
        (other, "restore", ("index", "restore")),
        (other, "index after it", ("setup", "index")),
    ):
        cost = where.run(*words)
        print(f"{name:16} {cost.wall_s:7.1f} s {cost.cpu_s:7.1f} CPU s {cost.peak_mb:6.0f} MB")


def ask(place: str, rows: int, **options: str) -> str:
    """Make a table of rows; return the milliseconds of a question by a vector and by a word."""
    db = lancedb.connect(  # as the chunk store does
        place,
        read_consistency_interval=timedelta(0),
        session=lancedb.Session(
            index_cache_size_bytes=INDEX_CACHE_BYTES, metadata_cache_size_bytes=METADATA_CACHE_BYTES
        ),
        storage_options=options,
    )
    drawn = np.random.default_rng(7)
    vectors = drawn.normal(size=(rows, DIMENSIONS)).astype(np.float32)
    said = [" ".join(drawn.choice(WORDS, 12)) for _ in range(rows)]
    data = [{"words": text, "vector": one} for text, one in zip(said, vectors, strict=True)]
    table = db.create_table("chunks", data)
    table.create_index("words", config=FTS(base_tokenizer="icu"))
    table.optimize()
    took: dict[str, list[float]] = {"vector": [], "word": []}
    for number in range(TIMES):
        for kind, query in (
            ("vector", table.search(vectors[number])),
            ("word", table.search(WORDS[number], query_type="fts")),
        ):
            begun = time.perf_counter()
            query.limit(10).to_arrow()
            took[kind].append((time.perf_counter() - begun) * 1e3)
    return ", ".join(f"by a {kind} {statistics.median(ms):6.0f} ms" for kind, ms in took.items())


def main() -> None:
    """Print a row a command, then one a place of the index."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--total", type=int, default=5_000, help="Notes; about two chunks each.")
    parser.add_argument("--embedder", default="minilm")
    parser.add_argument("--rows", type=int, default=10_000, help="Of the table that is asked.")
    asked = parser.parse_args()
    with scratch() as folder:
        own = folder / "config" / "vaultwatch"
        for one in (own, folder / "saved"):
            one.mkdir(parents=True)
        (own / "config.toml").write_text(f'[snapshot]\nplace = "{folder / "saved"}"\n')
        os.environ["XDG_CONFIG_HOME"] = str(own.parent)
        measure(Bench(folder / "vault", folder / "state", asked.total), asked.embedder)
        print(f"on disk    {ask(str(folder / 'lance'), asked.rows)}", flush=True)
    print(f"in a bucket {in_a_bucket(asked.rows)}")


def in_a_bucket(rows: int) -> str:
    """Return what questions take where the table lies in an object store."""
    from moto.server import ThreadedMotoServer
    from pyarrow.fs import S3FileSystem

    os.environ.update(KEYS)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    port = server.get_host_and_port()[1]
    S3FileSystem(
        region="us-east-1",
        scheme="http",
        endpoint_override=f"127.0.0.1:{port}",
        allow_bucket_creation=True,
    ).create_dir("bench")
    options = {"endpoint": f"http://127.0.0.1:{port}", "allow_http": "true", "region": "us-east-1"}
    try:
        return ask("s3://bench/index", rows, **options)
    finally:
        server.stop()


if __name__ == "__main__":
    main()
