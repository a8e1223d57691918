"""Decide when two statements say the same: their words and digests.

Pure. `notes.statements` gives every statement its digest here; `drift` compares them.
"""

import unicodedata
from hashlib import blake2b

from vaultwatch.late_regex import late_regex
from vaultwatch.notes.sentences import ordinal_before

_NUMBERING = late_regex(r"\(?\d{1,9}[.)]\s+")
_CJK = "\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef"
_CJK_BREAK = late_regex(rf"(?<=[{_CJK}])\s+(?=[{_CJK}])")
"""Chinese and Japanese set no space between words, so a wrapped line must not make one."""


def normal_words(plain: str) -> str:
    """Return the words of a statement's `plain`, free of all that a re-formatting may change.

    NFC, white space collapsed, leading list numbering dropped (the day of a month is none), case
    kept.
    """
    words = " ".join(plain.split())
    if not words.isascii():
        words = _CJK_BREAK.sub("", unicodedata.normalize("NFC", words))
    if words[:1].isdigit() or words[:1] == "(":
        numbering = _NUMBERING.match(words)
        if numbering and not ordinal_before(numbering[0], words[numbering.end() :]):
            words = words[numbering.end() :]
    return words


def statement_digest(plain: str, task_mark: str | None) -> str:
    """Return BLAKE2b-128 hex of a statement's words and the mark of its task; None for no task.

    Of a table row the cells count without the column names; `x` and `X` are one state.
    """
    state = "" if task_mark is None else "\0" + ("x" if task_mark == "X" else task_mark)
    data = (normal_words(plain) + state).encode("utf-8", "surrogatepass")
    return blake2b(data, digest_size=16).hexdigest()
