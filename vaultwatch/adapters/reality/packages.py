"""Tell which version of a Python package an environment holds: read from its files, nothing run."""

from pathlib import Path
from typing import Final

MOST_ENTRIES: Final = 20_000


def installed_version(environment: Path, name: str) -> str | None:
    """Return the version of a package; None where it is not installed.

    Args:
        environment: its folder, or its `site-packages`.
        name: of the package.

    Raises:
        OSError: the folder is no environment, or cannot be listed.
    """
    wanted = _plain(name)
    for folder in _site_packages(environment):
        for count, entry in enumerate(folder.iterdir()):
            stem, mark, _ = entry.name.partition(".dist-info")
            known, dash, version = stem.rpartition("-")
            if mark and dash and _plain(known) == wanted:
                return version
            if count > MOST_ENTRIES:
                break
    return None


def _site_packages(environment: Path) -> list[Path]:
    if environment.name == "site-packages":
        return [environment]
    unix = sorted((environment / "lib").glob("python3*/site-packages"))
    found = [*unix, environment / "Lib" / "site-packages"]
    standing = [one for one in found if one.is_dir()]
    if not standing:
        raise FileNotFoundError(environment)
    return standing


def _plain(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")
