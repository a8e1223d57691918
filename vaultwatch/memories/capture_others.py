"""Leave out of a message what somebody else wrote: mails, chats, texts that its writer hands in.

Pure, called by `memories.capture_prose`. Where it cannot be known whose words they are, they are
somebody else's: what is lost so is said another time, what is taken so is a lie about a person.
"""

# ruff: noqa: E501, RUF001 -- a way to say it stands on one line

import re
from collections.abc import Iterator, Sequence
from typing import Final


def _found(*lines: str) -> re.Pattern[str]:
    return re.compile("|".join(lines), re.IGNORECASE)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_RULED = re.compile(r"[\s>*]*[-_=]{3,}\s*[^\W\d_][^|]*?[-_=]{3,}[\s*]*$")
"""`----- Forwarded message -----`, in whatever language."""
_HEADER = re.compile(
    r"[\s*_]*(?:from|sent|subject|von|gesendet|betreff|de|envoyé|objet|enviado(?: el| em)?|asunto|da|inviato|oggetto|assunto"
    r"|van|verzonden|onderwerp|od|wysłano|temat|от(?: кого)?|отправлено|тема|发件人|主题|发送时间|差出人|件名|送信日時|보낸 ?사람|제목)[*_]*\s?[:\uff1a][*_]*\s*(?=\S)(?!.*[.!?]\s*$)",
    re.IGNORECASE,
)
"""The head of a mail that was copied."""
_PASTED = re.compile(
    r"[\[<(](?:pasted|attached|attachment|clipboard|eingefügt|anhang|collé|pegado|incollato|colado|geplakt|wklejon)[^\]>)\n]{0,80}[\]>)]",
    re.IGNORECASE,
)
"""What a client writes for a text that was pasted; the text may follow it."""

_SAYS: Final = _found(
    r"\b(?:wrote|writes|said|says|told (?:me|us)|replied|answered|asked|posted|texted|announced|forwarded message"
    r"|schrieb|schreibt|sagte|sagt|meinte|meint|antwortete|a écrit|écrit|a dit|dit|écrivait|a répondu|répond|escribió|escribe|dijo|dice|respondió|contestó"
    r"|ha scritto|scrive|scrisse|ha detto|ha risposto|escreveu|escreve|disse|diz|respondeu|schreef|schrijft|zei|zegt|antwoordde"
    r"|napisał|napisała|pisze|powiedział|powiedziała|mówi|odpisał|odpisała|написал|написала|пишет|сказал|сказала|говорит|ответил|ответила)\b[^:.!?\n]{0,60}(?<!\d):(?!\d)",
    r"(?:写道|说|表示|回复)\s?[:\uff1a]",
    r"(?:書きました|書いた|と?言いました|曰く|より|からの(?:メール|返信|メッセージ))\s?[:\uff1a]",
    r"(?:썼습니다|작성|말했(?:다|어|습니다)|답장)\s?[:\uff1a]",
)
"""Ends where somebody else's words begin."""

