"""Find and mask keys, tokens and passwords that stand in a text.

Tokens that issuers mark are told here by their form, places where people write a password in
`secret_places`, what a value looks like in `secret_values`; names and patterns stand in
`data/secrets.toml`. A password that looks like a common word (`password: swordfish`) is missed on
purpose. `benchmarks/masking.py` counts what is found and what masked wrongly. Every note is masked
before it is indexed, and a memory that holds a secret is refused: a cheap look at the bytes names
the few lines worth a rule.
"""

import binascii
import json
import re
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from vaultwatch.guard.secret_places import Below, SecretSpan, commands, logins, named, names_in
from vaultwatch.guard.secret_values import (
    LONG_RUN,
    RUN,
    is_opaque,
    is_plain_name,
    is_random,
    other_stems,
    stems,
)
from vaultwatch.late_regex import Patterns, data_of, late_regex

_P = Patterns("secrets")
_TOKEN_CHARS = 16_384
"""How far a token is followed; servers refuse longer headers. Chosen by hand."""
MASKING_VERSION = "5"
"""By which rules words are masked. To be raised with every rule that masks more: the next look then
masks once more all that is kept, and takes in anew each note that holds a secret by the rules of
now."""

_BEFORE_CHARS = 100
"""How far before a suspicious place the rules look: an address and its path. Chosen by hand."""

_PIECE_CHARS, _OVERLAP_CHARS = 1_500, 300
"""Longest part of a line handed to the rules at once, and how much of it again with the next: no
value is longer."""

_RUN_MARK = b"\1" * LONG_RUN
_IS_RUN = bytes(
    int(chr(code).isascii() and (chr(code).isalnum() or chr(code) in "_-")) for code in range(256)
)
_NO_TOKEN = late_regex(rb"\D+\Z|[0-9a-f-]+\Z|[0-9A-F-]+\Z")
"""Words, commits, UUIDs and rules: with no digit or nothing but hex, and no prefix of a token."""

_TOKEN_PREFIX = late_regex(
    rb"gh[pousr]_|github_|[srp]k[_-]|hf_|npm_|pypi-|gl[a-z]{2,5}-|whsec_|A[SK]IA|AGE-|LTAI|api_org_"
)
_DOT = ord(".")
_LOGIN_MARK = b"://"

_OPAQUE_KIND = "high-entropy string"
_BASE58_CHARS = frozenset({*range(32, 36), 43, 44, 46, 49, 95, 106, 111})
"""Lengths of addresses, content ids and public keys in base58: one random string in twenty of such
a length has none of the letters that base58 leaves out."""
_SIGNATURE_CHARS = 80
"""Longer and padded twice it is a signature of 64 bytes in base64, which is public."""

_SEALED_FENCE = "```compressed-json"
"""What the drawing plugin writes: nothing but opaque text."""


@dataclass(frozen=True, slots=True)
class SecretHit:
    """One secret and where it stands; never the secret itself."""

    kind: str
    """What it looks like, in words: `GitHub token`, `password`."""
    line: int
    """1-based."""
    start: int
    """Offset of the first character."""
    end: int
    """Offset behind the last character."""

    @property
    def mask(self) -> str:
        """What stands in its place."""
        return f"[secret: {self.kind}]"


def find_secrets(text: str) -> tuple[SecretHit, ...]:
    """Return the secrets of a text in order; none overlap."""
    is_sealed = _SEALED_FENCE in text
    below = Below(text)
    found = list(_private_keys(text))
    for start, end in _pieces(text):
        names = names_in(text, start, end)
        found += logins(text, start, end)
        found += commands(text, start, end)
        found += named(text, names, start, end)
        found += below.found(names, start, end)
        if RUN.search(text, start, end):
            found += _issued(text, start, end)
            found += () if is_sealed else _opaque(text, start, end)
    found += () if is_sealed else _broken(text)
    hits: list[SecretHit] = []
    line, counted, done = 1, 0, 0
    for start, end, kind in sorted(found, key=lambda hit: (hit[0], -hit[1])):
        if start < done:
            continue
        line += len(_P.eol.findall(text, counted, start))
        counted, done = start, end
        hits.append(SecretHit(kind, line, start, end))
    return tuple(hits)


