"""Choose who reads: what goes into the user's own settings, and what that means, before it does.

The rest of the file stays as it is, comments too. `vaultwatch setup reader off` takes it back.
"""

import json
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from vaultwatch.adapters.models.embedders.choose import models_folder
from vaultwatch.adapters.models.readers import fenced_prompt
from vaultwatch.adapters.models.readers.command import PRESETS
from vaultwatch.adapters.models.readers.cross_encoder import MODEL_NAME, labels_in
from vaultwatch.errors import NotThereError, WrongUsageError, plainly
from vaultwatch.reader.batch import tokens_of
from vaultwatch.reader.pairs import MAX_BELIEF_CHARS, MAX_PASSAGE_CHARS, Pair, PairLine
from vaultwatch.services.operations.client_config import InstallPlan, planned, read_client_file
from vaultwatch.services.reader.running import CALLS
from vaultwatch.settings import ReaderSettings, load_settings, own_settings_file

EXAMPLE: Final = Pair(
    "p1",
    "The team meets on Tuesdays at ten.",
    (),
    (
        PairLine(12, "From March on we meet on Thursdays.", "Meetings"),
        PairLine(14, "Minutes stand below.", "Meetings"),
    ),
    gone=("We meet on Tuesdays at ten, in the small room.",),
)
"""Made up: what a reader is shown looks like this."""
EXAMPLE_OF_TWO: Final = Pair(
    "p1",
    "The team meets in the small room.",
    (),
    (PairLine(1, "The team meets in the hall."),),
    ("user_explicit, 2026-03-02", "inference, 2026-05-11"),
)

_OF_ONE_KIND: Final = ("name", "command", "env", "url", "model", "key_env", "folder", "labels")
"""What is taken out where another reader has none of it."""


@dataclass(frozen=True, slots=True)
class ReaderWish:
    """Who shall read."""

    who: str
    """`command`, `endpoint`, `cross-encoder`, or a program that we know."""
    command: tuple[str, ...] = ()
    model: str = ""
    url: str = ""
    key_env: str = ""
    allowed_hosts: tuple[str, ...] = ()
    folder: Path | None = None
    env: tuple[str, ...] = ()
    name: str = ""
    budget_usd: float | None = None


@dataclass(frozen=True, slots=True)
class ReaderChoice:
    """What would be written, and what it means."""

    plan: InstallPlan
    reader: ReaderSettings
    prompt: str
    """What would be asked of one made-up pair, word for word; empty for a local model."""
    tokens: int
    """About, of a full batch, beside the program's own."""
    own_tokens: int
    """About, what the program sends of its own with each; 0 where that is not known."""
    calls_per_day: int
    """At most."""
    costs: str
    """What it may cost, in a sentence."""


def plan_reader(wish: ReaderWish) -> ReaderChoice:
    """Return what makes somebody the reader; nothing is written, run or asked.

    Raises:
        NotThereError: the program or the model is not on this machine.
        WrongUsageError: something that this reader needs is missing or wrong.
        SettingsError: the settings are wrong as they are.
        RefusedError: the settings cannot be read.
    """
    held = load_settings(None).reader
    table: dict[str, Any] = {**_table(wish), **({"name": wish.name} if wish.name else {})}
    if wish.budget_usd is not None:
        table["budget_usd"] = wish.budget_usd
    kept = {key: value for key, value in held.model_dump().items() if key not in _OF_ONE_KIND}
    try:
        reader = ReaderSettings.model_validate({**kept, "allowed_hosts": (), **table})
    except ValidationError as exc:
        said = "; ".join(plainly(one["msg"]) for one in exc.errors())
        raise WrongUsageError(f"This cannot read: {said}.", hint="See docs/reader.md.") from exc
    preset = PRESETS.get(wish.who)
    shown = () if reader.kind == "cross_encoder" else (EXAMPLE, EXAMPLE_OF_TWO)
    return ReaderChoice(
        plan=_plan(table),
        reader=reader,
        prompt="\n".join(fenced_prompt([one]) for one in shown),
        tokens=_most_tokens(reader.pairs),
        own_tokens=preset.overhead_tokens if preset else 0,
        calls_per_day=reader.runs_per_day * CALLS,
        costs=_costs(reader, is_held=bool(preset and preset.holds_budget)),
    )