_TEXT: Final = (
    r"(?:contracts?|agreement|lease|plan|plans|minutes|agenda|notes|draft|proposal|offer|policy|article|paper|chapter|essay|story|poem|transcript|chat|thread"
    r"|conversation|discussion|posts?|comments?|review|spec|specification|document|statement|newsletter|invitation|summary|terms|conditions|rules|guidelines|e-?mails?|mails?|letter|messages?|texts?|memo|report"
    r"|announcement|press release|speech|quote|excerpt|passage|paragraph|section|bylaws|statutes|manual|instructions|ticket|issue|readme|wiki|cv|résumé|application"
    r"|vertrag\w*|vereinbarung|mietvertrag|protokoll\w*|tagesordnung|notizen|entwurf|vorschlag|angebot|richtlinien?|artikel|aufsatz|kapitel|geschichte|gedicht|mitschrift|verlauf|gespräch|beitrag|kommentar\w*"
    r"|dokument|rundbrief|einladung|zusammenfassung|satzung|regeln|mails?|e-mails?|brief|nachrichten?|text|texte|bericht|auszug|abschnitt|absatz|rede|anleitung|ordnung|hausordnung"
    r"|contrat|bail|accord|plans?|compte[- ]rendu|procès-verbal|ordre du jour|brouillon|proposition|offre|règlement|article|chapitre|histoire|transcription|discussion|courriel|mail|lettre|messages?|texte|extrait|rapport|statuts|règles|invitation"
    r"|contrato|acuerdo|acta|orden del día|borrador|propuesta|oferta|reglamento|artículo|capítulo|historia|transcripción|conversación|correos?|carta|mensajes?|texto|informe|estatutos|reglas|invitación|resumen"
    r"|contratto|accordo|piano|verbale|ordine del giorno|bozza|proposta|offerta|regolamento|articolo|capitolo|storia|trascrizione|conversazione|lettera|messaggi\w?|testo|estratto|relazione|statuto|regole|invito"
    r"|acordo|plano|ata|pauta|rascunho|regulamento|artigo|transcrição|conversa|e-mails?|mensage(?:m|ns)|relatório|estatuto|regras|convite|resumo"
    r"|overeenkomst|huurcontract|notulen|concept|voorstel|offerte|reglement|artikel|hoofdstuk|verhaal|gesprek|bericht(?:en)?|tekst|verslag|statuten|regels|uitnodiging|samenvatting"
    r"|umow\w+|porozumienie|protokół|plan\w?|szkic|propozycj\w+|ofert\w+|regulamin\w*|artykuł\w*|rozdział\w*|rozmow\w+|wiadomoś\w+|list|tekst\w*|raport\w*|statut\w*|zasad\w|zaproszenie"
    r"|договор\w*|соглашени\w+|протокол\w*|план\w*|черновик\w*|предложени\w+|правила|стать\w+|глав\w+|переписк\w+|письм\w+|сообщени\w+|текст\w*|отчёт\w*|отчет\w*|устав\w*|приглашени\w+)"
)
_SHOWS: Final = (
    r"(?:(?:have|take) a look at|look at|check|see|read|consider|the following|schau|lies|prüfe?|sieh|regarde\w?|lis|lisez|vérifie\w?"
    r"|mira|lee|revisa|guarda|leggi|controlla|veja|leia|verifique|bekijk|lees|zobacz|przeczytaj|sprawdź|посмотри\w*|прочитай\w*|проверь\w*)"
)
_THIS: Final = (
    r"(?:this|these|that|the|my|our|his|her|their|an?|der|die|das|den|dem|diese[rsmn]?|einen?|mein\w*|unser\w*|le|la|les|l'|ce|cet|cette|ces|un|une|mon|notre|el|los|las|este|esta|una|mi|nuestro"
    r"|il|lo|gli|i|questo|questa|o|a|os|as|um|uma|nosso|de|het|deze|dit|een|mijn|onze?|ten|tę|ta|to|tym|tej|tego|наш\w*|этот|эту|это|этом|эт\w+)"
)
_HANDS_IN: Final = _found(
    rf"^\W*(?:\w+[\s,]+){{0,3}}?(?:here(?:'s| is| are| comes?)|below|attached|enclosed|pasted|the following|i(?: have|'ve)? (?:just )?(?:got|received|found|copied)|hier (?:ist|sind|kommt)|hier|unten|anbei|nachstehend|beigefügt|voici|voilà|ci-dessous|ci-joint\w?"
    r"|aquí (?:está|tienes|va)|abajo|adjunto|a continuación|ecco|di seguito|qui sotto|in allegato|aqui (?:está|vai)|segue|abaixo|em anexo|hier is|hieronder|bijgevoegd|oto|poniżej|w załączniku|вот|ниже|во вложении)\b"
    rf"[^.!?:\n]{{0,60}}\b{_TEXT}\b[^.!?:\n]{{0,60}}(?:[.!?:]+|$)",
    rf"\b{_TEXT}\b[^.!?:\n]{{0,30}}\b(?:below|attached|as follows|reads|unten|anbei|folgt|lautet|ci-dessous|ci-joint\w?|suivante?|abajo|adjunto|siguiente|qui sotto|seguente|abaixo|seguinte|hieronder|poniżej|ниже)\b[^.!?:\n]{{0,30}}(?:[.!?:]+|$)",
    rf"\b{_SHOWS} (?:\w+ )?{_THIS}?\s?(?:\w+ ){{0,3}}?{_TEXT}\b[^.!?:\n]{{0,60}}(?:[.!?:]+|$)",
    rf"^(?!.*\b(?:rules|guidelines|conventions|instructions|notes|regeln|règles|reglas|regole|regras|regels|zasady|правила)\b)\W*(?:(?:\w+,? ){{0,2}})?(?:{_THIS} ?)?(?:\w+ ){{0,2}}?{_TEXT}(?: \w+){{0,4}}\s?:",
    r"\b(?:what do you (?:think|say|make)|what (?:are )?your (?:thoughts|opinion)|your (?:thoughts|opinion)|any (?:thoughts|comments|feedback)|thoughts|how (?:does|do) (?:this|these|that|it) (?:look|sound|read)|does (?:this|that) (?:look|sound|make sense)|is this (?:ok|okay|fine|good|right|correct|legal)"
    r"|was (?:meinst|denkst|sagst|hältst|halten|meinen|denken|sagen) (?:du|sie|ihr)|deine meinung|wie (?:findest|klingt)|qu'en (?:penses-tu|pensez-vous)|que (?:penses-tu|pensez-vous)|tu en penses quoi|ton avis|qué (?:opinas|piensas|te parece|le parece)|tu opinión"
    r"|che ne (?:pensi|pensa|dici)|cosa ne (?:pensi|pensa|dici)|(?:o )?que (?:você |tu )?(?:acha|achas|pensa)|wat (?:vind|denk) (?:je|u)|co (?:o tym )?(?:myślisz|sądzisz)|что (?:ты |вы )?(?:думаешь|думаете|скажешь)|как тебе)\b[^.!?:\n]{0,80}(?:[.!?:]+|$)",
    r"(?:你觉得|您觉得|怎么看|有什么看法|以下是|下面是|这是|如下)[^。！？：\n]{0,30}(?:[。！？：?:]|$)",
    r"(?:以下(?:は|が|の)|次(?:は|の)|下記(?:は|の)|これ(?:は|が))[^。！？：\n]{0,30}(?:[。！？：?:]|$)|(?:について)?どう思[^。！？：\n]{0,15}(?:[。！？：?:]|$)",
    r"(?:다음은|아래는|이것은|여기)[^.!?:\n]{0,40}(?:[.!?:]|$)|어떻게 생각[^.!?:\n]{0,20}(?:[.!?:]|$)",
)
"""A person presents a text or asks what to think of one: what follows is that text."""

