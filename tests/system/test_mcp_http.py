"""A server over HTTP: for this machine, for who knows the token, and for nobody's web page."""

import json
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from subprocess import Popen

import httpx
import psutil
import pytest

from tests.system.agents import TOKEN, http_agent, http_server
from tests.system.daemons import ASKING, PATIENCE_S, eventually
from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.adapters.machine.lock import try_lock
from vaultwatch.doors.mcp.over_http import bound_socket
from vaultwatch.errors import RefusedError
from vaultwatch.places import Places

BODY = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
ACCEPTS = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
KNOWN = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    folder = tmp_path_factory.mktemp("http")
    vault = Vault(folder / "vault", folder / "state")
    use_hash_embedder(vault)
    vault.write("Fair.md", "# Fair\n\nThe fee of a stall is 40 euros.\n")
    return vault


@pytest.fixture(scope="module")
def served(vault: Vault) -> Iterator[tuple[str, Popen[str]]]:
    with http_server(vault) as (address, process):
        yield address, process
        ends_cleanly(vault, address, process, signal.SIGINT)


def ends_cleanly(vault: Vault, address: str, process: Popen[str], how: signal.Signals) -> None:
    process.send_signal(how)
    out, err = process.communicate(timeout=PATIENCE_S)
    assert "Traceback" not in err, err
    assert process.returncode in {0, 130, 143, -how}, err
    assert out == ""
    with try_lock(Places(vault.folder, state_base=vault.state).state, 0) as is_ours:
        assert is_ours, "the vault is free"
    port = int(address.rsplit(":", 1)[1].split("/", maxsplit=1)[0])

    def is_free() -> bool:
        with closing(socket.socket()) as probe:
            return probe.connect_ex(("127.0.0.1", port)) != 0

    eventually(is_free, "the port is free")


@pytest.fixture(scope="module")
def address(served: tuple[str, Popen[str]]) -> str:
    return served[0]


def post(address: str, headers: dict[str, str], content: bytes | None = None) -> httpx.Response:
    data = json.dumps(BODY).encode() if content is None else content
    return ASKING.post(address, content=data, headers=ACCEPTS | headers)


def test_only_the_loopback_address_is_bound(
    served: tuple[str, Popen[str]],
) -> None:
    address, process = served
    assert address.startswith("http://127.0.0.1:")
    bound = [
        one.laddr.ip
        for one in psutil.Process(process.pid).net_connections()
        if one.status == psutil.CONN_LISTEN
    ]
    assert bound == ["127.0.0.1"]


def test_an_answer_is_sent_at_once() -> None:
    """asyncio lets no small answer wait for more, but of a socket that says it is TCP alone."""
    with bound_socket("127.0.0.1", 0, hint="") as bound:
        bound.listen()
        with socket.create_connection(bound.getsockname()), bound.accept()[0] as accepted:
            assert accepted.proto == socket.IPPROTO_TCP


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        pytest.param({}, 401, id="no token"),
        pytest.param({"Authorization": "Bearer wrong-token-of-some-length"}, 401, id="wrong"),
        pytest.param({"Authorization": TOKEN}, 401, id="no scheme"),
        pytest.param({"Authorization": f"Basic {TOKEN}"}, 401, id="another scheme"),
        pytest.param({"Authorization": f"Bearer {TOKEN[:-1]}"}, 401, id="one character short"),
        pytest.param({"Authorization": "Bearer"}, 401, id="empty"),
        pytest.param({"Cookie": f"token={TOKEN}"}, 401, id="a cookie"),
        pytest.param({**KNOWN, "Origin": "http://evil.example"}, 403, id="a foreign page"),
        pytest.param({**KNOWN, "Origin": "null"}, 403, id="a page of no origin"),
        pytest.param({**KNOWN, "Origin": "http://localhost:1"}, 403, id="another local port"),
        pytest.param({**KNOWN, "Host": "evil.example"}, 421, id="a foreign host"),
        pytest.param({**KNOWN, "Host": "evil.example:8737"}, 421, id="rebound"),
        pytest.param({**KNOWN, "Host": "127.0.0.1"}, 421, id="no port"),
        pytest.param(KNOWN, 200, id="known"),
    ],
)
def test_who_is_let_in(headers: dict[str, str], status: int, address: str) -> None:
    answer = post(address, headers)
    assert answer.status_code == status
    assert ("tools" in answer.text) == (status == 200)
    assert TOKEN not in answer.text
    assert answer.headers.get("www-authenticate") == ("Bearer" if status == 401 else None)
    assert "access-control-allow-origin" not in answer.headers


