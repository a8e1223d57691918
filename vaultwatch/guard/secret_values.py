"""Decide whether a value looks like a secret or like words, code and names.

Pure; called by `guard.secrets` and `guard.secret_places` for the few values worth a look.
"""

import re
from collections import Counter
from functools import cache
from math import log2

from vaultwatch.late_regex import Patterns, data_of, late_regex

MIN_ENTROPY_BITS = 4.3
"""Bits a character of an opaque string; 32 random characters of 62 come to 4.6 on average and to
4.3 at the worst of a thousand."""

_MIN_OPAQUE_CHARS, _MAX_OPAQUE_CHARS = 32, 120
"""Shorter ones are names as often as keys; longer ones are data (an image, a drawing). By hand."""

_MIN_DIGIT_RUNS, _SLUG_PARTS = 3, 4
"""A name holds a year and a number; a slug holds four words or more. Chosen by hand."""

_MIN_CHARS, _STRONG_CHARS, _LONG_CHARS = 6, 8, 16
"""No password worth its name is shorter than the first, no word with a number longer than the last;
what nothing but the word `password` stands before has the second. Chosen by hand."""

_LETTER_ENTROPY_BITS = 3.5
"""Bits a character of a key of letters alone; 16 random letters come to 3.8. Chosen by hand."""

_SWITCHES = 3
"""From here on changes of case are no name in camel case. Chosen by hand."""

_SHORT_NUMBER_DIGITS = 4
"""A number so short counts something or is a year, unless a PIN is said. Chosen by hand."""
_MIN_SAID_CHARS = 4


_P = Patterns("secrets")
_SYMBOLS = frozenset("!@#$%^&*+=?~<>{}()[];,|/\\:")


def is_opaque(value: str) -> bool:
    """Tell whether an unbroken run of base64 or URL-safe characters, its padding off, looks random.

    No words, no hash, no path, no name.
    """
    if (
        not _MIN_OPAQUE_CHARS <= len(value) <= _MAX_OPAQUE_CHARS
        or _P.hex.fullmatch(value)
        or _P.uuid.search(value)
    ):
        return False
    digits, lower, upper = _has(value)
    if not (digits and lower and upper) or _P.word_run.search(value):
        return False
    if _word_chars(value) * 2 > len(value) or len(re.findall(r"\d+", value)) < _MIN_DIGIT_RUNS:
        return False
    parts = re.split(r"[_\-/+]", value)
    plain = sum(len(part) for part in parts if part.isdigit() or part.isalpha())
    return (len(parts) < _SLUG_PARTS or plain * 2 < len(value)) and _entropy_bits(
        value
    ) >= MIN_ENTROPY_BITS


def is_password(value: str, *, is_alone: bool) -> bool:
    """Tell whether the first word behind `password:`, quotes off, is one rather than prose.

    `is_alone`: nothing but punctuation follows on the line, or it stands in quotes.
    """
    if value.isdigit() or _P.diced.fullmatch(value):
        return is_alone and len(value) >= _MIN_CHARS
    return _is_mixed(value, is_alone=is_alone)


def is_key(value: str, *, is_alone: bool) -> bool:
    """Tell whether what stands behind `token =` is a key; the same, but no mere number."""
    return not value.isdigit() and _is_mixed(value, is_alone=is_alone)


def is_login(value: str, user: str) -> bool:
    """Tell whether what stands between `user:` and `@` in an address is a password."""
    return value.lower() not in {
        *data_of("secrets")["plain_logins"],
        user.lower(),
    } and not is_reference(value)


def is_said_secret(value: str) -> bool:
    """Tell whether what a sentence calls the password (`the PIN is ...`) is one.

    Its first word: no unit stands behind it; quotes and the sentence's end are off.
    """
    if len(value) < _MIN_SAID_CHARS or is_reference(value):
        return False
    if value.isdigit():
        return len(value) > _SHORT_NUMBER_DIGITS
    if _is_no_secret(value):
        return False
    digits, lower, upper = _has(value)
    symbols = not _SYMBOLS.isdisjoint(value.strip("!?*=()[]:;,"))
    return (digits and (lower or upper)) or (symbols and lower and upper)


