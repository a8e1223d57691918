"""Read the settings and check them as a whole.

Two files: the vault's `.vaultwatch/config.toml` and the user's own. The vault's wins, key by key.
What opens the network counts only in the user's own: a vault may have come by sync from someone
else. Loading makes no file and no folder.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path, PurePath
from typing import Annotated, Literal, Self, TypeAlias
from urllib.parse import urlsplit

import platformdirs
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from vaultwatch.errors import SettingsError, plainly
from vaultwatch.memories.stores.format_names import StoreFormat, checked_name, checked_place

_USER_ONLY = {
    "checks": "must not choose where on the machine it is looked",
    "endpoint": "must not open the network",
    "judge": "must not open the network or choose who reads",
    "ledger": "must not choose where is kept what happened",
    "reader": "must not run a program, open the network or choose who reads",
    "snapshot": "must not choose where something is saved",
    "stores": "must not have files of a home read",
    "trust": "must not choose whom to believe",
}
"""Tables that count only in the user's own file, and what a vault's file must not do."""
MOST_CHARS = 100_000
"""Of a file of settings. A key of many dots takes the square of them in `tomllib`: 64 kB 1.7 s."""

Table: TypeAlias = Mapping[str, object]


_DRIVE_LENGTH = 2
_LEAST_LABELS = 2
NLI = ("contradiction", "neutral", "entailment")
_INTERVAL = re.compile(r"[1-9][0-9]{0,4}[smhd]")
_NAME_CHARS = 40
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,100}")
_BUCKET = re.compile(r"s3://[A-Za-z0-9][A-Za-z0-9._-]+(/[A-Za-z0-9_-][A-Za-z0-9 ._-]*)*/?")
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


class SettingsTable(BaseModel):
    """A table of a settings file."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class VaultSettings(SettingsTable):
    """What is read."""

    ignore: Annotated[tuple[str, ...], Field(strict=False)] = ()
    """Globs of paths to leave alone."""
    max_note_bytes: int = Field(default=5_000_000, gt=0)
    """Larger notes are skipped. Chosen by hand: far above what a person writes."""
    share_answers: bool = False
    """Whether what findings were answered is kept in the vault, for its other machines."""


class MemoriesSettings(SettingsTable):
    """Where memories stand."""

    folder: Annotated[InsideVault, AfterValidator(own_folder)] = "Memories"
    pinned: Annotated[InsideVault, AfterValidator(note_name)] = "Pinned.md"
    """A note in that folder that the person writes: what every context begins with."""
    pinned_tokens: int = Field(default=0, ge=0, le=20_000)
    """Of a context for what is pinned; 0 for a quarter. Never more than half."""
    handoff_days: int = Field(default=30, ge=0, le=3_650)
    """For so long a new session is told what an older one left open."""
    inbox: Annotated[InsideVault, AfterValidator(note_name)] = "Inbox.md"
    """A note in that folder that we write: what was said in sessions, and waits so many days."""
    inbox_days: int = Field(default=30, ge=1, le=3_650)
    rename: bool = True
    """Whether a file that we named after a memory's words follows them when these change."""

    @model_validator(mode="after")
    def _names_differ(self) -> Self:
        if self.inbox.casefold() == self.pinned.casefold():
            raise ValueError("inbox must not have the name of pinned, which is yours to write")
        return self


class ProceduresSettings(SettingsTable):
    """When a procedure is offered to agents."""

    sessions: int = Field(default=3, ge=0, le=100)
    """So many different sessions must have succeeded."""


class ReportSettings(SettingsTable):
    """What is written into the vault."""

    folder: InsideVault = ""
    """Empty for the vault's own folder."""
    name: Annotated[InsideVault, AfterValidator(note_name)] = "drift-report.md"
    chart: bool = False
    flags: bool = True
    """Whether memories carry `drift` properties."""


class DriftSettings(SettingsTable):
    """When a memory is called drifted."""

    min_score: float = Field(default=0.6, ge=0, le=1, strict=False)


