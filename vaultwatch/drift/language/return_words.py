"""How people say that they take a word back, or go back to what was: data for `news.added_lines`.

Pure data, chosen by hand, in English, German, French, Spanish, Italian, Dutch and Portuguese; the
groups are those of `language.update_words`.
"""

import re
from typing import Final

from vaultwatch.late_regex import late_regex

_WHOSE: Final = (
    "(?:(?:his|her|their|its|my|our|the|seine?n?|ihre?n?|son|sa|ses|leurs?|sus?|(?:il |la )?su[oa]"
    "|zijn|haar|hun) )?"
)
PATTERNS: Final[tuple[tuple[str, str], ...]] = (
    # What was agreed to and taken back by the one who agreed.
    (
        "withdrawn",
        (
            rf"(?P<who>.+?) (?:has |have |had )?(?:withdrew|withdrawn|withdraws?|revoked|revokes?"
            rf"|retracted|retracts?|took back|takes back|rescinded) {_WHOSE}(?P<e>.+)"
        ),
    ),
    (
        "withdrawn",
        (
            rf"(?P<who>.+?) (?:hat|haben|heeft|hebben) {_WHOSE}(?P<e>.+?) (?:widerrufen"
            r"|zurückgezogen|zurückgenommen|ingetrokken|teruggetrokken)"
        ),
    ),
    (
        "withdrawn",
        (
            rf"(?P<who>.+?) (?:(?:a|ont|ha|han|hanno) (?:retiré|révoqué|retirado|revocado|ritirato"
            rf"|revocato)|retire|retiró|revocó|revoca|ritira) {_WHOSE}(?P<e>.+)"
        ),
    ),
    # What was used before is used again.
    (
        "back",
        (
            r"(?P<e>)(?:we're|we are|i'm|we|i|so|ok|okay)?(?: have| 've| just| all)?"
            r"(?: ?(?:went|go|going|gone|came|switched|moved|changed))? ?back"
            r" (?:to|with|on|at|in) (?P<new>.+)"
        ),
    ),
    (
        "back",
        (
            r"(?P<e>)(?:wir sind |ich bin |jetzt |nun |doch )*(?:wieder|zurück) (?:zu[mr]?|bei|mit"
            r"|auf|nach) (?P<new>.+)"
        ),
    ),
    (
        "back",
        (
            r"(?P<e>)(?:on |nous |wir |we |ik |hemos |abbiamo |siamo |sommes |est )*"
            r"(?:retour|revenus?|revient|revenons|de retour|de vuelta|vuelta|volvemos|vuelto"
            r"|volvimos|torniamo|tornati|di nuovo|ritorno|terug|weer)"
            r" (?:à|au|chez|sur|avec|a|al|con|da|naar|bij|met|op) (?P<new>.+)"
        ),
    ),
)
"""(kind, pattern), each matched against a whole clause, whatever its case."""

BEFORE: Final = late_regex(
    r"(?P<new>.{3,}?)(?:[;,(]|\s[\u2013\u2014-])\s*(?:and |und |et |y |e |en )?(?:before|previously"
    r"|formerly|until then|früher|bisher|vorher|zuvor|davor|avant|auparavant|antes|anteriormente"
    r"|prima|in precedenza|voorheen|daarvoor)(?: that)?[,:]?\s+(?:(?:it|they|es|sie|c'|het) ?)?"
    r"(?:(?:was|were|had been|war|waren|était|era|eran|erano) )?(?P<e>[^;,()]{2,80}?)[.)\s]*",
    re.IGNORECASE,
)
"""A line that ends with what was before: `since May at the hall; before, the library`."""
