"""Ask a chat completion of an OpenAI-compatible service: within a time, and no more than asked.

The judge and the wording of the inbox share it. What the service answers is untrusted: whoever
asked holds it against what they know.
"""

import asyncio
import json
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from vaultwatch.adapters.judges import Pulse
from vaultwatch.adapters.web_service import CONNECT_LIMIT_S, WebService
from vaultwatch.errors import JudgeError

MAX_CONTENT_CHARS: Final = 4_000
MAX_ANSWER_BYTES: Final = 262_144
"""Sixty times the longest answer in form."""
PULSE_S: Final = 0.2
"""Between two looks whether somebody wants us to stop. Chosen by hand."""
OK: Final = 200
_SEPARATORS: Final = frozenset({"Zl", "Zp", "Cc"})


class _Message(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)

    content: str | None = None


class _Choice(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)

    message: _Message
    finish_reason: str | None = None


class _Completion(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)

    choices: list[_Choice] = Field(min_length=1)


class ChatService:
    """One service, as the user's own settings name it."""

    def __init__(
        self, url: str, key_env: str, allowed_hosts: Sequence[str], *, limit_s: float
    ) -> None:
        """Check whom to ask; ask nothing yet.

        Raises:
            JudgeError: the host may not be asked, or the key is missing.
        """
        service = WebService(
            "judge", url, "/chat/completions", key_env, allowed_hosts, error=JudgeError
        )
        self._url = service.address()
        self._headers = service.headers()
        self._limit_s = limit_s
        where = urlsplit(self._url)
        self.place = f"{where.netloc}{where.path}"
        """Where it stands, without how it is reached."""

    def ask(self, body: Mapping[str, object], *, pulse: Pulse) -> bytes:
        """Return the raw answer.

        Raises:
            JudgeError: there is none, or none in time.
        """
        return asyncio.run(self._within(body, pulse))

    async def _within(self, body: Mapping[str, object], pulse: Pulse) -> bytes:
        """Return the raw answer, or give up when the time is over, however it drips in."""
        task = asyncio.ensure_future(self._post(body))
        ends_s = asyncio.get_running_loop().time() + self._limit_s
        try:
            while not task.done():
                left_s = ends_s - asyncio.get_running_loop().time()
                if left_s <= 0:
                    raise JudgeError(f"The judge took longer than {self._limit_s:g} s.")
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
                    raise JudgeError(
                        f"The judge's service answered with status {answer.status_code}.",
                        hint="Check judge.url, judge.model and the key.",
                    )
                pieces = bytearray()
                async for piece in answer.aiter_raw():
                    pieces += piece
                    if len(pieces) > MAX_ANSWER_BYTES:
                        raise JudgeError("The judge's answer is too large.")
                return bytes(pieces)
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as exc:
            raise JudgeError(
                f"The judge does not answer: {type(exc).__name__} {exc}",
                hint="Start its service, or set judge.kind to off.",
            ) from exc


def content_in(raw: bytes) -> str | None:
    """Return what a model said; None where it said more than was asked for.

    Raises:
        JudgeError: this is no chat completion at all: the address is another thing's.
    """
    try:
        first = _Completion.model_validate_json(raw).choices[0]
    except ValidationError as exc:
        raise JudgeError(
            "The judge's service does not answer as a chat completion should.",
            hint="Check judge.url: it ends in `/v1` for most services.",
        ) from exc
    content = first.message.content or ""
    is_over = first.finish_reason == "length" or len(content) > MAX_CONTENT_CHARS
    return None if is_over else content


def encoded(data: object) -> str:
    """Return the texts as JSON on one line that holds no mark of a model's own.

    Letters of every script stay as they are; what separates lines and what chat templates are
    made of (`<|im_start|>`, `[INST]`) is written as an escape, which JSON reads back.
    """
    text = json.dumps(data, ensure_ascii=False)
    return "".join(
        f"\\u{ord(char):04x}" if char in "<>" or unicodedata.category(char) in _SEPARATORS else char
        for char in text
    ).replace("INST]", "INST\\u005d")
