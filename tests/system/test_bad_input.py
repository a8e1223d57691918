"""Bad input gets one sentence and a way out, and one bad note never stops the rest."""

# Long because it is one table of what may be wrong.

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from tests.folders import files_in
from tests.system.vaults import Done, Vault, powerless, use_hash_embedder
from tests.unit.doors.test_commands import ALL
from vaultwatch.places import Places
from vaultwatch.services.look import look
from vaultwatch.services.operations.status import status_of
from vaultwatch.services.records.small_facts import UNREAD
from vaultwatch.wiring import open_workspace

SEEN = "2026-03-01T09:00:00+00:00"
KEY = "AKIA" + "Q7ZTR4LMXW2VBN5K"
TOKEN = "ghp_" + "R7kq2ZxV9mLw4TnB8sYc1HdF6gJp3QaE5uXo"
PASSWORD = "zT9!kQ4#vLm2" + "Rx8"
SECRETS = (KEY, TOKEN, PASSWORD)
NOTE = "# Fees\n\nThe stand costs 40 euros a day.\n"
MEMORY = "---\nid: mem_fee\n---\nThe stand costs 40 euros a day, says [[Fees]].\n"


def new_vault(folder: Path) -> Vault:
    vault = Vault(folder / "vault", folder / "state")
    use_hash_embedder(vault)
    vault.write("Fees.md", NOTE, day="2026-05-01")
    vault.write("Memories/Fee.md", MEMORY)
    return vault


def refuses(done: Done, status: int, *words: str) -> None:
    """One sentence, a way out, no trace of Python."""
    assert done.status == status, (done.out, done.err)
    assert done.err.startswith("Error: ")
    assert "Traceback" not in done.err
    for word in words:
        assert word in done.err, done.err


def test_no_such_vault(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "nowhere", tmp_path / "state")
    refuses(vault.call("scan"), 4, "There is no vault at", "Check the path.")
    assert not (tmp_path / "nowhere").exists()
    assert not (tmp_path / "state").exists()


def test_a_file_is_no_vault(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "vault.md", tmp_path / "state")
    vault.folder.write_text("# A note\n", encoding="utf-8")
    refuses(vault.call("setup", "index"), 4, "is a file, not a vault")


NEEDS_NO_VAULT = {
    "init",
    "try",
    *(f"setup {verb}" for verb in ("demo", "models list", "models pull", "service uninstall")),
    *(f"setup reader {verb}" for verb in ("use", "off")),
    *(f"setup hooks {verb}" for verb in ("status", "uninstall")),
    "mcp uninstall",
    "hook",
    *("serve", "serve token"),
    *(f"stores {verb}" for verb in ("add", "detect", "list", "remove", "show")),
    *(f"stores {verb}" for verb in ("lint", "ids", "propose", "patch")),
}
OPTIONS = {"memory feedback": ["--helped"], "memory procedures export": ["--to", "skills"]}
"""That a command must have."""


@pytest.mark.parametrize("name", [name for name in ALL if name[11:] not in NEEDS_NO_VAULT])
def test_a_folder_that_nobody_made_a_vault_is_left_alone(name: str, tmp_path: Path) -> None:
    home = Vault(tmp_path / "home", tmp_path / "state")
    home.write("Letter.md", NOTE)
    given = {"client": "claude-code", "file": str(home.folder / "Letter.md"), "finding": "7k2"}
    given["went"] = "succeeded"
    needed = [one for one in ALL[name].params if one.param_type_name == "argument" and one.required]
    words = [*name.split()[1:], *OPTIONS.get(name[11:], [])]
    done = home.call(*words, *(given.get(one.name, "mem_fee") for one in needed))
    refuses(done, 4, "holds neither `.vaultwatch` nor `.obsidian`", "vaultwatch init")
    assert [file.name for file in home.folder.iterdir()] == ["Letter.md"]
    assert not home.state.exists()


def test_a_wrong_choice_is_told_without_a_librarys_words(tmp_path: Path) -> None:
    done = Vault(tmp_path, tmp_path / "state").call("mcp", "install", "nobody")
    assert (done.status, "Value error" in done.err) == (2, False)
    assert "'nobody' is not one of 'claude-code'" in done.err


def test_init_makes_a_folder_a_vault(tmp_path: Path) -> None:
    home = Vault(tmp_path / "home", tmp_path / "state")
    home.write("Letter.md", NOTE)
    assert home.call("init", "--yes", "--no-palette").status == 0  # the one the variable names
    assert home.call("setup", "index").status == 0


