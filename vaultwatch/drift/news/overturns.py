"""Find what plainly overturns a belief, open or not: a negation, a strike, a later line.

Pure. Beside `news.endings`, which knows open matters. Each is rare and speaks for itself, so it
gives a floor that no weighing of words undercuts; too rare in the labelled sets to be fitted.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from vaultwatch.drift.language import lexicon
from vaultwatch.drift.language.limits import denials_in
from vaultwatch.drift.language.words import (
    Words,
    context_of,
    has_cue,
    holds,
    passage_text,
    words_of,
)
from vaultwatch.drift.news.added_lines import LinePlace, line_of, tells_news
from vaultwatch.drift.news.belief_subject import subject_of
from vaultwatch.drift.news.decisions import decides_otherwise
from vaultwatch.drift.news.endings import Ending, How, is_said, revoked_support
from vaultwatch.drift.news.open_matters import is_closed, is_open
from vaultwatch.drift.news.updates import overtakes
from vaultwatch.drift.passages.slots import SLOTTED
from vaultwatch.drift.passages.support import cosine
from vaultwatch.drift.passages.view import View
from vaultwatch.drift.scoring.measure import is_status
from vaultwatch.late_regex import late_regex
from vaultwatch.notes.model import Statement

_KEPT: Final = 0.9
"""Share of a negated statement's words that must stand, on both sides. Chosen by hand."""
_STRUCK: Final = 0.6
"""Share of a statement's words that must be struck through. Chosen by hand."""
_TOPIC: Final = 0.5
"""Share of what belief and support both say that a line announced as an update must say."""
_TOPIC_UNANNOUNCED: Final = 0.75
"""The same for a line that no word like UPDATE announces. Chosen by hand, both on five sets."""

_WORDS_SHARED: Final = 2
"""Words that a line shares with a belief before its numbers count as the belief's."""
_RIGHT_BELOW: Final = 2
"""Lines from a statement to the next one with a blank line between."""

_ARROW: Final = late_regex(
    r"(?P<old>[^\s:;,|(](?:[^:;,|(\n]{0,40}[^\s:;,|(])?)\s*(?:->|=>|\u2192|\u27f6)\s*(?P<new>[^;,|)\n]{1,40})"
)
_CALLED: Final = (
    r"(?:\b(?:is|are|as|still|status|state|phase|stage|remains|currently|now|in|marked|ist|noch|status|stand"
    r"|est|encore|está|es|è|ancora|nog)\b[\s:=\"'\u201c]*(?:(?:a|an|the|in|of|on|still|currently|ein|eine|im|en"
    r"|un|una|een)\s+)*[\"'\u201c]?)"
)
"""What stands before a status where a text calls something by it: `is still a draft`."""
_STRIKE: Final = late_regex(r"~~([^~]{1,2000})~~")
_LIMIT: Final = late_regex(
    r"\b(?:no|not) (?:longer|more|less|later|fewer|earlier) than\b"
    r"|\bat most\b|\bup to\b|\bhöchstens\b|\bexceed",
    re.IGNORECASE,
)
"""A negation that sets a limit: `no longer than an hour` denies nothing."""
_UPDATE: Final = late_regex(
    r"\W{0,4}(?:\d{4}-\d\d-\d\d\W{1,3})?(?:update|edit|correction|korrektur|nachtrag|actualizaci[oó]n"
    r"|atualiza[cç][aã]o|mise à jour|更新)[^:]{0,20}:\s*",
    re.IGNORECASE,
)
_DATED: Final = late_regex(r"\W{0,4}\d{4}-\d\d-\d\d\W{1,3}")
_DAY: Final = late_regex(r"\W{0,4}\d{4}-\d\d-\d\d\b")
"""A heading that begins with a day: what stands below it is a log's entry."""
_MOVED: Final = late_regex(
    r"\b(?:(?:has|have|been|was|were|is) moved to|^moved to|postponed|rescheduled|cancell?ed"
    r"|(?:is|are) now|verschoben|abgesagt|reportée?s?|annulée?s?|cancelad[oa]s?|aplazad[oa]s?"
    r"|adiad[oa]s?)\b",
    re.IGNORECASE,
)
_INSTEAD: Final = late_regex(
    r"\b(?:instead|replaced (?:by|with)|switched to|stattdessen|ersetzt durch|remplacée? par"
    r"|en su lugar|em vez)\b",
    re.IGNORECASE,
)


def overturn_of(view: View) -> Ending | None:
    """Return what overturns a belief; None where nothing does so plainly."""
    for support in view.supports:
        ending = _of_support(view, support.index)
        if ending is not None:
            return ending
    later: dict[How, int | None] = {
        "restated": _restated(view),
        "revalued": _of_those(view, view.told.revalued),
        "contrary": _of_those(view, view.told.contrary),
        "revoked": revoked_support(view),
        "overtaken": _overtaking(view),
    }
    return next((Ending(how, j) for how, j in later.items() if j is not None), None)


def _of_support(view: View, i: int) -> Ending | None:
    """Return what an edit made of a support, where it overturns the belief."""
    j = view.aligned.successor.get(i)
    if j is None:
        return None
    then, now = view.then[i], view.now[j]
    if _is_struck(then, now):
        return Ending("struck", j)
    if _is_shelved(view, then, now):
        return Ending("shelved", j)
    if i in view.aligned.unchanged:
        return None
    if _is_negated(view, then, now):
        return Ending("negated", j)
    return Ending("arrowed", j) if _is_arrowed(view, then, now) else None


