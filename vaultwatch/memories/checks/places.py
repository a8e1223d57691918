"""Tell whether a word of a memory is a path, and which. Pure; `found` asks."""

import re
from collections.abc import Iterator
from typing import Final

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.checks.lines import has_more_versions, is_of_others, speaks_of_now
from vaultwatch.memories.checks.model import HIGHEST_PORT, CheckOrigin, MachineCheck

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


# Read values out of a sentence: versions, settings of files, ports, variables, remotes. Pure.

RUNTIMES: Final = {
    "python": "python", "node": "node", "node.js": "node", "nodejs": "node", "go": "go", "golang":
    "go", "rust": "rust", "ruby": "ruby", "java": "java", "jdk": "java", "php": "php", "deno":
    "deno", "bun": "bun", "pnpm": "pnpm", "dart": "dart", "flutter": "flutter", "react": "react",
    "next.js": "next", "nextjs": "next", "vue": "vue", "nuxt": "nuxt", "angular": "@angular/core",
    "svelte": "svelte", "sveltekit": "@sveltejs/kit", "vite": "vite", "typescript": "typescript",
    "tailwind": "tailwindcss", "tailwind css": "tailwindcss", "tailwindcss": "tailwindcss",
    "express": "express", "nestjs": "@nestjs/core", "eslint": "eslint", "jest": "jest", "vitest":
    "vitest", "electron": "electron", "expo": "expo", "prisma": "prisma", "react native":
    "react-native", "astro": "astro", "zod": "zod", "webpack": "webpack", "django": "django",
    "flask": "flask", "fastapi": "fastapi", "pydantic": "pydantic", "sqlalchemy": "sqlalchemy",
    "pytest": "pytest", "laravel": "laravel/framework", "rails": "rails",
}  # fmt: skip
"""What is called so in words, and in the files that name its version."""
_VARIABLES: Final = "|".join(re.escape(name) for name in sorted(RUNTIMES, key=len, reverse=True))
_RUNTIME: Final = late_regex(
    rf"(?<![\w./@-])(?P<name>{_VARIABLES})(?:[ _-]version)?"
    r"\*{0,2}[`*: ]{0,4}\s?\(?(?:version |v)?"
    r"(?P<least>>=\s?|≥\s?)?`?v?(?P<version>\d{1,3}(?:\.\d{1,4}){0,2})(?![\d/%-])(?!\.\d)`?"
    r"(?P<more>\+|\s(?:or|and|oder|ou|o)\s(?:later|newer|higher|above|up|neuer|höher))?",
    re.IGNORECASE,
)
_USED: Final = late_regex(
    r"(?:\b(?:(?<!to )uses?|require[sd]?|requirements?|requiring|needs?|runs? (?:on|with)"
    r"|target(?:s|ed)?|minimum|support(?:s|ed)|built (?:on|with)|written (?:in|for)|stack|runtime"
    r"|based on|powered by"
    r"|benutzt|braucht|läuft (?:auf|mit)|nutzt|utilise|requiert|usa|requiere)\b(?:[^.;]|\.\d){0,60}"
    r"|\b(?:run|running|tests?|tested)\b(?:[^.;]|\.\d){0,60}\b(?:on|against|with|under)\s"
    rf"|^[\s*+>|-]*(?:(?:{_VARIABLES})(?:[ _-]version)?:\s)?)$",
    re.IGNORECASE,
)
"""Stands before what is in use; or nothing does, or its own name as a key."""
_SETTING: Final = late_regex(
    r"`(?P<file>[\w./~@+-]{1,300}\.(?:toml|json|ya?ml|ini|cfg|env)):(?P<key>[\w.\-/@]{1,200})`"
    r"\s*(?:is|=|:|says|set to|ist|equals)\s*[`\"“]?(?P<value>[^`\"”\s;]{1,200})"
)
_PORT: Final = late_regex(
    r"\b(?:run|listen|serve|start|bind|available|reachable|läuft|hört|server|expos)\w*\b[^.;\n]{0,60}?"
    r"(?:\bports?\s*:?\s*`?|(?:localhost|127\.0\.0\.1):)(?P<port>\d{2,5})\b",
    re.IGNORECASE,
)
_VARIABLE: Final = late_regex(
    r"(?:env(?:ironment)?[ -]var(?:iable)?s?|umgebungsvariable|variable d'environnement)\s+"
    r"`\$?(?P<before>[A-Z][A-Z0-9_]{2,60})`|`\$?(?P<after>[A-Z][A-Z0-9]*_[A-Z0-9_]{1,60})`\s+"
    r"(?:env(?:ironment)? var(?:iable)?\s+)?(?:is|must be|has to be|ist)\s+(?:set|gesetzt)"
)
_REMOTE: Final = late_regex(
    r"\b(?:remote|origin|upstream)\b[^.;\n]{0,30}?`?(?P<url>(?:git@|https://|ssh://)[\w.@:/+~-]{4,200})",
    re.IGNORECASE,
)
_BRANCH: Final = late_regex(
    r"\b(?:default|main|release|develop\w*|base) branch\b[^.;\n`]{0,20}`(?P<name>[\w./-]{1,100})`",
    re.IGNORECASE,
)
_TOOL: Final = late_regex(
    r"`(?P<name>[a-z][\w.+-]{0,30})`\s+(?:version\s+)?v?(?P<version>\d{1,3}(?:\.\d{1,4}){1,2}\+?)(?!\w|\.\d)"
)


