"""A session leaves a note whose items are memories; the next one is told what is open by now."""

from dataclasses import replace

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import ATTACK, DAY, HOUR, KEY, live, move_clock, store
from tests.system.vaults import Vault
from vaultwatch.errors import RefusedError
from vaultwatch.memories.handoff import Handoff
from vaultwatch.memories.projects import Project
from vaultwatch.services.findings.settle import apply, dismiss, verify
from vaultwatch.services.look import scan
from vaultwatch.services.memories.updating import forget_memory
from vaultwatch.services.sessions.handing_over import HandoffWrite, hand_over
from vaultwatch.services.sessions.opening import Beginning, opening_block
from vaultwatch.services.workspace import Workspace

vault, ws = agent_vaults.vault, agent_vaults.looked_at
COSTS = "The stand of [[Fees]] costs 40 euros a day."
PARKING = "Parking is free before noon, says [[Fees]]."
LEFT = Handoff(
    "s1",
    Project("market"),
    "The stand",
    goals=("Open the stand in May.",),
    decisions=(COSTS, PARKING),
    open_questions=("Who brings the lamps?",),
    next_actions=("Book the stand.",),
)


def told(
    ws: Workspace,
    *,
    session: str = "s2",
    project: str = "market",
    how: Beginning = "startup",
    tokens: int = 2_000,
) -> list[str]:
    text = opening_block(ws, session=session, project=Project(project), how=how, max_tokens=tokens)
    return text.splitlines()


def beliefs(ws: Workspace) -> set[str]:
    return {row.belief for row in ws.ledger.memories()}


def left(ws: Workspace, handoff: Handoff = LEFT) -> HandoffWrite:
    return hand_over(ws, handoff, agent="ada")


def move_fees(ws: Workspace, vault: Vault) -> None:
    vault.write("Fees.md", vault.read("Fees.md").replace("40 euros", "55 euros"))
    scan(ws)


def edit(vault: Vault, done: HandoffWrite, old: str, new: str) -> None:
    text = vault.read(done.path)
    assert old in text
    vault.write(done.path, text.replace(old, new, 1))


def test_a_session_leaves_one_note_and_the_same_again_writes_nothing(
    ws: Workspace, vault: Vault
) -> None:
    done = left(ws)
    assert (done.is_written, done.items, done.left_out) == (True, 5, ())
    assert done.path.startswith("Memories/Sessions/2026-03-0")
    assert done.path.endswith(" The stand.md")
    before = vault.bytes()
    move_clock(ws, HOUR)
    again = left(ws)
    assert (again.is_written, again.id, again.path, again.items) == (False, done.id, done.path, 5)
    assert vault.bytes() == before
    scan(ws)
    assert vault.bytes()[done.path] == before[done.path]


def test_what_cites_no_note_stands_and_is_said_to_be_unchecked(ws: Workspace) -> None:
    done = left(ws)
    assert len(done.warnings) == 3
    assert any("“Who brings the lamps?” cites no note" in one for one in done.warnings)


def test_the_next_session_of_the_project_is_told_and_no_other(ws: Workspace) -> None:
    done = left(ws)
    header, lead, *lines = told(ws)
    assert header.startswith("What is known.")
    assert lead == "# left open by earlier sessions of market, newest first:"
    assert len(lines) == 5
    assert lines[0].startswith(f"> handoff {done.id}#g-")
    assert lines[0].endswith(", goal, 2026-03-01: Open the stand in May.")
    assert told(ws, project="Market ")[2:] == lines
    assert told(ws, project="other") == []
    assert told(ws, project="") == []


def test_an_item_whose_note_moves_on_drifts_alone_and_says_so_in_place(
    ws: Workspace, vault: Vault
) -> None:
    done = left(ws)
    move_fees(ws, vault)
    (finding,) = live(ws, "memory_drift")
    assert finding.memory_id is not None
    assert finding.memory_id.startswith(f"{done.id}#d-")
    lines = told(ws)
    (at,) = [number for number, line in enumerate(lines) if "may be outdated" in line]
    assert lines[at].endswith(f", decision, 2026-03-01, may be outdated: {COSTS}")
    assert lines[at + 1] == ">> note Fees.md says, line 3: The stand costs 55 euros a day."
    report = vault.read("drift-report.md")
    line = f"{done.path.removesuffix('.md')}#^{finding.memory_id.split('#')[1]}"
    assert f"([[{line}|The stand of Fees costs 40 euros a day.]])" in report, "by its line"
    assert "drift_score" in vault.read(done.path), "the flags are of the whole note"


