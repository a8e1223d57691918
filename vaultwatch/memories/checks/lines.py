"""Cut what a memory says into prose and commands, and tell which words speak of what is there.

Pure. `found` reads checks out of the pieces.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from vaultwatch.late_regex import late_regex

MOST_LINES: Final = 2_000
MOST_LINE_CHARS: Final = 4_000
"""Of a line that is read. Chosen by hand: a long paragraph has 2,000."""

_FENCE: Final = late_regex(r"\s{0,12}(?P<marks>`{3,}|~{3,})\s*(?P<language>[\w+-]{0,20})")
_SHELL: Final = frozenset({"", "bash", "sh", "shell", "console", "zsh", "terminal", "text", "txt"})
_TREE_MARK: Final = late_regex(r"^(?P<before>[\s│|]*)(?:├──|└──|\|--|`--|\+--)\s*(?P<name>\S.*)$")
_COMMENT: Final = late_regex(r"(?:^|\s)#.*$")

_PROMPT: Final = late_regex(r"^(?:\([\w.-]{1,40}\)\s?)?[$%>]\s+")

_MADE: Final = (
    r"creat\w+|generat\w+|writ(?:e|es|ten|ing)|sav(?:e|es|ed|ing)|output\w*|produc\w+|emit\w*"
    r"|goes (?:in(?:to)?|to)|gehört (?:in|nach)|kommt (?:in|nach)"
    r"|re(?:creat|generat|build|built|mak)\w*|leg(?:e|en|t)"
    r"|add(?:s|ing)?|new|put|place|download\w*|install\w*|record\w*|export\w*|drop|scaffold\w*"
    r"|erzeug\w+|erstell\w+|schreib\w+|neue?[nrs]?|cr[ée]+r\w*|génér\w+|crear\w*|generar\w*"
)
_GONE: Final = (
    r"remov\w+|delet\w+|renam\w+|moved?|migrat\w+|instead of|rather than|no longer|formerly"
    r"|previously|used to|was|were|deprecat\w+|legacy|obsolete|old|replac\w+|superseded|gone"
    r"|gelöscht|entfernt|umbenannt|früher\w*|ehemal\w+|veraltet|statt|ersetzt|verschoben"
    r"|supprim\w+|remplac\w+|déplac\w+|ancien\w*|elimina\w+|reemplaza\w+|antigu\w+|borrad\w+"
    r"|historically|in the past|(?:years?|months?|weeks?|long) ago|last (?:year|month|week)"
    r"|once|had|lived|stood|sat|originally|initially|earlier|back then|at first"
    r"|we (?:used|required|needed|kept|shipped|ran)"
    r"|(?:before|until|till|vor|bis|avant|jusqu['\u2019]en|antes de|hasta) (?:\w+ )?(?:19|20)\d\d"
    r"|vorher|damals|einst|lag(?:en)?|war(?:en)?|hatten?"
    r"|avant(?! d[e'\u2019])|autrefois|était|étaient|avait|avaient"
    r"|antes(?! de)|estaba\w*|era|eran|había\w*|tenía\w*|vroeger|stonden?|eerder"
)
_UNSURE: Final = (
    r"e\.g\.?|for example|for instance|example|such as|like|similar to|would|might|could"
    r"|optional\w*|if|unless|whether|named|called|z\. ?b\.|zum beispiel|etwa|falls|wenn"
    r"|par exemple|por ejemplo|exists?|missing|there (?:is|are) no|without|kein\w*|ohne|sans|sin"
    r"|(?<![\w ] )should"
)
_BEFORE: Final = late_regex(
    rf"(?<![\w`])(?:{_MADE}|{_GONE}|{_UNSURE})(?![\w`])[^.;`]{{0,40}}$", re.IGNORECASE
)
_NEVER: Final = late_regex(
    r"(?:\b(?:not|never|nicht|nie|pas|jamais|nunca|no)|n['\u2019]t)\b[^.;]{0,30}$", re.IGNORECASE
)
_LEFT_ALONE: Final = late_regex(
    r"\b(?:edit|modify|change|touch|commit|break|move|delete|remove|rename|bearbeite|ändere)\w*"
    r"[^.;]{0,20}$",
    re.IGNORECASE,
)
ITEMS: Final = late_regex(r"(?:`[^`]{1,100}`[,/\s]{0,3}(?:(?:and|or|und|oder|et|y)\s)?){1,20}$")
_AFTER: Final = late_regex(
    r"^[^.;`]{0,30}?\b(?:if (?:the|you|it|there|set)|was|were"
    r"|has been|have been|is gone|no longer|does ?n.t exist|do not exist"
    r"|does not exist|removed|deleted|renamed|deprecated|will be|is (?:created|generated|written)"
    r"|gets (?:created|generated)|if (?:present|it exists|any)|wurde|gibt es nicht|existiert nicht"
    r"|n['\u2019]existe|no existe|fue|becomes?|became"
    r"|(?:is|are) now(?= `| in | at | called | part )"
    r"|turned into|nowadays|unsupported|dropped|end of life|got|(?:years?|months?|weeks?) ago"
    r"|last (?:year|month|week)|(?:not|never) (?:be )?(?:committed|checked in|pushed)"
    r"|(?:if|as|when) needed|on demand|bei bedarf|au besoin|si hace falta"
    r"|(?:is|are)(?: not|n['\u2019]t)(?: yet)? (?:supported|there|here|needed|used|available)"
    r"|(?:when|while|once) (?:it|they)(?: is| are)? (?:runs?|running|starts?|started)"
    r"|nicht mehr|nicht länger|nicht unterstützt|(?:wenn|sobald) (?:es|er|sie) (?:läuft|startet)"
    r"|a été|ont été|est devenu\w*|n['\u2019]est (?:plus|pas (?:pris|support)\w*)|ne \w+ plus"
    r"|quand (?:il|elle) tourne|ya no|pasó a|no se (?:admite|usa)|cuando se ejecuta"
    r"|não existe|foi|niet meer|bestaat niet)\b",
    re.IGNORECASE,
)
_ELSEWHERE: Final = late_regex(
    r"\b(?:on|in|inside|from|auf|im|en|dans) (?:the |a |my |your |our |its |der |dem |el |le )?"
    r"(?:(?:remote|other|build|production|staging|consumer|target|upstream|user'?s?) )?"
    r"(?:server|prod(?:uction)?|staging|container|docker|image|vm|pi|nas|cluster|pod|sandbox"
    r"|upstream|fork|branch|rama|branche"
    r"|(?:other|another|sister|separate) (?:repo|repository|machine|project)\w*)\b"
    r"|['\u2019]s fork\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A line of prose, a line of a command, or an entry of a drawn tree."""

    kind: Literal["prose", "command", "tree"]
    text: str
    depth: int = 0
    """Of an entry of a tree: how far it is indented."""
    remark: str = ""
    """Of a command: the comment behind it, or the last one above it in its block."""
    block: int = 0
    """Of a command: which block of the text it stands in."""
    begins_part: bool = False
    """Of a command: whether a comment behind an empty line stands above it, as a heading would."""


