"""Look one value up in a file of settings: TOML, JSON, YAML or INI.

The files are anybody's: nothing in one is built, expanded or run, and its depth is bounded.
"""

import configparser
import json
import tomllib
from pathlib import PurePath
from typing import Final

import yaml

from vaultwatch.adapters.reality.project_folders import NotAllowedError

MOST_DEEP: Final = 50
MOST_EVENTS: Final = 200_000
MOST_DIGITS: Final = 7
_SECRET_KEYS: Final = ("secret", "token", "password", "passwd", "credential", "apikey", "api_key")


def value_in(name: str, text: str, key: str) -> str | None:
    """Return a value as it stands; None where the file, known by its name, has no such key.

    A key is names and numbers with dots between them; of names with dots in them the longest
    counts.

    Raises:
        NotAllowedError: the file cannot be read as what it is, or the value is not shown.
    """
    if any(part in key.lower() for part in _SECRET_KEYS):
        raise NotAllowedError("what looks like a password is not looked at")
    suffix = PurePath(name).suffix.lower()
    try:
        match suffix:
            case ".toml":
                return _walked(tomllib.loads(text), key)
            case ".json":
                return _walked(json.loads(text), key)
            case ".yaml" | ".yml":
                return _of_yaml(text, key)
            case ".ini" | ".cfg":
                return _of_ini(text, key)
            case _:
                raise NotAllowedError("a file of this kind is not read for values")
    except (ValueError, RecursionError, configparser.Error, yaml.YAMLError) as error:
        raise NotAllowedError("it cannot be read as what its name says") from error


def _walked(held: object, key: str) -> str | None:
    """Follow a key through tables and lists."""
    parts = key.split(".")
    while parts:
        if isinstance(held, dict):
            # `dependencies.next.js` may be the key `next.js`: the longest name that fits.
            for count in range(len(parts), 0, -1):
                name = ".".join(parts[:count])
                if name in held:
                    held, parts = held[name], parts[count:]
                    break
            else:
                return None
        elif isinstance(held, list) and parts[0].isdecimal() and len(parts[0]) < MOST_DIGITS:
            at = int(parts[0])
            if at >= len(held):
                return None
            held, parts = held[at], parts[1:]
        else:
            return None
    return _shown(held)


def _shown(held: object) -> str:
    if isinstance(held, bool):
        return "true" if held else "false"
    if isinstance(held, str | int | float):
        return str(held)
    if held is None:
        return "null"
    raise NotAllowedError("a table or a list stands there, no single value")


def _of_ini(text: str, key: str) -> str | None:
    parser = configparser.RawConfigParser(strict=False, delimiters=("=", ":"))
    parser.read_string(text)
    section, _, option = key.rpartition(".")
    return parser.get(section, option, fallback=None) if parser.has_section(section) else None


def _of_yaml(text: str, key: str) -> str | None:
    """Follow a key through the events of a file: no object is built and no alias followed."""
    path: list[str | int | None] = []
    """Where the next node stands: a name, a number, or None for a name yet to come."""
    wanted = key.split(".")
    for count, event in enumerate(yaml.parse(text, Loader=yaml.SafeLoader)):
        if count > MOST_EVENTS or len(path) > MOST_DEEP:
            raise NotAllowedError("it is nested too deeply, or too long")
        if isinstance(event, yaml.AliasEvent):
            raise NotAllowedError("it uses aliases, which are not followed")
        if isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            if _at(path, wanted):
                raise NotAllowedError("a table or a list stands there, no single value")
            path.append(None if isinstance(event, yaml.MappingStartEvent) else 0)
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            path.pop()
            _next(path)
        elif isinstance(event, yaml.ScalarEvent):
            if path and path[-1] is None:
                path[-1] = event.value
            elif _at(path, wanted):
                return event.value
            else:
                _next(path)
    return None


def _at(path: list[str | int | None], wanted: list[str]) -> bool:
    return ".".join(map(str, path)) == ".".join(wanted) if None not in path else False


def _next(path: list[str | int | None]) -> None:
    """Go on behind a value: to the next number of a list, or to a name yet to come."""
    if path:
        last = path[-1]
        path[-1] = last + 1 if isinstance(last, int) else None
