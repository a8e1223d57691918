"""What becomes of a claim that arrives where others stand."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import permutations, product
from typing import Literal, TypeAlias

import pytest

from vaultwatch.memories.claims import Claim, Scope
from vaultwatch.memories.conflicts import (
    ConflictOutcome,
    Decision,
    Holder,
    Newcomer,
    conflicting_pairs,
    decide,
)
from vaultwatch.memories.facts import MemorySource
from vaultwatch.memories.schemas import Cardinality, Dedup, Policy, PredicateSchema, Schemas

Ends: TypeAlias = tuple[datetime | None, datetime | None]
Validity: TypeAlias = Literal["same", "overlap", "open", "touching", "apart"]

JAN, FEB, MAR, APR = (datetime(2026, month, 1, tzinfo=UTC) for month in (1, 2, 3, 4))
OLD_TRUST, MINIMUM, MARGIN = 0.7, 0.6, 0.2


def claim(value: str = "8080", scope: Scope = "global", session: str = "") -> Claim:
    return Claim("Atlas", "port", value, scope, session)


def holder(id_: str, value: str, trust: float = OLD_TRUST) -> Holder:
    return Holder(id_, claim(value), trust, "document")


def newcomer(value: str, trust: float = 0.9, source: MemorySource = "document") -> Newcomer:
    return Newcomer(claim(value), trust, source)


SINGLE = PredicateSchema()

# The product of everything that counts, for one holder and one newcomer.
POLICIES: tuple[Policy, ...] = ("supersede", "require_review", "keep_both")
TELLERS: tuple[MemorySource, ...] = ("document", "user_reported", "user_explicit")
CARDINALITIES: tuple[Cardinality, ...] = ("single", "multiple")
EXCLUSIVES = ((True, True), (True, False), (False, True), (False, False))
TRUSTS = {
    "below the minimum": 0.59,
    "at the minimum": 0.6,
    "below the old": 0.69,
    "equal": 0.7,
    "equal but for rounding": 0.7 - 1e-12,
    "above, within the margin": 0.8,
    "at the margin": 0.7 + 0.2,
    "above the margin": 0.95,
}
SCOPES: dict[str, tuple[tuple[Scope, str], tuple[Scope, str], bool]] = {
    "global": (("global", ""), ("global", ""), True),
    "same session": (("session", "a"), ("session", "a"), True),
    "other session": (("session", "a"), ("session", "b"), False),
    "session and global": (("session", "a"), ("global", ""), False),
    "temporal": (("temporal", ""), ("temporal", ""), True),
    "temporal and global": (("temporal", ""), ("global", ""), False),
}
"""Of the old and the new, and whether they meet."""
VALIDITIES: dict[Validity, tuple[Ends, Ends, bool]] = {
    "same": ((JAN, MAR), (JAN, MAR), True),
    "overlap": ((JAN, MAR), (FEB, APR), True),
    "open": ((None, None), (FEB, None), True),
    "touching": ((JAN, FEB), (FEB, MAR), False),
    "apart": ((None, FEB), (MAR, None), False),
}


@dataclass(frozen=True, slots=True)
class Case:
    policy: Policy
    trust: float
    margin: float
    source: MemorySource
    scope: str
    validity: Validity
    cardinality: Cardinality
    exclusive: tuple[bool, bool]
    value: str


CASES = [
    Case(*row)
    for row in product(
        POLICIES,
        TRUSTS.values(),
        (0.0, MARGIN),
        TELLERS,
        SCOPES,
        VALIDITIES,
        CARDINALITIES,
        EXCLUSIVES,
        (" 8080 ", "9090"),
    )
][::7]
"""One in seven, which divides no side: any four of these values still meet."""


def expected(case: Case) -> tuple[ConflictOutcome, bool]:
    """Say the rules again, another way round: by a table of trusts, not by sums."""
    meets = SCOPES[case.scope][2] and VALIDITIES[case.validity][2]
    if not meets:
        return "store", True
    if case.value == " 8080 ":
        return "corroborate", False
    if case.cardinality == "multiple" or case.exclusive != (True, True):
        return "store", True
    if case.policy != "supersede":
        return ("keep_both", True) if case.policy == "keep_both" else ("review", False)
    enough = {"at the margin", "above the margin"}
    if case.source == "user_explicit":
        enough = set(TRUSTS)
    elif case.source == "user_reported":
        enough = TRUSTS.keys() - {"below the minimum"}
    elif not case.margin:
        enough |= {"equal", "equal but for rounding", "above, within the margin"}
    is_enough = case.trust in {TRUSTS[name] for name in enough}
    return ("supersede", True) if is_enough else ("quarantine", False)


def decided(case: Case) -> Decision:
    (old_scope, old_session), (new_scope, new_session), _ = SCOPES[case.scope]
    old_ends, new_ends, _ = VALIDITIES[case.validity]
    old_exclusive, new_exclusive = case.exclusive
    old = Claim("[[Atlas]]", "port", "8080", old_scope, old_session, old_exclusive, *old_ends)
    new = Claim("atlas", "Port", case.value, new_scope, new_session, new_exclusive, *new_ends)
    return decide(
        Newcomer(new, case.trust, case.source),
        [Holder("old", old, OLD_TRUST, "document")],
        PredicateSchema(
            cardinality=case.cardinality,
            policy=case.policy,
            minimum_trust=MINIMUM,
            margin=case.margin,
        ),
    )


def test_every_case_goes_by_the_rules() -> None:
    assert len(CASES) == -(-3 * 8 * 2 * 3 * 6 * 5 * 2 * 4 * 2 // 7)
    seen: set[ConflictOutcome] = set()
    for case in CASES:
        decision = decided(case)
        outcome, is_active = expected(case)
        assert (decision.outcome, decision.is_active) == (outcome, is_active), case
        assert decision.same == ("old" if outcome == "corroborate" else ""), case
        is_against = outcome in {"supersede", "quarantine", "review", "keep_both"}
        assert decision.against == (("old",) if is_against else ()), case
        assert decision.reason.endswith("."), case
        seen.add(outcome)
    assert len(seen) == 6


@pytest.mark.parametrize(
    ("schema", "new", "holders", "decision"),
    [
        pytest.param(SINGLE, newcomer("a"), [], ("store", True, "", ()), id="nothing stands"),
        pytest.param(
            SINGLE,
            newcomer("a"),
            [Holder("x", replace(claim("b"), subject="Other"), 1.0, "system")],
            ("store", True, "", ()),
            id="about something else",
        ),
        pytest.param(
            SINGLE,
            newcomer("a"),
            [holder("z", "A", 0.8), holder("b", "a", 0.9), holder("c", "a", 0.9)],
            ("corroborate", False, "b", ()),
            id="the most trusted is corroborated, then the first id",
        ),
        pytest.param(
            PredicateSchema(dedup="store"),
            newcomer("a"),
            [holder("x", "a")],
            ("store", True, "", ()),
            id="every voice is kept",
        ),
        pytest.param(
            PredicateSchema(cardinality="multiple"),
            newcomer("a"),
            [holder("x", "b"), holder("y", "a")],
            ("corroborate", False, "y", ()),
            id="one of many values, said again",
        ),
        pytest.param(
            PredicateSchema(normaliser="none"),
            newcomer("A"),
            [holder("x", "a")],
            ("supersede", True, "", ("x",)),
            id="the normaliser decides what is the same",
        ),
        pytest.param(
            SINGLE,
            newcomer("a"),
            [holder("z", "b"), holder("y", "c"), holder("x", "b", 0.9)],
            ("supersede", True, "", ("x", "y", "z")),
            id="all that it contradicts",
        ),
        pytest.param(
            SINGLE,
            newcomer("a"),
            [holder("z", "b"), holder("y", "c", 0.91)],
            ("quarantine", False, "", ("y", "z")),
            id="one of them is trusted more",
        ),
        pytest.param(
            SINGLE,
            newcomer("a"),
            [holder("z", "b"), Holder("y", replace(claim("c"), exclusive=False), 1.0, "system")],
            ("supersede", True, "", ("z",)),
            id="one of them excludes nothing",
        ),
        pytest.param(
            PredicateSchema(minimum_trust=0.95),
            newcomer("a", 0.1),
            [],
            ("store", True, "", ()),
            id="the minimum counts only in a conflict",
        ),
        pytest.param(
            SINGLE,
            newcomer("a"),
            [holder("x", "b", 0.1), holder("y", "a")],
            ("corroborate", False, "y", ("x",)),
            id="both values stand already: nothing is superseded",
        ),
        pytest.param(
            PredicateSchema(dedup="store", policy="require_review"),
            newcomer("a"),
            [holder("x", "b"), holder("y", "a")],
            ("store", True, "", ("x",)),
            id="both values stand already, every voice is kept",
        ),
        pytest.param(
            PredicateSchema(high_impact=True),
            newcomer("a"),
            [],
            ("review", False, "", ()),
            id="of high impact it waits, though nothing stands",
        ),
        pytest.param(
            SINGLE,
            newcomer("a", 0.65, "user_reported"),
            [Holder("x", claim("b"), 0.9, "user_reported")],
            ("supersede", True, "", ("x",)),
            id="of reports the newest, however trusted",
        ),
    ],
)
def test_decide(
    schema: PredicateSchema,
    new: Newcomer,
    holders: list[Holder],
    decision: tuple[ConflictOutcome, bool, str, tuple[str, ...]],
) -> None:
    for order in permutations(holders):
        found = decide(new, order, schema)
        assert (found.outcome, found.is_active, found.same, found.against) == decision


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("dedup", ["corroborate", "store"])
@pytest.mark.parametrize(
    ("holders", "against"),
    [
        pytest.param([], (), id="nothing stands"),
        pytest.param([holder("x", "a")], (), id="the same stands"),
        pytest.param([holder("x", "b", 0.1)], ("x",), id="another value stands"),
        pytest.param([holder("y", "b"), holder("x", "a")], ("y",), id="both stand"),
    ],
)
def test_what_is_suspicious_is_quarantined_before_anything_else(
    policy: Policy, dedup: Dedup, holders: list[Holder], against: tuple[str, ...]
) -> None:
    schema = PredicateSchema(policy=policy, dedup=dedup)
    planted = replace(newcomer("a", 1.0, "user_explicit"), suspicious=True)
    found = decide(planted, holders, schema)
    assert (found.outcome, found.is_active, found.same) == ("quarantine", False, "")
    assert found.against == against
    open_door = replace(schema, quarantine_suspicious=False)
    trusting = decide(planted, holders, open_door)
    assert trusting == decide(replace(planted, suspicious=False), holders, open_door)


@pytest.mark.parametrize(
    ("schema", "new", "holders", "reason"),
    [
        pytest.param(SINGLE, newcomer("a"), [], "Stored: nothing on record", id="nothing"),
        pytest.param(
            PredicateSchema(cardinality="multiple"), newcomer("a"), [holder("x", "b")],
            "Stored: this may have many values at once.", id="many values",
        ),
        pytest.param(
            SINGLE,
            newcomer("a"),
            [Holder("x", replace(claim("b"), exclusive=False), 1.0, "system")],
            "Stored: it and what stands do not exclude each other.", id="not exclusive",
        ),
        pytest.param(
            PredicateSchema(margin=0.3), newcomer("a"), [holder("x", "b")],
            "Quarantined: its trust 0.90 does not reach the 0.70 of x and 0.30 more.", id="margin",
        ),
        pytest.param(
            SINGLE, newcomer("a", 0.2), [holder("x", "b"), holder("y", "c", 0.8)],
            "Quarantined: its trust 0.20 does not reach the 0.80 of y.", id="the most trusted",
        ),
        pytest.param(
            PredicateSchema(minimum_trust=0.95), newcomer("a"), [holder("x", "b")],
            "Quarantined: its trust 0.90 is below the 0.95 that the schema asks for.", id="minimum",
        ),
        pytest.param(
            SINGLE, newcomer("a"), [holder(f"m{n}", "b") for n in range(5)],
            "It takes the place of m0, m1, m2 and 2 more: another value, and trusted enough.",
            id="supersede",
        ),
        pytest.param(
            SINGLE, newcomer("a"), [holder("x", "b"), holder("y", "a")],
            "It says the same as y and corroborates it. Another value stands too (x): settle it.",
            id="both stand",
        ),
    ],
)  # fmt: skip
def test_the_reason_names_the_rule(
    schema: PredicateSchema, new: Newcomer, holders: list[Holder], reason: str
) -> None:
    assert decide(new, holders, schema).reason.startswith(reason)


def test_of_a_persons_only_value_they_alone_say_that_it_is_one_of_several() -> None:
    theirs = replace(holder("a", "8080"), source="user_explicit", is_persons=True)
    cases: tuple[tuple[MemorySource, ConflictOutcome], ...] = (
        ("document", "quarantine"),
        ("user_explicit", "store"),
    )
    for source, outcome in cases:
        one = newcomer("9090", source=source)
        several = replace(one, claim=replace(one.claim, exclusive=False), trust=0.1)
        assert decide(several, [theirs], SINGLE).outcome == outcome


def test_a_trust_that_is_no_number_never_supersedes() -> None:
    found = decide(newcomer("a", float("nan")), [holder("x", "b", 0.0)], SINGLE)
    assert found.outcome == "quarantine"


@pytest.mark.parametrize(
    ("holders", "pairs"),
    [
        pytest.param([], (), id="none"),
        pytest.param([holder("x", "a"), holder("y", " A")], (), id="the same value"),
        pytest.param([holder("y", "a"), holder("x", "b")], (("x", "y"),), id="two values"),
        pytest.param(
            [holder("z", "a"), holder("y", "b"), holder("x", "c"), holder("w", "a")],
            (("w", "x"), ("w", "y"), ("x", "y"), ("x", "z"), ("y", "z")),
            id="three values",
        ),
        pytest.param([holder("x", "a"), holder("x", "b")], (), id="one memory read twice"),
        pytest.param(
            [holder("x", "a"), Holder("y", claim("b", "session", "s"), 1.0, "system")],
            (),
            id="other scope",
        ),
        pytest.param(
            [holder("x", "a"), Holder("y", replace(claim("b"), exclusive=False), 1.0, "system")],
            (),
            id="not exclusive",
        ),
        pytest.param(
            [
                Holder("x", replace(claim("a"), valid_until=FEB), 1.0, "system"),
                Holder("y", replace(claim("b"), valid_from=FEB), 1.0, "system"),
            ],
            (),
            id="one after the other",
        ),
        pytest.param(
            [
                Holder("x", replace(claim("a"), predicate="tag"), 1.0, "system"),
                Holder("y", replace(claim("b"), predicate="Tag"), 1.0, "system"),
            ],
            (),
            id="many values at once",
        ),
        pytest.param(
            [
                Holder("x", replace(claim("a"), predicate="kept"), 1.0, "system"),
                Holder("y", replace(claim("b"), predicate="kept"), 1.0, "system"),
            ],
            (("x", "y"),),
            id="both kept, and still at odds",
        ),
    ],
)
def test_what_stands_at_odds_is_found(
    holders: list[Holder], pairs: tuple[tuple[str, str], ...]
) -> None:
    schemas = Schemas(
        1,
        SINGLE,
        {
            "tag": PredicateSchema(cardinality="multiple"),
            "kept": PredicateSchema(policy="keep_both"),
        },
    )
    for order in permutations(holders):
        assert conflicting_pairs(order, schemas.schema_for) == pairs


@pytest.mark.parametrize(
    ("source", "outcome"),
    [("document", "review"), ("user_reported", "review"), ("user_explicit", "supersede")],
)
def test_what_never_changes_is_unseated_by_a_person_alone(
    source: MemorySource, outcome: str
) -> None:
    lasting = replace(holder("x", "a"), is_lasting=True)
    made = decide(newcomer("b", trust=1.0, source=source), [lasting], SINGLE)
    assert (made.outcome, made.against) == (outcome, ("x",))
    assert decide(newcomer("a", source=source), [lasting], SINGLE).outcome == "corroborate"
