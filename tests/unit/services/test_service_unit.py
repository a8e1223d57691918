"""The unit of a vault: its name, its words, and what systemd itself thinks of it."""

import re
import shutil
import string
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from vaultwatch.errors import RefusedError
from vaultwatch.services.operations.service_files import is_untouched, signed
from vaultwatch.services.operations.systemd_unit import (
    DROP_IN,
    TEMPLATE,
    Surroundings,
    escape_path,
    in_words,
    plan_install,
    quoted,
    render_drop_in,
    render_unit,
    template_text,
    unit_name,
)

ALL_ODD = Surroundings(
    state_base=Path('/srv/50% of "it" \\ all'),
    environment=(("XDG_CACHE_HOME", "/srv/a b"), ("XDG_CONFIG_HOME", "/srv/$c")),
    needs_network=True,
    runs_reader=True,
    keeps=(Path("/home/ada/a b/.claude"), Path("/home/ada/a b/.claude.json")),
    needs_shared_tmp=True,
    has_namespaces=False,
)
ODD_PATHS = [
    "/home/ada/Notes",  # plain
    "/home/ada/My Notes",  # space
    "/home/ada/50% done",  # percent
    "/home/ada/%h %f %%",  # what looks like a specifier
    "/home/ada/日本語 Ü",  # unicode
    "/home/ada/a-b\\x2d",  # dash and backslash
    "/.vault",  # leading dot
    "/home/ada/.x/..y",  # inner dots
    '/home/ada/it\'s "$HOME" `id`; x',  # a shell's signs
    "/home/ada/a\nb\tc",  # newline
    "/",  # root
]


def tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"no {name} on this machine")
    return found


def escaped_by_systemd(*paths: str) -> list[str]:
    run = subprocess.run(  # noqa: S603  fixed words
        [tool("systemd-escape"), "--path", "--", *paths], capture_output=True, check=True
    )
    return run.stdout.decode().removesuffix("\n").split(" ")


def test_paths_are_escaped_as_systemd_does() -> None:
    assert [escape_path(Path(path)) for path in ODD_PATHS] == escaped_by_systemd(*ODD_PATHS)


PARTS = st.text(
    st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1, max_size=12
).filter(lambda part: part not in {".", ".."})


@given(several=st.lists(st.lists(PARTS, min_size=1, max_size=4), min_size=1, max_size=9))
@hypothesis_settings(max_examples=20)
def test_any_path_is_escaped_as_systemd_does(several: list[list[str]]) -> None:
    paths = ["/" + "/".join(parts) for parts in several]
    assert [escape_path(Path(path)) for path in paths] == escaped_by_systemd(*paths)


def test_a_unit_is_named_by_its_vault() -> None:
    assert unit_name(Path("/home/ada/My Notes")) == r"vaultwatch@home-ada-My\x20Notes.service"


def test_a_path_too_long_for_a_name_is_refused_with_a_way_out() -> None:
    fits = "/home/ada/" + "n" * 225
    assert len(unit_name(Path(fits)).encode()) == 253
    with pytest.raises(RefusedError) as caught:
        unit_name(Path(fits + "n"))
    assert "link" in caught.value.hint


def directives(text: str) -> list[tuple[str, str]]:
    """Every directive with the line above it."""
    lines = ["", *text.splitlines()]
    return [
        (line, lines[place])
        for place, line in enumerate(lines[1:])
        if line.strip() and not line.startswith(("#", "["))
    ]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(template_text(), id="template"),
        pytest.param(render_unit(template_text(), ["/bin/true"]), id="rendered"),
        pytest.param(render_drop_in(ALL_ODD), id="drop-in"),
    ],
)
def test_every_directive_is_explained_by_the_line_above_it(text: str) -> None:
    found = directives(text)
    assert len(found) >= 8
    unexplained = [line for line, above in found if not re.match(r"# \S+ \S+ \S+", above)]
    assert unexplained == []