def test_a_vault_that_turned_up_empty_costs_nothing_unless_told(tmp_path: Path) -> None:
    vault = new_vault(tmp_path)
    assert vault.call("scan").status == 0
    shutil.move(vault.folder, tmp_path / "away")
    vault.folder.mkdir()
    for command in (["setup", "index"], ["scan"]):
        refuses(vault.call(*command), 10, "The vault is empty but the index holds 2 notes")
    assert list(vault.folder.iterdir()) == []
    refuses(vault.call("status"), 10, "The vault is empty but the index holds 2 notes")
    (emptied,) = vault.call("setup", "index", "--allow-empty", "--json").rows
    assert emptied["removed"] == 2


def test_all_problems_of_the_settings_are_told_together(tmp_path: Path) -> None:
    vault = new_vault(tmp_path)
    vault.write(
        ".vaultwatch/config.toml",
        '[drift]\nmin_scor = 0.4\n\n[report]\nfolder = "../x"\nname = "a/b.md"\n\n'
        '[memories]\nfolder = "/tmp"\n\n[index]\nembedder = "magic"\n\n[vault]\nignore = 3\n\n'
        '[endpoint]\nurl = "https://example.com/v1"\n',
    )
    before = vault.bytes()
    done = vault.call("scan")
    refuses(
        done,
        2,
        "did you mean drift.min_score?",
        "report.folder: must be a path inside the vault",
        "report.name",
        "memories.folder",
        "index.embedder",
        "vault.ignore",
        "endpoint: not in a vault's file",
    )
    assert vault.bytes() == before
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param(b"[drift\n", "not TOML", id="no TOML"),
        pytest.param(b"\xff\xfe[drift]", "UTF-8", id="no UTF-8"),
        pytest.param(b"drift = 3\n", "must be a table", id="no table"),
    ],
)
def test_settings_that_cannot_be_read(tmp_path: Path, text: bytes, words: str) -> None:
    vault = new_vault(tmp_path)
    (vault.folder / ".vaultwatch/config.toml").write_bytes(text)
    refuses(vault.call("status"), 2, words)


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> tuple[Vault, Done]:
    """A vault of all that may be wrong with a note, scanned once."""
    vault = new_vault(tmp_path_factory.mktemp("odd"))
    folder = vault.folder
    vault.write("Locked.md", "# Locked\n").chmod(0)
    vault.write("Shut/Inside.md", "# Inside\n")
    (folder / "Shut").chmod(0)
    (folder / "Binary.md").write_bytes(b"\x7fELF\0\0\0\1" * 400)
    (folder / "Huge.md").write_bytes(b"All work and no play makes a long note.\n" * 1_300_000)
    (folder / "Latin.md").write_bytes("Grüße aus Köln\n".encode("latin-1"))
    (folder / "Empty.md").write_bytes(b"")
    (folder / "Nul late.md").write_bytes(b"word " * 3000 + b"\0 end\n")
    (folder / "Deep.md").write_text("> " * 5000 + "deep\n" + "[[" * 20_000, encoding="utf-8")
    vault.write("Broken.md", "---\ntitle: [unclosed\n---\nStill a note.\n")
    vault.write("Bomb.md", "---\n" + "".join(_bomb()) + "---\nStill here.\n")
    vault.write("Tag.md", "---\nx: !!python/object/apply:os.system ['touch pwned']\n---\nHm.\n")
    vault.write("Memories/Far.md", MEMORY.replace("mem_fee", "mem_far\ncreated: 9999-12-31"))
    vault.write("Memories/Long ago.md", MEMORY.replace("mem_fee", "🧨\ncreated: 0001-01-01"))
    os.utime(folder / "Fees.md", (2**33 * 1.6, 2**33 * 1.6))  # in the year 2405
    os.mkfifo(folder / "Pipe.md")
    (folder / "Dir.md").mkdir()
    (folder / "Out.md").symlink_to("/etc/passwd")
    (folder / "Gone.md").symlink_to("no such file")
    (folder / "Round").symlink_to(folder)
    for name in HOSTILE_NAMES:
        place = folder / "Odd" / (name + ".md")
        place.parent.mkdir(exist_ok=True)
        place.write_text("# Odd\n\nA lantern hangs here.\n", encoding="utf-8")
    with_bytes = os.fsencode(folder) + b"/Odd/raw\xff.md"
    Path(os.fsdecode(with_bytes)).write_bytes(b"# Raw\n")
    with powerless():
        scanned = vault.call("scan")
    yield_ = (vault, scanned)
    (folder / "Shut").chmod(0o700)
    (folder / "Locked.md").chmod(0o600)
    return yield_


