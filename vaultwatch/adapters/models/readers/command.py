"""Ask the program of an agent that the user has, head-less: `claude -p`, `codex exec`.

It gets the prompt and nothing else: no shell, an empty folder to work in, an environment of the
few variables that it needs, none of its own tools if it is told so. What it answers is untrusted:
whoever asked holds it against what they know. One call is one run of it; nothing is tried again.
"""

import json
import math
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from vaultwatch.adapters.models.readers import ModelAnswer, WaitPulse
from vaultwatch.adapters.models.readers.process import MAX_OUTPUT_BYTES, ProgramEnd, run_to_end
from vaultwatch.errors import ReaderError
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.memories.transcript_lines import READER_MARK

_KEPT: Final = frozenset({"PATH", "HOME", "LANG", "TMPDIR", "SYSTEMROOT"})
_KEPT_PREFIXES: Final = ("LC_", "XDG_")
_SAID: Final = ("result", "response")
"""Where programs put the words of their model."""
_QUOTED_CHARS: Final = 200
_LOOKED_AT_CHARS: Final = 20_000


class CommandModel:
    """A program behind our protocol."""

    def __init__(
        self, argv: Sequence[str], *, env: Sequence[str] = (), limit_s: float, budget_usd: float
    ) -> None:
        """Keep what is run; run nothing yet.

        Args:
            argv: the program and its arguments; `{schema}`, `{schema_file}`, `{answer_file}` and
                `{budget_usd}` in them stand for what one call makes of them.
            env: names of the variables that it needs beside the usual ones.
            limit_s: how long one call may take.
            budget_usd: what one call may cost, for programs that can be held to it.
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
    """Return what a program's model said.

    Where the model left the form the text is its own words; where the program itself speaks, of a
    quota or a login, that is no answer.

    Args:
        ended: the run.
        raw: where its answer stands: a file, or its standard output.

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
    try:
        with file.open("rb") as opened:
            return opened.read(MAX_OUTPUT_BYTES)
    except OSError:
        return b""
