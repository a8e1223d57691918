"""Tell whether two lines give somebody the same trade: `Works as a nurse`, `Nurse at the clinic`.

Pure. `passages.rewordings` asks, for the verb that went is no loss where the trade opens the line.
"""

import re
from functools import lru_cache
from typing import Final

from vaultwatch.drift.language.tokens import fold, stem
from vaultwatch.late_regex import late_regex

_WORKS_AS: Final = late_regex(
    r"\b(?:(?:works?|working|worked|(?:is |am |are )?employed) as|arbeitet als|arbeite als"
    r"|(?:ist |bin )?(?:beschäftigt|angestellt|tätig) als|travaill(?:e|ons|ent) comme"
    r"|trabaja(?:n|mos)? (?:como|de)|trabajo (?:como|de)|lavora(?:no)? come|lavoro come"
    r"|werkt als|werk als|trabalha como)\s+"
    r"(?:(?:an?|the|eine?|une?|un[ao]?|een|uma?)\s+)?(?P<trade>[^\W\d_]+)",
    re.IGNORECASE,
)
_IS: Final = (
    r"(?:(?:[A-ZÀ-Þ][^\W\d_]+|[Ss]he|[Hh]e|[Ii]|[Ss]ie|[Ee]r|[Ee]lle|[Ii]l|[Ee]lla|[Ll]ei)"
    r"(?:['\u2019]s| is| am| ist| bin| est| es| è)(?: an?| the| eine?| une?| un[ao]?| een)? )?"
)
_BEHIND: Final = (
    r"(?=\s*$|[.,;(]|\s+(?:at|in|for|with|on|by|bei|beim|am|im|für|an|à|au|aux|chez|dans|en|de"
    r"|del|do|a|al|da|presso|per|bij|voor|na)\b)"
)
_CALLED: Final = late_regex(rf"\W*{_IS}(?P<trade>[^\W\d_]+){_BEHIND}")
"""`Nurse at the clinic`, `She is a nurse`; `nurse wanted` and `former nurse` call nobody one."""


@lru_cache(maxsize=4_096)
def words_of_work(then: str, now: str) -> frozenset[str]:
    """Return the folded words by which one of two texts says that somebody works as something.

    None where the other one does not call them by the same trade.
    """
    for one, other in ((then, now), (now, then)):
        works, called = _WORKS_AS.search(one), _CALLED.match(other)
        if works is None or called is None:
            continue
        if stem(fold(works["trade"])) == stem(fold(called["trade"])):
            return frozenset(fold(works[0]).split()) - {fold(works["trade"])}
    return frozenset()
