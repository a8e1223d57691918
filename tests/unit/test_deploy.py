"""The files of `deploy/` parse and name each other's folders; docker itself is not asked."""

import shlex
from pathlib import Path
from urllib.parse import urlsplit

import yaml

from vaultwatch.doors.team.config import load_team
from vaultwatch.settings import load_settings

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"


def test_the_settings_of_the_server_are_good_ones() -> None:
    team = load_team(DEPLOY / "vaultwatch" / "team.toml")
    assert (team.workers, team.tls_in_front) == (2, True)
    own = load_settings(None, user_config=DEPLOY / "vaultwatch" / "config.toml")
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    hosts = (own.ledger.url, own.snapshot.endpoint)
    assert [urlsplit(one).hostname for one in hosts] == ["postgres", "s3"]
    assert services.keys() >= {"postgres", "s3"}


def test_the_services_hang_together() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    assert services.keys() == {"vaultwatch", "postgres", "s3"}
    own = services["vaultwatch"]
    mounted = {one.split(":")[1] for one in own["volumes"]}
    team = load_team(DEPLOY / "vaultwatch" / "team.toml")
    folders = [Path(team.state), *map(Path, team.vaults.values())]
    assert all(any(one.is_relative_to(place) for place in mounted) for one in folders)
    assert own["ports"] == [f"127.0.0.1:{team.port}:{team.port}"], "no public port"
    for one in services.values():
        assert "PASSWORD=" not in str(one)


def test_the_image_is_built_of_this_repository() -> None:
    lines = (DEPLOY / "Dockerfile").read_text().replace("\\\n", "").splitlines()
    said = [one.split(" ", 1) for one in lines if one and not one.startswith("#")]
    assert [one for one, _ in said][:2] == ["FROM", "COPY"]
    assert "/src[team,postgres]" in shlex.split(dict(said)["RUN"])
    assert ["USER", "vaultwatch"] in said, "not as root"
