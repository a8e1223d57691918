"""Where people write a password down: behind its name, in a sentence, a command, a table, a list.

Pure; called by `adapters.secrets` for lines that hold such a name. Every rule reads a bounded
stretch, so that no text costs more than in proportion to its length.
"""

# ruff: noqa: RUF001 -- names in their own letters

import re
from base64 import b64decode
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, TypeAlias, get_args

from vaultwatch.adapters.secret_formats import Span
from vaultwatch.adapters.secret_words import (
    is_key,
    is_login,
    is_password,
    is_random,
    is_said_secret,
    is_strong,
)
from vaultwatch.late_regex import late_regex

_PASSWORDS = (
    r"pass(?:word|wort|code|phrase|wd|ord)|pwd|kennwort"
    r"|(?<![a-z])(?:pass|pw|psk)(?=[^\w\s]{0,4}[ \t]{0,2}(?:[:=|\r\n:]|\Z))"
    r"|mot de passe|palavra-passe|contrase(?:ñ|n)a|clave|senha|parola(?: d['’]ordine)?|wachtwoord"
    r"|has(?:ł|l)o|парол[ьяю]|密[码碼]|口令|パスワード|暗証番号|비밀번호|암호|l(?:ö|o)senord(?:et)?"
    r"|adgangskoden?|(?:ş|s)ifre(?:si|niz|m)?|hesl[oa]"
)
_KEYS = (
    r"secret(?:[_ -]?(?:access[_ -]?)?key(?:[_ -]?base)?)?|token|_auth(?![_ -]?key)|(?<=[\"'])auth"
    r"|(?:api|access|auth|account|client|private|preshared|service|encryption|signing|app|master"
    r"|admin|fernet|storage|license|deploy)[_ .-]?key"
    r"|client-key-data|sessionid|(?<=[?&])(?:sig|key)(?==[\w%+/-]{20})"
    r"|api[_ -]?(?:schl(?:ü|u)ssel|sleutel)|(?<![a-z])salt|credentials?|basic_auth"
)
_OTHER = (
    r"(?:next|prev|page|lock|request|change|forward|backward|continu|sync|cursor)[a-z]{0,10}"
    r"[_-]?token|public[_ -]?key|[:/]secret"
)
"""Names of what is no secret, though they hold the name of one."""
_NAME = late_regex(
    rf"{_OTHER}|(?P<password>{_PASSWORDS})|(?P<key>{_KEYS})"
    r"|(?P<pin>(?<![a-z])pin(?:[ -]?code)?|geheimzahl)"
)
_TAIL = late_regex(
    r"(?:[_-]?(?:base|key|value|prod(?:uction)?|dev|test|staging|live|old|new|\d{1,2}))?(?![a-z])",
    re.IGNORECASE,
)
_TOLD = r"(?:\\?[\"'`]|[*_\])]){0,4}[ \t]{0,3}"
_OPEN = r"[*_]{0,3}[ \t]{0,4}(?P<quote>\\?[\"'`]|[“„«「『]\xa0?[ ]?|)"
_ENDS = r"\s\"'`|”“»「」『』。\u3000-\u9fff\uac00-\ud7af\uff00-\uffef"
_VALUE = rf"(?P<value>[^{_ENDS}«、,][^{_ENDS}]{{3,199}}+)"
_SET = late_regex(
    rf"{_TOLD}(?:\([^()\n]{{1,30}}\)[ \t]?)?"
    r"(?::=|={1,3}>?|::?|->|→|:|[—–](?=[ ])|>(?=[^\s<>]{1,200}</)|,(?=[ ][\"'])|[ ]?value=)"
    rf"{_OPEN}{_VALUE}"
)
"""`password: x`, `"password": "x"`, `<password>x</`, `Пароль — x`."""
_GAP = r"(?:[ \t]+[^\s.:;=|,]{1,30}){0,6}?"
_SAID = late_regex(
    rf"[sS]?{_TOLD}{_GAP}(?:[ \t]{{0,2}}(?::|[—–](?=[ ])|=|:)|[ ]-(?=[ ])"
    r"|(?i:[ \t]+(?:is(?:[ ]now)?|was|ist|lautet|est|es|é|è|brzmi|je|zn[íi]|[äa]r|er)(?=[ ]))"
    rf"|是|为|為|は|が|은|는|(?i:(?<=[şs]ifresi))[ ]){_OPEN}{_VALUE}"
)
"""`the password of the router is x`, in the languages of `_PASSWORDS`."""
_NEAR = late_regex(rf"{_TOLD}[ ]+(?:(?:to|auf|naar|na|на)[ ])?{_OPEN}{_VALUE}")
"""`login mira password x`, `--token x`, `changed the password to x`."""
_PIN_DIGITS = 4
_NEAR_CHARS = 100
"""How far before a value is read what it stands in. Chosen by hand."""
_GIVEN = late_regex(r"(?:--[\w-]{1,40}|login \S{1,60}\s{1,9}password)\Z")
_UNIT = late_regex(
    r"[ ]{0,2}(?:characters?|chars?|digits?|letters?|days?|months?|years?|weeks?|hours?|minutes?"
    r"|Zeichen|Ziffern|Tage|Monate|Jahre|caract|signes|jours|mois|d[íi]as|meses|dias|znak|dni|tekens"
    r"|символ|[位个文字자])",
    re.IGNORECASE,
)
_CUT = {
    "<": late_regex(r"<[^<>]{0,60}>\Z"),
    "&": late_regex(r"[?&][\w.-]*=\Z"),
    ";": late_regex(r";[\w .-]*=\Z|\A[^;]*=[^;]*;"),
    ",": late_regex(r",[\w.-]*=\Z"),
}

