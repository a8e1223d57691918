"""Decide whether two beliefs say the same, so that no memory is kept twice.

Pure, and strict: a twin that slips by costs a line in the memories folder, a false one loses a
belief. Every word that carries meaning must stand at its place; case, punctuation, Markdown,
contractions, plural endings and a few empty words may differ. Numbers, negations and the notes
that both cite must agree.
"""

import re
import unicodedata
from collections.abc import Sequence
from hashlib import blake2b

from vaultwatch.late_regex import late_regex
from vaultwatch.notes.inline import scan_inline

_EMPTY_WORDS = frozenset(
    ["a", "an", "the", "is", "are", "that", "this", "our", "we", "please", "there", "also", "very"]
)
"""Words whose presence changes nothing a memory is asked for. Chosen by hand: no tense, no doubt,
no quantity and no time is among them."""

_MIN_PLURAL_CHARS = 5
"""Shorter words ending in `s` are seldom plurals (`bus`, `gas`, `DNS`). Chosen by hand."""

_EDGES = " \t\n.,;:!?\"'()[]{}*_`<>|“”‘’„«»…。、，；：！？「」"  # noqa: RUF001 - the marks themselves
_SAYS = "<>=!≠≤≥≈→←↑↓✓✗✔✘∧∨¬"  # noqa: RUF001 - the marks themselves
"""Signs that say something where they stand alone."""
_GROUPED = late_regex(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_CONTRACTED = late_regex(r"\b(\w{2,12})n['\u2019]t\b|\bcannot\b")
_IRREGULAR = {"wo": "will not", "ca": "can not", "sha": "shall not"}


_SENTENCE_END = late_regex(r"(?<=[.!?])\s|(?<=[\u3002\uff01\uff1f])")
_WIKI_LINK = late_regex(r"\[\[[^\[\]]*\]\]")
_PLACE = late_regex(r"(?:\d\W?){4,}|@|://|\w\.\w")
"""What may be an account, a number or an address: four digits on end, chosen by hand."""


def near_identical(belief: str, others: Sequence[tuple[str, str]]) -> str | None:
    """Return the id of the first of the (id, belief) that says the same; None if there is none."""
    words, targets = _gist(belief)
    for other_id, other in others:
        said, cited = _gist(other)
        # A belief without links may cite the same notes by name alone.
        if words == said and (not targets or not cited or targets == cited):
            return other_id
    return None


def only_links_changed(before: str, now: str) -> bool:
    """Tell whether two beliefs differ in link targets alone, as after a rename in Obsidian."""
    return _unlinked(before) == _unlinked(now)


def _unlinked(text: str) -> str:
    return " ".join(_WIKI_LINK.sub("[[]]", text).split())


def added_text(before: str, now: str) -> str:
    """Return what an edit added to a text: what stands round it, or the sentences that are new.

    All of it where a place to send things came with them: only the rest says what for.
    """
    old, new = (" ".join(text.split()) for text in (before, now))
    within = re.search(rf"(?<!\w){re.escape(old.rstrip('.!? '))}(?!\w)", new)
    if within is not None and old:
        added = f"{new[: within.start()]} {new[within.end() :]}"
    else:
        kept = {*_SENTENCE_END.split(old)}
        added = " ".join(one for one in _SENTENCE_END.split(new) if one not in kept)
    return now if _PLACE.search(added) else added.strip()


def gist_digest(belief: str) -> str:
    """Return BLAKE2b-128 hex of the words that must agree: only equal ones can be near-identical.

    Which notes both cite is left to `near_identical`.
    """
    words = "\0".join(_gist(belief)[0]).encode("utf-8", "surrogatepass")
    return blake2b(words, digest_size=16).hexdigest()


def _gist(belief: str) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return the words that must agree, and the notes that are cited with their part, folded."""
    text = unicodedata.normalize("NFC", belief)
    inline = scan_inline(text)
    targets = frozenset(
        "#".join((link.target.removesuffix(".md"), *link.headings, link.block or "")).casefold()
        for link in inline.links
    )
    folded = inline.plain(text, 0, len(text)).casefold()
    folded = _GROUPED.sub(lambda found: found[0].replace(",", ""), folded)
    words = (_bare(word) for word in _CONTRACTED.sub(_spelt_out, folded).split())
    kept = tuple(_singular(word) for word in words if word and word not in _EMPTY_WORDS)
    return kept, targets


def _bare(word: str) -> str:
    """Return a word without the marks round it; `<` and `!=` between words are words themselves."""
    if any(char.isalnum() for char in word):
        return word.strip(_EDGES)
    return word if any(char in _SAYS for char in word) else ""


def _spelt_out(found: re.Match[str]) -> str:
    stem = found[1]
    return "can not" if stem is None else _IRREGULAR.get(stem, f"{stem} not")


def _singular(word: str) -> str:
    is_plural = len(word) >= _MIN_PLURAL_CHARS and word.isalpha() and word.endswith("s")
    return word[:-1] if is_plural and not word.endswith(("ss", "us", "is")) else word
