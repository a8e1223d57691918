"""What says nothing that could be remembered, and what is short and says something."""
# ruff: noqa: RUF001 -- the commas and letters of other writings

import pytest

from vaultwatch.memories.substance import says_nothing

NOTHING = {
    "English": ("ok", "Thanks!", "hello there", "hmm, interesting", "Yes, exactly. Great!!!", "👍"),
    "German": ("danke", "Hallo!", "Okay, danke!", "Genau.", "na ja, gut"),
    "French": ("merci", "Bonjour !", "d'accord", "C'est bon", "ah, super"),
    "Spanish": ("hola", "¡Gracias!", "vale, perfecto", "Muy bien", "adiós"),
    "Italian": ("ciao", "Grazie!", "certo, capito", "D'accordo.", "perfetto"),
    "Russian": ("Спасибо", "Привет!", "хорошо, понял", "ясно", "ура 🎉"),
    "Japanese": ("ありがとう", "はい、了解です", "なるほど、面白い", "お疲れ様です", "大丈夫です"),
    "Chinese": ("谢谢", "你好", "嗯，好的", "明白了", "太好了"),
}
SOMETHING = {
    "English": (
        "Use tabs",
        "Port 8080",
        "Mara is vegan",
        "No sugar",
        "Lunch is at noon",
        "Run tests",
    ),
    "German": (
        "Mara ist Veganerin",
        "Kein Zucker",
        "Port 5432",
        "Tabs statt Leerzeichen",
        "Montags zu",
    ),
    "French": ("Mara est végane", "Sans gluten", "Le port 8080", "Pas de sucre", "Écran sombre"),
    "Spanish": (
        "Mara es vegana",
        "Usa tabuladores",
        "Puerto 8080",
        "No come carne",
        "Sin sal ni ajo",
    ),
    "Italian": ("Mara è vegana", "Senza glutine", "Usa gli spazi", "Porta 8080", "Chiude lunedì"),
    "Russian": ("Мара не ест мясо", "Без сахара", "Порт 8080", "Мара любит чай", "Только табы, 4"),
    "Japanese": ("マラはビーガン", "タブを使う", "肉は食べない", "卵アレルギー", "東京在住"),
    "Chinese": ("玛拉吃素", "用制表符", "不吃肉", "端口8080", "我吃素"),
}
OTHERS = (
    "[[Atlas]]",
    "~/bin/deploy",
    "https://example.org",
    "Editor: Vim",
    "Cash only",
    "Bikes only.",
    "Nur Barzahlung",
    "Alleen fietsen",
    "Только табы",
    "ok, Port 8080",
    "마라는 채식주의자",
    "高い、Mara は菜食",
)


def cases(told: dict[str, tuple[str, ...]]) -> list[object]:
    return [
        pytest.param(text, id=f"{language}-{text}")
        for language, texts in told.items()
        for text in texts
    ]


@pytest.mark.parametrize("text", cases(NOTHING))
def test_it_says_nothing(text: str) -> None:
    assert says_nothing(text)


@pytest.mark.parametrize("text", [*cases(SOMETHING), *OTHERS])
def test_it_says_something(text: str) -> None:
    assert not says_nothing(text)


def test_there_are_forty_of_each_in_eight_languages() -> None:
    for told in (NOTHING, SOMETHING):
        assert len(told) == 8
        assert sum(map(len, told.values())) >= 40
