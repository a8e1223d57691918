"""The settings of a server for many vaults: checked as a whole, a token known by its digest."""

from hashlib import sha256
from pathlib import Path

import pytest

from vaultwatch.doors.team.config import Team, issue_token, load_served, load_team
from vaultwatch.errors import RefusedError, SettingsError
from vaultwatch.places import STATE_VARIABLE, Places

DIGEST = sha256(b"dana's").hexdigest()
WELL = f"""
state = "/srv/state"
[vaults]
atlas = "/srv/atlas"
ops = "/srv/ops"
[people.dana]
digest = "{DIGEST}"
read = ["ops"]
write = ["atlas"]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "team.toml"


def loaded(file: Path, text: str) -> Team:
    file.write_text(text)
    return load_team(file)


def test_who_sends_a_token_is_known_by_it_alone(file: Path) -> None:
    team = loaded(file, WELL)
    found = team.who(b"Bearer dana's")
    assert found is not None
    name, person = found
    assert (name, person.write, person.read) == ("dana", ("atlas",), ("ops",))
    for sent in (b"", b"Bearer", b"Bearer ", b"Basic dana's", b"dana's", b"Bearer dana", DIGEST):
        assert team.who(sent if isinstance(sent, bytes) else sent.encode()) is None, sent
    assert team.who(f"Bearer {DIGEST}".encode()) is None, "the digest is no token"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        pytest.param("[vaults]", "worker = 3\n[vaults]", "worker: no such", id="unknown key"),
        pytest.param("write =", "wirte =", "people.dana.wirte: no such", id="unknown inside"),
        pytest.param('["ops"]', '["nope"]', "no vault 'nope'", id="unknown vault"),
        pytest.param('["ops"]', '["atlas"]', "under read and write", id="read and write"),
        pytest.param('"/srv/ops"', '"srv/ops"', "vaults.ops: must be an absolute", id="relative"),
        pytest.param('"/srv/ops"', '"/srv/x/../atlas"', "absolute path without", id="dots"),
        pytest.param('"/srv/ops"', '"/srv/atlas/ops"', "lies in that of vaults.atlas", id="inside"),
        pytest.param('"/srv/ops"', '"/srv/atlas"', "would read the other", id="one folder twice"),
        pytest.param('"/srv/state"', '"/srv/ops/s"', "state: lies in", id="state in a vault"),
        pytest.param('ops = "', '"o/ps" = "', "small letters", id="a name that is a path"),
        pytest.param(DIGEST, sha256(b"").hexdigest(), "empty token", id="digest of nothing"),
        pytest.param(DIGEST, "", "people.dana.digest", id="no digest"),
        pytest.param(DIGEST, "vw_a-token-itself", "SHA-256 digest", id="a token for its digest"),
        pytest.param(
            "[vaults]", 'host = "0.0.0.0"\npublic_url = "https://n.example"\n[vaults]',
            "tls_in_front", id="public without TLS",
        ),
        pytest.param(
            "[vaults]", 'host = "0.0.0.0"\ntls_in_front = true\n[vaults]',
            "public_url", id="public without a name",
        ),
        pytest.param(
            "[people.dana]", f'[people.eve]\ndigest = "{DIGEST}"\n[people.dana]',
            "token of their own", id="a shared token",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(file: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(SettingsError) as told:
        loaded(file, WELL.replace(old, new))
    assert said in told.value.message
    assert "vw_a-token-itself" not in told.value.message


def test_the_own_state_folder_may_lie_in_no_vault_either(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(STATE_VARIABLE, "/srv/ops/mine")
    with pytest.raises(SettingsError, match=r"state: lies in that of vaults\.ops"):
        loaded(file, WELL.replace('state = "/srv/state"', ""))


def test_all_problems_are_told_at_once(file: Path) -> None:
    with pytest.raises(SettingsError) as told:
        loaded(file, WELL.replace(DIGEST, "x").replace('["ops"]', '["a", "b"]') + "[limit]\n")
    assert len(told.value.message.splitlines()) == 4, told.value.message


def test_a_folder_is_where_it_was_when_it_was_checked(file: Path, tmp_path: Path) -> None:
    (tmp_path / "atlas").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "atlas")
    linked = WELL.replace("/srv/atlas", f"{tmp_path}/link")
    assert loaded(file, linked).vaults["atlas"] == str(tmp_path / "atlas")
    with pytest.raises(SettingsError) as told:
        loaded(file, linked.replace("/srv/ops", f"{tmp_path}/atlas"))
    assert told.value.message.startswith("vaults.ops: lies in that of vaults.atlas")


def test_a_thousand_people_have_a_vault_each(file: Path) -> None:
    text = WELL.partition("[people")[0]
    text += "".join(f'team-{one} = "/srv/teams/{one}"\n' for one in range(1000))
    for one in range(1000):
        digest = sha256(str(one).encode()).hexdigest()
        text += f'[people.person-{one}]\ndigest = "{digest}"\nwrite = ["team-{one}"]\n'
    assert len(loaded(file, text).people) == 1000


def test_an_address_that_something_encrypts_for_may_be_public(file: Path) -> None:
    more = 'host = "0.0.0.0"\ntls_in_front = true\npublic_url = "https://n.example"\n[vaults]'
    assert loaded(file, WELL.replace("[vaults]", more)).host == "0.0.0.0"  # noqa: S104 -- as asked


def test_a_vault_is_served_from_the_state_folder_that_it_has(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(STATE_VARIABLE, str(tmp_path / "mine"))
    file.write_text(WELL)
    assert load_served(file).state == "/srv/state"
    usual = Places(Path("/srv/ops"))
    usual.state.mkdir(parents=True)
    usual.ledger.touch()
    with pytest.raises(SettingsError) as told:
        load_served(file)
    assert told.value.message.startswith(f"vaults.ops: is known in {str(usual.state)!r}")
    assert "Leave `state` out of team.toml" in told.value.hint
    assert issue_token(file, "dana", [], []), "a token may be made all the same"
    for state in ("", f'state = "{tmp_path}/mine"'):
        file.write_text(WELL.replace('state = "/srv/state"', state))
        assert load_served(file).state == str(tmp_path / "mine")


def test_a_token_is_given_out_once_and_kept_as_a_digest(file: Path) -> None:
    file.write_text(f"# ours\n{WELL}")
    token = issue_token(file, "eve", ["atlas"], ["ops"])
    text = file.read_text()
    assert text.startswith("# ours\n")
    assert token not in text
    found = load_team(file).who(f"Bearer {token}".encode())
    assert found is not None
    assert found[0] == "eve"
    other = issue_token(file, "eve", [], [])
    team = load_team(file)
    assert team.who(f"Bearer {token}".encode()) is None, "the new one takes its place"
    assert team.who(f"Bearer {other}".encode()) == ("eve", team.people["eve"])
    assert team.people["eve"].read == ("atlas",)
    assert team.who(b"Bearer dana's") is not None


@pytest.mark.parametrize(
    ("name", "write", "kind"),
    [
        ("eve", [], RefusedError),
        ("eve", ["nope"], SettingsError),
        ("Eve and more", ["ops"], SettingsError),
    ],
)
def test_a_token_that_reaches_nothing_is_not_made(
    file: Path, name: str, write: list[str], kind: type[Exception]
) -> None:
    file.write_text(WELL)
    with pytest.raises(kind):
        issue_token(file, name, [], write)
    assert file.read_text() == WELL
