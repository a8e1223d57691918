"""The front: lets in who may, hands their calls to the worker that has the vault, and keeps count.

Nothing of a vault is known here but its name. What a stranger is told is the same whatever they
ask; what somebody is told who may not reach a vault is the same whether there is one.
"""

import asyncio
import json
import logging
import re
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, TypeAlias
from urllib.parse import urlsplit

import httpx

from vaultwatch.doors.mcp.over_http import (
    MOST_BODY_BYTES,
    AsgiScope,
    Receive,
    Reply,
    Send,
    strangeness,
)
from vaultwatch.doors.team.answers import asked_in, spoken_error, went_well
from vaultwatch.doors.team.config import Person, Team
from vaultwatch.doors.team.workers import Metrics, Workers
from vaultwatch.wiring import open_audit

log = logging.getLogger(__name__)

_VAULT: Final = re.compile(r"/v/([a-z0-9-]{1,40})/mcp")
_METHODS: Final = ("GET", "HEAD", "POST")
_METADATA: Final = "/.well-known/oauth-protected-resource"
"""Before the path of what is protected. Source: RFC 9728, 3.1."""
BODY_WITHIN_S: Final = 30.0
"""So long a call may take to arrive. Chosen by hand: it is a megabyte at most."""
ENDED: Final = (
    "What holds this vault ended in the midst of the call and is started again. Look whether it "
    "was done before you repeat it."
)
SILENT: Final = "The vault did not answer in time; look whether it was done before you repeat it."
CALL_WITHIN_S: Final = 300.0
"""So long a worker may take over a call, its start included. Chosen by hand: many times what waits
for the writer lock."""
_LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")

_Headers: TypeAlias = list[tuple[bytes, bytes]]


@dataclass(eq=False, slots=True)
class _Call:
    """A call that is under way."""

    name: str
    person: Person
    vault: str
    task: "asyncio.Task[tuple[Reply, str]]"
    is_revoked: bool = False


@dataclass(slots=True)
class _Allowance:
    """How many calls a token may still make now: it fills by the minute."""

    left: float
    at_s: float

    def wait_s(self, per_minute: int, now_s: float) -> float:
        """Take one and return 0, or return the seconds until there is one."""
        grown = self.left + (now_s - self.at_s) * per_minute / 60
        self.left, self.at_s = min(float(per_minute), grown), now_s
        if self.left < 1:
            return (1 - self.left) * 60 / per_minute
        self.left -= 1
        return 0.0


class _RefusedError(Exception):
    """A request that is answered here."""

    def __init__(self, status: int, said: str, *headers: tuple[bytes, bytes]) -> None:
        super().__init__(said)
        self.status = status
        self.said = said
        self.headers = [*headers]


