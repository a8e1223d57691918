"""Tell whether a word of a memory is a path, and which. Pure; `found` asks."""

import re
from typing import Final

from vaultwatch.late_regex import late_regex

_EXTENSIONS: Final = frozenset(
    """
    bat bash c cc cfg cjs clj cmake conf cpp cs css csv cue dart ex exs fish gemspec go gql gradle
    graphql h hpp hs html ini ipynb java j2 jl js json json5 jsonc jsx kt kts less lock lua m4 md
    mdc mdx mjs mk ml mod nix patch php plist po prisma properties proto ps1 pug py pyi pyx r rb rs
    rst sass scala scss service sh sol spec sql sum svelte swift tcl tf tmpl toml tpl ts tsx txt
    vue xml yaml yml zig zsh
    """.split()  # noqa: SIM905 - read as a list of words
)
_NAMES: Final = frozenset(
    [
        "Makefile",
        "GNUmakefile",
        "justfile",
        "Justfile",
        "Dockerfile",
        "Procfile",
        "Gemfile",
        "Rakefile",
        "Vagrantfile",
        "LICENSE",
        "Jenkinsfile",
        "Taskfile",
        "Brewfile",
        "CODEOWNERS",
    ]
)
_COMMON: Final = late_regex(
    r"\.?(?:app|base|cli|client|conf|config(?:uration)?|conftest|constants|credentials|data|db|demo"
    r"|docker-compose|compose|environment|hello|helpers?|home|index|init|input|install|lib|log(?:ger)?"
    r"|main|manage|manifest|metadata|mod|models?|notes?|output|package(?:-lock)?|page|pnpm-lock"
    r"|project|pyproject|readme|requirements|results?|routes?|run|schema|script|secrets|server"
    r"|settings?|setup|start|state|store|styles?|temp|tests?|tox|tsconfig|types?|urls|utils?|uv"
    r"|values|version|views|yarn|__init__|__main__|agents?|claude|gemini|memory|changelog|changes"
    r"|contributing|skill|todo)(?:[.-](?:local|dev|prod|test|example|base))?\.\w{1,8}",
    re.IGNORECASE,
)
"""Names of files that projects of any kind have, so that one named alone may be another's."""
_OF_SETTINGS: Final = frozenset(
    {"cfg", "conf", "env", "ini", "json", "json5", "jsonc", "lock", "plist", "properties", "toml"}
    | {"xml", "yaml", "yml"}
)
"""Endings of files that tools ask for: `mypy.ini` is read in each project."""
_PICTURES: Final = frozenset({"gif", "png", "jpg", "jpeg", "svg", "webp"})
_SPOILT: Final = late_regex(r"[<>{}*$|?!=&;:\"'`\\%,\s~^]|\.\.\.|…|://|//")
_PLACEHOLDER: Final = late_regex(
    r"(?:^|[/_.-])(?:path/to|your|my|foo|bar|baz|qux|xxx+|yyyy|hh|dd|example|examplefile|some|name"
    r"|filename|file|module|feature|component|package|pkg|project|repo|owner|user|username|org|test_x)(?=$|[/_.-])",
    re.IGNORECASE,
)
_UPPER: Final = late_regex(r"(?:^|[/_.-])[A-Z]{3,}(?:[_-][A-Z]{2,})+(?=$|[/_.-])|NNN|XXX|YYYY")
_PRODUCT: Final = late_regex(r"[A-Z][A-Za-z]{1,20}\.(?:js|ts|rs|py|go|io|md)")
_LINE_BEHIND: Final = late_regex(
    r"(?:::\w[\w:\[\]-]*|:\d{1,6}(?:-\d{1,6})?|#L?\d{1,6}(?:-L?\d{1,6})?)$"
)
_MADE_HERE: Final = frozenset(
    """
    .cache .coverage .env .mypy_cache .next .nuxt .output .parcel-cache .pytest_cache .ruff_cache
    .terraform .tox .turbo .venv .vercel __pycache__ bin build coverage dist env htmlcov logs
    node_modules obj out output site target temp tmp vendor venv
    """.split()  # noqa: SIM905 - likewise
)
_MADE_BY_A_RUN: Final = late_regex(
    r"^~/\.|(?:^|/)(?:logs?|\.?caches?|tmp|temp|build|dist|out|output|target|run|coverage)(?:/|$)"
    r"|\.(?:log|pid|sock|lock|tmp|bak|db|sqlite3?|jsonl|csv|out)$",
    re.IGNORECASE,
)
_NO_PLACE: Final = frozenset({"and", "or", "either", "both", "true", "yes", "no", "on", "off", "n"})
_DOMAIN: Final = late_regex(r"[\w-]+\.(?:com|org|io|dev|net|ai|app|co|in|sh|rs)(?:/|$)")
_VERSION: Final = late_regex(r"v?\d+(?:\.\d+)*(?:/.*)?")
_MEDIA: Final = late_regex(r"(?:text|application|image|audio|video|multipart|font)/[\w.+-]+")
LEAST_CHARS: Final = 3
MOST_CHARS: Final = 400


