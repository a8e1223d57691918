"""Print for people and for programs: results to stdout, everything else to stderr.

To a program both are lines of JSON. The one place of the command line that prints. What is printed
may come from a note that someone else wrote: a terminal must show it, never obey it.
"""

import io
import itertools
import json
import logging
import os
import shutil
import sys
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import UTC, date, datetime
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO, TypeAlias

from vaultwatch.errors import NotThereError, VaultwatchError
from vaultwatch.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultwatch.recall.rank import Wanted
    from vaultwatch.services.memories.showing_past import ShownThen
    from vaultwatch.services.workspace import Progress, Workspace

Styled: TypeAlias = tuple[str, str]
"""Words and their style, such as `bold red`; empty for none."""

log = logging.getLogger(__name__)

INTERRUPTED = 130
"""What a shell expects of a program that Ctrl-C ended: 128 + SIGINT."""

STOPPED = "Stopped; what was done so far stands, and running it again goes on from there."

_AS_JSON: ContextVar[bool] = ContextVar("as_json", default=False)


@dataclass(frozen=True, slots=True)
class Tape:
    """What a command says that another process asked for: it prints it as its own."""

    encodings: Mapping[str, str]
    """Of the asker's `stdout` and `stderr`."""
    said: list[tuple[str, str | list[Styled]]] = field(default_factory=list)
    """The stream, and a line as it stands or the parts of one for a person."""


_TAPE: ContextVar[Tape | None] = ContextVar("tape", default=None)

_LINE_END = late_regex(r"\r\n|\r|\n")
_LOG_WIDTH = 160
"""Columns. Chosen by hand: three lines of a log that is read on half a screen."""
_MOST_READ = 2_000
"""Characters; no terminal is wider."""
_SHOWN_END = "\u2424"
"""Unicode's sign for a new line: a file's name may hold one, and would forge a line of ours."""
_RAW_IN_JSON = late_regex(
    "[\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069\\u200b\\ufeff\\ud800-\\udfff]"
)
"""What JSON lets stand in a string and a terminal obeys or hides."""


def subject_of(memory: object, place: object) -> str:
    """Return what a finding is about: a memory against a note, one of them, or many memories."""
    both = [str(one) for one in (memory, place) if one]
    return "  against  ".join(both) if both else "memories that `vaultwatch review` names"


def speak_json(*, wanted: bool) -> None:
    """Say whether a program listens: then errors and notices are objects too."""
    _AS_JSON.set(wanted)


def asks_for_json(words: Sequence[str]) -> bool:
    """Tell whether a program listens to what these words ask for."""
    return "--json" in itertools.takewhile(lambda word: word != "--", words)


def begin_printing(words: Sequence[str]) -> None:
    """Make ready to answer these words."""
    open_closed_streams()
    for stream in (sys.stdout, sys.stderr):  # a terminal that lacks a sign still gets the rest
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    speak_json(wanted=asks_for_json(words))


def ended(act: "Callable[[], int]") -> int:
    """Do what was asked, whose exit status this is; tell what goes wrong."""
    try:
        return act()
    except VaultwatchError as error:
        say_error(error.message, error.hint, status=error.exit_status)
        return error.exit_status
    except KeyboardInterrupt:
        say_error(STOPPED, status=INTERRUPTED)
        return INTERRUPTED
    except BrokenPipeError:
        silence(sys.stdout)
        return 0
    except Exception as error:
        if isinstance(error, FileNotFoundError) and error.filename is None:  # `getcwd` names none
            say_error(
                "The folder you are in is gone.", "Go to another.", status=NotThereError.exit_status
            )
            return NotThereError.exit_status
        log.exception("unexpected")
        say_error(
            "Something unexpected went wrong; nothing was half-written into the vault.",
            "Please report the lines above as an issue.",
            status=1,
        )
        return 1


def own_encodings() -> dict[str, str]:
    """Return in which encodings this process prints, for its tape elsewhere."""
    return {name: getattr(sys, name).encoding or "" for name in ("stdout", "stderr")}


