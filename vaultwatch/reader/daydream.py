"""Put a few memories before a language model that may draw one conclusion from two of them.

Pure. It made the sentence itself, so that little of it is its own to choose: each source is quoted
letter by letter, and no value, name or link stands in it that is not in those sources.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from vaultwatch.reader.batch import DATA, encoded
from vaultwatch.values.equality import same
from vaultwatch.values.reading import values_of
from vaultwatch.values.words import content, stemming_of, words_in

MOST_CHARS: Final = 300
"""Of a conclusion: one sentence, as of what a person said."""
MOST_SOURCES: Final = 3
MIN_QUOTE_CHARS: Final = 8
MAX_QUOTE_CHARS: Final = 120
"""Of each source, so that all are shown whole where the person decides."""
_ACTING: Final = frozenset("[]<>`{}|\\#^@\n\r\t")
"""What may link, embed, tag or run something in a note."""
_TASK: Final = """\
Below stand {count} memories out of one person's notes. If one useful thing follows from two or \
three of them together that none of them says, say it. Mostly nothing does: then answer with "" \
and an empty list.

{data}

Keys of an item: "number" names it, "memory" is its text.

Answer with one JSON object and nothing before or behind it:
{{"conclusion": "...", "sources": [{{"number": 3, "quote": "..."}}]}}
"conclusion": one plain sentence of at most {most} characters that begins with a word of its \
sources and holds no name, number, date or link that does not stand in them. "sources": the two or \
three memories that it follows from, each with the words that it rests on, copied letter by letter.
"""
SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {
        "conclusion": {"type": "string"},
        "sources": {
            "type": "array",
            "maxItems": MOST_SOURCES,
            "items": {
                "type": "object",
                "properties": {"number": {"type": "integer"}, "quote": {"type": "string"}},
                "required": ["number", "quote"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["conclusion", "sources"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What a reader infers, and what it rests on."""

    text: str
    sources: tuple[tuple[int, str], ...]
    """Which memories, as places in the list that was shown, each with its words."""


def daydream_prompt(memories: Sequence[str], fences: Sequence[str]) -> str:
    """Return what a model is asked; of the fences, drawn at random, each memory has one."""
    task = _TASK.format(count=len(memories), data=DATA, most=MOST_CHARS)
    rows = (
        f"{fence}\n{encoded({'number': number, 'memory': text})}\n{fence}"
        for number, (text, fence) in enumerate(zip(memories, fences, strict=True), 1)
    )
    return "\n".join([task, *rows, ""])


def conclusion_in(answer: str, memories: Sequence[str]) -> Conclusion | None:
    """Return what a model infers; None where it says nothing, or more than its sources bear."""
    begin, end = answer.find("{"), answer.rfind("}")
    try:
        held = json.loads(answer[begin : end + 1]) if begin >= 0 else None
    except (ValueError, RecursionError):
        return None
    text = held.get("conclusion") if isinstance(held, dict) else None
    rows = held.get("sources") if isinstance(held, dict) else None
    if not isinstance(text, str) or not isinstance(rows, list) or len(rows) > MOST_SOURCES:
        return None
    found = [_source(row, memories) for row in rows]
    sources = tuple(one for one in found if one is not None)
    places = {place for place, _ in sources}
    if len(sources) < len(rows) or not 1 < len(places) == len(sources):
        return None
    text = text.strip()
    told = [memories[place] for place, _ in sources]
    return Conclusion(text, sources) if _is_borne(text, told) else None


def _source(row: object, memories: Sequence[str]) -> tuple[int, str] | None:
    number, quote = (row.get("number"), row.get("quote")) if isinstance(row, dict) else (0, "")
    if type(number) is not int or not isinstance(quote, str) or not 0 < number <= len(memories):
        return None
    quote = quote.strip()
    is_there = quote in memories[number - 1] and "\n" not in quote
    return (number - 1, quote) if is_there and _is_of_length(quote) else None


def _is_of_length(quote: str) -> bool:
    return MIN_QUOTE_CHARS <= len(quote) <= MAX_QUOTE_CHARS


def _is_borne(text: str, told: Sequence[str]) -> bool:
    """Tell whether a sentence holds no value, name or link that its sources do not.

    Every word that is written large, or holds a digit or a sign, is taken for a name, the first
    too; where letters have no case nobody can tell names, and nothing is concluded.
    """
    has_case = all(one.lower() != one.upper() for one in text if one.isalpha())
    if not content(text) or len(text) > MOST_CHARS or not has_case or _ACTING & {*text}:
        return False
    language = stemming_of(" ".join((text, *told)))
    known = {word.stem for one in told for word in words_in(one, language)}
    held = [value for one in told for value in values_of(one)]
    telling = content(text, language)
    for token in words_in(text, language):
        is_name = not text[token.start : token.end].islower() and token.stem in telling
        if is_name and token.stem not in known:
            return False
    whole = {token.strip(".,;:!?()\"'") for one in told for token in one.split()}
    signs = (token.strip(".,;:!?()\"'") for token in text.split())
    are_known = all(one in whole or one.isalpha() or _is_plain(one) for one in signs)
    return are_known and all(any(same(value, one) for one in held) for value in values_of(text))


def _is_plain(token: str) -> bool:
    """Tell whether a token is of letters alone, but for a hyphen or an apostrophe."""
    return all(part.isalpha() or not part for part in token.replace("'", "-").split("-"))