HOSTILE_NAMES = (
    'it\'s "quoted"',
    "two\nlines",
    "🧨 emoji",
    "right \u202eto left",
    "[[bracket",
    "pipe|hash#caret^",
    "'; DROP TABLE notes; --",
    "%2e%2e%2f",
    "é" * 100,
    "-rf",
    "$(touch pwned)",
    "nbsp\u00a0 tab\t",
    "CON",
    "trailing. ",
)


def _bomb() -> list[str]:
    more = (f"a{level}: &a{level} [*a{level - 1}, *a{level - 1}]\n" for level in range(1, 30))
    return ['a0: &a0 ["lol"]\n', *more]


def test_one_bad_note_never_stops_the_rest(odd: tuple[Vault, Done]) -> None:
    vault, scanned = odd
    assert scanned.status == 0, scanned.err
    assert "Traceback" not in scanned.err
    (status,) = vault.call("status", "--json").rows
    read = {"Fees", "Latin", "Empty", "Nul late", "Deep", "Broken", "Bomb", "Tag"}
    assert status["notes"] == len(read) + len(HOSTILE_NAMES)
    assert status["behind"] <= 1  # `Shut/Inside.md`, where root looks now
    assert not (vault.folder / "pwned").exists()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Locked.md", "Permission denied"),
        ("Shut/", "the folder cannot be read"),
        ("Binary.md", "is no text"),
        ("Huge.md", "is larger than 5,000,000 bytes"),
        ("Pipe.md", "no regular file"),
        ("Out.md", "a link to a folder or out of the vault"),
        ("Round", "a link to a folder or out of the vault"),
        ("raw", "not UTF-8"),
    ],
)
def test_each_note_that_is_left_out_is_named_with_its_reason(
    odd: tuple[Vault, Done], name: str, reason: str
) -> None:
    told = [line for line in odd[1].err.splitlines() if name in line]
    assert told, odd[1].err
    assert reason in told[0]


@pytest.mark.parametrize("name", ["Locked.md", "Binary.md", "Huge.md"])
def test_the_doctor_names_each_note_that_cannot_be_read(odd: tuple[Vault, Done], name: str) -> None:
    told = [row for row in odd[0].call("doctor", "--json").rows if name in str(row)]
    assert len(told) == 1
    assert told[0]["outcome"] in {"warning", "bad"}


def test_a_note_that_is_text_again_is_taken_in(tmp_path: Path) -> None:
    vault = new_vault(tmp_path)
    (vault.folder / "Plan.md").write_bytes(b"PNG\x00\x01")
    vault.call("scan")
    assert [row["behind"] for row in vault.call("status", "--json").rows] == [0]
    vault.write("Plan.md", "# Plan\n\nIt is text.\n")
    vault.call("scan")
    (status,) = vault.call("status", "--json").rows
    assert (status["notes"], status["behind"]) == (2, 0)
    assert not any("Plan.md" in str(row) for row in vault.call("doctor", "--json").rows)


def test_a_note_that_is_no_text_is_none_while_others_are_looked_at(tmp_path: Path) -> None:
    vault = new_vault(tmp_path)
    vault.write("Other.md", "# Other\n")
    (vault.folder / "Plan.md").write_bytes(b"PNG\x00\x01")
    vault.call("scan")
    vault.write("Other.md", "# Other\n\nIt has two doors.\n")
    with open_workspace(vault.folder, state=vault.state) as ws:
        look(ws, ["Other.md"])
        assert status_of(ws).behind == 0
        (vault.folder / "Plan.md").unlink()
        look(ws, ["Plan.md"])
        assert UNREAD.get(ws.ledger) == {}


def test_a_terminal_that_lacks_a_sign_still_gets_the_rest(odd: tuple[Vault, Done]) -> None:
    vault, _ = odd
    plain = vault.run("memory", "list", PYTHONIOENCODING="ascii")
    assert plain.status == 0, plain.err
    assert re.search(r"\\U0001f9e8 +active +supported +The stand", plain.out)
    rows = vault.run("memory", "list", "--json", PYTHONIOENCODING="ascii").rows
    assert {"mem_fee", "mem_far", "🧨"} == {row["memory_id"] for row in rows}


