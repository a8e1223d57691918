"""Know the letters without which no secret is named, and how long a token is at least.

Pure; apart from `guard.secrets`: a look at the names of a vault's files needs no more than this.
"""

import re
from functools import cache

from vaultwatch.late_regex import data_of

LONG_RUN = 20
"""Every token's format holds an unbroken run of this many characters or more."""
RUN = re.compile(rf"[A-Za-z0-9_-]{{{LONG_RUN}}}")


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