class IndexSettings(SettingsTable):
    """Which model makes the vectors."""

    embedder: Literal["auto", "fastembed", "minilm", "multilingual", "endpoint", "hash"] = "auto"
    model: str = ""
    """Empty for the embedder's own choice."""


class WatchSettings(SettingsTable):
    """How `vaultwatch run` watches."""

    way: Literal["auto", "native", "polling"] = "auto"
    """Polling where the mount brings no events; `auto` tells by its type."""
    quiet_s: float = Field(default=0.5, gt=0, le=60, strict=False)
    """A note is looked at when nothing happened to it for so long."""
    max_wait_s: float = Field(default=5.0, gt=0, le=600, strict=False)
    """And no later than this, however much happens."""
    poll_s: float = Field(default=5.0, ge=0.1, le=3600, strict=False)
    """Between two looks where polling is the way."""


class ScheduleSettings(SettingsTable):
    """What `vaultwatch run` does by the clock: `10m`, `6h`, `1d`, five cron fields, or `off`."""

    reconcile: ScheduleTime = "10m"
    scan: ScheduleTime = "6h"
    optimise: ScheduleTime = "0 3 * * *"
    backup: ScheduleTime = "30 3 * * *"
    report: ScheduleTime = "5 0 * * *"
    reader: ScheduleTime = "30 4 * * *"
    save: ScheduleTime = "1h"
    """Of the index's vectors, where a `snapshot.place` is set and the index was tidied since."""
    keep_backups: int = Field(default=7, ge=1, le=1000)
    quiet_hours: Annotated[str, AfterValidator(hours_of_day)] = ""
    """`22:00-07:00`: then nothing is done by the clock; saved notes are still looked at."""
    on_battery: Literal["work", "wait"] = "work"
    """`wait`: nothing is done by the clock until the machine is plugged in."""


class SessionsSettings(SettingsTable):
    """What is done behind the hooks of agents' clients."""

    capture: bool = True  # whether sentences of the person are proposed as memories
    ask_agent: bool = True  # once a session, to keep what it decided itself
    idle_s: float = Field(default=30.0, ge=0, le=3600, strict=False)
    """Nothing is read while the agent ended a turn within so many seconds. Chosen by hand."""
    context_used: float = Field(default=0.7, ge=0.1, le=1, strict=False)
    """Unless so much of the model's window is used, where the client says so. Chosen by hand."""
    tokens: int = Field(default=1_000, ge=50, le=20_000)
    """Of what a session begins with."""


class EndpointSettings(SettingsTable):
    """An OpenAI-compatible endpoint; heeded only in the user's own file."""

    url: Annotated[str, AfterValidator(web_address)] = ""
    model: str = ""
    key_env: str = ""
    """The environment variable that holds the key; never the key itself."""
    allowed_hosts: Annotated[tuple[str, ...], Field(strict=False)] = ()
    """Hosts besides this machine that may be asked."""


