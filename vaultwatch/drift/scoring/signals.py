"""The signals of a warm comparison: what an edit did to the words a belief rests on.

Pure values. `scoring.measure` fills them, `scoring.verdict` weighs them, `scoring.reasons` says
them. Each is a number that a person can check by hand.
"""

from dataclasses import dataclass, fields
from typing import Final


@dataclass(frozen=True, slots=True)
class Signals:
    """What can be measured of one comparison; every field 0 where it does not apply.

    Where several statements support a belief, each one's measure counts by how strong it is
    against the strongest, and the largest is taken.
    """

    all_untouched: float = 0.0
    """1 where every support stands unchanged."""
    strength: float = 0.0
    """Of the strongest support."""
    hit: float = 0.0
    """Share of what belief and support both said that the edit took away."""
    hit_exact: float = 0.0
    """Numbers, dates, identifiers among that, at most 2."""
    hit_name: float = 0.0
    """Names among that, at most 2."""
    swapped: float = 0.0
    """1 where an exact token went and another of its kind came."""
    replaced: float = 0.0
    """Share of what belief and support both said in whose place other words stand, times how much
    of the support stands as it stood."""
    came_exact: float = 0.0
    """Exact tokens that came and that the belief does not say, at most 3."""
    came: float = 0.0
    """Share of the successor's words that are new."""
    went: float = 0.0
    """Share of the support's words that are gone."""
    lost: float = 0.0
    """Share of what belief and supports said that no successor says."""
    lost_anywhere: float = 0.0
    """The same, that the whole note no longer says."""
    note_lost: float = 0.0
    """Share of the belief that the note said anywhere and says nowhere now."""
    note_lost_ident: float = 0.0
    """Identifiers and paths among that, at most 2."""
    note_lost_name: float = 0.0
    """Names among all that the note said anywhere and says nowhere now, at most 2."""
    lost_value: float = 0.0
    """1 where the belief gives a number, date, path or the like that the note said in some form,
    and says in none now."""
    says_more: float = 0.0
    """How much more of the note speaks of the belief than did: 0 where no more, up to 1."""
    fewer: float = 0.0
    """Share of the belief's words that fewer statements say, each by how many of its own went."""
    found_again: float = 0.0
    """Share of what was lost that one other new passage says."""
    phrases: float = 0.0
    """Share of word pairs, said in a row by belief and support, that nothing says now."""
    quotes: float = 0.0
    """Share of the belief's quoted words that the note no longer says verbatim."""
    negated: float = 0.0
    """1 where the successor says an odd number of negations more or less."""
    against: float = 0.0
    """1 where that makes the successor differ from the belief, which agreed with the support."""
    ticked: float = 0.0
    """1 where the task mark changed between open and closed."""
    ticked_and_open: float = 0.0
    open_belief: float = 0.0
    """1 where the belief speaks of something unfinished."""
    done_came: float = 0.0
    """1 where a word of ending came into the successor."""
    open_went: float = 0.0
    """1 where a word of waiting went from it."""
    override_came: float = 0.0
    """1 where a word like `now`, `instead`, `until` came into it."""
    open_and_done: float = 0.0
    open_and_came: float = 0.0
    """`came`, where the belief is open: facts grow, open questions are answered."""
    gone: float = 0.0
    """1 where the strongest support has no successor; less for a weaker one."""
    gone_and_lost: float = 0.0
    drop: float = 0.0
    """Best relevance then minus best relevance now."""
    best_now: float = 0.0
    """Relevance of the best passage now."""
    added_relevance: float = 0.0
    """Of the added or edited statement, no successor of a support, that speaks most to it."""
    added_cue: float = 0.0
    """Its relevance where it holds a word of ending, of overriding or a negation."""
    added_done_and_open: float = 0.0
    """The relevance of an `UPDATE` with a word of ending, where the belief is open."""
    added_topic: float = 0.0
    """The same, or how far it speaks of what the strongest support speaks of."""
    added_conflict: float = 0.0
    """The same for one that says another value of a kind that the belief says."""
    added_below: float = 0.0
    """Strength of the support under which something was added."""
    added_and_exclusive: float = 0.0
    property_took: float = 0.0
    """Share of what belief and an edited property both said that the edit took away."""
    status_and_open: float = 0.0
    status_done_and_open: float = 0.0
    """1 where the belief is open and the status now says that it ended."""
    struck: float = 0.0
    """1 where the successor is struck through."""
    extended: float = 0.0
    """1 where the successor says all that the support said, and more."""


FOR_RULES: Final = frozenset(
    {"all_untouched", "lost", "lost_anywhere", "negated", "gone", "added_cue", "property_took"}
    | {"status_done_and_open"}
)
"""What the rules and joint signals ask for; beside the others it tells the weights nothing."""
NAMES: Final = tuple(one.name for one in fields(Signals) if one.name not in FOR_RULES)
"""The signals that are weighed."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the signals rest on: for quotes and reasons."""

    signals: Signals
    support: int | None
    """Index then of the support the verdict turns on."""
    chosen: int | None
    """Index now of the statement that settles it."""
    added: int | None
    """Index now of the addition that speaks most to the belief."""
    lost_norms: tuple[str, ...]
    ticked: bool
    status: int | None
    """Index now of a changed status property."""