_RESUMES: Final = _found(
    r"\W*(?:(?:ok(?:ay)?|so|and|well|now|right)[,. ]+)*(?:by the way|btw|anyway|apart from that|besides|as for (?:me|us)|for my part|my (?:answer|view|take|own)|end of|that was|so much for|please|can you|could you|what do you think|should i|do i|i think|personally"
    r"|übrigens|jedenfalls|ansonsten|nebenbei|meine (?:antwort|meinung)|ende (?:des|der)|soweit|bitte|kannst du|können sie|was meinst|ich (?:denke|finde|meine)|au fait|sinon|bref|à part ça|mon avis|fin (?:du|de)|peux-tu|pouvez-vous|je pense"
    r"|por cierto|aparte|en fin|mi (?:respuesta|opinión)|fin del|por favor|puedes|creo que|a proposito|comunque|per il resto|la mia|fine (?:del|della)|per favore|puoi|penso che|a propósito|aliás|enfim|de resto|minha|fim d|pode|acho que"
    r"|trouwens|overigens|hoe dan ook|mijn (?:antwoord|mening)|einde|kun je|graag|ik (?:denk|vind)|nawiasem|a propos|poza tym|moja|koniec|proszę|możesz|myślę|кстати|в общем|кроме того|мой ответ|конец|пожалуйста|можешь|я думаю)\b",
    r"\W*(?:顺便|另外|总之|请|我觉得|ところで|ちなみに|さて|それと|私は|그런데|참고로|아무튼|그리고 저는)",
)
"""Opens a paragraph in which the person speaks again."""