class ReaderSettings(EndpointSettings):
    """Who reads what words cannot settle; heeded only in the user's own file."""

    kind: Literal["off", "command", "language_model", "cross_encoder"] = "off"
    name: Annotated[str, AfterValidator(short_name)] = ""
    """What a person knows it by; empty for one made of what is set."""
    command: Annotated[tuple[str, ...], Field(strict=False, max_length=100)] = ()
    """The program that is run and its arguments; no shell reads them."""
    env: Annotated[
        tuple[Annotated[str, AfterValidator(variable_name)], ...], Field(strict=False)
    ] = ()
    """Names of variables that it needs beside the usual ones."""
    folder: Annotated[str, AfterValidator(absolute_path)] = ""
    """Of a cross-encoder: it holds `model.onnx` and `tokenizer.json`."""
    labels: Annotated[tuple[str, ...], Field(strict=False), AfterValidator(reader_labels)] = NLI
    """What the columns of its output mean, in order."""
    limit_s: float = Field(default=90.0, gt=0, le=600, strict=False)
    """How long one answer may take in all."""
    pairs: int = Field(default=8, ge=2, le=40)
    """Memories that are read at once."""
    runs_per_day: int = Field(default=3, ge=0, le=1_000)
    budget_usd: float = Field(default=1.0, ge=0, le=1_000, strict=False)
    """A day, for programs that can be held to it or tell their cost."""
    in_session: bool = True
    """Whether agents are handed pairs that are in doubt."""
    flags: bool = False
    """Whether what it judged is flagged before it was right nine times of ten."""
    daydream: bool = False
    """Whether it may conclude something from memories, once a day, for the inbox."""

    @property
    def known_as(self) -> str:
        """What a person knows it by."""
        made_of = {
            "off": "",
            "command": PurePath(*self.command[:1]).name,
            "language_model": self.model,
            "cross_encoder": PurePath(self.folder).name,
        }
        return self.name or made_of[self.kind]

    @property
    def is_asked_in_words(self) -> bool:
        """Whether it reads memories among themselves too, and may conclude something."""
        return self.kind != "cross_encoder"

    @model_validator(mode="after")
    def _can_read(self) -> Self:
        if self.kind == "command" and not (self.command and self.command[0].strip()):
            raise ValueError("command must name the program, a list of words")
        if self.kind == "cross_encoder" and not self.folder:
            raise ValueError("folder must name the folder of the cross-encoder")
        if self.kind == "language_model" and not (self.url and self.model):
            raise ValueError("url and model must name the service and its model")
        return self


def checked_url(value: str) -> str:
    """Hold an address of a database to one of PostgreSQL that tells no password."""
    try:
        parts = urlsplit(value)
    except ValueError:
        raise ValueError("must be postgresql+psycopg://USER@HOST/DATABASE") from None
    if parts.scheme not in {"postgresql", "postgresql+psycopg"} or not parts.path.strip("/"):
        raise ValueError("must be postgresql+psycopg://USER@HOST/DATABASE")
    if parts.password is not None or "password" in parts.query.lower():
        raise ValueError("must not hold the password: write it into ~/.pgpass, or set PGPASSWORD")
    return value


class LedgerSettings(SettingsTable):
    """Where is kept what happened; heeded only in the user's own file."""

    url: str = ""
    """Of a PostgreSQL database, without the password; empty for a file in the state folder."""

    @model_validator(mode="after")
    def _can_be_opened(self) -> Self:
        if self.url:
            checked_url(self.url)
        return self


def snapshot_place(value: str) -> str:
    """Hold a place of snapshots to a bucket or a folder; empty for none."""
    if value and not (value.startswith("/") or _BUCKET.fullmatch(value)):
        raise ValueError("must be `s3://BUCKET/FOLDER`, without keys, or an absolute path")
    return value


def store_address(value: str) -> str:
    """Hold an address of an object store to a scheme and a host that tell no key."""
    parts = urlsplit(web_address(value))
    if "@" in parts.netloc:
        raise ValueError(
            "must not hold a key: give keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
        )
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise ValueError("must be as `https://s3.example.net`; the folder stands in snapshot.place")
    return value


class SnapshotSettings(SettingsTable):
    """Where the index's vectors are saved; heeded only in the user's own file."""

    place: Annotated[str, AfterValidator(snapshot_place)] = ""
    """`s3://BUCKET/FOLDER`, or the absolute path of a folder; empty for nowhere."""
    endpoint: Annotated[str, AfterValidator(store_address)] = ""
    """Of an object store that is not Amazon's. Keys come from the environment alone."""
    region: str = "us-east-1"

    @property
    def is_bucket(self) -> bool:
        """Whether it is asked over the network."""
        return self.place.startswith("s3://")


class TrustSettings(SettingsTable):
    """Whom to believe; heeded only in the user's own file."""

    key_env: str = ""
    """The environment variable that holds the key trusted tools sign with; never the key itself."""
    late_counts_less: bool = False
    """Whether what an agent learnt long after it began to hold is trusted less."""


Applying: TypeAlias = Literal["ask", "tick", "never"]


