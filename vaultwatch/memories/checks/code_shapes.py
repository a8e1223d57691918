"""Tell whether a text in a language of programs defines a name, and which literals it gives it.

Pure. Python is read by its own parser, others by the shapes of definitions in `data/code.toml`.
What cannot be told for sure is told as such: a name that is only mentioned may be defined by means
that no shape knows.
"""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from vaultwatch.memories.checks.places import ending_of

PYTHON: Final = "python"
_COMMENT: Final = re.compile(
    r"(?P<kept>\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|//[^\n]*|/\*.*?\*/",
    re.DOTALL,
)
"""Of C's kin: a string is kept, a comment is none of the code."""
_LITERAL: Final = re.compile(
    r"(?P<literal>\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`[^`\\$\n]*`"
    r"|[-+]?(?:0[xob][\da-f_]+|\d(?:[\d_]*\d)?(?:\.\d+)?(?:e[-+]?\d+)?)|true|false|null|nil|none)"
    r"(?:_?[iuf](?:8|16|32|64|128|size)|n)?\s*(?:as\s+const\s*)?(?:[,;)}\]].*)?$",
    re.IGNORECASE,
)
"""A value that is written out, and nothing behind it in its line that goes on with it."""
_NUMBER: Final = re.compile(r"[-+]?\d[\d_]*(?:\.\d[\d_]*)?(?:e[-+]?\d+)?", re.IGNORECASE)
_BASED: Final = re.compile(r"[-+]?0[xob][\da-f_]+", re.IGNORECASE)
_PARTS: Final = re.compile(r"\.|::|#")
_MAKERS: Final = frozenset({"setattr", "globals", "vars", "locals", "exec", "namedtuple", "Enum"})
"""What makes names in Python that no assignment shows."""


@dataclass(frozen=True, slots=True)
class CodeShape:
    """What a text says of a name."""

    is_defined: bool
    may_be: bool
    """Whether it may be defined all the same: it is mentioned, or the text takes in others."""
    values: tuple[str | None, ...] = ()
    """What is assigned to it anywhere, as it is written; None for what is no plain literal."""


@cache
def code_data() -> Mapping[str, Any]:
    """Return what is known of languages and of how prose speaks of code."""
    return tomllib.loads(files("vaultwatch").joinpath("data", "code.toml").read_text("utf-8"))


@cache
def language_of(file: str) -> str:
    """Return the language that a file is written in, by its ending; empty for none that is read."""
    ending = ending_of(file)
    return next(
        (name for name, held in code_data().items() if ending in held.get("endings", ())), ""
    )


@cache
def code_endings() -> tuple[str, ...]:
    """Return the endings of files that are read."""
    return tuple(end for held in code_data().values() for end in held.get("endings", ()))


def parts_of(symbol: str) -> list[str]:
    """Return the parts of a name: `Client.send`, `Store::get`."""
    return _PARTS.split(symbol)


def shape_of(file: str, text: str, symbol: str) -> CodeShape | None:
    """Return what a file's text says of a name; None where it cannot be read.

    Args:
        file: its name.
        text: its words.
        symbol: the name, with those that it belongs to before it.
    """
    language = language_of(file)
    if language == PYTHON:
        return _of_python(text, symbol)
    return _of_shapes(code_data()[language], text, symbol) if language else None


def names(text: str, name: str) -> bool:
    """Tell whether a text holds a name as a word of its own."""
    return re.search(_word(name), text) is not None


def same_literal(says: str, there: str) -> bool:
    """Tell whether two literals are one value, whichever way they are written."""
    return _plain(says) == _plain(there)


def _plain(text: str) -> str | float:
    bare = text.strip()
    if len(bare) > 1 and bare[0] == bare[-1] and bare[0] in "\"'`":
        bare = bare[1:-1]
    if _BASED.fullmatch(bare):
        return float(int(bare, 0))
    return float(bare.replace("_", "")) if _NUMBER.fullmatch(bare) else bare.casefold()


def _word(name: str) -> str:
    return rf"(?<![\w$]){re.escape(name)}(?![\w$])"


