"""Say whose a thing is: the one rule by which a program may change what stands.

A program is what its client calls itself, at MCP's door or at its hooks; the agents within it are
one. The command line, the report and the palette are the person's: nobody is named there. Whose
maker is not known, as of a file that a person or a sync put there, is no program's.
"""

from typing import Final

from vaultwatch.services.workspace import Workspace

_THROUGH: Final = ", through "


def is_anothers(ws: Workspace, maker: str) -> bool:
    """Tell whether another program made something, so that the one that asks leaves it as it is.

    Args:
        ws: the vault; its `client` is who asks, and where there is none its person, who may.
        maker: the program that made it; empty where none is known.
    """
    return bool(ws.client and maker) and not is_one_program(ws.client, maker)


def is_one_program(one: str, other: str) -> bool:
    """Tell whether two names are one program's: its hooks may be called by the first part alone.

    `codex` has its hooks, and `codex-mcp-client` comes to the server.
    """
    short, long = sorted((one.casefold(), other.casefold()), key=len)
    return long == short or long.startswith(f"{short}-")


def signed(ws: Workspace, name: str) -> str:
    """Return a name with the program behind it that gives it; as it is where the person does."""
    return f"{name}{_THROUGH}{ws.client}" if ws.client else name


def signer_of(name: str) -> str:
    """Return the program that stands behind a name; empty where none does."""
    named, _, program = name.rpartition(_THROUGH)
    return program if named else ""
