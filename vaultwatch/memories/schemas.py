"""Say how the claims of a predicate are compared, and what a contradiction leads to.

Pure. A person keeps the schemas in a TOML file with a version. The daemon reads it, `parse_schemas`
checks it as a whole, and `in_force` says which text counts: outcomes change only with the version.
"""

import json
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Literal, TypeAlias, get_args

from vaultwatch.errors import SettingsError
from vaultwatch.guard.disguise import plain
from vaultwatch.guard.impact import Concept, concept_of, concepts_told
from vaultwatch.late_regex import late_regex
from vaultwatch.memories.claims import MOST_NAME_CHARS, Normaliser, folded, folded_name
from vaultwatch.memories.facts import Facts

Cardinality: TypeAlias = Literal["single", "multiple"]
Policy: TypeAlias = Literal["supersede", "require_review", "keep_both"]
Dedup: TypeAlias = Literal["corroborate", "store"]

MOST_PREDICATES = 1_000
"""Chosen by hand: far above what a person words one by one."""

MOST_VERSION = 2**31 - 1
"""Fits every database."""

_MOST_SHOWN_CHARS = 60


@dataclass(frozen=True, slots=True)
class PredicateSchema:
    """How the claims of one predicate are held against each other."""

    cardinality: Cardinality = "single"
    """Whether one value at a time is true, or many."""
    policy: Policy = "supersede"
    """What happens to a newcomer that contradicts what stands."""
    normaliser: Normaliser = "lowercase_trim"
    """When two values are the same."""
    dedup: Dedup = "corroborate"
    """Whether a repeated value strengthens the memory that stands, or is stored beside it."""
    minimum_trust: float = 0.0
    """0 to 1; a newcomer below it never supersedes."""
    margin: float = 0.0
    """0 to 1; how much more trust than the old one a newcomer needs, unless a person said it."""
    quarantine_suspicious: bool = True
    """Whether a suspicious newcomer is quarantined."""
    high_impact: bool = False
    """Whether acting on a wrong value does harm that is hard to undo: what no person said waits."""


@dataclass(frozen=True, slots=True)
class Schemas:
    """Every schema of a vault."""

    version: int
    """1 or more."""
    default: PredicateSchema
    predicates: Mapping[str, PredicateSchema]
    """By name, folded as `schema_for` folds it; the built-in ones are among them in any case."""

    def schema_for(self, predicate: str, subject: str = "") -> PredicateSchema:
        """Return the schema of a predicate; case and white space do not count.

        One of high impact counts however an agent spells it, and among other words: `door_code` and
        `new door code of Acme` are the one that a person named `door code`. The concepts that
        `impact` knows count by any name in its languages: `IBAN` is a `payment destination`.
        """
        for key in (folded(predicate), folded_name(predicate)):
            if key in self.predicates:
                return self.predicates[key]
        said = _words(plain(predicate))
        meant = [
            name
            for name, schema in self.predicates.items()
            if schema.high_impact
            and (words := _words(name))
            and (words <= said or _run_together(name) == _run_together(predicate))
        ]
        if meant:
            return self.predicates[max(meant, key=len)]
        concept = concept_of(subject, predicate)
        return self.predicates.get(concept or "", self.default)

    def schema_of(self, facts: Facts) -> PredicateSchema:
        """Return the rules by which a memory with these facts is weighed."""
        claim = facts.claim
        return self.default if claim is None else self.schema_for(claim.predicate, claim.subject)

    def settled(self, belief: str, facts: Facts, name: str = "") -> Concept | None:
        """Return what of high impact a memory says in so many words, of what these schemas list."""
        for concept in concepts_of(belief, facts, name):
            if self.predicates.get(concept, self.default).high_impact:
                return concept
        return None


def concepts_of(belief: str, facts: Facts, name: str = "") -> Iterator[Concept]:
    """Yield what of high impact a memory settles, in whichever of its texts agents are shown.

    What its name begins its words may end; by itself each is read too, for either may turn the
    other round.
    """
    claim = facts.claim
    claimed = f"{claim.subject} {claim.predicate}: {claim.value}" if claim is not None else ""
    named = (facts.type, facts.agent, facts.session, facts.topic, facts.tool)
    headed = (name, f"{name}\n{belief}") if name else ()
    return concepts_told((belief, *headed, facts.evidence, claimed, *named, *facts.tags))


@dataclass(frozen=True, slots=True)
class InForce:
    """Which schemas count."""

    version: int
    text: str
    """The file's text as it was when this version was first seen."""
    record: str = ""
    """What to write into the record together with version and text; empty: nothing to record."""
    warning: str = ""
    """One sentence for the reader; empty where there is nothing to tell."""


_HIGH_IMPACT = PredicateSchema(policy="require_review", minimum_trust=0.7, high_impact=True)
"""0.7 is what a person's behaviour is worth, or better; chosen by hand. See `trust.BASES`."""
_HIGH_IMPACT_EXACT = replace(_HIGH_IMPACT, normaliser="trim")
"""Case counts in a command and in an address."""