class ChecksSettings(SettingsTable):
    """What of this machine memories are held against; heeded only in the user's own file."""

    roots: Annotated[
        tuple[Annotated[str, AfterValidator(checked_place)], ...], Field(strict=False)
    ] = ()
    """Folders besides the home below which is looked."""
    hosts: Annotated[tuple[str, ...], Field(strict=False)] = ()
    """Hosts of the web that may be asked whether an address stands; none unless named."""
    per_day: int = Field(default=20_000, ge=0, le=1_000_000)
    """Checks a day; 0 looks at nothing unasked. One that runs a program
    counts as 10, one over the network as 500."""


class StoreSettings(SettingsTable):
    """Where another agent keeps its memories; heeded only in the user's own file."""

    path: Annotated[str, Field(min_length=1), AfterValidator(checked_place)]
    format: Literal["auto", StoreFormat] = "auto"
    name: Annotated[str, AfterValidator(checked_name)] = ""
    """How commands call it; empty for one made of its path."""
    notes: Annotated[str, AfterValidator(checked_place)] = ""
    """The vault or folder whose notes its memories may cite."""
    apply: Applying = "ask"
    """Whether a proposed change may be written into it: by `vaultwatch stores patch`, which asks
    first, by a tick in the report too, or never."""
    recall: bool = True
    """Whether its memories are recalled, labelled, beside the vault's own."""


class Settings(SettingsTable):
    """Everything a user can set."""

    vault: VaultSettings = VaultSettings()
    memories: MemoriesSettings = MemoriesSettings()
    procedures: ProceduresSettings = ProceduresSettings()
    report: ReportSettings = ReportSettings()
    drift: DriftSettings = DriftSettings()
    index: IndexSettings = IndexSettings()
    watch: WatchSettings = WatchSettings()
    schedule: ScheduleSettings = ScheduleSettings()
    sessions: SessionsSettings = SessionsSettings()
    endpoint: EndpointSettings = EndpointSettings()
    reader: ReaderSettings = ReaderSettings()
    trust: TrustSettings = TrustSettings()
    ledger: LedgerSettings = LedgerSettings()
    snapshot: SnapshotSettings = SnapshotSettings()
    checks: ChecksSettings = ChecksSettings()
    stores: Annotated[tuple[StoreSettings, ...], Field(strict=False, max_length=200)] = ()


def own_settings_file() -> Path:
    """Return the user's own settings file, which need not stand."""
    return platformdirs.user_config_path("vaultwatch") / "config.toml"


def load_settings(vault: Path | None, *, user_config: Path | None = None) -> Settings:
    """Return the vault's settings, if there is one, over the user's own over the defaults.

    Raises:
        SettingsError: a file cannot be read, or something in one is wrong; every problem of both
            files stands in the message, a line each.
    """
    problems: list[str] = []
    found = _checked(user_config or own_settings_file(), problems, is_users_own=True)
    if vault is not None:
        of_vault = _checked(vault / ".vaultwatch" / "config.toml", problems, is_users_own=False)
        found = _merged(found, of_vault)
    if problems:
        hint = "Mend the lines above; a deleted line means the default."
        raise SettingsError("\n".join(problems), hint=hint)
    return Settings.model_validate(found)


def default_config_text() -> str:
    """Return the settings file that `init` writes: every default, explained, and none of it set.

    A default that stood there would be set for good and outdo the user's own file.
    """
    return (files("vaultwatch") / "default_config.toml").read_text(encoding="utf-8")


def _checked(file: Path, problems: list[str], *, is_users_own: bool) -> Table:
    """Return a file's settings, or nothing and what is wrong with them."""
    table = read_table(file, problems)
    found = len(problems)
    if not is_users_own:
        problems.extend(
            f"{name}: not in a vault's file ({file}); a vault that came by sync "
            f"{_USER_ONLY[name]}. Set it in your own config file"
            for name in sorted(_USER_ONLY.keys() & table.keys())
        )
        table = {name: value for name, value in table.items() if name not in _USER_ONLY}
    try:
        Settings.model_validate(table)
    except ValidationError as exc:
        problems.extend(_lines(exc, file))
    return table if len(problems) == found else {}


