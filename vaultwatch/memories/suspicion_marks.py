"""What shows poison by its form alone: tokens of a chat, addresses that carry data, shell lines.

Pure; called by `memories.suspicion`. The table stands in `data/marks.toml`.
"""

import base64
import binascii
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

from vaultwatch.memories.suspicion_folding import Sign


@dataclass(frozen=True, slots=True)
class Mark:
    """One form."""

    weight: float
    name: str
    """What it does, for a person."""
    pattern: re.Pattern[str]


@cache
def _marks() -> tuple[Mark, ...]:
    file = resources.files("vaultwatch").joinpath("data", "marks.toml")
    return tuple(
        Mark(
            one["weight"], one["name"], re.compile(one["pattern"].replace(" ", r"(?:[\s,;:]{1,3})"))
        )
        for one in tomllib.loads(file.read_text("utf-8"))["mark"]
    )


def marks_in(seen: str) -> Iterator[Sign]:
    """Yield the marks of a text that went through `visible`."""
    for mark in _marks():
        found = next(
            (one[0] for one in mark.pattern.finditer(seen) if not _is_installer(mark, one[0])), None
        )
        if found is not None:
            yield mark.weight, mark.name, found


KNOWN_INSTALLERS = (
    "//astral.sh/",
    "//sh.rustup.rs",
    "//get.docker.com",
    "//get.k3s.io",
    "//deno.land/",
    "//bun.sh/",
    "//install.python-poetry.org",
    "//starship.rs/",
    "//tailscale.com/",
    "//raw.githubusercontent.com/homebrew/",
    "//raw.githubusercontent.com/nvm-sh/",
    "//raw.githubusercontent.com/helm/",
    "//nixos.org/",
    "//ollama.com/",
)
"""Addresses whose makers tell everybody to pipe them into a shell; with https alone."""

_BLOB = re.compile(r"[A-Za-z0-9+/_-]{24,4000}={0,2}")
_HEX = re.compile(r"(?:[0-9a-fA-F]{2}){14,2000}")
_BLOBS = 12
_MIN_WORDS_SHARE = 0.95
_RUNS = "pipes a web address into a shell"


def _is_installer(mark: Mark, words: str) -> bool:
    """Tell whether a mark is but the way in which a well-known tool is installed."""
    return mark.name == _RUNS and runs_known_installer(words)


def runs_known_installer(words: str) -> bool:
    """Tell whether the one address in a shell line is that of a well-known installer."""
    is_safe = "https:" + next((host for host in KNOWN_INSTALLERS if host in words), "-") in words
    return is_safe and words.count("://") == 1


def decoded(text: str) -> Iterator[str]:
    """Yield the readable texts that stand in base64 or hex, one level deep, a dozen at most."""
    for pattern, decode in ((_BLOB, _base64), (_HEX, bytes.fromhex)):
        for _, found in zip(range(_BLOBS), pattern.finditer(text), strict=False):
            data = decode(found[0])
            said = data.replace(b"\0", b"").decode("utf-8", "replace")
            fine = sum(c.isprintable() or c.isspace() for c in said) - said.count("\ufffd")
            if said and fine >= _MIN_WORDS_SHARE * len(said) and " " in said:
                yield said


def _base64(blob: str) -> bytes:
    bare = blob.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(bare[: len(bare) - (len(bare) % 4 == 1)] + "==")
    except (binascii.Error, ValueError):
        return b""
