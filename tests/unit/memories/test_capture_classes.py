"""Classes of sentences that last, in every language, and their neighbours that do not."""

# ruff: noqa: RUF001 -- sentences stand in their own script

import time

import pytest

from vaultwatch.memories.capture import captured
from vaultwatch.memories.turns import Turn


def said(*texts: str) -> list[tuple[str, str]]:
    turns = [Turn("user", text, None) for text in texts]
    return [(one.kind, one.text) for one in captured(turns)]


STOP = [
    "stop adding emojis to my headings",
    "hör auf, jede Antwort mit einem Lob zu beginnen",
    "arrête de mettre des emojis partout",
    "deja de poner emojis en los títulos",
    "smettila di aggiungere emoji ai titoli",
    "pare de colocar emojis nos títulos",
    "stop met emoji gebruiken in koppen",
    "przestań dodawać emotikony do nagłówków",
    "хватит вставлять смайлики в заголовки",
    "不要再在标题里加表情符号",
    "見出しに絵文字を使うのはやめてください",
    "더 이상 제목에 이모지를 넣지 마",
]
ALWAYS = [
    "always with a semicolon at the end",
    "Tabellen immer mit Kopfzeile",
    "toujours en anglais dans les commentaires",
    "siempre con tildes en los nombres",
    "sempre in formato A4",
    "sempre com acento nos nomes",
    "altijd met een samenvatting bovenaan",
    "zawsze z podsumowaniem na górze",
    "всегда с кратким итогом в начале",
    "标题一律用小写字母",
    "日付は必ず西暦で",
    "날짜는 무조건 숫자로",
]
OUT = [
    "AGPL is off limits for our products",
    "Akkordlohn kommt bei uns nicht in Frage",
    "le cuir est hors de question",
    "el cuero está descartado",
    "la pelle è fuori discussione",
    "o couro está fora de questão",
    "leer is voor ons uit den boze",
    "skóra u nas odpada",
    "кожа у нас под запретом",
    "皮革材料绝对不行",
    "革製品は論外です",
    "가죽 제품은 절대 안 돼",
]
ONLY = [
    "the kiln only takes 40 plates",
    "wir haben insgesamt nur 3 Lizenzen",
    "nous n'avons que 3 licences",
    "solo tenemos 3 licencias",
    "abbiamo solo 3 licenze",
    "só temos 3 licenças",
    "we hebben maar 3 licenties",
    "mamy tylko 3 licencje",
    "у нас всего 3 лицензии",
    "我们只有3个许可证",
    "ライセンスは3つしかない",
    "라이선스가 3개밖에 없어",
]
PEOPLE = [
    "Odile can't eat shellfish",
    "Jonas verträgt keine Nüsse",
    "Odile ne mange pas de fruits de mer",
    "Rocío no come marisco",
    "Chiara non mangia pesce",
    "Tiago não come camarão",
    "Femke eet geen vis",
    "Zofia nie je ryb",
    "Мирон не ест рыбу",
    "小林不吃海鲜",
    "田中さんは担当です",
    "우리 엄마는 생선을 못 먹어",
]
HABITS = [
    "the market closes early every Saturday",
    "donnerstags arbeite ich im Atelier",
    "le labo est fermé chaque jeudi",
    "los jueves trabajo desde casa",
    "il negozio chiude ogni giovedì",
    "a loja fecha toda quinta",
    "op donderdag werk ik thuis, altijd",
    "w czwartki nie pracuję",
    "по четвергам я работаю дома",
    "我每周四在家办公",
    "毎週木曜は在宅勤務です",
    "매주 목요일은 재택근무야",
]
CUES = [
    "keep in mind that our lift is tiny",
    "merk dir bitte: der Ofen zieht nach links",
    "n'oublie pas que le four tire à gauche",
    "ten en cuenta que el horno calienta de más",
    "tieni presente che il forno scalda troppo",
    "não se esqueça de que o forno esquenta demais",
    "let op: de oven trekt naar links",
    "pamiętaj, że piec grzeje mocniej z lewej",
    "имей в виду, что печь греет слева сильнее",
    "记住，窑炉左边更热",
    "覚えておいてください、窯は左が熱い",
    "기억해 줘, 가마는 왼쪽이 더 뜨거워",
]
SINCE = [
    "starting with version 5 we build only for arm",
    "ab Version 5 bauen wir nur noch für ARM",
    "à partir de la version 5 on ne compile que pour ARM",
    "a partir de la versión 5 solo compilamos para ARM",
    "dalla versione 5 compiliamo solo per ARM",
    "a partir da versão 5 compilamos para ARM",
    "vanaf versie 5 bouwen we voor ARM",
    "od wersji 5 budujemy dla ARM",
    "с версии 5 собираем под ARM",
    "从5.0版本开始，只支持ARM",
    "バージョン5からARMだけに対応します",
    "버전 5부터는 ARM만 지원해",
]