def test_hostile_names_are_found_by_search_and_by_name(odd: tuple[Vault, Done]) -> None:
    vault, _ = odd
    hits = vault.call("memory", "search", "lantern hangs", "--json", "-n", "100").rows
    assert {hit["note"] for hit in hits} >= {f"Odd/{name}.md" for name in HOSTILE_NAMES}
    (links,) = vault.call("memory", "links", f"Odd/{HOSTILE_NAMES[6]}", "--json").rows
    assert links["note"] == f"Odd/{HOSTILE_NAMES[6]}.md"


def test_broken_properties_are_reported_once(odd: tuple[Vault, Done]) -> None:
    vault, _ = odd
    report = vault.read("drift-report.md")
    assert report.count("[[Broken") == 1
    checks = vault.call("doctor", "--json").rows
    fixes = {one["message"].split(",")[0]: one["fix"] for one in checks}
    assert (fixes["'Broken.md'"], fixes["'Latin.md'"]) == (
        "Mend the properties.",
        "Save it as UTF-8.",
    )


@pytest.fixture(scope="module")
def leaky(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    """A vault whose notes hold secrets, before and after an edit."""
    vault = new_vault(tmp_path_factory.mktemp("leaky"))
    vault.write("Keys.md", _keys(40), day="2026-05-01")
    vault.write(
        "Memories/Key.md",
        f"---\nid: mem_key\napi_key: {TOKEN}\n---\n"
        f"The gate in [[Keys]] has key {KEY} and costs 40 euros.\n",
    )
    assert vault.call("scan").status == 0
    vault.write("Keys.md", _keys(55))
    return vault


def _keys(euros: int) -> str:
    return (
        f"---\ntoken: {TOKEN}\n---\n# Keys\n\nThe gate has key {KEY} and costs {euros} euros.\n\n"
        f"The password: {PASSWORD} is for the router.\n"
    )


def test_a_secret_in_a_note_reaches_nothing_that_we_write(leaky: Vault) -> None:
    said = [
        leaky.call("--verbose", "scan", "--all", "--json"),
        leaky.call("memory", "search", f"gate key {KEY}", "--json"),
        leaky.call("findings", "--all", "--json"),
        leaky.call("memory", "show", "mem_key"),
        leaky.call("memory", "list", "--json"),
        leaky.call("findings", "report", "--print"),
    ]
    (finding,) = leaky.call("findings", "--json").rows
    said.append(
        leaky.call("findings", "dismiss", finding["finding_id"], "--why", f"the key {KEY} is old")
    )
    report = leaky.read("drift-report.md")
    for secret in SECRETS:
        assert all(secret not in done.out + done.err for done in said), secret
        assert secret not in report
    assert [done.status for done in said] == [0] * len(said)
    assert any(row["drifted"] for row in said[0].rows)


def test_a_secret_in_a_note_stands_in_no_file_of_the_state_folder(leaky: Vault) -> None:
    for file, data in files_in(leaky.state).items():
        # The journal keeps the notes' own bytes, for undo, readable by their owner alone.
        if "journal" not in file.parts:
            for secret in SECRETS:
                assert secret.encode() not in data, file
    assert (next(leaky.state.iterdir()).stat().st_mode & 0o777) == 0o700


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("memory", "add", f"The key of [[Keys]] is {KEY}."), id="add"),
        pytest.param(("memory", "edit", "mem_fee", f"Now it is {TOKEN}."), id="edit"),
        pytest.param(("memory", "add", "A belief.", "--tag", TOKEN), id="tag"),
        pytest.param(("memory", "add", "A belief.", "--type", TOKEN), id="type"),
    ],
)
def test_a_secret_is_refused_before_anything_is_written(
    leaky: Vault, arguments: tuple[str, ...]
) -> None:
    before = leaky.bytes()
    done = leaky.call(*arguments)
    refuses(done, 5, "looks like a secret")
    assert TOKEN not in done.err
    assert leaky.bytes() == before


def test_a_link_out_of_the_vault_is_never_written_through(tmp_path: Path) -> None:
    vault = new_vault(tmp_path)
    outside = tmp_path / "outside"
    shutil.move(vault.folder / "Memories", outside)
    (vault.folder / "Memories").symlink_to(outside)
    (tmp_path / "report.md").write_text("generated: vaultwatch\nmine\n", encoding="utf-8")
    (vault.folder / "drift-report.md").symlink_to(tmp_path / "report.md")
    before = files_in(outside)
    done = vault.call("scan")
    assert done.status == 1, done.err
    assert "drift-report.md: not written" in done.err
    refuses(vault.call("memory", "add", "The stand is by the gate of [[Fees]]."), 5, "out of the")
    assert files_in(outside) == before
    assert (tmp_path / "report.md").read_text(encoding="utf-8").endswith("mine\n")


