"""The graph we build says what BERT says, and onnxruntime does not make it slow."""

import json
import struct
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
import onnxruntime
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultwatch.adapters.models.embedders.minilm_graph import (
    HEADS,
    HIDDEN,
    NORM_EPSILON,
    build_graph,
    read_safetensors,
)
from vaultwatch.adapters.models.embedders.wheels import quantise

Floats = npt.NDArray[np.float64]
VOCABULARY, POSITIONS, WIDE, LAYERS = 50, 16, 64, 3
"""Small, so that the test is quick; the graph takes them from the weights."""


@pytest.fixture(scope="module")
def weights() -> dict[str, npt.NDArray[np.float32]]:
    chance = np.random.default_rng(5)

    def drawn(*shape: int) -> npt.NDArray[np.float32]:
        return chance.normal(scale=0.2, size=shape).astype(np.float32)

    found = {
        "embeddings.word_embeddings.weight": drawn(VOCABULARY, HIDDEN),
        "embeddings.position_embeddings.weight": drawn(POSITIONS, HIDDEN),
        "embeddings.token_type_embeddings.weight": drawn(2, HIDDEN),
    }
    norms = ["embeddings.LayerNorm"]
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}."
        norms += [at + "attention.output.LayerNorm", at + "output.LayerNorm"]
        shapes = {
            **dict.fromkeys(
                [
                    "attention.self.query",
                    "attention.self.key",
                    "attention.self.value",
                    "attention.output.dense",
                ],
                (HIDDEN, HIDDEN),
            ),
            "intermediate.dense": (WIDE, HIDDEN),
            "output.dense": (HIDDEN, WIDE),
        }
        for name, shape in shapes.items():
            found[f"{at}{name}.weight"] = drawn(*shape)
            found[f"{at}{name}.bias"] = drawn(shape[0])
    for name in norms:
        found[f"{name}.weight"] = 1 + drawn(HIDDEN)
        found[f"{name}.bias"] = drawn(HIDDEN)
    return found


def bert(weights: dict[str, npt.NDArray[np.float32]], ids: list[int]) -> Floats:
    """The encoder as its paper has it (Devlin et al., 2019), in double precision, step by step."""
    from math import erf

    gelu = np.vectorize(lambda v: 0.5 * v * (1 + erf(v / 2**0.5)))

    def norm(x: Floats, at: str) -> Floats:
        spread = np.sqrt(x.var(axis=-1, keepdims=True) + NORM_EPSILON)
        straight = (x - x.mean(axis=-1, keepdims=True)) / spread
        return np.asarray(straight * weights[at + ".weight"] + weights[at + ".bias"])

    def linear(x: Floats, at: str) -> Floats:
        return np.asarray(x @ weights[at + ".weight"].T.astype(float) + weights[at + ".bias"])

    x: Floats = (
        weights["embeddings.word_embeddings.weight"][ids].astype(float)
        + weights["embeddings.position_embeddings.weight"][: len(ids)]
        + weights["embeddings.token_type_embeddings.weight"][0]
    )
    x = norm(x, "embeddings.LayerNorm")
    size = HIDDEN // HEADS
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}."
        q, k, v = (linear(x, f"{at}attention.self.{part}") for part in ("query", "key", "value"))
        mixed = np.empty_like(x)
        for head in range(HEADS):
            part = slice(head * size, (head + 1) * size)
            scores = np.exp(q[:, part] @ k[:, part].T / np.sqrt(size))
            mixed[:, part] = scores / scores.sum(axis=-1, keepdims=True) @ v[:, part]
        x = norm(
            x + linear(mixed, at + "attention.output.dense"), at + "attention.output.LayerNorm"
        )
        wide = gelu(linear(x, at + "intermediate.dense"))
        x = norm(x + linear(wide, at + "output.dense"), at + "output.LayerNorm")
    return x


def test_the_graph_agrees_with_bert_step_by_step(
    weights: dict[str, npt.NDArray[np.float32]],
) -> None:
    session = onnxruntime.InferenceSession(build_graph(weights).SerializeToString())
    ids = [3, 17, 0, 49, 8]
    padded = np.array([[*ids, 1, 1]], np.int64)
    mask = np.array([[1] * len(ids) + [0, 0]], np.int64)
    (hidden,) = session.run(None, {"input_ids": padded, "attention_mask": mask})
    np.testing.assert_allclose(hidden[0, : len(ids)], bert(weights, ids), atol=2e-4)


def test_onnxruntime_does_not_fuse_the_slow_layer_norm(
    weights: dict[str, npt.NDArray[np.float32]], tmp_path: Path
) -> None:
    options = onnxruntime.SessionOptions()
    options.optimized_model_filepath = str(tmp_path / "optimised.onnx")
    options.log_severity_level = 3
    quantise(build_graph(weights), tmp_path / "int8.onnx")
    onnxruntime.InferenceSession(str(tmp_path / "int8.onnx"), options)
    kinds = {node.op_type for node in onnx.load(tmp_path / "optimised.onnx").graph.node}
    assert "DynamicQuantizeMatMul" in kinds
    assert "SkipLayerNormalization" not in kinds


def test_tensors_are_read_out_of_their_file() -> None:
    one = np.arange(6, dtype="<f4").reshape(2, 3)
    two = np.array([7], dtype="<i8")
    header = json.dumps(
        {
            "__metadata__": {"format": "pt"},
            "one": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]},
            "two": {"dtype": "I64", "shape": [1], "data_offsets": [24, 32]},
        }
    ).encode()
    raw = struct.pack("<Q", len(header)) + header + one.tobytes() + two.tobytes()
    tensors = read_safetensors(raw)
    assert tensors.keys() == {"one", "two"}
    np.testing.assert_array_equal(tensors["one"], one)
    np.testing.assert_array_equal(tensors["two"], two)


@given(body=st.binary(max_size=80), length=st.integers(0, 2**64 - 1))
def test_anything_else_is_a_value_error(body: bytes, length: int) -> None:
    for raw in (body, struct.pack("<Q", length) + body, struct.pack("<Q", len(body)) + body):
        try:
            read_safetensors(raw)
        except ValueError:
            continue
        assert json.loads(raw[8 : 8 + struct.unpack("<Q", raw[:8])[0]]) == {}
