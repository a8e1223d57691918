"""Choose the embedder: what the settings want, else the first that answers.

Each candidate is tried with one tiny text and fails within seconds; none is downloaded here.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from vaultwatch.adapters.models.embedders import Embedder, TokenEmbedder
from vaultwatch.errors import EmbedderError, ModelAwayError

WantedModel: TypeAlias = Literal["auto", "fastembed", "minilm", "multilingual", "endpoint", "hash"]
PROBE = "probe"


@dataclass(frozen=True, slots=True)
class EndpointWish:
    """An OpenAI-compatible embeddings service; from the user's own settings alone."""

    url: str
    """Up to and including `/v1`, or the full address of `/embeddings`."""
    model: str
    key_env: str = ""
    """Name of the environment variable that holds the key; empty for none."""
    allowed_hosts: tuple[str, ...] = ()
    """Hosts beside loopback that may be asked."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The embedder in use."""

    embedder: Embedder
    notice: str
    """A sentence for status and report where the choice is not what one would wish, else empty."""
    fix: str = ""
    """What to do about that."""
    is_away: bool = False
    """The wanted one does not answer now; something stands in for it."""


class SharedEmbedder:
    """One that many vaults use: none of them closes it."""

    def __init__(self, embedder: Embedder) -> None:
        """Share an embedder for as long as the process lives."""
        self.model_id = embedder.model_id
        self.dimensions = embedder.dimensions
        self.max_tokens = embedder.max_tokens
        self.is_semantic = embedder.is_semantic
        self.note = embedder.note
        self.count_tokens = embedder.count_tokens
        self.embed = embedder.embed
        if isinstance(embedder, TokenEmbedder):
            self.embed_tokens = embedder.embed_tokens

    def close(self) -> None:
        """Do nothing: others use it."""


def models_folder() -> Path:
    """Return where models live: the user's cache folder."""
    import platformdirs

    return Path(platformdirs.user_cache_dir("vaultwatch")) / "models"


def choose_embedder(
    wanted: WantedModel,
    *,
    model: str,
    cache: Path,
    endpoint: EndpointWish | None,
    known_id: str = "",
) -> Chosen:
    """Return the wanted embedder, or for `auto` the first that answers.

    `auto` tries fastembed (where `model` names one), the offline MiniLM, the endpoint (where there
    is one), and last the hash embedder. While the endpoint is away, or a model's files are damaged,
    something stands in for it: that of `known_id`, the model whose vectors the index holds.

    Raises:
        EmbedderError: the wanted one cannot be used. Never for `auto`.
    """
    ways: dict[str, Callable[[], Embedder]] = {
        "fastembed": lambda: _fastembed(model, cache),
        "minilm": lambda: _minilm(cache),
        "multilingual": lambda: _multilingual(cache),
        "endpoint": lambda: _endpoint(endpoint),
        "hash": _hash,
    }
    failures: list[EmbedderError] = []
    for kind in _order(model, endpoint) if wanted == "auto" else (wanted,):
        try:
            return Chosen(_probed(ways[kind]()), *_told(failures))
        except ModelAwayError as exc:
            embedder = _stand_in(kind, endpoint, known_id, exc)
            return Chosen(embedder, away_notice(exc), exc.hint, is_away=True)
        except EmbedderError as exc:
            if wanted != "auto":
                hint = f'{exc.hint} Or set `index.embedder` to "auto", which takes what is here.'
                raise EmbedderError(exc.message, hint=hint) from exc
            failures.append(exc)
    reasons, fix = _told(failures)
    return Chosen(
        _hash(),
        f"No embedding model can be used: {reasons} Words are compared, not meaning. {fix}",
        fix,
    )


def _told(failures: Sequence[EmbedderError]) -> tuple[str, str]:
    """Return why models cannot be used, and what to do about the first, which was wished most."""
    return " ".join(one.message for one in failures), failures[0].hint if failures else ""


def _stand_in(
    kind: str, endpoint: EndpointWish | None, known_id: str, error: ModelAwayError
) -> Embedder:
    """Return what to use while a model is away; the index holds the vectors of `known_id`."""
    from vaultwatch.adapters.models.embedders.e5 import MODEL_ID as MULTILINGUAL_ID
    from vaultwatch.adapters.models.embedders.endpoint import AwayEmbedder, dimensions_told
    from vaultwatch.adapters.models.embedders.minilm import DIMENSIONS, MODEL_ID

    of_ours = {"minilm": MODEL_ID, "multilingual": MULTILINGUAL_ID}
    if kind == "endpoint":
        dimensions = dimensions_told(endpoint.model if endpoint else "", known_id)
    else:
        dimensions = DIMENSIONS if known_id == of_ours[kind] else 0
    return AwayEmbedder(known_id, dimensions, error) if dimensions else _hash()


def _hash() -> Embedder:
    from vaultwatch.adapters.models.embedders.hashing import HashEmbedder

    return HashEmbedder()


def away_notice(error: ModelAwayError) -> str:
    """Return a sentence that tells a reader what the model's absence means."""
    return f"{error.message.rstrip(' .')}. Until it answers, words alone are searched and compared."


def _order(model: str, endpoint: EndpointWish | None) -> Iterator[str]:
    if model:
        yield "fastembed"
    yield "minilm"
    if endpoint is not None:
        yield "endpoint"


def _probed(embedder: Embedder) -> Embedder:
    try:
        embedder.embed([PROBE])
    except EmbedderError:
        embedder.close()
        raise
    return embedder


def _fastembed(model: str, cache: Path) -> Embedder:
    from vaultwatch.adapters.models.embedders.fastembed_model import load_fastembed

    if not model:
        raise EmbedderError(
            "No fastembed model is named.", hint="Set `index.model`, for example to a BGE model."
        )
    return load_fastembed(model, cache)


def _minilm(cache: Path) -> Embedder:
    from vaultwatch.adapters.models.embedders.minilm import MINILM, load_minilm
    from vaultwatch.adapters.models.embedders.wheels import held

    return load_minilm(held(MINILM, cache))


def _multilingual(cache: Path) -> Embedder:
    from vaultwatch.adapters.models.embedders.e5 import E5, load_e5
    from vaultwatch.adapters.models.embedders.wheels import held

    return load_e5(held(E5, cache))


def _endpoint(endpoint: EndpointWish | None) -> Embedder:
    from vaultwatch.adapters.models.embedders.endpoint import EndpointEmbedder

    if endpoint is None:
        raise EmbedderError("No endpoint is set.", hint="Set `endpoint.url` in your own settings.")
    return EndpointEmbedder(endpoint)