def test_the_suggested_wording_changes_its_line_alone(ws: Workspace, vault: Vault) -> None:
    done = left(ws)
    move_fees(ws, vault)
    body = vault.read(done.path).split("\n# ")[1]
    (finding,) = live(ws, "memory_drift")
    apply(ws, finding.id)
    scan(ws)
    assert vault.read(done.path).split("\n# ")[1] == body.replace("40 euros", "55 euros")
    assert live(ws, "memory_drift") == []
    assert "drift" not in vault.read(done.path)
    assert COSTS.replace("40", "55") in beliefs(ws)


@pytest.mark.parametrize("word", [verify, dismiss])
def test_settling_one_item_leaves_the_others(word: object, ws: Workspace, vault: Vault) -> None:
    other = "One pays 40 euros a day at the stand of [[Fees]]."
    left(ws, replace(LEFT, risks=(other,)))
    move_fees(ws, vault)
    first, second = live(ws, "memory_drift")
    assert callable(word)
    move_clock(ws, HOUR)
    word(ws, first.id)
    scan(ws)
    assert [one.id for one in live(ws, "memory_drift")] == [second.id]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(f"- {COSTS}", f"- [x] {COSTS}", id="ticked"),
        pytest.param(COSTS, f"~~{COSTS}~~", id="struck"),
        pytest.param(f"- {COSTS} ", "- ", id="emptied"),
    ],
)
def test_an_item_that_is_done_is_compared_and_told_no_more(
    old: str, new: str, ws: Workspace, vault: Vault
) -> None:
    done = left(ws)
    move_fees(ws, vault)
    edit(vault, done, old, new)
    scan(ws)
    assert live(ws, "memory_drift") == []
    assert "drift" not in vault.read(done.path)
    assert not any("55 euros" in line or COSTS in line for line in told(ws))
    text = vault.read(done.path)
    assert not left(ws).is_written, "what the person did is not undone"
    assert vault.read(done.path) == text


def test_flags_go_with_the_last_item(ws: Workspace, vault: Vault) -> None:
    done = left(ws, Handoff("s1", Project("market"), decisions=(COSTS,)))
    move_fees(ws, vault)
    assert "drift_score" in vault.read(done.path)
    edit(vault, done, "- The", "- [x] The")
    scan(ws)
    assert "drift" not in vault.read(done.path)
    assert ws.ledger.memories() == []


def test_a_later_hand_over_of_the_session_keeps_what_a_person_did(
    ws: Workspace, vault: Vault
) -> None:
    done = left(ws)
    edit(vault, done, "Book the stand.", "Book the smaller stand.")
    edit(vault, done, "- [ ] Who brings", "- [x] Who brings")
    edit(vault, done, "# The stand", "# The stand\n\nA line of mine.")
    text = vault.read(done.path).splitlines()
    vault.write(done.path, "\n".join(line for line in text if "Open the stand" not in line) + "\n")
    move_clock(ws, HOUR)
    again = left(ws, replace(LEFT, decisions=(COSTS,), risks=("The lamps may break.",)))
    now = vault.read(done.path)
    assert again.is_written
    assert again.path == done.path
    for kept in ("Book the smaller stand.", "- [x] Who brings", "A line of mine.", COSTS):
        assert now.count(kept) == 1
    for gone in ("Book the stand.", "Open the stand", PARKING):
        assert gone not in now
    assert "- [ ] The lamps may break." in now
    assert now.index("## Risks") > now.index("## Decisions")


def test_the_next_hand_over_closes_what_it_names_as_done_or_carries_on(
    ws: Workspace, vault: Vault
) -> None:
    first = left(ws)
    move_clock(ws, DAY)
    second = left(
        ws,
        Handoff(
            "s2",
            Project("market"),
            "Lamps",
            open_questions=("Who brings the lamps?",),
            next_actions=("Done: book the stand.", "Buy lamps."),
        ),
    )
    assert second.closed == 2
    assert "- [x] Book the stand." in vault.read(first.path)
    assert "- [>] Who brings the lamps?" in vault.read(first.path)
    assert "ook the stand" not in vault.read(second.path)
    lines = told(ws, session="s3")
    assert [line.split(": ", 1)[1] for line in lines[2:4]] == [
        "Buy lamps.",
        "Who brings the lamps?",
    ]
    assert sum("Who brings the lamps?" in line for line in lines) == 1
    before = vault.bytes()
    again = Handoff("s2", Project("market"), "", open_questions=("Who brings the lamps?",))
    assert not left(ws, again).is_written, "carried over is not ticked off"
    assert vault.bytes() == before
    unknown = left(ws, Handoff("s2", Project("market"), next_actions=("Done: paint the door.",)))
    assert "“paint the door.” is no open item" in unknown.left_out[0]
    third = left(
        ws, Handoff("s3", Project("market"), next_actions=("Book the stand.", "Sell lamps."))
    )
    assert third.items == 1
    assert "is ticked off in" in third.left_out[0]


