"""Readers that stand in for a model, and a vault in doubt for them to read."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.system.agents import agent_here
from tests.system.drifted import NAMES, doubted_vault
from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.adapters.files.vault_survey import root_identity
from vaultwatch.adapters.ledger.rows import ReadingRow
from vaultwatch.adapters.models.readers import LanguageModel, ReadPairs, WaitPulse
from vaultwatch.errors import ReaderError
from vaultwatch.places import Places
from vaultwatch.reader.batch import PairAnswer, ReaderVerdict
from vaultwatch.reader.pairs import Pair
from vaultwatch.services.workspace import Workspace, no_progress
from vaultwatch.settings import load_settings
from vaultwatch.wiring import open_for_long

BAR = 0.85
"""Between what the rules say of the pairs in doubt and what one answer makes of it."""


def edited_vault(
    folder: Path, then: Mapping[str, str], beliefs: Mapping[str, str], now: Mapping[str, str]
) -> Vault:
    """Memories that ada wrote, each of the note of its name, and notes that were edited since."""
    vault = Vault(folder / "vault", folder / "state")
    use_hash_embedder(vault)
    for name, said in then.items():
        vault.write(f"{name}.md", f"# {name}\n\n{said}\n")
    assert vault.call("scan").status == 0
    with agent_here(vault, name="ada") as ada:
        for name, belief in beliefs.items():
            ada.remember(f"{belief} [[{name}]]")
    for name, said in now.items():
        vault.write(f"{name}.md", f"# {name}\n\n{said}\n")
    assert vault.call("scan").status == 0
    return vault


def vault_in_doubt(folder: Path, names: tuple[str, ...] = NAMES) -> Vault:
    """Memories in doubt, and three that stand beside them, of which two say a number."""
    vault = doubted_vault(folder, names)
    config = vault.read(".vaultwatch/config.toml")
    vault.write(".vaultwatch/config.toml", config.replace("min_score = 1.0", f"min_score = {BAR}"))
    for name, said in (
        ("Oven", "The bread oven was built by Ines and her brother."),
        ("Well", "The well holds 900 litres of water."),
        ("Gate", "The gate opens at 300 kilos of pull."),
    ):
        vault.write(f"Yard/{name}.md", f"# {name}\n\n{said}\n", day="2026-05-01")
        vault.write(f"Memories/{name}.md", f"---\nid: mem_{name}\n---\n{said} [[{name}]]\n")
    assert vault.call("scan").status == 0
    return vault


@dataclass
class StandIn:
    """Somebody who answers each pair by a rule."""

    answers: Callable[[Pair], PairAnswer]
    name: str = "claude"
    model: LanguageModel | None = None
    cost_usd: float = 0.0
    error: ReaderError | None = None
    """What it raises instead."""
    is_formless: bool = False
    asked: list[Sequence[Pair]] = field(default_factory=list)

    def read(self, pairs: Sequence[Pair], *, pulse: WaitPulse) -> ReadPairs:
        """Answer."""
        pulse()
        self.asked.append(pairs)
        if self.error is not None:
            raise self.error
        said = {pair.id: self.answers(pair) for pair in pairs}
        return ReadPairs(None if self.is_formless else said, self.cost_usd)

    def close(self) -> None:
        """Hold nothing."""


@contextmanager
def opened(vault: Vault) -> Iterator[Workspace]:
    """Open a vault as a process does that stays."""
    places = Places(vault.folder, state_base=vault.state)
    ws = open_for_long(
        places,
        load_settings(vault.folder),
        identity=root_identity(vault.folder),
        progress=no_progress,
    )
    with ws:
        yield ws


def handed_out(ws: Workspace) -> list[ReadingRow]:
    """Return what was handed to anybody."""
    return [one for one in ws.ledger.readings() if one.batch]


def nothing() -> None:
    """Nobody waits."""


def truly(pair: Pair) -> PairAnswer:
    """Answer like somebody who reads: what is in doubt here is outdated, the rest as it is."""
    if "look after" in pair.belief:
        return quoting(pair, "outdated")
    line = pair.now[0]
    return quoting(pair, "holds" if line.text in pair.belief else "outdated")


def quoting(pair: Pair, verdict: ReaderVerdict) -> PairAnswer:
    """Answer with the first line of the note."""
    line = pair.now[0]
    return PairAnswer(verdict, line.number, line.text)
