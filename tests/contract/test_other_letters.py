"""Names in Cyrillic, Greek, Georgian and Armenian letters are found in Latin ones, and back.

Sixty-four names as they are written at home and as English texts spell them; what is missed is
spelled by ear (Tchaikovsky, Rachmaninoff, Heraklio).
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.contract.test_chunk_store import opened, row
from vaultwatch.adapters.index.chunk_store import ChunkStore
from vaultwatch.adapters.index.lance_rows import columns_of_old
from vaultwatch.notes.model import NotePath

NAMES = {
    "Cyrillic": (
        "Шостакович Shostakovich|Чайковский Tchaikovsky|Достоевский Dostoevsky"
        "|Рахманинов Rachmaninoff|Горбачёв Gorbachev|Булгаков Bulgakov|Мусоргский Mussorgsky"
        "|Римский Rimsky|Ахматова Akhmatova|Цветаева Tsvetaeva|Пастернак Pasternak"
        "|Солженицын Solzhenitsyn|Мандельштам Mandelstam|Київ Kyiv|Харків Kharkiv|Львів Lviv"
        "|Шевченко Shevchenko|Зеленський Zelensky|Пловдив Plovdiv|Београд Beograd|Новак Novak"
        "|Ђоковић Djokovic|Скопје Skopje|Търново Tarnovo"
    ),
    "Greek": (
        "Θεσσαλονίκη Thessaloniki|Αθήνα Athina|Καζαντζάκης Kazantzakis|Θεοδωράκης Theodorakis"
        "|Καβάφης Kavafis|Σεφέρης Seferis|Ελύτης Elytis|Ξενάκης Xenakis|Παπαδόπουλος Papadopoulos"
        "|Γιώργος Giorgos|Δημήτρης Dimitris|Ηράκλειο Heraklio|Χανιά Chania|Κέρκυρα Kerkyra"
        "|Μύκονος Mykonos|Βαγγέλης Vangelis"
    ),
    "Georgian": (
        "თბილისი Tbilisi|ბათუმი Batumi|ქუთაისი Kutaisi|რუსთაველი Rustaveli|სააკაშვილი Saakashvili"
        "|ჭავჭავაძე Chavchavadze|წერეთელი Tsereteli|ყაზბეგი Kazbegi|მცხეთა Mtskheta|გიორგი Giorgi"
        "|ნინო Nino|ფიროსმანი Pirosmani"
    ),
    "Armenian": (
        "Երևան Yerevan|Գյումրի Gyumri|Խաչատրյան Khachatryan|Սարոյան Saroyan|Հայաստան Hayastan"
        "|Կոմիտաս Komitas|Ազնավուր Aznavour|Պետրոսյան Petrosyan|Վանաձոր Vanadzor|Աբովյան Abovyan"
        "|Տիգրան Tigran|Հովհաննես Hovhannes"
    ),
}
PAIRS = [(letters, *pair.split()) for letters, pairs in NAMES.items() for pair in pairs.split("|")]
LEAST = {"Cyrillic": 22, "Greek": 14, "Georgian": 11, "Armenian": 11}
"""Of 24, 16, 12 and 12 names."""


@pytest.fixture(params=[10, 30_000], ids=["large", "small"])
def store(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ChunkStore]:
    """One whose vectors are held, or not."""
    monkeypatch.setattr("vaultwatch.adapters.index.lance_search.KEPT_ROWS", request.param)
    made = opened(tmp_path)
    yield made
    made.close()


def note(at: int) -> NotePath:
    return NotePath(f"n{at}.md")


def write(store: ChunkStore, names: Sequence[str]) -> None:
    told = [f"the tuner is {name} this year" for name in names]
    store.write({note(at): [row(note(at), 0, text, None)] for at, text in enumerate(told)})


def found(store: ChunkStore, asked: Sequence[str]) -> dict[str, int]:
    """Return by letters how many names bring their note first."""
    counts = dict.fromkeys(NAMES, 0)
    for at, ((letters, *_), name) in enumerate(zip(PAIRS, asked, strict=True)):
        hits = store.search(name, None, limit=1)
        counts[letters] += bool(hits) and hits[0].note == note(at)
    return counts


@pytest.mark.parametrize("is_written_so", [True, False], ids=["asked in Latin", "written in Latin"])
def test_a_name_is_found_by_its_other_spelling(store: ChunkStore, *, is_written_so: bool) -> None:
    other, latin = [pair[1] for pair in PAIRS], [pair[2] for pair in PAIRS]
    written, asked = (other, latin) if is_written_so else (latin, other)
    write(store, written)
    store.optimise()
    counts = found(store, asked)
    assert all(counts[letters] >= least for letters, least in LEAST.items()), counts
    assert found(store, written) == {
        letters: names.count("|") + 1 for letters, names in NAMES.items()
    }


def test_a_spelling_that_is_the_very_same_needs_no_tidying(store: ChunkStore) -> None:
    write(store, ["Шостакович", "Thessaloniki"])
    assert [hit.note for hit in store.search("Shostakovich", None, limit=5)] == [note(0)]
    assert [hit.note for hit in store.search("Θεσσαλονίκη", None, limit=5)] == [note(1)]


def test_who_has_no_other_letters_is_answered_as_before(
    store: ChunkStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(store, [latin for *_, latin in PAIRS])
    asked = ["Shostakovich", "Shostakovitch", "Yerevan this year", "the tuner"]
    answers = [store.search(name, None, limit=5) for name in asked]
    monkeypatch.setattr("vaultwatch.adapters.index.lance_search.LanceSearch._spelled", no_spelling)
    other = opened(tmp_path)
    assert answers == [other.search(name, None, limit=5) for name in asked]
    other.close()


def no_spelling(*_: object) -> None:
    """Spell nothing otherwise."""


def test_an_index_of_before_serves_and_spells_once_it_is_tidied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = "vaultwatch.adapters.index.lance_chunks"
    with monkeypatch.context() as before:
        before.setattr(f"{module}.schema_of", columns_of_old)
        before.setattr(f"{module}._index_latin", lambda _: None)
        old = opened(tmp_path)
        write(old, ["Шостакович", "Ana"])
        old.close()
    store = opened(tmp_path)
    assert not store.was_rebuilt
    assert [hit.note for hit in store.search("Шостакович", None, limit=1)] == [note(0)]
    assert store.search("Shostakovich", None, limit=1) == []
    store.write({note(2): [row(note(2), 0, "Киев in May", None)]})
    assert store.needs_optimise()
    with monkeypatch.context() as killed:
        killed.setattr(f"{module}._index_latin", None)
        with pytest.raises(TypeError):
            store.optimise()
    assert store.search("Shostakovich", None, limit=1) == []
    assert store.needs_optimise()
    store.optimise()
    assert not store.needs_optimise()
    assert [hit.note for hit in store.search("Shostakovich", None, limit=1)] == [note(0)]
    assert [hit.note for hit in store.search("Kiev", None, limit=1)] == [note(2)]
    store.write({note(3): [row(note(3), 0, "Одесса in June", None)]})
    assert [hit.note for hit in store.search("Odessa", None, limit=1)] == [note(3)]
    store.close()