def pieces_of(text: str) -> Iterator[Piece]:
    """Yield the lines of a text, by what they are; code of other languages is passed over."""
    fence, language, remark = "", "", ""
    block, is_blank, begins_part = 0, False, False
    for whole in text.split("\n", MOST_LINES)[:MOST_LINES]:
        line = whole[:MOST_LINE_CHARS]
        mark = _FENCE.match(line)
        if fence:
            if mark and mark["marks"].startswith(fence) and not mark["language"]:
                fence = ""
            elif entry := _TREE_MARK.match(line):
                depth = len(entry["before"])
                yield Piece("tree", _COMMENT.sub("", entry["name"]).strip(), depth)
            elif language in _SHELL:
                command, comment = without_prompt(_COMMENT.sub("", line)), _COMMENT.search(line)
                own = comment[0] if comment else ""
                if command:
                    yield Piece("command", command, 0, own or remark, block, begins_part)
                    begins_part = False
                else:
                    remark, begins_part = own, bool(own) and (is_blank or begins_part)
                is_blank = not line.strip()
        elif mark:
            remark, is_blank, begins_part = "", False, False
            block += 1
            fence, language = mark["marks"][:3], mark["language"].lower()
        elif line.strip():
            yield Piece("prose", line)


def without_prompt(line: str) -> str:
    """Return a line of a shell without its prompt, and without what stands around it."""
    return _PROMPT.sub("", line.strip())


def speaks_of_now(before: str, after: str) -> bool:
    """Tell whether words say of a thing between them that it is there, here and now."""
    # Of an enumeration the words before its first item speak.
    before, after = ITEMS.sub("", before[-400:])[-160:], after[:80]
    if _BEFORE.search(before) or _AFTER.search(after):
        return False
    return not (_NEVER.search(before) and not _LEFT_ALONE.search(before))


def is_of_elsewhere(sentence: str) -> bool:
    """Tell whether a sentence speaks of another machine or repository, or asks."""
    return sentence.rstrip().endswith("?") or _ELSEWHERE.search(sentence) is not None


# Tell whether a sentence speaks of what is not ours: an error, other people, another repository.

