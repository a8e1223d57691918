"""Stores: other agents' memory files are found, named, read and checked, and never written."""

import json
import os
import threading

import pytest

from tests.papers import documented_fields
from tests.system.homes import MEMORY, TOPIC, Home
from tests.system.vaults import Vault
from vaultwatch.errors import RefusedError
from vaultwatch.memories.stores.formats import FORMATS
from vaultwatch.services.known_stores import Store, read_store
from vaultwatch.services.operations.client_config import write_install
from vaultwatch.services.stores.keeping import plan_adding

FIELDS = documented_fields()


def test_from_finding_a_store_to_taking_it_out(home: Home) -> None:
    home.write(".hermes/memories/USER.md", "Likes tea\n\u00a7\nSpeaks Danish\n")
    home.write("work/CLAUDE.md", "- Use tabs\n")
    before = home.state()

    rows = home.call("stores", "detect", "--json").rows
    assert {row["format"]: row["records"] for row in rows} == {
        "claude-code": 2,
        "hermes": 2,
        "instructions": 1,
    }
    assert all(row.keys() == FIELDS["vaultwatch stores detect"] for row in rows)
    assert not home.config.exists()

    paths = [row["path"] for row in rows]
    told = home.call("stores", "add", *paths, "--dry-run")
    assert (told.status, home.config.exists()) == (0, False)
    (added,) = home.call("stores", "add", *paths, "--json").rows
    assert added.keys() == FIELDS["vaultwatch stores add"]
    assert [row["store"] for row in added["stores"]] == [
        "srv-me-app-memory",
        "hermes-memories",
        "work",
    ]
    assert all(row["store"] for row in home.call("stores", "detect", "--json").rows)

    listed = home.call("stores", "list", "--json").rows
    assert all(row.keys() == FIELDS["vaultwatch stores list"] for row in listed)
    assert [(row["records"], row["faults"]) for row in listed] == [(2, 1), (2, 0), (1, 0)]
    assert "hermes-memories" in home.call("stores", "list").out

    shown = home.call("stores", "show", "srv-me-app-memory", "--json").rows
    assert all(row.keys() == FIELDS["vaultwatch stores show"] for row in shown)
    assert [(row["path"], row["text"]) for row in shown] == [
        ("MEMORY.md", "**Port**: 4310"),
        ("kiln.md", "The kiln is green."),
    ]
    assert "The kiln is green." in home.call("stores", "show", "srv-me-app-memory").out

    done = home.call("stores", "lint", "--json")
    assert (done.status, [row["kind"] for row in done.rows]) == (1, ["dead_link"])
    assert done.rows[0].keys() == FIELDS["vaultwatch stores lint"]
    assert home.call("stores", "lint", "hermes-memories").out == "Nothing to mend.\n"

    assert home.call("stores", "remove", "hermes-memories").status == 0
    assert "hermes" not in home.config.read_text()
    assert home.state() == before


def test_what_detect_tells_of_a_place_list_tells_of_the_store(home: Home) -> None:
    home.write(".hermes/memories/MEMORY.md", "Likes tea\n")
    home.write(".openclaw/workspace/MEMORY.md", "- Likes tea\n")
    home.write(".codex/AGENTS.md", "- Use tabs\n")
    home.write(".codex/memories/MEMORY.md", "# Task Group: a\nscope: b\n\n## Knowledge\n\n- Tea\n")
    home.write(".claude/agent-memory/MEMORY.md", "| mem_1 | key=tea | value=Assam |\n")
    home.write("work/AGENTS.md", "- Use tabs\n")
    home.write("work/MEMORY.md", "# Kept\n\nmem_2 | key=b | value=c\n")
    home.write("work/notes/tea.md", "- [fact] Tea is warm\nmem_1 | key=a | value=b\n")
    found = {row["path"]: row["format"] for row in home.call("stores", "detect", "--json").rows}
    assert {path.partition("/home/")[2]: form for path, form in found.items()} == {
        ".claude/agent-memory": "pipe-lines",
        MEMORY: "claude-code",
        ".codex": "instructions",
        ".codex/memories": "codex",
        ".hermes/memories": "hermes",
        ".openclaw/workspace": "openclaw",
        "work": "instructions",
        "work/MEMORY.md": "pipe-lines",
    }
    assert home.call("stores", "add", *found).status == 0
    for command in ("list", "detect"):
        rows = home.call("stores", command, "--json").rows
        assert {row["path"]: row["format"] for row in rows} == found, command