def test_a_person_s_own_note_of_the_report_s_name_stays(tmp_path: Path) -> None:
    vault = new_vault(tmp_path)
    vault.write("drift-report.md", "# My own report\n\nOn drift of the continents.\n")
    done = vault.call("scan")
    assert done.status == 1
    assert "drift-report.md: not written. a note of yours" in done.err
    assert "`vaultwatch findings` lists it" in done.err
    assert "Report:" not in done.out
    assert vault.read("drift-report.md").startswith("# My own report")
    (vault.folder / "drift-report.md").unlink()
    (vault.folder / "drift-report.md").write_bytes(b"generated: vaultwatch\0\0")
    done = vault.call("scan")
    assert (done.status, "drift-report.md: not written" in done.err) == (1, True), done.err


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(b"---\ntags: [tools]\n---\nOn top stands:\n", id="below its properties"),
        pytest.param(b"---\nOn top stands `---` and then\n", id="below a rule"),
        pytest.param(b"---\nabout: |\n  see\n   ", id="within a property"),
    ],
)
def test_a_person_s_note_that_tells_of_our_mark_is_theirs(tmp_path: Path, head: bytes) -> None:
    vault = new_vault(tmp_path)
    theirs = head + b"generated: vaultwatch, as they say\n---\ngenerated: vaultwatch\nMy words.\n"
    for name in ("drift-report.md", "Memories/Inbox.md", "Wombat.md"):
        (vault.folder / name).write_bytes(theirs)
    done = vault.call("scan")
    assert "drift-report.md: not written. a note of yours" in done.err
    for name in ("drift-report.md", "Memories/Inbox.md", "Wombat.md"):
        assert (vault.folder / name).read_bytes() == theirs
    assert "Wombat.md" in vault.call("memory", "search", "My words").out  # and read as any other


def test_a_read_only_vault_is_scanned_and_left_alone(tmp_path: Path) -> None:
    vault = new_vault(tmp_path)
    for place in (vault.folder, vault.folder / "Memories"):
        place.chmod(0o500)
    with powerless():
        done = vault.call("scan", "--json")
        added = vault.call("memory", "add", "The gate is shut, says [[Fees]].")
    assert vault.run("doctor").status == 1  # `access` asks what a process may have, not what it has
    assert (done.status, "cannot be written" in done.err) == (1, True), done.err
    refuses(added, 5, "cannot be written")
    for place in (vault.folder, vault.folder / "Memories"):
        place.chmod(0o700)


def test_a_note_that_nobody_may_read_is_told_of_by_the_doctor(tmp_path: Path) -> None:
    vault = new_vault(tmp_path)
    vault.write("Locked.md", "# Locked\n").chmod(0)
    checks = vault.run("doctor", "--json").rows
    (told,) = [one for one in checks if (one["name"], one["outcome"]) == ("vault", "bad")]
    assert "'Locked.md' cannot be read" in told["message"]


def test_a_state_folder_that_another_user_wrote_is_told_of_in_a_sentence(tmp_path: Path) -> None:
    vault = new_vault(tmp_path)
    assert vault.call("scan").status == 0
    files = files_in(vault.state)
    for place in files:
        place.chmod(0o400)  # one run with sudo leaves such
    with powerless():
        for command in (("scan",), ("memory", "add", "The gate is shut, says [[Fees]].")):
            refuses(vault.call(*command), 5, "lock", "cannot be taken", "another user")
        assert vault.call("findings").status == 0
    checks = vault.run("doctor", "--json").rows
    (told,) = [one for one in checks if (one["name"], one["outcome"]) == ("permissions", "bad")]
    assert str(vault.state) in told["message"]
    for place in files:
        place.chmod(0o600)
    assert vault.call("scan").status == 0
    assert {one["outcome"] for one in vault.call("doctor", "--json").rows} <= {"good", "warning"}