def read_table(file: Path, problems: list[str], *, most_chars: int = MOST_CHARS) -> Table:
    """Return what a TOML file holds, nothing where it is not there; add what is wrong with it."""
    try:
        with file.open(encoding="utf-8-sig") as opened:
            text = opened.read(most_chars + 1)
        if len(text) > most_chars:
            problems.append(
                f"{file}: longer than {most_chars} characters; delete what is no setting"
            )
            return {}
        return tomllib.loads(text)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as exc:
        problems.append(f"{file}: cannot be read ({exc.strerror}); give yourself permission")
    except UnicodeDecodeError:
        problems.append(f"{file}: not UTF-8 text; save it as UTF-8")
    except ValueError as exc:  # TOMLDecodeError, and a number of thousands of digits
        problems.append(f"{file}: {_not_toml(exc)}, or delete the file for defaults")
    except RecursionError:
        problems.append(f"{file}: nested too deeply; mend it, or delete the file for defaults")
    return {}


def _not_toml(error: ValueError) -> str:
    """Say what a line breaks, and what to do: a table that stands twice is the usual slip."""
    if twice := _TWICE.match(str(error)):
        table = ".".join(_QUOTED.findall(twice[1]))
        return f"`[{table}]` stands twice{twice[2]}; put its settings under the first"
    return f"not TOML: {error}; mend that line"


def _lines(error: ValidationError, file: Path) -> Iterator[str]:
    for problem in error.errors():
        place = [str(part) for part in problem["loc"]]
        key = ".".join(place)
        if problem["type"] == "extra_forbidden":
            yield f"{key}: no such setting{_meant(place)} ({file})"
        elif problem["type"] == "model_type":
            yield f"{key}: must be a table, `[{key}]` ({file})"
        elif place[0] in {"ledger", "snapshot"}:  # what was found may hold a password
            yield f"{key}: {plainly(problem['msg'])} ({file})"
        elif key == "stores":
            yield f"stores: must be a list of tables, `[[stores]]` each ({file})"
        else:
            what = _RIGHT.get(problem["type"]) or plainly(problem["msg"])
            yield f"{key}: {what}; found {_short(problem['input'])} ({file})"


def _meant(place: list[str]) -> str:
    known = {
        name: list((StoreSettings if name == "stores" else type(held)).model_fields)
        for name, held in ((name, getattr(_DEFAULTS, name)) for name in Settings.model_fields)
    }
    inside = len(place) > 1
    choices = known.get(place[0], []) if inside else [*known]
    close = get_close_matches(place[-1], choices, n=1)
    if not close and inside:
        close = [name for name in choices if name.startswith(place[-1])][:1]
    if not close and not inside:  # `min_score` at the top: someone forgot its table
        owners = [f"{name}.{place[0]}" for name, keys in known.items() if place[0] in keys]
        return f"; did you mean {owners[0]}?" if owners else ""
    prefix = f"{place[0]}." if inside else ""
    return f"; did you mean {prefix}{close[0]}?" if close else ""


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."  # noqa: PLR2004  a line of a terminal


def _merged(below: Table, above: Table) -> dict[str, object]:
    merged = dict(below)
    for name, value in above.items():
        under = merged.get(name)
        merged[name] = (
            {**under, **value} if isinstance(under, dict) and isinstance(value, dict) else value
        )
    return merged


_TWICE = re.compile(r"Cannot declare \((.*)\) twice(.*)")
"""What `tomllib` says of a table that stands twice, and at which line."""
_QUOTED = re.compile(r"'([^']*)'")
_RIGHT: Mapping[str, str] = {
    **dict.fromkeys(("bool_type", "bool_parsing"), "write true or false, without quotes"),
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float"), "write a whole number"),
    **dict.fromkeys(("float_type", "float_parsing"), "write a number, without quotes"),
    **dict.fromkeys(("list_type", "tuple_type"), 'write a list: `["one", "two"]`'),
    "string_type": 'write a text: `"in quotes"`',
}
"""What to write where the kind is wrong, by what pydantic calls it."""
_DEFAULTS = Settings()
