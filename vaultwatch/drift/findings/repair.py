"""Suggest a memory's new wording: a value, or words, that the note replaced.

Pure. Conservative: no suggestion beats a wrong one. The edit must be a plain replacement (values
and names by others of their kind, the sentence else the same or its one value proved to be
replaced), and the memory must say each old value once, as the note wrote it or but for the form
around its number, and the new one nowhere; all values that the note changed are written, or none.
Words that are no value are written in the same place of the same words alone. Never applied by
itself: `services.findings.settle` shows it, and writes it when a person says so.
"""

import re
from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from typing import Final, NamedTuple

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.findings.new_links import FULL_STOPS, LINKED, without_source
from vaultwatch.drift.model import Change, Finding, Grounding, Mode, Quote, Repair
from vaultwatch.drift.passages.align import weights_of
from vaultwatch.drift.passages.asserted import asserted, grounds_of, label_of
from vaultwatch.drift.passages.edit import NoteEdit, edit_of
from vaultwatch.drift.passages.exchange import Exchange, exchanges
from vaultwatch.drift.proofs import stands_in
from vaultwatch.late_regex import late_regex
from vaultwatch.notes.inline import struck_in, unstruck
from vaultwatch.notes.model import Statement
from vaultwatch.notes.sentences import split_sentences
from vaultwatch.values.equality import comparable, same
from vaultwatch.values.forms import in_form_of
from vaultwatch.values.languages import languages_of, lexicon_of
from vaultwatch.values.model import TYPED, Value
from vaultwatch.values.polarity import (
    is_turned,
    negations,
    outside,
    pattern_for,
    present,
    switched,
)
from vaultwatch.values.reading import values_of
from vaultwatch.values.tokens import pieces
from vaultwatch.values.words import content, stemming_of, words_in

