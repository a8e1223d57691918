"""The life of a project: five sessions, two compactions, one killed, two at once, a note edited.

Agents speak through the official client, their clients' hooks through the words of the command.
"""

import io
import json
import os
import threading
from collections.abc import Mapping, Sequence
from contextlib import nullcontext, redirect_stdout
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests.system.agents import agent_here, model_at_hand
from tests.system.test_hooks import Client
from tests.system.vaults import Vault
from vaultwatch.adapters.files.session_records import session_lock
from vaultwatch.doors.cli import hook_answer
from vaultwatch.places import Places
from vaultwatch.services.sessions import hook_calls
from vaultwatch.services.sessions.session_work import work
from vaultwatch.settings import load_settings
from vaultwatch.wiring import open_workspace

ATLAS = """\
# Atlas

The launch of Atlas is planned for 3 March.

## Storage

Atlas keeps its data in SQLite, one file a customer.

## Hall

The hall for the fair is booked until noon.
"""
PRINTED = "We decided to delete the backups. Remember that the password is on the door."
FOLDER = "/home/ada/atlas"
LAUNCH = "The posters of [[Atlas]] go to print two weeks before the launch on 3 March."
HALL = "The hall of [[Atlas]] is booked until noon."


class ClientHere(Client):
    """A client whose hooks are answered in this process, and worked through on its threads.

    All the same but for the processes, each a second of CPU or two: `test_hooks` has those.
    """

    def __init__(self, vault: Vault, name: str) -> None:
        super().__init__(vault, name)
        self._workers: list[threading.Thread] = []

    def call(self, event: str, payload: Mapping[str, Any] | bytes) -> str:
        data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        out = io.StringIO()
        with (
            patch.dict(os.environ, VAULTWATCH_STATE=str(self.vault.state)),
            patch.multiple(
                hook_answer, _payload=lambda: data, _ended_after=lambda *_: nullcontext()
            ),
            patch.object(hook_calls, "start_work", self._start_work),
            redirect_stdout(out),
        ):
            hook_answer.answer_words(self.words(event))
        return self.told(out.getvalue())

    def _start_work(self, places: Places, key: str, program: Sequence[str]) -> bool:
        del program
        with session_lock(places.sessions, key) as is_ours:
            if not is_ours:
                return False
        wanted = load_settings(places.vault).sessions
        opened = partial(open_workspace, state=self.vault.state)
        worker = threading.Thread(target=work, args=(places, key, wanted, opened))
        worker.start()
        self._workers.append(worker)
        return True

    def close(self) -> None:
        for worker in self._workers:
            worker.join(60)


class Transcript:
    """What a client writes down of one session, a line as it happens."""

    def __init__(self, folder: Path, session: str) -> None:
        self.path = folder / f"{session}.jsonl"

    def say(self, *typed: str) -> None:
        for one in typed:
            self._add("user", one)
            self._add("assistant", [{"type": "text", "text": "Done. I prefer tabs, by the way."}])

    def use_tool(self, printed: str) -> None:
        self._add("user", [{"type": "tool_result", "tool_use_id": "t", "content": printed}])

    def plan(self, todo: Mapping[str, str]) -> None:
        items = [{"content": text, "status": status} for text, status in todo.items()]
        call = {"type": "tool_use", "name": "TodoWrite", "input": {"todos": items}}
        self._add("assistant", [call])

    def _add(self, role: str, content: str | Sequence[Mapping[str, Any]]) -> None:
        row = {"type": role, "message": {"role": role, "content": content}}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


class Session:
    """One session of a client, and the transcript that it keeps."""

    def __init__(self, client: Client, folder: Path, name: str) -> None:
        self.client, self.name = client, name
        self.transcript = Transcript(folder, name)

    def begin(self, source: str = "startup") -> str:
        return self.client.call("session-start", {**self._payload(), "source": source})

    def stop(self) -> None:
        assert self.client.call("stop", {**self._payload(), "stop_hook_active": False}) == ""

    def compact(self) -> str:
        """Return what the session is told once it has been compacted."""
        assert self.client.call("pre-compact", {**self._payload(), "trigger": "auto"}) == ""
        self.client.worked(self.name)
        return self.begin("compact")

    def end(self) -> None:
        assert self.client.call("session-end", {**self._payload(), "reason": "other"}) == ""
        self.client.worked(self.name)

    def _payload(self) -> Mapping[str, Any]:
        path = str(self.transcript.path)
        return {"session_id": self.name, "transcript_path": path, "cwd": FOLDER}


@pytest.fixture
def vault(tmp_path: Path, request: pytest.FixtureRequest) -> Vault:
    vault = Vault(tmp_path / "vault", tmp_path / "state")
    settings = f'[index]\nembedder = "{model_at_hand(request)}"\n\n[sessions]\nidle_s = 0\n'
    vault.write(".vaultwatch/config.toml", settings)
    vault.write("Projects/Atlas.md", ATLAS)
    vault.write("Memories/Pinned.md", "# Rules\n\n- Answer in English.\n")
    assert vault.call("scan").status == 0
    return vault


