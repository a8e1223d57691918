"""A cross-encoder from a local folder: a tiny ONNX model made here, read line by line."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.contract.models import make_cross_encoder
from tests.contract.readers import PAIR, quiet
from vaultwatch.adapters.models.readers.cross_encoder import MAX_TOKENS, NliReader
from vaultwatch.errors import ReaderError
from vaultwatch.reader.batch import UNSURE, PairAnswer
from vaultwatch.reader.pairs import PairLine
from vaultwatch.settings import ReaderSettings
from vaultwatch.wiring import reader_of

NLI = ("contradiction", "neutral", "entailment")


def load(folder: Path, *labels: str) -> NliReader:
    return NliReader("nli", folder, labels=labels or NLI, vault=folder.parent / "vault")


def ask(reader: NliReader, *lines: str, belief: str = "belief true false") -> PairAnswer:
    now = tuple(PairLine(number, text) for number, text in enumerate(lines, 7))
    read = reader.read([replace(PAIR, belief=belief, then=("false",), now=now)], pulse=quiet)
    assert read.readings is not None
    return read.readings["a1"]


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        pytest.param(["true true"], PairAnswer("holds", 7, "true true"), id="entailed"),
        pytest.param(["false false"], PairAnswer("outdated", 7, "false false"), id="denied"),
        pytest.param(["other other"], UNSURE, id="neither"),
        pytest.param(
            ["other", "false false"], PairAnswer("outdated", 8, "false false"), id="the second line"
        ),
        pytest.param(["true true", "false false"], UNSURE, id="one against the other"),
        pytest.param(["words unknown"], UNSURE, id="nothing of it"),
    ],
)
@pytest.mark.parametrize("ends_in", ["Identity", "Softmax"])
@pytest.mark.parametrize(
    "labels",
    [NLI, ("entailment", "neutral", "contradiction"), ("Entailment", "CONTRADICTION", "neutral")],
    ids=["c n e", "e n c", "other letters"],
)
def test_one_line_settles_it_that_no_other_denies(
    tmp_path: Path, labels: tuple[str, ...], ends_in: str, lines: list[str], answer: PairAnswer
) -> None:
    columns = [label.casefold() for label in labels]
    folder = make_cross_encoder(tmp_path / "nli", columns, ends_in=ends_in)
    assert ask(load(folder, *labels), *lines) == answer


def test_a_line_that_shares_nothing_with_the_memory_shows_nothing_true(tmp_path: Path) -> None:
    reader = load(make_cross_encoder(tmp_path / "nli"))
    assert ask(reader, "true true", belief="quite another") == UNSURE


def test_not_entailed_is_not_denied(tmp_path: Path) -> None:
    folder = make_cross_encoder(tmp_path / "two", ("entailment", "contradiction"))
    reader = load(folder, "entailment", "not_entailment")
    assert ask(reader, "true true").verdict == "holds"
    assert ask(reader, "false false") == UNSURE


def test_a_model_without_token_types_is_run(tmp_path: Path) -> None:
    assert ask(load(make_cross_encoder(tmp_path / "n", with_types=False)), "true true") != UNSURE


def test_texts_that_do_not_fit_get_no_answer(tmp_path: Path) -> None:
    reader = load(make_cross_encoder(tmp_path / "nli"))
    room = MAX_TOKENS - 6  # three words of the belief, and three marks
    assert ask(reader, "true " * room).verdict == "holds"
    assert ask(reader, "true " * (room + 1)) == UNSURE


def test_text_that_is_no_text_is_read_all_the_same(tmp_path: Path) -> None:
    assert ask(load(make_cross_encoder(tmp_path / "nli")), "true \ud800 \0 true true").line == 7


def test_labels_that_do_not_fit_the_model_are_an_error_that_says_so(tmp_path: Path) -> None:
    reader = load(make_cross_encoder(tmp_path / "nli"), "entailment", "contradiction")
    with pytest.raises(ReaderError, match="3 numbers where 2 labels") as caught:
        ask(reader, "true")
    assert "reader.labels" in caught.value.hint


@pytest.mark.parametrize(
    ("name", "content"),
    [
        pytest.param("model.onnx", None, id="no model"),
        pytest.param("tokenizer.json", None, id="no tokenizer"),
        pytest.param("model.onnx", b"not a graph", id="a broken model"),
        pytest.param("tokenizer.json", b"{}", id="a broken tokenizer"),
        pytest.param("model.onnx", b"", id="an empty model"),
    ],
)
def test_a_model_that_is_missing_or_broken_is_an_error_with_a_way_out(
    tmp_path: Path, name: str, content: bytes | None
) -> None:
    folder = make_cross_encoder(tmp_path / "nli")
    (folder / name).unlink()
    if content is not None:
        (folder / name).write_bytes(content)
    with pytest.raises(ReaderError) as caught:
        load(folder)
    assert caught.value.hint


def test_a_model_inside_the_vault_is_refused_whatever_way_it_is_named(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    inside = make_cross_encoder(vault / ".models" / "nli")
    (tmp_path / "link").symlink_to(inside)
    outside = make_cross_encoder(tmp_path / "outside")
    (outside / "model.onnx").unlink()
    (outside / "model.onnx").symlink_to(inside / "model.onnx")
    climbing = tmp_path / "elsewhere" / ".." / "vault" / ".models" / "nli"
    (tmp_path / "elsewhere").mkdir()
    for folder in (inside, tmp_path / "link", outside, climbing):
        with pytest.raises(ReaderError, match="inside the vault"):
            NliReader("nli", folder, labels=NLI, vault=vault)


def test_a_closed_reader_says_so(tmp_path: Path) -> None:
    reader = load(make_cross_encoder(tmp_path / "nli"))
    reader.close()
    reader.close()
    with pytest.raises(ReaderError, match="closed"):
        ask(reader, "true")


def test_the_settings_open_who_reads(tmp_path: Path) -> None:
    folder = make_cross_encoder(tmp_path / "nli-small")
    wanted = {
        "nli-small": ReaderSettings(kind="cross_encoder", folder=str(folder)),
        "claude": ReaderSettings(kind="command", command=("/usr/bin/claude", "-p")),
        "mine": ReaderSettings(kind="command", name="mine", command=("claude",)),
        "llama3": ReaderSettings(
            kind="language_model", url="http://127.0.0.1:9/v1", model="llama3"
        ),
    }
    opened = {name: reader_of(one, tmp_path / "vault") for name, one in wanted.items()}
    assert [one.name for one in opened.values()] == [*wanted]
    assert [one.model is None for one in opened.values()] == [True, False, False, False]
    with pytest.raises(ReaderError, match="No reader is set"):
        reader_of(ReaderSettings(), tmp_path / "vault")
