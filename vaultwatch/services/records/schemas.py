"""Keep the predicate schemas that are in force, and the file that a person edits them in.

Outcomes change only with the schemas' version: a file that was changed under its old version waits.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path

from vaultwatch.errors import SettingsError
from vaultwatch.memories.schemas import (
    DEFAULT_SCHEMAS,
    Schemas,
    in_force,
    overridden,
    parse_schemas,
    render_schemas,
)
from vaultwatch.notes.days import day_at
from vaultwatch.services.records.small_facts import SCHEMAS
from vaultwatch.services.workspace import Workspace

SCHEMAS_FILE = ".vaultwatch/schemas.toml"
"""Where a vault's schemas stand; without it the built-in ones are in force."""
MOST_BYTES = 100_000
"""Of the file. A key of many dots takes the square of them in `tomllib`: 64 kB 1.7 s."""


@dataclass(frozen=True, slots=True)
class SchemasInForce:
    """The schemas by which claims are decided now."""

    schemas: Schemas
    text: str
    notice: str
    """What the reader should know; empty where all is well."""


def schemas_in_force(ws: Workspace) -> SchemasInForce:
    """Return the schemas by which claims are decided; a new version is recorded and audited."""
    recorded = SCHEMAS.get(ws.ledger)
    try:
        text = _read(ws.vault / SCHEMAS_FILE)
        found = DEFAULT_SCHEMAS if text is None else parse_schemas(text)
    except SettingsError as error:
        first = error.message.splitlines()[0]
        notice = f"{SCHEMAS_FILE} cannot be used ({first}); claims are decided as before."
        kept = _built_in() if recorded is None else recorded[1]
        return SchemasInForce(parse_schemas(kept), kept, notice)
    if text is None:
        text = _built_in()
        if recorded is not None and recorded[0] == found.version and recorded[1] != text:
            recorded = None  # the built-in ones come with the program, under no hand of a person
    chosen = in_force(recorded, found, text)
    if chosen.record and not ws.is_rehearsal:
        SCHEMAS.set(ws.ledger, (chosen.version, chosen.text))
        ws.ledger.record("schemas", str(chosen.version), chosen.record)
    return SchemasInForce(parse_schemas(chosen.text), chosen.text, chosen.warning)


def looser_rules(ws: Workspace, since: datetime) -> str:
    """Return what rules of late change of the built-in ones, for any program may write them."""
    held = schemas_in_force(ws).schemas
    at = next((one.at for one in ws.ledger.audit(str(held.version)) if one.verb == "schemas"), None)
    if at is None or at < since:
        return ""
    loose = [*overridden(held)]
    told = f"The schemas were changed to version {held.version} on {day_at(at).isoformat()}"
    return f"{told}, and override what is built in: {'; '.join(loose)}." if loose else ""


@cache
def _built_in() -> str:
    return render_schemas(DEFAULT_SCHEMAS)


def _read(file: Path) -> str | None:
    try:
        with file.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise SettingsError(
                f"{file.name}: larger than {MOST_BYTES} bytes.", hint="Delete what is no schema."
            )
        return data.decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except UnicodeDecodeError as exc:
        raise SettingsError(f"{file.name}: not UTF-8 text.", hint="Save it as UTF-8.") from exc
    except OSError as exc:
        raise SettingsError(
            f"{file.name}: cannot be read ({exc.strerror}).", hint="Give yourself permission."
        ) from exc