@contextmanager
def taped(tape: Tape) -> "Iterator[None]":
    """Have what is said meanwhile kept, and nothing printed."""
    before, as_json = _TAPE.set(tape), _AS_JSON.get()
    try:
        yield
    finally:
        _TAPE.reset(before)
        _AS_JSON.set(as_json)


def play(said: "Iterable[tuple[str, str | list[Styled]]]") -> None:
    """Print what was kept."""
    for name, told in said:
        stream = sys.stderr if name == "stderr" else sys.stdout
        if isinstance(told, str):
            _put(stream, told)
        else:
            _print_parts(stream, told)


def print_json(value: object) -> None:
    """Print one object on one line; datetimes as ISO-8601.

    A field that its class keeps out of its `repr` is for us alone, as a hit's vector. A notice is a
    text, or null.
    """
    _put_json(sys.stdout, value)


def standing_words(standing: str) -> str:
    """Return a standing as people and agents are told it: one word for one thing."""
    return "unverified" if standing == "silent" else standing.replace("_", " ")


def print_rows(rows: Iterable[object], *, none: str) -> None:
    """Print an object a row and nothing else; where there is none, a notice says so."""
    count = 0
    for count, row in enumerate(rows, 1):  # noqa: B007 -- counted behind the loop
        print_json(row)
    if not count:
        say_notice(none)


_TOLD_EVERYWHERE: Final[Mapping[str, str]] = {"belief": "content"}
_TOLD: Final[Mapping[str, Mapping[str, str]]] = {
    "MemoryRow": {"id": "memory_id"},
    "MemoryWrite": {"id": "memory_id"},
    "ShownMemory": {"id": "memory_id", "last_verified": "verified_at"},
    "ShownThen": {"id": "memory_id"},
    "ReviewItem": {"id": "memory_id", "findings": "finding_ids", "why": "reasons"},
    "Other": {"id": "memory_id"},
    "ClaimedMemory": {"id": "memory_id"},
    "ClaimedWords": {"finding": "finding_id"},
    "ProposedChange": {"id": "memory_id", "finding": "finding_id"},
    "WaitingGroup": {"name": "agent", "findings": "finding_ids"},
    "RecordedOutcome": {"line": "text"},
    "PlacedModel": {"name": "model"},
    "ProcedureOutcome": {"session": "session_id", "note": "remark"},
    "ImportedRecord": {"id": "memory_id"},
    "InboxDecision": {"memory": "memory_id"},
    "Finding": {"id": "finding_id"},
    "ShownCheck": {"id": "check_id"},
    "Waiting": {"finding": "finding_id", "check": "check_id"},
    "Rested": {"then": "before", "now": "after"},
}
"""What a program reads for a name of ours, by class: each thing has one name, whichever command
tells it, and agents read the same ones."""


def _told(value: object) -> object:
    """Return a value as it is printed, each field under the name by which it is told."""
    if is_dataclass(value) and not isinstance(value, type):
        held = ((one.name, getattr(value, one.name)) for one in fields(value) if one.repr)
        return {_name_of(type(value), name): _told(one) for name, one in held}
    if isinstance(value, dict):
        return {name: _told(one) for name, one in value.items()}
    return [_told(one) for one in value] if isinstance(value, tuple | list) else value


def row_of(value: object, *like: type, **more: object) -> dict[str, object]:
    """Return what one of our values tells as a row."""
    names = (_name_of(one, field.name) for one in like for field in fields(one) if field.repr)
    told = _told(value)
    return {**dict.fromkeys(names), **(told if isinstance(told, dict) else {}), **more}


def _name_of(kind: type, name: str) -> str:
    return {**_TOLD_EVERYWHERE, **_TOLD.get(kind.__name__, {})}.get(name, name)


def _put_json(stream: TextIO, value: object) -> None:
    shown = _told(value)
    if isinstance(shown, dict) and shown.get("notice") == "":
        shown = {**shown, "notice": None}
    tape = _TAPE.get()
    encoding = stream.encoding if tape is None else tape.encodings.get(_name_of_stream(stream))
    takes_all = (encoding or "").lower().replace("-", "") == "utf8"
    text = json.dumps(shown, ensure_ascii=not takes_all, default=_plain)
    _put(stream, _RAW_IN_JSON.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text))


