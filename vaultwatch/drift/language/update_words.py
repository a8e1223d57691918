"""How people say that something ended, was replaced or changed: the data behind `news.updates`.

Pure data, chosen by hand from grammars and everyday notes in English, German, French, Spanish,
Italian, Dutch and Portuguese. Each pattern names what it speaks of: `e` what ended or gave way,
`who` brought it about, `new` what came in its place, `rest` what follows. `docs/drift.md` says what
they are worth.
"""

import re
from typing import Final

from vaultwatch.late_regex import late_regex


def _any(*lines: str) -> str:
    """Return one alternation of phrases, a comma between two."""
    phrases = [phrase.strip() for line in lines for phrase in line.split(",")]
    return "(?:" + "|".join(sorted(filter(None, phrases), key=len, reverse=True)) + ")"


_ENDED: Final = _any(
    "cancell?ed, scrapped, dropped, abolished, discontinued, stopped, ended, axed,",
    " ditched, retired",
    "closed(?: down)?, shut(?: down)?, (?:switched|turned|called|laid) off, phased out, thrown out",
    "given up, abandoned, removed, deleted, revoked, withdrawn, terminated, dissolved, disbanded",
    "sold, replaced, superseded, decommissioned, dismissed, fired, finished, scratched, binned",
    "split up, broken up, burnt? down, torn down, repealed, wound up, suspended,",
    " chucked out, annulled",
    "taken down, rolled back, reversed, overturned, killed, lifted, waived,",
    " written off, shelved, pulled",
    "not (?:renewed|extended|prolonged), lapsed, scratched, undone, wound down, taken away,"
    " uninstalled, cleared out, ruled out, pulled down",
)
_IS_OVER: Final = _any(
    "over, off, out, gone, history, dead, no more, obsolete, deprecated, outdated, bankrupt",
    "past, a thing of the past, finished, out of print, out of business, not needed",
    "paid off, booked out, (?:fully |all |completely )?booked(?: up| out)?, sold out, unavailable",
    "not available, done with (?:it|this|that|phones?|them), fully occupied",
    "off the table, no longer needed, closed, shut, no longer available, defunct, void, invalid",
    "not happening, ancient history, a no-go, no longer with us, up for sale, out of the picture",
)
_WENT: Final = _any(
    "left, quit, resigned, retired, died, passed away, stepped down, went (?:bust|bankrupt|under)",
    "closed(?: down)?, shut down, folded, split up, moved (?:away|out), ended, ran out, expired",
    "broke up, broke, shut, went out of business, cancell?ed, burnt? down,",
    " burned down, dropped out, pulled out, backed out",
    "called it a day, ceased, stopped, fell through, gave notice, collapsed,",
    " disappeared, walked out",
    "handed in (?:his|her|their|its) notice, handed over, gave (?:it|this|that|them) up",
    "(?:has |have )?changed (?:departments?|jobs?|teams?|companies|employers?|roles?|sides|firms?)",
    "(?:is|are|went|goes) on (?:maternity|parental|sick|paternity|long) leave, (?:is|are) leaving",
    "(?:stops|quits|resigns|retires|leaves|steps down|closes down|gives up|shuts down"
    "|shuts up shop)",
    "(?:is|are) (?:quitting|retiring|stopping|stepping down|closing(?: down)?|moving away"
    "|moving out)",
    " (?:shut|closed) (?:its|their|his|her) doors, went away",
)
_STOP: Final = _any(
    "dropped, (?:we|i) drop, scrapped, scrap, cancell?ed, quit, ditched, abandoned,",
    " gave up, given up, forget",
    r"forget about, got rid of, sold, ended, closed, removed, threw out, thrown out, lost",
    r"(?:no longer|don't|won't|do not) (?:need|want|use|have), switched off, retired, binned, axed",
    "stopped(?: (?:using|taking|making|doing|having|going to|buying|eating|with))?",
    "(?:am|are|'m|'re|is) (?:off|done with|finished with|through with), quit using",
    "(?:we|i) (?:cancel|stop|quit|ditch|close|sell|leave), ditch, chucked(?: out)?,",
    " dumped, parted with, let go of, got out of, backed out of",
    "opted out of, unsubscribed from, withdrew from, gave notice (?:to|on),",
    " swapped out, kicked out",
    "uninstalled, deleted, signed off from, did away with, have no more, took down, pulled out of",
    "pull(?:ed)? the plug on, put an end to, called time on, (?:said|waved) goodbye to",
    "turned off, shut down, had to (?:cancel|drop|close|sell|stop), moved on from,",
    " parted ways with",
    "terminated, called off, abolished, leaving, moved off, moved away from, switched away from",
)
_MOVE: Final = _any(
    "moves, moving, being moved, moved, postponed, rescheduled, shifted,",
    " brought forward, put off, pushed(?: back)?, relocated",
    "changed, raised, cut, reduced, increased, lowered, extended, shortened, renamed, rose, reset",
    "(?:went|gone|goes|going|gone|set) (?:up|down), dropped, fell, bumped, upgraded,",
    " transferred, delayed",
    "(?:is|are) (?:up|down), switched, migrated, converted, reassigned,",
    " handed(?: over)?, passed(?: on)?, gave, given",
)
_AUX: Final = (
    r"(?: (?:has|have|had|is|are|was|were|will be|be|been|being|got|gets?|had to be"
    r"|has to be|just"
    r"|now|finally|officially|already|completely|permanently|sadly|recently|also|all))"
)
_SEIN: Final = (
    r"(?:ist|sind|war|waren|wurde|wurden|wird|werden|hat|haben|is|zijn|werd|wordt|worden"
    r"|heeft|hebben)"
)
_AUS: Final = _any(
    "gestrichen, abgesagt, abgeschafft, gekündigt, eingestellt, aufgelöst, verkauft, geschlossen",
    "zugemacht, dichtgemacht, aufgehört, abgeschaltet, weggefallen, entfallen, geschichte, weg",
    "vorbei, insolvent, pleite, aufgegeben, abbestellt, beendet, gestorben, ausgezogen, weggezogen",
    "ersetzt, abgelöst, hinfällig, überholt, abgemeldet, ausgestiegen,",
    " zurückgetreten, abgesprungen",
    "afgelast, geannuleerd, geschrapt, opgezegd, gestopt, gesloten, verkocht,",
    " opgeheven, afgeschaft",
    "storniert, aufgehoben, stillgelegt, abgerissen, verschrottet, verschenkt,",
    " geplatzt, ungültig, passé",
    "hingeworfen, abgegeben, abgebaut, rausgeflogen, verloren, gesperrt",
    "im ruhestand, in rente(?: gegangen)?, umgezogen, übergeben, abgemeldet, ausgebucht",
    "weggedaan, ingetrokken, van de baan, stopgezet, afgebroken, opgehouden, met pensioen",
    "failliet, voorbij, vertrokken, overleden, dicht, beëindigd, vervangen, verhuisd, afgezegd",
)
_FINI: Final = _any(
    "annulée?s?, supprimée?s?, arrêtée?s?, fermée?s?, terminée?s?, finie?s?,",
    " résiliée?s?, vendue?s?",
    "démissionné, partie?s?, morte?s?, abandonnée?s?, remplacée?s?, dissoute?s?,",
    " pris sa retraite, à la retraite, quittée?s?, perdue?s?, caduque?, périmée?s?",
    "cancelad[oa]s?, anulad[oa]s?, suspendid[oa]s?, suprimid[oa]s?, eliminad[oa]s?, cerrad[oa]s?",
    "terminad[oa]s?, vendid[oa]s?, despedid[oa]s?, encerrad[oa]s?, extint[oa]s?,",
    " jubilad[oa]s?, rescindid[oa]s?, retirad[oa]s?, desaparecid[oa]s?",
    "cancellat[oaie], annullat[oaie], abolit[oaie], chius[oaie], finit[oaie], vendut[oaie]",
    "terminat[oaie], soppress[oaie], dimess[oaie], licenziat[oaie], andat[oaie] via,",
    " andat[oaie] in pensione",
    "fallit[oaie], smess[oaie], disdett[oaie], eliminat[oaie], rimoss[oaie],",
    " trasferit[oaie], ritirat[oaie], sciolt[oaie], saltat[oaie], sostituit[oaie]",
)
_ROMANCE_AUX: Final = (
    r"(?: (?:est|sont|a|ont|été|fue|fueron|ha|han|sido|está|están|queda|se|s'est|è"
    r"|sono|si è|si sono"
    r"|hanno|stat[oaie]|foi|foram|está))"
)
_PRETERITE: Final = _any(
    "cerró, dejó, terminó, acabó, dimitió, renunció, murió, se fue, se marchó, se jubiló, quebró",
    "cerraron, cancelaron, se disolvió, se acabó, fechou, saiu, acabou, morreu, encerrou",
)
_WE_STOPPED: Final = _any(
    r"(?:on a|nous avons|j'ai|ils ont|elle a|il a) (?:arrêté|abandonné|annulé"
    r"|supprimé|vendu|résilié|quitté)",
    r"(?:hemos |he |han )?(?:dejamos|dejado|cancelamos|cancelado|vendimos|vendido"
    r"|quitamos|eliminamos)(?: de \w+)?",
    r"(?:abbiamo|ho|hanno) (?:chiuso|venduto|cancellato|smesso|lasciato|mollato"
    r"|disdetto|tolto)(?: con)?",
    "cambiamos, cambiato, cambiamo, dejamos, deixamos",
    "(?:on|nous) (?:laisse|laissons|a laissé) tomber, (?:on|nous) (?:arrête|arrêtons)(?: avec)?",
    "(?:on|nous) (?:abandonne|abandonnons|annule|annulons|résilie|résilions|quitte|quittons|vend)",
    "(?:ya )?(?:dejamos|dejo|lo dejamos) con, (?:lasciamo|molliamo|smettiamo|annulliamo"
    "|disdiciamo)",
    "(?:wir|ich) (?:streichen|streiche|kündigen|kündige|verkaufen|stornieren|canceln|beenden)",
    "(?:wir|ich) (?:verzichten|verzichte) auf, (?:we|ik) (?:stoppen|stop) met",
    "(?:we|ik) (?:schrappen|schrap|verkopen|annuleren)",
)
_NO_MORE_OF: Final = _any(
    "no more, plus de, plus d', niente più, no hay más, nada de, schluss mit", "basta"
)
_IN_PLACE_OF: Final = _any(
    "rather than, lieber als, eher als, plutôt que(?: de)?, más bien que, mejor que, piuttosto che",
    "liever dan, em vez do, em vez da",
    "instead of, in place of, in lieu of, statt, anstatt, anstelle von, anstatt von",
    "à la place de, au lieu de, en lugar de, en vez de, al posto di, invece di, in plaats van",
    "em vez de, no lugar de, stands? in for, takes? over from, took over from, taken over from",
    "filling in for, remplace, sustituye a, sustituyó a, reemplaza a, sostituisce, vervangt",
    "replaces, will replace, is replacing, is taking over from, taking over from,",
    " jumps in for, succeeds, succeeded, ersetzt, löst, substitui",
)