def checks_of_values(sentence: str, base: str) -> Iterator[MachineCheck]:
    """Yield what a sentence says of versions, settings, ports, variables and remotes."""
    if base:
        yield from _runtimes(sentence, base)
        yield from _of_git(sentence, base)
    for match in _SETTING.finditer(sentence):
        place = cleaned(match["file"])
        if is_whole_place(place) or (base and is_relative_place(place)):
            value = match["value"].rstrip(".,)")
            yield MachineCheck("value", place, match["key"], value, "named", sentence, base)
    for match in _PORT.finditer(sentence):
        if 0 < int(match["port"]) <= HIGHEST_PORT and _is_now(sentence, match):
            yield MachineCheck("port", match["port"], origin="suggested", words=sentence)
    for match in _VARIABLE.finditer(sentence):
        name = match["before"] or match["after"]
        if _is_now(sentence, match):
            yield MachineCheck("env", name, origin="suggested", words=sentence)
    for match in _TOOL.finditer(sentence):
        if _is_now(sentence, match):
            says = match["version"]
            yield MachineCheck("command", match["name"], "", says, "suggested", sentence)


def _runtimes(sentence: str, base: str) -> Iterator[MachineCheck]:
    for match in _RUNTIME.finditer(sentence):
        before, after = sentence[: match.start()], sentence[match.end() :]
        if not speaks_of_now(before, after) or is_of_others(before, after):
            continue
        if match["name"] == "go" or not _USED.search(before):
            continue  # the verb; or what came with a version, and when
        if "." not in match["version"] and match["name"].lower() == "python":
            continue
        is_least = bool(match["least"] or match["more"])
        says = f"{match['version']}{'+' if is_least else ''}"
        key = RUNTIMES[match["name"].lower()]
        others = [one for one in _RUNTIME.finditer(sentence) if one["name"] == match["name"]]
        # A title that a full stop ends says what is spoken of, not what is in use.
        is_one = len(others) == 1 and not (has_more_versions(after) or after.startswith(".*"))
        origin: CheckOrigin = "named" if is_one else "suggested"
        yield MachineCheck("runtime", ".", key, says, origin, sentence, base)


def _of_git(sentence: str, base: str) -> Iterator[MachineCheck]:
    for match in _REMOTE.finditer(sentence):
        if _is_now(sentence, match):
            yield MachineCheck(
                "remote", ".", "", match["url"].rstrip("."), "suggested", sentence, base
            )
    for match in _BRANCH.finditer(sentence):
        if _is_now(sentence, match):
            yield MachineCheck("branch", ".", match["name"], "", "suggested", sentence, base)


def _is_now(sentence: str, match: "re.Match[str]") -> bool:
    return speaks_of_now(sentence[: match.start()], sentence[match.end() :])
