"""Taking back what a tick or a word settled: the finding stands again, and nothing acts twice."""

import re
from pathlib import Path

import pytest

from tests.system.drifted import REPORT, copy_of, findings, scan, tick, told
from tests.system.request_asking import ask
from tests.system.vaults import Vault
from vaultwatch.memories.trust import content_hash
from vaultwatch.services.look import look
from vaultwatch.wiring import open_workspace

MEMORY = "Memories/Alder fee.md"


def cases(vault: Vault) -> int:
    with open_workspace(vault.folder, "read", state=vault.state) as ws:
        return len(ws.ledger.cases())


def undo(vault: Vault) -> str:
    done = vault.call("undo")
    assert done.status == 0, done.err
    return done.out


@pytest.mark.parametrize("answer", ["apply", "dismiss", "true", "forget"])
def test_a_tick_that_is_taken_back_acts_no_more(
    drifted: Vault, tmp_path: Path, answer: str
) -> None:
    vault = copy_of(drifted, tmp_path)
    before = vault.notes()
    tick(vault, "Alder", answer)
    scan(vault)
    assert vault.notes() != before
    assert cases(vault) == 1
    undo(vault)
    report = vault.read(REPORT)
    assert vault.notes() == before
    assert "[x]" not in report
    assert findings(vault)["Alder"]["status"] == "open"
    assert f"^{findings(vault)['Alder']['finding_id']}" in report
    (said,) = told(report)
    assert re.fullmatch(r"Taken back with undo: the tick “[A-Z][^“”]+”\.", said), said
    assert cases(vault) == 0
    with open_workspace(vault.folder, state=vault.state) as ws:
        look(ws)
    assert vault.notes() == before
    assert findings(vault)["Alder"]["status"] == "open"
    assert told(scan(vault)) == [said]
    assert vault.call("findings", "dismiss", findings(vault)["Alder"]["finding_id"]).status == 0
    assert told(scan(vault)) == [], "it was settled anew"


def test_several_steps_are_taken_back_one_after_another(drifted: Vault, tmp_path: Path) -> None:
    vault = copy_of(drifted, tmp_path)
    stood = [vault.notes()]
    for name, answer in (("Alder", "apply"), ("Birch", "dismiss"), ("Cedar", "apply")):
        tick(vault, name, answer)
        scan(vault)
        vault.write(REPORT, f"{vault.read(REPORT)}\nI looked at {name}.\n")
        scan(vault)  # only the report is written anew
        stood.append(vault.notes())
    for before, next_ in zip(reversed(stood[:-1]), (", Birch", ", Alder", ""), strict=True):
        said = undo(vault)
        assert vault.notes() == before
        assert re.search(rf"^The next undo would take back .*{next_}", said, re.MULTILINE)
    assert re.search(r"^The next undo would take back 'scan' of .*: 3 files\.$", said, re.MULTILINE)
    assert {found["status"] for found in findings(vault).values()} == {"open"}


def test_a_wording_that_is_taken_back_is_a_finding_again_at_once(
    drifted: Vault, tmp_path: Path
) -> None:
    vault = copy_of(drifted, tmp_path)
    found = findings(vault)["Alder"]
    assert vault.call("findings", "apply", found["finding_id"]).status == 0
    said = undo(vault)
    assert re.search(rf"the answer to {found['finding_id']}: Alder\b", said)
    (again,) = [
        one
        for one in vault.call("findings", "--json").rows
        if one["finding_id"] == found["finding_id"]
    ]
    assert (again["before"], again["after"]) == (found["before"], found["after"])
    assert f"^{found['finding_id']}" in vault.read(REPORT)


