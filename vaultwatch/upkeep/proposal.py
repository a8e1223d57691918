"""What upkeep proposes to a person, as one value, and what it rests on. Pure."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, Literal, TypeAlias

from vaultwatch.memories.facts import Facts, properties_of

UpkeepVerb: TypeAlias = Literal[
    "merge", "split", "archive", "fade", "refresh", "compress", "promote", "core", "distil"
]
"""Merge those that say the same; set a sentence apart that holds no more; put into the archive;
leave out of contexts unasked; say it in its note's words of now; make one memory of the lines of
several; write into the note that it cites; write the core summary; write down steps that
sessions repeat as the draft of a procedure."""
RowVerb: TypeAlias = Literal[
    "fold", "split", "archive", "fade", "refresh", "compress", "promote", "core", "distil"
]
ROW_VERBS: Final[dict[UpkeepVerb, RowVerb]] = {
    "merge": "fold",
    "split": "split",
    "archive": "archive",
    "fade": "fade",
    "refresh": "refresh",
    "compress": "compress",
    "promote": "promote",
    "core": "core",
    "distil": "distil",
}
"""As what is kept for a person names them: an agent's `merge` joins two texts."""
DEEDS: Final[Mapping[str, str]] = {
    "merged": "memory fold",
    "split": "memory split",
    "archived": "memory archived",
    "faded": "memory faded",
    "refreshed": "memory refresh",
    "compressed": "memory compress",
    "promoted": "memory promoted",
    "distilled": "procedure distilled",
}
"""What it makes of memories, with the verbs of the audit."""
UPKEEP: Final = "vaultwatch"
"""Who proposes it, where agents name themselves."""


@dataclass(frozen=True, slots=True)
class UpkeepProposal:
    """What a person may say yes to."""

    verb: UpkeepVerb
    memories: tuple[tuple[str, str], ...]
    """Ids with their digests; the one that stays first. Void where one changed."""
    text: str
    """What the one that stays says then; empty where nothing is said anew."""
    reason: str
    """A sentence fragment: `it ended on 2026-09-01`."""
    evidence: tuple[str, ...] = ()
    """What it rests on, a line each."""

    @property
    def id(self) -> str:
        """What names it: made of all that it would do, and to what."""
        material = "\0".join(
            (self.verb, *(part for one in self.memories for part in one), self.text)
        )
        return blake2b(material.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def digest_of(belief: str, facts: Facts) -> str:
    """Return what tells a memory from what it was: its words and properties, to the letter."""
    said = json.dumps(properties_of(facts), sort_keys=True)
    material = f"{belief}\0{said}".encode("utf-8", "surrogatepass")
    return blake2b(material, digest_size=16).hexdigest()
