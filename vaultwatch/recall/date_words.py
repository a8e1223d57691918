"""How people name days and periods beside dates written out: data for `dates` and `when_asked`.

The one reads what bounds a belief, to the day; the other about which days a question means. Pure
data, chosen by hand from grammars and everyday notes, folded as `language.tokens.fold` folds.
English, German, French, Spanish, Portuguese, Italian and Dutch.
"""

from typing import Final, Literal, TypeAlias

CalendarUnit: TypeAlias = Literal["day", "week", "month", "year"]

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

_UNIT_NAMES: Final[dict[CalendarUnit, str]] = {
    "day": "day days tag tage tagen jour jours dia dias giorno giorni dag dagen dni",
    "week": "week weeks woche wochen semaine semaines semana semanas settimana settimane weken",
    "month": "month months monat monate monaten mois mes meses mese mesi maand maanden",
    "year": "year years jahr jahre jahren an ans annee annees ano anos anno anni jaar jaren",
}
UNITS: Final[dict[str, CalendarUnit]] = {
    name: unit for unit, names in _UNIT_NAMES.items() for name in names.split()
}

SHIFTS: Final[dict[str, int]] = {
    word: step
    for step, words in {
        -1: (
            "last previous letzte letzten letzter letztes letztem vorige vorigen voriger"
            " voriges vorigem vergangene vergangenen vergangener vergangenes vergangenem dernier"
            " derniers derniere dernieres passe passee passes passees pasado pasada pasados pasadas"
            " passado passada passados passadas ultimo ultima ultimos ultimas ultimi ultime scorso"
            " scorsa scorsi scorse afgelopen"
        ),
        0: (
            "this current diese diesen diesem dieses dieser laufende laufenden laufender laufendes"
            " laufendem heurige heurigen heuriger heuriges heurigem ce cet cette este esta esto"
            " estos estas estes neste nesta questo questa questi queste deze dit"
        ),
        1: (
            "next coming upcoming nachste nachsten nachster nachstes nachstem kommende kommenden"
            " kommender kommendes kommendem prochain prochains prochaine prochaines proximo proxima"
            " proximos proximas prossimo prossima prossimi prossime volgend volgende komend"
            " komende"
        ),
    }.items()
    for word in words.split()
}
"""Before or behind what they tell of: `next week`, `la semaine prochaine`."""

AHEAD: Final = "in, dans, en, dentro de, em, daqui a, tra, fra, over"
COMING: Final = f"{AHEAD}, within, binnen"
"""Before a length of time that is to pass, whole or at most."""
AGO_BEFORE: Final = "vor, il y a, hace, ha"
AGO_BEHIND: Final = "ago, atras, fa, geleden"
"""Before and behind a length of time that has passed."""
ONE: Final = "a an one ein eine einem einen einer un une una um uma uno een"
NUMBERS: Final[dict[str, int]] = {
    name: number
    for number, names in enumerate(
        (
            *(ONE, "two zwei zweier deux dos dois duas due twee", "three drei trois tres tre drie"),
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
