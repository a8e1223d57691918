"""What the papers say that code can hold: commands, settings, and the words of help and hints."""

import ast
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from tests.sources import tree_of

ROOT = Path(__file__).resolve().parents[1]
PAPERS = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_SPOKEN = re.compile(r"`(vaultwatch [^`]+)`|Example: (vaultwatch [^\n]+)")
_ENDS = frozenset({"&&", "||", "|", ";", ">", "<", "#"})


def shell_lines(paper: Path) -> list[str]:
    """Return the lines of a paper that are to be typed, without their comments."""
    fences = _FENCE.findall(paper.read_text(encoding="utf-8"))
    lines = [line for kind, text in fences if kind == "sh" for line in text.splitlines()]
    return [re.split(r"(?:^|\s)#", line, maxsplit=1)[0].strip() for line in lines]


@cache
def said_by_code() -> tuple[tuple[str, str], ...]:
    """Return every text in the code with the place it stands at; what is filled in is `X`."""
    found = []
    for file in sorted((ROOT / "vaultwatch").rglob("*.py")):
        name = str(file.relative_to(ROOT))
        for node in ast.walk(tree_of(file)):
            if isinstance(node, ast.JoinedStr):
                parts = (one.value if isinstance(one, ast.Constant) else "X" for one in node.values)
                found.append((f"{name}:{node.lineno}", "".join(map(str, parts))))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.append((f"{name}:{node.lineno}", node.value))
    return tuple(found)


def said_by_papers() -> Iterator[tuple[str, str]]:
    """Yield the text of each paper with its name."""
    for paper in PAPERS:
        yield paper.name, paper.read_text(encoding="utf-8")


def commands_in(text: str) -> list[str]:
    """Return the commands that a text tells its reader to type."""
    return [" ".join((quoted or example).split()) for quoted, example in _SPOKEN.findall(text)]


def wrong_in(command: str, root: Any) -> str:  # noqa: ANN401 -- typer's own
    """Say what of a command does not exist: a word that names none, or an option; else nothing."""
    try:
        words = shlex.split(command.replace("[", " ").replace("]", " ").replace("...", " "))
    except ValueError:
        words = command.split()
    at, is_leaf = root, False
    for word in words[1:]:
        if word in _ENDS:
            break
        if word == "--":
            is_leaf = True
        elif word.startswith("-") and " " not in word:
            name = word.split("=")[0].rstrip(".,:;`'")
            known = {opt for one in at.params for opt in (*one.opts, *one.secondary_opts)}
            if name not in known | {"--help", "-h"}:
                return f"{at.name} has no option {name}"
        elif word in getattr(at, "commands", {}) and not is_leaf:
            at = at.commands[word]
        elif hasattr(at, "commands") and word.islower() and word.isalpha() and not is_leaf:
            return f"{at.name} has no command {word}"
        else:
            is_leaf = True
    return ""


def documented_fields() -> dict[str, set[str]]:
    """Return the fields of each command's JSON, as its line of docs/commands.md names them."""
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    found: dict[str, set[str]] = {}
    for line in page.split("The fields of each command")[1].split("\n## ")[0].splitlines():
        if not line.startswith("- `"):
            continue
        names, said = line.split(": ", 1)
        first, *others = re.findall(r"`([^`]+)`", names)
        group = first.rpartition(" ")[0]
        inner = [one if " " in one or " " not in first else f"{group} {one}" for one in others]
        while said != (said := re.sub(r"\([^()]*\)", "", said)):
            pass
        if same := re.search(r"as `([\w ]+)`", said):
            fields = [found[f"vaultwatch {same[1]}"]]
        else:
            fields = [set(re.findall(r"`(\w+)`", part)) for part in said.split(";")]
        for place, name in enumerate((first, *inner)):
            is_own = len(fields) == len(inner) + 1 > 1  # a part for each command of the row
            found[f"vaultwatch {name}"] = fields[place] if is_own else set().union(*fields)
    return found
