"""Where the program begins: hooks are answered at once, all else by the command tree.

An agent's client waits for each hook; the tree alone takes a tenth of a second. So a command that
another process may do, which holds the vault open, is handed to it first.
"""

import gc
import os
import sys
from contextlib import suppress


def main() -> int:
    """Run the command line; return the exit status, which is 0 of a hook whatever happens."""
    words = sys.argv[1:]
    if words[:1] == ["hook"] and not {"-h", "--help"} & set(words):
        return _answer_hook(words[1:])
    gc.disable()  # all that is imported stays: to look for rubbish in it takes a tenth of a command
    try:
        from vaultwatch.doors.cli.handing import handed

        status = handed(words)
        if status is not None:
            return status
        from vaultwatch.doors.cli.main import main as whole

        return whole()
    finally:
        gc.enable()


def _answer_hook(words: list[str]) -> int:
    with suppress(Exception):
        from vaultwatch.doors.cli.hook_answer import answer_words
        from vaultwatch.doors.cli.printing import open_closed_streams

        os.environ.setdefault("LANCEDB_LOG", "error")
        open_closed_streams()
        answer_words(words)
    return 0


if __name__ == "__main__":
    sys.exit(main())