def _of_shapes(shapes: Mapping[str, Any], text: str, symbol: str) -> CodeShape:
    *owners, name = parts_of(symbol)
    code = _COMMENT.sub(lambda one: one["kept"] or " ", text)
    word = _word(name)
    is_mentioned = re.search(word, text) is not None
    is_defined = is_mentioned and any(
        re.search(one.replace("NAME\\b", word).replace("NAME", word), code, re.MULTILINE)
        for one in shapes["defined"]
    )
    is_owned = all(names(code, owner) for owner in owners)
    is_open = re.search(shapes["open"], text, re.MULTILINE) is not None
    bound = re.finditer(shapes["bound"].replace("NAME", word), code, re.MULTILINE)
    values = tuple(_literal(one["value"] or one["other"] or "") for one in bound)
    # Who inherits holds names that it does not write.
    may_be = is_mentioned or is_open or bool(owners)
    return CodeShape(is_defined and is_owned, may_be, values)


def _literal(text: str) -> str | None:
    found = _LITERAL.match(text.strip())
    return found["literal"] if found else None


def _of_python(text: str, symbol: str) -> CodeShape | None:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    *owners, name = parts_of(symbol)
    found = _PythonNames(name)
    found.read(tree)
    owned = [value for trail, value in found.bound if not owners or trail[-len(owners) :] == owners]
    is_sure = not owners or ".".join(owners) in found.plain_classes
    may_be = found.is_open or names(text, name) or not is_sure
    return CodeShape(bool(owned), may_be, (*owned, *([] if owners else found.given)))


class _PythonNames:
    """Where a tree of Python binds one name, and with what."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.bound: list[tuple[list[str], str | None]] = []
        """Below which classes and functions, and the literal."""
        self.given: list[str | None] = []
        """What it is given elsewhere: as an argument, as a key."""
        self.plain_classes: set[str] = set()
        """Classes that inherit nothing, and are what is written."""
        self.is_open = False

    def read(self, tree: ast.Module) -> None:
        """Read all of a tree."""
        waiting: list[tuple[ast.AST, list[str]]] = [(tree, [])]
        while waiting:
            node, trail = waiting.pop()
            for name, value, below in _bound_by(node, trail):
                if name == self._name:
                    self.bound.append((below, value))
            self.given += [value for name, value in _given_by(node) if name == self._name]
            inner = trail
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                inner = [*trail, node.name]
                self.is_open |= node.name == "__getattr__"
                if isinstance(node, ast.ClassDef) and not (
                    node.bases or node.keywords or node.decorator_list
                ):
                    self.plain_classes.add(".".join(inner))
            elif isinstance(node, ast.ImportFrom):
                self.is_open |= any(one.name == "*" for one in node.names)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                self.is_open |= node.func.id in _MAKERS
            waiting += [(child, inner) for child in ast.iter_child_nodes(node)]


def _bound_by(node: ast.AST, trail: list[str]) -> Iterator[tuple[str, str | None, list[str]]]:
    """Yield the names that a node binds, each with its literal and what it stands below."""
    match node:
        case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
            yield node.name, None, trail
        case ast.Assign():
            for target in node.targets:
                yield from _targets(target, node.value, trail)
        case ast.AnnAssign() | ast.NamedExpr():
            yield from _targets(node.target, node.value, trail)
        case ast.AugAssign() | ast.For() | ast.AsyncFor() | ast.comprehension():
            yield from _targets(node.target, None, trail)
        case ast.withitem(optional_vars=ast.expr() as target):
            yield from _targets(target, None, trail)
        case _:
            return


def _given_by(node: ast.AST) -> Iterator[tuple[str, str | None]]:
    """Yield the names that a node gives a value without defining them, each with its literal."""
    match node:
        case ast.keyword(arg=str() as name):
            yield name, _written(node.value)
        case ast.Dict():
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield key.value, _written(value)
        case ast.arguments():
            plain = [*node.posonlyargs, *node.args]
            held: list[ast.expr | None] = [None] * (len(plain) - len(node.defaults))
            given = [*held, *node.defaults, *node.kw_defaults]
            for one, default in zip([*plain, *node.kwonlyargs], given, strict=True):
                yield one.arg, _written(default)
        case _:
            return


def _targets(
    target: ast.expr, value: ast.expr | None, trail: list[str]
) -> Iterator[tuple[str, str | None, list[str]]]:
    match target:
        case ast.Name(id=name):
            yield name, _written(value), trail
        case ast.Attribute(attr=name):
            yield name, _written(value), trail[:-1] or trail  # of the class whose method it is
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from _targets(part, None, trail)
        case ast.Starred(value=inner):
            yield from _targets(inner, None, trail)
        case _:
            return


def _written(value: ast.expr | None) -> str | None:
    """Return a plain literal as it is written; None for all else."""
    match value:
        case ast.Constant(value=bool() | int() | float() | str() | None):
            return repr(value.value)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
            return repr(-number)
        case _:
            return None
