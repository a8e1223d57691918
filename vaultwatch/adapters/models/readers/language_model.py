"""Ask a chat completion of an OpenAI-compatible service: within a time, and no more than asked."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from vaultwatch.adapters.machine.web_service import CONNECT_LIMIT_S, WebService
from vaultwatch.adapters.models.readers import ModelAnswer, WaitPulse
from vaultwatch.errors import ReaderError

MAX_CONTENT_CHARS: Final = 20_000
MAX_ANSWER_BYTES: Final = 1_000_000
MAX_ANSWER_TOKENS: Final = 4_000
"""Eight answers with a quote of a statement each take some 1,200."""
PULSE_S: Final = 0.2
"""Between two looks whether somebody wants us to stop. Chosen by hand."""
OK: Final = 200
USED_UP: Final = frozenset({401, 402, 403, 429})
"""No login, no money, no quota: no better in an hour."""


class EndpointModel:
    """A service's language model behind our protocol."""

    def __init__(
        self,
        url: str,
        *,
        model: str,
        key_env: str = "",
        allowed_hosts: Sequence[str] = (),
        limit_s: float,
    ) -> None:
        """Check whom to ask; ask nothing yet.

        Raises:
            ReaderError: the host may not be asked, or the key is missing.
        """
        service = WebService(
            "reader", url, "/chat/completions", key_env, allowed_hosts, error=ReaderError
        )
        self._url = service.address()
        self._headers = service.headers()
        self._model = model
        self._limit_s = limit_s

    def answer(self, prompt: str, schema: Mapping[str, Any], *, pulse: WaitPulse) -> ModelAnswer:
        """Return what the model says; see `LanguageModel`."""
        body = {
            "model": self._model,
            "messages": [{"role": "user", "content": prompt}],
            "temperature": 0,
            "max_tokens": MAX_ANSWER_TOKENS,
            "stream": False,
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "answers", "strict": True, "schema": schema},
            },
        }
        return ModelAnswer(content_in(asyncio.run(self._within(body, pulse))))

    async def _within(self, body: Mapping[str, object], pulse: WaitPulse) -> bytes:
        """Return the raw answer, or give up when the time is over, however it drips in."""
        task = asyncio.ensure_future(self._post(body))
        ends_s = asyncio.get_running_loop().time() + self._limit_s
        try:
            while not task.done():
                left_s = ends_s - asyncio.get_running_loop().time()
                if left_s <= 0:
                    raise ReaderError(f"The reader took longer than {self._limit_s:g} s.")
                await asyncio.wait({task}, timeout=min(PULSE_S, left_s))
                pulse()
            return task.result()
        finally:
            task.cancel()  # closes the connection; `asyncio.run` waits for that

    async def _post(self, body: Mapping[str, object]) -> bytes:
        import httpx

        timeout = httpx.Timeout(self._limit_s, connect=min(CONNECT_LIMIT_S, self._limit_s))
        try:
            async with (
                # A proxy from the environment would see the notes; a redirect leads elsewhere.
                httpx.AsyncClient(
                    follow_redirects=False, trust_env=False, headers=self._headers, timeout=timeout
                ) as client,
                client.stream("POST", self._url, json=body) as answer,
            ):
                if answer.status_code != OK:
                    raise ReaderError(
                        f"The reader's service answered with status {answer.status_code}.",
                        hint="Check reader.url, reader.model and the key.",
                        ends_the_day=answer.status_code in USED_UP,
                    )
                pieces = bytearray()
                async for piece in answer.aiter_raw():
                    pieces += piece
                    if len(pieces) > MAX_ANSWER_BYTES:
                        raise ReaderError("The reader's answer is too large.")
                return bytes(pieces)
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as exc:
            raise ReaderError(
                f"The reader does not answer: {type(exc).__name__} {exc}",
                hint="Start its service, or run `vaultwatch setup reader off`.",
            ) from exc


def content_in(raw: bytes) -> str:
    """Return what a model said; nothing where it said more than was asked for.

    Raises:
        ReaderError: this is no chat completion at all: the address is another thing's.
    """
    try:
        choice = json.loads(raw)["choices"][0]
        content, why = choice["message"].get("content"), choice.get("finish_reason")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        content, why = 0, ""
    if not isinstance(content, str | None):
        raise ReaderError(
            "The reader's service does not answer as a chat completion should.",
            hint="Check reader.url: it ends in `/v1` for most services.",
        )
    is_over = why == "length" or len(content or "") > MAX_CONTENT_CHARS
    return "" if is_over else content or ""