DEFAULT_SCHEMAS = Schemas(
    version=1,
    default=PredicateSchema(),
    predicates={
        "payment destination": _HIGH_IMPACT_EXACT,
        "reset address": _HIGH_IMPACT,
        "auth policy": _HIGH_IMPACT,
        "approval": _HIGH_IMPACT,
        "deploy command": _HIGH_IMPACT_EXACT,
        "api endpoint": _HIGH_IMPACT_EXACT,
    },
)
"""What a false memory would be planted for: where money, keys and commands go, and who agreed. Each
stands for its whole concept, in any words: see `impact`."""

_WORD = late_regex(r"[^\W\d_]+|\d+")
_HUMP = late_regex(r"(?<=[a-z])(?=[A-Z])")


@lru_cache(maxsize=4_096)
def _words(name: str) -> frozenset[str]:
    """Return the words of a predicate, however they are joined: `resetAddress`, `reset-address`."""
    found = _WORD.findall(folded(_HUMP.sub(" ", name)))
    return frozenset(word.removesuffix("s") for word in found)


@lru_cache(maxsize=4_096)
def _run_together(name: str) -> str:
    """Return the letters of a predicate alone: `PAYMENTACCOUNT`, `i b a n`."""
    return "".join(_WORD.findall(folded(name))).removesuffix("s")


_KEYS = tuple(one.name for one in fields(PredicateSchema))
_CHOICES: dict[str, tuple[str, ...]] = {
    "cardinality": get_args(Cardinality),
    "policy": get_args(Policy),
    "normaliser": get_args(Normaliser),
    "dedup": get_args(Dedup),
}
_SHARES = ("minimum_trust", "margin")
_TABLES = ("version", "default", "predicates")

_EXPLAINED = """\
# How memories that carry a claim are held against each other.
# Raise the version whenever you change something here: until then the old rules stay in force.
version = {version}

# What a predicate does not set, it takes from [default].
# cardinality            single: one value at a time is true; multiple: many are
# policy                 what a contradiction leads to: supersede, require_review or keep_both
# normaliser             when two values are the same: none, trim, lowercase, lowercase_trim,
#                        currency, date or number
# dedup                  a repeated value: corroborate what stands, or store it beside
# minimum_trust          0 to 1; below it a newcomer never supersedes
# margin                 0 to 1; how much more trust than the old one it needs; a person needs none
# quarantine_suspicious  whether a text that looks planted is quarantined
# high_impact            whether acting on a wrong value does harm that is hard to undo: then what
#                        no person said waits for you, however the predicate is spelt and whatever
#                        other words stand in it. Six are built in, and stand for a concept each, by
#                        any name in eleven languages and in free text too. They count whether or
#                        not they are listed; what you set here overrides that one key of theirs:
#                        with high_impact = false that concept waits no more
"""


@lru_cache(maxsize=8)  # each claim asks for the rules in force, which seldom change
def parse_schemas(text: str) -> Schemas:
    """Return the schemas that a TOML text holds.

    Raises:
        SettingsError: something is wrong; every problem stands in the message, a line each, with
            its key and what would be right.
    """
    problems: list[str] = []
    table = _read(text, problems)
    version = _version(table, problems) if not problems else 0
    default = _schema("default", table.get("default", {}), PredicateSchema(), problems)
    predicates = _predicates(table.get("predicates", {}), default, problems)
    problems.extend(
        f"{_quoted_key(key)}: no such setting{_meant_at_top(key)}"
        for key in table
        if key not in _TABLES
    )
    if problems:
        raise SettingsError(
            "\n".join(f"schemas.toml: {problem}" for problem in problems),
            hint="Mend the lines above; a deleted line means the default.",
        )
    return Schemas(version, default, {**DEFAULT_SCHEMAS.predicates, **predicates})


def render_schemas(schemas: Schemas) -> str:
    """Return the TOML text of schemas, explained; `parse_schemas` reads back the same."""
    lines = [_EXPLAINED.format(version=schemas.version) + "[default]"]
    lines.extend(f"{key} = {_toml(getattr(schemas.default, key))}" for key in _KEYS)
    for name, schema in schemas.predicates.items():
        lines.append(f"\n[predicates.{_toml(name)}]")
        bases = {_base_of(name, schemas.default), schemas.default}
        lines.extend(
            f"{key} = {_toml(getattr(schema, key))}"
            for key in _KEYS
            if any(getattr(schema, key) != getattr(base, key) for base in bases)
        )
    return "\n".join([*lines, ""])


def overridden(schemas: Schemas) -> Iterator[str]:
    """Yield in words what schemas change of the built-in ones, and whether that guards less."""
    for name, built_in in DEFAULT_SCHEMAS.predicates.items():
        held = schemas.predicates[name]
        changed = [key for key in _KEYS if getattr(held, key) != getattr(built_in, key)]
        if changed:
            told = (f"{key} = {_toml(getattr(held, key))}" for key in changed)
            yield f"“{name}”: {', '.join(told)}{'' if held.high_impact else '; it waits no more'}"
    if not schemas.default.quarantine_suspicious:
        yield "all else: quarantine_suspicious = false; what may be an attack waits no more"


