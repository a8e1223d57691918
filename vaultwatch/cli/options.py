"""Options that many commands share, worded once."""

from pathlib import Path
from typing import Annotated

import typer

VaultArgument = Annotated[
    Path | None,
    typer.Argument(
        metavar="[VAULT]",
        help="The vault's folder. Default: --vault, VAULTWATCH_VAULT, or the nearest parent.",
        show_default=False,
    ),
]
VaultOption = Annotated[
    Path | None,
    typer.Option("--vault", help="The vault's folder.", show_default=False, metavar="FOLDER"),
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Show what would be; write nothing.")]
WhyOption = Annotated[
    str, typer.Option("--why", help="Your reason; kept with the finding.", show_default=False)
]
AllowEmptyOption = Annotated[
    bool, typer.Option("--allow-empty", help="Let an empty vault empty the index.")
]
