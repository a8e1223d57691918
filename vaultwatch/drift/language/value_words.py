"""Words that tell values apart, in ten languages: the data behind `passages.values`.

Pure data, chosen by hand. Every entry is folded as `language.tokens.fold` folds. Kept beside
`language.lexicon`, on whose tables the weights of the comparison were fitted.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Final


def _words(text: str) -> frozenset[str]:
    """Return the words of a table written as lines."""
    return frozenset(text.split())


MORE_STOP_WORDS: Final = _words(
    """
    aan anche bij che ci da dat degli dei della delle dello deze di dit dla do door
    een elke gli het il jak jest kto lo ma met na naar nas nel nella od onze op oraz
    per po przez sa si sie sono te to tra trzeba u van viene voor w wie wordt z za
    ze zijn в для до за и из или к как мы на нас наш наша о от по с со у это が で と に
    の は も を 了 在 是 的
    """
)
"""Everyday words of Italian, Dutch, Polish, Russian, Chinese and Japanese."""

GERMAN_WORDS: Final = _words(
    """
    am auf bei das dem den der ein eine einen fur im ist mit nicht sind und von wir
    wird zu
    """
)
"""Two of these make a text German, where every noun has a capital."""

FORMS_OF_ADDRESS: Final = _words("dr familie firma frau herr herrn prof")
"""A capital behind one of these begins a name."""

HEDGES: Final = _words(
    """
    about above almost approximately around below beyond bijna bis ca casi circa
    environ etwa exceed exceeds fast hochstens least less mas mehr menos mindestens
    minstens moins more most nearly okolo ongeveer over plus ponad prawie presque
    quasi roughly rund uber under unter weniger более менее около почти
    """
)
"""Words beside a number that make it a bound or a guess."""

ORDINALS: Final = _words(
    """
    both cinquieme deuxieme dixieme dritte dritten eighth eins erste ersten fifth
    first fourth funfte funften huitieme neunte neunten neuvieme ninth one premier
    primero quatrieme quinto sechste sechsten second segunda segundo septieme
    seventh sexto siebte siebten sixieme sixth tenth terceiro tercero third thrice
    troisieme twice un una une uno vierte vierten zehnte zehnten zweite zweiten
    """
)
"""Number words that count nothing by themselves."""

_STATES: Final = """
    active enabled running live aktiv aktiviert eingeschaltet actif active activee
    activo activa activado activada attivo attiva attivato actief ingeschakeld
    aktywny aktywna wlaczony włączony włączona активен активна включен включена
    включено funciona fonctionne funziona работает działa 启用 有効 運行 运行
    --
    inactive disabled paused suspended inaktiv deaktiviert pausiert abgeschaltet
    desactive desactivee inactif inactivo desactivado desactivada disattivato
    sospeso inactief uitgeschakeld nieaktywny wylaczony wyłączony wyłączona выключен
    выключена отключен отключена 停用 禁用 無効 停止 暂停 averiado averiada defekt panne
    guasto kapot zepsuty сломан

    approved accepted granted ratified genehmigt angenommen bewilligt approuve
    approuvee accepte acceptee aprobado aprobada aceptado approvato approvata
    accettato goedgekeurd zatwierdzony zatwierdzona zatwierdzono одобрен одобрена
    одобрено утвержден утверждена 批准 承認 通过
    --
    rejected declined denied refused abgelehnt verweigert rejete rejetee refuse
    refusee rechazado rechazada denegado respinto respinta rifiutato afgewezen
    odrzucony odrzucona отклонен отклонена отказано 拒绝 却下 驳回
    --
    pending undecided ausstehend offen unentschieden pendiente wachtend 待审 保留

    draft 草案 草稿 下書 proposed provisional entwurf vorlaufig brouillon borrador bozza
    concept szkic черновик
    --
    final 定稿 发布 公開 published implemented released stable veroffentlicht endgultig
    publie publiee definitif publicado publicada definitivo pubblicato definitief
    gepubliceerd opublikowany опубликован

    open unpaid unresolved outstanding unbezahlt offen impaye ouvert ouverte abierto
    abierta aperto aperta onbetaald openstaand niezaplacony otwarty открыт открыта
    --
    closed paid resolved settled fixed bezahlt geschlossen erledigt beglichen paye
    payee ferme fermee clos cerrado cerrada pagado pagada resuelto chiuso chiusa
    pagato risolto betaald gesloten opgelost zaplacony zamkniety zamknięty закрыт
    закрыта оплачен

    allowed permitted erlaubt gestattet zulassig autorise autorisee permis permitido
    permitida consentito permesso toegestaan dozwolony dozwolone разрешен разрешено
    允许 許可
    --
    forbidden prohibited banned disallowed verboten untersagt interdit interdite
    defendu prohibido prohibida vietato proibito verboden zabronione zakazane
    запрещен запрещено 禁止

    mandatory required compulsory pflicht verpflichtend obligatorisch obligatoire
    requis obligatorio obligatoria obbligatorio obbligatoria verplicht obowiazkowy
    обязателен обязательно 必须 必須 必填
    --
    optional voluntary freiwillig fakultativ facultatif facultative optionnel
    optativo opcional facultativo facoltativo optioneel vrijwillig dobrowolny
    необязательно 可选 任意 选填

    public offentlich publique publico publica pubblico pubblica openbaar publiczny
    публичный
    --
    private internal confidential vertraulich intern prive privee confidentiel
    privado privada interno riservato vertrouwelijk prywatny poufny закрытый