def test_what_a_session_named_as_done_itself_is_ticked_in_its_own_note(
    ws: Workspace, vault: Vault
) -> None:
    done = left(ws)
    left(ws, Handoff("s1", Project("market"), next_actions=("[x] Book the stand.", "Buy lamps.")))
    assert "- [x] Book the stand." in vault.read(done.path)
    assert "- [ ] Buy lamps." in vault.read(done.path)


def test_what_a_program_adds_takes_nothing_away_and_what_went_may_come_again(
    ws: Workspace, vault: Vault
) -> None:
    done = left(ws)
    more = Handoff("s1", Project("market"), next_actions=("Buy lamps.",))
    hand_over(ws, more)
    assert "Book the stand." in vault.read(done.path)
    left(ws, replace(more, next_actions=("Sell lamps.",)))
    assert "Book the stand." not in vault.read(done.path)
    assert "Buy lamps." in vault.read(done.path), "another one said so"
    hand_over(ws, replace(more, next_actions=("Clean the lamps.",)))
    assert "Buy lamps." not in vault.read(done.path)
    assert COSTS in vault.read(done.path), "of the other lists nothing was said"
    left(ws)
    assert "Book the stand." in vault.read(done.path)


def test_after_compacting_only_its_own_is_told(ws: Workspace) -> None:
    left(ws)
    left(ws, Handoff("s2", Project("market"), next_actions=("Buy lamps.",)))
    lines = told(ws, session="s2", how="compact")
    assert lines[1] == "# what this session handed over:"
    assert [line.split(": ", 1)[1] for line in lines[2:]] == ["Buy lamps."]
    assert told(ws, session="s3", how="compact") == []


def test_what_is_old_is_not_told(ws: Workspace) -> None:
    left(ws)
    move_clock(ws, 29 * DAY)
    assert told(ws)
    move_clock(ws, 2 * DAY)
    assert told(ws) == []


@pytest.mark.parametrize("tokens", [50, 100, 200, 400])
def test_it_is_bounded_with_what_is_pinned_first(tokens: int, ws: Workspace, vault: Vault) -> None:
    vault.write("Memories/Pinned.md", "# Pinned\n\n## Rules\n\n- Answer in German.\n")
    left(ws, replace(LEFT, risks=tuple(f"Lamp {number} may break." for number in range(20))))
    lines = told(ws, tokens=tokens)
    assert len("\n".join(lines).encode()) / 4 <= tokens
    if tokens >= 200:
        assert "Answer in German." in lines[1]
        assert "lines more" in lines[-1]
    if tokens >= 400:
        assert any("> handoff" in line for line in lines)


def test_it_is_no_place_for_secrets_attacks_and_what_was_recalled(
    ws: Workspace, vault: Vault
) -> None:
    known = store(ws, "The lamp of [[Fees]] is green.")
    done = left(
        ws,
        Handoff(
            "s1",
            Project("market"),
            decisions=(f"The token is {KEY}.", ATTACK, "The lamp of [[Fees]] is green."),
            next_actions=("Buy lamps.", f"> memory {known.id}, inference 0.50: The lamp is green."),
            memory_ids=(known.id, "mem_none"),
        ),
    )
    assert done.items == 1
    assert len(done.left_out) == 5
    assert not any(KEY in one for one in done.left_out)
    text = vault.read(done.path)
    assert KEY not in text
    assert ATTACK not in text
    assert f"[[{known.path.removesuffix('.md')}|" in text
    assert beliefs(ws) == {"Buy lamps.", "The lamp of [[Fees]] is green."}


def test_bad_input_is_refused_or_left_out(ws: Workspace, vault: Vault) -> None:
    before = vault.bytes()
    for handoff in (Handoff(" "), Handoff("s1"), Handoff("s1", goals=("", "---", "x" * 20_000))):
        with pytest.raises(RefusedError):
            left(ws, handoff)
    assert vault.bytes() == before
    done = left(
        ws,
        Handoff(
            "s1",
            Project("../../etc"),
            "../../.obsidian/plugins\\x",
            goals=(
                "a\x00b",
                "one\ntwo",
                "---",
                "# head",
                "%% hide",
                "```",
                "[[../../../etc/passwd]] x",
            ),
            next_actions=tuple(f"Buy lamp {number}." for number in range(100)),
        ),
    )
    assert done.items == 40
    assert done.path.count("/") == 2
    assert done.path.startswith("Memories/Sessions/")
    assert "- [ ] one two ^g-" in vault.read(done.path)
    other = left(ws, Handoff("s2", Project(), "../../.obsidian/plugins\\x", goals=("Sell lamps.",)))
    assert other.path.endswith(" 2.md"), "of the same minute"
    assert told(ws, project="etc") != []
    odd = Handoff('a"b\\c: #d', Project("market"), goals=("Sell chairs.",))
    assert left(ws, odd).is_written
    assert not left(ws, odd).is_written


