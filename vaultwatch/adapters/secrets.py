"""Find and mask keys, tokens and passwords that stand in a text.

The formats are those of detect-secrets' plugins; what its keyword and entropy plugins flag in
source code would cry wolf over prose, so these two are ours and stricter. A password that looks
like a common word (`password: swordfish`) is missed on purpose.

`services.indexing.reading` masks every note, `services.memories.adding` refuses a memory that holds
one. A cheap look at the bytes names the few places worth a rule, so a plain note costs
microseconds.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from vaultwatch.adapters.secret_words import is_opaque, is_said_secret, is_secret_value

_BEFORE_CHARS, _AFTER_CHARS = 60, 400
"""How far around a suspicious place the rules look. Chosen by hand: `aws_secret_access_key = "` and
a value; what is longer is followed to its end."""

_PIECE_CHARS = 1_500
"""Longest text handed to the rules at once: bounds what a hostile line can cost."""

_LONG_RUN = 20
"""Every token format below holds an unbroken run of this many characters or more."""

_RUN_MARK = b"\1" * _LONG_RUN
_IS_RUN = bytes(
    int(chr(code).isascii() and (chr(code).isalnum() or chr(code) in "_-")) for code in range(256)
)
_KEYWORDS = (b"pass", b"pwd", b"secret", b"token", b"key", b"kennwort")
_SAID_MARKS = (b"pass", b"pin", b"kennwort", b"contrase", b"senha")
_ASSIGNED = {word: re.compile(word + rb"[a-z0-9]{0,8}[\"'`*_\] ]{0,4}[:=]") for word in _KEYWORDS}
_NO_TOKEN = re.compile(rb"\D+\Z|[0-9a-f-]+\Z|[0-9A-F-]+\Z")
"""Words, commits, UUIDs and rules: with no digit or nothing but hex, and no prefix of a token."""

_TOKEN_PREFIX = re.compile(rb"gh[pousr]_|github_|[srp]k[_-]|hf_|npm_|pypi-|gl[a-z]{2,5}-|whsec_")
_LOGIN = re.compile(r"://[^\s/:@?#]{1,100}:[^\s/@]{1,200}@")
_PRIVATE_KEY = re.compile(
    r"(?:-----BEGIN[A-Z0-9 ]{0,40} PRIVATE KEY(?: BLOCK)?-----"
    r"|PuTTY-User-Key-File-\d:[^\r\n]{0,40})"
    r"(?P<body>(?:\\[nr][A-Za-z0-9+/=]{0,80}+|[A-Za-z0-9+/=]{16,}+)*+"  # `\n` spelt out, as in JSON
    r"(?:(?:\r\n|\r|\n)[ \t>]*+(?:[A-Za-z0-9+/=]{16,}+|[A-Z][A-Za-z-]{2,20}: [^\r\n]{0,200}+"
    r"|=?[A-Za-z0-9+/=]{1,76}+(?=\s{1,4}-----END)|)[ \t]*+)*+)"
    r"(?P<end>[ \t>]*-----END[A-Z0-9 ]{0,40} PRIVATE KEY(?: BLOCK)?-----)?"
)
"""With or without its end; PGP and PuTTY have lines such as `Comment: mine` in it."""

_TOKEN_REST = re.compile(r"[A-Za-z0-9_\-]*(?:[.+/=][A-Za-z0-9_\-]+)*=*")
_TOKEN_CHARS = 16_384
"""How far a token is followed; servers refuse longer headers. Chosen by hand."""

_EOL = re.compile(r"\r\n|\r|\n")

_ASSIGNMENT = re.compile(
    r"(?P<key>pass(?:word|wd|phrase|code)|passwort|kennwort|pwd"
    r"|secret(?:[_ -]?(?:access[_ -]?)?key)?|token"
    r"|(?:api|access|auth|account|client|private|service|encryption|signing)[_ -]?key)\d{0,2}"
    r"[\"'`*_\]]{0,4} {0,3}(?::=|={1,3}>?|::?|->)[*_]{0,3}[ \t]{0,4}"
    r"(?P<quote>[\"'`]?)(?P<value>[^\s\"'`|]{6,200})(?P<close>[\"'`]?)(?P<rest>[^\r\n]{0,20})",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"(?<!\w)(?:pass(?:word|code|phrase|wort)|pin|kennwort|mot de passe|contrase(?:ñ|n)a|senha)"
    r"(?: (?:of|for|to|on|du|de|des|do|da|del|von|vom|der|f(?:ü|u)r|pour|para|zum|zur)"
    r"(?: [^\s.:;=]{1,30}){1,5}?)? {0,2}(?:(?:is|ist|lautet|est|es|é) |[:=] {0,2})"
    r"(?P<quote>[\"'`“„«]?)(?P<value>[^\s\"'`|”“»]{4,200}+)"
    r"(?! {0,2}(?:characters?|chars?|digits?|letters?|days?|months?|years?|weeks?|hours?|minutes?"
    r"|Zeichen|Ziffern|Tage|Monate|Jahre|caract|signes|jours|mois|d[íi]as|meses|dias))",
    re.IGNORECASE,
)
"""A password told in a sentence, in five languages."""
_SAID_WORDS = re.compile(
    r"\b(?:pass(?:word|code|phrase|wort)|pin|kennwort|mot de passe|contrase[ñn]a|senha)\b",
    re.IGNORECASE,
)

_OPAQUE = re.compile(
    r"(?<![A-Za-z0-9_+/=\-.:#@?&%~\\\[^$])[A-Za-z0-9_+/=-]{32,200}(?![A-Za-z0-9_+/=\-@\]])"
)
_HASH_NAME = re.compile(
    r"(?:(?:sha-?\d{1,3}|md5)[-:=]"
    r"|(?:signature|digest|checksum|integrity|hash)\w{0,20}[\"']?: ?[\"']?)\S*\Z",
    re.IGNORECASE,
)
_SIGNATURE_CHARS = 80
"""Longer and padded twice it is a signature of 64 bytes in base64, which is public."""

_SEALED_FENCE = "```compressed-json"
"""What the drawing plugin writes: nothing but opaque text."""

_PLUGINS = (
    ("aws", "AWSKeyDetector", "AWS key"),
    ("azure_storage_key", "AzureStorageKeyDetector", "Azure storage key"),
    ("cloudant", "CloudantDetector", "Cloudant credentials"),
    ("discord", "DiscordBotTokenDetector", "Discord token"),
    ("github_token", "GitHubTokenDetector", "GitHub token"),
    ("gitlab_token", "GitLabTokenDetector", "GitLab token"),
    ("ibm_cos_hmac", "IbmCosHmacDetector", "IBM key"),
    ("jwt", "JwtTokenDetector", "JSON Web Token"),
    ("mailchimp", "MailchimpDetector", "Mailchimp key"),
    ("npm", "NpmDetector", "npm token"),
    ("openai", "OpenAIDetector", "OpenAI key"),
    ("pypi_token", "PypiTokenDetector", "PyPI token"),
    ("sendgrid", "SendGridDetector", "SendGrid key"),
    ("slack", "SlackDetector", "Slack token"),
    ("softlayer", "SoftlayerDetector", "SoftLayer credentials"),
    ("square_oauth", "SquareOAuthDetector", "Square secret"),
    ("stripe", "StripeDetector", "Stripe key"),
    ("telegram_token", "TelegramBotTokenDetector", "Telegram token"),
    ("twilio", "TwilioKeyDetector", "Twilio key"),
)
_PREFIX_GROUP = frozenset({"github_token", "gitlab_token", "npm"})
"""Plugins whose regex groups hold no secret by itself: the whole match is one."""

_OURS = (
    (r"github_pat_[A-Za-z0-9_]{40,}", "GitHub token"),
    (r"gh[pousr]_[A-Za-z0-9]{36,}", "GitHub token"),
    (r"sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{20,}", "OpenAI key"),
    (r"sk-ant-[A-Za-z0-9_-]{20,}", "API key"),
    (r"sk-[A-Za-z0-9]{32,}", "API key"),
    (r"(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}", "Stripe key"),
    (r"whsec_[A-Za-z0-9+/]{24,}", "Stripe key"),
    (r"AIza[A-Za-z0-9_-]{35}", "Google API key"),
    (r"xox[a-z]-[A-Za-z0-9-]{10,}", "Slack token"),
    (r"xapp-\d-[A-Za-z0-9-]{20,}", "Slack token"),
    (r"npm_[A-Za-z0-9]{36}", "npm token"),
    (r"hf_[A-Za-z]{30,}", "Hugging Face token"),
    (r"AGE-SECRET-KEY-1[A-Z0-9]{50,}", "private key"),
)
"""Formats newer than detect-secrets 1.5, as their issuers document them."""


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


def find_secrets(text: str) -> tuple[SecretHit, ...]:
    """Return the secrets of a text in order; none overlap.

    Args:
        text: a note or memory as written, properties included.
    """
    is_sealed = _SEALED_FENCE in text
    found = [hit for piece in _pieces(text) for hit in _hits_in(text, *piece, is_sealed=is_sealed)]
    found += _private_keys(text)
    hits: list[SecretHit] = []
    line, counted, done = 1, 0, 0
    for start, end, kind in sorted(found, key=lambda hit: (hit[0], -hit[1])):
        if start < done:
            continue
        line += len(_EOL.findall(text, counted, start))
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
        breaks = _EOL.findall(text, hit.start, hit.end)
        parts += (text[position : hit.start], f"[secret: {hit.kind}]", *breaks)
        position = hit.end
    parts.append(text[position:])
    return "".join(parts)


def _private_keys(text: str) -> Iterator[tuple[int, int, str]]:
    if "PRIVATE KEY" not in text and "PuTTY-User-Key" not in text:
        return
    for found in _PRIVATE_KEY.finditer(text):
        if found["body"].strip():  # its header by itself is no secret
            yield found.start(), found.start() + len(found[0].rstrip()), "private key"


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of the parts of lines that the rules should read."""
    start = end = -1
    for place in sorted(_suspicious(text)):
        line_end = min(_line_end(text, place), place + _AFTER_CHARS)
        if place < end and line_end - start <= _PIECE_CHARS:
            end = max(end, line_end)
            continue
        if end >= 0:
            yield start, end
        near = max(0, place - _BEFORE_CHARS)
        start = max(text.rfind("\n", near, place) + 1, text.rfind("\r", near, place) + 1, near)
        end = line_end
    if end >= 0:
        yield start, end


