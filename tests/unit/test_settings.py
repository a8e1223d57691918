"""Settings are checked as a whole, and what opens the network comes from the user alone."""

import json
import re
import stat
import tomllib
from pathlib import Path

import pytest

from vaultwatch.errors import RefusedError, SettingsError
from vaultwatch.places import Places
from vaultwatch.settings import Settings, default_config_text, load_settings


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    (tmp_path / "vault" / ".vaultwatch").mkdir(parents=True)
    return tmp_path / "vault"


def load(vault: Path, text: str, *, own: str = "") -> Settings:
    user_config = vault.parent / "own.toml"
    (vault / ".vaultwatch" / "config.toml").write_text(text, encoding="utf-8")
    user_config.write_text(own, encoding="utf-8")
    return load_settings(vault, user_config=user_config)


def test_no_file_means_the_defaults_and_makes_nothing(tmp_path: Path) -> None:
    assert load_settings(tmp_path, user_config=tmp_path / "none.toml") == Settings()
    assert list(tmp_path.iterdir()) == []


def test_the_file_that_init_writes_sets_nothing(vault: Path) -> None:
    own = '[report]\nfolder = "Mine"\n[watch]\nquiet_s = 2\n'
    assert load(vault, default_config_text(), own=own) == load(vault, "", own=own)


def test_the_file_that_init_writes_shows_every_default(vault: Path) -> None:
    text = re.sub(r"(?m)^#(?=\w+ = )", "", default_config_text())
    own = '[report]\nfolder = "Mine"\n[watch]\nquiet_s = 2\n'
    assert load(vault, text, own=own) == Settings()
    written = tomllib.loads(text)
    users_own = {"endpoint", "reader", "trust", "checks", "stores", "ledger", "snapshot"}
    for name in Settings.model_fields.keys() - users_own:
        section = getattr(Settings(), name)
        assert written[name].keys() == type(section).model_fields.keys()


def test_the_vaults_file_wins_key_by_key_over_the_users(vault: Path) -> None:
    own = '[report]\nfolder = "Mine"\nname = "mine.md"\n'
    settings = load(vault, '[report]\nname = "theirs.md"\n', own=own)
    assert (settings.report.folder, settings.report.name) == ("Mine", "theirs.md")


def test_stores_are_named_by_the_users_own_file(vault: Path) -> None:
    own = '[[stores]]\npath = "~/.hermes/memories"\n[[stores]]\npath = "/a"\nformat = "codex"\n'
    assert [one.path for one in load(vault, "", own=own).stores] == ["~/.hermes/memories", "/a"]
    with pytest.raises(SettingsError, match="must not have files of a home read"):
        load(vault, own)


@pytest.mark.parametrize(
    ("own", "problem"),
    [
        ('[[stores]]\npath = "relative"\n', "stores.0.path: must be an absolute path"),
        ('[[stores]]\nformat = "codex"\n', "stores.0.path: field required"),
        ('[[stores]]\npath = "/a"\nformat = "word"\n', "stores.0.format: input should be 'auto'"),
        ('[[stores]]\npath = "/a"\nfromat = "codex"\n', "did you mean stores.format"),
        ('[[stores]]\npath = "/a"\nname = "a b"\n', "stores.0.name: must be letters"),
        ('[stores]\npath = "/a"\n', r"list of tables, `\[\[stores\]\]` each"),
    ],
)
def test_a_store_that_is_set_wrongly_is_told(vault: Path, own: str, problem: str) -> None:
    with pytest.raises(SettingsError, match=problem):
        load(vault, "", own=own)


@pytest.mark.parametrize("name", ["Pinned.md", "pinned.md"])
def test_the_inbox_has_no_name_that_what_is_pinned_has(vault: Path, name: str) -> None:
    with pytest.raises(SettingsError, match="inbox must not have the name of pinned"):
        load(vault, f'[memories]\ninbox = "{name}"\n')