PATTERNS: Final[tuple[tuple[str, str], ...]] = (
    # What ended stands before its ending: `the sync was cancelled`, `sync scrapped`.
    ("ended", rf"(?P<e>.*?){_AUX}*\b {_ENDED}\b(?P<rest>.*)"),
    ("ended", rf"(?P<e>){_ENDED}\b(?P<rest>.*)"),
    ("ended", rf"(?P<e>.+?)(?: is| are| was|'s|'re){_AUX}* {_IS_OVER}\b(?P<rest>.*)"),
    ("went", rf"(?P<e>.+?){_AUX}* {_WENT}\b(?P<rest>.*)"),
    ("ended", rf"(?P<e>.+?) {_SEIN}\b(?: \S+){{0,4}}? {_AUS}(?P<rest>)"),
    ("ended", rf"(?P<e>.+?) {_AUS}(?P<rest>)"),
    (
        "ended",
        (
            r"(?P<e>.+?) (?:entfällt|entfallen|fällt weg|fallen weg|fällt aus|hört auf|hören auf"
            r"|geht in rente|steigt aus|zieht weg|zieht um|macht dicht|gibt auf"
            r"|(?:macht zu|schließt|ferme|cierra|chiude)(?! (?:(?:am|le|les|los|il|la) (?!\d)"
            r"|(?:um|à|a las|alle)\b))"
            r"|kündigt|stopt ermee|stopt|gaat dicht|houdt op|gaat met pensioen|vertrekt|vervalt"
            r"|vervallen|s'arrête|arrête|part à la retraite|s'en va|quitte|se va"
            r"|se jubila|lo deja|deja de venir|smette|va in pensione|se ne va)\b(?P<rest>.*)"
        ),
    ),
    ("stopped", rf"(?P<who>wir|ich|man|sie|er|we|wij|ik|ze) {_SEIN} (?P<e>.+?) {_AUS}"),
    ("ended", rf"(?P<e>.+?){_ROMANCE_AUX}+ {_FINI}\b(?P<rest>.*)"),
    ("went", rf"(?P<e>.+?)(?: ya)? {_PRETERITE}\b(?P<rest>.*)"),
    ("stopped", rf"(?P<who>){_WE_STOPPED} (?P<e>.+)"),
    ("stopped", rf"(?P<who>.*?)(?:^| |'ve |'re |'m ){_STOP} (?P<e>.+)"),
    (
        "stopped",
        rf"(?P<who>){_NO_MORE_OF} ?(?P<e>.+?)(?: (?:until|till|for|bis|jusqu\S*|hasta|tot) .+)?",
    ),
    (
        "stopped",
        (
            r"(?P<who>)(?:there (?:is|are|will be) |there's |we have )?no"
            r" (?P<e>.+?) (?:any ?more|any longer|needed|after all|from now on|now|left)\b.*"
        ),
    ),
    # Done by oneself now.
    (
        "ended",
        (
            r"(?P<e>.+?) (?:machen|mache|übernehmen|erledigen) (?:wir|ich)(?: \w+){0,2} "
            r"(?:selbst|selber)(?P<rest>)"
        ),
    ),
    (
        "stopped",
        (
            r"(?P<who>)(?:wir|ich|we|i|on|nous) (?:machen|mache|do|are doing|will do|make"
            r"|fait|faisons)"
            r" (?P<e>.+?) (?:(?:wieder|jetzt|nun|now|again) )?"
            r"(?:selbst|selber|ourselves|myself|nous-mêmes)"
        ),
    ),
    # What is replaced.
    (
        "ended",
        (
            rf"(?P<e>.*?){_AUX}+ (?:replaced|superseded|succeeded|taken over|swapped"
            rf"|exchanged) (?:by|with|for)\b(?P<rest>)(?P<new>.*)"
        ),
    ),
    (
        "ended",
        (
            rf"(?P<e>.+?) {_SEIN} (?:durch|door|gegen) (?P<new>.+?) (?:ersetzt|vervangen"
            rf"|abgelöst|getauscht|ausgetauscht)(?P<rest>)"
        ),
    ),
    ("instead", rf"(?P<new>.*?)(?:^| ){_IN_PLACE_OF} (?P<e>.+)"),
    (
        "stopped",
        (
            r"(?P<who>.*?)(?:^| )(?:replaced|replacing|replace|swapped|traded|exchanged"
            r"|changed) (?P<e>.+?) (?:with|for|by|against) (?P<new>.+)"
        ),
    ),
    (
        "stopped",
        (
            r"(?P<who>)(?:hemos cambiado|cambiamos|sustituimos|reemplazamos|trocamos)"
            r" (?P<e>.+?) (?:por) (?P<new>.+)"
        ),
    ),
    (
        "stopped",
        (
            r"(?P<who>)(?:abbiamo cambiato|abbiamo sostituito|on a remplacé"
            r"|nous avons remplacé) (?P<e>.+?) (?:con|par) (?P<new>.+)"
        ),
    ),
    (
        "from",
        (
            r"(?P<who>.*?)\b(?:switch|mov|chang|migrat|went|rais|reduc|cut|increas|transfer"
            r"|jump|ro[s]e|fell|swap|wechsel|gewechsel|umgest|umgezogen|überg|passé|changé"
            r"|cambia|pasa|passa|overgestap|gegaan|verhuis)\w*(?: over)? (?:from|von|vom|de"
            r"|du|da|dal|van) (?P<e>.+?) (?:to|over to|zu|zur|zum|auf|à|au|a|al|naar)"
            r" (?P<new>.+)"
        ),
    ),
    (
        "from",
        (
            r"(?P<who>(?:wir|ich|man|we|ik)?)(?:(?:^| )(?:sind|bin|haben|habe|zijn|ben"
            r"|hebben|heb))?"
            r" ?(?:von|vom|van) (?P<e>.+?) (?:zu|zur|zum|auf|nach|naar|op) (?P<new>.+?)"
            r" (?:gewechselt|umgestiegen|umgezogen|übergegangen|gegangen|umgestellt|overgestapt"
            r"|gegaan|overgegaan|verhuisd)"
        ),
    ),
    ("replacer", r"(?P<new>.+?) (?:(?:has|have|had) )?replaced (?P<e>.+)"),
    ("replacer", r"(?P<new>.+?) (?:has |have )?(?:taken|took|takes) over (?P<e>.+)"),
    (
        "replacer",
        (
            r"(?P<new>.+?) (?:a remplacé|ha sostituito|ha preso il posto (?:di|del|della)"
            r"|ha sustituido a|ha reemplazado a|substituiu) (?P<e>.+)"
        ),
    ),
    (
        "replacer",
        (
            r"(?P<new>.+?) (?:hat|heeft) (?:het |es |das )?(?:von "
            r"|van )?(?P<e>.+?) (?:abgelöst|ersetzt|übernommen|vervangen|overgenomen)"
        ),
    ),
    ("changed", r"(?:we |i |they |we've |i've |have )*(?:changed|switched) (?P<e>.+)"),
    ("changed", r"(?:wir|ich) (?:haben|habe) (?P<e>.+?) gewechselt"),
    ("changed", r"(?:wij|we|ik) (?:hebben|heb|zijn) (?:van )?(?P<e>.+?) (?:gewisseld|veranderd)"),
    ("changed", r"(?:nous avons|on a|j'ai) changé (?:de |d')(?P<e>.+)"),
    (
        "changed",
        (
            r"(?:abbiamo cambiato|ho cambiato|hemos cambiado de|he cambiado de|cambiamos de"
            r"|mudámos de) (?P<e>.+)"
        ),
    ),
    ("instead", r"(?P<new>)(?:not (?P<e>.+?) after all)"),
    ("instead", r"doch nicht (?P<e>[^,]+?)(?:, .*)?"),
    (
        "instead",
        (
            r"(?:it's|it is|es ist|c'est|es|è|het is) (?P<new>.+?),? (?:not|nicht|pas|no|non"
            r"|niet) (?P<e>.+)"
        ),
    ),
    ("arrow", r"(?P<e>.+?)\s*(?:->|=>|\u2192|\u27f6)\s*(?P<new>.+)"),
    # What moved or got another value.
    ("moved", rf"(?P<e>.*?){_AUX}*\b ?{_MOVE} (?:to|from|by|into|until|over to) (?P<new>.+)"),
    (
        "carried",
        (
            rf"(?P<who>.*?)(?:^| |'ve ){_MOVE} (?P<e>.+?) (?:to|by|from|until|into|over to"
            rf"|up) (?P<new>.+)"
        ),
    ),
    (
        "moved",
        (
            rf"(?P<e>.+?) {_SEIN} (?P<new>.+?) (?:verlegt|verschoben|erhöht|gesenkt|geändert"
            rf"|umgezogen|gekürzt|verlängert|verplaatst|verzet|verhoogd|verlaagd|gewijzigd"
            rf"|verschoven|umgestellt|gewechselt)"
        ),
    ),
    (
        "moved",
        (
            rf"(?P<e>.+?) {_SEIN} (?:verplaatst|verzet|verhoogd|verlaagd|gewijzigd|verschoven"
            rf"|verschoben|verlegt) (?:naar|tot|op|auf|nach) (?P<new>.+)"
        ),
    ),
    (
        "moved",
        (
            rf"(?P<e>.+?){_ROMANCE_AUX}+ (?:reporté|déplacé|avancé|passé|augmenté|baissé"
            rf"|aplazad|movid|trasladad|cambiad|subid|bajad|spostat|rimandat|rinviat|aumentat"
            rf"|cambiat|passat|adiad|mudad)[eoai]?s? (?:à|au|aux|de|a|al|alla|alle|ao|para"
            rf"|en) (?P<new>.+)"
        ),
    ),
)
"""(kind, pattern), each matched against a whole clause, whatever its case."""