@pytest.mark.parametrize(
    "text",
    [*STOP, *ALWAYS, *OUT, *ONLY, *PEOPLE, *HABITS, *CUES, *SINCE],
)
def test_each_class_is_found_in_each_language(text: str) -> None:
    assert len(said(text)) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("decision: the kiln goes to the barn", "the kiln goes to the barn"),
        ("Entscheidung: der Ofen kommt in die Scheune", "der Ofen kommt in die Scheune"),
        ("yesterday we finally agreed: glaze before noon", "glaze before noon"),
        ("décision : le four va dans la grange", "le four va dans la grange"),
    ],
)
def test_what_stands_behind_a_label_was_decided(text: str, told: str) -> None:
    assert said(text) == [("decision", told)]


def test_whoever_asks_to_remember_it_means_the_sentence_before() -> None:
    assert said("The left shelf is weak. Keep that in mind.") == [
        ("fact", "The left shelf is weak.")
    ]
    assert said("Die linke Ablage ist schwach. Merk dir das bitte.")[0][0] == "fact"
    assert said("Keep that in mind.") == said("Учитывай это всегда.") == []
    assert said("Is the shelf weak? Keep that in mind.") == []


def test_a_users_own_answer_counts_where_the_agent_did_not_know() -> None:
    asked = [Turn("user", "which glaze did we use?", None)]
    unknown, known = Turn("assistant", "I don't know.", None), Turn("assistant", "Celadon.", None)
    answer = Turn("user", "it's tenmoku", None)
    assert [one.text for one in captured([*asked, unknown, answer])] == ["it's tenmoku"]
    assert captured([*asked, known, answer]) == []


@pytest.mark.parametrize(
    "text",
    [
        "stop the kiln and start it again",
        "stop asking me that",
        "no more questions from me",
        "the job fails every Monday",
        "remind me every Friday to water the ferns",
        "the label is red, not green",
        "always on time, thank you",
        "we only have 5 minutes",
        "as I said, fix the header",
        "I said the second paragraph",
        "remember to run the tests",
        "Peter leads by two points",
        "keine Zeit mehr",
        "wir haben nur noch 5 Minuten",
        "erinner mich jeden Montag daran",
        "arrête d'exécuter le serveur",
        "plus de batterie",
        "deja de correr el servidor",
        "nada de eso",
        "il file è nella cartella 3",
        "o resultado é 5, não 7",
        "geen tijd meer",
        "przestań działać",
        "итог 5, а не 7",
        "帮我每天生成一个报告",
        "毎月の表を作って",
        "매월 표를 만들어",
    ],
)
def test_the_neighbours_of_a_class_are_not(text: str) -> None:
    assert said(text) == []


def test_a_long_line_is_read_in_no_time() -> None:
    began = time.perf_counter()
    for word in ("word ", "every ", "Anna ", "not, ", "x-y.z "):
        said((word * 80)[:299])
    assert time.perf_counter() - began < 2
