"""Requests carried out on a real vault: what is answered, what is written, what is refused."""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.system.drifted import copy_of
from tests.system.request_asking import FEES, SECRET, STAND, answer_to, ask, memories, put
from tests.system.vaults import Vault
from vaultwatch.adapters.files.request_files import RequestFiles
from vaultwatch.doors.requests import answering as service
from vaultwatch.doors.requests.answering import MOST_A_TURN, accept_requests, answer_requests
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.errors import VaultwatchError
from vaultwatch.services import look as looking
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import open_workspace


@pytest.fixture
def vault(fair_once: Vault, tmp_path: Path) -> Vault:
    return copy_of(fair_once, tmp_path)


@pytest.fixture
def ws(vault: Vault) -> Iterator[Workspace]:
    with open_workspace(vault.folder, "write", state=vault.state) as workspace:
        yield workspace


def drifted(vault: Vault, ws: Workspace) -> str:
    """Give the vault a memory whose note moved on; return the finding's id."""
    made = ask(vault, ws, verb="remember", text=STAND, note="Fair/Fees.md", heading="Stands")
    assert made["state"] == "done", made
    vault.write("Fair/Fees.md", FEES.replace("40 euros", "55 euros"))
    answer = ask(vault, ws, verb="rescan")
    (drift,) = [one for one in answer["findings"] if one["kind"] == "memory_drift"]
    return str(drift["finding_id"])


@pytest.fixture(scope="module")
def drifted_once(fair_once: Vault, tmp_path_factory: pytest.TempPathFactory) -> Vault:
    """To be copied, not changed."""
    vault = copy_of(fair_once, tmp_path_factory.mktemp("drifted"))
    with open_workspace(vault.folder, "write", state=vault.state) as ws:
        drifted(vault, ws)
    return vault


def test_a_rescan_tells_what_drifted(vault: Vault, ws: Workspace) -> None:
    drifted(vault, ws)
    answer = ask(vault, ws, verb="rescan", note="Fair/Fees.md")
    assert (answer["state"], answer["verb"]) == ("done", "rescan")
    assert answer["message"] == "Looked at the vault: 1 finding on this note."
    (row,) = answer["findings"]
    assert row["note"] == "Fair/Fees.md"
    assert row["path"].startswith("Memories/")
    assert (row["kind"], row["change"], row["status"]) == ("memory_drift", "value", "open")
    assert (row["before"], row["before_line"]) == (STAND, 5)
    assert (row["after"], row["after_line"]) == ("The stand costs 55 euros a day.", 5)
    assert row["reasons"]
    assert "drift_since: " in vault.read(row["path"])


@pytest.mark.parametrize("by", ["note", "memory"])
def test_findings_are_told_of_a_note_and_of_a_memory(by: str, vault: Vault, ws: Workspace) -> None:
    finding = drifted(vault, ws)
    note = "Fair/Fees.md" if by == "note" else f"Memories/{next(iter(memories(vault)))}"
    answer = ask(vault, ws, verb="findings", note=note)
    assert [row["finding_id"] for row in answer["findings"]] == [finding]


def test_what_older_rules_kept_is_masked_where_it_is_told(vault: Vault, ws: Workspace) -> None:
    (one,) = ws.ledger.find_findings(drifted(vault, ws))
    assert one.after is not None
    said = replace(one, reasons=(f"The {SECRET}",), after=replace(one.after, text=SECRET))
    ws.ledger.save_findings([said])
    (row,) = ask(vault, ws, verb="findings", note="Fair/Fees.md")["findings"]
    assert [SECRET in str(row[key]) for key in ("reasons", "after")] == [False, False]


def test_findings_of_a_note_that_is_gone_are_still_told(vault: Vault, ws: Workspace) -> None:
    drifted(vault, ws)
    (vault.folder / "Fair/Fees.md").unlink()
    ask(vault, ws, verb="rescan")
    assert ask(vault, ws, verb="findings", note="Fair/Fees.md")["findings"]


def test_a_new_note_has_no_findings(vault: Vault, ws: Workspace) -> None:
    vault.write("Fresh.md", "New.\n")
    answer = ask(vault, ws, verb="findings", note="Fresh.md")
    assert (answer["state"], answer["findings"]) == ("done", [])