class TeamDoor:
    """The whole HTTP application."""

    def __init__(
        self,
        team: Team,
        port: int,
        read_again: Callable[[], Team | None],
        is_asked_to: Callable[[], bool],
    ) -> None:
        """Start nothing yet; `read_again` gives the settings anew, None where they are wrong.

        `is_asked_to` tells whether somebody wanted that before this was started.
        """
        self._is_asked_to = is_asked_to
        self._reloading = asyncio.Lock()
        self._read_again = read_again
        self._port = port
        self._workers = Workers(team)
        self._metrics = Metrics()
        self._allowances: dict[str, _Allowance] = {}
        self._at_once: Counter[str] = Counter()
        self._calls: set[_Call] = set()
        self._audit = open_audit(self._workers.state, team.limits.audit_mb << 20)
        self._go_by(team)

    def _go_by(self, team: Team) -> None:
        self._team = team
        self._audit.most_bytes = team.limits.audit_mb << 20
        self.url = team.public_url or f"http://{_named(team.host)}:{self._port}"
        hosts = {f"{one}:{self._port}" for one in (*_LOOPBACK, _named(team.host))}
        self._hosts = frozenset({*hosts, urlsplit(self.url).netloc})
        self._origins = frozenset({*(f"http://{one}" for one in hosts), self.url})

    async def reload(self) -> None:
        """Read the settings anew; who may no more is refused from now on, in midst of a call."""
        async with self._reloading:
            team = self._read_again()
            if team is not None:
                await self._change_to(team)

    async def _change_to(self, team: Team) -> None:
        self._go_by(team)
        for call in list(self._calls):
            now = team.people.get(call.name)
            if now is None or _grant(now, call.vault) != _grant(call.person, call.vault):
                call.is_revoked = True
                call.task.cancel()
        self._allowances = {
            name: one for name, one in self._allowances.items() if name in team.people
        }
        await self._workers.tell(team)
        log.info("settings read anew: %d vaults, %d people", len(team.vaults), len(team.people))

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        """Answer."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        if scope["type"] != "http":
            return
        try:
            reply = await self._answered(scope, receive)
        except _RefusedError as error:
            self._metrics.refused(error.status)
            said = error.said.encode()
            reply = Reply(error.status, said, b"text/plain; charset=utf-8", error.headers)
        await reply.send(send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        await self._workers.start()
        tasks = set[asyncio.Task[None]]()

        def begin() -> None:
            task = asyncio.create_task(self.reload())
            tasks.add(task)
            task.add_done_callback(tasks.discard)

        asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, begin)
        if self._is_asked_to():
            begin()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self._workers.stop()
        self._audit.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def _answered(self, scope: AsgiScope, receive: Receive) -> Reply:
        headers, path = dict(scope["headers"]), scope["path"]
        if strange := strangeness(headers, self._hosts, self._origins):
            raise _RefusedError(*strange)
        if scope["method"] not in _METHODS:  # behind CONNECT no answer can be sent that says yes
            raise _RefusedError(
                405, "Send calls by POST.", (b"allow", ", ".join(_METHODS).encode())
            )
        if path == "/healthz":
            is_well = self._workers.count_up == self._team.workers
            return Reply(200 if is_well else 503, b'{"ok": %s}' % str(is_well).lower().encode())
        if path.startswith(f"{_METADATA}/") and _VAULT.fullmatch(path[len(_METADATA) :]):
            return self._metadata(path[len(_METADATA) :])
        authorization = headers.get(b"authorization", b"")
        name, person = self._known(authorization, path)
        if path == "/metrics" and person.metrics:
            text = self._metrics.text(self._workers)
            return Reply(200, text, self._metrics.content_type.encode())
        match = _VAULT.fullmatch(path)
        is_plain = scope.get("raw_path", b"").partition(b"?")[0] == path.encode()
        vault = match[1] if match is not None and is_plain else ""
        self._hold_may_reach(person, vault)
        if scope["method"] != "POST":
            raise _RefusedError(405, "Send calls by POST.", (b"allow", b"POST"))
        return await self._audited(name, vault, scope["headers"], receive)

    def _known(self, authorization: bytes, path: str) -> tuple[str, Person]:
        """Return who sends a token that counts now."""
        known = self._team.who(authorization)
        if known is None:
            raise self._unknown(path)
        return known

    def _hold_may_reach(self, person: Person, vault: str) -> None:
        if vault not in self._team.vaults or not person.may_reach(vault):
            raise _RefusedError(404, "This token reaches nothing of that name.")

    def _unknown(self, path: str) -> _RefusedError:
        place = path if _VAULT.fullmatch(path) else ""
        challenge = f'Bearer resource_metadata="{self.url}{_METADATA}{place}"'
        said = "Send the token that you were given as `Authorization: Bearer ...`."
        return _RefusedError(401, said, (b"www-authenticate", challenge.encode()))

    def _metadata(self, path: str) -> Reply:
        """Tell how to get in; the same for every name, so that none is given away."""
        told = {
            "resource": f"{self.url}{path}",
            "resource_name": "vaultwatch",
            "bearer_methods_supported": ["header"],
        }
        return Reply(200, json.dumps(told).encode())

    async def _audited(self, name: str, vault: str, sent: _Headers, receive: Receive) -> Reply:
        """Answer a call of somebody known, and note that they made it."""
        began_s, at = time.monotonic(), datetime.now(UTC)
        asked, outcome = asked_in(b""), "refused"
        try:
            with self._counted(name):  # before it is read: one that comes slowly is one too
                body = await _body_of(receive)
                asked = asked_in(body)
                # Anew, for it may have come late.
                name, person = self._known(dict(sent).get(b"authorization", b""), f"/v/{vault}/mcp")
                self._hold_may_reach(person, vault)
                reply, outcome = await self._under_way(name, person, vault, body, sent)
        finally:
            took_s = time.monotonic() - began_s
            self._metrics.answered(outcome, took_s)
            self._audit.note({
                "at": at.isoformat(timespec="milliseconds"),
                "who": name,
                "vault": vault,
                "tool": asked.what,
                "ms": round(took_s * 1000),
                "outcome": outcome,
            })  # fmt: skip
        return reply

    @contextmanager
    def _counted(self, name: str) -> Iterator[None]:
        """Hold a call to the limits of its token."""
        limits, now_s = self._team.limits, time.monotonic()
        full = float(limits.calls_per_minute)
        allowance = self._allowances.setdefault(name, _Allowance(full, now_s))
        wait_s = allowance.wait_s(limits.calls_per_minute, now_s)
        if not wait_s and self._at_once[name] >= limits.at_once:
            wait_s = 1.0
        if wait_s:
            after = str(int(wait_s) + 1).encode()
            raise _RefusedError(429, "Too many calls; wait a little.", (b"retry-after", after))
        self._at_once[name] += 1
        try:
            yield
        finally:
            self._at_once[name] -= 1

    async def _under_way(
        self, name: str, person: Person, vault: str, body: bytes, sent: _Headers
    ) -> tuple[Reply, str]:
        """Answer a call, unless its token is taken back meanwhile."""
        task = asyncio.create_task(self._handed_on(name, person, vault, body, sent))
        call = _Call(name, person, vault, task)
        self._calls.add(call)
        self._metrics.under_way.inc()
        try:
            return await task
        except asyncio.CancelledError:
            if call.is_revoked:
                raise self._unknown(f"/v/{vault}/mcp") from None
            raise
        finally:
            self._metrics.under_way.dec()
            self._calls.discard(call)

    async def _handed_on(
        self, name: str, person: Person, vault: str, body: bytes, sent: _Headers
    ) -> tuple[Reply, str]:
        """Return what the vault's worker answers and how it went, or what agents read instead."""
        headers = [
            *(one for one in sent if one[0].startswith(b"mcp-") or one[0] == b"content-type"),
            (b"accept", b"application/json"),
            (b"x-vault", vault.encode()),
            (b"x-person", name.encode()),
            (b"x-may-write", b"%d" % (vault in person.write)),
        ]
        try:
            async with asyncio.timeout(CALL_WITHIN_S):
                got = await self._workers.ask(vault, headers, body)
        except TimeoutError:
            return Reply(200, spoken_error(body, SILENT)), "away"
        except httpx.TransportError:
            return Reply(200, spoken_error(body, ENDED)), "away"
        outcome = "ok" if went_well(got.content) else "error"
        return Reply(got.status_code, got.content, got.headers["content-type"].encode()), outcome


def _grant(person: Person, vault: str) -> tuple[str, bool, bool]:
    """Return what a call rests on: a change of any ends it."""
    return person.digest, person.may_reach(vault), vault in person.write


def _named(host: str) -> str:
    return f"[{host}]" if ":" in host else host


async def _body_of(receive: Receive) -> bytes:
    parts, size, is_more = [], 0, True
    try:
        async with asyncio.timeout(BODY_WITHIN_S):
            while is_more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise _RefusedError(400, "The call was not sent whole.")
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                if size > MOST_BODY_BYTES:
                    raise _RefusedError(413, f"A call takes {MOST_BODY_BYTES} bytes at most.")
                is_more = message.get("more_body", False)
    except TimeoutError:
        raise _RefusedError(408, "The call did not arrive in time.") from None
    return b"".join(parts)
