"""Open the reader that the user's own settings name."""

from pathlib import Path
from typing import assert_never

from vaultwatch.adapters.models.readers import PromptReader, Reader
from vaultwatch.adapters.models.readers.command import CommandModel
from vaultwatch.errors import ReaderError
from vaultwatch.setting_readers import ReaderSettings


def reader_of(wanted: ReaderSettings, vault: Path) -> Reader:
    """Return who reads.

    Raises:
        ReaderError: none is set, or it cannot be used.
    """
    match wanted.kind:
        case "off":
            raise ReaderError(
                "No reader is set.", hint="`vaultwatch setup reader use claude` sets one."
            )
        case "command":
            of_a_run = wanted.budget_usd / max(wanted.runs_per_day, 1)
            program = CommandModel(
                wanted.command, env=wanted.env, limit_s=wanted.limit_s, budget_usd=of_a_run
            )
            return PromptReader(wanted.known_as, program)
        case "language_model":
            from vaultwatch.adapters.models.readers.language_model import EndpointModel

            service = EndpointModel(
                wanted.url,
                model=wanted.model,
                key_env=wanted.key_env,
                allowed_hosts=wanted.allowed_hosts,
                limit_s=wanted.limit_s,
            )
            return PromptReader(wanted.known_as, service)
        case "cross_encoder":
            from vaultwatch.adapters.models.readers.cross_encoder import NliReader

            return NliReader(
                wanted.known_as, Path(wanted.folder), labels=wanted.labels, vault=vault
            )
        case _:
            assert_never(wanted.kind)
