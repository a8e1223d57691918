"""Tell whether a sentence denies what it says, or says it of one alone, or of all but one.

Pure. `nobody but Dana signs` denies nothing: it says it of Dana alone. `no later than noon` sets a
limit. `passages.translations` and `passages.rewordings` ask whether two sentences agree in this.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from vaultwatch.drift.language import lexicon
from vaultwatch.drift.language.languages import languages_of
from vaultwatch.drift.language.tokens import fold, tokens
from vaultwatch.late_regex import late_regex


def _any(*patterns: str) -> re.Pattern[str]:
    return late_regex("|".join(patterns), re.IGNORECASE)


_LIMITS: Final = _any(
    r"\b(?:no|not|never) (?:longer|more|less|later|fewer|earlier|sooner|further) than\b",
    r"\bnot (?:only|just)\b|\bno matter\b|\bwhether or not\b",
    r"\bnicht (?:mehr|weniger|später|länger|früher) als\b|\bnicht (?:nur|vor|erst)\b",
    r"\bpas (?:plus|moins) (?:de|tard|d')\b|\bpas (?:seulement|que)\b",
    r"\bno (?:más|menos) (?:de|tarde)\b|\bno (?:solo|sólo)\b",
    r"\bnon (?:più|meno) (?:di|tardi)\b|\bnon (?:solo|soltanto)\b",
    r"\bniet (?:meer|minder|later|langer) dan\b|\bniet alleen\b",
    r"\bnão (?:mais|menos) (?:de|do que|tarde)\b|\bnão (?:só|apenas)\b",
)
"""A negation that sets a limit or adds: `no longer than an hour` denies nothing."""
_BUT: Final = "(?:but|except|besides|other than|than)"
_ONLY: Final = _any(
    rf"\b(?:nobody|no one|no-one|none|nothing|nowhere)(?: else)? {_BUT}\b",
    r"\b(?:außer|ausser|apart from|except(?: for)?|besides|sauf|à part|excepto|aparte de|tranne"
    r"|behalve)\b[^.,;]{1,30}\b(?:niemand|nichts|nobody|no one|nothing|personne|rien|nadie|nada"
    r"|nessuno|niente|niets)\b",
    rf"\b(?:not|never)\b[^.,;]{{1,40}}\bany(?:one|body|thing|where)(?: else)? {_BUT}\b",
    rf"\bno [a-z]+ {_BUT}\b",
    r"\b(?:niemand|nichts|kein\w{0,2})(?: ander\w{1,2})? (?:außer|ausser|als)\b",
    r"\b(?:personne|rien|nul|aucune?)(?: ne \w+)?(?: d'autre)? (?:que|sauf|hormis|à part)\b",
    r"\b(?:nadie|nada|ningun\w?|ningún)(?: \w+)? (?:más que|excepto|salvo|aparte de)\b",
    r"\b(?:nessuno|niente|nulla)(?: \w+)? (?:tranne|eccetto|all'infuori di|se non)\b",
    r"\b(?:niemand|niets|geen) (?:anders )?(?:behalve|dan)\b",
    r"\b(?:ninguém|nada) (?:além de|exceto|a não ser)\b",
    r"\bn(?:e |['\u2019])(?=[^.,;]{1,40}\bque\b)(?![^.,;]{1,40}\b(?:pas|plus|jamais)\b)",
)
"""`nobody but`: what follows is the only one."""
_ALL_BUT: Final = _any(
    r"\b(?:all|any|every)(?:one|body|thing| \w+)? (?:but|except(?: for)?|besides|apart from)\b",
    r"\b(?:any|every)(?:one|body|thing| \w+)? other than\b",
    r"\b(?:alle\w?|jede\w?|jedermann|alles)(?: \w+)? (?:außer|ausser)\b",
    r"\b(?:tous|toutes|tout|chaque)(?: \w+){0,3} (?:sauf|hormis|à part|excepté)\b",
    r"\b(?:todos|todas|todo|cualquiera|cada)(?: \w+){0,2} (?:menos|excepto|salvo)\b",
    r"\b(?:tutti|tutte|tutto|ogni)(?: \w+){0,2} (?:tranne|eccetto|meno)\b",
    r"\b(?:iedereen|alle|elke|alles)(?: \w+)? behalve\b",
)
"""`everybody but`: what follows is left out."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_MORE_NEGATIONS: Final = _words(
    """
    non nessuno nessuna nulla niente senza niet geen nooit niemand niets zonder inte inga inget
    ingen aldrig utan ikke intet uden aldri uten nie nigdy nikt nic zaden zadna bez neni nikdy nikdo
    ei eivat koskaan nem soha senki nelkul degil hic hicbir nu niciodata
    не нет никогда никто ничего нельзя без ні немає ніколи ніхто
    """
)
"""Those of `lexicon.NEGATIONS` are English, German, French, Spanish and Portuguese."""
_ONLY_WORDS: Final = lexicon.EXCLUSIVE_WORDS - {"both", "entire", "complete", "exactly", "genau"}
_CJK: Final = (*lexicon.CJK_NEGATIONS, "别", "勿", "禁止")


@dataclass(frozen=True, slots=True)
class Polarity:
    """How a sentence means what it says."""

    denies: bool
    """Whether it says that something is not so."""
    is_only: bool
    """Whether it says it of one alone."""
    is_all_but: bool
    """Whether it says it of all but one."""


def bare_of_limits(text: str) -> str:
    """Return a text without negations that set a limit or add."""
    return _LIMITS.sub(" ", text)


@lru_cache(maxsize=8_192)
def polarity_of(text: str) -> Polarity:
    """Return how a sentence means what it says."""
    told = bare_of_limits(text)
    is_only = _ONLY.search(told) is not None
    told = _ONLY.sub(" ", told)
    is_all_but = _ALL_BUT.search(told) is not None
    told = _ALL_BUT.sub(" ", told)
    said = tokens(told)
    words = {fold(one.surface) for one in said if one.kind in ("word", "name", "stop")}
    # Portuguese `no domingo` and Italian `no` deny nothing.
    passed = {"no"} if "pt" in (found := languages_of(text)) and "en" not in found else set()
    denials = (one for one in said if one.kind == "negation" and fold(one.surface) not in passed)
    is_denied = any(denials) or any(mark in told for mark in _CJK)
    is_denied = is_denied or not words.isdisjoint(_MORE_NEGATIONS)
    return Polarity(is_denied, is_only or not words.isdisjoint(_ONLY_WORDS), is_all_but)