def plan_off() -> InstallPlan:
    """Return what makes nobody the reader; who read stays named, to be set again."""
    load_settings(None)
    return _plan({"kind": "off"}, is_whole=False)


def _table(wish: ReaderWish) -> dict[str, Any]:
    """Return what a reader is, as the settings say it."""
    match wish.who:
        case "command":
            program = wish.command
            return {"kind": "command", "command": _found(program), "env": list(wish.env)}
        case "endpoint":
            table = {"kind": "language_model", "url": wish.url, "model": wish.model}
            hosts = {"allowed_hosts": list(wish.allowed_hosts)} if wish.allowed_hosts else {}
            return {**table, **({"key_env": wish.key_env} if wish.key_env else {}), **hosts}
        case "cross-encoder":
            folder = (wish.folder or models_folder() / MODEL_NAME).expanduser().absolute()
            if not folder.is_dir():
                raise NotThereError(
                    f"There is no model in {str(folder)!r}.",
                    hint="`vaultwatch setup models pull reader` fetches one; or give --folder.",
                )
            labels = labels_in(folder)
            named = {"labels": list(labels)} if labels else {}
            return {"kind": "cross_encoder", "folder": str(folder), **named}
    preset = PRESETS[wish.who]
    chosen = (preset.model_option, wish.model) if wish.model else ()
    argv = _found((*preset.argv, *chosen, *preset.tail))
    return {"kind": "command", "name": wish.who, "command": argv, "env": [*preset.env, *wish.env]}


def _found(argv: Sequence[str]) -> list[str]:
    """Return a command by its program's whole path: a service has another PATH than a shell."""
    if not argv:
        raise WrongUsageError(
            "No program is named.",
            hint="`vaultwatch setup reader use command -- PROGRAM ARGUMENTS`",
        )
    found = shutil.which(Path(argv[0]).expanduser())
    if found is None:
        raise NotThereError(
            f"There is no program {argv[0]!r} on the PATH.", hint="Install it, or name its path."
        )
    return [os.path.abspath(found), *argv[1:]]  # noqa: PTH100 -- a link to it is followed anew


def _plan(table: Mapping[str, Any], *, is_whole: bool = True) -> InstallPlan:
    import tomlkit

    file = own_settings_file()
    seen, now = read_client_file(file)
    document = tomlkit.parse(now)
    if "reader" not in document:
        if now.strip():
            document.add(tomlkit.nl())
        document["reader"] = tomlkit.table()
    held: Any = document["reader"]
    for key in _OF_ONE_KIND if is_whole else ():
        if key in held and key not in table:
            del held[key]
    for key, value in table.items():
        held[key] = _toml(value)
    alone = tomlkit.document()
    alone["reader"] = held
    return planned(file, tomlkit.dumps(alone).strip(), tomlkit.dumps(document), seen)


def _toml(value: object) -> Any:  # noqa: ANN401 -- whatever tomlkit makes of it
    import tomlkit

    if not isinstance(value, list):
        return value
    rows = tomlkit.array()
    rows.extend(value)
    return rows.multiline(multiline=len(json.dumps(value)) > 80)  # noqa: PLR2004 -- of a line


def _most_tokens(pairs: int) -> int:
    """Return how long a full batch may be: each pair as long as one can be."""
    empty = tokens_of(fenced_prompt([])) + pairs * tokens_of("=" * 400)
    return empty + pairs * tokens_of("=" * (MAX_BELIEF_CHARS + 2 * MAX_PASSAGE_CHARS))


def _costs(reader: ReaderSettings, *, is_held: bool) -> str:
    if reader.kind == "cross_encoder":
        return "It runs on this machine and costs nothing but its time."
    runs = f"{reader.runs_per_day} runs a day of at most {CALLS} calls each (reader.runs_per_day)"
    if reader.kind == "language_model":
        return f"At most {runs}; what a call costs its service says, if anything."
    if is_held:
        once = reader.budget_usd / max(reader.runs_per_day, 1)
        return (
            f"At most {runs}. A call ends itself at {once:.2f} USD, and none begins once "
            f"{reader.budget_usd:.2f} USD were told today (reader.budget_usd)."
        )
    return f"At most {runs}: a program that tells no cost is bounded by them alone."
