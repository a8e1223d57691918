"""Have a reader name what was said in a session to last, before it is compacted or at its end.

What it names waits in the inbox as what cues find does; nothing is stored on the strength of it.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vaultwatch.adapters.readers import LanguageModel, WaitPulse
from vaultwatch.adapters.secrets import mask_secrets
from vaultwatch.memories.capture import Captured
from vaultwatch.memories.turns import Turn
from vaultwatch.reader.session_sentences import (
    SCHEMA,
    sentences_in,
    session_lines,
    session_prompt,
)


@dataclass(frozen=True, slots=True)
class ReadSession:
    """What came of one call."""

    found: Sequence[Captured] = ()
    cost_usd: float = 0.0


def read_session(model: LanguageModel, turns: Sequence[Turn], *, pulse: WaitPulse) -> ReadSession:
    """Return what a model names in the newest part of a session; nothing where nobody spoke.

    Args:
        model: who reads.
        turns: what was said; secrets are masked before it is shown.
        pulse: see `WaitPulse`.

    Raises:
        ReaderError: there is no answer.
    """
    lines = session_lines([replace(one, text=mask_secrets(one.text)) for one in turns])
    if not any(one.said.role == "user" for one in lines):
        return ReadSession()
    fence = f"=== {secrets.token_hex(16)} ==="
    answer = model.answer(session_prompt(lines, fence), SCHEMA, pulse=pulse)
    return ReadSession(sentences_in(answer.text, lines), answer.cost_usd)
