"""Count lost saves while a daemon writes flags into what an editor is saving.

    python benchmarks/concurrent_edits.py             one minute
    python benchmarks/concurrent_edits.py 5 --seed 3  five minutes

A save is lost where, once all is at rest, a note holds anything but what the editor saved last
(our flags aside). Must be 0.
"""

import argparse
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.system.daemons import eventually, watching, with_settings  # noqa: E402
from tests.system.editing import Editor  # noqa: E402
from tests.system.vaults import Vault  # noqa: E402


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("minutes", nargs="?", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="concurrent-edits-") as scratch:
        vault = Vault(Path(scratch) / "vault", Path(scratch) / "state")
        vault.folder.mkdir()
        with_settings(vault)
        editor = Editor(vault, wanted.seed)
        editor.lay()
        with watching(vault) as watched:
            editor.edit_for(wanted.minutes * 60)
            eventually(watched.is_at_rest, "rest")
            jobs = watched.jobs("look")
        written = sum(int(line.rsplit("written=", 1)[1]) for line in jobs if "written=" in line)
        print(f"{'saves':14} {sum(editor.saves.values()):7}  {dict(editor.saves)}")
        print(f"{'looks':14} {len(jobs):7}")
        print(f"{'our writes':14} {written:7}")
        print(f"{'lost saves':14} {len(editor.lost()):7}  {editor.lost()}")
        print(f"{'set aside':14} {len(editor.set_aside()):7}")


if __name__ == "__main__":
    main()