def _is_struck(then: Statement, now: Statement) -> bool:
    """Tell whether most of what a statement said is struck through now."""
    struck = " ".join(_STRIKE.findall(now.text))
    if not struck or _STRIKE.search(then.text):
        return False
    said, gone = words_of(then.plain), words_of(struck)
    return _share(said, gone) >= _STRUCK


def _is_shelved(view: View, then: Statement, now: Statement) -> bool:
    """Tell whether an open matter came to stand under a heading of ending, such as Done."""
    if then.section == now.section or not is_open(view.belief):
        return False
    return _says_end(now) and not has_cue(
        words_of(context_of(then)), lexicon.DONE_WORDS, lexicon.CJK_DONE
    )


def _says_end(statement: Statement) -> bool:
    """Tell whether what a statement stands under says that it has come to an end."""
    for heading in (*statement.section[-2:], statement.context):
        words = words_of(heading)
        commands = lexicon.ALSO_COMMANDS if len(words.folded) > 1 else frozenset()
        if has_cue(words, lexicon.DONE_WORDS - commands, lexicon.CJK_DONE):
            return True
    return False


def _is_negated(view: View, then: Statement, now: Statement) -> bool:
    """Tell whether a statement says the contrary in otherwise the same words."""
    if _LIMIT.search(then.plain) or _LIMIT.search(now.plain):
        return False
    old, new = words_of(then.plain), words_of(now.plain)
    denied, denied_now = denials_in(then.plain), denials_in(now.plain)
    if (denied_now - denied) % 2 == 0 or denied % 2 != denials_in(view.belief.text) % 2:
        return False
    return _share(old, new) >= _KEPT and _share(new, old) >= _KEPT and is_said(view, then)


def _is_arrowed(view: View, then: Statement, now: Statement) -> bool:
    """Tell whether an arrow leads from what was said to another value: `weekly -> monthly`."""
    if _ARROW.search(then.plain):
        return False
    said, old = words_of(view.belief.text), words_of(then.plain)
    for found in _ARROW.finditer(now.plain):
        before, after = words_of(found["old"]).kinds, words_of(found["new"]).kinds
        is_said = bool(before) and all(holds(old, norm) and holds(said, norm) for norm in before)
        if is_said and after and not any(holds(said, norm) for norm in after):
            return True
    return False


def _of_those(view: View, pairs: Sequence[tuple[int, int]]) -> int | None:
    """Return what stands now, of some pairs of then and now, for a support or for a slot.

    A row, property or field is among them only where the belief speaks of it by its name; of a
    status `_restated` knows more.
    """
    rests_on = {support.index for support in view.supports}
    slotted = {i for i, _ in pairs if view.then[i].kind in SLOTTED and not is_status(view.then[i])}
    return next((j for i, j in pairs if i in rests_on | slotted), None)


def _restated(view: View) -> int | None:
    """Return a status property whose old value the belief names as such, and not the new one."""
    text, said = view.belief.text.casefold(), words_of(view.belief.text)
    for i, then in enumerate(view.then):
        j = view.aligned.successor.get(i)
        if j is None or i in view.aligned.unchanged or not is_status(then):
            continue
        old, new = (one.plain.partition(":")[2].strip(": ") for one in (then, view.now[j]))
        is_named = old and re.search(_CALLED + re.escape(old.casefold()) + r"\b", text) is not None
        came = words_of(new).kinds
        if is_named and came and not any(holds(said, norm) for norm in came):
            return j
    return None


def _overtaking(view: View) -> int | None:
    """Return an added line that says of the belief's subject that it ended or is another now."""
    subject = subject_of(view)
    if subject is None:
        return None
    for j in (*_heirs_with_news(view), *view.aligned.added):
        one = view.now[j]
        is_told = one.kind not in ("heading", "code", "property", "table_row")
        is_open_task = one.task_mark is not None and not is_closed(one)
        line = line_of(one.plain) if is_told and not is_open_task else None
        if line is None:
            continue
        place = LinePlace(_stands_below(view, one), _nearer(view, one))
        if overtakes(subject, line, place) or decides_otherwise(subject, line, place):
            return j
    return None


def _heirs_with_news(view: View) -> Iterator[int]:
    """Yield what stands in the place of a support and tells as news what that did not."""
    for support in view.supports:
        j = view.aligned.successor.get(support.index)
        if j is None or support.index in view.aligned.unchanged or j in view.told.reworded:
            continue
        then, now = view.then[support.index].plain, view.now[j].plain
        if tells_news(now) and not tells_news(then):
            yield j


def _stands_below(view: View, statement: Statement) -> bool:
    """Tell whether a line stands right behind the strongest support, a blank line between."""
    j = view.aligned.successor.get(view.supports[0].index)
    return j is not None and 0 <= statement.first_line - view.now[j].last_line <= _RIGHT_BELOW


def _nearer(view: View, statement: Statement) -> float:
    """Return how much nearer in meaning a line is to the strongest support than to the rest.

    Below 0 where a vector is missing.
    """
    own = view.supports[0].index
    text = passage_text(statement)
    near = {
        i: cosine(view.vectors, text, passage_text(one))
        for i, one in enumerate(view.then)
        if one.kind != "heading"
    }
    to_own = near.pop(own, None)
    others = [one for one in near.values() if one is not None]
    if to_own is None or len(others) < len(near):
        return -1.0
    return to_own - max(others, default=0.0)


def _share(of: Words, by: Words) -> float:
    """Return the share of a text's weighty words that another text says."""
    if not of.kinds:
        return 0.0
    return sum(bool(holds(by, norm)) for norm in of.kinds) / len(of.kinds)
