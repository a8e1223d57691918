"""Keep what is secret out of what checks compare: files that git does not keep, lines, words.

A check tells yes or no, so that a secret that it compares could be guessed sign by sign. What is
secret is therefore looked at by none: a file is told to be there, a line is left out.
"""

import re
from pathlib import Path
from typing import Final

from vaultwatch.adapters.reality.git import GitSilentError, committed_text, is_plainly_kept
from vaultwatch.adapters.reality.roots import MOST_BYTES, NotAllowedError, is_secret, read_text
from vaultwatch.guard.secrets import find_secrets

_NAMED: Final = re.compile(
    r"(?:secret|token(?!iz)|pass(?:w(?:or)?d|wort|code|phrase|(?![a-z]))|pwd|psk|credential|bearer"
    r"|auth(?!or)|cookie|(?:api|access|private|signing|master|encryption|account|deploy)"
    r"[\s_.-]{0,2}key|contraseña|kennwort|mot de passe|senha|(?<![a-z])(?:clave|sessionid|salt"
    r"|dsn|pin|pw)(?![a-z]))"
    r"[\w.\s-]{0,40}[\"'`]?\s{0,4}(?:=>?|:|->|→)",
    re.IGNORECASE,
)
"""Where a secret is given a value, be it ever so short."""
_ISSUED: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:gh[pousr]_|github_pat_|[srp]k[_-](?:live|test|ant|proj|or)|hf_|npm_|pypi-"
    r"|gl[a-z]{2,5}-|whsec_|A[SK]IA[A-Z0-9]|AGE-SECRET|xox[abprs]-|AIza|eyJ[A-Za-z0-9]|ya29\."
    r"|-----BEGIN)"
)
"""How tokens begin, though but a part of one stands there."""
_LOGIN: Final = re.compile(r"://[^\s/@]{0,200}:[^\s/@]{0,200}@")


def is_kept(real: Path) -> bool:
    """Tell whether git keeps a file and its words as they stand, and its name tells no secret."""
    try:
        return is_plainly_kept(real) and not is_secret(real)
    except GitSilentError:
        return False


def is_committed(real: Path) -> bool:
    """Tell whether git keeps a file as it stands: words that were only edited are nobody's yet."""
    try:
        return is_kept(real) and read_text(real).splitlines() == committed_text(real).splitlines()
    except (GitSilentError, NotAllowedError, OSError):
        return False


def hold_kept(real: Path) -> None:
    """Hold a file to what git keeps: all else may be somebody's own.

    Raises:
        NotAllowedError: git does not keep it.
    """
    if not is_kept(real):
        raise NotAllowedError("only what git keeps is looked into")


def hold_harmless(words: str) -> None:
    """Hold the words that a memory gives to what is no secret, nor a part of one.

    Raises:
        NotAllowedError: they look like one.
    """
    if _is_touched(words) or find_secrets(words):
        raise NotAllowedError("what looks like a secret is not looked for")


def lines_without_secrets(text: str) -> tuple[str, bool]:
    """Return a text without the lines that touch a secret, and whether it has such lines."""
    touched = {line for hit in find_secrets(text) for line in _lines_of(text, hit.start, hit.end)}
    lines = text.split("\n")
    touched.update(number for number, line in enumerate(lines) if _is_touched(line))
    # Where a name ends its line the value stands on the next.
    touched |= {
        number + 1
        for number in touched
        if number + 1 < len(lines) and lines[number].rstrip().endswith((":", "=", "|", ">", "->"))
    }
    # A sign that no word holds stands for them, so that nothing is read across.
    kept = ("\0" if number in touched else line for number, line in enumerate(lines))
    return "\n".join(kept), bool(touched)


def hold_without_secrets(data: bytes) -> None:
    """Hold bytes whose digest is taken to such without a secret, which might be guessed by it.

    Raises:
        NotAllowedError: a secret stands in them.
    """
    if len(data) <= MOST_BYTES and find_secrets(data.decode("utf-8-sig", "replace")):
        raise NotAllowedError("files with keys and passwords are not read")


def is_secret_value(key: str, value: str) -> bool:
    """Tell whether a value is a secret, by what it is called and what it looks like."""
    said = f"{key.rpartition('.')[2]}: {value}"
    return (
        _is_touched(f"{key.replace('.', '_')}:") or _is_touched(value) or bool(find_secrets(said))
    )


def _is_touched(line: str) -> bool:
    return bool(_NAMED.search(line) or _ISSUED.search(line) or _LOGIN.search(line))


def _lines_of(text: str, start: int, end: int) -> range:
    first = text.count("\n", 0, start)
    return range(first, first + text.count("\n", start, end) + 1)