def say(text: str = "", *, style: str = "") -> None:
    """Print a line for a person; markup in the text is shown, not obeyed."""
    say_parts((text, style))


def say_parts(*parts: Styled) -> None:
    """Print one line of parts, each in its own style: what breaks a line in a name is shown."""
    _write(sys.stdout, [(_LINE_END.sub(_SHOWN_END, text), style) for text, style in parts])


def say_text(text: str) -> None:
    """Print a text of many lines as it stands; it brings its own last line feed, or gets one."""
    _write(sys.stdout, [(text.removesuffix("\n"), "")])


def hand_to_client(text: str) -> None:
    """Print an answer that a program waits for, if it still reads."""
    try:
        _put(sys.stdout, text)
        sys.stdout.flush()
    except (OSError, VaultwatchError):
        silence(sys.stdout)


def say_error(message: str, hint: str = "", *, status: int | None = None) -> None:
    """Print what is wrong and the way out to stderr."""
    if _AS_JSON.get():
        _put_json(sys.stderr, {"error": message, "hint": hint or None, "status": status})
        return
    _write(sys.stderr, [("Error: ", "bold red"), (message, "")])
    if hint:
        _write(sys.stderr, [(hint, "")])


def say_notice(message: str) -> None:
    """Print what a reader should know of an answer to stderr; nothing where there is nothing."""
    if message and _AS_JSON.get():
        _put_json(sys.stderr, {"notice": message})
    elif message:
        _write(sys.stderr, [("Note: ", "yellow"), (message, "")])


def line_width() -> int:
    """Return how wide a line of results may be: as the terminal, or as a log is read."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else _LOG_WIDTH


def first_words(text: str, width: int = 160) -> str:
    """Return a text on one line, cut behind a word where it is wider than some columns."""
    is_whole = len(text) <= _MOST_READ
    flat = " ".join(text[:_MOST_READ].split())
    wide = [2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in flat]
    if is_whole and sum(wide) <= width:
        return flat
    ends = list(accumulate(wide))
    fitting = flat[: bisect_right(ends, max(1, width - 1))]
    end = fitting.rfind(" ")
    return (fitting[:end] if end > len(fitting) // 2 else fitting) + "…"


def columns_of(text: str) -> int:
    """Return how many columns of a terminal a line takes."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def table_row(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Return cells under each other whatever rows they stand in, each cut to its columns."""
    shown = [first_words(text, width) for text, width in zip(cells, widths, strict=True)]
    padded = (s + " " * (width - columns_of(s)) for s, width in zip(shown, widths, strict=True))
    return "  ".join(padded).rstrip()


def say_step(text: str) -> None:
    """Print what long work is at to stderr, on a terminal alone."""
    if sys.stderr.isatty():
        _write(sys.stderr, [(text, "")])


class JsonLines(logging.Formatter):
    """Log lines, each one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        row = {
            "at": datetime.fromtimestamp(record.created, tz=UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            row["trace"] = self.formatException(record.exc_info)
        return json.dumps(row)


class PlainLines(logging.Formatter):
    """Log lines that no terminal obeys."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        from vaultwatch.report.escape import visible

        return visible(super().format(record))


@contextmanager
def progress_shown() -> "Iterator[Progress]":
    """Show long work as bars on a terminal, and nothing in a journal."""
    if _TAPE.get() is not None or not sys.stderr.isatty():
        from vaultwatch.services.workspace import no_progress

        yield no_progress
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(compact=True),
        console=Console(stderr=True),
        transient=True,
    )
    tasks: dict[str, int] = {}

    def show(what: str, done: int, total: int) -> None:
        if what not in tasks:
            tasks[what] = bar.add_task(what, total=total, rate="")
        task = tasks[what]
        bar.update(task, completed=done, total=total)  # type: ignore[arg-type]  # TaskID is an int
        speed = next(one.speed for one in bar.tasks if one.id == task)
        bar.update(task, rate=f"{speed:,.0f}/s" if speed else "")  # type: ignore[arg-type]

    with bar:
        yield show