def test_the_network_is_opened_by_the_users_own_file(vault: Path) -> None:
    own = '[endpoint]\nurl = "http://localhost:11434"\nallowed_hosts = ["box"]\n'
    settings = load(vault, "", own=own)
    assert settings.endpoint.url == "http://localhost:11434"
    assert settings.endpoint.allowed_hosts == ("box",)


def test_the_network_is_not_opened_by_a_vaults_file(vault: Path) -> None:
    with pytest.raises(SettingsError, match="must not open the network"):
        load(vault, '[endpoint]\nurl = "http://evil.example"\n')


@pytest.mark.parametrize(
    ("endpoint", "says"),
    [
        ("https://me:s3cret@s3.example", "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"),
        ("https://s3cret@s3.example:9000", "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"),
        ("https://s3.example/s3cret", "stands in snapshot.place"),
        ("https://s3.example?key=s3cret", "stands in snapshot.place"),
        ("s3.example", "must begin with"),
    ],
)
def test_an_object_stores_address_holds_no_key_and_no_folder(
    vault: Path, endpoint: str, says: str
) -> None:
    with pytest.raises(SettingsError, match=says) as error:
        load(vault, "", own=f'[snapshot]\nendpoint = "{endpoint}"\n')
    assert "s3cret" not in error.value.message
    good = '[snapshot]\nendpoint = "http://s3.example:9000/"\n'
    assert load(vault, "", own=good).snapshot.endpoint


def test_a_reader_is_named_by_the_users_own_file_alone(vault: Path) -> None:
    own = '[reader]\nkind = "command"\ncommand = ["cat"]\n'
    assert load(vault, "", own=own).reader.known_as == "cat"
    with pytest.raises(SettingsError, match="open the network or choose who reads"):
        load(vault, own)


@pytest.mark.parametrize(
    ("own", "says"),
    [
        pytest.param('kind = "oracle"', "reader.kind", id="no such reader"),
        pytest.param('kind = "cross_encoder"', "must name the folder", id="no folder"),
        pytest.param('folder = "models/nli"', "must be an absolute path", id="relative folder"),
        pytest.param('kind = "language_model"\nurl = "http://a"', "url and model", id="no model"),
        pytest.param('kind = "language_model"\nmodel = "a"', "url and model", id="no service"),
        pytest.param('url = "ftp://a"', "must begin with", id="another protocol"),
        pytest.param('labels = ["yes", "no"]', "`entailment` among them", id="no entailment"),
        pytest.param('labels = ["entailment"]', "two labels or more", id="one label"),
        pytest.param('labels = ["entailment", "Entailment"]', "each another", id="one twice"),
        pytest.param('kind = "command"', "must name the program", id="no program"),
        pytest.param(
            'kind = "command"\ncommand = [" "]', "must name the program", id="a blank one"
        ),
        pytest.param('command = "claude -p"', "reader.command", id="a line of shell"),
        pytest.param('env = ["KEY=value"]', "never its value", id="a value"),
        pytest.param('name = "a\\nb"', "one line", id="a name of two lines"),
        pytest.param("runs_per_day = -1", "reader.runs_per_day", id="less than nothing"),
        pytest.param("pairs = 1", "reader.pairs", id="no room for a test"),
        pytest.param("limit_s = 6000", "reader.limit_s", id="too patient"),
    ],
)
def test_a_reader_that_cannot_be_asked_is_refused(vault: Path, own: str, says: str) -> None:
    with pytest.raises(SettingsError) as error:
        load(vault, "", own=f"[reader]\n{own}\n")
    assert says in error.value.message


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param("[drift]\nmin_scor = 1\n", "did you mean drift.min_score?", id="misspelt"),
        pytest.param("[vault]\nmax = 1\n", "did you mean vault.max_note_bytes?", id="cut short"),
        pytest.param("min_score = 1\n", "did you mean drift.min_score?", id="no table"),
        pytest.param("[drfit]\n", "drfit: no such setting; did you mean drift?", id="bad table"),
        pytest.param("[zzz]\n", "zzz: no such setting (", id="nothing near"),
        pytest.param("drift = 1\n", "drift: must be a table", id="value for a table"),
        pytest.param("[drift]\nmin_score = 2\n", "less than or equal to 1", id="too large"),
        pytest.param("[drift]\nmin_score = nan\n", "drift.min_score", id="not a number"),
        pytest.param(
            '[report]\nflags = "no"\n', "report.flags: write true or false, with", id="a word"
        ),
        pytest.param('[drift]\nmin_score = "x"\n', "min_score: write a number", id="quotes"),
        pytest.param("[vault]\nmax_note_bytes = 1.5\n", "write a whole number", id="a half"),
        pytest.param("[vault]\nignore = 3\n", "vault.ignore: write a list", id="no list"),
        pytest.param("[report]\nname = 3\n", "report.name: write a text", id="no text"),
        pytest.param(
            "[report]\n[drift]\n[report]\n",
            "`[report]` stands twice (at line 3, column 8); put its settings under the first",
            id="a table twice",
        ),
        pytest.param('[memories]\nfolder = "/tmp"\n', "inside the vault", id="absolute"),
        pytest.param('[memories]\nfolder = "a/../.."\n', "inside the vault", id="climbs"),
        pytest.param('[report]\nfolder = "C:x"\n', "inside the vault", id="drive"),
        pytest.param("[report]\nfolder = '\\\\srv'\n", "inside the vault", id="share"),
        pytest.param('[memories]\nfolder = "."\n', "below the vault's own", id="whole vault"),
        pytest.param(
            '[report]\nname = "a/b.md"\n', "file name that ends in", id="name with folder"
        ),
        pytest.param('[report]\nname = "x.txt"\n', "file name that ends in", id="no note"),
        pytest.param('[index]\nembedder = "gpt"\n', "index.embedder", id="no such embedder"),
        pytest.param("[drift\n", "mend that line", id="broken TOML"),
        pytest.param(f"a = {'1' * 5_000}\n", "mend that line", id="a number of 5,000 digits"),
        pytest.param("a." * 60_000, "delete what is no setting", id="longer than settings are"),
    ],
)
def test_what_is_wrong_is_said_with_its_key_and_what_would_be_right(
    vault: Path, text: str, says: str
) -> None:
    with pytest.raises(SettingsError) as error:
        load(vault, text)
    assert says in error.value.message