def test_the_report_is_written(vault: Vault, ws: Workspace) -> None:
    drifted(vault, ws)
    (vault.folder / "drift-report.md").unlink()
    assert ask(vault, ws, verb="report")["state"] == "done"
    assert (vault.folder / "drift-report.md").exists()


@pytest.mark.parametrize(
    ("verb", "status"),
    [("dismiss", "dismissed"), ("verify", "resolved"), ("acknowledge", "acknowledged")],
)
def test_a_finding_is_settled_and_settling_it_again_is_done_already(
    verb: str, status: str, vault: Vault, ws: Workspace
) -> None:
    finding = drifted(vault, ws)
    first = ask(vault, ws, verb=verb, finding=finding, why=f"said so, {SECRET}")
    assert (first["state"], first["findings"][0]["status"]) == ("done", status)
    (kept,) = ws.ledger.find_findings(finding)
    assert "said so" in kept.why
    assert "hun" + "ter2" not in kept.why
    second = ask(vault, ws, verb=verb, finding=finding)
    assert second["state"] == "done"
    assert second["message"] == f"Finding {finding} is {status} already."


def test_a_memory_that_its_note_fell_silent_on_is_settled_by_the_note_that_is_named(
    vault: Vault, ws: Workspace
) -> None:
    finding = drifted(vault, ws)
    cited = ws.ledger.find_findings(finding)[0].note
    assert cited is not None
    vault.write(cited, vault.read(cited).replace("The stand costs 55 euros a day.\n", ""))
    vault.write("Fair/Other.md", "# Other\n\nIt snows.\n")
    vault.write("Fair/Stands.md", "# Stands\n\nPrices: 40 euros a stand and day, 9 a chair.\n")
    ask(vault, ws, verb="rescan")
    (finding,) = [one.id for one in ws.ledger.findings(statuses=LIVE, kind="memory_drift")]
    asked = ask(vault, ws, verb="verify", finding=finding)
    assert asked["state"] == "refused"
    assert "no longer speaks of it" in asked["message"]
    for note, state in (("Fair/Other.md", "refused"), ("Fair/Stands.md", "done")):
        assert ask(vault, ws, verb="verify", finding=finding, note=note)["state"] == state


def test_a_settled_finding_cannot_be_settled_otherwise(vault: Vault, ws: Workspace) -> None:
    finding = drifted(vault, ws)
    ask(vault, ws, verb="verify", finding=finding)
    answer = ask(vault, ws, verb="dismiss", finding=finding)
    assert answer["state"] == "refused"
    assert answer["hint"]


REFUSED = [
    pytest.param({"verb": "RESCAN"}, id="a verb in upper case"),
    pytest.param({"verb": "shell", "run": "id"}, id="a verb that is not on the list"),
    pytest.param({"verb": "rescan", "note": "../state/x.md"}, id="a path out of the vault"),
    pytest.param({"verb": "rescan", "note": "/etc/passwd"}, id="an absolute path"),
    pytest.param({"verb": "rescan", "note": "Nowhere.md"}, id="no such note"),
    pytest.param({"verb": "findings", "note": "../../etc/passwd"}, id="findings out of it"),
    pytest.param({"verb": "findings", "note": "Out.md"}, id="through a link out of it"),
    pytest.param({"verb": "findings", "note": "x" * 999}, id="a path too long for a disk"),
    pytest.param({"verb": "remember", "text": "a", "note": "../x.md"}, id="citing out of it"),
    pytest.param({"verb": "remember", "text": "a", "note": "Nowhere.md"}, id="citing nothing"),
    pytest.param({"verb": "remember", "text": "a", "note": "Tent"}, id="two notes of this name"),
    pytest.param({"verb": "remember", "text": "a", "note": "Fair"}, id="citing a folder"),
    pytest.param({"verb": "rescan", "note": "Fair"}, id="a folder"),
    pytest.param({"verb": "findings", "note": "."}, id="the vault itself"),
    pytest.param({"verb": "remember", "text": " \n "}, id="an empty text"),
    pytest.param({"verb": "remember", "text": " ", "note": "Fair/Fees.md"}, id="empty, cited"),
    pytest.param({"verb": "remember", "text": "a" * 20_001}, id="a text too long"),
    pytest.param({"verb": "remember", "text": f"The {SECRET}"}, id="a secret in the text"),
    pytest.param({"verb": "remember", "text": "a", "type": SECRET}, id="a secret type"),
    pytest.param({"verb": "remember", "text": "a", "tags": [SECRET]}, id="a secret tag"),
    pytest.param({"verb": "dismiss", "finding": "nosuch"}, id="no such finding"),
    pytest.param({"verb": "dismiss", "finding": "%"}, id="a wildcard"),
    pytest.param({"verb": "verify", "finding": "' or 1=1 --"}, id="SQL"),
    pytest.param({"verb": "dismiss", "finding": SECRET}, id="a secret id"),
    pytest.param("[" * 60_000, id="nesting"),
    pytest.param('{"verb": "rescan", "x": NaN}', id="NaN"),
    pytest.param('{"verb": "rescan", "verb": "report"}', id="a key twice"),
    pytest.param('{"verb": "remember", "text": "' + "x" * 66_000 + '"}', id="too large"),
]


