"""Words with a fixed meaning, in seven languages: the data behind `language.tokens`.

Pure data, chosen by hand from grammars and everyday notes; `docs/drift.md` says what each table
is worth. Every entry is folded as `language.tokens.fold` folds: lower case, accents dropped.
"""

from typing import Final


def _words(text: str) -> frozenset[str]:
    """Return the words of a table written as lines."""
    return frozenset(text.split())


STOP_WORDS: Final = _words(
    """
    a an the this that these those it its is are was were be been being am do does did has
    have had of in on at by to from for with as and or but if then than so such into onto over
    under about up out off via per i me my we us our you your he him his she her they them
    their one ones there here which who whom whose what when where how why can could may might
    shall should will would must let also just very too more most some any each every other
    own same s t d ll re ve see source says note according says said gets get got put keep
    keeps kept use uses used using takes take make makes still yet already now only
    der die das den dem des ein eine einen einem einer eines und oder aber wenn dann als so
    ist sind war waren wird werden wurde hat haben hatte von zu zum zur im in am an auf aus
    bei mit nach fur uber unter vor um durch ich mich mir mein meine wir uns unser unsere du
    sie ihr ihre er es sich man wie was wer wo welche dieser diese dieses auch nur noch schon
    laut siehe
    le la les l un une des du de d et ou mais si est sont etait sera seront ete a au aux en
    dans sur sous par pour avec que qui quoi dont ou ce cet cette ces il elle on nous vous ils
    elles je me mon ma mes notre nos leur leurs se son sa ses y voir selon qu n c j m s t
    el los las una unos unas y o u pero es son era fue ser esta estan al del con por para como
    su sus nos nuestro nuestra lo se te mi mis ver segun hay tiene tienen os um uma uns umas e
    mas sao foi esta estao ao aos do da dos das no na nos nas em com pelo pela seu sua seus
    suas meu minha ver segundo tem ja ainda
    """
)
"""Words that carry next to no meaning of their own."""

NEGATIONS: Final = _words(
    """
    not no none never nobody nothing neither nor without cannot cant wont dont doesnt didnt isnt
    arent wasnt werent shouldnt mustnt neednt hasnt havent hadnt couldnt wouldnt nowhere unable
    nicht kein keine keinen keinem keiner keines nie niemals niemand nichts ohne weder
    pas jamais aucun aucune rien personne sans ni
    nunca ningun ninguna ninguno nada nadie sin tampoco jamas
    nao nem nenhum nenhuma ninguem sem
    """
)

OPEN_WORDS: Final = _words(
    """
    open pending outstanding todo unresolved undecided unclear unknown waiting awaits awaiting
    await awaited planned plan planning draft wip blocked blocker blocks missing vacant unfixed
    unpaid unfinished unsolved unanswered provisional proposed proposal running ongoing tentative
    tbc tbd tba awaiting undone unwritten unbooked someday due verify mystery hasn't haven't
    upcoming trial unsigned booking searching search preparing remains lacks lacking yet still
    offen ausstehend geplant ungeklart unklar wartet warten fehlt fehlen entwurf noch laufend
    ouvert ouverte attente prevu prevue brouillon reste encore manque essai cherche
    abierto abierta pendiente falta faltan esperando borrador todavia aun previsto prevista
    aberto aberta pendente espera esperando rascunho falta faltam ainda previsto prevista
    """
)
"""Words of a belief about something unfinished: additions may overtake it."""
OPEN_STATES: Final = _words(
    """
    open pending outstanding unresolved undecided unclear waiting awaits awaiting awaited blocked
    blocker blocks missing due planned
    offen ausstehend ungeklart unklar wartet warten fehlt fehlen geplant
    ouvert ouverte attente manque prevu prevue
    abierto abierta pendiente falta faltan previsto prevista
    aberto aberta pendente
    """
)
"""Those that say the contrary once negated: `no longer open`, not so `cannot search`, `not yet`."""