def test_one_item_is_forgotten_alone(ws: Workspace, vault: Vault) -> None:
    done = left(ws)
    (row,) = [row for row in ws.ledger.memories() if row.belief == COSTS]
    forget_memory(ws, row.id)
    assert COSTS not in vault.read(done.path)
    assert PARKING in vault.read(done.path)
    assert len(ws.ledger.memories()) == 4


BOOK = "Book the stand for 40 euros a day, as [[Fees]] says."


@pytest.mark.parametrize("is_looked_at", [True, False])
@pytest.mark.parametrize(
    "again", [BOOK, BOOK.replace("Book", "book"), BOOK.replace("[[Fees]]", "Fees")]
)
def test_what_drifted_and_is_said_again_is_told_with_its_caveat(
    *, again: str, is_looked_at: bool, ws: Workspace, vault: Vault
) -> None:
    left(ws, Handoff("s1", Project("market"), next_actions=(BOOK,)))
    vault.write("Fees.md", vault.read("Fees.md").replace("40 euros", "55 euros"))
    if is_looked_at:
        scan(ws)
        assert len(live(ws, "memory_drift")) == 1
    move_clock(ws, HOUR)
    left(ws, Handoff("s2", Project("market"), next_actions=(again, "Buy lamps.")))
    for _ in range(2):
        lines = told(ws)
        (at,) = [number for number, line in enumerate(lines) if "the stand for 40" in line]
        assert "may be outdated" in lines[at]
        assert "55 euros" in lines[at + 1]
        scan(ws)
    assert len(live(ws, "memory_drift")) == 1


def test_a_false_alarm_about_what_is_said_again_is_not_told_anew(
    ws: Workspace, vault: Vault
) -> None:
    left(ws, Handoff("s1", Project("market"), next_actions=(BOOK,)))
    move_fees(ws, vault)
    dismiss(ws, live(ws, "memory_drift")[0].id)
    move_clock(ws, HOUR)
    assert left(ws, Handoff("s2", Project("market"), next_actions=(BOOK,))).closed == 1
    scan(ws)
    assert live(ws, "memory_drift") == []


def test_a_younger_twin_hides_no_item_that_drifted(ws: Workspace, vault: Vault) -> None:
    done = left(ws, Handoff("s1", Project("market"), next_actions=(BOOK,)))
    move_fees(ws, vault)
    forged = vault.read(done.path).replace(done.id, "mem_other").replace("2026-03-01", "2099-03-01")
    vault.write("Memories/Sessions/2099-03-01 1200 x.md", forged)
    scan(ws)
    (line,) = [line for line in told(ws) if "Book the stand" in line]
    assert "may be outdated" in line


LISTS = frozenset({"next_actions", "open_questions"})


def listed(ws: Workspace, *todo: str, session: str = "s1", asked: tuple[str, ...] = ()) -> None:
    handoff = Handoff(session, Project("market"), next_actions=todo, open_questions=asked)
    hand_over(ws, handoff, whole=LISTS)


def said(ws: Workspace) -> list[str]:
    return [line.split(": ", 1)[1] for line in told(ws)[2:]]


def test_what_a_clients_list_no_longer_holds_is_ticked(ws: Workspace, vault: Vault) -> None:
    listed(ws, "Run the tests.", "Buy lamps.", asked=("Which lamps?",))
    left(ws, Handoff("s1", Project("market"), next_actions=("Sell lamps.",)))
    listed(ws, "Buy lamps.", asked=("Which lamps?",))
    assert said(ws) == ["Buy lamps.", "Sell lamps.", "Which lamps?"]
    listed(ws)
    assert said(ws) == ["Sell lamps."], "what an agent said itself stays"
    (text,) = [vault.read(path) for path in vault.bytes() if "Sessions/" in path]
    assert text.count("- [x] ") == 3


def test_what_a_clients_list_holds_again_is_open_again(ws: Workspace) -> None:
    listed(ws, "Run the tests.", "Buy lamps.")
    listed(ws)
    assert said(ws) == []
    listed(ws, "Run the tests.")
    assert said(ws) == ["Run the tests."]
    listed(ws)
    listed(ws, "Run the tests.", session="s2")
    assert said(ws) == ["Run the tests."], "of another session"


def test_what_a_person_ticked_changed_or_took_out_stays_so(ws: Workspace, vault: Vault) -> None:
    handoff = Handoff(
        "s1", Project("market"), next_actions=("Run the tests.", "Buy lamps.", "Sing.")
    )
    done = hand_over(ws, handoff, whole=LISTS)
    edit(vault, done, "- [ ] Run", "- [x] Run")
    edit(vault, done, "Buy lamps.", "Buy green lamps.")
    text = vault.read(done.path)
    listed(ws, "Run the tests.", "Sing.")
    assert vault.read(done.path) == text
    assert said(ws) == ["Buy green lamps.", "Sing."]
