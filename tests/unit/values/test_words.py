"""The words of a text, its languages, what it denies and what it says has ended."""

import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultwatch.values.languages import known_languages, languages_of, lexicon_of
from vaultwatch.values.polarity import negations, says_it_ended
from vaultwatch.values.words import content, words_in

LANGUAGES = Path(__file__).resolve().parents[3] / "vaultwatch" / "values" / "languages"


@pytest.mark.parametrize(("a", "b"), [("policy", "police"), ("comma", "comment")])
def test_words_of_two_meanings_have_two_stems(a: str, b: str) -> None:
    assert content(f"the {a}").isdisjoint(content(f"the {b}"))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("the meetings were closed", "a meeting closes"),
        ("die Sitzungen sind im Haus", "die Sitzung ist im Haus"),
        ("les réunions sont dans la salle", "la réunion est dans la salle"),
    ],
)
def test_forms_of_a_word_have_one_stem(a: str, b: str) -> None:
    assert content(a) == content(b)


def test_of_cjk_words_are_characters_and_content_pairs() -> None:
    assert [word.stem for word in words_in("每周开会")] == ["每", "周", "开", "会"]
    assert content("每周开会") == {"每周", "周开", "开会"}


@given(st.text(max_size=80))
def test_words_stand_in_the_text(text: str) -> None:
    assert all(0 <= w.start < w.end <= len(text) for w in words_in(text))
    assert content(text) is content(text)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("the fee is due on Friday", "en"),
        ("der Beitrag ist am Freitag fällig", "de"),
        ("la cotisation est due le vendredi", "fr"),
        ("de bijdrage is op vrijdag verschuldigd", "nl"),
        ("la cuota se paga el viernes", "es"),
        ("a quota é paga na sexta-feira", "pt"),
        ("la quota si paga il venerdì", "it"),
        ("składka jest płatna w piątek", "pl"),
        ("avgiften ska betalas på fredag", "sv"),
        ("gebyret skal betales på fredag ikke før", "da"),
        ("взнос нужно платить в пятницу", "ru"),
        ("会费是周五付的", "zh"),
        ("会費は金曜日に払う", "ja"),
        ("회비는 금요일에 낸다", "ko"),
        ("Montag, 14 Uhr", "de"),
        ("12:30", "en"),
        ("A box holds ten eggs.", "en"),
    ],
)
def test_a_text_tells_its_language(text: str, language: str) -> None:
    assert languages_of(text)[0] == language


@pytest.mark.parametrize("language", known_languages())
def test_the_words_that_tell_a_language_are_those_of_its_file(language: str) -> None:
    table = tomllib.loads((LANGUAGES / f"{language}.toml").read_text(encoding="utf-8"))
    told = json.loads((LANGUAGES / "which.json").read_text(encoding="utf-8"))["function"]
    words = [w for w in table["function"].split(", ") if w.isalpha()]
    if not table.get("unspaced"):
        assert [w for w in words if language not in told.get(w, "").split()] == []
    assert lexicon_of((language,)).senses, "every phrase has a first word"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("We do not open on Sundays.", 1),
        ("It isn't so.", 1),
        ("Nobody never came.", 2),
        ("It opens no later than noon.", 0),
        ("Not only cats are let in.", 0),
        ("A loja abre no domingo.", 0),
        ("La tienda no abre los domingos.", 1),
        ("Keine Hunde erlaubt.", 1),
        ("Il n'y a pas de pain.", 1),
        ("C'est sans doute vrai.", 0),
        ("我们不开门。", 1),
        ("这个不错。", 0),
        ("日曜日は営業しません。", 1),
        ("必ず来てください。", 0),
        ("Er kommt nicht mehr.", 1),
        ("Il ne vient plus.", 1),
    ],
)
def test_denials_are_counted(text: str, count: int) -> None:
    assert negations(text) == count


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        ("We no longer open on Sundays.", True),
        ("It doesn't open on Sundays any more.", True),
        ("It used to be here.", True),
        ("It lasts no longer than an hour.", False),
        ("The key is used to sign.", False),
        ("The key used to sign is here.", False),
        ("Wir haben montags nicht mehr auf.", True),
        ("Es dauert nicht mehr als eine Stunde.", False),
        ("Nous n'ouvrons plus le dimanche.", True),
        ("Il n'y a plus de pain.", True),
        ("Il ne dure plus de deux heures.", False),
        ("La tienda ya no abre.", True),
        ("A loja já não abre.", True),
        ("Non apre più la domenica.", True),
        ("De winkel is niet meer open.", True),
        ("Sklep już nie działa.", True),
        ("Butiken är inte längre öppen.", True),
        ("Butikken er ikke længere åben.", True),
        ("Магазин больше не работает.", True),
        ("商店不再营业。", True),
        ("もう営業していない。", True),
        ("더 이상 하지 않습니다.", True),
    ],
)
def test_what_has_ended_is_said_in_so_many_words(text: str, is_so: bool) -> None:  # noqa: FBT001
    assert says_it_ended(text) is is_so