# ruff: noqa: RUF001 -- apostrophes and marks as people write them


_MARK: Final = r"[❌✗✘✖🚫⛔👎]"
_WARNED: Final = late_regex(
    rf"{_MARK}|\b(?:wrong|bad|incorrect|avoid|forbidden|anti-?patterns?|deprecated"
    r"|(?:never|do not|don['’]t)(?=\s*(?:[:!]|$)|\s(?:do|use|run|call|type)\b)"
    r"|(?:niemals|jamais|nunca)(?=\s*(?:[:!]|$))|falsch|schlecht|verboten|vermeide\w*|mauvais\w*"
    r"|faux|interdit\w*|évite\w*|incorrect[oa]|prohibid[oa]|evita\w*|sbagliat[oa]|vietat[oa]"
    r"|errado|fout)(?!\w)",
    re.IGNORECASE,
)
_ERROR: Final = (
    r"(?:\w*(?:errors?|exceptions?|fehlern?|warnung(?:en)?)|failures?|warnings?|crash(?:es)?"
    r"|tracebacks?|complaints?|erreurs?|avertissements?|errores|advertencias?|errori|erros?"
    r"|avisos?|avvisi|foutmelding(?:en)?)"
)
_MEANS: Final = (
    r"(?:means?|meant|indicates?|signals?|suggests?|impl(?:y|ies)|points? (?:at|to)|comes? from"
    r"|(?:is|are) (?:caused|due|harmless|expected|normal|known|fine|a sign)|go(?:es)? away"
    r"|disappears?|can be ignored|bedeute[tn]|heiß(?:t|en)|deute[tn]|weis(?:t|en) auf"
    r"|komm(?:t|en) (?:von|vom|aus)|signifi\w+|veu(?:t|lent) dire|vien(?:t|nent) d\w*|indiqu\w+"
    r"|quieren? decir|indica[nm]?|se deben?|vien(?:e|en) d\w+|vengono da\w*"
    r"|vêm? d\w*|beteken(?:t|en)"
    r"|wijs(?:t|en) op|kom(?:t|en) (?:van|door))"
)
_RAISES: Final = (
    r"(?:throws?|gives?|gets?|you(?:['’]ll)? see|hits?|shows? up as|causes?|results? in|leads? to"
    r"|ignores?|complain\w* about|fails? with|wirft|führt zu|ignorier\w+|provoque\w*|ignore[rz]"
    r"|lanza|provoca|ignora\w*|lancia|lança|geeft|negeer)"
)
_SYMPTOM: Final = late_regex(
    rf"\b{_ERROR}\b[^;\n]{{0,160}}?\b{_MEANS}(?![\w-])|\b{_RAISES}\b[^.;\n]{{0,60}}\b{_ERROR}\b",
    re.IGNORECASE,
)
_PLACE: Final = late_regex(
    r"`(?!\w*(?:Error|Exception|Warning)`)[^`\n]{1,500}`|\]\([^()\s]{1,300}\)"
)
"""Code but the name of an error, and where a link leads: an error in a path is none."""
_OTHERS_BEFORE: Final = late_regex(
    r"(?:\b(?:users?|people|folks|customers?|clients?|teams?|contributors?|developers?|any(?:one|body)"
    r"|every(?:one|body)|those|others|somebody|someone)\s"
    r"(?:who|that|still|currently|stuck|left|on|with|of|using|running|needing)\b"
    r"|\b(?:whoever|wer|quien(?:es)?|(?:los|las|el) que|chi|quem|(?:ceux|celles|celui|celle"
    r"|clients|utilisateurs) qui|(?:nutzer|anwender|kunden|leute|utilisateurs|usuarios|utenti"
    r"|clientes|clienti|gebruikers)\w*"
    r"(?:,? (?:die|que|che|qui|von|mit|auf|de|con|di|com|van|met))?)"
    r"\s)[^.;]{0,80}$",
    re.IGNORECASE,
)
_OTHERS_AFTER: Final = late_regex(
    r"^[`*\s+-]{0,4}(?:(?:and|or) (?:older|below|earlier|lower) )?"
    r"(?:users?|people|folks|customers?|clients?|shops?|holdouts?|installs|installations?"
    r"|developers?|contributors?|Nutzer\w*|Anwender\w*|Kunden)\b"
    r"|^[^.;]{0,60}\b(?:must|should|has to|have to|needs? to|please|can) (?:first |now |all )?"
    r"(?:upgrade|update|switch|migrate)\b"
    r"|^[^;]{0,60}\b(?:muss|müssen|soll(?:te)?n?|bitte)\b[^;]{0,40}\b(?:aktualisier\w+|umsteigen)\b"
    r"|^[^;]{0,40}\b(?:doi(?:t|vent) (?:mettre à jour|migrer)|deben? (?:actualizar|migrar)"
    r"|dev(?:e|ono|em) (?:aggiornare|atualizar|migrar))",
    re.IGNORECASE,
)
_OURS: Final = frozenset(
    """
    this same main current root whole entire git github gitlab own local clone cloned source code
    project public private new fresh clean empty bare working team official remote top-level mono
    each every the a an our your my its their target projekt haupt quell eigenes
    hg svn projet proyecto projeto progetto travail trabajo
    """.split()  # noqa: SIM905 - read as a list of words
)
"""Stands before *repository* and names no other."""
_REPOSITORY: Final = r"(?:repo|repository|repositories|repos|code ?base)"
_ARTICLE: Final = r"(?:the|an?|our|their|his|her|your|my|le|la|el|il|de|das|dem|der|het|o)"
_NAME: Final = r"[`*_\"“]{0,2}(?P<name>[\w./-]{1,60}?)[`*_\"”]{0,2}"
_NAMED: Final = late_regex(
    rf"\b(?:in|inside|within|from|of|to|into|im|dans|en|nel|no|de|aus|van|uit)"
    rf" (?:{_ARTICLE}\s)?{_NAME}[ -]{_REPOSITORY}\b"
    # The word is a class's too: *the order repository*, where no word for a place leads to it.
    rf"|\b{_ARTICLE}\s{_NAME.replace('name', 'subject')}[ -]"
    r"(?:repos?\b|repository (?:keeps?|has)\b)"
    rf"|\b(?P<joined>[\w.]{{1,40}})-{_REPOSITORY}\b"
    r"|\b(?:dépôt|repositorio|repositório|repository|repo)\s(?:(?:de la|de|del|des|du|do|da|di|van)"
    r"\s|d['’]|(?=[`\"“«]))[`\"“«\s]{0,2}(?P<behind>[\w-]{1,60})(?![\w/]|\.\w)",
    re.IGNORECASE,
)
_OTHER: Final = late_regex(
    r"\b(?:(?:the |an? )?(?:upstream|downstream|other|another|sister|sibling|parent|separate"
    r"|second|external|third-party|customer['’]?s?|client['’]s) (?:\w+ )?(?:projects?|repos?"
    r"|repositor(?:y|ies)|checkouts?|code ?base)"
    r"|(?:the )?upstream(?:['’]s)? (?:keeps?|has|have|holds?|uses?|stores?|calls?|puts?"
    r"|docs?|code|is)"
    r"|andere[nmrs]? (?:Repo\w*|Projekte?\w*|Depot\w*)"
    r"|(?:l['’]|un |d['’])?autres? (?:dépôts?|projets?)"
    r"|projets? (?:amont|parents?)|otros? (?:repositorios?|proyectos?)"
    r"|altr[oi] (?:repo\w*|progett[oi])"
    r"|outros? (?:repositórios?|projetos?)|ander(?:e)? (?:repo\w*|project\w*))\b",
    re.IGNORECASE,
)