"""
"""Groups of states that exclude each other, an empty line between them; each state in its forms."""


def _by_word() -> Mapping[str, tuple[tuple[int, int], ...]]:
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for group, states in enumerate(_STATES.split("\n\n")):
        for state, words in enumerate(states.split("--")):
            for word in _words(words):
                found[word].append((group, state))
    return {word: tuple(places) for word, places in found.items()}


STATES: Final[Mapping[str, tuple[tuple[int, int], ...]]] = _by_word()
"""Folded word -> (group, state) of each group that holds it."""

_STAGES: Final = """
    draft drafted entwurf brouillon borrador rascunho bozza concept szkic черновик
    草案 下書き
    --
    proposed proposal vorgeschlagen propose propuesto proposto
    --
    review reviewed prufung revision examen
    --
    accepted approved granted angenommen genehmigt bewilligt accepte approuve
    aceptado aprobado approvato goedgekeurd zatwierdzony одобрен 承認 批准
    --
    rejected declined denied abgelehnt rejete refuse rechazado respinto afgewezen
    odrzucony отклонен 却下 拒绝
    --
    final published veroffentlicht publie publicado pubblicato gepubliceerd
    opublikowany
    --
    implemented implementiert umgesetzt
    --
    stagnant stalled
    --
    withdrawn zuruckgezogen
    --
    living
    --
    deprecated obsolete veraltet
    --
    paused pausiert suspended hold pausa gepauzeerd wstrzymany приостановлен 暂停
    --
    active running aktiv laufend ongoing actif active activo attivo actief aktywny
    активен 進行中
    --
    closed resolved done finished completed complete erledigt abgeschlossen
    geschlossen termine terminado cerrado chiuso completato afgerond gesloten
    zamkniety ukonczony завершен закрыт 完了 完成 已完成
    --
    open pending waiting awaiting applied offen wartet ausstehend beantragt ouvert
    attente abierto pendiente aperto otwarty открыт 未完
    --
    cancelled canceled abandoned storniert abgesagt annule cancelado annullato
    geannuleerd anulowany отменен 取消 中止
    --
    planned geplant prevu planificado previsto gepland planowany запланирован 予定 计划
"""
STAGES: Final[Mapping[str, int]] = {
    word: stage for stage, words in enumerate(_STAGES.split("--")) for word in words.split()
}
"""Folded word -> stage of a matter, as a status property names it."""
