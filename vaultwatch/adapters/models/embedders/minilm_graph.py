"""Build the ONNX graph of a small BERT encoder from its weights, with numpy and onnx alone.

Called by `minilm.pull_minilm` and `e5.pull_e5`. Standard ONNX operators; the output is
`last_hidden_state`, which fastembed pools. Two choices are for speed on CPUs:

- The residual is a `Sum`, not an `Add`: in the int8 graph onnxruntime 1.31 fuses Add +
  LayerNormalization into SkipLayerNormalization at load, whose CPU kernel is slow (a text of 100
  tokens: 15.6 ms a run against 9.8).
- Query, key and value are one matrix product; 1/sqrt(d) is folded into the query's weights.
"""

import json
import struct
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import onnx

Array = npt.NDArray[Any]
GraphWeights = Mapping[str, Array]

WORDS = "embeddings.word_embeddings.weight"
HEADS = 12
HIDDEN = 384
NORM_EPSILON = 1e-12
OPSET = 20
"""The first with Gelu (LayerNormalization came with 17)."""
IR_VERSION = 10
"""What belongs to opset 20; onnxruntime refuses versions newer than itself."""

_DTYPES = {"F32": "<f4", "I64": "<i8"}


def read_safetensors(raw: bytes) -> dict[str, Array]:
    """Return the tensors of a safetensors file, as views of its bytes.

    Source of the format: huggingface/safetensors, README (8 bytes little-endian header length,
    JSON header, data).
    """
    try:
        (length,) = struct.unpack_from("<Q", raw)
        header = json.loads(raw[8 : 8 + length])
        tensors = {}
        for name, entry in header.items():
            if name == "__metadata__":
                continue
            begin, end = entry["data_offsets"]
            data = np.frombuffer(raw, np.uint8, count=end - begin, offset=8 + length + begin)
            tensors[name] = data.view(_DTYPES[entry["dtype"]]).reshape(entry["shape"])
    except (struct.error, KeyError, TypeError, AttributeError, OverflowError) as exc:
        raise ValueError(f"not a safetensors file: {exc}") from exc
    return tensors