MAX_CHARS: Final = 2_000
"""Of a memory, or of a passage: a longer one is no single fact. Chosen by hand."""
MAX_SWAPS: Final = 2
"""Places at which a memory may be changed; more is a rewording. Chosen by hand."""
MAX_WORDS: Final = 4
"""Of one value: `Thursday, 5 March 2026`. Chosen by hand."""
MAX_WORDS_FOR_WORDS: Final = 2
"""Of words that are no value: `dark green`. Chosen by hand."""
_CHANGES: Final[frozenset[Change]] = frozenset(
    {"value", "exchanged", "status", "renamed", "reversed"}
)
_TASK: Final = late_regex(r"\[.\] ")
_PROTECTED: Final = late_regex(
    r"""
    \[\[[^\[\]\n]{0,400}(?:\]\]|\|)        # where a wiki-link leads; all of one without a display
  | \]\([^()\n]{0,500}\)                   # where a Markdown link leads
  | <[^<>\n]{1,500}>                       # a bare address, HTML
  | https?://\S{1,500}
  | %%.{0,2000}?%% | <!--.{0,2000}?-->     # comments
  | ^[ \t]{0,3}(?:```|~~~).{0,2000}?(?:^[ \t]{0,3}(?:```|~~~)|\Z)
  | (?<![^\s(])\#[^\s\#]{1,100}            # a tag
  | \ \^[A-Za-z0-9-]{1,64}$                # a block id
  | ^[ \t>*+-]{0,20}[\w -]{1,60}::         # the key of an inline field
  | [\[(][\w -]{1,60}::
  | \d[.,][-\u2010-\u2015]                # `CHF 5.-`
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_ARTICLE: Final = late_regex(r"(?i:\ban?)[ *_`=~\[]{1,6}$")
_VOWEL: Final = late_regex(r"(?i:[aeiou8]|1[18](?!\d))")
"""What `an` stands before, `11` too."""
_SIGN: Final = late_regex(r"(?<!\w)(?:[-+\u00b1\u2010-\u2015\u2212]|[<>\u2264\u2265] ?)$")
"""What makes another number of it: `-5`, `> 5`."""
_NUMERAL: Final = late_regex(r"\d(?:[\d.,]*\d)?")
_COUNTED: Final = late_regex(r"[ \u00a0*_`=~-]{0,4}[^\W\d_]{2,}")
_PLAIN: Final = late_regex(r"[^\W\d_]+(?:[ -][^\W\d_]+)*")
_MARKDOWN: Final = late_regex(r"[*_`=~]{1,3}|\[\[(?:[^\[\]|\n]{0,400}\|)?|\]\]")
"""Marks round words, which no value may take along."""
_PARTED: Final = late_regex(r"[,;]\s|\s[\u2013\u2014]\s")
_NEXT_WORD: Final = late_regex(r" (\w{1,40})")


class _Swap(NamedTuple):
    """What a note replaced by what."""

    old: str
    new: str
    is_name: bool = False
    follows: str = ""
    """The word that follows it now; empty where none does, and of a name."""
    went: Value | None = None
    """The measured value that it is; None of other words."""
    came: Value | None = None
    said: str = ""
    """The words of the value that came."""


def bare(text: str) -> str:
    """Return a text's words on one line, without the marks round them."""
    return " ".join(_MARKDOWN.sub("", text).split())


def suggest_repair(  # noqa: PLR0913 - one argument a circumstance, all by name
    belief: str,
    before: Quote | None,
    after: Quote | None,
    *,
    change: Change | None,
    mode: Mode,
    is_proved: bool = False,
) -> Repair | None:
    """Return the memory's new wording; None where the change is no plain replacement.

    Only against a baseline, by the mode, is `before` what `after` replaced. `is_proved`: a value of
    the memory was, whatever became of the words around it.
    """
    if before is None or after is None or mode != "warm" or change not in _CHANGES:
        return None
    if before.text[:4].strip("- ") != after.text[:4].strip("- ") and _TASK.match(after.text):
        return None  # the task was ticked as well
    then, now = (bare(unstruck(_TASK.sub("", one.text, count=1))) for one in (before, after))
    if max(len(belief), len(then), len(now)) > MAX_CHARS or negations(belief):
        return None
    told = present(outside(then)), present(outside(now))
    told = told if told[0] != told[1] else (present(then), present(now))
    swaps = _swaps(*told)
    if not swaps and is_proved and _says_the_rest(belief, after, then):
        swaps = _one_value(*told)
    swaps = swaps or _words_for_words(belief, told, after.section)
    edits = [_edit_of(belief, told, one) for one in _meant(belief, swaps, change)]
    made = sorted((start, end, words) for one in edits if one for start, end, words in [one] if end)
    is_few = 0 < len(made) <= MAX_SWAPS
    if not is_few or None in edits or any(a[1] > b[0] for a, b in pairwise(made)):
        return None
    text = belief
    for start, end, words in reversed(made):
        text = text[:start] + words + text[end:]
    stands = values_of(now)
    lost = [one for one in values_of(then) if not any(same(one, other) for other in stands)]
    return Repair(belief, text) if text != belief and not _says_any(text, lost) else None


def suggest_instead(belief: str, worth: Grounding, line: str = "") -> Repair | None:
    """Return the wording of a memory whose note's line said otherwise from the first.

    None in doubt.
    """
    said, instead = worth.said, worth.instead
    if not said or not instead or len(belief) > MAX_CHARS or negations(belief):
        return None
    if is_reworded(belief, worth, line):
        return None
    is_name = all(word[:1].isupper() for word in (*said.split(), *instead.split()))
    start, end, words = _edit(belief, values_of(said), said, instead, is_name) or (0, 0, "")
    text = belief[:start] + words + belief[end:]
    return Repair(belief, text) if end else None


def _meant(belief: str, swaps: Sequence[_Swap], change: Change) -> Sequence[_Swap]:
    """Return what may be written; nothing where a word that was turned may be another thing's.

    Where the gym closes later and its sauna is shut, `open` of the gym stays.
    """
    turned = [
        one for one in swaps if one.went is None and not one.is_name and is_turned(one.old, one.new)
    ]
    if change == "reversed" or len(swaps) == len(turned) == 1:
        is_plain = len(swaps) == len(turned) and not any(_is_of_verb(belief, s.old) for s in turned)
        return swaps if is_plain else ()
    if any(re.search(_whole(one.old), belief, re.IGNORECASE) for one in turned):
        return ()
    return [one for one in swaps if one not in turned]


def _is_of_verb(belief: str, word: str) -> bool:
    """Tell whether `on` or `off` may belong to a verb, as in `the alarm goes off`."""
    spot = re.search(_whole(word), belief) if switched(word) is not None else None
    before = pieces(belief[: spot.start()])[-1:] if spot else ()
    known = lexicon_of(languages_of(belief)).function
    return any(one.kind == "word" and one.lower not in known for one in before)


def _edit_of(belief: str, told: tuple[str, str], swap: _Swap) -> tuple[int, int, str] | None:
    """Return what to write where: of a measured value in the form that the memory gives it in."""
    went, came, claim = swap.went, swap.came, LINKED.sub("", belief)
    meant = [one for one in values_of(belief) if went and one.kind == went.kind and same(one, went)]
    if not meant or went is None or came is None:
        edit = _edit(belief, values_of(told[0]), swap.old, swap.new, swap.is_name)
        return _with_what_follows(belief, edit, swap.follows)
    start, end = meant[0].start, meant[0].end
    words = in_form_of(belief, meant[0], came, swap.said)
    is_said = any(same(one, came) for one in values_of(belief))
    if len(meant) > 1 or is_said or _is_shut(belief, start, end) or _goes_on(claim):
        return None
    if _is_other_article(belief[:start], belief[start:end], words):
        return None
    spots = (belief, start), (told[0], went.start), (told[1], came.start)
    if len({_sign(text, at) for text, at in spots}) > 1:
        return None
    is_end = belief[start:end].endswith(".") and end == len(belief) and words[-1:] not in FULL_STOPS
    edit = start, end, f"{words}." if is_end else words
    if came.kind != "number":
        return edit
    followed = _with_what_follows(belief, edit, swap.follows)
    is_of_one = [one.amounts == {1.0} for one in (went, came)]
    # `Four keys hang` is `one key hangs`: the word counted follows, the verb may not.
    return None if followed == edit and is_of_one[0] != is_of_one[1] else followed


def _is_shut(belief: str, start: int, end: int) -> bool:
    return any(one.start() < end and start < one.end() for one in _PROTECTED.finditer(belief))


def _swaps(then: str, now: str) -> list[_Swap]:
    """Return what was replaced by what; nothing where all else is not kept."""
    if negations(then) != negations(now):
        return []
    now = _without_more(then, now)
    olds, news = values_of(then), values_of(now)
    found: list[_Swap] = []
    for one in exchanges(then, now, stemming_of(then)):
        was = [value for value in olds if one.covers(value.start, value.end)]
        came = [value for value in news if one.brings(value.start, value.end)]
        if pairs := _in_a_row(one, was, came, then, now):
            found += [
                _Swap(*_core(then[a.start : a.end], said), went=a, came=b, said=said)
                for a, b in pairs
                for said in [now[b.start : b.end]]
            ]
            continue
        if min(len(was), len(came)) > 1 and _beside(one.old, was, then) != _beside(
            one.new, came, now
        ):
            return []  # `from May-Oct`
        whole = one.whole(olds, news, then, now)
        old, new = _core(*whole)
        kinds = {
            a.kind
            for a in was
            for b in came
            if comparable(a, b) and not same(a, b)
            if a.kind != "name" or now[b.start : b.end] == new  # no more: `Ada since May`
        }
        is_value = len(was) == len(came) == 1 and not kinds.isdisjoint(TYPED)
        is_value = is_value and _is_all(one, was[0], came[0], then, now)
        if is_value and not (old and new):
            old, new = whole  # `four hundred` and fifty
        is_name = all(part[:1].isupper() for part in (*old.split(), *new.split()))
        is_short = is_value or max(len(old.split()), len(new.split())) <= MAX_WORDS
        if not old or not new or not is_short or not (kinds or is_name or is_turned(old, new)):
            return []
        follows = "" if is_name else _word_behind(new, one.new + now[one.to :])
        # A month, with its day before it, is no name.
        is_name = is_name and kinds.isdisjoint(TYPED) and not any(map(str.isdigit, old))
        pair = (was[0], came[0], now[came[0].start : came[0].end]) if is_value else ()
        found.append(_Swap(old, new, is_name, follows, *pair))
    return found


def _words_for_words(belief: str, told: tuple[str, str], section: Sequence[str]) -> list[_Swap]:
    """Return the few words that others took the place of, in a line that else stands to the letter.

    Nothing where they stand beside other words in the memory, or it says more than the line did:
    they may fit no more, or speak of another thing.
    """
    (then, now), language = told, stemming_of(told[0])
    spots = exchanges(then, now, language)
    if len(spots) != 1 or negations(then) != negations(now):
        return []
    one, claim = spots[0], bare(without_source(belief))
    old, new = one.old, one.new
    is_same = (then[: one.start], then[one.end :]) == (now[: one.from_], now[one.to :])
    is_plain = all(
        len(text.split()) <= MAX_WORDS_FOR_WORDS and _PLAIN.fullmatch(text) and text.islower()
        for text in (old, new)
    )
    is_value = any(one.covers(v.start, v.end) for v in values_of(then)) or any(
        one.brings(v.start, v.end) for v in values_of(now)
    )
    if not is_same or not is_plain or is_value or not (one.took and one.brought):
        return []
    spot, beside = re.search(_whole(old), claim), _beside_words(then, one.start, one.end)
    is_there = spot is not None and beside[0] and _beside_words(claim, *spot.span()) == beside
    is_all = content(claim, language) <= content(" ".join((then, *section)), language)
    return [_Swap(old, new)] if is_there and is_all else []


def _beside_words(text: str, start: int, end: int) -> tuple[str, str]:
    """Return the words right before and behind a stretch of a text; empty where a mark stands."""
    before, behind = pieces(text[:start])[-1:], pieces(text[end:])[:1]
    first, last = ("".join(p.lower for p in ps if p.kind == "word") for ps in (before, behind))
    return first, last


def _is_all(one: Exchange, went: Value, came: Value, then: str, now: str) -> bool:
    """Tell whether nothing else was exchanged than a value."""
    old = then[one.start : went.start] + then[went.end : one.end]
    new = now[one.from_ : came.start] + now[came.end : one.to]
    return not any(map(str.isalnum, old + new))


def _in_a_row(
    one: Exchange, was: Sequence[Value], came: Sequence[Value], then: str, now: str
) -> list[tuple[Value, Value]]:
    """Return each value of a stretch that holds several and nothing else, with its successor."""
    if len(was) < MAX_SWAPS or len(was) != len(came) or not all(map(comparable, was, came)):
        return []
    beside = _beside(one.old, was, then)
    is_all = beside == _beside(one.new, came, now) and not any(map(str.isalnum, beside))
    pairs = zip(was, came, strict=True) if is_all else ()
    return [(a, b) for a, b in pairs if then[a.start : a.end] != now[b.start : b.end]]


def _beside(stretch: str, values: Sequence[Value], text: str) -> str:
    """Return what a stretch of a text says beside some values of that."""
    return reduce(lambda left, one: left.replace(text[one.start : one.end], "", 1), values, stretch)


def _word_behind(new: str, said: str) -> str:
    """Return the word that follows in what a note says now; empty where none does."""
    follows = _NEXT_WORD.match(said.partition(new)[2])
    return follows[1] if follows else ""


def _one_value(then: str, now: str) -> list[_Swap]:
    """Return the one value that went and the one of its kind that came; none of several, or more.

    A denial that went or came changes what is said of it.
    """
    olds, news = ([x for x in values_of(text) if x.kind in TYPED] for text in (then, now))
    went = [one for one in olds if not any(same(one, other) for other in news)]
    came = [one for one in news if not any(same(one, other) for other in olds)]
    if negations(then) != negations(now) or not len(went) == len(came) == 1:
        return []
    (a,), (b,) = went, came
    whole = then[a.start : a.end], now[b.start : b.end]
    old, new = _core(*whole)
    if not (old and new):
        old, new = whole
    if a.kind != b.kind or not comparable(a, b):
        return []
    follows = _word_behind(new, now[b.start :])
    return [_Swap(old, new, follows=follows, went=a, came=b, said=now[b.start : b.end])]


def _says_the_rest(belief: str, line: Quote, then: str) -> bool:
    """Tell whether a line says, values aside, what a memory does, or all that it said then.

    In the words of a wording that leaves `planned` beside a new number nobody said it.
    """
    language = stemming_of(then)
    said, stood, now, above = (
        _beside_values(text, language)
        for text in (LINKED.sub(" ", belief), then, bare(line.text), " ".join(line.section))
    )
    return stood <= now or said <= now | above


def is_reworded(belief: str, worth: Grounding, line: str) -> bool:
    """Tell whether a line is a memory's sentence with other words, too, in place of some."""
    claim = LINKED.sub(" ", belief).replace(worth.said, " ")
    line, language = bare(line).replace(worth.instead, " "), stemming_of(claim)
    said, stands = _beside_values(claim, language), _beside_values(line, language)
    spots = exchanges(claim, line, language) if 2 * len(said & stands) >= len(said) else ()
    return any(all(_beside_values(text, language) for text in (one.old, one.new)) for one in spots)


def _beside_values(text: str, language: str) -> frozenset[str]:
    """Return the words of meaning of a text that belong to no measured value."""
    for one in values_of(text) if text else ():
        if one.kind in TYPED:
            text = text[: one.start] + " " * (one.end - one.start) + text[one.end :]
    return content(text, language)


def _without_more(then: str, now: str) -> str:
    """Return the new words without what was added behind a mark, if no value there may be meant."""
    marks = [*_PARTED.finditer(now)][len(_PARTED.findall(then)) :]
    tail = now[marks[0].start() :] if marks else ""
    told = values_of(then)
    is_apart = not any(comparable(a, b) for a in told for b in values_of(tail))
    return now.removesuffix(tail) if told and is_apart else now


def _core(old: str, new: str) -> tuple[str, str]:
    """Return two stretches without the words that both begin or end with: the unit of a number."""
    a, b = old.split(" "), new.split(" ")
    while a and b and a[-1] == b[-1]:
        a, b = a[:-1], b[:-1]
    while a and b and a[0] == b[0]:
        a, b = a[1:], b[1:]
    return " ".join(a), " ".join(b)


def _edit(
    belief: str,
    stood: Sequence[Value],
    old: str,
    new: str,
    is_name: bool,  # noqa: FBT001
) -> tuple[int, int, str] | None:
    """Return what to write where, at no place where the memory says neither; None in doubt."""
    claim = LINKED.sub("", belief)
    found = _places(belief, claim, old, new)
    if found is None or not found[0]:
        return None if found is None else (0, 0, "")
    spots, old, new = found
    start, end = spots[0]
    meant = [one for one in values_of(belief) if one.start <= start < one.end]
    if meant and not is_name and not any(same(a, b) for a in meant for b in stood):
        return None  # 40 € in the note is not 40 % in the memory
    shut = _is_shut(belief, start, end)
    if len(spots) > 1 or shut or re.search(_whole(new), belief) or _goes_on(claim):
        return None
    before, behind = belief[:start], belief[end:]
    if is_name and (pattern_for("since").search(claim) or _is_part_of_name(before, behind)):
        return None  # a new name did not hold since the old one's day
    if "1" in {old, new} and _COUNTED.match(behind):
        return None  # `1 day` becomes `2 days`
    return None if _is_other_article(before, old, new) else (start, end, new)


def _is_other_article(before: str, old: str, new: str) -> bool:
    """Tell whether what is replaced stands behind an `a` that would be an `an`."""
    return bool(_ARTICLE.search(before) and bool(_VOWEL.match(old)) != bool(_VOWEL.match(new)))


def _sign(text: str, start: int) -> str:
    """Return the sign before what begins there, all dashes alike; empty without one."""
    found = _SIGN.search(text[:start])
    return re.sub(r"[\u2010-\u2015\u2212]", "-", found[0].strip()) if found else ""


def _places(
    belief: str, claim: str, old: str, new: str
) -> tuple[list[tuple[int, int]], str, str] | None:
    """Return where a memory says what was replaced, with it and its successor; None in doubt.

    Of a value in another form, `50 MB` for `50mb`, they are the numbers, where all else stands.
    """
    spots = [one.span() for one in re.finditer(_whole(old), belief)]
    gives = [a for a in values_of(belief) if any(same(a, b) for b in values_of(old))]
    if spots or not gives:  # half a name says neither
        is_clear = bool(spots) or content(old).isdisjoint(content(claim))
        return (spots, old, new) if is_clear else None
    was, came = _NUMERAL.findall(old), _NUMERAL.findall(new)
    numbers = [(a, one) for a in gives for one in _NUMERAL.finditer(belief[a.start : a.end])]
    is_all = len(was) == len(came) == 1 and _NUMERAL.sub("", old) == _NUMERAL.sub("", new)
    if not is_all or [one[0] for _, one in numbers] != was:
        return None
    return [(a.start + one.start(), a.start + one.end()) for a, one in numbers], was[0], came[0]


def _with_what_follows(
    belief: str, edit: tuple[int, int, str] | None, follows: str
) -> tuple[int, int, str] | None:
    """Return what to write with the word behind it as the note has it: `one review`, `two reviews`.

    None where that word stands in the memory in another form, but not right behind.
    """
    if edit is None or not edit[1] or not follows:
        return edit
    (start, end, words), language = edit, stemming_of(belief)
    stems, behind = content(follows, language), belief[end:]
    forms = [behind[w.start : w.end] for w in words_in(behind, language) if w.stem in stems]
    if all(form.casefold() == follows.casefold() for form in forms):
        return edit
    following = _NEXT_WORD.match(behind)
    is_next = following is not None and following[1] == forms[0] and len(forms) == 1
    return (start, end + len(forms[0]) + 1, f"{words} {follows}") if is_next else None


def _whole(words: str) -> str:
    return rf"(?<![\w.,/-]){re.escape(words)}(?![\w/-]|[.,:]\d)"


def _is_part_of_name(before: str, behind: str) -> bool:
    """Tell whether a name goes on: `Mara Lind` is another one than `Mara Voss`."""
    return bool(re.search(r"[^\W\d_]*[A-Z]\w* $", before) or re.match(r" [A-Z]", behind))


def _goes_on(claim: str) -> bool:
    """Tell whether a memory says more than one thing, or what follows from it."""
    sentences = [claim[start:end] for start, end in split_sentences(claim)]
    # `See` alone, its link left out, says nothing.
    more = sum(len([p for p in pieces(one) if p.kind != "mark"]) > 1 for one in sentences) > 1
    return more or bool(pattern_for("says_more").search(claim))


def is_half(
    repair: Repair, belief: Belief, then: Sequence[Statement], now: Sequence[Statement]
) -> bool:
    """Tell whether a new wording leaves a value, or a state, that the note changed elsewhere."""
    edit = edit_of(tuple(then), tuple(now))
    support = grounds_of(asserted(belief, weights_of(edit.then, tuple(now)).language), edit)
    lost: dict[Value, bool] = {}
    for slot in support.slots if support is not None else ():
        heirs = edit.heirs.get(slot.at, ())
        is_named = slot.there.kind == "name" and any(
            re.search(_whole(str(slot.there.key[0])), edit.now[j].plain.casefold()) for j in heirs
        )
        stands = is_named or stands_in(slot.there, heirs, edit)
        is_kept = slot.at in edit.untouched or stands
        lost[slot.value] = lost.get(slot.value, True) and not is_kept
    states = support.labelled if support is not None else ()
    went = (label_of(edit.then[at])[1] for at in states if at not in edit.untouched)
    left = edit.words(repair.after)
    if any(edit.words(word) <= left and not _stands(word, edit) for word in went):
        return True
    return _says_any(repair.after, [value for value, is_lost in lost.items() if is_lost])


def _stands(words: str, edit: NoteEdit) -> bool:
    """Tell whether a line of now says some words."""
    own = edit.words(words)
    return any(own <= edit.words(one.plain) for one in edit.now)


def _says_any(text: str, lost: Sequence[Value]) -> bool:
    """Tell whether a text gives a value that its note no longer does."""
    said = values_of(LINKED.sub(" ", text)) if lost else ()
    return any(one.kind == old.kind and same(one, old) for one in said for old in lost)


def why_unworded(finding: Finding, belief: str) -> str:  # noqa: PLR0911  # one answer a case
    """Return what is in the way of a wording to offer, as a clause.

    Args:
        finding: one that offers none.
        belief: what the memory says.
    """
    belief = without_source(belief)
    if finding.after is None or struck_in(finding.after.text)[1]:
        return "nothing stands in its place"
    if finding.mode == "cold" and finding.change != "never_agreed":
        return "what the note said before is not known"
    if max(len(belief), len(finding.after.text)) > MAX_CHARS:
        return "it is too long to change by a word"
    if negations(belief):
        return "it denies something, and another value may turn that round"
    if len(split_sentences(belief)) > 1 or pattern_for("says_more").search(belief):
        return "it says more than what changed, and the rest may no longer follow"
    then, now = (_TASK.sub("", one.text) if one else "" for one in (finding.before, finding.after))
    if finding.change == "status":
        return "its state changed, and how it stands now is best said in your own words"
    if then == now or finding.change in {"done", "ended", "superseded", "moved", None}:
        return "the note gives no other value for it"
    return "how the note's new words would fit its sentence is not sure"
