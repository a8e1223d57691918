"""Properties blocks that hold our own keys too, mutated, and what an edit of each must keep to.

`made_note` composes a note out of pieces and knows, piece by piece, what must be left of it when
our properties are gone; `mutated_note` damages one at random. `fate_of` sets, changes and removes
our flags and says what went wrong. Used with a few notes by `tests/property/test_mutated_blocks.py`
and with 100,000 by `benchmarks/harm.py notes`.
"""

import random
import re
from dataclasses import dataclass

import yaml

from vaultwatch.errors import FrontmatterError
from vaultwatch.notes.frontmatter_edit import edit_properties
from vaultwatch.notes.model import FlagValue, Trouble
from vaultwatch.notes.properties import OWN_KEYS, Properties, read_properties
from vaultwatch.notes.source import decode

SET: dict[str, FlagValue] = {
    "drift": ("memory_drift",),
    "drift_score": 0.83,
    "drift_since": "2026-05-04",
    "drift_notes": ("[[Projects/Atlas]]", '[[a "b": #c]]'),
}
CHANGED: dict[str, FlagValue] = {
    "drift": ("memory_drift", "stale"),
    "drift_score": 0.5,
    "drift_since": "2026-06-01",
    "drift_notes": (),
}

OTHERS = (
    "{}: plain text\n",
    "{}:\n",
    "{}: 'quoted: #'  # why\n",
    '{}: "two\n  lines"\n',
    "{}: [a, b]\n",
    "{}: [a, # one\n  b]\n",
    "{}:\n  - one\n  - two\n",
    "{}:\n- one\n-\n",
    "{}:\n  inner: 1\n  more:\n    - x\n",
    "{}: |\n  block\n  text\n",
    "{}: |+\n  kept\n\n",
    "{}: |-\n  block\n\n\n",
    "{}: >-\n  folded\n\n  text\n",
    "{}: |2\n   more\n",
    "{0}: &mark [1]\n{0} again: *mark\n",
    "{}: !!str 7\n",
    "{}: 007\t\n",
    "{}: a\n  b # behind\n",
    "? {}\n: explicit\n",
    "? [{}]\n: odd\n",
    "{}: café 😀\n",
    "{}: null\n",
    "<<: {{{}: 1}}\n",
    "{}: [[Note]]\n",
    "{}: '---'\n",
)
"""Properties of a person; `{}` is the name."""

OURS = (
    ("{}: old\n", ""),
    ("{}:\n", ""),
    ("{}: # mine\n", "# mine\n"),
    ("{}: old # mine\n", "# mine\n"),
    ("{}: 'old'   # mine\n", "# mine\n"),
    ("{}: [a, b]\n", ""),
    ("{}: [a, # one\n  b] # two\n", "# one\n# two\n"),
    ("{}:\n  - a\n  - b\n", ""),
    ("{}:\n- a\n- b\n", ""),
    ("{}:\n- a\n-\n", ""),
    ("{}:\n  - a\n  # between\n  - b\n", "  # between\n"),
    ("{}:\n  - a # one\n  - b\n", "# one\n"),
    ("{}: # head\n  - a\n", "# head\n"),
    ("{}:\n  # first\n  - a\n", "  # first\n"),
    ("{}: |\n  a # no comment\n  b\n", ""),
    ("{}: > # mine\n  a\n", "# mine\n"),
    ('{}: "a\n  # no comment\n  b"\n', ""),
    ("{}: a\n  b\n", ""),
    ("{}:\n  a: 1\n", ""),
    ('"{}": old\n', ""),
    ("{}:   0.5\t\n", ""),
)
"""Our properties as a person or an older version may have left them, and the comments in them."""

BETWEEN = ("", "", "", "", "\n", "# a comment\n", "  # an indented comment\n", "\n\n", " \n")
FENCES = ("---\n", "---\n", "---\n", "--- \n", "---\t\n")
BODIES = (
    "",
    "body\n",
    "# Heading\n\ntext",
    "\nbody\n",
    "---\na: 1\n---\nbody of a body\n",
    "---\n",
    "--- \nrule\n",
    "...\n",
    "\ufeff---\na: 1\n---\nb\n",
    "drift: 1\n---\n",
    "\x0c\n",
)
NOISE = [*" \t\n\r-:#|>&*![]{}'\"?,%@`.~\\ab0", "\x85", "\u2028", "\0", "\ufeff", "\u00a0", "---\n"]
NOISE += ["...\n", "  # c\n", "drift: x\n", "\r\n", "  - x\n", "drift_score:", "*mark", "&mark "]


@dataclass(frozen=True, slots=True)
class MadeNote:
    """A note and what must be left of it without our properties."""

    data: bytes
    bare: bytes | None
    """None where nobody can tell: the note was damaged, or holds but our properties."""


def made_note(seed: str) -> MadeNote:
    """Return a note composed of pieces."""
    return _made(random.Random(seed))  # noqa: S311 -- cases, no secrets