RETRACTED: Final = late_regex(
    r"(?:scrap|forget|ignore|strike|disregard|scratch"
    r"|never mind)(?: about)?(?: all)? (?:that|this|it"
    r"|the above|above)\b|never ?mind\b|(?:this|that|it|the above|no longer)\b(?: is"
    r"| was)?(?: no longer)?"
    r" (?:out of date|outdated|obsolete|wrong|true|valid|current)(?: now| any ?more)?$"
    r"|vergiss das|vergesst das|hat sich erledigt|stimmt nicht mehr|gilt nicht mehr|überholt$"
    r"|oubliez ça|oublie ça|laisse tomber|plus valable|n'est plus vrai|olvida(?:d)? eso"
    r"|ya no vale"
    r"|lascia perdere|non vale più|lasciate perdere|vergeet dat|geldt niet meer|klopt niet meer"
    r"|esquece isso|já não vale",
    re.IGNORECASE,
)
"""A line that takes back what stands right above it, or what it names then."""
ABOUT: Final = late_regex(
    r"[\s,]*(?:(?:part|bit|thing|teil|sache|punkt)\s+)?(?:about|on|with|regarding|concerning|re|mit"
    r"|über|von|wegen|zu[mr]?|pour|sur|concernant|de|del|della|di|su|van|over|met|com|sobre|por)\s+"
    r"(?P<what>[^,;.:\u2013\u2014]{1,80})",
    re.IGNORECASE,
)
"""What follows there: `scrap that about the boiler`."""

