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
    """Tell whether words say of a thing between them that it is there, here and now.

    Args:
        before: the words of the sentence before it.
        after: those behind it.
    """
    # Of an enumeration the words before its first item speak.
    before, after = ITEMS.sub("", before[-400:])[-160:], after[:80]
    if _BEFORE.search(before) or _AFTER.search(after):
        return False
    return not (_NEVER.search(before) and not _LEFT_ALONE.search(before))


def is_of_elsewhere(sentence: str) -> bool:
    """Tell whether a sentence speaks of another machine or repository, or asks."""
    return sentence.rstrip().endswith("?") or _ELSEWHERE.search(sentence) is not None