def test_what_the_service_must_promise_stands_in_the_unit() -> None:
    lines = [line for line, _ in directives(render_unit(template_text(), ["/opt/v"]))]
    # fmt: off
    assert set(lines) >= {
        "Type=notify", "NotifyAccess=main", 'ExecStart=:"/opt/v" run --vault %f',
        "ExecReload=/bin/kill -HUP $MAINPID", "TimeoutStartSec=infinity", "TimeoutStopSec=10",
        "KillMode=mixed", "Restart=on-failure", "RestartPreventExitStatus=2",
        "PrivateUsers=yes", "ProtectSystem=strict", "ProtectHome=read-only",
        "RestrictAddressFamilies=AF_UNIX", "NoNewPrivileges=yes", "WantedBy=default.target",
        "PrivateDevices=yes", "ProtectProc=invisible", "ProtectHostname=yes",
        "CapabilityBoundingSet=", "IPAddressDeny=any", "IPAddressAllow=localhost",
    }
    # fmt: on
    writable = [line for line in lines if line.startswith("ReadWritePaths=")]
    assert writable == ["ReadWritePaths=-%f", "ReadWritePaths=-%h/.local/state/vaultwatch"]
    assert sum(line.startswith("ExecStart=") for line in lines) == 1


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(["/bin/true"], id="a script"),
        pytest.param(["/bin/true", "-P", "-m", "vaultwatch"], id="an interpreter"),
        pytest.param(["{folder}/a 50% $b ü"], id="a path with odd signs"),
        pytest.param(['{folder}/a "50%" $b \\ ü'], id="a path that systemd takes no program of"),
    ],
)
@pytest.mark.parametrize(
    "around",
    [
        pytest.param(Surroundings(), id="usual"),
        pytest.param(replace(ALL_ODD, needs_network=False), id="no network"),
        pytest.param(replace(ALL_ODD, keeps=()), id="a reader that keeps nothing"),
        pytest.param(ALL_ODD, id="odd"),
    ],
)
def test_systemd_finds_nothing_wrong(
    program: list[str], around: Surroundings, tmp_path: Path
) -> None:
    words = [word.format(folder=tmp_path) for word in program]
    if not Path(words[0]).exists():
        shutil.copy("/bin/true", words[0])
    units = [tmp_path / unit_name(Path(vault)) for vault in ODD_PATHS]
    for unit in units:
        unit.write_text(render_unit(template_text(), words), encoding="utf-8")
        if text := render_drop_in(around):
            (tmp_path / f"{unit.name}.d").mkdir()
            (tmp_path / f"{unit.name}.d" / "vaultwatch.conf").write_text(text, encoding="utf-8")
    assert said_by_systemd(tmp_path, *units) == (0, "")


def test_systemd_would_find_something_wrong(tmp_path: Path) -> None:
    unit = tmp_path / TEMPLATE
    text = render_unit(template_text(), ["/bin/true"])
    unit.write_text(text.replace("WatchdogSec", "WatchdogSecs"), encoding="utf-8")
    sound = tmp_path / unit_name(Path("/home/ada/Notes"))
    sound.write_text(text, encoding="utf-8")
    assert "Unknown key" in said_by_systemd(tmp_path, sound, unit)[1]


def said_by_systemd(runtime: Path, *units: Path) -> tuple[int, str]:
    run = subprocess.run(  # noqa: S603  fixed words
        [tool("systemd-analyze"), "--user", "--man=no", "verify", *map(str, units)],
        capture_output=True,
        check=False,
        text=True,
        env={"XDG_RUNTIME_DIR": str(runtime), "HOME": str(runtime), "PATH": "/usr/bin:/bin"},
    )
    return run.returncode, run.stderr + run.stdout


def test_a_drop_in_says_only_what_the_template_cannot_know() -> None:
    assert render_drop_in(Surroundings()) == ""
    lines = [line for line, _ in directives(render_drop_in(ALL_ODD))]
    assert lines == [
        "RestrictAddressFamilies=AF_INET AF_INET6",
        "IPAddressDeny=",
        "MemoryDenyWriteExecute=no",
        'ReadWritePaths="-/home/ada/a b/.claude" "-/home/ada/a b/.claude.json"',
        r'Environment="VAULTWATCH_STATE=/srv/50%% of \"it\" \\ all"',
        r'ReadWritePaths="-/srv/50%% of \"it\" \\ all"',
        'Environment="XDG_CACHE_HOME=/srv/a b"',
        'Environment="XDG_CONFIG_HOME=/srv/$c"',
        "PrivateTmp=no",
        "ReadWritePaths=/tmp /var/tmp",
        "PrivateUsers=no",
        "PrivateDevices=no",
        "CapabilityBoundingSet=~",
    ]


