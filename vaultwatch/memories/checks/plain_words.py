"""Tell whether a sentence plainly asserts that a thing is there now: only then is it told at once.

Pure; `found` asks. The rule is closed: a present form that is known must stand there, and no word
of negation, past, condition, wish or making, in a language whose words for these are known. All
else is a suggestion, which is silent until a person accepts it.
"""

# ruff: noqa: RUF001 -- apostrophes and dashes as people write them

import re
from typing import Final

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.checks.lines import ITEMS
from vaultwatch.memories.checks.others import has_cross, is_of_a_symptom

_ENGLISH: Final = (
    r"no|not|\w+n['’]t|cannot|never|nor|neither|none|nobody|nothing|without|except|any ?more"
    r"|longer|gone|was|were|had|did|been|used to|once|formerly|previous\w*|earlier|original\w*"
    r"|initially|until|till|ago|beca?me|becomes?|becoming|turned|mov(?:e|es|ed|ing)|renam\w+"
    r"|remov\w+|delet\w+|drop(?:s|ped|ping)?|replac\w+|supersed\w+|merged|migrat(?:e|es|ed|ing)|deprecat\w+"
    r"|legacy|obsolete|old|older|past|histor\w+|retired|archived?|abandoned|lost|missing|lived|stood"
    r"|held|kept|ran|lay|shipped|sat|(?:we|they|it|i|he|she) [a-z]{2,}ed|unsupported"
    r"|should|would|could|might|may|if|unless|whether|when|whenever|while|will|shall"
    r"|going to|plan(?:s|ned|ning)?|futures?|soon|todo|tbd|upcoming|propos\w+|wish\w*|someday"
    r"|eventually|tomorrow|draft|idea|e\.g|examples?|such as|instead|rather|creat\w+|generat\w+"
    r"|produc(?:e|es|ed|ing)|writ(?:e|es|ten|ing)|emit\w*|outputs?|logs?|cached?|caches|dump\w*"
    r"|(?:your|their)(?: own)? (?:app\w*|code ?base|package|project|repo\w*)"
    r"|(?:call|name) (?:it|them|this|the|your) ?\w*|suppos\w+|perhaps|maybe|probably|optional\w*"
    r"|(?:only )?after|before|yet"
    r"|(?:by|till|until|since|from|to|in) (?:\w+ )?(?:19|20)\d\d|(?<!or )(?<!and )later"
)
_GERMAN: Final = (
    r"nicht|kein\w*|nie|niemals|nirgends|ohne|außer|früher\w*|vorher\w*|damals|einst|ehemal\w+"
    r"|war|waren|wurden?|hatten?|lag|lagen|stand|standen|gab|hieß\w*|wird|werden|würden?|könnten?"
    r"|sollten?|soll|sollen|falls|wenn|sobald|sofern|solange|bis|gelöscht|entfernt|entfällt"
    r"|umbenannt|verschoben|ersetzt|veraltet\w*|alte[nrsm]?|statt|geplant\w*|künftig\w*|bald"
    r"|später|erzeugt|erstellt|geschrieben|vielleicht|nachdem|bevor|weg|vor \d{4}|lief|brauchten?"
)
_FRENCH: Final = (
    r"ne|n['’]\w+|pas|plus|jamais|sans|sauf|aucun\w*|était|étaient|avait|avaient|fut|furent|été"
    r"|fallait|fallut|autrefois|jadis|ancien\w*|naguère|supprim\w+|remplac\w+|déplac\w+|renomm\w+"
    r"|retir\w+|obsol\w+|si|s['’]ils?|lorsqu\w*|quand|ser(?:a|ont|ait|aient)|devr\w+|pourr\w+"
    r"|deven\w+|futur\w*|bientôt|prévu\w*|génér\w+|cré[eé]\w*|dispar\w+|avant|jusqu\w*|peut-être"
    r"|après|fini\w*|utilisait|exigeait"
)
_ROMANCE: Final = (
    r"nunca|jamás|sin|salvo|era|eran|estaban?|estuvo|fue|fueron|había\w*|hubo|tenían?|antes"
    r"|antigu\w+|solían?|hasta|eliminad\w+|borrad\w+|reemplaz\w+|sustitu\w+|movid\w+|renombr\w+"
    r"|obsolet\w+|cuando|será\w*|serían?|podrían?|deberían?|pronto|previst\w+|generad?\w+"
    r"|cread?\w+|creará|pasó|vivían?|usaba\w*|ningun\w*|ningún|quizá\w*|después|ya|usábamos"
    r"|non|mai|più|senza|erano|stat[aoie]|prima|fino|rimoss\w+|eliminat\w+|sostitui\w+|spostat\w+"
    r"|se|quando|sarà|saranno|c['’]era|aveva\w*|não|sem|foi|foram|até|removid\w+|apagad\w+"
    r"|estava\w*|tinha\w*|existia\w*|havia\w*|ficava\w*|depois|usava\w*"
)
_OTHERS: Final = (
    r"niet|geen|nooit|zonder|waren|vroeger|eerder|tot|verwijderd|hernoemd|verplaatst|vervangen"
    r"|als|zodra|wordt|worden|werd|werden|zou|zal|indien|tenzij|stonden?|bestond|voor \d{4}"
    r"|inte|ikke|ikkje|borttag\w+|fjern\w+|slett\w+|usuni\w+|były?|było|nie|ei|poistet\w+|nem"
)
_DOUBT: Final = late_regex(
    rf"(?<![\w-])(?:{_ENGLISH}|{_GERMAN}|{_FRENCH}|{_ROMANCE}|{_OTHERS})(?![\w-])|~~|\?",
    re.IGNORECASE,
)
_CHANGED: Final = late_regex(
    r"[\s>*+|#_-]{0,12}(?:add|chang|consolidat|convert|copi|extract|fix|implement|improv|introduc"
    r"|port|refactor|rework|simplifi|switch|unifi|updat)ed\b",
    re.IGNORECASE,
)
"""Begins a line of a list of changes: it tells what was done."""
_NO_DOUBT: Final = late_regex(
    r"(?:do not|don['’]t|never|nicht|no|ne) (?:hand-|ever )?(?:edit\w*|modify|change|touch|commit"
    r"|break|forget|ändern|bearbeiten|modifie[rz]?|edites)"
    r"|(?:if|when|whenever|before|after|while) (?:you|\w+ing)(?:['’]re| are| want| need| like)?"
    r"|(?:before|after) (?:each|every|any) \w+|should (?:be )?(?:read|run|use|see)"
    r"|(?:this|that|which|it|commands?|scripts?) will (?:run|build|start|install|check|lint)"
    r"|(?:wenn|bevor) (?:du|man|sie|ihr)|avant de \w+|avant d['’]\w+|antes de \w+|prima di \w+"
    r"|se (?:encuentra|halla|define|trova|trouve|ejecuta|lee)|may be found|(?:is|are) (?:kept|held)"
    r"|once(?=\W*$)",
    re.IGNORECASE,
)
"""Holds a word of doubt and none: what is not to be edited is there."""
_FORM: Final = (
    r"in|at|is|are|see|also|read|run|runs|use|uses|using|edit|keep|open|check|lives?|lies|stands?"
    r"|defined|located|found|entry point|via|with|from|under|inside|into|follow|starts?|calls?|has"
    r"|have|contains?|holds?|includes?|imports?|loads?|configured|stored|lint|build|test|install"
    r"|try|type|execute|touch|change|commit|of|by|on"
    r"|im|ist|sind|liegt|liegen|steht|stehen|siehe|lies|lest|nutze|benutze|verwende|starte|führe"
    r"|öffne|unter|bei|mit|aus"
    r"|dans|est|sont|voir|lis|lisez|lance[rz]?|exécute[rz]?|utilise[rz]?|sous|trouve|avec|ouvre[rz]?"
    r"|en|está|están|es|son|ver|véase|lee|lea|ejecuta|ejecute|usa|con|abre|abra|vive|encuentra"
    r"|è|sono|vedi|leggi|esegui|em|na|é|veja|leia|rode|com|staat|zijn|zie|lees|draai|gebruik|met"
)
_FORM_BEFORE: Final = late_regex(
    rf"(?:^|[\s(*_:,;])(?:{_FORM})(?:[\s:*_(\"'’]+[^\W\d_]+){{0,4}}[\s:*_(\"'’]*$", re.IGNORECASE
)
_FORM_AFTER: Final = late_regex(
    r"^[*_)\]]*\s*(?:$|[-–—:|(,.]|(?:[\w-]+\s+)?(?:is|are|holds?|contains?|has|have|defines?|lists?"
    r"|tells?|says?|runs?|starts?|must|loads?|reads?|shows?|describes?|explains?|configures?"
    r"|implements?|provides?|handles?|builds?|checks?|keeps?|ist|sind|enthält|beschreibt|startet"
    r"|prüft|baut|est|contient|décrit|définit|lance|está|es|contiene|define|describe|è|contém"
    r"|bevat)\b)",
    re.IGNORECASE,
)
_NAMED_SO: Final = late_regex(r"\w[*_]{0,3} \($")
"""Before what stands in brackets behind the name of a thing: *the parser (`src/parse.py`)*."""
_PART_OF_A_WORD: Final = late_regex(r"-\w|[*_]{0,2}[\s-](?:pre|suf)fix")
"""Behind what is no place but a piece of names: *`src/`-relative*, *the `api/` prefix*."""
_HEAD: Final = late_regex(r"^[\s>*+|\d.\[\]x#_()-]*$")
_CODE: Final = late_regex(r"`[^`\n]{1,500}`|\[[^\[\]\n]{0,200}\]\([^()\s]{1,300}\)")
_FOREIGN: Final = late_regex(r"[^\W\d_a-zA-ZäöüßéèêëàâçîïôûùœæñáíóúãõìòÄÖÜÉÈÊÀÂÇÎÔŒÆÑÁÍÓÚÃÕ]")
"""Letters of languages whose words for doubt are not known."""
_MADE: Final = late_regex(
    r"^~/\.|(?:^|/)(?:logs?|\.?caches?|tmp|temp|build|dist|out|output|target|run|coverage)(?:/|$)"
    r"|\.(?:log|pid|sock|lock|tmp|bak|db|sqlite3?|jsonl|csv|out)$",
    re.IGNORECASE,
)
_SECTION: Final = late_regex(r"^\s{0,3}#{1,6}\s")
_BYGONE: Final = late_regex(
    r"\b(?:removed|removals?|deleted|deprecat\w+|obsolete|old|legacy|former\w*|previous\w*|histor\w+"
    r"|archived?|retired|dropped|gone|past|before|until|plan(?:s|ned)?|todos?|future|ideas?|roadmap"
    r"|propos\w+|upcoming|wishes|no longer|unsupported|not|don['’]t|never|avoid|anti-?patterns?"
    r"|change ?logs?|release notes|what['’]s new|mistakes|hist[oó]r\w+|historial|upgrading from"
    r"|versionsgeschichte|geschichte|verlauf|änderungsprotokoll|änderungen|changements"
    r"|journal des modifications|cambios|registro de cambios|storia|cronologia|geschiedenis"
    r"|wijzigingen|mudanças|niemals|jamais|nunca|erreurs à éviter"
    r"|entfernt\w*|veraltet\w*|früher\w*|ehemal\w+|alte[nrs]?|geplant\w*|ideen|pläne|künftig\w*"
    r"|supprim\w+|ancien\w*|prévu\w*|projets?|idées|obsol\w+|antigu\w+|eliminad\w+|borrad\w+"
    r"|planes|futuro|rimoss\w+|vecchi\w*|verwijderd|oude?|vroeger|removid\w+)\b",
    re.IGNORECASE,
)
"""In headings: what stands below is not there, or not yet."""
_RELEASE: Final = late_regex(
    r"[\s#*]*\[?(?:v?\d+\.\d+\.\d+|v?\d+\.\d+\]?\s*[-–—(]+\s*(?:19|20)\d\d)",
    re.IGNORECASE,
)
"""A heading that is a release: what stands below was done then."""
_MORE_VERSIONS: Final = late_regex(
    r"^(?:`|\*|\s|\+)*(?:to|through|up to|till|until|bis|à|a|hasta|[-–—,/&]|and|or|und|oder|et|ou"
    r"|y|o|e|en)(?:\s|`|\*|v|and|or)*\d{1,3}\.\d",
    re.IGNORECASE,
)


