"""Words that tell whether a line is news, and of what: the data behind `news.added_lines`.

Pure data, chosen by hand: words of now and of beginning, words of what was only asked or wished, of
what passes, and the words that say nothing of what a line is about. English, German, French,
Spanish, Italian, Dutch, Portuguese.
"""

import re
from typing import Final

from vaultwatch.late_regex import late_regex


def _words(text: str) -> frozenset[str]:
    """Return the words of a table written as lines."""
    return frozenset(text.split())


NOW: Final = late_regex(
    r"\b(?:now|nowadays|these days|currently|henceforth|after all|by now|from now on"
    r"|from here on|going forward|from this point on|as of now"
    r"|jetzt|nun|künftig"
    r"|nunmehr|inzwischen|mittlerweile|ab sofort|maintenant|désormais|dorénavant"
    r"|ahora|adesso|ora|ormai|nu"
    r"|voortaan|tegenwoordig|inmiddels|agora)\b",
    re.IGNORECASE,
)
"""Words that announce a new state of things."""
NEWS: Final = late_regex(
    r"\b(?:baj[oó]|subi[oó]|baja|sube|aument[oó]|rebaj[oó]|baisse|augmente|baissé|augmenté|passe à"
    r"|steigt|sinkt|erhöht|gesenkt|gestiegen|gesunken|scende|sale|aumenta|sceso|salito|stijgt|daalt"
    r"|lowers?|lowered|raises?|rose|rises|fell|falls|instead|in the end|moved|changed|raised"
    r"|cut|(?:gone|went) (?:up|down)|switched"
    r"|took over"
    r"|takes over|picked|decided|stattdessen|nur noch|übernimmt|übernommen)\b",
    re.IGNORECASE,
)
"""Verbs of change: they announce another number, not another name."""
NEW: Final = late_regex(
    r"\b(?:new|neue?[rsnm]?|nouve(?:au|lle|l|aux|lles)|nuev[oa]s?|nuov[oaie]|nieuwe?"
    r"|nov[oa]s?)\s+([^\W\d_]+)",
    re.IGNORECASE,
)
"""`the new contact`: what is new is named."""
_WHEN: Final = (
    r"(?:(?:the |der |dem |den |le |la |el |il |de |l'|d')?(?:next |last |end of "
    r"|ende |mid-? ?|nächsten? "
    r"|letzten? |letzter |dieser |este |this )?(?:\d{4}-\d\d-\d\d|\d{1,2}(?:st|nd|rd"
    r"|th|er|º|\.)?(?: of| de)?"
    r" (?:__MONTH)\w*(?: \d{4})?|(?:__MONTH)\.?(?: \d{1,2}(?:st|nd|rd|th)?)?(?:,? \d{4})?|\d{4}"
    r"|\d{1,2}(?:st|nd|rd|th|\.)?(?! ?[%€$£\w])|first|__DAY|today|tomorrow|yesterday"
    r"|now(?: on)?|then(?: on)?"
    r"|week|month|year|weekend|spring|summer|autumn|fall|winter|january|morgen|heute"
    r"|gestern|herbst|sommer"
    r"|frühjahr|frühling|woche|monat|jahr|sofort|demain|hier|aujourd'hui|semaine|mois"
    r"|année|rentrée|été"
    r"|automne|hiver|printemps|mañana|ayer|hoy|semana|mes|año|verano|otoño|invierno"
    r"|primavera|domani|ieri"
    r"|oggi|settimana|mese|anno|estate|autunno|inverno|morgen|vandaag|gisteren|maand"
    r"|jaar|zomer|herfst))"
    r"(?:\s?(?:on|onwards?|an))?"
)
_MONTHS: Final = (
    "jan(?:uary|uar|vier)|feb(?:ruary|ruar)|février|mar(?:ch|s|zo)|märz|apr(?:il)?|avril"
    "|abril|aprile|may|mai"
    "|mayo|maggio|mei|june|juni|juin|junio|giugno|jun|july|juli|juillet|julio|luglio|jul"
    "|aug(?:ust|ustus)?"
    "|août|agosto|sep(?:t(?:ember|embre|iembre)?)?|settembre|oct(?:ober|obre|ubre)?"
    "|oktober|ottobre|nov"
    "|november|novembre|noviembre|de[cz](?:ember|embre)?|décembre|diciembre|dicembre"
    "|enero|febrero|gennaio"
    "|febbraio|januari|februari|maart|augustus"
)
_DAYS: Final = (
    "(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams"
    "|sonn)tags?|mittwochs?"
    "|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves"
    "|viernes|sábado"
    "|domingo|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica"
    "|(?:maan|dins|woens|donder|vrij|zater|zon)dag"
)
SINCE: Final = late_regex(
    r"\b(?:from|since|as of|as from|starting(?: from| in| on| with)?"
    r"|effective(?: from)?|ab|seit|à partir"
    r" d[eu']|depuis|dès|desde|a partir d[eai]l?|da|dal|dall'|vanaf|sinds|per|with effect from) ?"
    + _WHEN.replace("__MONTH", _MONTHS).replace("__DAY", _DAYS),
    re.IGNORECASE,
)
"""`from March on`, `as of 1 May`: when something new began."""

