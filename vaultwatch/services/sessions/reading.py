"""Have a reader name what was said in a session to last, before it is compacted or at its end.

What it names waits in the inbox as what cues find does; nothing is stored on the strength of it.
"""

import secrets
from collections.abc import Sequence
from dataclasses import replace

from vaultwatch.adapters.models.readers import LanguageModel, Reader, WaitPulse
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.memories.capture import Captured
from vaultwatch.memories.transcript_lines import Turn
from vaultwatch.reader.session_sentences import (
    SCHEMA,
    sentences_in,
    session_lines,
    session_prompt,
)
from vaultwatch.services.reader.running import ask_once
from vaultwatch.services.workspace import Workspace


def read_session(
    ws: Workspace, reader: Reader, turns: Sequence[Turn], *, pulse: WaitPulse
) -> Sequence[Captured]:
    """Return what a reader names in the newest part of a session.

    Nothing where nobody spoke, it may not be asked today or does not answer.

    Args:
        ws: the vault, opened for long: it is not locked while somebody reads.
        reader: who reads.
        turns: what was said; secrets are masked before it is shown.
        pulse: see `WaitPulse`.
    """
    lines = session_lines([replace(one, text=mask_secrets(one.text)) for one in turns])
    if not any(one.said.role == "user" for one in lines):
        return ()
    prompt = session_prompt(lines, f"=== {secrets.token_hex(16)} ===")

    def ask(model: LanguageModel) -> tuple[list[Captured], float]:
        answer = model.answer(prompt, SCHEMA, pulse=pulse)
        return sentences_in(answer.text, lines), answer.cost_usd

    return ask_once(ws, reader, ask) or ()
