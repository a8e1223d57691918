"""What a server for many vaults goes by: team.toml, checked as a whole.

Pure but for reading the file. A token stands here as its digest alone.
"""

import hmac
import os
import re
import secrets
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, ValidationError

from vaultwatch.errors import RefusedError, SettingsError, plainly
from vaultwatch.places import Places, usual_base
from vaultwatch.settings import SettingsTable, Table, read_table

_NAME: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
MOST_CHARS: Final = 1_000_000
"""Of the file: a person takes some 120. Chosen by hand."""
TOKEN_BYTES: Final = 32
"""Of chance in a token. Source: RFC 6750, 5.2, asks that none can be guessed; 128 bits would do."""
_PREFIX: Final = "vw_"
"""Tells who finds a token what it is."""


def short_word(value: str) -> str:
    """Hold a name to what may stand in an address."""
    if not _NAME.fullmatch(value):
        raise ValueError("must be small letters, digits and `-`, 40 at most")
    return value


def whole_path(value: str) -> str:
    """Hold a folder to one that means the same wherever the server is started."""
    if not Path(value).is_absolute() or ".." in Path(value).parts or "\0" in value:
        raise ValueError("must be an absolute path without `..`")
    return os.path.realpath(value)  # a link that leads elsewhere later is not followed there


def digest_of_token(value: str) -> str:
    """Hold a digest to one that somebody must know a token for."""
    if not _DIGEST.fullmatch(value):
        raise ValueError("must be the SHA-256 digest that `vaultwatch serve token` writes")
    if value == sha256(b"").hexdigest():
        raise ValueError("is that of an empty token, which anybody could send")
    return value


def web_origin(value: str) -> str:
    """Hold an address to a scheme and a host; empty for the one that is bound."""
    parts = urlsplit(value)
    if value and (parts.scheme not in {"http", "https"} or not parts.netloc or parts.path):
        raise ValueError("must be as `https://notes.example`, without a path")
    return value.lower()


ShortWord = Annotated[str, AfterValidator(short_word)]
WholePath = Annotated[str, AfterValidator(whole_path)]
Vaults = Annotated[tuple[ShortWord, ...], Field(strict=False)]


class Person(SettingsTable):
    """Who holds a token, and what it lets them do."""

    digest: Annotated[str, AfterValidator(digest_of_token)]
    read: Vaults = ()
    """Vaults that the token may only read."""
    write: Vaults = ()
    """Vaults that it may read and write."""
    metrics: bool = False
    """Whether it may read `/metrics`."""

    def may_reach(self, vault: str) -> bool:
        """Tell whether the token reaches a vault at all."""
        return vault in self.read or vault in self.write


class Limits(SettingsTable):
    """What is bounded. Those of one token keep others served, the rest keeps memory small."""

    calls_per_minute: int = Field(default=240, ge=1, le=100_000)
    """Of one token; as many may come at once."""
    at_once: int = Field(default=16, ge=1, le=256)
    """Calls of one token that are answered at the same time; the others are refused."""
    open_vaults: int = Field(default=16, ge=1, le=10_000)
    """Of one worker, kept open for who asks; who asked longest ago gives way."""
    idle_s: int = Field(default=300, ge=1, le=86_400)
    """A vault that nobody asked for so long is closed."""
    audit_mb: int = Field(default=64, ge=1, le=10_000)
    """Of the audit log, before another is begun; the last four are kept beside it."""


class Team(SettingsTable):
    """Everything that stands in team.toml."""

    state: WholePath = Field(default_factory=lambda: str(usual_base().absolute()))
    """Holds the audit log, and the state folder of each vault; else what holds the user's own."""
    host: str = "127.0.0.1"
    port: int = Field(default=8738, ge=0, le=65535)
    tls_in_front: bool = False
    """Whether something in front encrypts: only then may the address be a public one."""
    public_url: Annotated[str, AfterValidator(web_origin)] = ""
    """What clients call the server; empty for the address that is bound."""
    workers: int = Field(default=2, ge=1, le=64)
    limits: Limits = Limits()
    vaults: Mapping[ShortWord, WholePath] = Field(min_length=1)
    people: Mapping[ShortWord, Person] = Field(default={})

    def who(self, authorization: bytes) -> tuple[str, Person] | None:
        """Return whose token a request carries; each is compared, in constant time."""
        scheme, _, token = authorization.partition(b" ")
        sent = sha256(token.strip()).hexdigest()
        found = None
        for name, person in self.people.items():
            if hmac.compare_digest(person.digest, sent):
                found = name, person
        return found if scheme.lower() == b"bearer" and token.strip() else None


def load_team(file: Path) -> Team:
    """Return what the file says.

    Raises:
        SettingsError: it cannot be read, or something in it is wrong; every problem, a line each.
    """
    problems: list[str] = []
    table = read_table(file, problems, most_chars=MOST_CHARS)
    if not problems and not table:
        problems.append(f"{file}: is not there, or empty")
    return checked_team(table, problems)


