"""Hold a web service that the user names to this machine or the hosts that he allows.

The embedding endpoint and the reader's share it. The address comes from the user's own
settings alone, the key from the environment alone.
"""

import ipaddress
import os
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from vaultwatch.errors import VaultwatchError

CONNECT_LIMIT_S = 2.0


@dataclass(frozen=True, slots=True)
class WebService:
    """An OpenAI-compatible service, as the user's own settings name it."""

    what: str
    """In words: `embeddings service`."""
    url: str
    """Up to and including `/v1`, or the full address."""
    path: str
    """What is asked below it, such as `/embeddings`."""
    key_env: str
    """Name of the environment variable that holds the key; empty for none."""
    allowed_hosts: Sequence[str]
    """Hosts beside loopback that may be asked."""
    error: type[VaultwatchError]
    """What is raised where it may not be asked."""

    def address(self) -> str:
        """Return the address to ask, if its host may be asked.

        Loopback is judged by what the name resolves to: every address must be loopback.

        Raises:
            VaultwatchError: of the kind `error`: it is no address, or the host may not be asked.
        """
        try:
            parts = urlsplit(self.url)
            host, port = parts.hostname or "", parts.port
        except ValueError as exc:
            raise self.error(f"The service's address is not one: {self.url!r}.") from exc
        if parts.scheme not in {"http", "https"} or not host or parts.username or parts.query:
            raise self.error(
                f"The service's address is not one: {self.url!r}.",
                hint="Write it as http://localhost:11434/v1.",
            )
        allowed = {name.casefold() for name in self.allowed_hosts}
        if host.casefold() not in allowed and not _is_loopback(host, port or 80):
            raise self.error(
                f"The host {host!r} may not be asked: it is not this machine.",
                hint="Add it to `allowed_hosts` in your own settings if notes may be sent there.",
            )
        path = parts.path.rstrip("/")
        if not path.endswith(self.path):
            path = f"{path or '/v1'}{self.path}"
        return f"{parts.scheme}://{parts.netloc}{path}"

    def headers(self) -> dict[str, str]:
        """Return what is sent beside the question, the key included.

        Raises:
            VaultwatchError: of the kind `error`: the key is missing or broken.
        """
        headers = {"Accept-Encoding": "identity"}  # so that a cap on the answer's size holds
        if self.key_env:
            key = os.environ.get(self.key_env, "").strip()
            # Checked here: httpx would quote a broken key in its error.
            if not key or not key.isascii() or not key.isprintable():
                raise self.error(
                    f"The key for the {self.what} is missing or broken: {self.key_env}.",
                    hint="Set the variable, or clear `key_env`.",
                )
            headers["Authorization"] = f"Bearer {key}"
        return headers


def _is_loopback(host: str, port: int) -> bool:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return False
    return bool(found) and all(
        ipaddress.ip_address(str(entry[4][0]).split("%")[0]).is_loopback for entry in found
    )