_STAMP: Final = r"(?:\d{1,4}[./-]\d{1,2}[./-](?:\d{2,4})?,?\s*(?:um |at )?)?\d{1,2}[:.]\d\d(?:[:.]\d\d)?\s?(?:[Uu]hr|[aApP]\.?[mM]\.?)?"
_NAME: Final = r"[A-ZÀ-ÞĄĆĘŁŃÓŚŹŻА-ЯЁ][\w.'\u2019-]{0,24}(?: [A-ZÀ-ÞĄĆĘŁŃÓŚŹŻА-ЯЁ][\w.'\u2019-]{0,24}){0,2}|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{2,8}(?: ?(?:さん|씨|님))?"
_STAMPED: Final = re.compile(
    rf"\W{{0,2}}{_STAMP}[\])]?\s*[-\u2013|]?\s*[^\s:\uff1a][^:\uff1a\n]{{0,40}}[:\uff1a]"
    rf"|\W{{0,2}}(?:{_NAME})[\s,]*[\[(]?{_STAMP}[\])]?\s*(?:[:\uff1a]|$)"
)
"""A line of a chat: when it was said and by whom, or the other way round."""
_SPEAKER: Final = re.compile(
    rf"[\s*_@\u2022-]{{0,4}}(?P<name>{_NAME})"
    r"(?: ?\([^)\n]{1,40}\))?[*_]{0,2}\s?[:\uff1a][*_]{0,2}\s*(?=\S)"
)
_LABELS: Final = _words("""
    note notes rule rules decision decisions fact facts ps pps also remember reminder important update warning attention correction todo preference preferences
    constraint constraints limit limits fyi btw summary answer yes no ok okay me i one two three first second third finally style styles code language format tests testing commits git
    python rust java typescript javascript go docker naming for in on with about re policy budget deadline general generally always backend frontend database server docs documentation emails mails meetings tone formatting imports variables errors logging security performance comments commit branches deployment project repo team work email never please thanks hello hi background context reason
    question result goal goals requirement requirements convention conventions setting settings default defaults edit addendum oh wait actually by the
    hinweis regel regeln entscheidung fakt fakten wichtig merke merken notiz achtung korrektur übrigens nachtrag grenze vorgabe vorgaben sprache stil ich ja nein bitte erstens zweitens grund ziel kurz also für im beim
    règle règles décision fait faits rappel attention correction préférence contrainte langue moi oui non nb remarque autre pour dans au important
    nota regla reglas decisión hecho recuerda recordatorio importante corrección preferencia límite idioma yo sí pd además para en
    regola regole decisione fatto ricorda promemoria attenzione correzione preferenza limite lingua io sì inoltre per
    regra regras decisão fato lembrete lembre atenção correção preferência idioma eu sim não além obs
    opmerking let regel regels besluit feit onthoud belangrijk correctie voorkeur taal ik nee verder voor ps
    uwaga zasada zasady decyzja fakt pamiętaj ważne korekta preferencja język ja tak nie poza dla
    заметка правило правила решение факт важно помни запомни внимание поправка исправление предпочтение язык я да нет ещё
    注意 决定 規則 规则 备注 另外 记住 请记住 更正 补充 偏好 限制 重要 顺便 決定 ルール メモ 訂正 補足 覚えて 好み 制約 참고 결정 규칙 주의 메모 정정 중요 기억 추가 선호 제한
""")
"""Words before a colon that are no name of a speaker, in small letters."""


def without_others(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a message, an empty one for each that is not its writer's own.

    Of a line that hands a text in what stands before it is left.
    """
    speaks = _spoken_until(lines)
    is_handed, is_said, seen = False, False, False
    for at, line in enumerate(lines):
        told = line.strip()
        is_first = at == 0 or not lines[at - 1].strip()
        if not told:
            is_said = False
            yield line
            continue
        if is_handed and seen and is_first and _RESUMES.match(line):
            is_handed = False
        seen = is_handed
        if is_handed or is_said or at <= speaks:
            yield ""
        elif _RULED.match(line) or _HEADER.match(line):
            is_handed, seen = True, True
            yield ""
        elif _is_spoken(line):
            is_said = True
            yield ""
        elif (end := _handed_from(line)) is not None:
            rest = next((one for one in lines[at + 1 :] if one.strip()), "")
            is_handed = not rest.lstrip().startswith(">")
            yield line[:end] if is_handed else ""
        else:
            yield line


def _handed_from(line: str) -> int | None:
    """Return where somebody else's words begin in a line, or behind it."""
    if (pasted := _PASTED.search(line)) is not None:
        return pasted.start()
    ends = [found.end() for one in (_SAYS, _HANDS_IN) if (found := one.search(line)) is not None]
    return min(ends) if ends else None


def _spoken_until(lines: Sequence[str]) -> int:
    """Return the last line of a chat that was copied; -1 where there is none."""
    stamped = [at for at, line in enumerate(lines) if _STAMPED.match(line)]
    first_to_last = len(stamped) > 1 and not any(lines[: stamped[0]])
    return stamped[-1] - 1 if first_to_last else -1


def _is_spoken(line: str) -> bool:
    """Tell whether a line gives the words of a speaker who is named."""
    if _STAMPED.match(line):
        return True
    named = _SPEAKER.match(line)
    if named is None:
        return False
    words = named["name"].split()
    return not any(word.rstrip(".").casefold() in _LABELS for word in words) and not (
        named["name"].isupper() and named["name"].isascii()
    )
