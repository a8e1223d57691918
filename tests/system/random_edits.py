"""Edits that a person makes to a note at random, none of them to what a memory rests on."""

import random
import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass

SEED = 20261121
ELSEWHERE = (
    "Bananas ripen quickly near windows.",
    "Yesterday's thunderstorm flooded the cellar.",
    "Grandmother knits woollen socks in 14 colours.",
    "UPDATE: lunch moved to noon.",
    "- [x] Water the geraniums",
    "Our orchestra rehearses Mahler on 2027-02-11.",
    "- Borrow a ladder from Ottilie\n- Return the ladder",
    "> The heron stood still for an hour.",
)
FILLERS = ("marmalade", "trombone", "giraffe", "velvet", "pebble", "gondola", "thistle", "walrus")
HEADINGS = ("Cutlery", "Wild geese", "Balcony plants")
STARTS = re.compile(r"\s*([-+*>|#=~`<:!\[]|\d+[.)]|\$\$|%%|---)")
"""What makes a line more than prose where it stands first."""
UNBROKEN = re.compile(r"\[\[[^\]]*\]\]|\[[^\]]*\]\([^)]*\)|`[^`]*`|\$[^$]*\$")
BARE = re.compile(r"(?<= )[a-z]{4,}(?= )")
"""A word with nothing of Markdown about it."""

Edit = Callable[["Text", random.Random], "Text"]


@dataclass(frozen=True)
class Block:
    """Lines between blank lines: a paragraph, a list, a table, fenced code, the properties."""

    lines: tuple[str, ...]
    is_kept: bool
    """It holds what the memory rests on."""

    @property
    def is_heading(self) -> bool:
        return self.lines[0].startswith("#")

    @property
    def is_prose(self) -> bool:
        return not any(STARTS.match(line) or line.endswith(("  ", "\\")) for line in self.lines)

    @property
    def is_loose(self) -> bool:
        """It may go or change: a paragraph, list, table or code that nothing rests on."""
        is_front = self.lines[0] == "---"
        return not (self.is_kept or self.is_heading or is_front)


Text = tuple[Block, ...]


def chance(*of: object) -> random.Random:
    return random.Random(f"{SEED} {of}")  # noqa: S311 -- a test repeats itself


def blocks_of(text: str, kept: set[int]) -> Text:
    blocks: list[Block] = []
    lines: list[str] = []
    is_kept = is_fenced = is_front = False
    for number, line in enumerate([*text.split("\n"), ""], 1):
        is_front = (number == 1 and line == "---") or (is_front and line != "---")
        if line.lstrip().startswith("```"):
            is_fenced = not is_fenced
        if line.strip() or is_fenced or is_front:
            if lines and line.startswith("#") and not is_fenced and not is_front:
                blocks.append(Block(tuple(lines), is_kept))
                lines, is_kept = [], False
            lines.append(line)
            is_kept = is_kept or number in kept
        elif lines:
            blocks.append(Block(tuple(lines), is_kept))
            lines, is_kept = [], False
    return tuple(blocks)


def text_of(blocks: Text) -> str:
    return "\n\n".join("\n".join(block.lines) for block in blocks) + "\n"


def swap(blocks: Text, place: int, *lines: str) -> Text:
    new = (Block(lines, blocks[place].is_kept),) if lines else ()
    return (*blocks[:place], *new, *blocks[place + 1 :])


def places(blocks: Text, wanted: Callable[[Block], bool]) -> list[int]:
    return [place for place, block in enumerate(blocks) if wanted(block)]


def insert(blocks: Text, rnd: random.Random) -> Text:
    after_front = 1 if blocks[0].lines[0] == "---" else 0
    # Never between an item and its continuation, nor between a paragraph and the list it opens.
    gaps = [p for p in places(blocks, lambda b: b.is_heading) if p >= after_front] + [len(blocks)]
    place = rnd.choice(gaps)
    new = Block(tuple(rnd.choice(ELSEWHERE).split("\n")), is_kept=False)
    return (*blocks[:place], new, *blocks[place:])


def drop(blocks: Text, rnd: random.Random) -> Text:
    loose = places(blocks, lambda b: b.is_loose)
    return swap(blocks, rnd.choice(loose)) if loose else blocks


def reword(blocks: Text, rnd: random.Random) -> Text:
    loose = places(blocks, lambda b: b.is_loose and bool(BARE.search(" ".join(b.lines))))
    if not loose:
        return blocks
    place = rnd.choice(loose)
    changed = [
        BARE.sub(lambda m: rnd.choice(FILLERS) if rnd.random() < 0.4 else m[0], line)
        for line in blocks[place].lines
    ]
    return swap(blocks, place, *changed)


def rewrap(blocks: Text, rnd: random.Random) -> Text:
    """Wrap every paragraph anew, that of the support too."""
    width = rnd.choice((32, 50, 78, 10_000))
    made = []
    for block in blocks:
        lines = [line.replace("\0", " ") for line in _wrapped(block, width)]
        is_safe = block.is_prose and not any(STARTS.match(line) for line in lines)
        made.append(Block(tuple(lines), block.is_kept) if is_safe else block)
    return tuple(made)


def _wrapped(block: Block, width: int) -> list[str]:
    whole = UNBROKEN.sub(lambda m: m[0].replace(" ", "\0"), " ".join(block.lines))
    return textwrap.wrap(whole, width, break_long_words=False, break_on_hyphens=False)


def reorder(blocks: Text, rnd: random.Random) -> Text:
    """Shuffle the sections of the second level."""
    starts = places(blocks, lambda b: b.lines[0].startswith("## "))
    if len(starts) < 2:
        return blocks
    parts = [blocks[a:b] for a, b in zip(starts, [*starts[1:], len(blocks)], strict=True)]
    rnd.shuffle(parts)
    return (*blocks[: starts[0]], *(block for part in parts for block in part))


def rename(blocks: Text, rnd: random.Random) -> Text:
    """Rename a heading that the support does not stand under."""
    free = [place for place in places(blocks, lambda b: b.is_heading) if not _covers(blocks, place)]
    if not free:
        return blocks
    place = rnd.choice(free)
    marks = blocks[place].lines[0].split(" ", 1)[0]
    return swap(blocks, place, f"{marks} {rnd.choice(HEADINGS)}", *blocks[place].lines[1:])


def _covers(blocks: Text, place: int) -> bool:
    level = len(blocks[place].lines[0].split(" ", 1)[0])
    for block in blocks[place:][1:]:
        if block.is_heading and len(block.lines[0].split(" ", 1)[0]) <= level:
            return False
        if block.is_kept:
            return True
    return blocks[place].is_kept


def emphasise(blocks: Text, rnd: random.Random) -> Text:
    """Set a word in bold or italics, in whatever paragraph."""
    bare = places(blocks, lambda b: b.is_prose and not re.search(r"[`$\[*_<]", " ".join(b.lines)))
    bare = [place for place in bare if BARE.search(" ".join(blocks[place].lines))]
    if not bare:
        return blocks
    place, mark = rnd.choice(bare), rnd.choice(("**", "*", "_"))
    lines = list(blocks[place].lines)
    at = rnd.choice([i for i, line in enumerate(lines) if BARE.search(line)] or [0])
    words = list(BARE.finditer(lines[at]))
    if words:
        word = rnd.choice(words)
        lines[at] = f"{lines[at][: word.start()]}{mark}{word[0]}{mark}{lines[at][word.end() :]}"
    return swap(blocks, place, *lines)


EDITS: tuple[Edit, ...] = (insert, drop, reword, rewrap, reorder, rename, emphasise)
