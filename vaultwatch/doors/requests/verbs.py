"""What a door may ask in a request file: the closed list of verbs, checked as a whole.

`doors.requests.answering` reads files by `parse_request` and carries out what comes of them.
"""

import json
from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from vaultwatch.errors import RefusedError, plainly
from vaultwatch.late_regex import late_regex

RequestVerb: TypeAlias = Literal[
    "rescan",
    "report",
    "findings",
    "remember",
    "dismiss",
    "verify",
    "acknowledge",
    "outdated",
    "undo",
]

MOST_TAGS = 20
MOST_PROBLEMS = 3


_UNKEEPABLE = late_regex(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
"""Controls and halves of signs: no text of a note, and a NUL would make the memory unreadable."""


def _keepable(text: str) -> str:
    if _UNKEEPABLE.search(text):
        raise ValueError("it holds control characters or broken signs")
    return text


KeptWords: TypeAlias = Annotated[str, AfterValidator(_keepable)]
GivenName: TypeAlias = Annotated[KeptWords, Field(min_length=1, max_length=1000)]
Short: TypeAlias = Annotated[KeptWords, Field(min_length=1, max_length=100)]


class _Asked(BaseModel):
    """One request; nothing is coerced, nothing unknown is taken."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Rescan(_Asked):
    """Look at everything, and tell the findings of a note or of all."""

    verb: Literal["rescan"]
    note: GivenName | None = None


class Report(_Asked):
    """Write flags and report from what is known."""

    verb: Literal["report"]


class Findings(_Asked):
    """Tell what is known against a note, or against a memory by its note."""

    verb: Literal["findings"]
    note: GivenName
    outcome: Short | None = None
    """As `vaultwatch findings --outcome` takes it."""


class Remember(_Asked):
    """Keep a selection as a memory that cites its note."""

    verb: Literal["remember"]
    text: KeptWords
    note: GivenName | None = None
    heading: Annotated[KeptWords, Field(max_length=1000)] | None = None
    type: Short | None = None
    tags: Annotated[tuple[Short, ...], Field(max_length=MOST_TAGS, strict=False)] = ()


class Settle(_Asked):
    """Say what a reader makes of a finding."""

    verb: Literal["dismiss", "acknowledge", "outdated"]
    finding: Short
    why: Annotated[KeptWords, Field(max_length=1000)] = ""


class Verify(_Asked):
    """Say that a memory is still true."""

    verb: Literal["verify"]
    finding: Short
    why: Annotated[KeptWords, Field(max_length=1000)] = ""
    note: GivenName | None = None
    """The note that says so."""


class Undo(_Asked):
    """Take back the last step, where it settled this finding."""

    verb: Literal["undo"]
    finding: Short


Request: TypeAlias = Rescan | Report | Findings | Remember | Settle | Verify | Undo

_REQUEST: TypeAdapter[Request] = TypeAdapter(Annotated[Request, Field(discriminator="verb")])


class NotJsonError(RefusedError):
    """A request that is not whole yet, or never was JSON."""


def parse_request(data: bytes) -> Request:
    """Return what a request file asks.

    Raises:
        NotJsonError: it is no JSON, or not whole yet.
        RefusedError: it asks for nothing that is done here.
    """
    try:
        value = json.loads(
            data.decode("utf-8-sig"), object_pairs_hook=_once_each, parse_constant=_no_constant
        )
    except (ValueError, RecursionError) as exc:
        raise NotJsonError(
            "The request is no JSON object in UTF-8, or its nesting is too deep.",
            hint='Write an object such as {"verb": "rescan"}.',
        ) from exc
    known = ", ".join(get_args(RequestVerb))
    if not isinstance(value, dict):
        raise RefusedError("The request is no JSON object.", hint=f"The verbs: {known}.")
    if value.get("verb") not in get_args(RequestVerb):
        raise RefusedError(
            "The request names no verb that is known.",
            hint=f'Give one as "verb", in lower case: {known}.',
        )
    try:
        return _REQUEST.validate_python(value)
    except ValidationError as exc:
        raise RefusedError(
            f"The request is not as a `{value['verb']}` must be: {_problems(exc)}.",
            hint="See docs/commands.md for what each verb takes.",
        ) from exc


def _problems(error: ValidationError) -> str:
    """Say what is wrong, without the values: they may hold anything."""
    told = []
    for problem in error.errors(include_url=False, include_input=False)[:MOST_PROBLEMS]:
        place = ".".join(str(part) for part in problem["loc"][1:])[:60]
        told.append(f"{place!r}: {plainly(problem['msg'])}")
    return "; ".join(told)


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON")
