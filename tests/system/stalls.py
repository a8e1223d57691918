"""What stands in the files of a market, and how they are saved."""

import os
import time
from pathlib import Path

BELIEVED = 40
FLAGS = ("drift:", "drift_score:", "drift_since:", "drift_notes:")
COARSE_S = 2.0
"""How coarsely FAT keeps times."""


def note_text(stall: int, fee: int, edition: int) -> str:
    """Return a note of some chunks, of which the last come and go."""
    days = "\n\n".join(
        f"## Day {day}\n\n" + "\n\n".join(f"On day {day} table {n} is sold." for n in range(30))
        for day in range(1 + edition % 3)
    )
    return (
        f"# Stall {stall}\n\nThe fee of stall {stall} is {fee} euros.\n\n"
        f"Mark m{stall}e{edition}.\n\n{days}\n"
    )


def memory_text(stall: int, mood: int, fee: int = BELIEVED) -> str:
    """Return a memory note with a property that is none of ours."""
    return (
        f"---\nid: mem_{stall}\nmood: {mood}\n---\nThe fee of [[Stall {stall}]] is {fee} euros.\n"
    )


def without_flags(text: str) -> str:
    """Return a memory note without our flags, the rest byte for byte."""
    kept, is_flag = [], False
    for line in text.splitlines(keepends=True):
        is_flag = line.startswith(FLAGS) or (is_flag and line.startswith((" ", "- ")))
        if not is_flag:
            kept.append(line)
    return "".join(kept)


def save(place: Path, text: str, *, in_place: bool = False, tick_s: float = 0.0) -> None:
    """Save as one kind of editor does or another, on a disk that keeps times so coarsely."""
    place.parent.mkdir(parents=True, exist_ok=True)
    written = place if in_place else place.with_name(f".{place.name}.edit")
    written.write_bytes(text.encode())
    if tick_s:
        saved_s = time.time() // tick_s * tick_s
        os.utime(written, (saved_s, saved_s))
    if not in_place:
        written.replace(place)
