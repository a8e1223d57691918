"""Requests carried out on a real vault: what is answered, what is written, what is refused."""

import json
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.adapters.request_files import RequestFiles
from vaultwatch.services import requests as service
from vaultwatch.services.requests import accept_requests, answer_requests
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import open_workspace

FEES = """# Fees

## Stands

The stand costs 40 euros a day.

## Parking: cars & vans | [[free]] #x

Parking is free before noon.
"""
STAND = "The stand costs 40 euros a day."
SECRET = "password: hun" + "ter2"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    vault = Vault(tmp_path / "vault", tmp_path / "state")
    use_hash_embedder(vault)
    vault.write("Fair/Fees.md", FEES, day="2026-05-01")
    vault.write("North/Tent.md", "# Tent\n\nThe tent is green.\n", day="2026-05-01")
    vault.write("South/Tent.md", "# Tent\n\nThe tent is red.\n", day="2026-05-01")
    return vault


@pytest.fixture
def ws(vault: Vault) -> Iterator[Workspace]:
    with open_workspace(vault.folder, "write", state=vault.state) as workspace:
        yield workspace


def put(vault: Vault, name: str, asked: object, *, age_s: float = 10.0) -> None:
    text = asked if isinstance(asked, str) else json.dumps(asked)
    place = vault.write(f".vaultwatch/requests/{name}.json", text)
    stamp = time.time() - age_s
    os.utime(place, (stamp, stamp))


def answer_to(vault: Vault, name: str) -> dict[str, Any]:
    found = json.loads(vault.read(f".vaultwatch/requests/{name}.answer.json"))
    assert isinstance(found, dict)
    return found


def ask(vault: Vault, ws: Workspace, **asked: object) -> dict[str, Any]:
    """Leave a request, have it carried out, return the answer; the request must be gone."""
    files = RequestFiles(vault.folder)
    name = files.ask(asked)
    assert accept_requests(files) == (name,)
    assert files.answered(name) == {"state": "accepted"}
    (answered,) = answer_requests(ws)
    answer = answer_to(vault, name)
    assert (answered.name, answered.state) == (name, answer["state"])
    assert not files.stands(name)
    assert set(answer) == {"state", "verb", "message", "hint", "findings", "memory"}
    return answer


def drifted(vault: Vault, ws: Workspace) -> str:
    """Give the vault a memory whose note moved on; return the finding's id."""
    made = ask(vault, ws, verb="remember", text=STAND, note="Fair/Fees.md", heading="Stands")
    assert made["state"] == "done", made
    vault.write("Fair/Fees.md", FEES.replace("40 euros", "55 euros"))
    answer = ask(vault, ws, verb="rescan")
    assert len(answer["findings"]) == 1, answer
    return str(answer["findings"][0]["id"])


def memories(vault: Vault) -> dict[str, str]:
    return {
        place.name: place.read_text(encoding="utf-8")
        for place in sorted((vault.folder / "Memories").glob("*.md"))
    }


def body(note: str) -> str:
    return note.split("---\n", 2)[2].strip()


def test_a_rescan_tells_what_drifted(vault: Vault, ws: Workspace) -> None:
    drifted(vault, ws)
    answer = ask(vault, ws, verb="rescan", note="Fair/Fees.md")
    assert (answer["state"], answer["verb"]) == ("done", "rescan")
    assert answer["message"] == "Looked at the vault: 1 finding on this note."
    (row,) = answer["findings"]
    assert row["note"] == "Fair/Fees.md"
    assert row["memory"].startswith("Memories/")
    assert (row["kind"], row["change"], row["status"]) == ("memory_drift", "value", "open")
    assert (row["then"], row["then_line"]) == (STAND, 5)
    assert (row["now"], row["now_line"]) == ("The stand costs 55 euros a day.", 5)
    assert row["reasons"]
    assert "drift_since: " in vault.read(row["memory"])


@pytest.mark.parametrize("by", ["note", "memory"])
def test_findings_are_told_of_a_note_and_of_a_memory(by: str, vault: Vault, ws: Workspace) -> None:
    finding = drifted(vault, ws)
    note = "Fair/Fees.md" if by == "note" else f"Memories/{next(iter(memories(vault)))}"
    answer = ask(vault, ws, verb="findings", note=note)
    assert [row["id"] for row in answer["findings"]] == [finding]


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
    kept = ws.ledger.finding(finding)
    assert kept is not None
    assert "said so" in kept.why
    assert "hun" + "ter2" not in kept.why
    second = ask(vault, ws, verb=verb, finding=finding)
    assert second["state"] == "done"
    assert second["message"] == f"Finding {finding} is {status} already."


