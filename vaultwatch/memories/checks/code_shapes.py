"""Tell whether a text in a language of programs defines a name, and which literals it gives it.

Pure. Python is read by its own parser, others by the shapes of definitions in `data/code.toml`.
What cannot be told for sure is told as such: a name that is only mentioned may be defined by means
that no shape knows.
"""

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.checks.places import ending_of

PYTHON: Final = "python"
_COMMENT: Final = late_regex(
    r"(?P<kept>\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|//[^\n]*|/\*.*?\*/",
    re.DOTALL,
)
"""Of C's kin: a string is kept, a comment is none of the code."""
_LITERAL: Final = late_regex(
    r"(?P<literal>\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`[^`\\$\n]*`"
    r"|[-+]?(?:0[xob][\da-f_]+|\d(?:[\d_]*\d)?(?:\.\d+)?(?:e[-+]?\d+)?)|true|false|null|nil|none)"
    r"(?:_?[iuf](?:8|16|32|64|128|size)|n)?\s*(?:as\s+const\s*)?(?:[,;)}\]].*)?$",
    re.IGNORECASE,
)
"""A value that is written out, and nothing behind it in its line that goes on with it."""
_NUMBER: Final = late_regex(r"[-+]?\d[\d_]*(?:\.\d[\d_]*)?(?:e[-+]?\d+)?", re.IGNORECASE)
_BASED: Final = late_regex(r"[-+]?0[xob][\da-f_]+", re.IGNORECASE)
_PARTS: Final = late_regex(r"\.|::|#")
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
    is_used: bool = False
    """Whether it is surely not defined there, though it is mentioned: used, or taken in to be."""


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


def may_define(file: str, text: str, name: str) -> bool:
    """Tell, by a look at its lines alone, whether a text may define a name."""
    shapes = code_data()[language_of(file)]["defined"]
    return any(_finds(one, name, text) for one in shapes)


def _finds(shape: str, name: str, text: str) -> bool:
    word = _word(name)
    pattern = shape.replace("NAME\\b", word).replace("NAME", word)
    return re.search(pattern, text, re.MULTILINE) is not None


def shape_of(file: str, text: str, symbol: str, shown: str | None = None) -> CodeShape | None:
    """Return what a file's text says of a name; None where it cannot be read.

    Args:
        file: its name.
        text: its words.
        symbol: the name, with those that it belongs to before it.
        shown: its words without what is secret: what strings and comments mention counts there.
    """
    shown = text if shown is None else shown
    language = language_of(file)
    if language == PYTHON:
        return _of_python(text, symbol, shown, is_hub=file in code_data()[PYTHON]["hubs"])
    return _of_shapes(code_data()[language], text, symbol, shown) if language else None


def _names(text: str, name: str) -> bool:
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


def _of_shapes(shapes: Mapping[str, Any], text: str, symbol: str, shown: str) -> CodeShape:
    *owners, name = parts_of(symbol)
    code = _COMMENT.sub(lambda one: one["kept"] or " ", text)
    bare = _COMMENT.sub(" ", text)
    word = _word(name)
    lacks = [one for one in (*owners, name) if not (_names(bare, one) or _names(shown, one))]
    is_mentioned = not lacks
    is_defined = is_mentioned and any(_finds(one, name, code) for one in shapes["defined"])
    is_open = re.search(shapes["open"], text, re.MULTILINE) is not None
    bound = re.finditer(shapes["bound"].replace("NAME", word), code, re.MULTILINE)
    values = tuple(_literal(one["value"] or one["other"] or "") for one in bound)
    # Who inherits holds names that it does not write.
    may_be = is_mentioned or is_open or (bool(owners) and lacks == [name])
    return CodeShape(is_defined, may_be, values if is_mentioned else ())


def _literal(text: str) -> str | None:
    found = _LITERAL.match(text.strip())
    return found["literal"] if found else None


def _of_python(text: str, symbol: str, shown: str, *, is_hub: bool) -> CodeShape | None:
    found = _python_names(text)
    if found is None:
        return None
    *owners, name = parts_of(symbol)
    owned = [
        value
        for trail, value in found.bound.get(name, ())
        if not owners or trail[-len(owners) :] == owners
    ]
    lacks = [one for one in (*owners, name) if one not in found.words and not _names(shown, one)]
    is_lacking = name in lacks and ".".join(owners) in found.plain_classes
    is_lacking |= bool(lacks) and (not owners or lacks != [name])
    values = (*owned, *([] if owners else found.given.get(name, ())))
    # What only takes names in from others is where they are looked for.
    is_used = name in found.words and not (owned or owners or found.is_open or is_hub)
    return CodeShape(bool(owned), found.is_open or not is_lacking, values, is_used)


@lru_cache(maxsize=16)
def _python_names(text: str) -> "_PythonNames | None":
    try:
        return _PythonNames(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


class _PythonNames:
    """The names in a tree of Python: where each is bound, and with what."""

    def __init__(self, tree: ast.Module) -> None:
        self.bound: dict[str, list[tuple[list[str], str | None]]] = defaultdict(list)
        """By name: below which classes and functions, and the literal."""
        self.given: dict[str, list[str | None]] = defaultdict(list)
        """What a name is given elsewhere: as an argument, as a key."""
        self.plain_classes: set[str] = set()
        """Classes that inherit nothing, and are what is written."""
        self.words: set[str] = set()
        """All that is named, but in strings."""
        self.is_open = False
        waiting: list[tuple[ast.AST, list[str]]] = [(tree, [])]
        while waiting:
            node, trail = waiting.pop()
            for name, value, below in _bound_by(node, trail):
                self.bound[name].append((below, value))
            for name, value in _given_by(node):
                self.given[name].append(value)
            inner = self._below(node, trail)
            waiting += [(child, inner) for child in ast.iter_child_nodes(node)]

    def _below(self, node: ast.AST, trail: list[str]) -> list[str]:
        """Note what else a node tells; return what its children stand below."""
        if not isinstance(node, ast.Constant):
            said = (getattr(node, one) for one in node._fields)
            self.words.update(
                word for one in said if isinstance(one, str) for word in one.split(".")
            )
        match node:
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                trail = [*trail, node.name]
                self.is_open |= node.name == "__getattr__"
                if isinstance(node, ast.ClassDef) and not (
                    node.bases or node.keywords or node.decorator_list
                ):
                    self.plain_classes.add(".".join(trail))
            case ast.ImportFrom():
                self.is_open |= any(one.name == "*" for one in node.names)
            case ast.Call(func=ast.Name(id=name)):
                self.is_open |= name in _MAKERS
            case _:
                pass
        return trail


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
