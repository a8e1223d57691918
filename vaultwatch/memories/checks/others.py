"""Tell whether a sentence speaks of what is not ours: an error, other people, another repository.

Pure; `found` and `values` ask. A line that tells what an error means, who runs an old version, what
stands in another repository or what is not to be done says nothing of this project.
"""

# ruff: noqa: RUF001 -- apostrophes and marks as people write them

import re
from typing import Final

from vaultwatch.late_regex import late_regex

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
    """Tell whether the words round a version are about people who have it still.

    Args:
        before: the words of the sentence before it.
        after: those behind it.
    """
    return _OTHERS_BEFORE.search(before) is not None or _OTHERS_AFTER.match(after) is not None


def is_of_another_repository(sentence: str, base: str) -> bool:
    """Tell whether a sentence names a repository that is not the one it is read for.

    Args:
        sentence: the words.
        base: the folder of the project that they are read for.
    """
    if _OTHER.search(sentence):
        return True
    own = base.rstrip("/").rpartition("/")[2].casefold()
    for found in _NAMED.finditer(sentence):
        name = (found["name"] or found["subject"] or found["joined"] or found["behind"]).casefold()
        is_ours = name in _OURS or name.rpartition("/")[2] == own
        if not is_ours:
            return True
    return False
