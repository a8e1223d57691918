"""Read values out of a sentence: versions, settings of files, ports, variables, remotes. Pure."""

import re
from collections.abc import Iterator
from typing import Final

from vaultwatch.memories.checks.lines import has_more_versions, is_of_others, speaks_of_now
from vaultwatch.memories.checks.model import HIGHEST_PORT, CheckOrigin, MachineCheck
from vaultwatch.memories.checks.places import cleaned, is_relative_place, is_whole_place

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
_NAMES: Final = "|".join(re.escape(name) for name in sorted(RUNTIMES, key=len, reverse=True))
_RUNTIME: Final = re.compile(
    rf"(?<![\w./@-])(?P<name>{_NAMES})\*{{0,2}}[`*: ]{{0,4}}\s?\(?(?:version |v)?"
    r"(?P<least>>=\s?|≥\s?)?`?v?(?P<version>\d{1,3}(?:\.\d{1,4}){0,2})(?![\d/%-])(?!\.\d)`?"
    r"(?P<more>\+|\s(?:or|and|oder|ou|o)\s(?:later|newer|higher|above|up|neuer|höher))?",
    re.IGNORECASE,
)
_USED: Final = re.compile(
    r"(?:\b(?:(?<!to )uses?|require[sd]?|requirements?|requiring|needs?|runs? (?:on|with)"
    r"|target(?:s|ed)?|minimum|support(?:s|ed)|built (?:on|with)|written (?:in|for)|stack"
    r"|based on|powered by"
    r"|benutzt|braucht|läuft (?:auf|mit)|nutzt|utilise|requiert|usa|requiere)\b(?:[^.;]|\.\d){0,60}"
    r"|\b(?:run|running|tests?|tested)\b(?:[^.;]|\.\d){0,60}\b(?:on|against|with|under)\s"
    r"|^[\s*+>|-]*)$",
    re.IGNORECASE,
)
"""Stands before what is in use; or nothing does."""
_SETTING: Final = re.compile(
    r"`(?P<file>[\w./~@+-]{1,300}\.(?:toml|json|ya?ml|ini|cfg|env)):(?P<key>[\w.\-/@]{1,200})`"
    r"\s*(?:is|=|:|says|set to|ist|equals)\s*[`\"“]?(?P<value>[^`\"”\s;]{1,200})"
)
_PORT: Final = re.compile(
    r"\b(?:run|listen|serve|start|bind|available|reachable|läuft|hört|server|expos)\w*\b[^.;\n]{0,60}?"
    r"(?:\bports?\s*:?\s*`?|(?:localhost|127\.0\.0\.1):)(?P<port>\d{2,5})\b",
    re.IGNORECASE,
)
_VARIABLE: Final = re.compile(
    r"(?:env(?:ironment)?[ -]var(?:iable)?s?|umgebungsvariable|variable d'environnement)\s+"
    r"`\$?(?P<before>[A-Z][A-Z0-9_]{2,60})`|`\$?(?P<after>[A-Z][A-Z0-9]*_[A-Z0-9_]{1,60})`\s+"
    r"(?:env(?:ironment)? var(?:iable)?\s+)?(?:is|must be|has to be|ist)\s+(?:set|gesetzt)"
)
_REMOTE: Final = re.compile(
    r"\b(?:remote|origin|upstream)\b[^.;\n]{0,30}?`?(?P<url>(?:git@|https://|ssh://)[\w.@:/+~-]{4,200})",
    re.IGNORECASE,
)
_BRANCH: Final = re.compile(
    r"\b(?:default|main|release|develop\w*|base) branch\b[^.;\n`]{0,20}`(?P<name>[\w./-]{1,100})`",
    re.IGNORECASE,
)
_TOOL: Final = re.compile(
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
