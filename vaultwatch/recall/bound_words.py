"""Words by which a sentence says since when or until when it holds: the data of `bounds`.

Pure data, chosen by hand, folded as `language.tokens.fold` folds. English, German, French, Spanish,
Portuguese, Italian and Dutch.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Speech:
    """How one language says it; words apart by commas."""

    until: str
    since: str
    today: str
    """At the end of a sentence about a state these bound it."""
    being: str
    """Verbs of a state, in the present: what they say begins and ends."""
    joined: str
    """Words that join two of whom, or two sentences."""
    copula: str
    """Those before `in two weeks` in `The fair is in two weeks`."""


SPEECHES: Final = (
    Speech(
        "until, till, til, up until",
        "since, ever since",
        "today, this week, this month",
        "is, are, am, stays, stay, remains, remain, keeps, keep, lives, live, works, work, sleeps,"
        " sleep, covers, cover, has, have, uses, use",
        "and",
        "is, are",
    ),
    Speech(
        "bis, bis zum, bis zur, bis einschliesslich",
        "seit, seit dem",
        "heute, diese woche, diesen monat",
        "ist, sind, bin, bleibt, bleiben, bleibe, hat, haben, habe, wohnt, wohnen, arbeitet,"
        " arbeiten",
        "und",
        "ist, sind",
    ),
    Speech(
        "jusqu'a, jusqu'au, jusqu'en",
        "depuis, depuis le",
        "aujourd'hui, cette semaine, ce mois",
        "est, sont, suis, sommes, avons, reste, restent, a, ont, habite, travaille",
        "et",
        "est, sont",
    ),
    Speech(
        "hasta, hasta el, hasta la",
        "desde, desde el, desde la",
        "hoy, esta semana, este mes",
        "esta, estan, estoy, estamos, es, son, somos, sigue, siguen, tiene, tienen, tenemos, vive,"
        " trabaja",
        "y",
        "es, son",
    ),
    Speech(
        "ate, ate o, ate a, ate ao",
        "desde, desde o",
        "hoje, esta semana, este mes",
        "esta, estao, estou, estamos, e, sao, somos, fica, ficam, tem, temos, mora, continua",
        "e",
        "e, sao",
    ),
    Speech(
        "fino a, fino al, sino al, sino a",
        "dal, da, dalla",
        "oggi, questa settimana, questo mese",
        "e, sono, siamo, ha, hanno, abbiamo, resta, restano, rimane, rimangono, abita, lavora",
        "e, ed",
        "e, sono",
    ),
    Speech(
        "tot, tot en met",
        "sinds",
        "vandaag, deze week, deze maand",
        "is, zijn, ben, blijft, blijven, heeft, hebben, woont, werkt",
        "en",
        "is, zijn",
    ),
)
PERFECT: Final = (
    "has have hat haben habe a ont avons tiene tienen tenemos tem temos ha hanno abbiamo heeft"
    " hebben"
)
"""Beside `today` these tell what was done, not how something is."""
VERB_SECOND: Final = (
    "ist sind bin bleibt bleiben bleibe hat haben habe wohnt wohnen arbeitet arbeiten zijn ben"
    " blijft blijven heeft hebben woont werkt"
)
"""Verbs that stand right behind a date at the beginning; others have their subject between."""
SHORT_BEING: Final = r"(?:'s|'re|'m)"

NOT_A_STATE: Final = (
    # what was, will be, may be, should be
    "was were had did been going will would shall should could may might must can cannot need needs"
    " want wants plan plans planned hope hopes try tries expect expects"
    " war waren hatte hatten wird werden wurde soll sollte muss mussen kann konnte darf will wollte"
    " etait avait sera seront doit devrait peut pourrait veut"
    " estaba era fue sera tiene que debe puede quiere"
    " estava foi vai deve pode quer era"
    " stava deve puo vuole sara was waren wordt zal moet kan wil"
    # who only says or asks so
    " said says asked asks told thinks believes suppose sagte sagt glaubt dit dice disse"
    " that sure certain dass sicher che dat seguro"
    # of whom it is said, and hedges
    " who whom whose which what where qui quien be likely probably perhaps maybe possibly"
    " apparently presumably supposedly about roughly best or wahrscheinlich vielleicht moglich"
    " eventuell possible posible possivel possibile mogelijk vermutlich oder"
    " probablement ou probablemente quiza quizas talvez forse waarschijnlijk"
    " misschien"
    # conditions, doubts
    " if unless whether when while because falls wenn ob weil si quand se quando als"
    # habits
    " every each always usually often per jeden jede jedes immer oft chaque toujours cada siempre"
    " todo todos ogni sempre elke altijd mostly normally"
    # what a date is the news of, not the end of the news
    " deadline due valid expires expire lasts last contract lease warranty guarantee passport visa"
    " date dates datum fecha data ticket subscription"
    " licence license policy insurance extended postponed delayed moved booked"
    " reserved scheduled paid prepaid submit deliver finish done ready open-ended term version"
    " frist fallig gultig abgabe vertrag verlangert verschoben gebucht bezahlt fertig erledigt"
    " abzugeben einzureichen garantie abo"
    " valable delai contrat prolonge reporte reserve paye pret"
    " valido valida plazo contrato prorrogado aplazado reservado pagado listo"
    " prazo adiado pronto scadenza contratto rinviato prenotato pagato"
    " geldig contract deadline verlengd uitgesteld geboekt betaald klaar"
    # denials
    " not no never nobody nothing isn't aren't hasn't haven't don't doesn't nicht kein keine nie"
    " pas jamais ne no nunca nao nem non mai niet geen nooit"
)
"""Where one of these stands a date bounds nothing, or nobody can tell what."""