def finish_printing() -> None:
    """Hand on what Python still holds of the results."""
    with _refusing(sys.stdout):
        sys.stdout.flush()


def open_closed_streams() -> None:
    """Put the null device where whoever started us closed a standard stream.

    A file of ours would get its number, and what a library prints there would end in that file.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free: this one
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("r+", encoding="utf-8"))  # noqa: SIM115


def silence(stream: TextIO) -> None:
    """Let what a stream still holds go nowhere: Python would fail over it again at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextmanager
def _refusing(stream: TextIO) -> "Iterator[None]":
    """Turn a failure to write into a sentence; who reads no more has had enough."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as exc:
        silence(stream)
        if stream is sys.stderr:  # there is nobody left to tell
            return
        raise VaultwatchError(
            f"The results cannot be written: {exc.strerror}.",
            hint="Make room, or write them elsewhere.",
        ) from exc


def _name_of_stream(stream: TextIO) -> str:
    return "stderr" if stream is sys.stderr else "stdout"


def _put(stream: TextIO, text: str) -> None:
    if (tape := _TAPE.get()) is not None:
        tape.said.append((_name_of_stream(stream), text))
        return
    with _refusing(stream):
        stream.write(text + "\n")


def _write(stream: TextIO, parts: Sequence[Styled]) -> None:
    from vaultwatch.report.escape import visible

    shown = [(visible(text), style) for text, style in parts]
    if (tape := _TAPE.get()) is not None:
        tape.said.append((_name_of_stream(stream), shown))
    else:
        _print_parts(stream, shown)


def _print_parts(stream: TextIO, shown: Sequence[Styled]) -> None:
    if not (stream.isatty() or "FORCE_COLOR" in os.environ):
        # A pipe needs no colours: without them nothing of rich is imported.
        _put(stream, "".join(text for text, _ in shown))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(file=stream, highlight=False, soft_wrap=True)
    console.print(Text.assemble(*((text, style) for text, style in shown)))


def _plain(value: object) -> object:
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, frozenset | set):
        return sorted(value)
    return str(value)


# Print what was believed at a moment of the past, marked as the past on its first line.


def tell_past(
    folder: "Path", memory: str, as_of: str, *, note: str | None = None, json_: bool
) -> None:
    """Print one memory as it was; what its notes said, and what was found then."""
    from vaultwatch.services.memories.showing_past import show_then
    from vaultwatch.services.records.history import as_of_moment
    from vaultwatch.wiring import open_workspace

    with open_workspace(folder, "read") as ws:
        shown = show_then(ws, memory, as_of_moment(as_of, ws.clock.now()), note)
    if json_:
        print_json(shown)
        return
    say(shown.about)
    say_past(shown)
    for finding in shown.findings:
        say(f"  open then {finding.id}: {', '.join(finding.reasons[:1])}")


def say_past(shown: "ShownThen") -> None:
    """Print a memory as it was."""
    from vaultwatch.services.recall.as_of import said_lines
    from vaultwatch.services.records.history import told_moment

    say(f"{shown.id}  {' '.join(shown.belief.split())}")
    how = "" if shown.is_recorded else ", by its own date"
    stood = "" if shown.status == "active" else f", {shown.status.replace('_', ' ')} then"
    say(f"    said since {told_moment(shown.said_since)}{how}{stood}")
    for said in shown.said:
        for line in said_lines(said):
            say(f"    {line}")
    if shown.since_then:
        say(f"    since then: {shown.since_then}")


def tell_recalled(
    ws: "Workspace", query: str, moment: datetime, *, wanted: "Wanted", limit: int, json_: bool
) -> None:
    """Print the memories of then that fit a question."""
    from vaultwatch.services.recall.as_of import recall_as_of

    found = recall_as_of(ws, query, wanted, moment, limit=limit)
    none = "No memory of then fits."
    if json_:
        print_rows((one.shown for one in found.hits), none=none)
        return
    say(found.about)
    for one in found.hits:
        say_past(one.shown)
    if not found.hits:
        say(none)
