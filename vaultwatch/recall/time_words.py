"""Words by which a question means about a time, in several languages: data for `when_asked`.

What names a time to the day stands in `date_words`. Pure data, chosen by hand.
Folded as `values.tokens.fold` folds; `*` ends what may go on.
"""

from typing import Final, Literal, TypeAlias

Unit: TypeAlias = Literal["day", "week", "weekend", "month", "year"]

WEEKENDS: Final = ("weekend", "weekends", "wochenende", "week-end")
SEASONS: Final[dict[int, str]] = {
    3: "spring fruhling fruhjahr printemps primavera lente voorjaar 春",
    6: "summer summertime sommer ete verano estate verao zomer 夏",
    9: "autumn herbst automne otono autunno outono herfst najaar 秋",
    12: "winter wintertime hiver invierno inverno 冬",
}
"""By the month they begin in, north of the equator."""
DAYS: Final[dict[str, int]] = {
    "tonight": 0, "昨日": -1, "昨天": -1, "今日": 0, "今天": 0, "明日": 1, "明天": 1,
}  # fmt: skip
"""By how many days they lie behind today, beside those that are no question's alone."""
SHIFTS: Final[dict[str, int]] = {"past": -1}
"""In front of a unit, or a month; `past August` may mean what is after it."""
AGO_TOO: Final = "earlier"
"""Behind a count: so long before, whatever from."""
COUNTS: Final[dict[int, str]] = {
    2: "couple paar",
    3: "few einige einigen quelques algunos algunas alguns algumas alcuni alcune enkele",
}
"""Numbers that nobody counted."""
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