def in_force(recorded: tuple[int, str] | None, found: Schemas, found_text: str) -> InForce:
    """Return which schemas count: the file's where its version is another than the recorded one.

    A lower version counts too: a file that was put back. A text that changed under the same
    version does not, to the last space, for what was decided must stay explained by its version.
    """
    version = found.version
    if recorded is None:
        return InForce(version, found_text, record=f"schemas: version {version}")
    old_version, old_text = recorded
    if version != old_version:
        return InForce(version, found_text, record=f"schemas: version {old_version} -> {version}")
    if found_text == old_text:
        return InForce(old_version, old_text)
    warning = (
        f"schemas.toml was changed but its version is still {version}:"
        " raise the version to put it in force."
    )
    return InForce(old_version, old_text, warning=warning)


def _read(text: str, problems: list[str]) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        problems.append("nested too deeply; mend it, or delete the file for the defaults")
    except ValueError as exc:  # TOMLDecodeError, and an integer of thousands of digits
        problems.append(f"not TOML: {exc}; mend that line, or delete the file for the defaults")
    return {}


def _version(table: Mapping[str, Any], problems: list[str]) -> int:
    version = table.get("version")
    if isinstance(version, int) and not isinstance(version, bool) and 1 <= version <= MOST_VERSION:
        return version
    found = f"; found {_short(version)}" if "version" in table else ", for example `version = 1`"
    problems.append(f"version: must be a whole number from 1 to {MOST_VERSION}{found}")
    return 0


def _predicates(
    table: object, default: PredicateSchema, problems: list[str]
) -> dict[str, PredicateSchema]:
    if not isinstance(table, dict):
        problems.append("predicates: must be a table such as `[predicates.approval]`")
        return {}
    if len(table) > MOST_PREDICATES:
        problems.append(f"predicates: {len(table)} of them; {MOST_PREDICATES} is the most")
        return {}
    found: dict[str, PredicateSchema] = {}
    written: dict[str, str] = {}
    for name, rows in table.items():
        key, place = folded(name), f"predicates.{_quoted_key(name)}"
        problem = _name_problem(key)
        if problem:
            problems.append(f"{place}: {problem}")
        elif key in found:
            problems.append(f"{place}: the same predicate as {written[key]}; leave one of them")
        else:
            written[key] = place
        found.setdefault(key, _schema(place, rows, _base_of(key, default), problems))
    return found


def _base_of(name: str, default: PredicateSchema) -> PredicateSchema:
    """Return what a predicate takes that a file does not set."""
    return DEFAULT_SCHEMAS.predicates.get(name, default)


def _name_problem(key: str) -> str:
    if not key:
        return "must have a name"
    if len(key) > MOST_NAME_CHARS:
        return f"must have a name of at most {MOST_NAME_CHARS} characters; found {len(key)}"
    if any(unicodedata.category(char) == "Cc" for char in key):
        return "must have a name without control characters"
    return ""


def _schema(
    place: str, rows: object, base: PredicateSchema, problems: list[str]
) -> PredicateSchema:
    if not isinstance(rows, dict):
        problems.append(f"{place}: must be a table, `[{place}]`; found {_short(rows)}")
        return base
    found = list(_row_problems(place, rows))
    problems.extend(found)
    if found:
        return base
    checked: dict[str, Any] = {k: float(v) if k in _SHARES else v for k, v in rows.items()}
    return replace(base, **checked)


def _row_problems(place: str, rows: Mapping[str, object]) -> Iterator[str]:
    for key, value in rows.items():
        if key not in _KEYS:
            meant = _meant(key, _KEYS, prefix=f"{place}.")
            yield f"{place}.{_quoted_key(key)}: no such setting{meant}"
        elif wanted := _wanted(key, value):
            yield f"{place}.{key}: must be {wanted}; found {_short(value)}"


def _wanted(key: str, value: object) -> str:
    """Return what would be right; nothing where the value is."""
    if key in _CHOICES:
        return "" if value in _CHOICES[key] else f"one of {', '.join(_CHOICES[key])}"
    if key in _SHARES:
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1:
            return ""
        return "a number from 0 to 1"
    return "" if isinstance(value, bool) else "true or false"


def _meant_at_top(key: str) -> str:
    """Someone may have forgotten the table of `policy`, or of a predicate."""
    return f"; did you mean default.{key}?" if key in _KEYS else _meant(key, _TABLES)


def _meant(key: str, known: tuple[str, ...], *, prefix: str = "") -> str:
    close = get_close_matches(key, known, n=1)
    return f"; did you mean {prefix}{close[0]}?" if close else ""


def _quoted_key(key: str) -> str:
    is_bare = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if is_bare else _toml(key)


def _toml(value: str | float) -> str:
    """Return a scalar as TOML writes it: as JSON does, for a text without control characters."""
    return json.dumps(value, ensure_ascii=False)


def _short(value: object) -> str:
    shown = repr(value)
    if len(shown) <= _MOST_SHOWN_CHARS:
        return shown
    return f"{shown[: _MOST_SHOWN_CHARS - 3]}..."