@pytest.mark.parametrize("asked", REFUSED)
def test_what_is_refused_changes_nothing_and_says_why(
    asked: Mapping[str, object] | str, drifted_once: Vault, tmp_path: Path
) -> None:
    vault = copy_of(drifted_once, tmp_path)
    (tmp_path / "outside.md").write_text("Outside.\n")
    (vault.folder / "Out.md").symlink_to(tmp_path / "outside.md")
    before = vault.bytes()
    put(vault, "bad", asked)
    put(vault, "good", {"verb": "report"}, age_s=5)
    files = RequestFiles(vault.folder)
    assert accept_requests(files) == ("bad", "good")
    with open_workspace(vault.folder, "write", state=vault.state) as ws:
        audit = len(ws.ledger.audit())
        assert [one.state for one in answer_requests(ws)] == ["refused", "done"]
        assert len(ws.ledger.audit()) == audit
    answer = answer_to(vault, "bad")
    assert answer["message"]
    assert answer["hint"] or "More than one" in answer["message"], answer
    assert len(answer["message"]) <= service.MOST_MESSAGE_CHARS
    assert "hun" + "ter2" not in json.dumps(answer)
    assert files.waiting() == []
    assert vault.bytes() == before


def test_files_that_are_no_requests_never_stop_one(vault: Vault, ws: Workspace) -> None:
    folder = vault.folder / ".vaultwatch" / "requests"
    put(vault, "real", {"verb": "report"}, age_s=1)
    (folder / "dir.json").mkdir()
    os.mkfifo(folder / "fifo.json")
    (folder / "link.json").symlink_to("/etc/passwd")
    (folder / "..x.json").write_text("{}")
    (folder / "ö.json").write_text("{}")
    accepted = accept_requests(RequestFiles(vault.folder))
    assert set(accepted) == {"real", "fifo", "link"}
    states = {one.name: one.state for one in answer_requests(ws)}
    assert states == {"real": "done", "fifo": "refused", "link": "refused"}
    assert "root:" not in json.dumps([answer_to(vault, name) for name in ("fifo", "link")])
    left = {one.name for one in folder.iterdir() if not one.name.endswith(".answer.json")}
    assert left == {"dir.json", "..x.json", "ö.json"}


def test_a_turn_answers_so_many_and_leaves_the_others_waiting(vault: Vault, ws: Workspace) -> None:
    for number in range(MOST_A_TURN + 3):
        put(vault, f"r{number:02}", {"verb": "nothing"}, age_s=100 - number)
    assert len(answer_requests(ws)) == MOST_A_TURN
    assert [one.name for one in answer_requests(ws)] == ["r20", "r21", "r22"]


def test_a_half_written_request_is_left_for_the_next_look(vault: Vault, ws: Workspace) -> None:
    files = RequestFiles(vault.folder)
    put(vault, "half", '{"verb": "rep', age_s=0)
    assert accept_requests(files) == ()
    assert answer_requests(ws) == ()
    assert files.waiting() == ["half"]
    put(vault, "half", '{"verb": "report"}', age_s=0)
    assert accept_requests(files) == ("half",)
    assert [one.state for one in answer_requests(ws)] == ["done"]