def test_a_store_is_named_once_by_whatever_way_it_is_reached(home: Home) -> None:
    (home.folder / "link").symlink_to(home.folder / MEMORY)
    home.call("stores", "add", str(home.folder / MEMORY), "--name", "app")
    again = home.call("stores", "add", str(home.folder / "link"))
    assert (again.status, again.out) == (0, f"{home.folder / 'link'} is a store already.\n")
    assert home.call("stores", "show", str(home.folder / "link")).status == 0
    assert len(home.call("stores", "list", "--json").rows) == 1


def test_a_worktrees_copy_is_the_same_store(home: Home) -> None:
    main, copy = home.folder / "repo", home.folder / "copy"
    home.write("repo/.git/worktrees/copy/commondir", "../..\n")
    home.write("copy/.git", f"gitdir: {main}/.git/worktrees/copy\n")
    for place in (main, copy):
        (place / "AGENTS.md").write_text("- Use tabs\n")
    (copy / "CLAUDE.md").symlink_to("AGENTS.md")
    assert home.call("stores", "add", str(main), str(copy)).status == 0
    assert [row["store"] for row in home.call("stores", "list", "--json").rows] == ["repo"]
    assert len(home.call("stores", "show", str(copy), "--json").rows) == 1


def test_all_else_in_the_settings_stays_byte_for_byte(home: Home) -> None:
    own = '\ufeff# mine\n[report]\nfolder = "R"  # here\n'
    home.write("config/vaultwatch/config.toml", own)
    home.write("work/MEM.md", "mem_1 | key=a | value=b\n")
    home.call("stores", "add", str(home.folder / "work/MEM.md"), "--name", "pipes")
    home.call("stores", "add", str(home.folder / MEMORY))
    assert home.config.read_text().startswith(own)
    home.config.write_text(home.config.read_text() + "\n# of the watch\n[watch]\nquiet_s = 2\n")
    home.call("stores", "remove", "srv-me-app-memory")
    home.call("stores", "remove", "pipes")
    assert home.config.read_text() == own + "\n# of the watch\n[watch]\nquiet_s = 2\n"


def test_settings_that_we_could_spoil_are_left_alone(home: Home) -> None:
    own = f'stores = [{{ path = "{home.folder}/work" }}]\n'
    home.write("config/vaultwatch/config.toml", own)
    done = home.call("stores", "add", str(home.folder / MEMORY))
    assert (done.status, home.config.read_text()) == (5, own)
    assert home.call("stores", "remove", "work").status == 5


def test_settings_that_a_person_saves_meanwhile_stand(home: Home) -> None:
    for own in (None, '[report]\nfolder = "R"\n'):
        if own is not None:
            home.write("config/vaultwatch/config.toml", own)
        change = plan_adding([home.folder / MEMORY])
        home.write("config/vaultwatch/config.toml", "# mine\n")
        with pytest.raises(RefusedError, match="changed meanwhile"):
            write_install(change.plan)
        assert home.config.read_text() == "# mine\n"


def test_a_vault_names_no_stores(home: Home) -> None:
    home.write("work/.vaultwatch/config.toml", '[[stores]]\npath = "~/.claude"\n')
    done = home.call("status")
    assert done.status == 2
    assert "must not have files of a home read" in done.err


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["stores", "show", "nobody"], 4),
        (["stores", "remove", "nobody"], 4),
        (["stores", "add", "nowhere"], 4),
        (["stores", "add", ".", "--format", "nonsense"], 2),
        (["stores", "add", "."], 5),
        (["stores", "add", "/", "--format", "memsearch"], 5),
        (["stores", "add", "~", "--format", "memsearch"], 5),
        (["stores", "lint", "nobody"], 4),
        (["stores", "lint"], 0),
        (["stores", "list"], 0),
    ],
)
def test_what_cannot_be_meant_is_told(home: Home, words: list[str], status: int) -> None:
    done = home.call(*words)
    assert done.status == status
    assert "Traceback" not in done.err


