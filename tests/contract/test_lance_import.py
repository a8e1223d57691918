"""lancedb is imported without what is slow and never used, and works all the same."""

import subprocess
import sys

LEAN = """
import sys
from vaultwatch.adapters.index.lance_import import lancedb
heavy = [name for name in sys.modules if name.startswith("lance_namespace_urllib3_client.")
         and getattr(sys.modules[name], "__file__", None)]
print(len(heavy), "overrides" in sys.modules, lancedb.connect(sys.argv[1]).uri == sys.argv[1])
"""


def test_neither_rest_client_nor_signature_checks_are_loaded(
    tmp_path: object,
) -> None:
    done = subprocess.run(  # noqa: S603  our own interpreter, our own words
        [sys.executable, "-c", LEAN, str(tmp_path)], capture_output=True, check=True, text=True
    )
    assert done.stdout.split() == ["0", "False", "True"]
