"""Know where a vault's own files stand, in the vault and in the user's state folder."""

import json
import os
from hashlib import sha256
from pathlib import Path

import platformdirs

from vaultwatch.errors import RefusedError, VaultwatchError, told_as

VAULT_VARIABLE = "VAULTWATCH_VAULT"
"""Names the vault where no word does."""

STATE_VARIABLE = "VAULTWATCH_STATE"
"""Names another base for the state folders than the user's."""

LEDGER_NAME = "ledger.sqlite"
HOME_NAME = "ledger.home"
"""Of the mark by which a ledger in a database knows its state folder."""

ID_DIGITS = 12
"""Hex digits of a vault id: 48 bits, so that even 10,000 vaults of one user do not collide."""


def is_made(folder: Path) -> bool:
    """Tell whether Obsidian or `init` made a folder a vault."""
    return (folder / ".vaultwatch").is_dir() or (folder / ".obsidian").is_dir()


def is_in_use(state: Path) -> bool:
    """Tell whether a state folder has, or had, a ledger, wherever that lies."""
    return any((state / name).exists() for name in (LEDGER_NAME, HOME_NAME))


def vault_above(place: Path) -> Path | None:
    """Return the nearest vault that a place is or lies in; None where it lies in none."""
    return next((folder for folder in (place, *place.parents) if is_made(folder)), None)


def hold_in_place(vault: Path) -> None:
    """Hold a vault's real path to being one still."""
    if os.path.realpath(vault) != str(vault):
        raise VaultwatchError(
            "The vault's folder leads elsewhere by now.",
            hint="Put the folder back, or restart what serves it to serve what is there now.",
        )


class Places:
    """Where a vault's files stand.

    The vault id is the first 12 hex digits of the SHA-256 of the vault's real path: two vaults
    never share a state folder, and one vault reached through a link has one. A vault that is moved
    gets a new id; `vault.json` in the state folder says whose it is.
    """

    def __init__(self, vault: Path, *, state_base: Path | None = None) -> None:
        """Work out the places; make nothing.

        Args:
            vault: the vault's folder.
            state_base: what holds the state folders; else `VAULTWATCH_STATE`, else the user's own.
        """
        state_base = state_base or usual_base()
        self.vault = Path(os.path.realpath(vault))  # `resolve` raises for a link to itself
        self.vault_id = sha256(os.fsencode(self.vault)).hexdigest()[:ID_DIGITS]
        self.state = state_base.absolute() / self.vault_id
        self.ledger = self.state / LEDGER_NAME
        self.schema = f"vault_{self.vault_id}"
        """Of a database that holds the ledger, where the user's settings name one."""
        self.ledger_home = self.state / HOME_NAME
        self.index = self.state / "index"
        self.journal = self.state / "journal"
        self.backups = self.state / "backups"
        self.heartbeat = self.state / "daemon.json"
        self.door = self.state / "door"
        self.sessions = self.state / "sessions"
        self.accesses = self.state / "accesses.jsonl"
        self.hook_log = self.state / "hooks.log"
        self.config = self.vault / ".vaultwatch" / "config.toml"

    def is_known(self) -> bool:
        """Tell whether the vault was looked at before, wherever its ledger lies."""
        return is_in_use(self.state)

    def ensure(self) -> None:
        """Make the state folder, for this user's eyes only, and say in it whose it is.

        Raises:
            RefusedError: the folder would stand inside the vault, where sync would carry it away,
                or it cannot be made.
        """
        if self.state.resolve().is_relative_to(self.vault):
            raise RefusedError(
                f"The state folder {str(self.state)!r} would stand inside the vault.",
                hint=f"Name a folder outside it in {STATE_VARIABLE}.",
            )
        with told_as(
            RefusedError,
            f"Cannot make the state folder {str(self.state)!r}",
            f"Give yourself write permission, or name another in {STATE_VARIABLE}.",
        ):
            self.state.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.state.chmod(0o700)
            owner = self.state / "vault.json"
            if not owner.exists():
                owner.write_text(json.dumps({"vault": str(self.vault)}) + "\n", encoding="utf-8")


def stores_state() -> Path:
    """Return where is kept what was proposed for stores and written into them, for all vaults."""
    return usual_base().absolute() / "stores"


def surroundings() -> list[str]:
    """Return what else than a vault decides where things are looked for, and what day it is."""
    folders = (usual_base().absolute(), platformdirs.user_config_path("vaultwatch"))
    cache = platformdirs.user_cache_path("vaultwatch")
    return [*map(str, (*folders, cache)), os.path.expanduser("~"), os.environ.get("TZ", "")]  # noqa: PTH111 -- never fails


def usual_base() -> Path:
    """Return what holds the state folders: as `VAULTWATCH_STATE` names it, else the user's own."""
    named = os.environ.get(STATE_VARIABLE)
    return Path(named) if named else platformdirs.user_state_path("vaultwatch")
