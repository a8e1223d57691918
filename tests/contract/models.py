"""What tests of readers read with: a chat service on loopback, and a tiny model."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from tokenizers.processors import TemplateProcessing

from tests.contract.loopback import Loopback, Reply, Request


def said(content: str | None, *, finish: str = "stop") -> Reply:
    """A chat completion that says this."""
    message = {"role": "assistant", "content": content}
    body = {"id": "x", "choices": [{"index": 0, "message": message, "finish_reason": finish}]}
    return Reply(200, [json.dumps(body).encode()])


@dataclass
class Asked:
    """One request as the stub saw it."""

    body: dict[str, Any]
    path: str
    key: str


class ChatService(Loopback):
    """Answers with `reply`; None hangs until the service is closed."""

    def __init__(self, reply: Callable[[Asked], Reply | None] = lambda _: None) -> None:
        self.reply = reply
        self.asked: list[Asked] = []
        super().__init__(self._answer)

    def _answer(self, request: Request) -> Reply | None:
        asked = Asked(json.loads(request.raw), request.path, request.key)
        self.asked.append(asked)
        return self.reply(asked)


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
