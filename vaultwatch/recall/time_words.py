"""Words that name a time from where one stands, in several languages: data for `when_asked`.

Pure data, chosen by hand. Folded as `drift.language.tokens.fold` folds; `*` ends what may go on.
"""

from typing import Final, Literal, TypeAlias

Unit: TypeAlias = Literal["day", "week", "weekend", "month", "year"]

UNITS: Final[dict[Unit, str]] = {
    "day": "day days tag tage tagen jour jours dia dias giorno giorni dag dagen dni",
    "week": "week weeks woche wochen semaine semaines semana semanas settimana settimane weken",
    "weekend": "weekend weekends wochenende week-end",
    "month": "month months monat monate monaten mois mes meses mese mesi mes maand maanden",
    "year": "year years jahr jahre jahren jahres annee annees an ans ano anos anno anni jaar jaren",
}
SEASONS: Final[dict[int, str]] = {
    3: "spring fruhling fruhjahr printemps primavera lente voorjaar 春",
    6: "summer summertime sommer ete verano estate verao zomer 夏",
    9: "autumn herbst automne otono autunno outono herfst najaar 秋",
    12: "winter wintertime hiver invierno inverno 冬",
}
"""By the month they begin in, north of the equator."""
SHIFTS: Final[dict[int, str]] = {
    -1: (
        "last previous past letzte* vorige* vergangene* dernier* derniere* passe* pasad* ultim* "
        "scors* passad* afgelopen"
    ),
    0: "this current diese* laufende* heurige* ce cet cette est* quest* deze dit",
    1: "next coming upcoming nachste* kommende* prochain* proxim* prossim* volgend* komend*",
}
DAYS: Final[dict[int, str]] = {
    -2: "vorgestern avant-hier anteayer eergisteren",
    -1: "yesterday gestern hier ayer ieri ontem gisteren 昨日 昨天",
    0: "today tonight heute aujourd'hui hoy oggi hoje vandaag 今日 今天",
    1: "tomorrow demain domani amanha morgen 明日 明天",
    2: "ubermorgen apres-demain overmorgen",
}
"""By how many days they lie behind today. German `morgen` is a morning too: it costs nothing."""
AGO: Final = ("ago", "fa", "geleden", "atras", "earlier")
"""Behind a count: so long before."""
BEFORE_AGO: Final = ("vor", "il y a", "hace", "ha")
"""In front of a count: so long before."""
AHEAD: Final = ("in", "dans", "dentro de", "en", "tra", "fra", "over", "daqui a")
"""In front of a count: so long from now."""
COUNTS: Final[dict[int, str]] = {
    1: "a an one ein eine einer einem einen un une una uno um uma een",
    2: "two couple zwei zweier paar deux dos due dois duas twee",
    3: "three few drei einige* trois quelques tres algun* tre alcun* tres drie enkele paar",
    4: "four vier quatre cuatro quattro quatro",
    5: "five funf cinq cinco cinque vijf",
    6: "six sechs seis sei zes",
    7: "seven sieben sept siete sette sete zeven",
    8: "eight acht huit ocho otto oito",
    10: "ten zehn dix diez dieci dez tien",
    12: "twelve zwolf douze doce dodici twaalf",
}
PARTS: Final[dict[tuple[int, int], str]] = {
    (1, 11): "early start beginning begin anfang anfangs debut inizio principios comienzos inicio",
    (9, 22): "mid middle mitte mi milieu meta mediados mezza meados half midden",
    (20, 31): "late end ende fin fine finales final eind einde",
}
"""Words in front of a month, by the days of it that they mean."""
WEEKS: Final[dict[tuple[int, int], str]] = {
    (1, 8): "first erste* premiere primera prima primeira eerste",
    (8, 15): "second zweite* deuxieme segunda seconda tweede",
    (15, 22): "third dritte* troisieme tercera terza terceira derde",
    (22, 31): "fourth last letzte* vierte* derniere ultima laatste",
}
"""The same in front of a week of a month."""
BEFORE_MONTH: Final = (
    "in by of since until till during for from last this next early late mid back im bis seit ab "
    "anfang mitte ende en de d' depuis fin debut di a entro desde hasta para tot sinds begin eind "
    "any every each following previous begin middle end start before after vor nach"
)
"""What stands before `May`, `March` or `mars` where a month is meant."""
UNSPACED: Final[dict[str, tuple[Unit, int]]] = {
    "先週": ("week", -1),
    "上周": ("week", -1),
    "上週": ("week", -1),
    "上星期": ("week", -1),
    "今週": ("week", 0),
    "本周": ("week", 0),
    "这周": ("week", 0),
    "来週": ("week", 1),
    "下周": ("week", 1),
    "下週": ("week", 1),
    "先月": ("month", -1),
    "上个月": ("month", -1),
    "上個月": ("month", -1),
    "今月": ("month", 0),
    "本月": ("month", 0),
    "这个月": ("month", 0),
    "来月": ("month", 1),
    "下个月": ("month", 1),
    "下個月": ("month", 1),
    "去年": ("year", -1),
    "今年": ("year", 0),
    "来年": ("year", 1),
    "明年": ("year", 1),
}
"""Japanese and Chinese, a unit and how many of it from now."""
UNSPACED_UNITS: Final[dict[str, Unit]] = {
    "日": "day",
    "天": "day",
    "週間": "week",
    "周": "week",
    "週": "week",
    "か月": "month",
    "ヶ月": "month",
    "个月": "month",
    "個月": "month",
    "年": "year",
}