def test_a_request_that_stays_half_written_is_refused(vault: Vault, ws: Workspace) -> None:
    put(vault, "half", '{"verb": "rep', age_s=3)
    assert accept_requests(RequestFiles(vault.folder)) == ("half",)
    assert [one.state for one in answer_requests(ws)] == ["refused"]


def test_requests_are_carried_out_oldest_first(vault: Vault, ws: Workspace) -> None:
    for name, age_s in (("b", 30), ("c", 20), ("a", 10)):
        put(vault, name, {"verb": "report"}, age_s=age_s)
    assert [one.name for one in answer_requests(ws)] == ["b", "c", "a"]


def test_rescans_in_a_row_share_one_scan(
    vault: Vault, ws: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    scans = []

    def counted(ws: Workspace) -> object:
        scans.append(1)
        return looking.scan(ws)

    monkeypatch.setattr(service, "scan", counted)
    for number in range(20):
        put(vault, f"r{number}", {"verb": "rescan"})
    assert {one.state for one in answer_requests(ws)} == {"done"}
    assert len(scans) == 1


def test_what_was_accepted_before_a_kill_is_done_after_it(vault: Vault, ws: Workspace) -> None:
    files = RequestFiles(vault.folder)
    put(vault, "x", {"verb": "report"})
    assert accept_requests(files) == ("x",)
    assert accept_requests(files) == ("x",), "a daemon that starts anew must hear of it"
    assert [one.name for one in answer_requests(ws)] == ["x"]


@pytest.mark.parametrize("by_worker", [True, False])
def test_what_was_answered_before_a_kill_is_not_done_again(
    vault: Vault, ws: Workspace, *, by_worker: bool
) -> None:
    files = RequestFiles(vault.folder)
    put(vault, "x", {"verb": "remember", "text": STAND})
    files.answer("x", {"state": "done", "message": "before the kill"})
    if by_worker:
        assert answer_requests(ws) == ()
    else:
        assert accept_requests(files) == ()
    assert not files.stands("x")
    assert answer_to(vault, "x")["message"] == "before the kill"
    assert memories(vault) == {}


def test_a_bug_in_one_request_is_told_and_stops_no_other(
    vault: Vault, ws: Workspace, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: Workspace) -> object:
        raise ZeroDivisionError("the inside of a bug")

    monkeypatch.setattr(service, "republish", broken)
    put(vault, "a", {"verb": "report"})
    put(vault, "b", {"verb": "rescan"}, age_s=5)
    assert [one.state for one in answer_requests(ws)] == ["refused", "done"]
    answer = answer_to(vault, "a")
    assert "unexpected" in answer["message"]
    assert "inside" not in json.dumps(answer)
    assert "the inside of a bug" in caplog.text


def test_a_request_taken_back_in_the_middle_leaves_no_answer(
    vault: Vault, ws: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = RequestFiles(vault.folder)

    def slow(ws: Workspace) -> object:
        files.remove("a")
        return looking.republish(ws)

    monkeypatch.setattr(service, "republish", slow)
    put(vault, "a", {"verb": "report"})
    assert answer_requests(ws) == ()
    assert list((vault.folder / ".vaultwatch" / "requests").iterdir()) == []


def test_old_answers_are_cleaned_up(vault: Vault, ws: Workspace) -> None:
    put(vault, "old.answer", {"state": "done"}, age_s=90_000)
    put(vault, "new.answer", {"state": "done"}, age_s=60)
    answer_requests(ws)
    left = {one.name for one in (vault.folder / ".vaultwatch" / "requests").iterdir()}
    assert left == {"new.answer.json"}


def test_what_cannot_be_answered_is_not_carried_out(
    vault: Vault, ws: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise VaultwatchError("Cannot write: the disk is full.", hint="Free space.")

    monkeypatch.setattr(RequestFiles, "answer", full)
    put(vault, "x", {"verb": "remember", "text": STAND})
    with pytest.raises(VaultwatchError):
        answer_requests(ws)
    assert memories(vault) == {}
