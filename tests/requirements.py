"""Read what pyproject.toml and constraints.txt ask for."""

import re


def plain(requirement: str) -> str:
    """Return a requirement's name as package indexes compare them."""
    name = re.split(r"[\[<>=!~; ]", requirement, maxsplit=1)[0]
    return re.sub(r"[-_.]+", "-", name).lower()