DONE_WORDS: Final = _words(
    """
    done finished completed complete completes closed resolved fixed solved shipped released
    merged signed approved accepted rejected declined paid booked sent arrived delivered received
    decided agreed granted confirmed cancelled canceled dropped abandoned ended over implemented
    implementable stable graduated landed repaired answered published submitted handed filed
    granted yes oui ja sim gone dead registered passed failed
    returned awarded won lost bought sold cleared settled hired found chosen works
    erledigt fertig abgeschlossen geschlossen gelost behoben bezahlt gebucht unterschrieben
    genehmigt abgelehnt entschieden geliefert geschickt abgegeben beendet storniert beschlossen
    fait faite termine terminee fini finie clos close resolu resolue paye payee signe signee adopte
    adoptee rejete rejetee livre livree envoye envoyee rendu rendue accepte acceptee annule annulee
    decide decidee regle reglee accorde accordee marque obtenu obtenue retraite
    hecho hecha terminado terminada cerrado cerrada resuelto resuelta pagado pagada firmado firmada
    aprobado aprobada rechazado rechazada enviado enviada entregado entregada cancelado cancelada
    reservado reservada decidido decidida comprado comprada listo lista
    marcado marcada marcados marcadas
    feito feita terminado concluido concluida fechado fechada resolvido resolvida pago paga assinado
    assinada aprovado aprovada rejeitado rejeitada entregue cancelado reservado decidido comprado
    pronto pronta
    """
)
"""Words that say that something has come to an end, one way or the other."""
ALSO_NOT_DONE: Final = _words(
    """
    over works close complete completes yes oui ja sim stable implementable dead lost found
    marque livre rendu pronto pronta lista fait
    """
)
"""Words of ending that by themselves do not make a memory one about something done."""
CANCELLED_WORDS: Final = _words(
    """
    cancelled canceled dropped abandoned declined rejected
    abgesagt storniert abgelehnt annule annulee cancelado cancelada anulado anulada
    """
)
ARTICLES: Final = _words(
    "the a an my our your his her their this that these der die das den dem des ein eine einen"
    " le la les l un une el los las una o os as um uma"
)
PAST_OF: Final = {
    "built": "build", "bought": "buy", "brought": "bring", "chosen": "choose", "done": "do",
    "drawn": "draw", "found": "find", "given": "give", "got": "get", "held": "hold", "kept": "keep",
    "made": "make", "met": "meet", "paid": "pay", "sent": "send", "set": "set", "sold": "sell",
    "taken": "take", "told": "tell", "written": "write",
}  # fmt: skip
"""Past participles of everyday English verbs that no rule forms."""
ALSO_COMMANDS: Final = frozenset({"close", "complete"})
"""Words of ending that before others in a heading (`Close tabs`) are rather something to do."""

EXCLUSIVE_WORDS: Final = _words(
    """
    only sole solely just exactly single alone merely exclusively invariably entire complete both
    nur allein ausschliesslich einzige einziger einzigen genau
    seul seule seulement uniquement exactement
    solo solamente unico unica somente apenas exactamente
    """
)
"""Words of a belief that says how many or that there are no others: additions break it."""

OVERRIDE_WORDS: Final = _words(
    """
    update updated now instead anymore longer replaced replaces supersedes superseded formerly
    previously was were until since changed moved switched renamed deprecated obsolete abolished
    revoked withdrawn correction edit new again after all back took takes
    jetzt nun stattdessen statt ersetzt fruher bisher seit geandert verschoben umbenannt korrektur
    nachtrag nunmehr ab wieder neu
    maintenant desormais remplace remplacee ancien ancienne anciennement depuis change deplace
    correction nouveau nouvelle reporte reportee jour
    ahora actualizacion reemplaza antes desde cambiado cambia nuevo nueva actualizado
    agora atualizacao substitui antes desde mudou novo nova atualizado passou
    """
)
"""Words that announce that what stood before is overtaken."""

CJK_NEGATIONS: Final[tuple[str, ...]] = (
    "不",
    "没",
    "沒",
    "未",
    "无",
    "無",
    "ない",
    "なし",
    "ません",
)
CJK_OPEN: Final[tuple[str, ...]] = (
    "待", "未", "尚", "计划", "計画", "予定", "検討", "保留", "まだ", "中",
)  # fmt: skip
CJK_DONE: Final[tuple[str, ...]] = (
    "完成", "完了", "已", "済", "结束", "終了", "解决", "解決", "取消", "決定", "决定", "ました",
)  # fmt: skip
CJK_OVERRIDE: Final[tuple[str, ...]] = (
    "更新", "变更", "変更", "改为", "改成", "代替", "現在", "现在", "以前", "旧", "新",
)  # fmt: skip

