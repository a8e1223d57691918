"""Tell whether a text in a language of programs defines a name, and which literals it gives it.

Pure. Python is read by its own parser, others by the shapes of definitions in `data/code.toml`.
What cannot be told for sure is told as such: a name that is only mentioned may be defined by means
that no shape knows.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final

from vaultwatch.late_regex import data_of, late_regex
from vaultwatch.memories.checks.model import CheckOrigin, MachineCheck
from vaultwatch.memories.checks.places import cleaned, ending_of, is_file_name, is_whole_place

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
def language_of(file: str) -> str:
    """Return the language that a file is written in, by its ending; empty for none that is read."""
    ending = ending_of(file)
    return next(
        (name for name, held in data_of("code").items() if ending in held.get("endings", ())), ""
    )


def parts_of(symbol: str) -> list[str]:
    """Return the parts of a name: `Client.send`, `Store::get`."""
    return _PARTS.split(symbol)


def may_define(file: str, text: str, name: str) -> bool:
    """Tell, by a look at its lines alone, whether a text may define a name."""
    shapes = data_of("code")[language_of(file)]["defined"]
    return any(_finds(one, name, text) for one in shapes)


def _finds(shape: str, name: str, text: str) -> bool:
    word = _word(name)
    pattern = shape.replace("NAME\\b", word).replace("NAME", word)
    return re.search(pattern, text, re.MULTILINE) is not None


def shape_of(file: str, text: str, symbol: str, shown: str | None = None) -> CodeShape | None:
    """Return what a file's text says of a name; None where it cannot be read.

    The name has those that it belongs to before it. `shown` is the text without what is secret:
    what strings and comments mention counts there.
    """
    shown = text if shown is None else shown
    language = language_of(file)
    if language == PYTHON:
        return _of_python(text, symbol, shown, is_hub=file in data_of("code")[PYTHON]["hubs"])
    return _of_shapes(data_of("code")[language], text, symbol, shown) if language else None


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


# Read out of a sentence which names of code it gives, in which file, with which value.

PROJECT: Final = "."
"""The place of what may stand in any file."""
_SPAN: Final = late_regex(r"(?P<ticks>`{1,2})(?P<code>[^`\n]{1,500})(?P=ticks)")
_WRITTEN_VALUE: Final = (
    r"\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'|[-+]?\d[\d_]*(?:\.\d+)?|[Tt]rue|[Ff]alse|[Nn]one|null"
)
SYMBOL: Final = late_regex(r"(?:[A-Za-z_$][\w$]{0,79}(?:\.|::|#)){0,4}[A-Za-z_$][\w$]{1,79}")
_ASSIGNED: Final = late_regex(
    rf"\s*(?::\s*[\w\[\]|<>. ]{{1,60}})?\s*=\s*(?P<value>{_WRITTEN_VALUE});?"
)
_VALUE: Final = late_regex(_WRITTEN_VALUE)
_WITH_PLACE: Final = late_regex(
    rf"(?P<place>[^\s:`]{{1,300}})::(?P<symbol>{SYMBOL.pattern})(?:\(\))?"
    rf"(?:\s*=\s*(?P<value>{_WRITTEN_VALUE}))?"
)
"""`src/app/config.py::retry_limit = 5`."""
_FILE: Final = late_regex(r"(?!\.\.?/)[\w@.+-]{1,80}(?:/(?!\.\.?/)[\w@.+()\[\]-]{1,80}){0,20}")
_CONSTANT: Final = late_regex(r"(?=.*[A-Z].*[A-Z])[A-Z][A-Z0-9_]+")
"""What nobody but the code means by its name alone."""
_MANY_WORDS: Final = late_regex(r"\w+_\w+|[a-z]+[A-Z]\w*")


@cache
def phrase(*kinds: str) -> str:
    """Return a pattern of the words by which prose says some things."""
    held = (one for kind in kinds for one in data_of("code")["said"][kind])
    phrases = sorted(held, key=len, reverse=True)
    return "|".join(re.escape(one).replace(r"\ ", r"\s") for one in phrases)


@cache
def _between(kind: str) -> "re.Pattern[str]":
    """Return what may stand between two things in code for the first to be `kind` the second."""
    nouns = rf"(?:(?:{phrase('nouns', 'articles')})\s){{0,3}}"
    lead, bracket = r"[\s,*_]{0,4}", r"|[*_]{0,2}\s\((?:in\s)?" if kind == "in" else ""
    return re.compile(
        rf"(?:{lead}{nouns}(?:{phrase(kind)})\s{nouns}[*_:]{{0,3}}{bracket})", re.IGNORECASE
    )


@cache
def _bare() -> "re.Pattern[str]":
    """Return what a value is that stands in no code: none that goes on, as `20 minutes` does."""
    nouns = rf"(?:(?:{phrase('nouns', 'articles')})\s)*"
    ends = rf"\s*(?:$|[,;)]|\.(?:\s|$))|\s(?:{phrase('in')})\s{nouns}`"
    return re.compile(rf"\s*(?P<value>{_WRITTEN_VALUE})(?={ends})", re.IGNORECASE)


@cache
def _led() -> "re.Pattern[str]":
    """Return what may stand before a name for it to be what the sentence tells of, and no order."""
    begins = r"(?:^|[:,;(]|[-\u2013\u2014]\s)[\s*_+>-]*"
    nouns = rf"(?:(?:{phrase('nouns', 'articles')})\s)*"
    led = rf"(?:{begins}|\b(?:{phrase('holds')})\s){nouns}|\b(?:{phrase('nouns')})\s"
    return re.compile(rf"(?:{led})$", re.IGNORECASE)


@cache
def _defined() -> "re.Pattern[str]":
    """Return what stands behind a name that is plainly said to be defined somewhere."""
    words = [one for one in data_of("code")["said"]["in"] if " " in one]
    phrases = "|".join(re.escape(one).replace(r"\ ", r"\s") for one in words)
    return re.compile(rf"[*_]{{0,2}}\s(?:\(|(?:{phrases})\s)", re.IGNORECASE)


@cache
def _named() -> "re.Pattern[str]":
    words = phrase("keywords")
    return re.compile(
        rf"(?:(?P<keyword>{words})\s)?(?P<name>{SYMBOL.pattern})"
        rf"(?:(?P<call>\([^()\n]{{0,200}}\))|{_ASSIGNED.pattern})?"
    )


@cache
def _valued() -> "re.Pattern[str]":
    return re.compile(rf"\s*(?:(?:{phrase('is')})\s|=)\s*", re.IGNORECASE)


def place_in(code: str, base: str) -> str:
    """Return the file of code that words in code name; empty where they name none."""
    place = cleaned(code)
    is_place = is_whole_place(place) or (bool(base) and _FILE.fullmatch(place) is not None)
    return place if is_place and language_of(place) else ""


def checks_of_names(sentence: str, base: str) -> Iterator[MachineCheck]:
    """Yield what a sentence says of names in code."""
    spans = list(_SPAN.finditer(sentence)) if base else []
    for at, span in enumerate(spans):
        code = span["code"].strip()
        if whole := _WITH_PLACE.fullmatch(code):
            if place := place_in(whole["place"], base):
                said = whole["value"] or _value_behind(sentence, spans, at)[0]
                yield MachineCheck("symbol", place, whole["symbol"], said, "named", sentence, base)
            continue
        found = None if is_file_name(code) else _named().fullmatch(code)
        if found is None or _VALUE.fullmatch(code):
            continue
        value, last = found["value"] or "", at
        if not value:
            value, last = _value_behind(sentence, spans, at)
        place = _place_of(sentence, spans, at, last, base)
        is_called = bool(found["keyword"] or found["call"])
        if place or is_called or (value and _is_of_code(found["name"])):
            is_plain = place or (value and _CONSTANT.fullmatch(found["name"]))
            is_led = (
                _led().search(sentence[: span.start()])
                or _holds(sentence, spans, at)
                or (place and _defined().match(sentence, spans[last].end()))
            )
            origin: CheckOrigin = "named" if is_plain and is_led else "suggested"
            yield MachineCheck(
                "symbol", place or PROJECT, found["name"], value, origin, sentence, base
            )


def _is_of_code(name: str) -> bool:
    """Tell whether a name is plainly one of code: `server.port` may be a key of settings."""
    return _CONSTANT.fullmatch(name) is not None or _MANY_WORDS.fullmatch(name) is not None


def _value_behind(sentence: str, spans: Sequence["re.Match[str]"], at: int) -> tuple[str, int]:
    """Return the value that stands behind a name, and the last of the words in code it takes."""
    led = _valued().match(sentence, spans[at].end())
    if led is None:
        return "", at
    if bare := _bare().match(sentence, led.end()):
        return bare["value"], at
    follows = at + 1 < len(spans) and spans[at + 1].start() == led.end()
    code = spans[at + 1]["code"].strip() if follows else ""
    return (code, at + 1) if _VALUE.fullmatch(code) else ("", at)


def _place_of(
    sentence: str, spans: Sequence["re.Match[str]"], at: int, last: int, base: str
) -> str:
    """Return the file that a name is said to stand in; empty for none."""
    if last + 1 < len(spans):
        gap = sentence[spans[last].end() : spans[last + 1].start()]
        if bare := _valued().match(gap):  # the value stands between the two
            gap = _VALUE.sub("", gap[bare.end() :], count=1)
        if _between("in").fullmatch(gap) and (place := place_in(spans[last + 1]["code"], base)):
            return place
    return place_in(spans[at - 1]["code"], base) if _holds(sentence, spans, at) else ""


def _holds(sentence: str, spans: Sequence["re.Match[str]"], at: int) -> bool:
    """Tell whether what stands in code before a name is said to hold it."""
    if at == 0:
        return False
    led, gap = sentence[: spans[at - 1].start()], sentence[spans[at - 1].end() : spans[at].start()]
    is_led = gap.strip() in {",", ":"} and _between("in").fullmatch(f" {led.strip()} ") is not None
    return is_led or _between("holds").fullmatch(gap) is not None
