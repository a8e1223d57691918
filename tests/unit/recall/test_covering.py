"""A passage is left at a glance only where taking it apart finds nothing against a sentence."""

from hypothesis import given
from hypothesis import strategies as st

from vaultwatch.drift.scoring.grounding import contradicted_elsewhere
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.parse import parse_note
from vaultwatch.recall.covering import may_be_against, passage_of

BELIEF = "The ferry of Wexford takes 12 minutes and costs 4 EUR."
_THINGS = st.sampled_from(["ferry", "ferries", "toll", "gate", "crossing", "Wexford", "Kilkee"])
_VALUES = st.sampled_from(["9", "12", "4", "12 minutes", "9 EUR", "07:30", "2026-03-01", "Ilse"])


def statements_of(text: str) -> tuple[Statement, ...]:
    return parse_note(NotePath("Crossings.md"), text.encode()).statements


@st.composite
def sentences(draw: st.DrawFn) -> str:
    names = " of ".join(draw(st.lists(_THINGS, min_size=1, max_size=2, unique=True)))
    more = draw(st.sampled_from(["", " by day", " at the pier", " and costs 4 EUR"]))
    return f"The {names} takes {draw(_VALUES)}{more}."


@given(
    belief=sentences(),
    said=st.lists(sentences(), min_size=1, max_size=6),
    heading=st.sampled_from(["", "## The ferry\n\n", "## Status\n\nstatus: closed\n\n"]),
)
def test_what_is_against_a_sentence_is_never_left(
    belief: str, said: list[str], heading: str
) -> None:
    statements = statements_of("# Crossings\n\n" + heading + "\n\n".join(said))
    if contradicted_elsewhere(belief, "Crossings", statements) is not None:
        assert may_be_against(belief, passage_of(statements))


def test_a_passage_of_something_else_is_left() -> None:
    others = statements_of("# Depot\n\nIlse keeps the spare key.\n\nThe alarm costs 9 EUR.")
    its_own = statements_of("# Wexford\n\nThe ferry of Wexford takes 9 minutes, costs 4 EUR.")
    assert not may_be_against(BELIEF, passage_of(others))
    assert may_be_against(BELIEF, passage_of(its_own))