_MONTH_NAMES: Final[tuple[str, ...]] = (
    "january jan januar janner janvier janv enero ene janeiro gennaio januari stycznia января",
    "february feb februar fevrier fevr febrero fevereiro fev febbraio februari lutego февраля",
    "march mar marz mrz mars marzo marco maart marca марта",
    "april apr avril avr abril abr aprile kwietnia апреля",
    "may mai mayo maio maggio mei maja мая",
    "june jun juni juin junio junho giugno czerwca июня",
    "july jul juli juillet juil julio julho luglio lipca июля",
    "august aug aout agosto ago augustus sierpnia августа",
    "september sep sept septembre septiembre setembro set settembre wrzesnia сентября",
    "october oct oktober okt octobre octubre outubro out ottobre pazdziernika октября",
    "november nov novembre noviembre novembro listopada ноября",
    "december dec dezember dez decembre diciembre dic dezembro dicembre grudnia декабря",
)
MONTHS: Final[dict[str, int]] = {
    name: number for number, names in enumerate(_MONTH_NAMES, 1) for name in names.split()
}
AMBIGUOUS_MONTHS: Final[frozenset[str]] = frozenset(
    {
        "may",
        "march",
        "mar",
        "set",
        "out",
        "ago",
        "mars",
        "dez",
        "mai",
        "abr",
        "ene",
        "dic",
        "jan",
        "maja",
        "mei",
        "marca",
    }
)
"""Months that are words or names too: they count only beside a day or a year."""

_WEEKDAY_NAMES: Final[tuple[str, ...]] = (
    (
        "monday mon montag lundi lunes segunda-feira 月曜 星期一 周一"
        " lunedi maandag poniedziałek poniedziałku понедельник"
        " понедельника понедельникам"
    ),
    (
        "tuesday tue tues dienstag mardi martes terca-feira 火曜 星期二 周二"
        " martedi dinsdag wtorek wtorku вторник вторника вторникам"
    ),
    (
        "wednesday wed mittwoch mercredi miercoles quarta-feira 水曜 星期三 周三"
        " mercoledi woensdag sroda srode srody среда среду среды средам"
    ),
    (
        "thursday thu thur thurs donnerstag jeudi jueves quinta-feira 木曜 星期四 周四"
        " giovedi donderdag czwartek czwartku четверг четверга четвергам"
    ),
    (
        "friday fri freitag vendredi viernes sexta-feira 金曜 星期五 周五"
        " venerdi vrijdag piatek piatku пятница пятницу пятницы пятницам"
    ),
    (
        "saturday sat samstag sonnabend samedi sabado 土曜 星期六 周六"
        " sabato zaterdag sobota sobote soboty суббота субботу субботы субботам"
    ),
    (
        "sunday sun sonntag dimanche domingo 日曜 星期日 周日"
        " domenica zondag niedziela niedziele niedzieli воскресенье воскресенья"
        " воскресеньям 星期天 周天"
    ),
)
WEEKDAYS: Final[dict[str, int]] = {
    name: number for number, names in enumerate(_WEEKDAY_NAMES, 1) for name in names.split()
}

