"""Judges for tests: a stub of a chat service on loopback, friendly or hostile, and a tiny model."""

import json
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from tokenizers.processors import TemplateProcessing


@dataclass(frozen=True, slots=True)
class Reply:
    """What the stub sends, in pieces, with a wait before each."""

    status: int
    pieces: Iterable[bytes]
    location: str = ""
    wait_s: float = 0.0


def said(content: str | None, *, finish: str = "stop") -> Reply:
    """A chat completion that says this."""
    message = {"role": "assistant", "content": content}
    body = {"id": "x", "choices": [{"index": 0, "message": message, "finish_reason": finish}]}
    return Reply(200, [json.dumps(body).encode()])


def verdict(holds: str, quote: str = "") -> Reply:
    return said(json.dumps({"holds": holds, "quote": quote}))


@dataclass
class Asked:
    """One request as the stub saw it."""

    body: dict[str, Any]
    path: str
    key: str

    @property
    def system(self) -> str:
        return str(self.body["messages"][0]["content"])

    @property
    def user(self) -> str:
        return str(self.body["messages"][1]["content"])

    @property
    def data(self) -> dict[str, str]:
        """What stands between the two lines of the fence."""
        fence, data, closing = self.user.split("\n")
        assert fence == closing
        assert fence in self.system
        read: dict[str, str] = json.loads(data)
        return read


@dataclass
class ChatService:
    """Answers with `reply`; None hangs until the service is closed."""

    reply: Callable[[Asked], Reply | None] = field(default=lambda _: verdict("unsure"))
    asked: list[Asked] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._closing = threading.Event()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers["Content-Length"]))
                asked = Asked(json.loads(raw), self.path, self.headers.get("Authorization", ""))
                service.asked.append(asked)
                reply = service.reply(asked)
                if reply is None:
                    service._closing.wait(30)
                    return
                self.send_response(reply.status)
                if reply.location:
                    self.send_header("Location", reply.location)
                self.end_headers()
                try:
                    for piece in reply.pieces:
                        if service._closing.wait(reply.wait_s):
                            return
                        self.wfile.write(piece)
                        self.wfile.flush()
                except OSError:
                    return  # the asker had enough

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()
        self._is_open = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_open:
            self._is_open = False
            self._closing.set()
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()


WORDS = ("[UNK]", "[CLS]", "[SEP]", "true", "false", "other")


def make_cross_encoder(
    folder: Path,
    columns: Sequence[str] = ("contradiction", "neutral", "entailment"),
    *,
    ends_in: str = "Identity",
    with_types: bool = True,
) -> Path:
    """Make a model of six words: `true` speaks for entailment, `false` for contradiction.

    Each word of a pair adds its row of a table to the logits: a real graph and a real tokenizer,
    small enough to be read.
    """
    table = np.zeros((len(WORDS), len(columns)), np.float32)
    for word, column in (("true", "entailment"), ("false", "contradiction"), ("other", "neutral")):
        if column in columns:
            table[WORDS.index(word), list(columns).index(column)] = 5.0
    names = ["input_ids", "attention_mask", *(["token_type_ids"] if with_types else [])]
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["rows"]),
        helper.make_node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["mask", "last"], ["wide"]),
        helper.make_node("Mul", ["rows", "wide"], ["seen"]),
        helper.make_node("ReduceSum", ["seen", "second"], ["sums"], keepdims=0),
        helper.make_node(ends_in, ["sums"], ["logits"]),
    ]
    if with_types:  # read, though it weighs nothing
        nodes.insert(0, helper.make_node("Identity", ["token_type_ids"], ["types"]))
    shape = ["batch", "length"]
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info(name, TensorProto.INT64, shape) for name in names],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", len(columns)])],
        [
            numpy_helper.from_array(table, "table"),
            numpy_helper.from_array(np.array([-1], np.int64), "last"),
            numpy_helper.from_array(np.array([1], np.int64), "second"),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(folder / "model.onnx"))
    _make_tokenizer().save(str(folder / "tokenizer.json"))
    return folder


def _make_tokenizer() -> Tokenizer:
    ids = {word: i for i, word in enumerate(WORDS)}
    tokenizer = Tokenizer(WordLevel(ids, unk_token=WORDS[0]))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 1), ("[SEP]", 2)],
    )
    return tokenizer
