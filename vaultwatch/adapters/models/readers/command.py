"""Ask the program of an agent that the user has, head-less: `claude -p`, `codex exec`.

It gets the prompt and nothing else: no shell, an empty folder to work in, an environment of the
few variables that it needs, none of its own tools if it is told so. What it answers is untrusted:
whoever asked holds it against what they know. One call is one run of it; nothing is tried again.
Its time and its output are bounded, and with it ends all that it started in its process group.
"""

import json
import math
import os
import selectors
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final, cast

from vaultwatch.adapters.files.own_files import open_plain
from vaultwatch.adapters.models.readers import ModelAnswer, WaitPulse
from vaultwatch.errors import ReaderError
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.memories.transcript_lines import READER_MARK

_KEPT: Final = frozenset({"PATH", "HOME", "LANG", "TMPDIR", "SYSTEMROOT"})
_KEPT_PREFIXES: Final = ("LC_", "XDG_")
_SAID: Final = ("result", "response")
"""Where programs put the words of their model."""
_QUOTED_CHARS: Final = 200
_LOOKED_AT_CHARS: Final = 20_000
MAX_OUTPUT_BYTES: Final = 1_000_000
"""Of either stream. A batch's answer takes some 5 kB."""
PULSE_S: Final = 0.2
_PIECE_BYTES: Final = 65_536


@dataclass(frozen=True, slots=True)
class ProgramEnd:
    """What a program left behind."""

    status: int
    out: bytes
    err: bytes


