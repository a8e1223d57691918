"""Ask whether an address of the web stands, where the user's own settings allow its host."""

from collections.abc import Collection
from typing import Final
from urllib.parse import urlsplit

from vaultwatch.adapters.reality.roots import NotAllowedError

LIMIT_S: Final = 2.0
_GONE: Final = frozenset({404, 410})
_FINE: Final = range(200, 400)


def url_status(url: str, hosts: Collection[str]) -> tuple[bool | None, str]:
    """Return whether an address stands, or None, and what was answered; nothing is followed.

    Args:
        url: without login, query and port: nothing of a memory is sent but a path.
        hosts: that may be asked.

    Raises:
        NotAllowedError: its host may not be asked, or it is no such address.
    """
    try:
        parts = urlsplit(url)
        is_plain = parts.port is None and parts.username is None and not parts.query
    except ValueError as error:
        raise NotAllowedError("it is no address") from error
    if parts.scheme not in {"http", "https"} or not is_plain:
        raise NotAllowedError("only plain addresses of the web are asked")
    if (parts.hostname or "").casefold() not in {host.casefold() for host in hosts}:
        raise NotAllowedError("its host is not among those that your settings allow")
    import httpx  # opt-in, and it takes a tenth of a second to load

    try:
        with httpx.Client(timeout=LIMIT_S, trust_env=False, follow_redirects=False) as client:
            status = client.head(
                f"{parts.scheme}://{parts.hostname}{parts.path or '/'}"
            ).status_code
    except httpx.HTTPError:
        return None, "it does not answer"
    if status in _GONE:
        return False, f"it answers {status}"
    return (True if status in _FINE else None), f"it answers {status}"