@given(word=st.text(alphabet=string.printable))
def test_a_quoted_word_stays_on_its_line_and_in_its_quotes(word: str) -> None:
    shown = quoted(word)
    assert "\n" not in shown
    assert re.fullmatch(r'"(?:[^"\\%]|\\.|%%)*"', shown, re.DOTALL)


@pytest.mark.parametrize(
    ("change", "is_ours"),
    [
        pytest.param(lambda text: text, True, id="untouched"),
        pytest.param(lambda text: text + "Nice=19\n", False, id="a line more"),
        pytest.param(lambda text: text.replace("Nice=10", "Nice=0"), False, id="a value changed"),
        pytest.param(lambda text: text.partition("\n")[2], False, id="signature gone"),
        pytest.param(lambda _: signed("[Unit]\n# Older.\n"), True, id="of an older version"),
        pytest.param(lambda _: "", False, id="empty"),
    ],
)
def test_a_change_of_a_person_is_seen(change: object, *, is_ours: bool) -> None:
    assert callable(change)
    assert is_untouched(change(render_unit(template_text(), ["/bin/true"]))) == is_ours


@pytest.mark.parametrize(
    ("said", "words"),
    [
        pytest.param("active running", "running", id="running"),
        pytest.param("active running - 0 idle", "running: idle", id="with its own words"),
        pytest.param("reloading reload", "reading its settings again", id="reloading"),
        pytest.param(
            "activating start", "starting: it looks at what changed while it was down", id="start"
        ),
        pytest.param("activating start - 0 3_of_9", "starting: 3 of 9", id="start, with words"),
        pytest.param(
            "activating auto-restart exit-code 6",
            "failed, and tries again within half a minute: another vaultwatch watches this vault",
            id="waits",
        ),
        pytest.param("deactivating stop-sigterm", "stopping", id="stopping"),
        pytest.param(
            "failed failed exit-code 2",
            "failed, and does not try again: its settings are wrong; the log names the line",
            id="settings",
        ),
        pytest.param(
            "failed failed exit-code 77",
            "failed, and does not try again: it ended with status 77",
            id="a status nobody knows",
        ),
        pytest.param(
            "failed failed watchdog 0",
            "failed, and does not try again: it hung and was killed",
            id="watchdog",
        ),
        pytest.param(
            "failed failed start-limit-hit 4",
            "failed, and does not try again: it failed too often within an hour, last because the "
            "vault is not there",
            id="too often",
        ),
        pytest.param(
            "failed failed new-word 0", "failed, and does not try again: new-word", id="new"
        ),
        pytest.param("inactive dead success 0", "stopped", id="stopped"),
        pytest.param("", "stopped", id="nothing said"),
    ],
)
def test_what_systemd_says_is_put_into_words(said: str, words: str) -> None:
    names = ("ActiveState", "SubState", "Result", "ExecMainStatus", "StatusText")
    values = [value.replace("_", " ") for value in said.split()]
    assert in_words(dict(zip(names, values, strict=False))) == words


@pytest.mark.parametrize(
    ("place", "line"),
    [
        pytest.param("/mnt/nas", 'ReadWritePaths="-/mnt/nas"', id="a folder may be written"),
        pytest.param("s3://saved/notes", "IPAddressDeny=", id="a bucket may be reached"),
    ],
)
def test_where_the_index_is_saved_is_within_reach(
    place: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "vaultwatch").mkdir()
    settings = tmp_path / "vaultwatch" / "config.toml"
    settings.write_text(f'[snapshot]\nplace = "{place}"\n', encoding="utf-8")
    plan = plan_install(tmp_path / "vault")
    drop_in = next(step.text for step in plan.steps if step.path.name == DROP_IN)
    assert line in drop_in.splitlines()
    is_asking = "RestrictAddressFamilies" in drop_in
    assert is_asking == ("AWS_SECRET_ACCESS_KEY" in " ".join(plan.notices)) == ("s3" in place)
