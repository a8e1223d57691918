"""Know a destination by its own form: bank accounts, wallets, names at payment services, addresses.

Pure and linear; called by `guard.impact`. A value that a checksum or its form proves needs no
word beside it; any other is a number, a code or an address until the words say what it is for.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from hashlib import sha256

from vaultwatch.guard.disguise import closed_up, plain
from vaultwatch.late_regex import Patterns, data_of

ACCOUNT = "zzaccountzz"
CODE = "zzcodezz"
NUMBER = "zznumberzz"
MAIL = "zzmailzz"
HANDLE = "zzhandlezz"
ADDRESS = "zzaddresszz"
SCRIPT = "zzscriptzz"
PIPED = "zzpipedzz"
UNCHECKED = "zzuncheckedzz"
"""The words that `marked` puts in the place of values, made of letters that no view changes: what
money can be sent to; what may be a wallet or a card; digits; a mail address; `@name` or a key in
its place; a web address; one of a script; a shell line that runs what it fetches; a setting by
which a program checks nothing."""

_SIGNS = ("@", "$", "//", "(at)", "[at]", "0x")
_LONG_WORD = 20
"""No destination but a number or an IBAN is without one of these, or a dot within a word."""

_P = Patterns("impact_rules")


@cache
def _iban_chars() -> Mapping[str, int]:
    """Return the length of an IBAN by country."""
    told = data_of("impact_rules")["iban_chars"].items()
    return {code: int(chars) for chars, codes in told for code in codes.split()}


@lru_cache(maxsize=16)  # what settles and what may change what was said both ask of one sentence
def marked(text: str) -> tuple[str, ...]:
    """Return the readings of a text, their values replaced by the words above.

    Letters spaced one by one make a second reading. What is shown as a shell line keeps its words.
    """
    seen = _P.no_ascii.sub(_ascii_digit, plain(text))
    seen = _P.odd_off.sub(" ", _P.emphasis.sub("", seen))
    closed = closed_up(seen)
    return tuple(_replaced(reading) for reading in (seen, closed) if reading)


def _ascii_digit(found: re.Match[str]) -> str:
    digit = unicodedata.decimal(found[0], None)
    return found[0] if digit is None else str(digit)


def _replaced(text: str) -> str:
    # Most sentences hold nothing of the kind, and to try each pattern everywhere takes long.
    is_command = not text.isascii() or _P.in_commands.search(text.lower()) is not None
    has_sign = (
        any(one in text for one in _SIGNS)
        or _P.dot_within.search(text) is not None
        or any(len(word) >= _LONG_WORD for word in text.split())
    )
    if is_command:
        text = _P.piped.sub(_piped, text)
    if has_sign:
        text = _P.from_url.sub(_fetched, text)
    if is_command:
        text = _P.unchecked.sub(f" {UNCHECKED} ", text)
    if has_sign:
        text = _P.proven.sub(f" {ACCOUNT} ", text)
    text = _put(text, _ibans(text))
    text = _P.named_iban.sub(f"iban {CODE} ", text)
    text = _P.grouped.sub(_grouped, text)
    if has_sign:
        text = _P.base58_word.sub(_account, text)
        text = _P.maybe_wallet.sub(f" {CODE} ", text)
        text = _P.mail.sub(f" {MAIL} ", text)
        text = _P.web.sub(_web, text)
        text = _P.handle.sub(f" {HANDLE} ", text)
    text = _P.day.sub(" ", text)
    return _P.number.sub(_digits, text)


def _account(found: re.Match[str]) -> str:
    return f" {ACCOUNT} " if is_base58(found[0]) else found[0]


def _piped(found: re.Match[str]) -> str:
    line = found[0]
    return line if runs_known_installer(line.casefold()) else f" {PIPED} {line} "


def _fetched(found: re.Match[str]) -> str:
    line = found[0]
    return line if _P.known_source.search(line) else f" {PIPED} {line} "


def _web(found: re.Match[str]) -> str:
    if _P.own_machine.match(found[0]):
        return " "
    is_script = _P.script.search(found[0]) and not runs_known_installer(found[0].casefold())
    return f" {ADDRESS} {SCRIPT if is_script else ''} "


def _digits(found: re.Match[str]) -> str:
    digits = "".join(filter(str.isdigit, found[0]))
    return f" {CODE if is_card(digits) else NUMBER} "


def _put(text: str, spans: Iterator[tuple[int, int, str]]) -> str:
    parts, at = [], 0
    for start, end, word in spans:
        parts += [text[at:start], f" {word} "]
        at = end
    return "".join((*parts, text[at:]))


def _ibans(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield where an IBAN's form stands, in any spacing; with its sum right it is an account."""
    for found in _P.iban.finditer(text):
        code = f"{found[1]}{found[2]}".upper()
        chars = _iban_chars().get(code, 0)
        rest = [(at, char) for at, char in enumerate(found[5]) if char.isalnum()][: chars - 4]
        account = "".join(char for _, char in rest).upper()
        is_whole = chars > 4 and len(account) == chars - 4  # noqa: PLR2004 -- code and check digits
        if is_whole and 2 * sum(map(str.isdigit, account)) >= len(account):
            digits = "".join(str(int(char, 36)) for char in account + code)
            is_right = int(f"{digits}{found[3]}{found[4]}") % 97 == 1
            yield found.start(), found.start(5) + rest[-1][0] + 1, ACCOUNT if is_right else CODE


def _grouped(found: re.Match[str]) -> str:
    joined = re.sub(r"[ \-]", "", found[0])
    if re.fullmatch(r"0x[0-9a-fA-F]{40}", joined):
        return joined
    return f" {ACCOUNT} " if is_base58(joined) else found[0]


def is_base58(word: str) -> bool:
    """Tell whether a word is an address of Bitcoin's form, its checksum right: also Tron's."""
    number, letters = 0, data_of("impact_rules")["patterns"]["base58"]
    for char in word:
        at = letters.find(char)
        if at < 0:
            return False
        number = number * 58 + at
    size = (number.bit_length() + 7) // 8
    zeros = len(word) - len(word.lstrip("1"))
    data = bytes(zeros) + number.to_bytes(size, "big")
    if not 25 <= len(data) <= 26:  # noqa: PLR2004 -- one or two bytes of version, 20, checksum
        return False
    twice = sha256(sha256(data[:-4]).digest()).digest()
    return data[-4:] == twice[:4]


def is_card(digits: str) -> bool:
    """Tell whether digits may be a payment card's: 13 to 19 of them, by Luhn's sum."""
    if not 13 <= len(digits) <= 19:  # noqa: PLR2004
        return False
    doubled = [
        (2 * int(char) - 9 * (char > "4")) if at % 2 else int(char)
        for at, char in enumerate(reversed(digits))
    ]
    return sum(doubled) % 10 == 0


def runs_known_installer(words: str) -> bool:
    """Tell whether the one address in a shell line is that of a well-known installer."""
    hosts: list[str] = data_of("marks")["installers"]
    is_safe = "https:" + next((host for host in hosts if host in words), "-") in words
    return is_safe and words.count("://") == 1