def is_doubtful(sentence: str) -> bool:
    """Tell whether a sentence denies, remembers, wishes or supposes, or nobody knows."""
    words = _NO_DOUBT.sub(" ", _CODE.sub(" ` ", sentence))
    if _CHANGED.match(words) or has_cross(words) or is_of_a_symptom(sentence):
        return True
    return any(one.search(words) is not None for one in (_FOREIGN, _DOUBT))


def asserts(before: str, after: str) -> bool:
    """Tell whether words say in a plain present form that a thing between them is there.

    Args:
        before: the words of the sentence before it.
        after: those behind it.
    """
    # Of an enumeration the words before its first item speak.
    led = ITEMS.sub("", before[-400:])
    if _PART_OF_A_WORD.match(after):
        return False
    is_apposed = led.endswith("(") and after.startswith(")") and _NAMED_SO.search(led) is not None
    if is_apposed or _FORM_BEFORE.search(led[-160:]):
        return True
    return _HEAD.fullmatch(led) is not None and _FORM_AFTER.search(after) is not None


def is_made_by_a_run(place: str) -> bool:
    """Tell whether a path is one of those that a program makes when it runs: logs, caches."""
    return _MADE.search(place) is not None


def is_heading(line: str) -> bool:
    """Tell whether a line is a heading."""
    return _SECTION.match(line) is not None


def is_of_bygones(heading: str) -> bool:
    """Tell whether what stands below a heading was, or is yet to be, or nobody knows."""
    if _RELEASE.match(heading) or has_cross(heading):
        return True
    return _FOREIGN.search(heading) is not None or _BYGONE.search(heading) is not None


def has_more_versions(after: str) -> bool:
    """Tell whether more versions follow one: a range, a list."""
    return _MORE_VERSIONS.match(after) is not None