def test_no_other_path_or_method_tells_more(address: str) -> None:
    base = address.removesuffix("/mcp")
    for path in ("/", "/mcp", "/mcp/", "/docs", "/openapi.json", "/.well-known/oauth", "/../x"):
        assert ASKING.get(base + path).status_code == 401, path
        assert ASKING.options(base + path, headers={"Origin": "http://x"}).status_code == 403, path
    assert ASKING.get(base + "/nothing", headers=KNOWN).status_code == 404


@pytest.mark.parametrize("size", [(1 << 20) + 1, 30_000_000])
def test_a_body_that_is_too_large_is_refused(size: int, address: str) -> None:
    assert post(address, KNOWN, b" " * size).status_code == 413

    def endless() -> Iterator[bytes]:
        for _ in range(size // 65_536 + 1):
            yield b" " * 65_536

    try:  # of no length that it names
        answer = ASKING.post(address, content=endless(), headers=ACCEPTS | KNOWN)
    except httpx.WriteError:
        return  # hung up on before it was all sent
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"no JSON", id="no JSON"),
        pytest.param(b"\xff\xfe", id="no text"),
        pytest.param(b"[" * 100_000, id="nested"),
        pytest.param(b"[]", id="an empty batch"),
        pytest.param(b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}', id="a list"),
    ],
)
def test_a_body_that_is_no_message_is_answered(content: bytes, address: str) -> None:
    answer = post(address, KNOWN, content)
    assert 400 <= answer.status_code < 500, answer.text
    assert "Traceback" not in answer.text
    assert post(address, KNOWN).status_code == 200


def test_half_open_connections_keep_nobody_out(address: str) -> None:
    port = int(address.split(":")[2].split("/", maxsplit=1)[0])
    with ExitStack() as held:
        for _ in range(200):
            one = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
            held.enter_context(one).sendall(b"POST /mcp HTTP/1.1\r\nHost:")
        assert post(address, KNOWN).status_code == 200


def test_two_clients_at_once_use_one_vault(address: str, vault: Vault) -> None:
    def visit(name: str) -> list[str]:
        with http_agent(address) as one:
            ids = [
                one.remember(f"{name} sold {number} lamps at the [[Fair]].", agent=name)
                for number in range(4)
            ]
            found = one.found(f"{name} sold lamps", limit=100)
            assert {*ids} <= {*found}
            assert "lamps" in one.ask("vault_context", task=f"what {name} sold")["context"]
            return ids

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(visit, ["Ada", "Bob"])
    assert len({*first, *second}) == 8
    assert len(list((vault.folder / "Memories").iterdir())) == 8


@pytest.mark.parametrize("token", ["", "short", "0123456789abcde", "ümläute-und-mehr-zeichen"])
def test_without_a_good_token_nothing_is_served(
    token: str, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VAULTWATCH_MCP_TOKEN", token)
    done = vault.call("mcp", "--http", "--port", "0")
    assert done.status == RefusedError.exit_status
    assert done.out == ""
    assert "VAULTWATCH_MCP_TOKEN" in done.err
    assert not token or token not in done.err


def test_a_port_that_is_taken_is_named(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTWATCH_MCP_TOKEN", TOKEN)
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        done = vault.call("mcp", "--http", "--port", port)
    assert done.status == RefusedError.exit_status
    assert port in done.err
    assert "--port" in done.err


def test_a_stopped_server_ends_cleanly(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "vault", tmp_path / "state")
    use_hash_embedder(vault)
    vault.write("Fair.md", "# Fair\n")
    with http_server(vault) as (address, process):
        with http_agent(address) as ada:
            ada.remember("The [[Fair]] is on Sunday.")
        ends_cleanly(vault, address, process, signal.SIGTERM)