def _line_end(text: str, place: int) -> int:
    reach = place + _AFTER_CHARS
    ends = [text.find(mark, place, reach) for mark in "\r\n"]
    return min((end for end in ends if end >= 0), default=min(reach, len(text)))


def _suspicious(text: str) -> Iterator[int]:
    """Yield where something stands that a rule should look at; one byte a character."""
    data = text.encode("latin-1", "replace")
    runs = data.translate(_IS_RUN)
    place = runs.find(_RUN_MARK)
    while place >= 0:
        end = runs.find(b"\0", place + _LONG_RUN)
        run = data[place : end if end >= 0 else len(data)]
        if _TOKEN_PREFIX.match(run) or not _NO_TOKEN.match(run):
            yield place
        place = runs.find(_RUN_MARK, end) if end >= 0 else -1
    lower = data.lower()
    for word in _KEYWORDS:
        if word in lower:
            yield from (found.start() for found in _ASSIGNED[word].finditer(lower))
    if any(word in lower for word in _SAID_MARKS):
        yield from (found.start() for found in _SAID_WORDS.finditer(text))
    if b"@" in data and b"://" in data:
        yield from (found.start() for found in _LOGIN.finditer(text))


def _hits_in(text: str, start: int, end: int, *, is_sealed: bool) -> Iterator[tuple[int, int, str]]:
    piece = text[start:end]
    for rule, kind, group in _rules():
        token_end = 0
        for found in rule.finditer(piece):
            at = start + found.start(group)
            if at < token_end or (at and text[at - 1].isascii() and text[at - 1].isalnum()):
                continue  # the tail of something longer
            token_end = _followed(text, start + found.end(group))
            if kind != "JSON Web Token" or _is_jwt(text[at:token_end]):
                yield at, token_end, kind
    yield from _logins(piece, start)
    for found in _ASSIGNMENT.finditer(piece):
        value = found["value"]
        if found["quote"] == "":
            value = value.rstrip(".,;:)*_>]")
        is_alone = bool(found["quote"]) or not re.match(r"[ \t]+\w", found["rest"])
        if is_secret_value(value, key=found["key"].lower(), is_alone=is_alone):
            at = start + found.start("value")
            kind = "password" if found["key"].lower().startswith(("pass", "pwd", "k")) else "key"
            yield at, at + len(value), kind
    yield from _said(piece, start)
    if not is_sealed:
        yield from _opaque(piece, start)