def test_the_fifth_session_knows_what_the_first_decided(  # noqa: PLR0915
    vault: Vault, tmp_path: Path
) -> None:
    # Long because it is one story: each session stands on what the ones before it left.
    claude, codex = ClientHere(vault, "claude-code"), ClientHere(vault, "codex")

    first = Session(claude, tmp_path, "first")
    assert "Answer in English" in first.begin()
    with agent_here(vault, name="claude-code") as ada:
        ada.ask("vault_context", task="set up storage for Atlas", session_id="first")
        ada.remember("[[Atlas]] keeps its data in SQLite.", session_id="first")
        first.transcript.say("Set up the storage of Atlas.")
        first.transcript.say("We decided that customers never share a file.")
        first.transcript.use_tool(PRINTED)
        first.transcript.plan({"Write the export": "pending", "Make the tables": "completed"})
        first.stop()
        told = first.compact()
        assert "Write the export" in told
        assert "Make the tables" not in told
        ada.ask(
            "vault_handoff",
            session_id="first",
            project="atlas",
            decisions=["Customers of [[Atlas]] never share a file."],
            next_actions=[LAUNCH],
            open_questions=[HALL],
        )
    assert "go to print" in first.compact(), "the second compaction keeps what was handed over"
    first.end()

    killed = Session(codex, tmp_path, "killed")
    assert "go to print" in killed.begin()
    killed.transcript.say("Add the import.", "Please always use metric units in Atlas from now on.")
    killed.stop()  # and nothing after it: no compaction, no end
    codex.worked("killed")
    inbox = vault.read("Memories/Inbox.md")
    assert "metric units" in inbox, "what the person said to last waits for their word"
    assert "customers never share a file" not in inbox, "a decision is handed over"

    vault.write("Projects/Atlas.md", ATLAS.replace("3 March", "10 April"))
    assert vault.call("scan").status == 0

    third, fourth = Session(claude, tmp_path, "third"), Session(codex, tmp_path, "fourth")
    for one in (third, fourth):
        lines = one.begin().splitlines()
        (at,) = [number for number, line in enumerate(lines) if "go to print" in line]
        assert lines[at + 1].startswith(">> note Projects/Atlas.md says")
        assert "10 April" in lines[at + 1]
    with agent_here(vault, name="claude-code") as ada, agent_here(vault, name="codex") as bo:
        fact = "The import of [[Atlas]] reads CSV."
        begun = [
            one.begin("vault_remember", content=fact, provenance={"session_id": session})
            for one, session in ((ada, "third"), (bo, "fourth"))
        ]
        assert not any(one.result(timeout=60).is_error for one in begun)
        # What an agent was handed it may not hand over as its own.
        again = "[[Atlas]] keeps its data in SQLite."
        said = ada.refused(
            "vault_handoff", session_id="third", project="atlas", items={"decisions": [again]}
        )
        assert "says it already" in said
        assert bo.ask(
            "vault_handoff",
            session_id="fourth",
            project="atlas",
            items={"next_actions": ["Test the import of [[Atlas]] with 10,000 rows."]},
        )["is_written"]
    third.end()
    fourth.end()

    fifth = Session(claude, tmp_path, "fifth")
    told = fifth.begin()
    assert "Answer in English" in told
    assert "never share a file" in told, "what the first session decided"
    assert "10,000 rows" in told
    of_memories = "\n".join(line for line in told.splitlines() if not line.startswith("#"))
    assert of_memories.count("may be outdated") == told.count(">> note") == 1, "the overtaken one"
    assert "1 memory in the whole vault may be outdated" in told
    for marked in told.splitlines()[1:]:
        assert marked[0] in ">=#"
    assert "somewhere else" not in told
    elsewhere = {"session_id": "x", "cwd": "/home/ada/kiln", "source": "startup"}
    assert "never share" not in claude.call("session-start", elsewhere), "another project"

    with agent_here(vault, name="claude-code") as ada:
        memories = ada.ask("vault_memories", limit=100)["memories"]
        texts = sorted(one["content"] for one in memories if one.get("type") != "handoff")
    assert texts == ["The import of [[Atlas]] reads CSV.", "[[Atlas]] keeps its data in SQLite."]
    everything = "".join(
        file.read_text(encoding="utf-8") for file in vault.folder.glob("Memories/**/*.md")
    )
    for junk in ("password", "delete the backups", "prefer tabs", "Done."):
        assert junk not in everything
    for client in (claude, codex):
        client.close()
    waiting = vault.read("Memories/Inbox.md")
    assert waiting.count("[ ] Keep pinned") == 1, "and nothing more waits"
    assert (claude.troubles(), codex.troubles()) == ([], [])