def test_a_store_that_is_gone_stops_no_other(home: Home) -> None:
    home.write("work/MEM.md", "mem_1 | key=a | value=b\n")
    home.call("stores", "add", str(home.folder / "work/MEM.md"), str(home.folder / MEMORY))
    (home.folder / "work/MEM.md").unlink()
    rows = home.call("stores", "list", "--json").rows
    assert ["is gone" in (row["notice"] or "") for row in rows] == [True, False]
    done = home.call("stores", "lint")
    assert (done.status, "dead_link" in done.out, "is gone" in done.err) == (1, True, True)


def test_a_file_that_is_there_and_was_not_read_is_no_dead_link(home: Home) -> None:
    names = ("bin", "huge", "out", "gone")
    lines = "".join(f"- [{name}]({name}.md) - x\n" for name in names)
    home.write(f"{MEMORY}/MEMORY.md", f"{lines}- [deep](out/deep.md) - x\n")
    (home.folder / MEMORY / "bin.md").write_bytes(b"\0\1\2")
    home.write(f"{MEMORY}/huge.md", "x" * 1_100_000)
    home.write("elsewhere/pw.md", "pw\n")
    (home.folder / MEMORY / "out.md").symlink_to(home.folder / "elsewhere/pw.md")
    (home.folder / MEMORY / "out").symlink_to(home.folder / "elsewhere")
    rows = home.call("stores", "lint", str(home.folder / MEMORY), "--json").rows
    assert [row["line"] for row in rows if row["kind"] == "dead_link"] == [names.index("gone") + 1]
    home.write("repo/CLAUDE.md", "- See @docs/bin.md\n- See @docs/none.md\n")
    home.write("repo/docs/bin.md", "\0")
    rows = home.call("stores", "lint", str(home.folder / "repo"), "--json").rows
    assert [row["line"] for row in rows if row["kind"] == "dead_link"] == [2]


def test_secrets_stay_behind(home: Home) -> None:
    secret = "ghp_" + "a1B2c3D4e5" * 3 + "Zz19xy"
    home.write(f"{MEMORY}/kiln.md", TOPIC.format(f"token {secret}") + f"[[{secret}]]\n")
    home.write(f"{MEMORY}/MEMORY.md", f"- [{secret}](kiln.md) {secret}\n- [x]({secret}.md)\n")
    for words in (["stores", "show"], ["stores", "lint"]):
        for more in ([], ["--json"]):
            done = home.call(*words, str(home.folder / MEMORY), *more)
            assert secret not in done.out + done.err
    assert "[secret: GitHub token]" in home.call("stores", "show", str(home.folder / MEMORY)).out


def test_nothing_outside_is_opened_and_nothing_odd_ends_the_reading(home: Home) -> None:
    outside = home.write("private.md", "- OUTSIDE\n")
    folder = home.folder / "work"
    home.write(
        "work/CLAUDE.md", f"- INSIDE @../private.md @{outside} @~/private.md @rules/gone.md\n"
    )
    (folder / "AGENTS.md").symlink_to(outside)
    (folder / "data").symlink_to(home.folder)  # no tool reads instructions there: not told
    (folder / "README.md").symlink_to(outside)
    (folder / ".claude").mkdir()
    (folder / ".claude" / "rules").symlink_to(home.folder)
    os.mkfifo(folder / "GEMINI.md")
    home.write("work/.cursor/rules/big.mdc", b"x" * (FORMATS["instructions"].most_bytes + 1))
    home.write("work/.cursor/rules/image.md", b"\x89PNG\0\0")
    home.write("work/.cursor/rules/latin.md", "- caf\u00e9 INSIDE\n".encode("latin-1"))
    done = home.call("stores", "show", str(folder), "--json")
    assert done.status == 0
    assert "OUTSIDE" not in done.out
    assert [row["path"] for row in done.rows] == [".cursor/rules/latin.md", "CLAUDE.md"]
    faults = [
        (row["path"], row["kind"])
        for row in home.call("stores", "lint", str(folder), "--json").rows
    ]
    assert faults == [
        (".claude/rules", "outside"),
        (".cursor/rules/big.mdc", "left_out"),
        (".cursor/rules/image.md", "unreadable"),
        (".cursor/rules/latin.md", "unreadable"),
        ("AGENTS.md", "outside"),
        ("CLAUDE.md", "dead_link"),
        *[("CLAUDE.md", "outside")] * 3,
    ]


