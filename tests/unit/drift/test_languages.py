"""Which language a short sentence is in, and that nobody guesses."""

# ruff: noqa: RUF001 -- letters that look alike are what is told apart
import pytest

from vaultwatch.drift.language.languages import language_of, languages_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        pytest.param("The rent is 840 euros a month.", "en", id="English"),
        pytest.param("Only Dana may approve invoices.", "en", id="English, two everyday words"),
        pytest.param("Non-goals of the release", "en", id="a hyphen makes no Italian word"),
        pytest.param("We don't ship on Fridays", "en", id="what follows an apostrophe"),
        pytest.param("Nur Dana darf Rechnungen freigeben.", "de", id="German"),
        pytest.param("Rückgabe spätestens freitags", "de", id="German without an article"),
        pytest.param("Personne d'autre ne signe les factures.", "fr", id="French"),
        pytest.param("La llave la tiene Marta en su casa.", "es", id="Spanish"),
        pytest.param("Il coro prova il giovedì.", "it", id="Italian"),
        pytest.param("A biblioteca abre às dez, não fecha ao almoço.", "pt", id="Portuguese"),
        pytest.param("Bezoekers melden zich bij de receptie.", "nl", id="Dutch"),
        pytest.param("Klucz jest u sąsiadki, nie w biurze.", "pl", id="Polish"),
        pytest.param("温室在冬天必须保持在12°C以上。", "zh", id="Chinese"),
        pytest.param("温室は冬でも12度以上に保つ。", "ja", id="Japanese by its own signs"),
        pytest.param("Ключ у соседки.", "cyrillic", id="a script"),
        pytest.param("Owner: Валерий", "cyrillic", id="a script beside a Latin word"),
        pytest.param("Atlas", None, id="a name"),
        pytest.param("staging | Priya | 8080", None, id="names and numbers"),
        pytest.param("`git push --all` src/la/los.py", None, id="code and paths"),
        pytest.param("Enable 2FA", None, id="letters behind a digit"),
        pytest.param("TO CUI NUMA SES", None, id="acronyms"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_a_sentence_tells_its_language(text: str, language: str | None) -> None:
    assert language_of(text) == language


def test_a_sentence_that_three_languages_may_have_written_is_none_of_the_fourth() -> None:
    spanish = "Marta guarda la llave de repuesto."
    assert language_of(spanish) is None
    assert len(languages_of(spanish)) > 1
