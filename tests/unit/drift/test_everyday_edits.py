"""What people do to their notes every day: turn a clause, make a table, say the same otherwise."""

import pytest

from tests.unit.drift.test_other_slots import seen

LEASE = "# Lease\n\nRent is 700 euros a month. Pets are not allowed.\n\nCaretaker: Reto\n"
QUOTA = "# Maps\n\nThe quota is 500 calls a day. The endpoint needs no token.\n\nRegion: eu\n"
HUT = "# Hut\n\nBook early.\n\n- Sleeps 14 people in two rooms\n- Firewood behind the hut\n"
AS_TABLE = (
    "# Hut\n\nBook early.\n\n| Item | Detail |\n| --- | --- |\n"
    "| Sleeps | 14 people, two rooms |\n| Firewood | behind the hut |\n"
)
SLEEPS = "The hut sleeps 14 people in two rooms."
CLUB = """# Verein

Das Budget für 2027 ist auf 15.000 Euro begrenzt. Frau Roth zeichnet alles über 1.000 Euro.

Saal 2.
"""
SAID = """# Verein

2027 darf höchstens 15 000 € ausgegeben werden. Was mehr als 1000 € kostet, zeichnet Frau Roth.

Saal 2.
"""
BUDGET = "Verein: Budget 2027 begrenzt auf 15.000 Euro, Frau Roth zeichnet alles über 1.000 Euro."


@pytest.mark.parametrize(
    ("memory", "note", "old", "new"),
    [
        pytest.param(
            "Rent 700 euros a month, pets not allowed.",
            LEASE,
            "not allowed",
            "allowed",
            id="no longer denied",
        ),
        pytest.param(
            "The map quota is 500 calls per day, the endpoint needs no token.",
            QUOTA,
            "no token",
            "a token",
            id="what it needs",
        ),
    ],
)
def test_a_clause_that_was_turned_round_is_shown_whatever_else_stands(
    memory: str, note: str, old: str, new: str
) -> None:
    made = seen(memory, note, note.replace(old, new))
    assert (made.outcome, made.proof) == ("shown", "denied")
    other = seen(memory, note, f"{note}\nThe cellar is not locked.\n")
    assert other.outcome != "shown"


def test_the_names_of_columns_are_no_news_of_what_was_a_list() -> None:
    assert seen(SLEEPS, HUT, AS_TABLE).outcome == "holds"
    changed = seen(SLEEPS, HUT, AS_TABLE.replace("14", "18"))
    assert (changed.outcome, changed.proof) == ("shown", "value")


def test_what_stands_with_all_its_values_in_other_words_is_not_told() -> None:
    assert not seen(BUDGET, CLUB, SAID).drifted
    assert seen(BUDGET, CLUB, SAID.replace("15", "19")).drifted


AROUND = "# Farm\n\nThe garden is green all year round.\n\n{}\n\nA shed stands by the road.\n"


def told(memory: str, then: str, now: str) -> tuple[str, str]:
    made = seen(memory, AROUND.format(then), AROUND.format(now))
    return made.outcome, made.proof


@pytest.mark.parametrize(
    ("memory", "then", "now"),
    [
        pytest.param(
            "The legends are in Dutch and French.",
            "legends in Dutch and French, both",
            "legends both in French and in Dutch",
            id="led by a word",
        ),
        pytest.param(
            "The nurses come on Tuesdays and Fridays at ten.",
            "The nurses come on Tuesdays and Fridays at ten.",
            "The nurses come on Fridays and Tuesdays at ten.",
            id="days",
        ),
        pytest.param(
            "Ann and Bob look after the bees.",
            "Ann and Bob look after the bees.",
            "Bob and Ann look after the bees.",
            id="at the head",
        ),
        pytest.param(
            "The bees belong to Ann, Bob and Carl.",
            "The bees belong to Ann, Bob and Carl.",
            "The bees belong to Carl, Ann and Bob.",
            id="three",
        ),
    ],
)
def test_in_what_order_a_line_lists_its_values_is_no_news(memory: str, then: str, now: str) -> None:
    assert told(memory, then, now)[0] not in {"shown", "likely"}


