"""A cross-encoder from a local folder: a tiny ONNX model made here, read column by column."""

from pathlib import Path

import pytest

from tests.contract.judges import make_cross_encoder
from vaultwatch.adapters.judges.cross_encoder import MAX_TOKENS, CrossEncoderJudge
from vaultwatch.drift.scoring.question import UNSURE, JudgeAnswer, Question
from vaultwatch.errors import JudgeError

NLI = ("contradiction", "neutral", "entailment")
YES, NO = JudgeAnswer("yes"), JudgeAnswer("no")


def quiet() -> None:
    """Nobody wants us to stop."""


def load(folder: Path, *labels: str) -> CrossEncoderJudge:
    return CrossEncoderJudge(folder, labels=labels or NLI, vault=folder.parent / "vault")


def ask(judge: CrossEncoderJudge, now: str, belief: str = "belief") -> JudgeAnswer:
    return judge.ask(Question(belief, "false false", now), pulse=quiet)


@pytest.mark.parametrize(
    ("now", "answer"),
    [
        pytest.param("true", YES, id="entailed"),
        pytest.param("false", NO, id="denied"),
        pytest.param("other", UNSURE, id="neither"),
        pytest.param("true false", UNSURE, id="both"),
        pytest.param("words unknown", UNSURE, id="nothing of it"),
    ],
)
@pytest.mark.parametrize("ends_in", ["Identity", "Softmax"])
@pytest.mark.parametrize(
    "labels",
    [NLI, ("entailment", "neutral", "contradiction"), ("Entailment", "CONTRADICTION", "neutral")],
    ids=["c n e", "e n c", "other letters"],
)
def test_the_labels_are_read_in_the_order_of_the_settings(
    tmp_path: Path, labels: tuple[str, ...], ends_in: str, now: str, answer: JudgeAnswer
) -> None:
    columns = [label.casefold() for label in labels]
    folder = make_cross_encoder(tmp_path / "nli", columns, ends_in=ends_in)
    assert ask(load(folder, *labels), now) == answer


def test_not_entailed_is_not_denied(tmp_path: Path) -> None:
    folder = make_cross_encoder(tmp_path / "two", ("entailment", "contradiction"))
    judge = load(folder, "entailment", "not_entailment")
    assert (ask(judge, "true"), ask(judge, "false")) == (YES, UNSURE)


def test_the_passage_is_the_premise_and_the_past_is_not_read(tmp_path: Path) -> None:
    judge = load(make_cross_encoder(tmp_path / "nli"))
    assert ask(judge, "true", belief="anything") == YES  # the past says `false false`


def test_a_model_without_token_types_is_run(tmp_path: Path) -> None:
    folder = make_cross_encoder(tmp_path / "nli", with_types=False)
    assert ask(load(folder), "true") == YES


def test_texts_that_do_not_fit_get_no_answer(tmp_path: Path) -> None:
    judge = load(make_cross_encoder(tmp_path / "nli"))
    assert ask(judge, "true " * (MAX_TOKENS - 4)) == YES
    assert ask(judge, "true " * (MAX_TOKENS - 3)) == UNSURE


def test_text_that_is_no_text_is_read_all_the_same(tmp_path: Path) -> None:
    judge = load(make_cross_encoder(tmp_path / "nli"))
    assert ask(judge, "true \ud800 \0 true") == YES


def test_the_same_texts_get_the_same_answer_whoever_came_before(tmp_path: Path) -> None:
    judge = load(make_cross_encoder(tmp_path / "nli"))
    alone = ask(judge, "true other")
    ask(judge, "false " * 300)
    assert ask(judge, "true other") == alone


def test_labels_that_do_not_fit_the_model_are_an_error_that_says_so(tmp_path: Path) -> None:
    judge = load(make_cross_encoder(tmp_path / "nli"), "entailment", "contradiction")
    with pytest.raises(JudgeError, match="3 numbers where 2 labels") as caught:
        ask(judge, "true")
    assert "judge.labels" in caught.value.hint


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
    with pytest.raises(JudgeError) as caught:
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
        with pytest.raises(JudgeError, match="inside the vault"):
            CrossEncoderJudge(folder, labels=NLI, vault=vault)


def test_another_model_or_order_of_labels_has_another_id(tmp_path: Path) -> None:
    one = load(make_cross_encoder(tmp_path / "a"))
    same = load(make_cross_encoder(tmp_path / "b"))
    other = load(make_cross_encoder(tmp_path / "c", with_types=False))
    turned = load(tmp_path / "a", *reversed(NLI))
    assert one.model_id == same.model_id
    assert len({one.model_id, other.model_id, turned.model_id}) == 3
    assert one.name == "the cross-encoder a"


def test_a_closed_judge_says_so(tmp_path: Path) -> None:
    judge = load(make_cross_encoder(tmp_path / "nli"))
    judge.close()
    judge.close()
    with pytest.raises(JudgeError, match="closed"):
        ask(judge, "true")