def test_small_files_of_ours_may_hold_anything(tmp_path: Path) -> None:
    """A crash, a sync client or a person garbled them: no command fails over one."""
    vault = new_vault(tmp_path)
    assert vault.call("scan").status == 0
    places = Places(vault.folder, state_base=vault.state)
    beat: dict[str, object] = {"pid": 7, "version": "1", "started_at": "", "beat_at": SEEN}
    odd: list[object] = [
        [],
        {},
        None,
        True,
        -1,
        10**30,
        "tomorrow",
        "\ud800",
        "9999-12-31T23:59:59-23:59",
    ]
    heartbeats = [json.dumps({**beat, name: one}) for name in (*beat, "stopped_at") for one in odd]
    for text in (*heartbeats, "", "[]", "null", "NaN", "\0", "[" * 100_000, '"' + "x" * 5_000_000):
        places.heartbeat.write_text(text, encoding="utf-8")
        assert "omething unexpected" not in vault.call("status").err, text[:200]
    run = max(places.journal.iterdir()) / "run.jsonl"
    said = run.read_bytes()
    for line in (b"7", b"{}", b'{"what":[],"at":1}', b"\xff", b"[" * 100_000, b'{"settled":[]}'):
        for data in (line + b"\n" + said, said + line + b"\n"):
            run.write_bytes(data)
            assert "omething unexpected" not in vault.call("undo", "--dry-run").err, data[:200]
    shutil.rmtree(places.heartbeat.parent / "vault.json", ignore_errors=True)
    places.heartbeat.unlink()
    places.heartbeat.mkdir()
    for command in ("status", "doctor"):
        assert "omething unexpected" not in vault.call(command).err


NAMES = [
    *("y" * 5_000, "y" * 300 + "/z.md", "\U0001f9ff" * 2_000),
    *("\udcff", "\ud800", "a\nb", ".", ""),
    *("loop", "loop/z.md", "plain", "plain/z.md"),
]
"""Letters that no disk takes, half characters, names of nothing, a link to itself, a file where a
folder is meant. No argument holds a NUL."""
CALLS = [
    *(["stores", one] for one in ("lint", "ids", "import", "patch", "show", "add")),
    *(["stores", "propose", "--store"], ["stores", "propose", "--store", "mine", "--out"]),
    ["stores", "lint", "--vault"],
    *(["stores", "add", "--notes"], ["stores", "remove"], ["setup", "hooks", "status", "--folder"]),
    *(["mcp", "install", "codex", "--dry-run", "--folder"]),
    *(["mcp", "install", "claude-code", "--dry-run", "--folder"], ["setup", "service", "status"]),
    *(
        ["memory", "show"],
        ["findings", "show"],
        ["findings", "export"],
        ["setup", "schemas", "import"],
        ["recall"],
        ["--vault"],
    ),
]


@pytest.mark.parametrize("words", CALLS, ids=" ".join)
def test_a_name_that_no_disk_takes_is_told_like_one_that_is_not_there(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = new_vault(tmp_path)
    for name in ("HOME", "XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    (tmp_path / "home" / "mem").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "home")
    Path("loop").symlink_to("loop")
    Path("plain").write_text("x", encoding="utf-8")
    Path("mem/MEMORY.md").write_text("- [gone](gone.md) - what\n", encoding="utf-8")
    added = vault.call("stores", "add", "mem", "--name", "mine", "--format", "claude-code")
    assert added.status == 0, added.err
    for name in NAMES:
        done = vault.call(*words, name, *(["status"] if words == ["--vault"] else []))
        assert "omething unexpected" not in done.err, (name[:9], done.err[:300])


def test_a_note_too_large_to_be_read_is_told_as_that(tmp_path: Path) -> None:
    vault = new_vault(tmp_path)
    vault.write("Memories/Seats.md", "The hall holds 90 people [[Hall]], says [[Nowhere]].\n")
    vault.write("Hall.md", "The hall holds 90 people.\n" + "word\n" * 9_000)
    settings = vault.folder / ".vaultwatch/config.toml"
    settings.write_text(f"[vault]\nmax_note_bytes = 40_000\n{settings.read_text()}")
    assert vault.call("scan").status == 0
    report = vault.read("drift-report.md")
    assert "Hall\\]\\] names a note that is not read: 'Hall.md' is larger than 40,000" in report
    assert "Nowhere\\]\\] leads nowhere" in report
    added = vault.call("memory", "add", "The hall has two doors [[Hall]].")
    assert "names a note that is not read" in added.out + added.err
    vault.write("Fees.md", NOTE + "word\n" * 9_000)
    assert vault.call("scan").status == 0
    report = vault.read("drift-report.md")
    assert "[[Fees|Fees]], line 1: What it says now is not read: 'Fees.md' is larger" in report
