"""Make one change again in a file that somebody else has written to since.

Pure: bytes in, bytes out. What a step wrote into a store is taken back in this way where an agent
appended a line meanwhile: that change alone is reversed, and every other byte stays.
"""

from difflib import SequenceMatcher


def taken_out(now: bytes, *, old: bytes, new: bytes) -> bytes | None:
    """Return a file without the change from `old` to `new`, all that others wrote kept.

    As it stands where the change is not in it; None where that is not clear.
    """
    out = carried_over(now, before=new, after=old)
    is_back = carried_over(now, before=old, after=new) is not None
    if out is not None and is_back:  # one state begins with the other: the longer one is meant
        both = now.startswith(old) and now.startswith(new)
        return (now if len(old) > len(new) else out) if both else None
    return now if is_back else out


def carried_over(edited: bytes, *, before: bytes, after: bytes) -> bytes | None:
    """Return a file with the change between two of its states made in it.

    None where it is not clear: where a line of the change was edited, is gone or stands twice.

    Args:
        edited: what somebody made of `before`.
        before: the state that the change begins with.
        after: the state that it ends with.
    """
    if edited.startswith(before):  # appended to: the change's own place is known to the byte
        return after + edited[len(before) :]
    old, new, now = (one.splitlines(keepends=True) for one in (before, after, edited))
    same = SequenceMatcher(None, old, now).get_matching_blocks()
    made, done = list[bytes](), 0
    for tag, start, end, new_start, new_end in SequenceMatcher(None, old, new).get_opcodes():
        if tag == "equal":
            continue
        # What only puts lines in has its place between two lines: both must stand.
        first, last = (start, end) if end > start else (max(0, start - 1), min(len(old), end + 1))
        block = next((b for b in same if b.a <= first and last <= b.a + b.size), None)
        if block is None or _count(now, old[first:last]) != 1:
            return None
        at = start + block.b - block.a
        made += [*now[done:at], *new[new_start:new_end]]
        done = at + end - start
    return b"".join([*made, *now[done:]])


def _count(lines: list[bytes], wanted: list[bytes]) -> int:
    size = len(wanted)
    return sum(lines[at : at + size] == wanted for at in range(len(lines) - size + 1))
