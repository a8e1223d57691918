"""How people name days and periods beside dates written out: the data behind `language.dates`.

Pure data, chosen by hand from grammars and everyday notes, folded as `language.tokens.fold` folds.
English, German, French, Spanish, Portuguese, Italian and Dutch.
"""

from typing import Final

DAYS_FROM_TODAY: Final[dict[str, int]] = {
    name: days
    for days, names in {
        -2: "vorgestern, avant-hier, anteayer, anteontem, l'altro ieri, eergisteren",
        -1: "yesterday, gestern, hier, ayer, ontem, ieri, gisteren",
        0: "today, heute, aujourd'hui, hoy, hoje, oggi, vandaag",
        1: "tomorrow, morgen, demain, manana, amanha, domani",
        2: "ubermorgen, apres-demain, pasado manana, depois de amanha, dopodomani, overmorgen",
    }.items()
    for name in names.split(", ")
}

UNITS: Final[dict[str, str]] = {
    name: unit
    for unit, names in {
        "day": "day days tag tage tagen jour jours dia dias giorno giorni dag dagen",
        "week": "week weeks woche wochen semaine semaines semana semanas settimana settimane weken",
        "month": "month months monat monate monaten mois mes meses mese mesi maand maanden",
        "year": "year years jahr jahre jahren an ans annee annees ano anos anno anni jaar jaren",
    }.items()
    for name in names.split()
}

LAST: Final = (
    "last previous letzte letzten letzter letztes letztem vorige vorigen vorigem pasada pasado"
    " passada passado scorsa scorso vorige afgelopen derniere dernier"
)
THIS: Final = (
    "this diese diesen diesem dieses dieser ce cette esta este neste nesta questa questo deze dit"
)
NEXT: Final = (
    "next coming nachste nachsten nachster nachstes nachstem kommende kommenden kommendem kommender"
    " prochaine prochain proxima proximo proxima prossima prossimo volgende komende"
)
"""Before or behind what they tell of: `next week`, `la semaine prochaine`."""

AHEAD: Final = "in, within, dans, en, dentro de, em, daqui a, tra, fra, over, binnen"
"""Before a length of time that is to pass."""
AGO_BEFORE: Final = "vor, il y a, hace, ha"
AGO_BEHIND: Final = "ago, atras, fa, geleden"
"""Before and behind a length of time that has passed."""
ONE: Final = "a an one ein eine einem einer un une una um uma uno een"
NUMBERS: Final[dict[str, int]] = {
    name: number
    for number, names in enumerate(
        (
            *(ONE, "two zwei deux dos dois duas due twee", "three drei trois tres tre drie"),
            *("four vier quatre cuatro quatro quattro", "five funf cinq cinco cinque vijf"),
            *("six sechs seis sei zes", "seven sieben sept siete sete sette zeven"),
            *("eight acht huit ocho oito otto", "nine neun neuf nueve nove negen"),
            *("ten zehn dix diez dez dieci tien", "eleven elf onze once undici"),
            "twelve zwolf douze doce doze dodici twaalf",
        ),
        1,
    )
    for name in names.split()
}
END: Final = "the end of, end of, ende, fin de, fin, finales de, fim de, fine, eind"
BEGINNING: Final = (
    "the beginning of, beginning of, the start of, start of, early, anfang, debut, principios de,"
    " inicio de, inizio, begin"
)
"""Before a month or a year: its last day, its first."""
FILLERS: Final = "the le la les l' el los las o os il lo gli de der den dem das die am im on"
"""May stand before a day."""
