"""Find the sentence of a memory that holds no more, and say what is left without it. Pure."""

from typing import Final

from vaultwatch.late_regex import late_regex
from vaultwatch.notes.sentences import split_sentences
from vaultwatch.notes.titles import title_key
from vaultwatch.values.words import content, stemming_of

LEAST_SHARED: Final = 0.5
"""Of a sentence's words, those that must stand in what was said against it: less may speak of
another sentence. Chosen by hand."""
LEAST_LEFT: Final = 2
"""Words of meaning that another sentence has, so that something is left to believe."""
WIKI_LINK = late_regex(r"!?\[\[([^\[\]\n]+)\]\]")
_CITED = late_regex(
    r"(?:[,.;\uff0c]\s*(?:\w+\s)?|[,\uff0c]\w{1,2}|(?=\s?[(\uff08]))\s?[(\uff08]?"
    r"\[\[[^\[\]\n]*\]\][)\uff09]?[.\u3002]?\s*$"
)
"""A link behind all else, with the one word that may lead to it."""


def rest_without(belief: str, against: str) -> str:
    """Return what a memory says without the one sentence that holds no more; empty for none."""
    if "\n" in belief.strip():
        return ""
    language = stemming_of(belief)
    told = content(_unlinked(against), language)
    spans = split_sentences(belief)
    words = [content(_unlinked(belief[start:end]), language) for start, end in spans]
    shares = [len(said & told) / len(said) if said else 0.0 for said in words]
    best = max(shares, default=0.0)
    if best < LEAST_SHARED or shares.count(best) > 1:
        return ""
    at = shares.index(best)
    left = [said for number, said in enumerate(words) if number != at]
    return _without(belief, spans[at]) if max(map(len, left), default=0) >= LEAST_LEFT else ""


def set_apart(belief: str, rest: str) -> str:
    """Return the sentence whose leaving gives this rest; empty where none does."""
    spans = split_sentences(belief)
    return next((belief[s:e] for s, e in spans if _without(belief, (s, e)) == rest), "")


def _without(belief: str, span: tuple[int, int]) -> str:
    """Return a text without a stretch, its links kept."""
    before, behind = belief[: span[0]].rstrip(), belief[span[1] :].lstrip()
    rest = " ".join(filter(None, (before, behind)))
    return with_links(rest, [belief[span[0] : span[1]]])


def with_links(text: str, others: list[str]) -> str:
    """Return a text and the wiki-links of others that it lacks, in a paragraph of their own.

    So no word or value of it reads otherwise.
    """
    has = {_target(link[1]) for link in WIKI_LINK.finditer(text)}
    lacks: dict[str, str] = {}
    for other in others:
        for link in WIKI_LINK.finditer(other):
            if _target(link[1]) not in has:
                lacks.setdefault(_target(link[1]), link[0].removeprefix("!"))
    return "\n\n".join(filter(None, (text, " ".join(lacks.values()))))


def _unlinked(text: str) -> str:
    return WIKI_LINK.sub(" ", text)


def _target(link: str) -> str:
    """Return what tells the note and place that a link leads to, however it is written."""
    named = link.partition("|")[0]
    note, mark, place = named.partition("#")
    return f"{title_key(note.strip())}{mark}{place.strip().casefold()}"


def without_citation(text: str) -> str:
    """Return a memory's words without the link tacked on behind them."""
    bare = _CITED.sub("", text.strip())
    return bare if content(bare) else text
