"""lancedb is imported without its REST client, and works all the same."""

import subprocess
import sys

LEAN = """
import sys
from vaultwatch.adapters.lance_import import lancedb
heavy = [name for name in sys.modules if name.startswith("lance_namespace_urllib3_client.")
         and getattr(sys.modules[name], "__file__", None)]
print(len(heavy), lancedb.connect(sys.argv[1]).uri == sys.argv[1])
"""


def test_no_module_of_the_rest_client_is_loaded(tmp_path: object) -> None:
    done = subprocess.run(  # noqa: S603  our own interpreter, our own words
        [sys.executable, "-c", LEAN, str(tmp_path)], capture_output=True, check=True, text=True
    )
    assert done.stdout.split() == ["0", "True"]