WHEN: Final = late_regex(
    r"(?:in|on|at|im|am|en|à|au|el|il|nel|op|de|le)? ?"
    + _WHEN.replace("__MONTH", _MONTHS).replace("__DAY", _DAYS),
    re.IGNORECASE,
)
"""`on 3 June`, `last week`: when something came to pass."""

UNSURE: Final = late_regex(
    r"\?|\b(?:if|unless|would|could|should|might|maybe|perhaps|possibly|whether"
    r"|propos\w+|suggest\w*"
    r"|wants?|wanted|wish\w*|hop(?:es?|ing)|consider\w*|thinking|thinks?|thought"
    r"|discuss\w*|asked|asks"
    r"|asking|wonder\w*|rumou?r\w*|in case|ideas?|plans to|planned|planning|intends?"
    r"|(?:like|love) to"
    r"|rather have|one day|someday|nearly|almost|close to|offer\w*|eventually|draft"
    r"|option|threat\w*"
    r"|let's|candidate|can|must|(?<!going )to be|falls|würd\w+|könnt\w+|sollt\w+|sollen"
    r"|vielleicht|eventuell|möglicherweise"
    r"|vorschlag|vorgeschlagen|überleg\w+|möcht\w+|fragt\w*|abwarten|geplant"
    r"|irgendwann|beinahe|wenn"
    r"|peut-être|pourrai\w+|pourrions|voudrai\w+|devrai\w+|souhait\w+|propose\w*"
    r"|si (?:on|nous|elle|il)"
    r"|quizás?|tal vez|podría\w*|quiere\w*|habría|debería\w*|a lo mejor|forse"
    r"|potrebbe\w*|vorrebb\w+|vorremmo"
    r"|magari|dovrebb\w+|si potrebbe|misschien|zou|zouden|kunnen we|moeten we"
    r"|overweg\w+|willen|mocht"
    r"|talvez|poderia\w*|se calhar)\b|(?-i:\bmay\b)",
    re.IGNORECASE,
)
"""Asked, supposed, wished or planned: nothing came to pass."""
WISH: Final = late_regex(
    r"[,;.\u2013\u2014]\s+(?:[^\W\d_]+\s+){1,3}(?:wants?|wanted|wishes|hopes?|thinks?|thought"
    r"|suggests?"
    r"|likes?|loves?|prefers?|will|möchte|wünscht|meint|findet|denkt|veut|voudrait|pense|préfère"
    r"|quiere|piensa|prefiere|vuole|pensa|preferisce|wil|denkt|vindt|quer|acha"
    r"|prefere)\b[^,;.]*[.!]?\s*$",
    re.IGNORECASE,
)
"""What somebody wants, behind what was decided."""
PASSING: Final = late_regex(
    r"\b(?:today|tonight|this (?:time|once|week|morning|evening|afternoon|monday"
    r"|tuesday|wednesday|thursday"
    r"|friday|saturday|sunday|weekend|month)|next (?:week|time|monday|tuesday"
    r"|wednesday|thursday|friday"
    r"|saturday|sunday)|for once|just once|only this|exceptionally|temporar\w+|again"
    r"|until tomorrow"
    r"|tomorrow|heute|diesmal|diese woche|diesen|nächste woche|nächsten|ausnahmsweise"
    r"|vorübergehend"
    r"|morgen|aujourd'hui|demain|cette (?:semaine|fois)|ce (?:soir|matin|lundi|mardi"
    r"|mercredi|jeudi|vendredi)"
    r"|exceptionnellement|hoy|mañana|esta (?:semana|vez)|oggi|domani"
    r"|questa (?:settimana|volta)|stavolta"
    r"|vandaag|deze (?:week|keer)|dit keer|hoje|amanhã|esta vez|last (?:year|season"
    r"|summer|winter)|(?<!the )last time"
    r"|in the past|back in|back then|previously|formerly|at the time|before|until (?:then|last)"
    r"|letztes jahr|voriges jahr|damals|früher|l'an dernier|l'année dernière"
    r"|el año pasado|l'anno scorso"
    r"|vorig jaar|vroeger|no ano passado|years? ago)\b",
    re.IGNORECASE,
)
"""Of one day, or of a time long gone: it says nothing of what holds."""