def load_served(file: Path) -> Team:
    """Return what the file says, each vault served from the state folder that it has.

    Raises:
        SettingsError: as `load_team`; or the user's own state folder knows one of the vaults, and
            the file names another: what the one is told, as a tick, the other would not know.
    """
    team = load_team(file)
    held = [(name, Places(Path(folder))) for name, folder in team.vaults.items()]
    problems = [
        f"vaults.{name}: is known in {str(usual.state)!r} already, with its baselines and answers"
        for name, usual in held
        if usual.is_known()
        and usual.state.resolve() != (Path(team.state) / usual.vault_id).resolve()
    ]
    if problems:
        raise SettingsError(
            "\n".join(problems),
            hint=f"Leave `state` out of {file.name} to serve from there. Or, with nothing else "
            f"running on the vault, move that folder into {team.state!r}.",
        )
    return team


def checked_team(table: Table, problems: Sequence[str] = ()) -> Team:
    """Return settings that are held to be whole.

    Raises:
        SettingsError: something is wrong; `problems` and every other, a line each.
    """
    found = [*problems]
    if not found:
        found += _across(table)
        try:
            team = Team.model_validate(table)
        except ValidationError as error:
            found += _told(error)
    if found:
        raise SettingsError("\n".join(found), hint="Mend the lines above in team.toml.")
    return team


def _told(error: ValidationError) -> Iterator[str]:
    """Yield a line a problem; what was found is left out, it may be a token."""
    for one in error.errors():
        key = ".".join(str(part) for part in one["loc"] if part != "[key]")
        is_unknown = one["type"] == "extra_forbidden"
        yield f"{key}: {'no such setting' if is_unknown else plainly(one['msg'])}"


@dataclass(frozen=True, slots=True)
class _Loose:
    """A table of which nothing is sure yet."""

    table: Mapping[str, object]

    def inner(self, name: str) -> "_Loose":
        held = self.table.get(name)
        return _Loose(held if isinstance(held, dict) else {})

    def texts(self, name: str) -> list[str]:
        held = self.table.get(name)
        return [one for one in held if isinstance(one, str)] if isinstance(held, list) else []

    def text(self, name: str) -> str:
        held = self.table.get(name)
        return held if isinstance(held, str) else ""


def _across(table: Table) -> Iterator[str]:
    """Yield what is wrong between settings, whatever else is wrong with them."""
    whole = _Loose(table)
    vaults, people = whole.inner("vaults"), whole.inner("people")
    for name in people.table:
        person = people.inner(name)
        for key in ("read", "write"):
            for vault in person.texts(key):
                if vault not in vaults.table:
                    yield f"people.{name}.{key}: there is no vault {vault!r} under [vaults]"
        yield from (
            f"people.{name}: {vault!r} stands under read and write; leave one"
            for vault in {*person.texts("read")} & {*person.texts("write")}
        )
    owners: dict[str, str] = {}
    for name in people.table:
        owner = owners.setdefault(people.inner(name).text("digest") or name, name)
        if owner != name:
            yield f"people.{name}.digest: is that of {owner} too; each needs a token of their own"
    places = {f"vaults.{name}": vaults.text(name) for name in vaults.table}
    places["state"] = whole.text("state") or str(usual_base().absolute())
    real = {
        key: Path(os.path.realpath(place))
        for key, place in places.items()
        if place.startswith("/") and "\0" not in place
    }
    holders: dict[Path, str] = {}
    for key, place in real.items():
        holders.setdefault(place, key)
    for key, place in real.items():
        for around in {holders.get(one, key) for one in (place, *place.parents)} - {key, "state"}:
            yield f"{key}: lies in that of {around}; who reads the one would read the other"
    yield from _of_address(whole)


def _of_address(whole: _Loose) -> Iterator[str]:
    """Yield why the server may not stand at its address."""
    if not _is_loopback(whole.text("host") or Team.model_fields["host"].default):
        if whole.table.get("tls_in_front") is not True:
            yield (
                "host: a public address sends tokens and notes in the clear; put something that "
                "encrypts in front and say `tls_in_front = true`"
            )
        if not whole.text("public_url"):
            yield "public_url: must say what clients call the server, as `https://notes.example`"


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def issue_token(
    file: Path, name: str, read: Sequence[str], write: Sequence[str], *, dry_run: bool = False
) -> str:
    """Return a new token for a person, whose digest stands in the file from now on.

    A rehearsal writes nothing and returns an empty one. One that they had works no more once the
    server reads the file anew. It reaches the vaults that are named, else those that it reached.

    Raises:
        RefusedError: a new person with no vault, or the file cannot be written.
        SettingsError: the file is wrong, or would be.
    """
    import tomlkit

    from vaultwatch.services.operations.client_config import InstallPlan, write_install

    team = load_team(file)
    token = f"{_PREFIX}{secrets.token_urlsafe(TOKEN_BYTES)}"
    seen = file.read_bytes()
    document: Any = tomlkit.parse(seen.decode("utf-8-sig"))
    if name not in team.people:
        if not (read or write):
            raise RefusedError(
                f"{name!r} is new, and no vault is named.",
                hint="Add --read VAULT or --write VAULT.",
            )
        if "people" not in document:
            document["people"] = tomlkit.table(is_super_table=True)
        document["people"][name] = tomlkit.table()
    person = document["people"][name]
    person["digest"] = sha256(token.encode()).hexdigest()
    if read or write:
        person["read"], person["write"] = [*read], [*write]
    new = tomlkit.dumps(document)
    checked_team(tomllib.loads(new))
    if dry_run:
        return ""
    write_install(InstallPlan(file, "", new, seen, is_there=False, holds_ours=True))
    return token
