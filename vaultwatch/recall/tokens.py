"""Say how many tokens a text takes from a model's context.

Pure; `services` hand over the model's own counter where they have one.
"""

import json
from collections.abc import Callable

BYTES_PER_TOKEN = 4
"""UTF-8 bytes a token, where no tokenizer can be asked. Source: a rule of thumb, OpenAI's help page
"What are tokens and how to count them?": a token is about 4 characters of English. Bytes instead of
characters (chosen by hand) count other scripts higher, as tokenizers do. Never use it for a limit
that must hold exactly."""


def count_tokens(text: str, counter: Callable[[str], int] | None) -> int:
    """Return the number of tokens of a text, at least 1: an item always takes some room."""
    if counter is not None:
        return max(1, counter(text))
    size_bytes = len(text.encode("utf-8", "replace"))  # half a surrogate pair is no reason to fail
    return max(1, -(-size_bytes // BYTES_PER_TOKEN))


def count_sent(text: str, counter: Callable[[str], int] | None) -> int:
    """Return the number of tokens of a text as it is sent in a tool's answer, escapes and all.

    The greater of what the model's tokenizer says and of four bytes a token: which of them the
    model that reads it comes nearer to nobody here knows.
    """
    escaped = json.dumps(text, ensure_ascii=False)[1:-1]
    return max(count_tokens(text, counter), count_tokens(escaped, None))