def test_all_problems_of_both_files_are_shown_together(vault: Path) -> None:
    with pytest.raises(SettingsError) as error:
        load(vault, "[drift]\nmin_score = 2\n[nope]\n", own="[vault]\nignored = []\n")
    assert len(error.value.message.splitlines()) == 3


def test_a_file_that_is_not_text_is_an_error_and_no_traceback(vault: Path) -> None:
    (vault / ".vaultwatch" / "config.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match="not UTF-8"):
        load_settings(vault, user_config=vault / "none")


def test_places_are_made_only_when_asked_and_for_the_user_alone(tmp_path: Path) -> None:
    places = Places(tmp_path / "vault", state_base=tmp_path / "state")
    assert not (tmp_path / "state").exists()
    places.ensure()
    places.ensure()
    assert stat.S_IMODE(places.state.stat().st_mode) == 0o700
    owner = json.loads((places.state / "vault.json").read_text(encoding="utf-8"))
    assert owner == {"vault": str(places.vault)}


def test_a_vault_has_one_id_by_whatever_way_it_is_reached(vault: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(vault)
    assert Places(tmp_path / "link").vault_id == Places(vault).vault_id
    assert Places(tmp_path).vault_id != Places(vault).vault_id
    assert len(Places(vault).vault_id) == 12


def test_the_environment_moves_the_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTWATCH_STATE", str(tmp_path / "elsewhere"))
    assert Places(tmp_path / "vault").state.parent == tmp_path / "elsewhere"


def test_state_inside_the_vault_is_refused(vault: Path) -> None:
    with pytest.raises(RefusedError, match="inside the vault"):
        Places(vault, state_base=vault / ".state").ensure()
