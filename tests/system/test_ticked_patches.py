"""A tick in the report writes into a store where the user's own settings let it, and only there."""

import re
from pathlib import Path

import pytest

from tests.system.homes import Home
from tests.system.vaults import use_hash_embedder

REPORT = "drift-report.md"
SAID_TWICE = "- Use four spaces always\r\n- Ask\r\n- Use four spaces always\r\n"
MARKED = f"{SAID_TWICE[:-2]} (deprecated: said above)\r\n"


@pytest.fixture
def file(home: Home) -> Path:
    """A store with a twin in it, in which a tick may write, and a vault that was looked at."""
    use_hash_embedder(home.vault)
    home.write("work/.obsidian/app.json", "{}")
    home.write("work/Kiln.md", "# Kiln\n\nThe kiln holds 40 pots.\n")
    made = home.write("app/AGENTS.md", SAID_TWICE)
    home.call("stores", "add", str(made.parent))
    let(home, "tick")
    assert home.call("scan").status == 0
    return made


def let(home: Home, how: str) -> None:
    text = re.sub(r'(?m)^apply = .*\n|(?<=name = "app"\n)', "", home.config.read_text())
    home.config.write_text(text.replace("[[stores]]\n", f'[[stores]]\napply = "{how}"\n'))


def report(home: Home) -> str:
    return (home.folder / "work" / REPORT).read_text()


def boxes(home: Home) -> list[str]:
    return re.findall(r"- \[.\] .*\^act-\w+-apply", report(home))


def tick(home: Home) -> None:
    (box,) = boxes(home)
    home.write(f"work/{REPORT}", report(home).replace(box, box.replace("[ ]", "[x]")))


def told(home: Home) -> str:
    return report(home).partition("> [!done]- Answered and settled")[2].split("\n\n")[0]


def test_a_tick_is_written_into_the_store_and_taken_back(home: Home, file: Path) -> None:
    assert "`app`, `AGENTS.md:3`, mark as deprecated: It says what AGENTS.md:1 says." in report(
        home
    )
    assert "`AGENTS.md`: adds `(deprecated: said above)`" in report(home)
    assert file.read_bytes() == SAID_TWICE.encode()
    tick(home)
    assert home.call("scan", "--dry-run").status == 0
    assert file.read_bytes() == SAID_TWICE.encode()
    assert home.call("scan").status == 0
    assert file.read_bytes() == MARKED.encode()
    assert "Written into the store app: AGENTS.md:3." in told(home)
    assert boxes(home) == []
    assert home.call("undo").status == 0
    assert file.read_bytes() == SAID_TWICE.encode()
    assert "Taken back with undo: Written into the store app: AGENTS.md:3." in told(home)
    assert len(boxes(home)) == 1
    assert "[x]" not in boxes(home)[0]


def test_only_what_was_read_is_written(home: Home, file: Path) -> None:
    """Who changes the words beside a box, makes one up, or changes the store, writes nothing."""
    changed = report(home).replace("adds `(deprecated: said above)`", "adds `a comma`")
    home.write(f"work/{REPORT}", changed)
    tick(home)
    home.call("scan")
    assert "look at what is proposed again" in told(home)
    home.write(f"work/{REPORT}", f"{report(home)}\n- [x] Write it ^act-zzzzzzz-apply\n")
    home.call("scan")
    assert told(home).count("look at what is proposed again") == 2
    tick(home)
    file.write_bytes(f"{SAID_TWICE}- new\r\n".encode())
    home.call("scan")
    assert "changed since the patch was made; nothing was written" in told(home)
    assert file.read_bytes() == f"{SAID_TWICE}- new\r\n".encode()


@pytest.mark.parametrize("how", ["ask", "never"])
def test_a_store_of_which_it_was_not_said_is_not_written(home: Home, file: Path, how: str) -> None:
    tick(home)
    let(home, how)
    assert home.call("scan").status == 0
    assert file.read_bytes() == SAID_TWICE.encode()
    said = {"ask": "let no tick write into the store 'app'", "never": "for the store 'app'"}
    assert "AGENTS.md:3 of the store app stays as it is: " in told(home)
    assert said[how] in told(home)
    assert boxes(home) == []


def test_a_vault_cannot_let_a_tick_write(home: Home, file: Path) -> None:
    let(home, "ask")
    own = f'[[stores]]\npath = "{file.parent}"\napply = "tick"\n'
    home.write("work/.vaultwatch/config.toml", own)
    assert home.call("scan").status == 2
    assert file.read_bytes() == SAID_TWICE.encode()


def test_what_its_tool_writes_anew_is_never_offered(home: Home, file: Path) -> None:
    home.write(".codex/memories/MEMORY.md", SAID_TWICE)
    home.call("stores", "add", str(home.folder / ".codex/memories"), "--format", "codex")
    let(home, "tick")
    home.call("scan")
    assert len(boxes(home)) == 1
    assert file.is_file()


def test_a_tick_that_a_kill_cut_off_is_known_as_done(
    home: Home, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store was written, the report was not: the tick still stands in it."""

    class Kill(BaseException):
        pass

    def killed(*_: object, **__: object) -> None:
        raise Kill

    tick(home)
    with monkeypatch.context() as patched:
        patched.setattr("vaultwatch.services.exchange.answers.tell", killed)
        with pytest.raises(Kill):
            home.call("scan")
    assert file.read_bytes() == MARKED.encode()
    assert home.call("scan").status == 0
    assert "Written into the store app: AGENTS.md:3." in told(home)
    assert file.read_bytes() == MARKED.encode()


def test_what_an_agent_appends_stays_and_the_tick_alone_is_taken_back(
    home: Home, file: Path
) -> None:
    tick(home)
    home.call("scan")
    file.write_bytes(MARKED.encode() + b"- Mine\n")
    done = home.call("undo")
    assert (done.status, done.err) == (0, "")
    assert file.read_bytes() == SAID_TWICE.encode() + b"- Mine\n"
    assert "Taken back with undo: Written into the store app" in told(home)


def test_a_step_that_cannot_be_taken_back_is_said_so_and_stays(home: Home, file: Path) -> None:
    tick(home)
    home.call("scan")
    file.write_bytes(b"- Mine alone\n")
    for _ in range(2):
        done = home.call("undo")
        assert done.status == 5
        assert "Nothing is taken back of 'apply 1 action to app'" in done.out
        assert f"{file} stays as it is: It was changed since, at that very place." in done.err
        assert "Taken back" not in told(home)
        assert "Written into the store app: AGENTS.md:3." in told(home)
    assert file.read_bytes() == b"- Mine alone\n"
    file.write_bytes(MARKED.encode())
    assert home.call("undo").status == 0
    assert file.read_bytes() == SAID_TWICE.encode()
