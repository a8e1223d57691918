"""Judges' answers kept between runs: a cache that may be lost, never believed when garbled."""

from pathlib import Path

import pytest

from vaultwatch.adapters.judges import answer_cache
from vaultwatch.adapters.judges.answer_cache import AnswerCache
from vaultwatch.drift.scoring.question import UNSURE, JudgeAnswer
from vaultwatch.errors import JudgeError


def test_an_answer_is_kept_by_model_and_question_and_across_runs(tmp_path: Path) -> None:
    file = tmp_path / "answers.sqlite"
    cache = AnswerCache(file)
    cache.put("m", "q", JudgeAnswer("no", "was “das” steht"))
    cache.put("m", "r", UNSURE)
    cache.close()
    cache.close()
    again = AnswerCache(file)
    assert again.get("m", "q") == JudgeAnswer("no", "was “das” steht")
    assert again.get("m", "r") == UNSURE
    assert again.get("n", "q") is None
    assert again.get("m", "s") is None
    again.close()


def test_a_later_answer_takes_the_place_of_an_earlier_one(tmp_path: Path) -> None:
    cache = AnswerCache(tmp_path / "answers.sqlite")
    cache.put("m", "q", JudgeAnswer("no"))
    cache.put("m", "q", JudgeAnswer("yes"))
    assert cache.get("m", "q") == JudgeAnswer("yes")
    cache.close()


def test_the_oldest_answers_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer_cache, "KEEP_NEWEST", 3)
    cache = AnswerCache(tmp_path / "answers.sqlite")
    for question in "abcdef":
        cache.put("m", question, JudgeAnswer("yes"))
    assert [q for q in "abcdef" if cache.get("m", q) is not None] == ["d", "e", "f"]
    cache.close()


@pytest.mark.parametrize(
    "content",
    [b"not a database, but long enough to be read as a header" * 40, b"SQLite format 3\0"],
)
def test_a_garbled_file_is_made_anew(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "answers.sqlite"
    file.write_bytes(content)
    cache = AnswerCache(file)
    assert cache.get("m", "q") is None
    cache.put("m", "q", JudgeAnswer("yes"))
    assert cache.get("m", "q") == JudgeAnswer("yes")
    cache.close()


def test_where_nothing_can_be_kept_an_error_says_so(tmp_path: Path) -> None:
    with pytest.raises(JudgeError) as caught:
        AnswerCache(tmp_path / "missing" / "answers.sqlite")
    assert caught.value.hint
    cache = AnswerCache(tmp_path / "answers.sqlite")
    cache.close()
    with pytest.raises(JudgeError, match="closed"):
        cache.get("m", "q")


def test_an_answer_that_quotes_a_secret_leaves_no_byte(tmp_path: Path) -> None:
    cache = AnswerCache(tmp_path / "answers.sqlite")
    cache.put("m", "q", JudgeAnswer("no", "the key is Tul1p42field"))
    cache.put("m", "r", JudgeAnswer("no", "the door is red"))
    cache.drop_quotes(lambda quote: "Tul1p" in quote)
    assert cache.get("m", "q") is None
    assert cache.get("m", "r") == JudgeAnswer("no", "the door is red")
    cache.close()
    assert all(b"Tul1p" not in file.read_bytes() for file in tmp_path.iterdir())