def run_to_end(  # noqa: PLR0913 -- what a process is
    argv: Sequence[str],
    prompt: bytes,
    *,
    folder: Path,
    env: Mapping[str, str],
    limit_s: float,
    pulse: WaitPulse,
) -> ProgramEnd:
    """Run a program, without a shell.

    Raises:
        ReaderError: it cannot be started, takes too long or says too much.
    """
    if not hasattr(os, "killpg"):
        raise ReaderError(
            "On this system no program can be run as the reader.",
            hint="Set `reader.kind` to `language_model` or `cross_encoder`.",
            ends_the_day=True,
        )
    try:
        process = subprocess.Popen(  # noqa: S603 - the user's own settings name it
            argv,
            cwd=folder,
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
    except (OSError, ValueError) as exc:
        raise ReaderError(
            f"The reader's program {argv[0]!r} cannot be started: {exc}",
            hint="Set reader.command to a program that stands, by its whole path.",
            ends_the_day=True,
        ) from exc
    following = _Following(process, prompt)
    try:
        following.until_it_ends(limit_s, pulse)
    finally:
        _end(process)
        following.read_what_is_left()
    return ProgramEnd(process.returncode, bytes(following.out), bytes(following.err))


class _Following:
    """The pipes of a program that runs."""

    def __init__(self, process: "subprocess.Popen[bytes]", prompt: bytes) -> None:
        self.out, self.err = bytearray(), bytearray()
        self._process = process
        self._left = memoryview(prompt)
        self._stdin = cast("IO[bytes]", process.stdin)
        self._into = {
            cast("IO[bytes]", process.stdout): self.out,
            cast("IO[bytes]", process.stderr): self.err,
        }
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._stdin, selectors.EVENT_WRITE)
        for pipe in (self._stdin, *self._into):
            os.set_blocking(pipe.fileno(), False)
        for pipe in self._into:
            self._selector.register(pipe, selectors.EVENT_READ)

    def until_it_ends(self, limit_s: float, pulse: WaitPulse) -> None:
        """Serve the pipes until the program itself is gone, whatever its children do."""
        ends_s = time.monotonic() + limit_s
        while self._process.poll() is None:
            pulse()
            left_s = ends_s - time.monotonic()
            if left_s <= 0:
                raise ReaderError(f"The reader took longer than {limit_s:g} s and was ended.")
            for key, _ in self._selector.select(min(PULSE_S, left_s)):
                if key.fileobj is self._stdin:
                    self._write()
                else:
                    self._read(cast("IO[bytes]", key.fileobj))
            if max(len(self.out), len(self.err)) > MAX_OUTPUT_BYTES:
                raise ReaderError("The reader's program says too much and was ended.")

    def read_what_is_left(self) -> None:
        """Take what stands in the pipes, and close them."""
        for pipe in (*self._into, self._stdin):
            while pipe in self._into and pipe in self._selector.get_map():
                if not self._read(pipe) or len(self._into[pipe]) > MAX_OUTPUT_BYTES:
                    break
            with suppress(OSError):  # a prompt that nobody read
                pipe.close()
        self._selector.close()

    def _write(self) -> None:
        try:
            self._left = self._left[os.write(self._stdin.fileno(), self._left[:_PIECE_BYTES]) :]
        except BlockingIOError:
            return
        except OSError:  # it reads no more: its answer says why
            self._left = self._left[:0]
        if not self._left:
            self._selector.unregister(self._stdin)
            self._stdin.close()

    def _read(self, pipe: IO[bytes]) -> bool:
        """Take a piece; False where there is none now."""
        try:
            piece = os.read(pipe.fileno(), _PIECE_BYTES)
        except BlockingIOError:
            return False
        if not piece:
            self._selector.unregister(pipe)
            return False
        self._into[pipe] += piece
        return True


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End the whole group; what has ended by itself leaves children behind at times."""
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class CommandModel:
    """A program behind our protocol."""

    def __init__(
        self, argv: Sequence[str], *, env: Sequence[str] = (), limit_s: float, budget_usd: float
    ) -> None:
        """Keep what is run; run nothing yet.

        `{schema}`, `{schema_file}`, `{answer_file}` and `{budget_usd}` in `argv` stand for what one
        call makes of them; `env` names variables that it needs beside the usual ones.
        """
        self._argv = tuple(argv)
        self._env = frozenset(env)
        self._limit_s = limit_s
        self._budget_usd = budget_usd

    def answer(self, prompt: str, schema: Mapping[str, Any], *, pulse: WaitPulse) -> ModelAnswer:
        """Return what it says; see `LanguageModel`."""
        with tempfile.TemporaryDirectory(
            prefix="vaultwatch-reader-", ignore_cleanup_errors=True
        ) as made:
            room = Path(made)
            (room / "empty").mkdir()
            schema_file, answer_file = room / "schema.json", room / "answer.json"
            schema_file.write_text(json.dumps(schema), encoding="utf-8")
            held = {
                "{schema}": json.dumps(schema, separators=(",", ":")),
                "{schema_file}": str(schema_file),
                "{answer_file}": str(answer_file),
                "{budget_usd}": f"{self._budget_usd:.4f}",
            }
            ended = run_to_end(
                [_filled(one, held) for one in self._argv],
                prompt.encode("utf-8", "replace"),
                folder=room / "empty",
                env=self._environment(),
                limit_s=self._limit_s,
                pulse=pulse,
            )
            in_file = any("{answer_file}" in one for one in self._argv)
            return answer_of(ended, _read(answer_file) if in_file else ended.out)

    def _environment(self) -> dict[str, str]:
        env = {
            name: value
            for name, value in os.environ.items()
            if name in _KEPT | self._env or name.startswith(_KEPT_PREFIXES)
        }
        program = Path(self._argv[0])
        if program.is_absolute():  # beside it stands what runs it: `#!/usr/bin/env node`
            env["PATH"] = os.pathsep.join([str(program.parent), env.get("PATH", os.defpath)])
        return {**env, READER_MARK: "1"}


def answer_of(ended: ProgramEnd, raw: bytes) -> ModelAnswer:
    """Return what a program's model said, in a file or on its standard output.

    Where the model left the form the text is its own words; where the program itself speaks, of a
    quota or a login, that is no answer.

    Raises:
        ReaderError: it failed, and will again today.
    """
    said = raw.decode("utf-8", "replace").strip()
    envelope = _object_in(said) or {}
    cost = _cost(envelope.get("total_cost_usd"))
    error = envelope.get("error")
    if ended.status or envelope.get("is_error") or error or (said and not envelope):
        words = (
            _words_of(envelope)
            or _words_of(_object_in(ended.err.decode("utf-8", "replace")) or {})
            or _line("" if envelope else said)
            or _line(ended.err.decode("utf-8", "replace"), is_last=True)
            or "it said nothing"
        )
        raise ReaderError(
            f"The reader's program gave no answer (status {ended.status}): {words}",
            hint="Run the program by hand once: it may want a login, or its quota is used up.",
            ends_the_day=True,
            cost_usd=cost,
        )
    structured = envelope.get("structured_output")
    if isinstance(structured, dict):
        return ModelAnswer(json.dumps(structured), cost)
    words = next((envelope[key] for key in _SAID if isinstance(envelope.get(key), str)), said)
    return ModelAnswer(words, cost)


def _object_in(said: str) -> dict[str, Any] | None:
    """Return the JSON object of an output: the last of a list, or what stands between talk."""
    for text in (said, said[said.find("{") : said.rfind("}") + 1]):
        try:
            held = json.loads(text)
        except (ValueError, RecursionError):
            continue
        if isinstance(held, list):
            held = held[-1] if held else None
        if isinstance(held, dict):
            return held
    return None


def _words_of(envelope: Mapping[str, Any]) -> str:
    """Return in what words an envelope tells of a failure."""
    error = envelope.get("error")
    told = error.get("message") if isinstance(error, dict) else error
    said = (told, *(envelope.get(key) for key in _SAID), envelope.get("subtype"))
    return next((_line(one) for one in said if isinstance(one, str) and one.strip()), "")


def _line(text: str, *, is_last: bool = False) -> str:
    """Return the first line that says something, fit to be shown; or the last."""
    masked = mask_secrets(text[-_LOOKED_AT_CHARS:] if is_last else text[:_LOOKED_AT_CHARS])
    plain = ("".join(filter(str.isprintable, line)).strip() for line in masked.splitlines())
    lines = [line for line in plain if line]
    return f"“{lines[-1 if is_last else 0][:_QUOTED_CHARS]}”" if lines else ""


def _cost(told: object) -> float:
    if isinstance(told, bool) or not isinstance(told, int | float) or not math.isfinite(told):
        return 0.0
    return max(float(told), 0.0)


def _filled(argument: str, held: Mapping[str, str]) -> str:
    for mark, value in held.items():
        if mark in argument:  # once, and what is put in is looked at no more
            before, _, after = argument.partition(mark)
            return before + value + after
    return argument


def _read(file: Path) -> bytes:
    """Return what stands in a file that the program wrote; of a link or a pipe nothing."""
    try:
        with open_plain(file) as opened:
            return opened.read(MAX_OUTPUT_BYTES)
    except OSError:
        return b""


# How the programs that we know are run head-less, as documented. Each was tried with the real one
# against a stand-in of its service: Claude Code 2.1.197, Codex 0.169.0, Gemini CLI 0.61.0.


@dataclass(frozen=True, slots=True)
class ReaderPreset:
    """One program that reads."""

    argv: tuple[str, ...]
    """See `CommandModel`; the program by its name on the PATH."""
    env: tuple[str, ...]
    """What its login, its network and its own folders need."""
    overhead_tokens: int
    """What it sends of its own beside the prompt: characters of a request that we recorded, over
    3.5. Settings of the user's own may add to it."""
    model_option: str
    """In front of the name of a model of its service."""
    holds_budget: bool
    """Whether it ends by itself when a run costs too much."""
    keeps: tuple[str, ...]
    """Where it keeps its login, below the home; it must be able to renew that."""
    tail: tuple[str, ...] = ()
    """Arguments that stand last."""


