"""How people say that they decided otherwise: the data behind `news.decisions`.

Pure data, chosen by hand in English, German, French, Spanish, Italian, Dutch and Portuguese: how a
line of such news opens, and the verbs of choosing with what is chosen (`new`).
"""

# ruff: noqa: E501 -- a way to say it stands on one line

import re
from typing import Final

from vaultwatch.late_regex import late_regex


def _any(*lines: str) -> str:
    """Return one alternation of phrases, a comma between two."""
    phrases = [phrase.strip() for line in lines for phrase in line.split(",")]
    return "(?:" + "|".join(sorted(filter(None, phrases), key=len, reverse=True)) + ")"


TURNED: Final = late_regex(
    r"\W{0,4}(?:on second thoughts?|on reflection|thinking about it|come to think of it"
    r"|having thought about it|after some thought|(?:as )?(?:it )?turns out|change of"
    r"|plans? (?:have )?changed|new plan|in the end|actually|we(?:'ve| have)? (?:changed|decided"
    r"|agreed)|i(?:'ve| have)? (?:changed|decided)|nach \w+ überlegung|wir haben uns|planänderung"
    r"|neuer plan|kommando zurück|letztlich|letztendlich|am ende|finalement|en fin de compte"
    r"|réflexion faite|tout compte fait|après réflexion|changement|al final|finalmente"
    r"|pensándolo|cambio de|alla fine|ripensandoci|uiteindelijk|bij nader inzien|toch maar"
    r"|afinal|no fim|pensando melhor)\b",
    re.IGNORECASE,
)
"""Openers by which somebody turns away from what they meant to do."""
DECIDED: Final = late_regex(
    r"\b(?:instead|in the end|after all|from now on|these days|from here on|going forward|now"
    r"|stattdessen|doch|ab jetzt|ab sofort|künftig|jetzt|nun|finalement|désormais|maintenant"
    r"|dorénavant|plutôt|al final|ahora|a partir de ahora|mejor|alla fine|adesso|d'ora in poi"
    r"|invece|uiteindelijk|voortaan|nu|toch|afinal|agora)\b",
    re.IGNORECASE,
)
"""Words by which a line says that something is otherwise from now on."""
SWITCHING: Final = late_regex(
    r"\W*(?:we're |we are |i'm )?(?:switching|moving|changing|going) (?:over )?(?:to|for|with)\b",
    re.IGNORECASE,
)
"""A line that opens with a change."""

_NOW: Final = (
    r"(?:(?:just|finally|now|all|both|simply|then|so|doch|jetzt|nun|lieber|einfach|nu|toch)\s+)*"
)
_CHOOSE: Final = _any(
    "(?:go|going|went|gone) (?:with|for), pick, picked, picking, choose, chose, chosen, choosing",
    "(?:settle|settled|settling) (?:on|for), (?:decide|decided|deciding) (?:on|for), opt(?:ed)? for",
    "(?:end|ended|ending) up (?:with|at|in|on|choosing|using|going with|taking), migrated? to",
    "(?:switch|switched|switching|move|moved|moving|change|changed|changing) (?:over )?to",
    "voted? for, stick(?:ing)? with, stuck with, agreed? on, agreed to (?:use|take|have|go with)",
    "decided to (?:use|take|have), do, doing, use, using, take, taking, on, at, in, with, have",
)
_WE: Final = (
    r"(?:(?:we|i|they|and|so|let's|we'll|i'll|we're|i'm|they're|we've|i've|we are|we have)\s+)*"
)
_CHOSEN: Final = rf"""
{_WE}{_NOW}(?:will |are |have |would rather |better )?{_CHOOSE} (?P<new>.+)
(?:so |and )?(?:it|that)(?:'ll| will|'s going to| is going to|'s gonna) be (?P<new>.+)
(?:so |and )?(?:it|that)(?:'s| is) (?P<new>.+?) (?:now|instead|then|after all|from now on)
(?:so |and )?make (?:it|that) (?P<new>.+)
(?P<new>.+?) it is(?: then)?
(?P<new>[^,]+?) (?:does|has|handles|runs|keeps|takes care of|looks after|is doing|took) (?:it|that|this|them)
(?:it's|it is|that's|they're|they are|all of it is) (?:with|at|in|on|under) (?P<new>.+)
(?:please )?(?:ask|call|phone|write to|talk to|see|go to|contact|mail|take|use|try) (?P<new>.+)
(?:please )?(?:send (?:it|them|that) to|fragt?|ruft? an|schreibt? an) (?P<new>.+)
(?:wir|ich|sie|man) (?:gehen?|geht|nehmen?|nimmt|machen|wechseln|ziehen|fahren|nutzen)\s+{_NOW}(?:zu|mit|nach|in|auf|über|bei)?\s*(?P<new>.+)
(?:wir|ich) (?:haben|habe) uns für (?P<new>.+?) entschieden
(?:nun |jetzt )?(?:es|das) wird (?:jetzt |nun |doch )*(?P<new>.+)
(?:dann |also )?(?:jetzt|doch) (?:lieber )?(?P<new>.+)
(?:on|nous) (?:a |avons )?(?:pris|choisi|opté pour|prend|prenons|choisit|va|allons|part|partons|passe|passons|garde)(?: plutôt| finalement| maintenant)*(?: à| sur| chez| avec| pour)? (?P<new>.+)
ce sera (?:plutôt |finalement )?(?P<new>.+)
(?:ya )?(?:vamos|elegimos|hemos elegido|cogemos|nos quedamos|nos decidimos|pasamos)(?: con| a| por| en)? (?P<new>.+)
(?:será|sera|sará|sarà|het wordt|será o|fica) (?P<new>.+)
(?:andiamo|prendiamo|scegliamo|abbiamo scelto|passiamo)(?: con| da| a| per)? (?P<new>.+)
(?:we|ik) (?:gaan?|kiezen|kies|nemen|neem|zijn)(?: nu| toch| uiteindelijk)*(?: voor| met| naar| bij| over op)? (?P<new>.+)
(?:vamos|ficamos|escolhemos|mudámos|mudamos)(?: com| por| para)? (?P<new>.+)
"""
CHOSEN: Final = tuple(late_regex(line, re.IGNORECASE) for line in _CHOSEN.strip().splitlines())
"""Each matched against a whole clause: what was chosen is `new`."""

RULE: Final = late_regex(
    r"(?:the|our|this|that|die|der|das|unsere?|la|le|cette|notre|el|nuestra|il|lo|questa|de"
    r"|onze)? ?"
    r"(?:(?:old|whole|alte|ganze) )?\b(?:rule|limit|arrangement|agreement|deal|plan|policy"
    r"|setup|regel"
    r"|regelung|abmachung|vereinbarung|grenze|règle|limite|accord|regla|acuerdo|límite|regola"
    r"|accordo|limite|afspraak|grens|regra|acordo)s?\b",
    re.IGNORECASE,
)
"""What a line calls a belief of a note by: `we dropped the limit`."""

SERVES: Final = late_regex(
    r"\b(?:deliver|supply|supplie|serve|operate|exist|offer|provide|host|trade|produce|sell"
    r"|bake|teach"
    r"|coach|liefer|biete|backt|unterricht|livre|fournit|existe|propose|donne de cours|entrega"
    r"|suministra|sirve|ofrece|consegna|fornisce|offre|levert|bestaat|biedt|fornece)\w{0,3}\b",
    re.IGNORECASE,
)
"""What somebody does for others: `Lenoir no longer delivers`."""