_LOGIN = late_regex(
    r"(?<![A-Za-z0-9])[a-zA-Z][a-zA-Z0-9+.-]{1,30}://(?P<user>[^\s/:@?#\"'<>]{0,100})"
    r"(?::(?P<value>[^\s/\"'<>]{1,200}))?@(?=[\w\[])"
)
_PUBLIC_USER = late_regex(r"[\w.-]{0,60}(?:sentry|ingest)\b")
"""Whom Sentry calls user is a public key."""
_COMMANDS = tuple(
    late_regex(pattern)
    for pattern in (
        r"curl\b[^\n]{0,200}?[ ](?:-u|--user)[ =]?[\"']?[^\s:\"']{0,60}:(?P<value>[^\s\"']{4,100})",
        r"(?:mysql(?:dump|admin)?|mariadb)\b[^\n]{0,200}?[ ]-p[\"']?(?P<value>[^\s\"']{4,100})",
        r"(?:sshpass|docker[ ]login)\b[^\n]{0,200}?[ ]-p[ ]?[\"']?(?P<value>[^\s\"']{6,100})",
        r"(?:mosquitto_pub|mosquitto_sub)\b[^\n]{0,200}?[ ]-P[ ][\"']?(?P<value>[^\s\"']{4,100})",
        r"redis-cli\b[^\n]{0,200}?[ ]-a[ ][\"']?(?P<value>[^\s\"']{4,100})",
        r"htpasswd[ ]-\w*b\w*[ ]\S{1,60}[ ]\S{1,60}[ ][\"']?(?P<value>[^\s\"']{4,100})",
        r"[ ]-U[ ][\"']?[^\s%\"']{1,60}%(?P<value>[^\s\"']{4,100})",
        r"(?:ConvertTo-SecureString|IDENTIFIED[ ]BY)[ ][\"'](?P<value>[^\s\"']{4,100})",
        r"\b(?:[Bb]asic|[Bb]earer)[ ](?P<value>[A-Za-z0-9+/_.~=-]{12,})",
        r"\"auth\":[ ]?\"(?P<value>[A-Za-z0-9+/=]{8,})\"",
        r"[\w.*-]{1,80}:(?:5432|\*):[\w*-]{1,60}:[\w-]{1,60}:(?P<value>[^\s:]{4,100})",
        r"\bpass:(?P<value>[^\s\"']{4,100})",
        r"\"d\":[ ]?\"(?P<value>[A-Za-z0-9_-]{40,})\"",
    )
)
_PLAIN_BASIC = re.compile(rb"[^:\s]{1,60}:[^\s]{3,}")


Kind: TypeAlias = Literal["password", "pin", "key"]


class Name(NamedTuple):
    """A name for secrets: `password`, `api_key`."""

    start: int
    end: int
    kind: Kind


def names_in(text: str, start: int = 0, end: int | None = None) -> list[Name]:
    """Return the names for secrets that stand between two places."""
    part = text[start:end]
    lower = part.lower()
    if len(lower) != len(part):  # a letter such as İ, whose places would shift
        lower = part
    return [
        Name(start + found.start(), start + found.end(), kind)
        for found in _NAME.finditer(lower)
        for kind in get_args(Kind)
        if found[kind]
    ]