def test_what_else_stands_in_a_home_is_not_listed(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaultwatch.adapters.files.store_files.MOST_FOLDERS", 4)
    home.write("work/CLAUDE.md", "- Use tabs\n")
    home.write("work/.claude/rules/a.md", "- Use spaces\n")
    for number in range(9):
        home.write(f"work/sessions/{number}/log.md", "- x\n")
    words = ["stores", "add", str(home.folder / "work"), "--format", "instructions"]
    assert home.call(*words).status == 0
    assert home.call("stores", "lint").out == "Nothing to mend.\n"
    assert home.call("stores", "list", "--json").rows[0]["records"] == 2


def test_imports_are_followed_five_deep(home: Home) -> None:
    home.write("work/CLAUDE.md", "- level 0 @d/1.md\n")
    for depth in range(1, 8):
        home.write(f"work/d/{depth}.md", f"- level {depth} @{depth + 1}.md @../CLAUDE.md\n")
    rows = home.call("stores", "show", str(home.folder / "work"), "--json").rows
    assert [row["path"] for row in rows] == ["CLAUDE.md", *(f"d/{n}.md" for n in range(1, 6))]


def test_a_file_that_is_written_meanwhile_is_read_whole_or_not_at_all(home: Home) -> None:
    place = home.write("work/mem/MEMORY.md", "- a\n")
    stop = threading.Event()

    def write() -> None:
        count = 0
        while not stop.is_set():
            count = (count + 1) % 200
            place.write_text("- a: 1\n" * 10 + "- b: 2\n" * count)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(60):
            read = read_store(Store("mem", place.parent, "claude-code"))
            assert {record.text for record in read.reading.records} <= {"a", "a: 1", "b: 2"}
    finally:
        stop.set()
        writer.join()


def test_notes_that_may_be_cited_are_named_with_the_store(home: Home) -> None:
    home.write("vault/Kiln.md", "x")
    home.write("bm/a.md", "- [fact] as [[Kiln]] and [[Gone]] say\n")
    words = ["stores", "add", str(home.folder / "bm"), "--notes", str(home.folder / "vault")]
    assert home.call(*words).status == 0
    messages = [
        json.loads(line)["message"]
        for line in home.call("stores", "lint", "--json").out.splitlines()
    ]
    assert messages == ["[[Gone]] names nothing that is there yet."]


def test_a_store_within_a_vault_is_that_vaults(home: Home) -> None:
    home.write("vault/.obsidian/app.json", "{}")
    home.write("vault/Kiln.md", "x")
    home.write("vault/tools/bm/a.md", "- [fact] as [[Kiln]] and [[Gone]] say\n")
    assert home.call("stores", "add", str(home.folder / "vault/tools/bm")).status == 0
    assert f'notes = "{home.folder / "vault"}"' in home.config.read_text()
    (fault,) = home.call("stores", "lint", "--json").rows
    assert "[[Gone]]" in fault["message"]
    home.call("stores", "add", str(home.folder / MEMORY))
    assert home.config.read_text().count("notes = ") == 1


def test_list_counts_what_lint_tells_to_mend(home: Home) -> None:
    notes = Vault(home.folder / "work", home.vault.state)
    notes.write(".obsidian/app.json", "{}")
    notes.write("Kiln.md", "# Kiln\n\nThe kiln holds 40 pots.\n")
    home.write("bm/a.md", "- [fact] The kiln holds 30 pots, see [[Kiln]]\n- [fact] [[Gone]]\n")
    home.write("pipes/MEM.md", "mem_1 | key=a | value=b | mood=odd\n")
    home.call("stores", "add", str(home.folder / "bm"), str(home.folder / "pipes"))
    home.call("stores", "add", str(home.folder / MEMORY))
    notes.call("setup", "index")
    told = [
        row["store"]
        for row in home.call("stores", "lint", "--json").rows
        if row["kind"] not in {"outside", "unused"}
    ]
    listed = {row["store"]: row["faults"] for row in home.call("stores", "list", "--json").rows}
    assert listed == {name: told.count(name) for name in listed}
    assert listed["bm"] == 2
    assert home.call("stores", "lint", "pipes").out.count("\n") > listed["pipes"]


def test_a_memory_that_its_note_speaks_against_is_told(home: Home) -> None:
    notes = Vault(home.folder / "vault", home.vault.state)
    notes.write(".obsidian/app.json", "{}")
    notes.write("Kiln.md", "# Kiln\n\nThe kiln holds 40 pots.\n\nDana leads the kiln rebuild.\n")
    home.write(
        "bm/a.md",
        "- [fact] The kiln holds 30 pots, see [[Kiln]]\n"
        "- [fact] Dana leads the kiln rebuild in [[Kiln]]\n"
        "- [fact] The wheel stands by the window, as [[Kiln]] is near\n",
    )
    words = ("stores", "lint", str(home.folder / "bm"), "--vault", str(notes.folder), "--json")
    assert home.call(*words).rows == []  # nobody has looked at the vault yet
    assert not [*home.vault.state.rglob("ledger.sqlite")]
    notes.call("setup", "index", str(notes.folder))
    before = home.state()
    done = home.call(*words)
    assert [(row["kind"], row["line"]) for row in done.rows] == [("contradicted", 1)]
    assert done.rows[0]["message"].endswith("“The kiln holds 40 pots”.")
    assert home.state() == before
    assert home.call("stores", "lint", str(home.folder / "bm")).status == 0


def test_each_sentence_of_a_topic_is_held_against_the_note_it_names(home: Home) -> None:
    notes = Vault(home.folder / "vault", home.vault.state)
    notes.write(".obsidian/app.json", "{}")
    notes.write("Ledgerd.md", "# Ledgerd\n\nIt listens on port 8412.\n")
    notes.write("Alpha.md", "# Alpha\n\nAlpha has three nodes.\n")
    head = "---\nname: ports\ndescription: Where things listen.\n---\n\n"
    said = "Gatekeeper listens on port 9443. Ledgerd listens on port 8412 ([[Ledgerd]]).\n"
    home.write(f"{MEMORY}/ports.md", head + said)
    nodes = "Gatekeeper has 9 nodes.\nAlpha has {} nodes ([[Alpha]]).\nBeta has 5 nodes.\n"
    home.write(f"{MEMORY}/nodes.md", head.replace("ports", "nodes") + nodes.format(3))
    notes.call("setup", "index", str(notes.folder))
    words = ("stores", "lint", str(home.folder / MEMORY), "--vault", str(notes.folder), "--json")

    def told() -> list[tuple[object, object]]:
        rows = home.call(*words).rows
        return [(row["path"], row["line"]) for row in rows if row["kind"] == "contradicted"]

    assert told() == []
    home.write(f"{MEMORY}/nodes.md", head.replace("ports", "nodes") + nodes.format(4))
    assert told() == [("nodes.md", 7)]


def test_ids_and_what_they_rest_on(home: Home) -> None:
    home.write("bm/tech/My Tea.md", "- [fact] Oolong is best hot\n- [fact] Tea cools\n")
    before = home.state()
    rows = home.call("stores", "ids", str(home.folder / "bm"), "--json").rows
    assert all(row.keys() == FIELDS["vaultwatch stores ids"] for row in rows)
    assert [(row["known_by"], row["proposal"]) for row in rows] == [
        ("anchor", "permalink: tech/my-tea"),
        ("anchor", ""),
    ]
    assert "file    kiln.md:1" in home.call("stores", "ids", str(home.folder / MEMORY)).out
    assert home.state() == before


def test_a_link_out_of_a_store_is_told_and_no_fault(home: Home) -> None:
    home.write(
        "work/.claude/memory/MEMORY.md", "- [Notes](../../NOTES.md) - of the project\n- x: y\n"
    )
    found = [row["path"] for row in home.call("stores", "detect", "--json").rows]
    assert found[-1].endswith(".claude/memory")
    home.call("stores", "add", str(home.folder / "work/.claude/memory"))
    done = home.call("stores", "lint")
    assert (done.status, done.out.count("outside"), "Nothing to mend." in done.out) == (0, 1, True)
    assert home.call("stores", "list", "--json").rows[0]["faults"] == 0
