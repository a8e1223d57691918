"""Tell whose words a question asks for, where memories are turns of a talk, as `Anna: Yes.` is.

Pure. Who asks what Anna thinks of the kiln is answered by what Anna said, not by what was said to
her, though that names her. Source of the numbers: 497 questions about three dialogues, of which 112
ask one for what the other said and nothing answers (recallbench; benchmarks/FIGURES.md).
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from vaultwatch.notes.sentences import split_sentences
from vaultwatch.recall.word_weight import words_asked
from vaultwatch.values.tokens import fold

SAID_BY: Final = 0.2
"""How much more speaks for what was said by the one who is asked about. Chosen by hand: of .1, .2
and .3 the first five turns hold .709, .727 and .736 of what answers, .668 with none; but a turn may
be about another than who speaks."""
_LOOKED_AT: Final = 15
_STEEPNESS: Final = 6.0
"""How many of the best turns tell whose words they are, and how fast a worse one counts for less:
10 to 20 and 4 to 8 are alike."""
_SPEAKER = re.compile(r"([^\W\d_][^:\n]{0,39}):\s")
_WORD = re.compile(r"\w+")
_ASKS = ("?", "？", "؟")  # noqa: RUF001 - the marks themselves


def speaker_of(text: str) -> str:
    """Return who says a text: what stands in front of its first colon; empty where none does."""
    found = _SPEAKER.match(text)
    return found[1] if found else ""


def asked_of(question: str, texts: Sequence[str]) -> str:
    """Return the one of those who speak in some texts that a question names.

    Empty where it names none or several, or most of the texts are not said by one of several, who
    take turns: `Rent: 700 euros` and `Decision: we stay` have labels. A name has its capital.
    """
    names = Counter(filter(None, map(speaker_of, texts)))
    again = sum(turns > 1 for turns in names.values())
    are_turns = len(names) == 2 or 2 * again >= len(names) > 2  # noqa: PLR2004 - a dialogue has two
    if not are_turns or 2 * names.total() <= len(texts):
        return ""
    words = _words(_names_in(question))
    named = [name for name in names if _names_in(name) and _words(_names_in(name)) <= words]
    return named[0] if len(named) == 1 else ""


def _names_in(text: str) -> str:
    """Return the words of a text that do not begin with a small letter."""
    return " ".join(word for word in _WORD.findall(text) if not word[:1].islower())


def without(question: str, name: str) -> str:
    """Return a question without a name, which those say most who speak to its bearer."""
    rest = re.sub(rf"\b{re.escape(name)}\b\S*", " ", question, flags=re.IGNORECASE)
    others = (word for word in words_asked(question) if _words(word).isdisjoint(_words(name)))
    return rest if any(others) else question


def part_of(name: str, said: Iterable[tuple[float, str]]) -> float:
    """Return of what answers best, each a relevance and a text, the part that one said, 0 to 1.

    What somebody asks is of the other: *Any plans for the kiln?* tells nothing of who says it.
    """
    best = sorted(said, reverse=True)[:_LOOKED_AT]
    weights = [math.exp(_STEEPNESS * (relevance - best[0][0])) for relevance, _ in best]
    theirs = (
        weight * (asks if speaker_of(text) != name else 1 - asks)
        for weight, (_, text) in zip(weights, best, strict=True)
        for asks in (_asking(text),)
    )
    return math.fsum(theirs) / math.fsum(weights)


def _asking(text: str) -> float:
    """Return the part of what somebody says that is a question."""
    said = text.removeprefix(f"{speaker_of(text)}:")
    sentences = [said[start:end] for start, end in split_sentences(said)]
    asked = sum(len(one) for one in sentences if one.endswith(_ASKS))
    return asked / (sum(map(len, sentences)) or 1)


def _words(text: str) -> set[str]:
    return {fold(word) for word in _WORD.findall(text)}