NO_LONGER: Final = late_regex(
    r"\bno longer\b(?! than)|\b(?:not|n't|never|nobody|nothing"
    r"|no)\b(?=.*\b(?:any ?more|any longer)\b)"
    r"|\bany ?more\b|\bany longer\b|\bnicht mehr\b|\bkein\w*\b(?=.* mehr\b)|\bmehr\b"
    r"|\bniet meer\b"
    r"|\bgeen\b(?=.* meer\b)|\bmeer\b|\bya no\b|\bjá não\b|\bn(?:e "
    r"|['\u2019])(?=.*\bplus\b)|\bplus\b"
    r"|\bnon\b(?=.*\bpiù\b)|\bpiù\b|\bnão\b(?=.*\bmais\b)|\bmais\b|\b(?:used|use) to\b",
    re.IGNORECASE,
)
"""The words of a denial, to be cut out; `IS_NO_LONGER` says whether there is one."""
IS_NO_LONGER: Final = late_regex(
    r"\bno longer\b(?! than)|\b(?:not|nobody|nothing|no)\b.*\b(?:any ?more|any longer)\b"
    r"|\b(?:we|i|they) used to\b"
    r"|\b(?:nobody|no one|niemand|nadie|nessuno|personne)\b.*\b(?:now|these days|jetzt|ahora"
    r"|adesso)\b"
    r"|n't\b.*\b(?:any ?more|any longer)\b|\bnicht mehr\b|\bkein\w*\b.* mehr\b|\bniet meer\b"
    r"|\bgeen\b.* meer\b|\bya no\b|\bjá não\b|\bn(?:e |['\u2019]).*\bplus\b|\bnon\b.*\bpiù\b"
    r"|\bnão\b.*\bmais\b",
    re.IGNORECASE,
)

ENDS: Final = late_regex(
    rf"\b(?:{_ENDED}|stop(?:s|ping)?|ends?|ending|expire[sd]?|rejected|declined"
    rf"|archived|no more|quits?"
    rf"|{_AUS}|{_FINI}|endet|abgelehnt|verfällt|läuft aus)\b",
    re.IGNORECASE,
)
"""Words of a belief that tells of an end itself."""