def test_a_settled_finding_cannot_be_settled_otherwise(vault: Vault, ws: Workspace) -> None:
    finding = drifted(vault, ws)
    ask(vault, ws, verb="verify", finding=finding)
    answer = ask(vault, ws, verb="dismiss", finding=finding)
    assert answer["state"] == "refused"
    assert answer["hint"]


CITED = [
    pytest.param("Stands", "([[Fees#Stands]])", id="a heading"),
    pytest.param(None, "([[Fees]])", id="no heading"),
    pytest.param("", "([[Fees]])", id="an empty heading"),
    pytest.param("Gone", "([[Fees]])", id="a heading that is not there"),
    pytest.param(
        "Parking: cars & vans | [[free]] #x", "([[Fees#Parking cars vans free x]])", id="signs"
    ),
    pytest.param("Stands]] ![[Secrets", "([[Fees]])", id="a heading that ends the link"),
    pytest.param("Stands|shown", "([[Fees]])", id="a heading with a display"),
    pytest.param("x\n---\nid: mem_evil", "([[Fees]])", id="a heading of several lines"),
    pytest.param("%%{{title}}<% tp %>`=1`", "([[Fees]])", id="a heading of templates"),
]


@pytest.mark.parametrize(("heading", "citation"), CITED)
def test_a_selection_becomes_a_memory_that_cites_its_note(
    heading: str | None, citation: str, vault: Vault, ws: Workspace
) -> None:
    answer = ask(vault, ws, verb="remember", text=STAND, note="Fair/Fees.md", heading=heading)
    assert answer["state"] == "done", answer
    note = vault.read(answer["memory"]["path"])
    assert body(note) == f"{STAND} {citation}"
    assert "source: user\n" in note
    assert answer["hint"] == "", "nothing to warn of: it is checked"
    assert [one.note for one in ws.ledger.baselines(answer["memory"]["id"])] == ["Fair/Fees.md"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("As [[Fees]] say, 40.", "As [[Fees]] say, 40.", id="cites it already"),
        pytest.param("See [x](Fair/Fees.md).", "See [x](Fair/Fees.md).", id="by Markdown"),
        pytest.param("Not [[North/Tent]].", "Not [[North/Tent]]. ([[Fees]])", id="cites another"),
        pytest.param("---\nid: x\n---", "---\nid: x\n--- ([[Fees]])", id="like properties"),
        pytest.param("| a | b |", "| a | b |\n\n([[Fees]])", id="a table's row"),
        pytest.param("```\ncode", "([[Fees]])\n\n```\ncode", id="an open fence"),
        pytest.param("```\ncode\n```", "```\ncode\n```\n\n([[Fees]])", id="a closed fence"),
        pytest.param("$$\nx", "$$\nx ([[Fees]])", id="open maths"),
        pytest.param("a [[Fees", "a [[Fees ([[Fees]])", id="an open link"),
        pytest.param("`a", "`a ([[Fees]])", id="an open code span"),
    ],
)
def test_the_citation_is_read_whatever_was_selected(
    text: str, said: str, vault: Vault, ws: Workspace
) -> None:
    answer = ask(vault, ws, verb="remember", text=text, note="Fair/Fees.md")
    assert answer["state"] == "done", answer
    assert body(vault.read(answer["memory"]["path"])) == said
    cited = {one.note for one in ws.ledger.baselines(answer["memory"]["id"])}
    assert "Fair/Fees.md" in cited


@pytest.mark.parametrize(
    ("path", "link"),
    [
        ("South/Tent.md", "[[South/Tent]]"),
        ("Tent.md", "[[Tent]]"),
        ("Deep/South/Tent.md", "[[Deep/South/Tent]]"),
        ("Größe übermäßig.md", "[[Größe übermäßig]]"),
        ("a [b] | c^d.md", "[a b c d](a%20%5Bb%5D%20%7C%20c%5Ed.md)"),
        ("Memories/Tent.md", "[[Memories/Tent]]"),
    ],
)
def test_the_shortest_link_that_means_this_note_alone_is_written(
    path: str, link: str, vault: Vault, ws: Workspace
) -> None:
    vault.write(path, "# Tent\n\nSeen.\n")
    answer = ask(vault, ws, verb="remember", text="The tent is big", note=path)
    assert answer["state"] == "done", answer
    assert body(vault.read(answer["memory"]["path"])) == f"The tent is big ({link})"