LIGHT_WORDS: Final = _words(
    """
    wieder selbst selber contract contracts subscription account membership vertrag abo abonnement
    contrat contrato contratto suscripcion mitgliedschaft limit arrangement agreement policy setup
    regelung abmachung vereinbarung limite accord acuerdo afspraak begins starts begint beginnt
    commence comienza empieza inizia uur heures horas
    new old current present regular usual whole entire fixed original official go goes going
    went gone run runs running come comes coming came happen happens take place live lives sit
    sits stand stands hang hangs work works handle handles handled hold held need needs needed
    want switch switched move moved change changed replace replaced raise raised increase
    increased cut reduce reduced postponed rescheduled set up down officially finally completely
    altogether definitely all every each after through behind below above beside near between
    against please sadly unfortunately luckily permanently good ever anyway entirely totally
    soon early recently simply actually instead update correction news day date time decided
    agreed chosen picked settled booked end last week month year yesterday today lot done made
    back away longer decision choose pick winner mg ml cl kg kb mb gb tb uhr h am pm morning
    evening afternoon night matin soir abend vormittag nachmittag noche tarde mattina sera
    pomeriggio ochtend avond middag annee jahr jahre ano anno jaar ab jetzt nun user second
    first third once twice cambiato cambiata cambiamo changer gewechselt gewijzigd veranderd
    gibt geht lauft liegt kommt steht macht machen gemacht verlegt verschoben erhoht ubernimmt
    ubernommen neu neue neuer neues neuen endgultig leider kunftig stattdessen sofort mehr va
    vont passe passent vient viennent fait maintenant desormais nouveau nouvelle definitivement
    il lo gli i del della dei degli delle al alla ai dal dalla nel nella sul sulla e o un uno
    una non ci si li che per con da di su tra fra nostro nostra nostri nostre mio mia loro
    questo questa siamo avons avez ont suis sommes sono abbiamo ho hanno ha era erano c'e haben
    hemos pay pays cost costs charge charges rule rhythm price fee schedule deal de of met op
    uit aan te wordt onze ons mijn je jij hij zij dat die dit er om tot ook maar niet plus lieu
    viene vienen van queda pasa ahora nuevo nueva definitivamente mas vengono sta stanno fanno
    fa adesso ora nuovo nuova piu niente gaat gaan komt komen staat staan ligt loopt nu voortaan
    nieuwe nieuw meer definitief worden zijn hebben heeft naar bij voor geen een het ya seit
    depuis desde vem fica agora novo nova mais
    """
)
"""Words that say nothing of what a clause is about, beside the stop words."""

HOW_OFTEN: Final = _words(
    """
    hourly daily nightly weekly fortnightly biweekly monthly quarterly yearly annually annual
    stundlich taglich wochentlich monatlich vierteljahrlich jahrlich
    quotidien quotidienne hebdomadaire mensuel mensuelle trimestriel annuel annuelle
    diario diaria semanal quincenal mensual trimestral anual
    giornaliero settimanale mensile trimestrale annuale
    dagelijks wekelijks maandelijks jaarlijks diariamente semanalmente mensalmente
    """
)
"""Words of how often: one of them stands for another, or for a weekday."""

PARTS_OF_DAY: Final = {
    word: part
    for part, words in enumerate(
        (
            "morning mornings morgens vormittag vormittags matin manana mattina ochtend manha",
            "noon midday lunchtime mittag mittags midi mediodia mezzogiorno middag",
            "afternoon afternoons nachmittag nachmittags apres-midi tarde pomeriggio middags",
            "evening evenings abend abends soir noche sera avond avonds",
            "night nights nightly nacht nachts nuit notte noite",
        )
    )
    for word in words.split()
}
"""Each part of a day by its names, folded."""
