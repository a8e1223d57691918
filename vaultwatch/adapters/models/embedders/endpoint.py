"""Ask an OpenAI-compatible service (Ollama and others) for vectors, over HTTP.

The address comes from the user's own settings; only loopback and hosts named there are asked, no
redirect is followed, the answer's size is capped, and every number in it is checked.
"""

import math
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import numpy as np

from vaultwatch.adapters.machine.web_service import CONNECT_LIMIT_S, WebService
from vaultwatch.adapters.models.embedders import Vectors, clean, unit_rows
from vaultwatch.errors import EmbedderError, ModelAwayError

if TYPE_CHECKING:
    import httpx

    from vaultwatch.adapters.models.embedders.choose import EndpointWish

BATCH_TEXTS = 64
"""Small enough for a laptop's model server to answer within the limit. Chosen by hand."""
READ_LIMIT_S = 60.0
"""Between two pieces of an answer: a cold model loads first. Chosen by hand."""
PROBE_LIMIT_S = 10.0
"""For the first answer, which also tells the dimensions. Chosen by hand."""
TRIES = 3
PAUSE_S = 0.2
"""Before the second try, doubled before the third."""
MAX_ANSWER_BYTES = 64 * 1024 * 1024
"""64 vectors of 8,192 numbers at 24 characters are 12 MB; five times that is nonsense."""
MAX_DIMENSIONS = 16_384
MAX_TOKENS = 512
"""The smallest window of the common embedding models; a service does not tell its own."""
MAX_TEXT_CHARS = 8_192
CHARS_PER_TOKEN = 3
"""Cautious for English (4) and right for most other scripts; a service has no tokenizer to ask."""
LEAST_ANSWER_SERVER_ERROR = 500
OK = 200
TOO_MANY = 429