_NUMBER_NAMES: Final[dict[int, str]] = {
    0: "zero null",
    1: "one eins",
    2: "two twice both second zwei zweite zweiten deux deuxieme segundo segunda dos dois duas",
    3: "three thrice third drei dritte dritten trois troisieme tres tercero terceiro",
    4: "four fourth vier vierte vierten quatre quatrieme cuatro cuarto quatro quarto",
    5: "five fifth funf funfte funften cinq cinquieme cinco quinto",
    6: "six sixth sechs sechste sechsten sixieme seis sexto",
    7: "seven seventh sieben siebte siebten sept septieme siete sete",
    8: "eight eighth acht achte achten huit huitieme ocho oito",
    9: "nine ninth neun neunte neunten neuf neuvieme nueve nove",
    10: "ten tenth zehn zehnte zehnten dix dixieme diez dez",
    11: "eleven elf onze once",
    12: "twelve dozen zwolf douze doce doze",
    13: "thirteen dreizehn treize trece treze",
    14: "fourteen vierzehn quatorze catorce",
    15: "fifteen funfzehn quinze quince",
    16: "sixteen sechzehn seize",
    17: "seventeen siebzehn",
    18: "eighteen achtzehn",
    19: "nineteen neunzehn",
    20: "twenty zwanzig vingt veinte vinte",
    30: "thirty dreissig trente treinta trinta",
    40: "forty vierzig quarante cuarenta quarenta",
    50: "fifty funfzig cinquante cincuenta cinquenta",
    60: "sixty sechzig soixante sesenta sessenta",
    70: "seventy siebzig setenta",
    80: "eighty achtzig ochenta oitenta",
    90: "ninety neunzig noventa",
    100: "hundred hundert cent cien cem",
    1000: "thousand tausend mille mil",
}
_NOT_NUMBERS: Final[frozenset[str]] = frozenset(
    {"once", "dos", "sept", "elf", "null", "both", "dez", "segundo", "cuarto", "quarto", "achten"}
)
NUMBER_WORDS: Final[dict[str, int]] = {
    name: number
    for number, names in _NUMBER_NAMES.items()
    for name in names.split()
    if name not in _NOT_NUMBERS
}
"""Number words that are hardly ever anything else (`once`, `dos` and `sept` are left out)."""

CLOCK_HOURS: Final[dict[str, int]] = {
    name: hour
    for hour, names in enumerate(
        (
            "one eins", "two zwei", "three drei", "four vier", "five fünf", "six sechs",
            "seven sieben", "eight acht", "nine neun", "ten zehn", "eleven elf", "twelve zwölf",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
CLOCK_HOURS.update({"funf": 5, "zwolf": 12})

SPELLED_DURATIONS: Final[dict[str, int]] = {
    "an hour and a half": 90,
    "half an hour": 30,
    "half-hour": 30,
    "a quarter of an hour": 15,
    "quarter of an hour": 15,
    "three quarters of an hour": 45,
    "anderthalb stunden": 90,
    "eineinhalb stunden": 90,
    "eine halbe stunde": 30,
    "eine viertelstunde": 15,
    "une heure et demie": 90,
    "une demi-heure": 30,
    "un an": 518400,
    "un quart d'heure": 15,
    "media hora": 30,
    "hora y media": 90,
    "meia hora": 30,
    "fortnight": 20160,
}

UNIT_WORDS: Final[dict[str, str]] = {
    alias: unit
    for unit, aliases in {
        "€": "eur euro euros eur",
        "$": "usd dollar dollars",
        "£": "gbp pound pounds",
        "%": "percent prozent pourcent pct",
        "min": "minute minutes minuten minuto minutos mins",
        "sec": "seconds sekunde sekunden secs",
        "h": "hour hours stunde stunden heure heures hora horas hrs",
        "day": "days tag tage jour jours dia dias",
        "week": "weeks woche wochen semaine semaines semana semanas",
        "month": "months monat monate mois mes meses mês",
        "year": "years jahr jahre ans annee annees ano anos yrs",
        "kb": "kilobyte kilobytes",
        "mb": "megabyte megabytes",
        "gb": "gigabyte gigabytes",
        "tb": "terabyte terabytes",
        "px": "pixel pixels",
        "mg": "milligram milligrams milligramm",
        "g": "gram grams gramm gramme grammes gramos gramas",
        "kg": "kilo kilos kilogram kilograms kilogramm",
        "km": "kilometre kilometres kilometer kilometers kilometros",
        "m": "metre metres meter meters metros",
        "cm": "centimetre centimetres centimeter centimeters zentimeter",
        "mm": "millimetre millimetres millimeter millimeters",
        "ml": "millilitre millilitres milliliter milliliters",
        "cl": "centilitre centilitres centiliter",
        "litre": "liter litres liters litros",
    }.items()
    for alias in (*aliases.split(), *([unit] * unit.isalpha()))
}