def test_what_came_of_a_word_that_is_taken_back_closes(drifted: Vault, tmp_path: Path) -> None:
    vault = copy_of(drifted, tmp_path)
    found = findings(vault)["Alder"]
    assert vault.call("findings", "apply", found["finding_id"]).status == 0
    vault.write("Stalls/Alder.md", vault.read("Stalls/Alder.md").replace("55", "70"))
    scan(vault)
    came = findings(vault)["Alder"]["finding_id"]
    assert came != found["finding_id"]
    undo(vault)  # the flags of that look
    assert found["finding_id"] in undo(vault)
    live = [
        one["finding_id"]
        for one in vault.call("findings", "--json").rows
        if one["memory_id"] == "mem_alder"
    ]
    assert live == [found["finding_id"]]
    assert f"^{came}" not in vault.read(REPORT)


def test_an_acknowledged_finding_is_acknowledged_again(drifted: Vault, tmp_path: Path) -> None:
    vault = copy_of(drifted, tmp_path)
    id_ = findings(vault)["Alder"]["finding_id"]
    for word in ("acknowledge", "dismiss"):
        assert vault.call("findings", word, id_).status == 0
    undo(vault)
    assert findings(vault)["Alder"]["status"] == "acknowledged"


def test_a_note_edited_since_keeps_what_was_said_of_it(drifted: Vault, tmp_path: Path) -> None:
    vault = copy_of(drifted, tmp_path)
    assert vault.call("findings", "apply", findings(vault)["Alder"]["finding_id"]).status == 0
    vault.write(MEMORY, vault.read(MEMORY).replace("55", "56"))
    assert "It was changed since." in vault.call("undo").err
    assert findings(vault)["Alder"]["status"] == "resolved"
    assert "Took back 'scan'" in undo(vault), "the step before"


def test_flags_that_are_taken_back_stay_off_when_an_older_step_is_too(
    drifted: Vault, tmp_path: Path
) -> None:
    vault = copy_of(drifted, tmp_path)
    assert vault.call("findings", "dismiss", findings(vault)["Birch"]["finding_id"]).status == 0
    vault.write("Stalls/Alder.md", vault.read("Stalls/Alder.md").replace("55", "70"))
    vault.write(MEMORY, re.sub(r"(?m)^drift.*\n(?:-? .*\n)*", "", vault.read(MEMORY)))
    scan(vault)
    assert "drift:" in vault.read(MEMORY)
    undo(vault)
    bare = vault.read(MEMORY)
    assert "drift:" not in bare
    assert "the answer to" in undo(vault), "the word about Birch"
    assert vault.read(MEMORY) == bare


def test_flags_of_a_look_that_are_taken_back_stay_off(drifted: Vault, tmp_path: Path) -> None:
    vault = copy_of(drifted, tmp_path)
    undo(vault)
    assert not re.search("^drift:", vault.read(MEMORY), re.MULTILINE)
    bare = vault.notes()
    with open_workspace(vault.folder, state=vault.state) as ws:
        look(ws)
    assert vault.notes() == bare
    assert vault.call("undo").status == 4


def test_links_are_the_same_with_flags_and_without(drifted: Vault, tmp_path: Path) -> None:
    vault = copy_of(drifted, tmp_path)
    links = vault.call("memory", "links", "Stalls/Alder.md", "--json").out
    assert vault.call("findings", "apply", findings(vault)["Alder"]["finding_id"]).status == 0
    undo(vault)
    assert "drift_notes" in vault.read(MEMORY)
    assert vault.call("memory", "links", "Stalls/Alder.md", "--json").out == links
    assert vault.call("findings", "dismiss", findings(vault)["Alder"]["finding_id"]).status == 0
    assert "drift_notes" not in vault.read(MEMORY)
    assert vault.call("memory", "links", "Stalls/Alder.md", "--json").out == links