@pytest.mark.parametrize(
    ("memory", "then", "now"),
    [
        pytest.param(
            "The train goes from Bern to Ulm.",
            "The train goes from Bern to Ulm.",
            "The train goes from Ulm to Bern.",
            id="from and to",
        ),
        pytest.param(
            "Ann pays the rent to Bob.",
            "The rent is paid by Ann to Bob.",
            "The rent is paid by Bob to Ann.",
            id="who and whom",
        ),
        pytest.param(
            "Ann gets 10 euros, Bob 5 euros.",
            "Ann and Bob get 10 and 5 euros.",
            "Bob and Ann get 10 and 5 euros.",
            id="beside another list",
        ),
        pytest.param(
            "The morning dose is 5 mg.",
            "Morning and evening dose: 5 mg and 10 mg.",
            "Morning and evening dose: 10 mg and 5 mg.",
            id="beside a list of words",
        ),
        pytest.param(
            "The score was 3 to 1.",
            "The score: 3, 1 at the end.",
            "The score: 1, 3 at the end.",
            id="no list to the memory",
        ),
        pytest.param(
            "First comes Ann and then Bob.",
            "First Ann, then Bob ring the bell.",
            "First Bob, then Ann ring the bell.",
            id="first",
        ),
    ],
)
def test_values_that_changed_places_are_shown(memory: str, then: str, now: str) -> None:
    assert told(memory, then, now) == ("shown", "value")


@pytest.mark.parametrize(
    ("memory", "task", "is_told"),
    [
        pytest.param(
            "The annual fee is 90 euros.", "annual fee 90 euros, by June", False, id="fee"
        ),
        pytest.param("Order 20 tiles for it.", "order 20 tiles", True, id="said whole"),
        pytest.param("We must order 20 new tiles.", "order 20 tiles in May", True, id="must"),
    ],
)
def test_a_tick_is_no_news_to_who_gives_a_value_of_the_task_alone(
    memory: str, task: str, *, is_told: bool
) -> None:
    assert (told(memory, f"- [ ] {task}", f"- [x] {task}") == ("shown", "mark")) is is_told


@pytest.mark.parametrize(
    ("then", "now"),
    [
        pytest.param("- [ ] Mail to nine practices", "- [x] Mail to nine practices", id="task"),
        pytest.param("status:: proposed", "status:: accepted", id="property"),
    ],
)
def test_what_stands_word_for_word_is_not_settled_by_the_mark_of_another_line(
    then: str, now: str
) -> None:
    memory = "Nine practices still use it."
    assert told(memory, f"{memory}\n\n{then}", f"{memory}\n\n{now}")[0] == "holds"


@pytest.mark.parametrize(
    "now",
    [
        pytest.param("Pets are (not) allowed in the flat.", id="nothing but a denial"),
        pytest.param("Pets are allowed in the flat (not allowed).", id="words of the line"),
        pytest.param("Pets are not (as of May) allowed in the flat.", id="around brackets"),
    ],
)
def test_brackets_hide_no_denial(now: str) -> None:
    line = "Pets are allowed in the flat."
    assert told(line, line, now) == ("shown", "denied")


def test_what_stands_in_brackets_alone_is_denied_there() -> None:
    memory, line = "The rent includes heating.", "Flat on the left ({} says the owner)."
    then, now = (line.format(f"rent {one} heating,") for one in ("includes", "does not include"))
    assert told(memory, then, now) == ("shown", "denied")


def test_an_exception_in_brackets_denies_nothing_of_what_stands_outside() -> None:
    memory = "The choir meets on Tuesday at 20:00 in the hall."
    line = "Rehearsal Tuesday 20:00 in the hall"
    assert told(memory, f"{line}.", f"{line} (not on 22 December).")[0] == "in_doubt"
    assert told(memory, f"{line}.", f"No {line.lower()} (not on 22 December).")[0] == "shown"


PAIR = "# Camp\n\nAnn cooks and Tom washes up.\n\nBring soap, towels and lamps.\n\nNo dogs.\n"


@pytest.mark.parametrize(
    ("memory", "old", "new", "outcome"),
    [
        ("Ann cooks.", "Ann cooks and Tom washes", "Tom cooks and Ann washes", "in_doubt"),
        ("Bring soap, towels and lamps.", "soap, towels and lamps", "lamps, towels and soap", None),
    ],
    ids=["two that changed places", "a row in another order"],
)
def test_who_changed_places_says_it_no_more(
    memory: str, old: str, new: str, outcome: str | None
) -> None:
    assert seen(memory, PAIR, PAIR.replace(old, new)).outcome == (outcome or "holds")


def test_a_copy_of_what_stands_is_not_told() -> None:
    table = "| Benefits | Insider | VIP |\n|---|---|---|\n| Badge | yes | |\n"
    table += "| Fee (USD) | $25 | $100 |\n"
    note = f"# Club\n\nThere are two tiers.\n\n{table}\nYou can upgrade by paying the difference.\n"

    assert not seen("The VIP tier of the Club costs $100.", note, f"{note}\n{note}").drifted