def _made(rng: random.Random) -> MadeNote:
    names = iter(rng.sample(["a", "b", "tags", "title", "é", "status", "driftwood"], 7))
    ours = iter(rng.sample(sorted(OWN_KEYS), 4))
    pieces: list[tuple[str, str]] = []
    for _ in range(rng.choice([0, 1, 2, 3, 4])):
        if rng.random() < 0.45:
            piece, left = rng.choice(OURS)
            pieces.append((piece.format(next(ours)), left))
        else:
            other = rng.choice(OTHERS).format(next(names))
            pieces.append((other, other))
        is_text = any(mark in pieces[-1][0] for mark in "|>")  # it would swallow what is indented
        between = "" if is_text else rng.choice(BETWEEN)
        pieces.append((between, between))
    head, foot = rng.choice(FENCES), rng.choice([*FENCES, "---"])
    body = rng.choice(BODIES) if foot != "---" else ""
    mark = "\ufeff" if rng.random() < 0.1 else ""
    texts = [f"{mark}{head}{''.join(part)}{foot}{body}" for part in zip(*pieces, strict=True)]
    texts = texts or [f"{mark}{body}"] * 2
    if rng.random() < 0.2:
        texts = [text.replace("\n", "\r\n") for text in texts]
    data, bare = (text.encode() for text in texts)
    left = "".join(left for _, left in pieces)
    return MadeNote(data, bare if left.strip() or data == bare else None)


def mutated_note(seed: str) -> MadeNote:
    """Return a note with a few damages, most of them in its properties."""
    rng = random.Random(seed)  # noqa: S311 -- cases, no secrets
    text = _made(rng).data.decode()
    for _ in range(rng.choice([1, 1, 2, 3, 5])):
        at = rng.randrange(min(len(text), 200) + 1)
        end = at + rng.choice([0, 0, 1, 1, 2, 8])
        what = rng.random()
        if what < 0.6:
            text = text[:at] + rng.choice(NOISE) + text[end:]
        elif what < 0.8:
            text = text[:at] + text[end:]
        else:
            lines = text.splitlines(keepends=True) or [""]
            lines.insert(rng.randrange(len(lines)), rng.choice(lines))
            text = "".join(lines)
    data = text.encode()
    if rng.random() < 0.02:
        data += b"\xff"
    return MadeNote(data, None if OWN_KEYS & set(_words(data)) else data)


def fate_of(note: MadeNote) -> tuple[str, str]:
    """Set, change and remove the flags of a note.

    Returns:
        ("exact", "") where every byte came back, ("refused", reason) where the first edit was
        refused, ("harm", what) for anything else.
    """
    try:
        once = edit_properties(note.data, put=SET)
    except FrontmatterError as exc:
        return "refused", exc.message
    try:
        changed = edit_properties(once, put=CHANGED)
        gone = edit_properties(changed, put={}, remove=list(SET))
        bare = edit_properties(note.data, put={}, remove=list(SET))
        is_stable = edit_properties(once, put=SET) == once
    except FrontmatterError as exc:
        return "harm", f"set, then refused: {exc.message}"
    if not is_stable:
        return "harm", "setting the same again changes the note"
    if gone != bare or (note.bare is not None and gone != note.bare):
        return "harm", "other bytes came back"
    if _loses_comment(note.data, gone):
        return "harm", "a comment is lost"
    wrong = _misread(note.data, once, SET) or _misread(note.data, changed, CHANGED)
    return ("harm", wrong) if wrong else ("exact", "")


def _misread(before: bytes, after: bytes, put: dict[str, FlagValue]) -> str:
    """Return what the reader no longer reads as before; empty where all is well."""
    (old_text, _), (new_text, _) = decode(before), decode(after)
    old, new = read_properties(old_text), read_properties(new_text)
    if any(trouble.kind != "duplicate_property" for trouble in _newer(old, new)):
        return f"the reader sees trouble: {new.troubles}"
    if new_text[new.body_start :] != old_text[old.body_start :]:
        return "the reader sees another body"
    said = {key: new.values.get(key) for key in put}
    if said != {key: _as_read(value) for key, value in put.items()}:
        return "the reader does not read what was set"
    others = [{k: v for k, v in one.values.items() if k not in OWN_KEYS} for one in (old, new)]
    by_pyyaml = _by_pyyaml(old_text)
    if others[0] != others[1] or by_pyyaml not in (None, _by_pyyaml(new_text)):
        return "another property changed"
    return ""


def _newer(old: Properties, new: Properties) -> list[Trouble]:
    known = {trouble.message for trouble in old.troubles}
    return [trouble for trouble in new.troubles if trouble.message not in known]


def _as_read(value: FlagValue) -> object:
    if isinstance(value, tuple):
        return value
    return str(value)


def _block(text: str) -> str:
    """Return a note's properties block; found in another way than the product does."""
    found = re.match(r"---[ \t]*\r?\n((?:.*?\n)??)---[ \t]*\r?(?:\n|\Z)", text, re.DOTALL)
    return found[1] if found else ""


def _by_pyyaml(text: str) -> object:
    """Return the other properties as PyYAML's own, pure parser reads them; None where it cannot."""
    try:
        read = yaml.load(_block(text), Loader=yaml.BaseLoader)  # noqa: S506 -- makes texts alone
    except (yaml.YAMLError, TypeError, RecursionError, ValueError):
        return None
    return {key: value for key, value in (read or {}).items() if key not in OWN_KEYS}


def _loses_comment(before: bytes, after: bytes) -> bool:
    """Tell whether a comment line is gone, where no text can be mistaken for one."""
    block = _block(decode(before)[0])
    if re.search(r"[|>\"']", block):
        return False
    blank = " \t\r"
    lines = [line.strip(blank) for line in block.split("\n")]
    comments = [line for line in lines if line.startswith("#")]
    left = [line.strip(blank) for line in decode(after)[0].split("\n")]
    return any(comments.count(line) > left.count(line) for line in comments)


def _words(data: bytes) -> list[str]:
    return re.findall(r"\w+", data.decode("utf-8", "replace"))