def test_a_wording_that_was_applied_is_the_persons_word(drifted: Vault, tmp_path: Path) -> None:
    vault = copy_of(drifted, tmp_path)
    belief = "The fee of the [[Alder]] stall is 40 euros."
    written = vault.read(MEMORY).split("---\n")
    asserted = content_hash(belief)
    head = f"{written[1]}source: inference\ncontent_hash: {asserted}\n"
    vault.write(MEMORY, f"---\n{head}---\n{written[2]}")
    scan(vault)
    before = vault.notes()
    assert vault.call("findings", "apply", findings(vault)["Alder"]["finding_id"]).status == 0
    assert content_hash(belief.replace("40", "55")) in vault.read(MEMORY)
    assert "source: user_explicit" in vault.read(MEMORY)
    assert "edited since" not in vault.call("memory", "show", "mem_alder").out
    undo(vault)
    assert vault.notes() == before
    assert "edited since" not in vault.call("memory", "show", "mem_alder").out


def test_a_wording_of_what_never_agreed_is_a_finding_again_at_once(
    drifted: Vault, tmp_path: Path
) -> None:
    vault = copy_of(drifted, tmp_path)
    belief = "The fee of the [[Alder]] stall is 70 euros."
    vault.write("Memories/Other fee.md", f"---\nid: mem_other\n---\n{belief}\n")
    scan(vault)
    before, found = vault.notes(), findings(vault)["Other"]
    assert found["change"] == "never_agreed"
    assert vault.call("findings", "apply", found["finding_id"]).status == 0
    undo(vault)
    assert vault.notes() == before
    assert findings(vault)["Other"]["finding_id"] == found["finding_id"]
    assert findings(vault)["Other"]["status"] == "open"


def ask_undo(vault: Vault, finding: str) -> tuple[str, str]:
    with open_workspace(vault.folder, state=vault.state) as ws:
        answer = ask(vault, ws, verb="undo", finding=finding)
    return answer["state"], answer["message"]


def settled_last(vault: Vault) -> list[str]:
    with open_workspace(vault.folder, state=vault.state) as ws:
        return [row["finding_id"] for row in ask(vault, ws, verb="report")["findings"]]


@pytest.mark.parametrize("answer", ["apply", "dismiss", "true", "forget"])
def test_a_request_takes_back_the_answer_that_it_names(
    drifted: Vault, tmp_path: Path, answer: str
) -> None:
    vault = copy_of(drifted, tmp_path)
    before, id_ = vault.notes(), findings(vault)["Alder"]["finding_id"]
    tick(vault, "Alder", answer)
    scan(vault)
    assert settled_last(vault) == [id_]
    assert ask_undo(vault, id_) == ("done", f"Taken back: finding {id_} stands as before.")
    assert settled_last(vault) == []
    assert vault.notes() == before
    assert findings(vault)["Alder"]["status"] == "open"
    assert f"^{id_}-apply" in vault.read(REPORT)
    assert ask_undo(vault, id_)[0] == "refused"
    assert vault.notes() == before


def test_a_request_takes_back_no_other_step_than_the_one_it_names(
    drifted: Vault, tmp_path: Path
) -> None:
    vault = copy_of(drifted, tmp_path)
    ids = {name: one["finding_id"] for name, one in findings(vault).items()}
    assert ask_undo(vault, ids["Alder"])[0] == "refused", "flags alone are no answer"
    for name in ("Alder", "Birch"):
        tick(vault, name, "apply")
        scan(vault)
    stands = vault.notes()
    state, message = ask_undo(vault, ids["Alder"])
    assert (state, vault.notes()) == ("refused", stands)
    assert "cannot be taken back from here" in message
    assert ask_undo(vault, ids["Birch"])[0] == "done"
    assert ask_undo(vault, ids["Alder"])[0] == "done"


def test_a_request_leaves_a_memory_that_was_edited_since(drifted: Vault, tmp_path: Path) -> None:
    vault = copy_of(drifted, tmp_path)
    id_ = findings(vault)["Alder"]["finding_id"]
    assert vault.call("findings", "apply", id_).status == 0
    vault.write(MEMORY, vault.read(MEMORY).replace("55", "56"))
    state, message = ask_undo(vault, id_)
    assert (state, "Alder fee.md" in message) == ("refused", True)
    assert "56 euros" in vault.read(MEMORY)
    assert findings(vault)["Alder"]["status"] == "resolved"