def is_strong(value: str) -> bool:
    """Tell whether a word looks like a password whatever stands before it."""
    if len(value) < _STRONG_CHARS or is_reference(value) or _is_no_secret(value):
        return False
    digits, lower, upper = _has(value)
    symbols = not _SYMBOLS.isdisjoint(value.strip("!?*=()[]:;,"))
    return digits and lower and (upper or symbols) and not _P.name.fullmatch(value)


def is_random(value: str) -> bool:
    """Tell whether a long value looks like a key whatever it is called."""
    bare = value.rstrip("=")
    if len(bare) < _LONG_CHARS or is_reference(value) or _is_no_secret(value):
        return False
    digits, lower, upper = _has(bare)
    return (
        digits
        and (lower or upper)
        and not _P.word_run.search(bare)
        and _word_chars(bare) * 2 <= len(bare)
    )


def is_random_letters(value: str) -> bool:
    """Tell whether letters alone are too mixed to be words."""
    is_long = len(value) >= _LONG_CHARS and _word_chars(value) * 2 <= len(value)
    return is_long and _entropy_bits(value) >= _LETTER_ENTROPY_BITS


def is_mixed_case(value: str) -> bool:
    """Tell whether letters alone change case as no name does."""
    switches = len(re.findall(r"[a-z][A-Z]|[A-Z]{2}(?=[a-z])", value))
    return (
        len(value) >= _STRONG_CHARS
        and switches >= _SWITCHES
        and _word_chars(value) * 2 <= len(value)
    )


def is_reference(value: str) -> bool:
    """Tell whether a value stands for another: a variable, a link, a placeholder."""
    return bool(
        _P.reference.fullmatch(value) or _P.placeholder.search(value) or _P.address.match(value)
    )


def _is_mixed(value: str, *, is_alone: bool) -> bool:
    if len(value) < _MIN_CHARS or is_reference(value) or _is_no_secret(value):
        return False
    digits, lower, upper = _has(value)
    if not (lower or upper):
        return False
    symbols = not _SYMBOLS.isdisjoint(value.rstrip("!?:;,"))
    mixed = lower and any(char.isupper() for char in value[1:])
    if is_alone:
        return digits or (symbols and mixed) or is_mixed_case(value) or is_random_letters(value)
    return digits and (symbols or mixed or len(value) >= _LONG_CHARS)


def _is_no_secret(value: str) -> bool:
    forms = (_P.known_word, _P.date, _P.version, _P.quantity, _P.name, _P.email, _P.call, _P.path)
    return (
        _P.attribute.match(value) is not None
        or any(form.fullmatch(value) for form in forms)
        or ("/" in value and not is_opaque(value.rstrip("=")) and _P.name.match(value) is not None)
    )


def _has(value: str) -> tuple[bool, bool, bool]:
    return (
        any(char.isdigit() for char in value),
        any(char.islower() for char in value),
        any(char.isupper() for char in value),
    )


def _word_chars(value: str) -> int:
    """Return how many characters of a string stand in what could be words."""
    return sum(len(word) for word in _P.camel.findall(value))


def _entropy_bits(value: str) -> float:
    counts = Counter(value).values()
    return -sum(count / len(value) * log2(count / len(value)) for count in counts)


LONG_RUN = 20
"""Every token's format holds an unbroken run of this many characters or more."""
RUN = late_regex(rf"[A-Za-z0-9_-]{{{LONG_RUN}}}")


@cache
def stems() -> dict[str, str]:
    """Return the letters of each name of a secret in ASCII, with the pattern that they begin."""
    words: list[str] = data_of("secret_names")["stems"]
    return {word.split("[")[0].split("(")[0]: word for word in words}


def other_stems() -> list[str]:
    """Return the same of other scripts, as they stand."""
    found: list[str] = data_of("secret_names")["other_stems"]
    return found


@cache
def _any_stem() -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, (*other_stems(), *stems()))))


def is_plain_name(name: str) -> bool:
    """Tell whether a file or folder is called so that no secret can stand in its name."""
    return not (_any_stem().search(name.lower()) or RUN.search(name))