class _Graph:
    """Collects nodes and constants, naming each."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def op(self, kind: str, *inputs: str, **attributes: Any) -> str:  # noqa: ANN401 - onnx's own
        return self.ops(kind, 1, *inputs, **attributes)[0]

    def ops(self, kind: str, count: int, *inputs: str, **attributes: Any) -> list[str]:  # noqa: ANN401
        from onnx import helper

        name = f"{kind}_{len(self.nodes)}"
        outputs = [f"{name}_{i}" for i in range(count)]
        self.nodes.append(helper.make_node(kind, list(inputs), outputs, name=name, **attributes))
        return outputs

    def constant(self, value: Array) -> str:
        from onnx import numpy_helper

        name = f"constant_{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def integers(self, *values: int) -> str:
        return self.constant(np.array(values, np.int64))


def build_graph(weights: GraphWeights) -> "onnx.ModelProto":
    """Return the encoder: `input_ids`, `attention_mask` -> `last_hidden_state`, all float32.

    Without a table of words among the weights it takes their rows, `embeds`, for `input_ids`.
    """
    import onnx
    from onnx import TensorProto, helper

    graph = _Graph()
    x = _embeddings(graph, weights)
    bias = _mask_bias(graph)
    for layer in range(sum(name.endswith(".intermediate.dense.bias") for name in weights)):
        x = _layer(graph, weights, f"encoder.layer.{layer}.", x, bias)
    graph.nodes.append(helper.make_node("Identity", [x], ["last_hidden_state"]))

    shape = ["batch", "tokens"]
    mask = helper.make_tensor_value_info("attention_mask", TensorProto.INT64, shape)
    if WORDS in weights:
        read = helper.make_tensor_value_info("input_ids", TensorProto.INT64, shape)
    else:
        read = helper.make_tensor_value_info("embeds", TensorProto.FLOAT, [*shape, HIDDEN])
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "minilm",
            [read, mask],
            [
                helper.make_tensor_value_info(
                    "last_hidden_state", TensorProto.FLOAT, [*shape, HIDDEN]
                )
            ],
            graph.constants,
        ),
        producer_name="vaultwatch",
        ir_version=IR_VERSION,
        opset_imports=[helper.make_opsetid("", OPSET)],
    )
    onnx.checker.check_model(model)
    return model


def _embeddings(graph: _Graph, weights: GraphWeights) -> str:
    if WORDS in weights:
        words = graph.op("Gather", graph.constant(weights[WORDS]), "input_ids")
    else:
        words = "embeds"
    # Every token is of type 0: its row is folded into the positions, one input less.
    positions = graph.constant(
        weights["embeddings.position_embeddings.weight"]
        + weights["embeddings.token_type_embeddings.weight"][0]
    )
    tokens = graph.op("Shape", "attention_mask", start=1, end=2)
    zero = graph.integers(0)
    x = graph.op("Add", words, graph.op("Slice", positions, zero, tokens, zero))
    return _norm(graph, weights, x, "embeddings.LayerNorm")


def _mask_bias(graph: _Graph) -> str:
    """Return what is added to the attention scores: 0 for a token, a large minus for padding."""
    mask = graph.op("Cast", "attention_mask", to=1)
    wide = graph.op("Unsqueeze", mask, graph.integers(1, 2))
    absent = graph.op("Sub", graph.constant(np.ones(1, np.float32)), wide)
    lowest = graph.constant(np.full(1, np.finfo(np.float32).min, np.float32))
    return graph.op("Mul", absent, lowest)


def _layer(graph: _Graph, weights: GraphWeights, at: str, x: str, bias: str) -> str:
    x = _residual(
        graph, weights, _attention(graph, weights, at, x, bias), x, at + "attention.output."
    )
    wide = _linear(graph, weights, x, at + "intermediate.dense")
    return _residual(graph, weights, graph.op("Gelu", wide), x, at + "output.")


def _attention(graph: _Graph, weights: GraphWeights, at: str, x: str, bias: str) -> str:
    own = at + "attention.self."
    scale = np.float32((HIDDEN // HEADS) ** -0.5)
    parts = [(own + "query", scale), (own + "key", np.float32(1)), (own + "value", np.float32(1))]
    packed = np.concatenate([weights[f"{p}.weight"].T * s for p, s in parts], axis=1)
    offset = np.concatenate([weights[f"{p}.bias"] * s for p, s in parts])
    product = graph.op("MatMul", x, graph.constant(packed))
    qkv = graph.op("Add", product, graph.constant(offset))
    query, key, value = graph.ops("Split", 3, qkv, axis=-1, num_outputs=3)

    by_head = graph.integers(0, 0, HEADS, HIDDEN // HEADS)

    def heads(part: str, order: list[int]) -> str:
        return graph.op("Transpose", graph.op("Reshape", part, by_head), perm=order)

    scores = graph.op("MatMul", heads(query, [0, 2, 1, 3]), heads(key, [0, 2, 3, 1]))
    chances = graph.op("Softmax", graph.op("Add", scores, bias), axis=-1)
    mixed = graph.op("MatMul", chances, heads(value, [0, 2, 1, 3]))
    merged = graph.op("Transpose", mixed, perm=[0, 2, 1, 3])
    return graph.op("Reshape", merged, graph.integers(0, 0, HIDDEN))


def _residual(graph: _Graph, weights: GraphWeights, x: str, skip: str, at: str) -> str:
    dense = _linear(graph, weights, x, at + "dense")
    return _norm(graph, weights, graph.op("Sum", dense, skip), at + "LayerNorm")


def _linear(graph: _Graph, weights: GraphWeights, x: str, at: str) -> str:
    product = graph.op("MatMul", x, graph.constant(weights[at + ".weight"].T))
    return graph.op("Add", product, graph.constant(weights[at + ".bias"]))


def _norm(graph: _Graph, weights: GraphWeights, x: str, at: str) -> str:
    gain = graph.constant(weights[at + ".weight"])
    offset = graph.constant(weights[at + ".bias"])
    return graph.op("LayerNormalization", x, gain, offset, axis=-1, epsilon=NORM_EPSILON)
