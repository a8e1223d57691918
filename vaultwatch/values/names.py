"""Names: runs of capitals inside a sentence, and what a form of address stands with.

Pure. In German, where every noun has a capital, only two in a row or one behind such a form.
"""

from typing import Final

from vaultwatch.values.line import Found, Line
from vaultwatch.values.model import Value
from vaultwatch.values.polarity import words_for

_ENDS: Final = frozenset(".!?:;…。！？|#>•*-[]`\"“„«「'‘{=")
_LONGEST_CJK: Final = 4


def name_at(line: Line, at: int) -> Found | None:  # noqa: PLR0911 -- what is no name, by turns
    """Return the name that begins at a piece."""
    piece = line.piece(at)
    if piece.kind == "sign":
        return _before_title(line, at)
    if piece.kind != "word" or not piece.text[0].isupper() or not line.is_free(at):
        return None
    if title := line.role(at, "titles"):
        begin = title[1] + (line.piece(title[1]).text == "." and line.piece(title[1]).gap == "")
        if _is_capital(line, begin) and line.near(begin):
            return _named(line, begin, _run_end(line, begin))
    end = _run_end(line, at)
    is_titled = at > 0 and _ends_title(line, at)
    if line.pieces[at].lower in line.lexicon.function:
        return name_at(line, at + 1) if end > at + 1 and line.near(at + 1) else None
    if end == at + 1 and len(piece.text) == 1:
        return None
    first = _is_first(line, at)
    if "nouns_capital" in line.lexicon.flags and not is_titled and end - at == 1:
        return None
    if first and not is_titled and end - at == 1:
        return None
    return _named(line, at, end)


def _named(line: Line, at: int, end: int) -> Found:
    start, stop = line.piece(at).start, line.piece(end - 1).end
    words = " ".join(one.lower for one in line.pieces[at:end])
    return Value("name", (words,), start, stop), end


def _is_capital(line: Line, at: int) -> bool:
    piece = line.piece(at)
    return piece.kind == "word" and piece.text[0].isupper() and line.is_free(at)


def _run_end(line: Line, at: int) -> int:
    end = at + 1
    # `Das Haus von Anna`: behind an article a German noun begins no name of several words.
    is_noun = "nouns_capital" in line.lexicon.flags and line.piece(at - 1).lower in words_for(
        "articles"
    )
    inside = frozenset() if is_noun else line.lexicon.inside_names
    while True:
        after = end
        if line.piece(after).lower in inside and line.piece(after).gap == " ":
            after += 1
            after += line.piece(after).lower in line.lexicon.inside_second
        gap = line.piece(after).gap
        if not _is_capital(line, after) or gap not in (" ", "-", "'", "’", "\u00a0"):
            break
        if line.piece(after).lower in line.lexicon.function or _is_calendar(line, after):
            break
        end = after + 1
    return end


def _is_calendar(line: Line, at: int) -> bool:
    return line.role(at, "weekday", "month") is not None


def _is_first(line: Line, at: int) -> bool:
    """Tell whether a sentence begins here, where any word has a capital."""
    before = line.piece(at - 1)
    return at == 0 or (before.kind == "mark" and before.text in _ENDS) or "\n" in line.piece(at).gap


def _ends_title(line: Line, at: int) -> bool:
    before = at - 1
    if line.piece(before).text == "." and before > 0:
        before -= 1
    return any(
        "titles" in line.meant(start) and line.meant(start)["titles"][1] in (at, at - 1)
        for start in (before, before - 1)
        if start >= 0
    )


def _before_title(line: Line, at: int) -> Found | None:
    """Return the CJK name that a form of address follows: `田中さん`, `김철수 씨`."""
    function, before = line.lexicon.function, line.piece(at - 1)
    goes_on = at > 0 and line.is_joined(at) and before.kind == "sign"
    if goes_on and before.text not in function:
        return None
    for end in range(at + 1, at + _LONGEST_CJK + 1):
        last = line.piece(end - 1)
        if last.kind != "sign" or not line.is_free(end - 1) or last.text in function:
            return None
        if end > at + 1 and not line.is_joined(end - 1):
            return None
        title = line.role(end, "titles_after")
        if title and line.piece(end).gap in ("", " "):
            return _named_cjk(line, at, end)
    return None


def _named_cjk(line: Line, at: int, end: int) -> Found:
    start, stop = line.piece(at).start, line.piece(end - 1).end
    return Value("name", (line.text[start:stop],), start, stop), end