def _said(piece: str, start: int) -> Iterator[tuple[int, int, str]]:
    for found in _SAID.finditer(piece):
        value = found["value"].rstrip(".,;:)*_>]?")
        if is_said_secret(value):
            at = start + found.start("value")
            yield at, at + len(value), "password"


def _followed(text: str, end: int) -> int:
    rest = _TOKEN_REST.match(text, end, end + _TOKEN_CHARS)
    return rest.end() if rest else end


def _logins(piece: str, start: int) -> Iterator[tuple[int, int, str]]:
    for rule in _plugin("basic_auth", "BasicAuthDetector"):
        for found in rule.finditer(piece):
            if is_secret_value(found[1], key="login", is_alone=True):
                yield start + found.start(1), start + found.end(1), "password"


def _opaque(piece: str, start: int) -> Iterator[tuple[int, int, str]]:
    for found in _OPAQUE.finditer(piece):
        begin = found.start()
        value = found[0].rstrip("=")
        if found[0].endswith("==") and len(value) > _SIGNATURE_CHARS:
            continue
        if "=" in value:
            begin += value.rindex("=") + 1
            value = value[value.rindex("=") + 1 :]
        before = piece[:begin]
        in_link = before.rfind("[[") > before.rfind("]]") or before.endswith("](")
        if not in_link and not _HASH_NAME.search(before + value) and is_opaque(value):
            yield start + begin, start + found.end(), "high-entropy string"


def _is_jwt(token: str) -> bool:
    module = import_module("detect_secrets.plugins.jwt")
    parts = token.split(".")
    return len(parts) > 1 and bool(
        module.JwtTokenDetector.is_formally_valid(".".join(part.rstrip("=") for part in parts[:2]))
    )


@cache
def _plugin(module: str, name: str) -> tuple[re.Pattern[str], ...]:
    """Return a detector's regexes; detect-secrets is imported on the first suspicious line."""
    detector = getattr(import_module(f"detect_secrets.plugins.{module}"), name)
    return tuple(detector.denylist)


@cache
def _rules() -> tuple[tuple[re.Pattern[str], str, int], ...]:
    rules = [(re.compile(pattern), kind, 0) for pattern, kind in _OURS]
    for module, name, kind in _PLUGINS:
        for pattern in _plugin(module, name):
            group = 1 if pattern.groups == 1 and module not in _PREFIX_GROUP else 0
            rules.append((pattern, kind, group))
    return tuple(rules)
