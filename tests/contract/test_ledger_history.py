"""What memories said before is kept, masked, bounded, and gone with them."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.ledger.masking_store import Masking
from vaultwatch.adapters.ledger.memories_store import KEPT, MOST_OF_ONE
from vaultwatch.adapters.ledger.sql_ledger import Ledger
from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.memories.claims import Claim, claim_key
from vaultwatch.memories.facts import Facts
from vaultwatch.notes.model import NotePath

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
ROW = MemoryRow("mem_1", NotePath("Memories/m.md"), "d0", NOW, "It says 0.", "present", NOW)


def saying(number: int) -> MemoryRow:
    return replace(ROW, belief=f"It says {number}.", belief_digest=f"d{number}")


def said(ledger: Ledger) -> list[str]:
    return [one.belief for one in ledger.earlier_wordings(["mem_1"]).get("mem_1", [])]


def test_only_what_changed_is_kept(ledger: Ledger, clock: FixedClock) -> None:
    ledger.put_memories([ROW])
    ledger.put_memories([replace(ROW, path=NotePath("Memories/moved.md"))])
    assert ledger.earlier_wordings() == {}
    clock.set(NOW + DAY)
    ledger.put_memories([replace(ROW, facts=Facts(status="superseded", superseded_by="mem_2"))])
    clock.set(NOW + 2 * DAY)
    ledger.put_memories([saying(1)])
    (first, second) = ledger.earlier_wordings()["mem_1"]
    assert (first.until, first.facts.status) == (NOW + DAY, "active")
    assert (second.until, second.facts.superseded_by) == (NOW + 2 * DAY, "mem_2")
    assert ledger.earlier_wordings(["mem_2"]) == {}


def test_of_one_memory_the_newest_are_kept_and_none_for_ever(
    ledger: Ledger, clock: FixedClock
) -> None:
    other = replace(saying(0), id="mem_2", path=NotePath("Memories/o.md"))
    ledger.put_memories([ROW, other])
    ledger.put_memories([replace(other, belief="It says more.")])
    for number in range(1, MOST_OF_ONE + 5):
        ledger.put_memories([saying(number)])
    assert said(ledger) == [f"It says {number}." for number in range(4, MOST_OF_ONE + 4)]
    assert len(ledger.earlier_wordings()["mem_2"]) == 1, "another's are not counted"
    clock.set(NOW + KEPT + DAY)
    ledger.prune()
    assert ledger.earlier_wordings() == {}


def test_forgetting_forgets_what_was_said_before(ledger: Ledger) -> None:
    ledger.put_memories([ROW])
    ledger.put_memories([saying(1)])
    ledger.put_memories([replace(saying(1), state="forgotten")])
    assert said(ledger) == [], "told of nobody"
    ledger.put_memories([saying(2)])
    assert said(ledger) == ["It says 0."], "put back from the trash"
    ledger.forget_memory("mem_1")
    ledger.prune()
    ledger.put_memories([saying(3)])
    assert said(ledger) == []


def test_what_was_said_goes_with_a_memory_to_its_new_id(ledger: Ledger) -> None:
    ledger.put_memories([ROW])
    ledger.put_memories([saying(1)])
    ledger.put_memories([replace(saying(1), id="mem_9")])
    ledger.hand_over_wordings("mem_1", "mem_9")
    assert [one.belief for one in ledger.earlier_wordings()["mem_9"]] == ["It says 0."]


def test_newer_rules_mask_what_was_said_before(ledger: Ledger) -> None:
    facts = Facts(evidence="key 123", claim=Claim("a", "b", "key 123"))
    ledger.put_memories([replace(ROW, belief="The key 123 opens.", facts=facts)])
    ledger.put_memories([saying(1)])
    named = Facts(claim=Claim("key 123", "b", "c"))
    ledger.put_memories([replace(ROW, id="mem_2", path=NotePath("Memories/n.md"), facts=named)])
    ledger.set_fact("halves", '["23"]')
    how = Masking(
        mask=lambda text: text.replace("123", "***"),
        belief_digest=lambda path, belief: f"{path} {belief}",
        statements=lambda statements, _: statements,
        texts=frozenset(),
        lists=frozenset(),
        dropped=frozenset(),
        parts=frozenset({"halves"}),
    )
    ledger.mask_words(how)
    assert ledger.get_fact("halves") == ""
    (kept,) = ledger.earlier_wordings()["mem_1"]
    assert kept.belief == "The key *** opens."
    assert kept.facts.evidence == "key ***"
    assert kept.facts.claim == Claim("a", "b", "key ***")
    (masked,) = ledger.find_memories(claim_keys=[claim_key(Claim("key ***", "b", "c"))])
    assert masked.id == "mem_2", "found by what its claim says now"


def test_which_memories_said_something_else_at_a_moment(ledger: Ledger, clock: FixedClock) -> None:
    ledger.put_memories([ROW, replace(ROW, id="mem_2", path=NotePath("Memories/n.md"))])
    clock.set(NOW + DAY)
    ledger.put_memories([saying(1)])
    assert ledger.reworded_since(NOW) == {"mem_1"}
    assert ledger.reworded_since(NOW + DAY) == set()