def mask_secrets(text: str) -> str:
    """Return the text with every secret replaced by `[secret: kind]`, line breaks kept."""
    hits = find_secrets(text)
    if not hits:
        return text
    parts: list[str] = []
    position = 0
    for hit in hits:
        breaks = _P.eol.findall(text, hit.start, hit.end)
        parts += (text[position : hit.start], hit.mask, *breaks)
        position = hit.end
    parts.append(text[position:])
    return "".join(parts)


def masked_name(name: str) -> str:
    """Return the name of a file or folder with its secrets masked.

    An opaque string by itself is more often an id, and stays: a name that holds a secret keeps its
    file out of the index.
    """
    if is_plain_name(name):
        return name  # asked of every file of a vault
    stem, dot, ending = name.rpartition(".")
    shown, rest = (stem, dot + ending) if stem else (name, "")
    for hit in reversed(find_secrets(shown)):
        if hit.kind != _OPAQUE_KIND:
            shown = f"{shown[: hit.start]}{hit.mask}{shown[hit.end :]}"
    return shown + rest


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of the lines, or parts of long ones, that the rules should read."""
    done = 0
    for place in sorted(_suspicious(text)):
        if place < done:
            continue
        near = max(done, place - _BEFORE_CHARS)
        start = max(text.rfind("\n", near, place) + 1, text.rfind("\r", near, place) + 1, near)
        end = _line_end(text, place)
        yield start, end
        done = end if end < place + _PIECE_CHARS else end - _OVERLAP_CHARS


def _line_end(text: str, place: int) -> int:
    reach = min(place + _PIECE_CHARS, len(text))
    ends = [text.find(mark, place, reach) for mark in "\r\n"]
    return min((end for end in ends if end >= 0), default=reach)


def _suspicious(text: str) -> Iterator[int]:
    """Yield where something stands that a rule should look at; one byte a character."""
    data = text.encode("latin-1", "replace")
    runs = data.translate(_IS_RUN)
    place = runs.find(_RUN_MARK)
    while place >= 0:
        end = runs.find(b"\0", place + LONG_RUN)
        run = data[place : end if end >= 0 else len(data)]
        is_tail = place > 0 and data[place - 1] == _DOT
        if is_tail or _TOKEN_PREFIX.match(run) or not _NO_TOKEN.match(run):
            yield place
        place = runs.find(_RUN_MARK, end) if end >= 0 else -1
    lower = data.lower()
    for stem, word in _stems():
        if stem in lower:
            yield from (found.start() for found in word.finditer(lower))
    if b"@" in data and _LOGIN_MARK in data:
        yield from (found.start() for found in re.finditer(_LOGIN_MARK, data))
    if not text.isascii():
        for name in other_stems():
            if name in text:
                yield from (found.start() for found in re.finditer(name, text))


def _opaque(text: str, start: int, end: int) -> Iterator[SecretSpan]:
    for found in _P.opaque.finditer(text, start, end):
        begin = found.start()
        value = found[0].rstrip("=")
        if found[0].endswith("==") and len(value) > _SIGNATURE_CHARS:
            continue
        if "=" in value:
            begin += value.rindex("=") + 1
            value = value[value.rindex("=") + 1 :]
        before = text[max(start - _BEFORE_CHARS, 0) : begin]
        line = before[-(begin - start) :] if begin > start else ""
        in_link = line.rfind("[[") > line.rfind("]]") or line.endswith("](")
        if in_link or _P.public.search(before + value) or _is_known_form(value):
            continue
        if is_opaque(value) and not _is_data(text, start, found.end()):
            yield begin, found.end(), _OPAQUE_KIND


def _is_data(text: str, start: int, end: int) -> bool:
    """Tell whether the line before or the line itself is a full line of encoded data."""
    reach = _BEFORE_CHARS
    head = text.rfind("\n", max(start - reach, 0), max(start - 1, 0)) + 1
    tail = text.find("\n", end, end + reach)
    own = text[start : tail if tail >= 0 else end + reach]
    then = text[tail + 1 : tail + 1 + reach].split("\n", 1)[0] if tail >= 0 else ""
    before = text[head : max(start - 1, 0)] if head or start <= reach else ""
    return bool(
        _P.data_line.fullmatch(before)
        or (_P.data_line.fullmatch(own) and _P.data_part.fullmatch(then))
    )


def _private_keys(text: str) -> Iterator[SecretSpan]:
    if "PRIVATE KEY" not in text and "PuTTY-User-Key" not in text:
        return
    for found in _P.private_key.finditer(text):
        if found["body"].strip():  # its header by itself is no secret
            yield found.start(), found.start() + len(found[0].rstrip()), "private key"


def _issued(text: str, start: int, end: int) -> Iterator[SecretSpan]:
    """Yield the tokens that begin between two places, each followed to its end."""
    done = start
    for found in _tokens().finditer(text, start, end):
        if found.start() < done:
            continue  # the tail of something longer
        kind = data_of("secrets")["tokens"][(found.lastindex or 1) - 1]["kind"]
        done = end if kind == "webhook" else _followed(text, found.end())
        token = text[found.start() : done]
        if kind == "JSON Web Token" and not _is_jwt(token):
            continue
        if not _P.made_up.search(token):
            yield found.start(), done, kind


def _broken(text: str) -> Iterator[SecretSpan]:
    """Yield the tokens that the end of a line cuts, whole and each piece by itself.

    Pieces: where another rule takes the first one, the rest is masked still.
    """
    for found in _P.broken.finditer(text):
        if len(found[0]) < LONG_RUN or not _P.token_sign.search(found[0]):
            continue  # words of two lines, as almost everywhere
        pieces = [one.span() for one in _P.token_run.finditer(text, *found.span())]
        joined = "".join(text[start:end] for start, end in pieces)
        for start, end, kind in _issued(joined, 0, len(joined)):
            yield from _in_pieces(text, pieces, (start, end, kind))


def _in_pieces(text: str, pieces: list[tuple[int, int]], token: SecretSpan) -> Iterator[SecretSpan]:
    """Yield what of a token, found in the pieces put together, stands in each of them."""
    start, end, kind = token
    at = 0
    spans = []
    for first, last in pieces:
        begins, ends = max(start - at, 0), min(end - at, last - first)
        if begins < ends:
            spans.append((first + begins, first + ends))
        at += last - first
    head = spans[0]
    whole = _tokens().fullmatch(text, *head)
    for begins, ends in spans[1:]:
        # A whole token may end a line: then the next word is another's, unless it looks like none.
        if whole and not is_random(text[begins:ends]):
            return
    if len(spans) > 1:
        yield head[0], spans[-1][1], kind
        yield from ((*one, kind) for one in spans[1:])


def _followed(text: str, end: int) -> int:
    rest = _P.token_rest.match(text, end, end + _TOKEN_CHARS)
    return rest.end() if rest else end


def _is_jwt(token: str) -> bool:
    try:
        head = urlsafe_b64decode(token.split(".", 1)[0] + "==")
        return isinstance(json.loads(head), dict)
    except (ValueError, binascii.Error, RecursionError):
        return False


@cache
def _tokens() -> re.Pattern[str]:
    formats = (f"({_P.filled(one['pattern'])})" for one in data_of("secrets")["tokens"])
    return re.compile(f"(?<![A-Za-z0-9])(?:{'|'.join(formats)})")


@cache
def _stems() -> tuple[tuple[bytes, re.Pattern[bytes]], ...]:
    return tuple((one.encode(), re.compile(word.encode())) for one, word in stems().items())


def _is_known_form(value: str) -> bool:
    """Tell whether a string is an address, a content id or an example."""
    if len(value) in _BASE58_CHARS and _P.base58.fullmatch(value):
        return True
    return _P.address_start.match(value) is not None or _P.made_up.search(value) is not None