def cleaned(word: str) -> str:
    """Return a word without what stands around a path: dots, a line behind it, `./` before."""
    text = word.strip().rstrip(".,;:)").lstrip("(")
    return without_line(text).removeprefix("./")


def without_line(text: str) -> str:
    """Return a path without the line, or the test, that is named behind it."""
    return _LINE_BEHIND.sub("", text)


def is_of_home(text: str) -> bool:
    """Tell whether a path is given from its root on, or from the home."""
    return text == "~" or text.startswith(("~/", "/"))


def is_whole_place(text: str) -> bool:
    """Tell whether a word is a path from its root or the home on."""
    tail = text[2:] if text.startswith("~/") else text[1:]
    return (
        is_of_home(text)
        and len(text) <= MOST_CHARS
        and not text.startswith("//")
        and bool(tail.strip("/"))
        and not _SPOILT.search(tail)
        and not _PLACEHOLDER.search(tail.lower())
        and not _UPPER.search(tail)
    )


def ending_of(text: str) -> str:
    """Return the ending of a path's last part, in small letters; empty where it has none."""
    name = text.rstrip("/").rpartition("/")[2]
    return name.rpartition(".")[2].lower() if "." in name.lstrip(".") else ""


def is_file_name(text: str) -> bool:
    """Tell whether the last part of a path is plainly that of a file."""
    name = text.rpartition("/")[2]
    return name in _NAMES or ending_of(text) in _EXTENSIONS


def is_picture(text: str) -> bool:
    """Tell whether a path is that of a picture."""
    return ending_of(text) in _PICTURES


def is_common_name(name: str) -> bool:
    """Tell whether a file's name, given alone, may well mean a file of another project."""
    is_setting = ending_of(name) in _OF_SETTINGS
    return is_setting or name in _NAMES or _COMMON.fullmatch(name) is not None


def is_relative_place(text: str) -> bool:
    """Tell whether a word is a path from a project's folder on, none that is made by building."""
    if (
        not LEAST_CHARS <= len(text) <= MOST_CHARS
        or _SPOILT.search(text)
        or text.startswith(("-", "@", "/"))
    ):
        return False
    parts = [part for part in text.split("/") if part]
    if (
        not parts
        or ".." in parts
        or (len(parts) == 1 and not is_file_name(text) and "/" not in text)
    ):
        return False
    if len(parts) == 1 and _PRODUCT.fullmatch(text):
        return False
    if _MADE_HERE & {part.lower() for part in parts} or _NO_PLACE & {
        part.lower() for part in parts
    }:
        return False
    is_other = _DOMAIN.match(text) or _VERSION.fullmatch(text) or _MEDIA.fullmatch(text)
    return not (is_other or _PLACEHOLDER.search(text.lower()) or _UPPER.search(text))


def is_made_by_a_run(place: str) -> bool:
    """Tell whether a path is one of those that a program makes when it runs: logs, caches."""
    return _MADE_BY_A_RUN.search(place) is not None
