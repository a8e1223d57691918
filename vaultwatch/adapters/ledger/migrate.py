"""Run the migrations in process; imported only when a ledger must be made or upgraded."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError

from vaultwatch.adapters.ledger.bare import back_up, read_version
from vaultwatch.adapters.ledger.connection import make_engine, translated, writing
from vaultwatch.adapters.ledger.row_digests import lay_digests, lift_digests
from vaultwatch.errors import LedgerError

MIGRATIONS = Path(__file__).parent / "migrations"


def config(*versions: Path) -> Config:
    """Return Alembic's settings for our migrations.

    Args:
        versions: other folders of migrations than our own; for tests.
    """
    ours = Config()
    ours.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    ours.set_main_option("path_separator", "newline")
    folders = versions or (MIGRATIONS / "versions",)
    ours.set_main_option("version_locations", "\n".join(str(f) for f in folders).replace("%", "%%"))
    return ours


def upgrade(file: Path, version: str | None, *, settings: Config | None = None) -> None:
    """Bring a ledger up to the newest version: wholly or not at all.

    Args:
        file: the ledger.
        version: its version; None where it is to be made.
        settings: other migrations than our own; for tests.

    Raises:
        LedgerError: it cannot be upgraded; it stands as it stood.
    """
    settings = settings or config()
    engine = make_engine(file)
    try:
        with translated(file):
            if version is None:
                file.touch(mode=0o600)
            with writing(engine) as connection:
                # Under the lock: another process may have upgraded it since its version was read,
                # and what it backed up must not be written over.
                if version is not None and read_version(file) == version:
                    back_up(file, file.with_name(f"{file.name}.before-upgrade-from-{version}"))
                settings.attributes["connection"] = connection
                lift_digests(connection.exec_driver_sql)
                command.upgrade(settings, "head")
                lay_digests(connection.exec_driver_sql)
    except (CommandError, OSError) as exc:
        raise LedgerError(
            f"The ledger {str(file)!r} cannot be upgraded: {exc}.",
            hint="It stands as it stood; a backup stands beside it.",
        ) from exc
    finally:
        engine.dispose()
