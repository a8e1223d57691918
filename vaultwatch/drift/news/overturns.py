"""Find what plainly overturns a belief, open or not: a negation, a strike, a later line.

Pure. Beside `news.endings`, which knows open matters. Each is rare and speaks for itself, so it
gives a floor that no weighing of words undercuts; too rare in the labelled sets to be fitted.
"""

import re
from typing import Final

from vaultwatch.drift.language import lexicon
from vaultwatch.drift.language.words import (
    Words,
    context_of,
    has_cue,
    holds,
    words_of,
)
from vaultwatch.drift.news.endings import Ending, How, is_said, revoked_support
from vaultwatch.drift.news.open_matters import is_open
from vaultwatch.drift.passages.view import View
from vaultwatch.drift.scoring.measure import is_status
from vaultwatch.late_regex import late_regex
from vaultwatch.notes.model import Statement

_KEPT: Final = 0.9
"""Share of a negated statement's words that must stand, on both sides. Chosen by hand."""
_STRUCK: Final = 0.6
"""Share of a statement's words that must be struck through. Chosen by hand."""
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


def overturn_of(view: View) -> Ending | None:
    """Return what overturns a belief; None where nothing does so plainly."""
    for support in view.supports:
        ending = _of_support(view, support.index)
        if ending is not None:
            return ending
    later: dict[How, int | None] = {
        "restated": _restated(view),
        "revoked": revoked_support(view),
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
    said = words_of(view.belief.text).negations
    if (new.negations - old.negations) % 2 == 0 or old.negations % 2 != said % 2:
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


def _share(of: Words, by: Words) -> float:
    """Return the share of a text's weighty words that another text says."""
    if not of.kinds:
        return 0.0
    return sum(bool(holds(by, norm)) for norm in of.kinds) / len(of.kinds)