_CLAUDE_SETTINGS: Final = (
    '{"disableAllHooks":true,"env":{"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC":"1"}}'
)
"""No hooks, and no second request: to find a title for a session that nobody will see it would read
the whole prompt once more (seen with 2.1.197)."""
_NETWORK: Final = ("HTTPS_PROXY", "NO_PROXY", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS")

PRESETS: Final[Mapping[str, ReaderPreset]] = {
    "claude": ReaderPreset(
        argv=(
            *("claude", "-p", "--output-format", "json", "--json-schema", "{schema}"),
            # Nothing of the user's own: no tool, no server, no CLAUDE.md, no hook, no session file.
            *("--tools", "", "--strict-mcp-config", "--safe-mode", "--no-session-persistence"),
            *("--settings", _CLAUDE_SETTINGS),
            *("--max-turns", "3", "--max-budget-usd", "{budget_usd}"),
        ),
        env=(
            # macOS keeps the login under the user's name.
            *("USER", "CLAUDE_CONFIG_DIR", "CLAUDE_CODE_OAUTH_TOKEN", "ANTHROPIC_API_KEY"),
            *("ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", *_NETWORK),
        ),
        overhead_tokens=1_500,
        model_option="--model",
        holds_budget=True,
        keeps=(".claude", ".claude.json"),
    ),
    "codex": ReaderPreset(
        argv=(
            *("codex", "exec", "--ephemeral", "--sandbox", "read-only", "--skip-git-repo-check"),
            *("--ignore-user-config", "--ignore-rules", "--color", "never"),
            *("--output-schema", "{schema_file}", "-o", "{answer_file}"),
        ),
        env=("CODEX_HOME", "CODEX_API_KEY", "OPENAI_API_KEY", *_NETWORK),
        overhead_tokens=19_500,
        model_option="-m",
        holds_budget=False,
        keeps=(".codex",),
        tail=("-",),
    ),
    "gemini": ReaderPreset(
        argv=(
            *("gemini", "--output-format", "json", "--skip-trust", "--approval-mode", "plan"),
            *("--extensions", "none", "--allowed-mcp-server-names", "none"),
        ),
        env=(
            *("GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI"),
            *("GOOGLE_GENAI_USE_GCA", "GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION"),
            *("GOOGLE_APPLICATION_CREDENTIALS", *_NETWORK),
        ),
        overhead_tokens=12_000,
        model_option="-m",
        holds_budget=False,
        keeps=(".gemini",),
    ),
}