class EndpointEmbedder:
    """A service's model behind our protocol."""

    is_semantic = True
    max_tokens = MAX_TOKENS

    def __init__(
        self,
        settings: "EndpointWish",
        *,
        probe_limit_s: float = PROBE_LIMIT_S,
        read_limit_s: float = READ_LIMIT_S,
        pause_s: float = PAUSE_S,
    ) -> None:
        """Ask once, which tells the dimensions.

        Raises:
            EmbedderError: the host may not be asked, or does not answer as it should.
        """
        import httpx

        if not settings.model:
            raise EmbedderError(
                "No model is named for the embeddings service.",
                hint="Set its `model` in your own settings.",
            )
        service = WebService(
            "embeddings service",
            settings.url,
            "/embeddings",
            settings.key_env,
            settings.allowed_hosts,
            EmbedderError,
        )
        self._url = service.address()
        self._model = settings.model
        self._read_limit_s = read_limit_s
        self._pause_s = pause_s
        self._client = httpx.Client(
            follow_redirects=False,
            trust_env=False,  # a proxy from the environment would see the notes
            headers=service.headers(),
        )
        self.dimensions = 0
        try:
            self.dimensions = self._ask(["probe"], limit_s=probe_limit_s, tries=1).shape[1]
        except EmbedderError:
            self.close()
            raise
        self.model_id = f"endpoint:{settings.model}:{self.dimensions}:1"
        self.note = f"{settings.model} from the service at {urlsplit(self._url).netloc}."

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return a cautious guess; the service's own tokenizer is not known."""
        return guessed_tokens(texts)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row per text; see `Embedder`."""
        places: dict[str, int] = {}
        # An empty input is refused by most services.
        seen = [clean(text)[:MAX_TEXT_CHARS].strip() or "." for text in texts]
        rows_of = [places.setdefault(text, len(places)) for text in seen]
        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        asked = list(places)
        batches = (asked[at : at + BATCH_TEXTS] for at in range(0, len(asked), BATCH_TEXTS))
        parts = [self._ask(one, limit_s=self._read_limit_s, tries=TRIES) for one in batches]
        return unit_rows(np.concatenate(parts))[rows_of]

    def close(self) -> None:
        """Close the connection."""
        self._client.close()

    def _ask(self, texts: Sequence[str], *, limit_s: float, tries: int) -> Vectors:
        import httpx

        for attempt in range(tries):
            try:
                return self._ask_once(texts, limit_s=limit_s)
            except (httpx.TransportError, _BusyServiceError) as exc:
                if attempt + 1 == tries:
                    raise ModelAwayError(
                        f"The embeddings service does not answer: {type(exc).__name__} {exc}",
                        hint="Start the service, or choose another model in the settings.",
                    ) from exc
                time.sleep(self._pause_s * 2**attempt)
        raise AssertionError  # the last try returned or raised

    def _ask_once(self, texts: Sequence[str], *, limit_s: float) -> Vectors:
        import httpx

        deadline_s = time.monotonic() + limit_s
        body = {"model": self._model, "input": list(texts), "encoding_format": "float"}
        timeout = httpx.Timeout(limit_s, connect=min(CONNECT_LIMIT_S, limit_s))
        with self._client.stream("POST", self._url, json=body, timeout=timeout) as answer:
            if answer.status_code >= LEAST_ANSWER_SERVER_ERROR or answer.status_code == TOO_MANY:
                raise _BusyServiceError(f"(status {answer.status_code})")
            if answer.status_code != OK:
                raise ModelAwayError(
                    f"The embeddings service answered with status {answer.status_code}.",
                    hint="Check the address, the model's name and the key.",
                )
            raw = _read(answer, deadline_s=deadline_s)
        return _vectors_in(raw, count=len(texts), dimensions=self.dimensions)


def guessed_tokens(texts: Sequence[str]) -> list[int]:
    """Return a cautious guess of each text's length in the model's tokens."""
    lengths = (len(text.encode("utf-8", "replace")) for text in texts)
    return [2 + math.ceil(length / CHARS_PER_TOKEN) for length in lengths]


class _BusyServiceError(Exception):
    """The service says that it cannot now; worth another try."""


def _read(answer: "httpx.Response", *, deadline_s: float) -> bytes:
    import httpx

    pieces = bytearray()
    for piece in answer.iter_raw():
        pieces += piece
        if len(pieces) > MAX_ANSWER_BYTES:
            raise EmbedderError("The embeddings service's answer is too large.")
        if time.monotonic() > deadline_s:
            raise httpx.ReadTimeout("the answer takes too long")
    return bytes(pieces)


def _vectors_in(raw: bytes, *, count: int, dimensions: int) -> Vectors:
    """Return the checked rows of an answer in the order asked; 0 dimensions are not known yet."""
    import json

    try:
        answer = json.loads(raw)
        rows: dict[int, list[float]] = {}
        for place, entry in enumerate(answer["data"]):
            rows[int(entry.get("index", place))] = entry["embedding"]
        with np.errstate(over="ignore"):  # too large for float32 becomes infinite: refused below
            matrix = np.array([rows[i] for i in sorted(rows)], dtype=np.float32)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError) as exc:
        raise EmbedderError(f"The embeddings service answered nonsense: {exc}") from exc
    wanted = dimensions or (matrix.shape[1] if matrix.ndim == 2 else 0)  # noqa: PLR2004 - a matrix
    is_each_there = sorted(rows) == list(range(count))
    if not is_each_there or matrix.shape != (count, wanted) or not 0 < wanted <= MAX_DIMENSIONS:
        raise EmbedderError(
            "The embeddings service answered vectors of another shape than asked: "
            f"{matrix.shape}, not {(count, wanted)}."
        )
    if not np.isfinite(matrix).all():
        raise EmbedderError("The embeddings service answered something that is not a number.")
    return matrix


class AwayEmbedder:
    """Names the model whose vectors the index holds; texts are cut as for it."""

    is_semantic = True
    max_tokens = MAX_TOKENS

    def __init__(self, model_id: str, dimensions: int, error: ModelAwayError) -> None:
        """Take what is known of the model, and why it does not answer."""
        self.model_id = model_id
        self.dimensions = dimensions
        self.note = error.message
        self._error = error

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the guess that is made for the service."""
        return guessed_tokens(texts)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Raise what the service's absence raised."""
        del texts
        raise self._error

    def close(self) -> None:
        """Hold nothing."""


def dimensions_told(model: str, known_id: str) -> int:
    """Return the length of a model's vectors by the id it once had; 0 where it is another's."""
    name, _, rest = known_id.rpartition(f"endpoint:{model}:")
    dimensions = rest.partition(":")[0]
    return int(dimensions) if not name and dimensions.isdecimal() else 0
