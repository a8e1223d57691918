"""Embed many texts with Ray Data: on every core of this machine, or of a cluster that stands.

A worker has the model that the settings name and sees texts alone: no path, ledger or index. Ray
executes what whoever reaches it sends: here it listens on loopback alone and wants a token.
"""

import logging
import os
import secrets
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, chdir, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from vaultwatch.adapters.index.chunk_store import Vector
from vaultwatch.adapters.models.embedders import clean
from vaultwatch.adapters.models.embedders.choose import WantedModel, choose_embedder, models_folder
from vaultwatch.adapters.models.embedders.side_by_side import STRIP_TEXTS
from vaultwatch.errors import EmbedderError

BLOCK_TEXTS = 256
"""Texts that a worker takes at once, and that a kill may lose of each. Chosen by hand: two seconds
on one core."""
_ALWAYS = {
    "RAY_USAGE_STATS_ENABLED": "0",  # else it tells its maker
    "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0",  # else `uv run` sends the folder it is called in along
    "RAY_BACKEND_LOG_LEVEL": "fatal",
    "RAY_DATA_LOG_LEVEL": "CRITICAL",
}
_ON_THIS_MACHINE = {
    # The one way to have it listen on loopback: despite its name on Linux too, where
    # `_node_ip_address="127.0.0.1"` still listens on every address (ray 2.60).
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    "RAY_AUTH_MODE": "token",  # other users of the machine reach loopback too
}
_ELSEWHERE = {
    # Else a cluster that is not there is asked twenty times, a minute each.
    "RAY_NUM_REDIS_GET_RETRIES": "2",
    "RAY_gcs_server_request_timeout_seconds": "10",
}


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a worker comes by the model."""

    wanted: WantedModel
    model: str
    model_id: str
    """What it must be, so that its vectors fit."""


class RayWorker:
    """The model in a process of Ray's."""

    def __init__(self, recipe: Recipe) -> None:
        """Load the model; whether it is the right one is told with the first texts."""
        self._recipe = recipe
        self._embedder = choose_embedder(
            recipe.wanted, model=recipe.model, cache=models_folder(), endpoint=None
        ).embedder

    def __call__(self, batch: dict[str, Any]) -> dict[str, Any]:
        """Return the vectors of a batch, by digest."""
        if self._embedder.model_id != self._recipe.model_id:
            raise EmbedderError(
                f"A worker of Ray has the model {self._embedder.model_id}, not "
                f"{self._recipe.model_id}."
            )
        texts = list(batch["text"])
        # A strip at a time: more would be spread over cores that other workers have.
        strips = (texts[at : at + STRIP_TEXTS] for at in range(0, len(texts), STRIP_TEXTS))
        rows = np.concatenate([self._embedder.embed(strip) for strip in strips])
        return {"digest": batch["digest"], "vector": rows}


def embed_with_ray(
    texts: Mapping[str, str], recipe: Recipe, *, address: str
) -> Iterator[Mapping[str, Vector]]:
    """Yield the vectors of texts by digest, as they are done, in no order.

    `address` is that of a cluster, each node of which has vaultwatch and the model; empty for this
    machine alone, for so long as this takes.

    Raises:
        EmbedderError: Ray is not installed, does not answer, or a worker failed.
    """
    here = _ON_THIS_MACHINE | {"RAY_AUTH_TOKEN": secrets.token_hex(32)}
    os.environ.update(_ALWAYS | (_ELSEWHERE if address else here))
    try:
        import ray
        import ray.data
    except ImportError as exc:
        raise EmbedderError(
            "Ray is not installed.",
            hint="Install it: `pip install 'vaultwatch[ray]'`; or leave out `--engine ray`.",
        ) from exc
    with ExitStack() as stack:
        try:
            _begin(ray, address, stack)
            yield from _embedded(ray, texts, recipe)
        except Exception as exc:  # what Ray raises has no tree
            raise EmbedderError(
                f"Ray failed: {_told(exc)}",
                hint="What is done is kept: run it again, or without `--engine ray`.",
            ) from exc


def _begin(ray: Any, address: str, stack: ExitStack) -> None:  # noqa: ANN401 - a module
    begin = partial(ray.init, log_to_driver=False, logging_level=logging.CRITICAL)
    if address:
        stack.callback(ray.shutdown)
        with _nothing_told():
            begin(address)
        return
    # Its sockets want a short path; what it logs and swaps is nobody else's to read.
    folder = stack.enter_context(TemporaryDirectory(prefix="vaultwatch-ray-", dir="/tmp"))
    stack.callback(ray.shutdown)
    with _nothing_told(), chdir(folder):  # where workers stand: else in the vault
        begin("local", include_dashboard=False, _temp_dir=str(Path(folder, "ray")))


@contextmanager
def _nothing_told() -> Iterator[None]:
    """Keep what Ray's native code prints off standard error, where a program may read JSON."""
    sys.stderr.flush()
    kept, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nothing)


def _embedded(ray: Any, texts: Mapping[str, str], recipe: Recipe) -> Iterator[dict[str, Vector]]:  # noqa: ANN401
    import pyarrow as pa

    ray.data.DataContext.get_current().enable_progress_bars = False
    digests = list(texts)
    blocks = [
        pa.table({"digest": some, "text": [clean(texts[digest]) for digest in some]})
        for some in (digests[at : at + BLOCK_TEXTS] for at in range(0, len(digests), BLOCK_TEXTS))
    ]
    cores = int(ray.cluster_resources().get("CPU", 1))
    done = ray.data.from_arrow(blocks).map_batches(
        RayWorker,
        fn_constructor_args=(recipe,),
        batch_size=BLOCK_TEXTS,
        compute=ray.data.ActorPoolStrategy(size=min(cores, len(blocks))),
    )
    for batch in done.iter_batches(batch_size=None):
        yield dict(zip(batch["digest"].tolist(), batch["vector"], strict=True))


def _told(error: BaseException) -> str:
    """Return of a trace, which Ray makes the text of what it raises, our own error or the end."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    ours = (line.partition(f"{EmbedderError.__name__}: ")[2] for line in lines)
    return next(filter(None, ours), lines[-1])
