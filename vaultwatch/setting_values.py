"""What a setting may be: checks that say in words what would be right.

Pure. `vaultwatch.settings` hangs them on its fields.
"""

import re
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator

_DRIVE_LENGTH = 2
_LEAST_LABELS = 2
NLI = ("contradiction", "neutral", "entailment")
_INTERVAL = re.compile(r"[1-9][0-9]{0,4}[smhd]")
_NAME_CHARS = 40
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,100}")
_HOURS = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]")


def inside_vault(value: str) -> str:
    """Hold a folder or file name inside the vault."""
    parts = value.replace("\\", "/").split("/")
    has_drive = value[1:_DRIVE_LENGTH] == ":"
    if value.startswith(("/", "\\", "~")) or has_drive or ".." in parts or "\0" in value:
        raise ValueError("must be a path inside the vault, without `..` and not absolute")
    return value


def own_folder(value: str) -> str:
    """A folder that is the vault itself would make every note a memory."""
    if not [part for part in value.replace("\\", "/").split("/") if part not in {"", "."}]:
        raise ValueError("must name a folder below the vault's own")
    return value


def note_name(value: str) -> str:
    """A note's file name, without a folder."""
    if "/" in value or "\\" in value or not value.removesuffix(".md") or value[-3:] != ".md":
        raise ValueError("must be a file name that ends in `.md`; its folder is report.folder")
    return value


def web_address(value: str) -> str:
    """Where a service answers; empty for none."""
    if value and not value.startswith(("http://", "https://")):
        raise ValueError("must begin with `http://` or `https://`")
    return value


def schedule_time(value: str) -> str:
    """Hold an interval, five cron fields, or `off`."""
    if value != "off" and not _INTERVAL.fullmatch(value):
        from apscheduler.triggers.cron import CronTrigger  # only where cron is asked for

        try:
            CronTrigger.from_crontab(value)
        except ValueError:
            raise ValueError(
                "must be an interval such as `10m`, `6h` or `1d`, five cron fields such as "
                "`0 3 * * *`, or `off`"
            ) from None
    return value


def hours_of_day(value: str) -> str:
    """Two times of a day; empty for none."""
    if value and not _HOURS.fullmatch(value):
        raise ValueError("must be two times of the day such as `22:00-07:00`, or empty")
    return value


def absolute_path(value: str) -> str:
    """A place outside every vault; empty for none."""
    if value and not Path(value).is_absolute():
        raise ValueError("must be an absolute path, outside every vault")
    return value


def reader_labels(value: tuple[str, ...]) -> tuple[str, ...]:
    """What the columns of a reader's output mean."""
    folded = [label.casefold() for label in value]
    if len(folded) < _LEAST_LABELS or len(set(folded)) < len(folded) or "entailment" not in folded:
        raise ValueError("must be two labels or more, each another, `entailment` among them")
    return value


def short_name(value: str) -> str:
    """What a person calls a reader; empty for one made of its settings."""
    if len(value) > _NAME_CHARS or not value.isprintable() or value != value.strip():
        raise ValueError(f"must be one line of at most {_NAME_CHARS} characters")
    return value


def variable_name(value: str) -> str:
    """A variable of the environment."""
    if not _VARIABLE.fullmatch(value):
        raise ValueError("must be the name of an environment variable, never its value")
    return value


InsideVault = Annotated[str, AfterValidator(inside_vault)]
ScheduleTime = Annotated[str, AfterValidator(schedule_time)]
