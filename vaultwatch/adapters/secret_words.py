"""Decide whether a value looks like a secret or like words, code and names.

Pure; called by `adapters.secrets` for the few values worth a look.
"""

import re
from collections import Counter
from math import log2

MIN_ENTROPY_BITS = 4.3
"""Bits a character of an opaque string. A little below the 4.5 of detect-secrets' base64 plugin:
32 random characters of 62 come to 4.6 on average and to 4.3 at the worst of a thousand."""

_MIN_OPAQUE_CHARS, _MAX_OPAQUE_CHARS = 32, 120
"""Shorter ones are names as often as keys; longer ones are data (an image, a drawing). By hand."""

_MIN_DIGIT_RUNS, _SLUG_PARTS = 3, 4
"""A name holds a year and a number; a slug holds four words or more. Chosen by hand."""

_MIN_CHARS, _LONG_CHARS = 6, 16
"""No password worth its name is shorter than the one, no word with a number longer than the other.
Chosen by hand."""

_LETTER_ENTROPY_BITS = 3.5
"""Bits a character of a key of letters alone; 16 random letters come to 3.8. Chosen by hand."""

_HEX = re.compile(r"[0-9a-f]+|[0-9A-F]+")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_WORD_RUN = re.compile(r"[a-z]{8,}|[A-Z]{8,}")
_CAMEL = re.compile(r"[A-Z]?[a-z]{3,}")
_DATE = re.compile(r"\d{1,4}[-./]\d{1,2}(?:[-./]\d{1,4})?(?:[T ].*)?|\d{1,2}:\d{2}.*")
_VERSION = re.compile(r"v?\d+(?:\.\d+)+[\w.+-]*", re.IGNORECASE)
_QUANTITY = re.compile(r"[~<>≤≥±]?[\d.,_]+[ -]?(?:[a-zA-Z]{1,3}|[a-z]{4,12})")
_CALL = re.compile(r"[A-Za-z_][\w.]*\(")
_NAME = re.compile(r"[A-Za-z]{2,}\d{0,2}(?:[_.\-/:][A-Za-z]*\d{0,3})+")
_ATTRIBUTE = re.compile(
    r"(?:self|this|os|process|env|config|settings|args|request|response|data|params|user|ctx)\."
)
_EMAIL = re.compile(r"[^@\s]{1,100}@[\w-]{1,60}(?:\.[\w-]{1,60})*\.[a-zA-Z]{2,}")
_PLACEHOLDER = re.compile(
    r"\*{3}|\.{3}|…|x{3}|<|\{|\}|\$|%\w|\bnull\b|\byour|\bmy[_-]|placeholder|changeme|redacted"
    r"|example|secret:|password|passwd|\btoken",
    re.IGNORECASE,
)
_REFERENCE = ("[", "(", "#", "!", "/", "./", "../", "~", "http://", "https://", "op://", "vault:")
_KNOWN_WORD = re.compile(
    r"1password|oauth[12]?|sha256|sha512|base64|base32|ed25519|argon2(?:id)?|pbkdf2|[rhe]s256"
    r"|auth0|keepass\w*|windows\d+",
    re.IGNORECASE,
)
_SYMBOLS = frozenset("!@#$%^&*+=?~")


def is_opaque(value: str) -> bool:
    """Tell whether a long string looks random: no words, no hash, no path, no name.

    Args:
        value: an unbroken run of base64 or URL-safe characters without its padding.
    """
    if (
        not _MIN_OPAQUE_CHARS <= len(value) <= _MAX_OPAQUE_CHARS
        or _HEX.fullmatch(value)
        or _UUID.search(value)
    ):
        return False
    has_all = (
        any(c.isdigit() for c in value)
        and any(c.islower() for c in value)
        and any(c.isupper() for c in value)
    )
    if not has_all or _WORD_RUN.search(value):
        return False
    if _word_chars(value) * 2 > len(value) or len(re.findall(r"\d+", value)) < _MIN_DIGIT_RUNS:
        return False
    parts = re.split(r"[_\-/+]", value)
    plain = sum(len(part) for part in parts if part.isdigit() or part.isalpha())
    return (len(parts) < _SLUG_PARTS or plain * 2 < len(value)) and _entropy_bits(
        value
    ) >= MIN_ENTROPY_BITS


def is_secret_value(value: str, *, key: str, is_alone: bool) -> bool:
    """Tell whether what stands behind `password:` or `token =` is a secret rather than prose.

    Args:
        value: the first word behind the key, quotes off.
        key: the key in lower case; `login` for the password of an address.
        is_alone: nothing but punctuation follows on the line, or it stands in quotes.
    """
    if value.startswith(_REFERENCE) or _PLACEHOLDER.search(value):
        return False
    if key == "login":
        return value.lower() not in {"pass", "secret", "passwort", "pw"}
    if len(value) < _MIN_CHARS or _KNOWN_WORD.fullmatch(value) or _is_no_secret(value):
        return False
    return _is_mixed(
        value, may_be_number=key.startswith(("pass", "pwd", "kenn")), is_alone=is_alone
    )


def _is_mixed(value: str, *, may_be_number: bool, is_alone: bool) -> bool:
    if value.isdigit():
        return may_be_number and is_alone
    digits = any(c.isdigit() for c in value)
    letters = any(c.isalpha() for c in value)
    symbols = not _SYMBOLS.isdisjoint(value.rstrip("!?"))
    upper = any(c.isupper() for c in value[1:]) and any(c.islower() for c in value)
    if not letters or not value.isascii():
        return False
    if is_alone:
        return digits or (symbols and upper) or is_random_letters(value)
    return digits and (symbols or upper or len(value) >= _LONG_CHARS)


def is_random_letters(value: str) -> bool:
    """Tell whether letters alone are too mixed to be words."""
    is_long = len(value) >= _LONG_CHARS and _word_chars(value) * 2 <= len(value)
    return is_long and _entropy_bits(value) >= _LETTER_ENTROPY_BITS


def _is_no_secret(value: str) -> bool:
    forms = (_DATE, _VERSION, _QUANTITY, _NAME, _EMAIL)
    return (
        _CALL.match(value) is not None
        or _ATTRIBUTE.match(value) is not None
        or any(form.fullmatch(value) for form in forms)
        or ("/" in value and not is_opaque(value.rstrip("=")) and _NAME.match(value) is not None)
    )


def _word_chars(value: str) -> int:
    """Return how many characters of a string stand in what could be words."""
    return sum(len(word) for word in _CAMEL.findall(value))


def _entropy_bits(value: str) -> float:
    counts = Counter(value).values()
    return -sum(count / len(value) * log2(count / len(value)) for count in counts)


_SHORT_NUMBER_DIGITS = 3
"""A number so short counts something; a PIN has four digits. Chosen by hand."""
_MIN_SAID_CHARS = 4


def is_said_secret(value: str) -> bool:
    """Tell whether what a sentence calls the password (`the PIN is ...`) is one.

    Args:
        value: the first word behind `is`, no unit behind it; quotes and the sentence's end off.
    """
    if len(value) < _MIN_SAID_CHARS or value.startswith(_REFERENCE) or _PLACEHOLDER.search(value):
        return False
    if value.isdigit():
        return len(value) > _SHORT_NUMBER_DIGITS
    if _KNOWN_WORD.fullmatch(value) or _is_no_secret(value):
        return False
    has_digit = any(char.isdigit() for char in value)
    has_letter = any(char.isalpha() for char in value)
    return has_digit or (has_letter and not _SYMBOLS.isdisjoint(value.rstrip("!?*=")))