def is_warned_off(words: str) -> bool:
    """Tell whether words, or a mark such as a cross, say that what they hold is not to be done."""
    return _WARNED.search(words) is not None


def has_cross(words: str) -> bool:
    """Tell whether a mark that crosses out stands among words."""
    return re.search(_MARK, words) is not None


def is_of_a_symptom(sentence: str) -> bool:
    """Tell whether a sentence says what an error means, or that one comes."""
    return _SYMPTOM.search(_PLACE.sub(" ` ", sentence)) is not None


def is_of_others(before: str, after: str) -> bool:
    """Tell whether the words round a version are about people who have it still."""
    return _OTHERS_BEFORE.search(before) is not None or _OTHERS_AFTER.match(after) is not None


def is_of_another_repository(sentence: str, base: str) -> bool:
    """Tell whether a sentence names a repository that is not the one it is read for."""
    if _OTHER.search(sentence):
        return True
    own = base.rstrip("/").rpartition("/")[2].casefold()
    for found in _NAMED.finditer(sentence):
        name = (found["name"] or found["subject"] or found["joined"] or found["behind"]).casefold()
        is_ours = name in _OURS or name.rpartition("/")[2] == own
        if not is_ours:
            return True
    return False


# Tell whether a sentence plainly asserts that a thing is there now: only then is it told at once.

# ruff: noqa: RUF001 -- apostrophes and dashes as people write them


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
_MADE_HERE: Final = late_regex(
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
    """Tell whether words say in a plain present form that a thing between them is there."""
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
    return _MADE_HERE.search(place) is not None


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
