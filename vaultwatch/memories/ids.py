"""Give a memory the id it keeps.

The logical key of an added memory is its belief; of a memory note without `id` its path when it
was first seen (the ledger keeps that id when the note moves). Pure.
"""

import re
import unicodedata
from base64 import b32encode
from hashlib import blake2s

_DIGEST_BYTES = 10
"""80 bits: two of a million memories collide with a chance of 4e-13 (n^2 / 2^81), and ten bytes
are sixteen base32 characters without padding."""


def memory_id(logical_key: str) -> str:
    """Return `mem_` and 16 characters; case, Unicode form and white space do not count."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", logical_key).casefold())
    data = " ".join(folded.split()).encode("utf-8", "surrogatepass")
    digest = blake2s(data, digest_size=_DIGEST_BYTES).digest()
    return "mem_" + b32encode(digest).decode("ascii").lower()


def is_memory_id(text: str) -> bool:
    """Tell whether a text is such an id."""
    return re.fullmatch(r"mem_[a-z2-7]{16}", text) is not None