def test_a_note_that_no_link_can_name_is_told_of(vault: Vault, ws: Workspace) -> None:
    vault.write("C# notes.md", "Sharp.\n")
    answer = ask(vault, ws, verb="remember", text="The tent is big", note="C# notes.md")
    assert (answer["state"], memories(vault)) == ("refused", {})
    assert answer["hint"]


def test_the_memory_is_named_by_the_words_alone(vault: Vault, ws: Workspace) -> None:
    ask(vault, ws, verb="remember", text=STAND, note="Fair/Fees.md", heading="Stands")
    assert list(memories(vault)) == ["The stand costs 40 euros a day.md"]


@pytest.mark.parametrize("text", ["[[" * 9_000, "`" * 19_000, "> " * 9_000, "*_" * 9_000])
def test_a_selection_made_to_be_slow_is_not(text: str, vault: Vault, ws: Workspace) -> None:
    deep = "/".join(["d"] * 40) + "/Deep.md"
    vault.write(deep, "# Deep\n\nDown here.\n")
    vault.write(deep.removeprefix("d/"), "# Deep\n\nDown here too.\n")
    start_s = time.process_time()
    ask(vault, ws, verb="remember", text=text, note=deep, heading="Deep")
    assert time.process_time() - start_s < 30


def test_the_same_selection_is_kept_once(vault: Vault, ws: Workspace) -> None:
    asked = {"verb": "remember", "text": "Fees", "note": "Fair/Fees.md", "heading": "Stands"}
    first = ask(vault, ws, **asked)
    second = ask(vault, ws, **asked)
    assert (second["state"], second["memory"]) == ("done", first["memory"])
    assert "already" in second["message"]
    assert len(memories(vault)) == 1


def test_almost_the_same_belief_is_refused(vault: Vault, ws: Workspace) -> None:
    ask(vault, ws, verb="remember", text="The stand is red")
    answer = ask(vault, ws, verb="remember", text="the stand is  red.")
    assert answer["state"] == "refused"
    assert len(memories(vault)) == 1


def test_the_same_words_without_a_note_are_done_already(vault: Vault, ws: Workspace) -> None:
    first = ask(vault, ws, verb="remember", text="The stand is red")
    second = ask(vault, ws, verb="remember", text="The stand is red")
    assert (second["state"], second["memory"]) == ("done", first["memory"])


def test_type_and_tags_are_words_and_nothing_else(vault: Vault, ws: Workspace) -> None:
    odd = 'a: [b]\n---\nid: "x"'
    answer = ask(vault, ws, verb="remember", text=STAND, type=odd, tags=[odd, "!!python/x"])
    note = vault.read(answer["memory"]["path"])
    assert note.count("\nid: ") == 1
    assert body(note) == STAND


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
    asked: Mapping[str, object] | str, vault: Vault, ws: Workspace, tmp_path: Path
) -> None:
    (tmp_path / "outside.md").write_text("Outside.\n")
    (vault.folder / "Out.md").symlink_to(tmp_path / "outside.md")
    drifted(vault, ws)
    before, audit = vault.bytes(), len(ws.ledger.audit())
    put(vault, "bad", asked)
    put(vault, "good", {"verb": "report"}, age_s=5)
    files = RequestFiles(vault.folder)
    assert accept_requests(files) == ("bad", "good")
    assert [one.state for one in answer_requests(ws)] == ["refused", "done"]
    answer = answer_to(vault, "bad")
    assert answer["message"]
    assert answer["hint"] or "More than one" in answer["message"], answer
    assert len(answer["message"]) <= service.MOST_MESSAGE_CHARS
    assert "hun" + "ter2" not in json.dumps(answer)
    assert files.waiting() == []
    assert vault.bytes() == before
    assert len(ws.ledger.audit()) == audit


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
        return scan(ws)

    scan = service.scan
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


def test_what_was_answered_before_a_kill_is_not_done_again(vault: Vault, ws: Workspace) -> None:
    files = RequestFiles(vault.folder)
    put(vault, "x", {"verb": "remember", "text": STAND})
    files.answer("x", {"state": "done", "message": "before the kill"})
    assert accept_requests(files) == ()
    assert answer_requests(ws) == ()
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
    republish = service.republish

    def slow(ws: Workspace) -> object:
        files.remove("a")
        return republish(ws)

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