def named(text: str, names: Iterable[Name], start: int, end: int) -> Iterator[Span]:
    """Yield what stands behind the names of a stretch of text."""
    done = start
    for name in names:
        tail = _TAIL.match(text, name.end, end)
        if name.start < done or tail is None:
            continue
        span = _value_at(text, start, tail.end(), end, name.kind)
        if span is not None:
            done = span[1]
            yield span


def _value_at(text: str, start: int, at: int, end: int, kind: Kind) -> Span | None:
    found = _SET.match(text, at, end)
    if found is not None:
        near = max(start, found.start("value") - _NEAR_CHARS)
        value = _trimmed(found, text[near : found.start("value")])
        is_alone = bool(found["quote"]) or _is_alone(text, found.start("value") + len(value), end)
        if is_value(value, kind, is_alone=is_alone):
            return _span(found, value, kind)
    found = _SAID.match(text, at, end)
    if found is not None and not _UNIT.match(text, found.end("value")):
        value = _trimmed(found, "")
        if _is_said(value, kind):
            return _span(found, value, kind)
    found = _NEAR.match(text, at, end)
    return None if found is None else _near_value(text, start, found, kind)


def _near_value(text: str, start: int, found: re.Match[str], kind: Kind) -> Span | None:
    value, at = _trimmed(found, ""), found.start()
    if _GIVEN.search(text, max(start, at - _NEAR_CHARS), at):
        is_one = is_value(value, kind, is_alone=True)
    elif kind == "key":
        is_one = is_random(value)
    else:
        is_one = is_strong(value) and _fits(value, kind)
    return _span(found, value, kind) if is_one else None


def _span(found: re.Match[str], value: str, kind: Kind) -> Span:
    at = found.start("value")
    return at, at + len(value), "key" if kind == "key" else "password"


def is_value(value: str, kind: Kind, *, is_alone: bool) -> bool:
    """Tell whether a value is what its name announces."""
    if kind == "key":
        return is_key(value, is_alone=is_alone)
    return _fits(value, kind) and is_password(value, is_alone=is_alone)


def _is_said(value: str, kind: Kind) -> bool:
    if kind == "pin":
        return value.isdigit() and len(value) >= _PIN_DIGITS
    return is_random(value) if kind == "key" else is_said_secret(value)


def _fits(value: str, kind: Kind) -> bool:
    return kind != "pin" or value.isdigit()


def _trimmed(found: re.Match[str], before: str) -> str:
    value = found["value"]
    if found["quote"]:
        return value.rstrip("\\")
    for mark, where in _CUT.items():
        if mark in value and where.search(before + value if mark == ";" else before):
            value = value.split(mark, 1)[0]
    for opened, closed in ("()", "[]", "<>", "{}"):
        if closed in value and opened not in value:
            value = value.split(closed, 1)[0]
    return value.rstrip(".,;:)*_>]" if "(" not in value else ".,;:*_")


def _is_alone(text: str, at: int, end: int) -> bool:
    return re.match(r"[^\w\n]*[ \t]+\w", text[at : min(at + 20, end)]) is None


def logins(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the passwords and tokens in addresses: `scheme://user:password@host`."""
    for found in _LOGIN.finditer(text, start, end):
        user, value = found["user"], found["value"]
        if value is None:
            if is_random(user) and not _PUBLIC_USER.match(text, found.end(), end):
                yield *found.span("user"), "key"
        elif is_login(value, user):
            yield *found.span("value"), "password"


def commands(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the passwords that commands and headers are given without a name."""
    for rule in _COMMANDS:
        for found in rule.finditer(text, start, end):
            value = found["value"].rstrip(";,.)")
            if _is_given(value, found[0]):
                yield found.start("value"), found.start("value") + len(value), "password"


def _is_given(value: str, command: str) -> bool:
    if not is_login(value, ""):
        return False
    if "asic" in command[:6] or command.startswith('"auth"'):
        try:
            return _PLAIN_BASIC.fullmatch(b64decode(value + "==")) is not None
        except ValueError:
            return False
    if command.lower().startswith("bearer"):
        return is_key(value, is_alone=True)
    return is_random(value) if command.startswith(("pass:", '"d"')) else True
