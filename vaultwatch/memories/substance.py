"""Tell whether a text says anything that could be remembered: `ok` and `hello there` do not.

Pure, by structure in any language: of each clause by itself the words that tell are counted.
"""

import re
from typing import Final

from vaultwatch.late_regex import late_regex
from vaultwatch.values.languages import languages_of, lexicon_of
from vaultwatch.values.model import Value
from vaultwatch.values.polarity import negations
from vaultwatch.values.reading import values_of
from vaultwatch.values.tokens import UNSPACED
from vaultwatch.values.words import content

LEAST_WORDS: Final = 2
"""That tell, in one clause: of what, and what of it. Chosen by hand."""
_CLAUSES: Final = late_regex(
    r"[,;.!?\u2026\n](?=\s|$)|[!?\u2026\u00a1\u00bf\u3001\u3002\uff0c\uff1b\uff01\uff1f\uff5e]"
    r"|[\u2600-\u27bf\U0001f300-\U0001faff]"
)
"""What parts clauses; small pictures do too."""
_UNSPACED_RUN: Final = late_regex(rf"[{UNSPACED}\u30fc]+")
_HANGUL: Final = late_regex(r"[\u1100-\u11ff\uac00-\ud7af]")
_KANA: Final = late_regex(r"[\u3040-\u30ff\uff66-\uff9f]")
_HIRAGANA: Final = late_regex(r"[\u3040-\u309f]+")
_KATAKANA: Final = late_regex(r"[\u30a0-\u30ff\uff66-\uff9f]+")
_ALWAYS_TELL: Final = frozenset({"date", "time", "weekday", "frequency", "url", "path"})


def says_nothing(text: str) -> bool:
    """Tell whether a text holds no link, value, name or denied word, nor two words that tell."""
    if "[[" in text or any(_tells(value, text) for value in values_of(text)):
        return False
    return all(_count(clause) < LEAST_WORDS for clause in _CLAUSES.split(text))


def _tells(value: Value, text: str) -> bool:
    if value.kind == "name":  # the first word has a capital whatever it is
        return any(map(str.isalnum, text[: value.start]))
    said = text[value.start : value.end]
    return value.kind in _ALWAYS_TELL or (
        value.kind != "identifier" and any(map(str.isdigit, said))
    )


def _count(clause: str) -> int:
    """Return how many words of a clause tell something; what denies or limits one counts too."""
    spaced = _UNSPACED_RUN.sub(" ", clause)
    told = content(spaced) if spaced.strip() else frozenset[str]()
    words = len(told)
    runs = _UNSPACED_RUN.findall(clause)
    if not runs:
        limits = lexicon_of(languages_of(clause)).limits - told
        is_limited = not limits.isdisjoint(clause.lower().split())
        return words + (words > 0 and (is_limited or negations(clause) > 0))
    if _HANGUL.search(clause):
        return words + len(runs)
    function = lexicon_of(languages_of(clause)).function
    if _KANA.search(clause):
        return words + sum(_of_japanese(run, function) for run in runs)
    return words + sum(_of_chinese(run, function) for run in runs)


def _of_chinese(run: str, function: frozenset[str]) -> int:
    """Count pairs of signs, as `content` does, without the particles that end the clause."""
    while run and run[-1] in function:
        run = run[:-1]
    return max(0, len(run) - 1)


def _of_japanese(run: str, function: frozenset[str]) -> int:
    """Count what stands between particles, where some of it is written in more than hiragana."""
    particles = sorted(filter(_HIRAGANA.fullmatch, function), key=len)
    cut = re.split("|".join(reversed(particles)), run)
    parts = [part for part in cut if len(part) > 1 or (part and not _HIRAGANA.fullmatch(part))]
    if all(_HIRAGANA.fullmatch(part) for part in parts):
        return 0
    return sum(_in_part(part) for part in parts)


def _in_part(part: str) -> int:
    """Two Chinese signs make a word, and so does a run of katakana."""
    foreign = _KATAKANA.findall(part)
    signs = len(_HIRAGANA.sub("", part)) - sum(map(len, foreign))
    return len(foreign) + (max(1, signs // 2) if signs or not foreign else 0)
