"""Tell which language a short text is in, or that nobody can say.

Pure. `passages.values` and `recall.word_weight` ask. A text is of a language by its script,
else by its everyday words; a word that three languages write alike tells a third as much. Where too
little tells, or two languages come near one another, the answer is None: nothing rests on a guess.
"""

import unicodedata
from collections import defaultdict
from functools import lru_cache
from typing import Final

from vaultwatch.drift.language.lexicon import COMMON, ENDINGS, LETTERS, SCRIPTS
from vaultwatch.late_regex import late_regex

_LEAST: Final = 1.0
"""Evidence that a text must give for a language: one everyday word of it alone, or a few shared."""
_LEAST_TOGETHER: Final = 2.0
"""The same for several languages together: everyday words that none but they write."""
_AHEAD: Final = 1.6
"""How many times the evidence of the next best language it must be. Both chosen by hand: of 774
sentences of benchmarks/appended_lines.txt none is called another language's, one in ten nobody's;
of 55,000 statements of English documents 2 in 1,000 are called another's, nearly all code."""
_ENDING: Final = 0.4
_LETTER: Final = 0.6
"""What a telling ending and a telling letter count beside a word of one language."""
_LONG: Final = 6
"""A word of fewer letters tells nothing by its ending."""
_IN_SCRIPT: Final = 0.25
"""Share of the letters from which on a script tells the language: names stay in Latin."""
_READ_CHARS: Final = 2_000
"""A text tells its language early."""

_WORD: Final = late_regex(r"(?<!\d)[^\W\d_]+(?:[-'\u2019][^\W\d_]+)*")
"""`non-goal` is one word, and no Italian one; what was cut off by an apostrophe is looked at."""
_IN_LANGUAGES: Final = {
    word: tuple(sorted(name for name, words in COMMON.items() if word in words))
    for word in sorted(frozenset().union(*COMMON.values()))
}
_CUT_OFF: Final = {
    **dict.fromkeys(("l", "d", "un", "c", "s", "t", "m"), ("fr", "it")),
    **dict.fromkeys(("n", "j", "qu", "jusqu", "lorsqu", "aujourd"), ("fr",)),
    **dict.fromkeys(("dell", "nell", "all", "dall", "sull", "quell", "com", "cos"), ("it",)),
}
_FOLLOWING: Final = dict.fromkeys(("t", "re", "ve", "ll", "d"), ("en",))
_SCRIPTS: Final = tuple((name, late_regex(pattern)) for name, pattern in SCRIPTS)
_NOT_WORDS: Final = late_regex(r"`[^`]{0,200}`|https?://\S{1,300}|\S{0,100}[/\\_@=]\S{0,100}")
"""Code, addresses and paths: they are in no language."""


@lru_cache(maxsize=8_192)
def languages_of(text: str) -> frozenset[str]:
    """Return the languages that a text may be in (`en`, `de`, ..., `zh`, `cyrillic`).

    One where it is plain, several where they write its words alike; none where too little tells.

    Args:
        text: words as a person reads them, a short sentence or more.
    """
    told = unicodedata.normalize("NFC", _NOT_WORDS.sub(" ", text[:_READ_CHARS]))
    letters = sum(map(str.isalpha, told))
    for name, script in _SCRIPTS:
        if letters and len(script.findall(told)) >= _IN_SCRIPT * letters:
            return frozenset({name})
    evidence: defaultdict[str, float] = defaultdict(float)
    words = [word for word in _WORD.findall(told) if not word.isupper() or told.isupper()]
    for word in dict.fromkeys(map(str.lower, words)):
        _weigh(word.replace("\u2019", "'"), evidence)
    best = max(evidence.values(), default=0.0)
    if best < _LEAST and sum(evidence.values()) < _LEAST_TOGETHER:
        return frozenset()
    return frozenset(name for name, weight in evidence.items() if weight * _AHEAD > best)


def language_of(text: str) -> str | None:
    """Return the one language that a text is in; None where it is unclear."""
    found = languages_of(text)
    return next(iter(found)) if len(found) == 1 else None


def _weigh(word: str, evidence: defaultdict[str, float]) -> None:
    """Add what a word tells: `l'ordre` by what was cut off, `we're` and `Ann's` by what follows."""
    before, cut, after = word.rpartition("'")
    if cut:
        told = _CUT_OFF.get(before, ()) or _FOLLOWING.get(after, ())
        for name in told:
            evidence[name] += 1.0 / len(told)
        word = after if before in _CUT_OFF else before
    names = _IN_LANGUAGES.get(word, ())
    for name in names:
        evidence[name] += 1.0 / len(names)
    if not names and len(word) >= _LONG:
        for name, endings in ENDINGS.items():
            if word.endswith(endings):
                evidence[name] += _ENDING
    for letter in set(word) & LETTERS.keys():
        evidence[LETTERS[letter]] += _LETTER
