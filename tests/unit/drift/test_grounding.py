"""A note supports a belief, is silent on it, or says otherwise, by the words of both."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.drift.statements import baseline
from vaultwatch.drift.scoring.compare import compare
from vaultwatch.drift.scoring.grounding import (
    belief_of_text,
    contradicted_elsewhere,
    contradicting_statement,
    ground,
    may_contradict,
)
from vaultwatch.drift.scoring.rivals import Held, rivals_of
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note

NOTE = parse_note(
    NotePath("Depot.md"),
    b"""# Depot

The gate opens at 07:30 on weekdays.

The rent of the depot is 1,450 EUR a month.

Ilse keeps the spare key of the depot.

The alarm is not armed during the day.

- [ ] Order the new lock
- Deliveries go through the yard, never through the office.
""",
)


@pytest.mark.parametrize(
    ("belief", "line"),
    [
        pytest.param("The gate opens at 09:00 on weekdays.", 3, id="another time"),
        pytest.param("The rent of the depot is 1,950 EUR a month", 5, id="another amount"),
        pytest.param("The rent of the depot is 1.950 EUR a month, it seems", 5, id="words behind"),
    ],
)
def test_one_other_value_in_the_same_frame_is_a_contradiction(belief: str, line: int) -> None:
    found = contradicting_statement(belief, NOTE.statements)
    assert found is not None
    assert found.first_line == line


@pytest.mark.parametrize(
    "belief",
    [
        pytest.param("The gate opens at 07:30 on weekdays.", id="what the note says"),
        pytest.param(
            "The rent of the depot is 1 450 EUR a month.", id="the same value, written so"
        ),
        pytest.param("The gate opens at 07:30 on weekdays and at 09:00 on Sundays.", id="more"),
        pytest.param("The gate was painted on Friday.", id="another fact"),
        pytest.param("Deliveries go through the yard.", id="a part"),
        pytest.param("The gate opens by hand.", id="words for a value"),
        pytest.param(
            "The new lock is an open point of [[Depot]].", id="words, and the note's name"
        ),
        pytest.param("A new lock is to be ordered.", id="other words"),
        pytest.param("", id="nothing"),
        pytest.param("gate " * 400, id="far too long"),
    ],
)
def test_anything_else_is_none(belief: str) -> None:
    assert contradicting_statement(belief, NOTE.statements) is None


@pytest.mark.parametrize(
    ("belief", "outcome"),
    [
        ("Guests pay 8 euros and children pay nothing.", "supported"),
        ("Guests pay 8 euros, children pay nothing.", "supported"),
    ],
)
def test_a_denial_of_one_part_is_the_same_whatever_joins_the_parts(
    belief: str, outcome: str
) -> None:
    said = parse_note(NotePath("Fees.md"), b"- Guests pay 8 euros, children pay nothing.\n")
    assert ground(belief_of_text(belief), said.statements).outcome == outcome


@pytest.mark.parametrize(
    ("belief", "said", "outcome"),
    [
        pytest.param(
            "The harbour crew is still an open trial.",
            "Join the harbour crew (open trial) to steer the ferry without the harbour pilot.",
            "supported",
            id="what is lacking there is of another matter",
        ),
        pytest.param(
            "One joins the crew with a licence.",
            "Join the crew without a licence.",
            "silent",
            id="what is lacking there is the belief's own",
        ),
        pytest.param(
            "Unless configured otherwise, the drawer throws drafts away after 7 days.",
            "By default, drafts are saved a minimum of 5 minutes apart, and kept for 7 days.\n\n"
            "Pick a draft to read it.\n\nBoth can be configured under Options.\n\nIt lists drafts.",
            "supported",
            id="a measured value, and a little else",
        ),
    ],
)
def test_what_supports_a_belief_in_few_of_its_words(belief: str, said: str, outcome: str) -> None:
    statements = parse_note(NotePath("A.md"), f"{said}\n\nLunch is at noon.\n".encode()).statements
    assert ground(belief_of_text(belief), statements).outcome == outcome


def test_a_note_that_says_the_belief_too_contradicts_nothing() -> None:
    both = parse_note(NotePath("A.md"), b"The gate opens at 07:30.\n\nThe gate opens at 09:00.\n")
    assert contradicting_statement("The gate opens at 09:00.", both.statements) is None
    assert contradicting_statement("The gate opens at 08:00.", both.statements) is not None


@pytest.mark.parametrize(
    "belief",
    [
        "The gate opens at 09:00 on weekdays, [[Depot]], says Ben",
        "At [[Depot]] the gate opens at 9:00",
    ],
)
def test_a_link_anywhere_hides_no_contradiction(belief: str) -> None:
    note = parse_note(NotePath("Depot.md"), b"The gate opens at 07:30 on weekdays.\n")
    assert contradicting_statement(belief, note.statements) is not None


def test_a_full_stop_makes_no_date_of_a_number() -> None:
    note = parse_note(NotePath("Sentry.md"), b"Grouped by fingerprint since release 2.8.\n")
    assert (
        contradicting_statement(
            "Grouped by fingerprint since release 2.8, [[Sentry]]", note.statements
        )
        is None
    )


@pytest.mark.parametrize(
    ("belief", "passage", "may"),
    [
        ("The main gate opens at 09:00 on weekdays, see [[Old things]].", "GATE", True),
        ("The Lisbon office closes early before public holidays.", "GATE", False),
        ("Lea keeps the key.", "GATE", True),
        ("仓库的大门工作日九点开门。", "GATE", True),
        ("The spare keys of Anna Schmidt hang there.", "Jonas Weber hangs up spare keys.", True),
    ],
    ids=["its words", "other words", "too few to tell", "other letters", "another name"],
)
def test_a_glance_spares_passages_of_other_words(belief: str, passage: str, *, may: bool) -> None:
    gate = "The main gate of the depot opens at 07:30 on weekdays."
    assert may_contradict(belief, gate if passage == "GATE" else passage) == may


def test_a_note_that_is_not_cited_must_say_more_of_the_belief() -> None:
    said = "By the way the rent of the depot is 1,950 EUR a month"
    assert contradicting_statement(said, NOTE.statements) is not None
    plain = "The rent of the depot is 1,950 EUR a month"
    found = contradicted_elsewhere(plain, "Depot", NOTE.statements)
    assert found is not None
    longer = "The rent of the depot without heating and light is 1,950 EUR a month"
    assert contradicting_statement(longer, NOTE.statements) is not None
    assert contradicted_elsewhere(longer, "Depot", NOTE.statements) is None


@pytest.mark.parametrize(
    ("belief", "title", "note", "denies"),
    [
        pytest.param(
            "The toll of Wexford is 12 pence.",
            "Wexford",
            "The toll of {t} is 9 pence.",
            True,
            id="its own",
        ),
        pytest.param(
            "The toll of Wexford is 12 pence.",
            "Kilkee",
            "The toll of {t} is 9 pence.",
            False,
            id="another's",
        ),
        pytest.param(
            "The toll of [[Wexford]] is 12 pence.",
            "Kilkee",
            "The toll of {t} is 9 pence.",
            False,
            id="another's, linked",
        ),
        pytest.param(
            "The toll of Wexford is 12 pence.",
            "Kilkee",
            "The toll of {t} is 12 pence.",
            False,
            id="another's, of the same value",
        ),
        pytest.param(
            "The toll of the grey gate is 12 pence.",
            "The green gate",
            "The toll of {t} is 9 pence.",
            False,
            id="one stem",
        ),
        pytest.param(
            "The crossing at Wexford takes 12 minutes.",
            "Kilkee",
            "The crossing takes 9 minutes.",
            False,
            id="named above alone",
        ),
        pytest.param(
            "The crossing at Wexford takes 12 minutes.",
            "Wexford",
            "The crossing takes 9 minutes.",
            True,
            id="its own, named above alone",
        ),
        pytest.param(
            "Gate 7 has 12 steps.", "Gate 8", "{t} has 12 steps.", False, id="a number names it"
        ),
        pytest.param(
            "The ferry takes 12 minutes.",
            "Crossings",
            "The ferry takes 9 minutes.",
            True,
            id="a title of many things",
        ),
        pytest.param(
            "The ferry takes 12 minutes by day.",
            "Crossings",
            "The ferry takes 9 minutes.",
            False,
            id="more is said in both",
        ),
    ],
)
def test_a_note_that_is_not_cited_denies_its_own_matter_alone(
    belief: str, title: str, note: str, *, denies: bool
) -> None:
    text = f"# {title}\n\n{note.format(t=title)}\n"
    statements = parse_note(NotePath(f"{title}.md"), text.encode()).statements
    assert (contradicted_elsewhere(belief, title, statements) is not None) == denies


@pytest.mark.parametrize(
    ("note", "belief"),
    [
        ("- In Clifden (was in Sligo until 2021)", "In Clifden (was in Sligo until 2021)"),
        ("---\nstatus: draft\n---\nThe Pier is final.", "The Pier is final."),
        ("---\ntoll: 9\n---\nThe toll is 12 pence.", "The toll is 12 pence. The crossing is free."),
    ],
)  # fmt: skip
def test_no_note_denies_what_it_says_word_for_word(note: str, belief: str) -> None:
    statements = parse_note(
        NotePath("Pier.md"), f"{note}\n\nThe crossing is free.\n".encode()
    ).statements
    about = replace(belief_of_text(belief), note_title="Pier")
    assert ground(about, statements).outcome == "supported"
    assert contradicting_statement(belief.partition(". ")[0], statements) is None


@pytest.mark.parametrize("head", ["Uhrzeit", "Zeit"])
def test_a_row_that_says_a_belief_is_denied_by_no_other_row(head: str) -> None:
    """Though its columns look like another language, in which no Dienstag is read."""
    table = f"| Tag | {head} | Was |\n| --- | --- | --- |\n| Dienstag | 9:00 | Chor |\n"
    rows = f"# F\n\n{table}| Freitag | 8:00 | Markt mit Frau Nowak |\n"
    statements = parse_note(NotePath("F.md"), rows.encode()).statements
    assert ground(belief_of_text("Am Dienstag um 9:00 ist Chor ([[F]])."), statements).outcome == (
        "supported"
    )
    found = ground(belief_of_text("Am Freitag um 9:30 ist Markt ([[F]])."), statements)
    assert (found.outcome, found.said, found.instead) == ("denied", "9:30", "8:00")


def test_a_sentence_of_endless_length_is_not_even_read() -> None:
    note = parse_note(NotePath("Long.md"), b"The gate opens at 07:30 " + b"on weekdays " * 900)
    assert contradicting_statement("The gate opens at 09:00", note.statements) is None


STUDIO = parse_note(
    NotePath("Sound Studio.md"),
    """---
status: draft
engineer: Lucía Benítez
---
# Sound Studio

The mixing desk hums at 50 Hz and was bought in 2014.

Rehearsals begin at 19:45 on Tuesday.

Recordings go to `/vol/takes/raw` and are kept for 120 days.

No bed of the garden is longer than 9 metres.

- [x] Order the ribbon microphone
- The rent was raised (was 610 €) to 680 €.

Die Miete der Halle zahlt Frau Sommerfeld, und das Lager ist nicht abgeschlossen.
""".encode(),
).statements


@pytest.mark.parametrize(
    ("belief", "outcome", "said", "instead"),
    [
        ("Rehearsals start at 19:45, every Tuesday.", "supported", "", ""),
        ("Rehearsals begin at a quarter to eight.", "supported", "", ""),
        ("Rehearsals begin at 20:30.", "denied", "20:30", "19:45"),
        ("The rehearsals begin on a Friday.", "denied", "Friday", "Tuesday"),
        ("Takes are recorded to /vol/takes/final.", "denied", "/vol/takes/final", "/vol/takes/raw"),
        ("Recordings are kept for 90 days.", "denied", "90 days", "120 days"),
        ("Recordings are kept for about 118 days.", "supported", "", ""),
        ("The ribbon microphone still has to be ordered.", "denied", "", ""),
        ("The status of Sound Studio is final.", "denied", "final", "draft"),
        (
            "The engineer of the studio is Paula Belli.",
            "denied",
            "Paula Belli",
            "Lucía Benítez",
        ),
        ("The kitchen was painted on Friday.", "silent", "", ""),
        ("Bed 4 of the garden has leeks.", "silent", "", ""),
        ("The microphone takes place on stage.", "silent", "", ""),
        ("Nothing of this concerns tax returns.", "silent", "", ""),
        ("See Sound Studio for the desk.", "supported", "", ""),
    ],
)
def test_what_a_note_says_to_a_belief(belief: str, outcome: str, said: str, instead: str) -> None:
    found = ground(replace(belief_of_text(belief), note_title="Sound Studio"), STUDIO)
    assert (found.outcome, found.said, found.instead) == (outcome, said, instead)


@pytest.mark.parametrize(
    ("language", "note", "right", "wrong"),
    [
        (
            "de",
            "Die Kasse schließt um 17:40 Uhr.",
            "Um 17:40 schließt die Kasse.",
            "Um 18:10 schließt die Kasse.",
        ),
        (
            "fr",
            "La caisse contient 240 € de monnaie.",
            "Il y a 240 euros de monnaie en caisse.",
            "Il y a 310 euros de monnaie en caisse.",
        ),
        (
            "es",
            "La visita es el 4 de junio.",
            "La visita cae el 4 de junio.",
            "La visita cae el 11 de junio.",
        ),
        (
            "it",
            "La riunione è di martedì.",
            "La riunione si tiene di martedì.",
            "La riunione si tiene di giovedì.",
        ),
        (
            "nl",
            "De vergadering is op dinsdag.",
            "De vergadering valt op dinsdag.",
            "De vergadering valt op vrijdag.",
        ),
        (
            "pl",
            "Zebranie odbywa się 7 marca.",
            "Zebranie wypada 7 marca.",
            "Zebranie wypada 21 marca.",
        ),
        ("ru", "Собрание пройдёт в среду.", "Собрание будет в среду.", "Собрание будет в пятницу."),
        ("zh", "会议室在 412 房间。", "会议室是 412 房间。", "会议室是 421 房间。"),
        ("ja", "会議は木曜日に開く。", "会議は木曜日だ。", "会議は月曜日だ。"),
    ],
)
def test_one_other_value_is_denied_in_ten_languages(
    language: str, note: str, right: str, wrong: str
) -> None:
    statements = parse_note(NotePath(f"{language}.md"), note.encode()).statements
    assert ground(belief_of_text(right), statements).outcome == "supported"
    assert ground(belief_of_text(wrong), statements).outcome == "denied"


def test_a_memorys_own_id_is_no_value_of_it() -> None:
    belief = belief_of_text("id: mem_late Rehearsals begin at 19:45 on Tuesday.")
    assert ground(belief, STUDIO).outcome == "silent"
    assert ground(replace(belief, memory_id="mem_late"), STUDIO).outcome == "supported"


_SAID = st.sampled_from(
    [
        *("The rent of the depot is {} EUR a month.", "The gate opens at 0{}:30 on weekdays."),
        *("Ilse keeps {} keys of the depot.", "- the yard is let until 2026-05-{}0", "## Keys {}"),
        "status: done in {} steps",
    ]
)
_LINES = st.lists(st.tuples(_SAID, st.integers(1, 3)), min_size=1, max_size=5)


@given(_LINES, _LINES)
def test_looking_at_fewer_statements_misses_no_rival_that_counts(
    ours: list[tuple[str, int]], theirs: list[tuple[str, int]]
) -> None:
    belief = belief_of_text(" ".join(line.format(number) for line, number in ours[:2]))
    text = "\n\n".join(line.format(number) for line, number in theirs)
    now = parse_note(NotePath("Depot.md"), text.encode()).statements
    least = 0.5
    sought = [one for one in rivals_of(Held(belief, now), least_cover=least) if one.cover >= least]
    assert sought == [one for one in rivals_of(Held(belief, now)) if one.cover >= least]


@pytest.mark.parametrize("name", ["Björn", "Zoë", "Łukasz", "José", "Sørensen"])
def test_a_name_is_itself_though_each_text_is_read_in_a_language_of_its_own(name: str) -> None:
    note = parse_note(NotePath("Team.md"), f"# Team\n\n- Admin: {name}\n".encode())
    assert contradicting_statement(f"{name} is the admin", note.statements) is None
    other = parse_note(NotePath("Team.md"), b"# Team\n\n- Admin: Hilda\n")
    assert contradicting_statement(f"{name} is the admin", other.statements) is not None


@pytest.mark.parametrize(
    ("denied", "other"),
    [
        pytest.param(
            "we never ship Depot crates on Fridays", "Crates ship on Thursdays.", id="never"
        ),
        pytest.param("Depot does not open at 05:00", "Depot opens at 04:00.", id="not at"),
        pytest.param("No crate leaves Depot on Friday", "Crates leave on Wednesday.", id="no"),
        pytest.param(
            "Depot does not close before 1 December", "Depot closes on 18 December.", id="limit"
        ),
        pytest.param("Depot does not keep more than 5 crates", "Depot keeps 3 crates.", id="bound"),
        pytest.param("Depot hört nicht auf Port 80", "Depot hört auf Port 8500.", id="German"),
        pytest.param("Depot hört auf Port 80 nicht", "Depot hört auf Port 8500.", id="at the end"),
        pytest.param("Depot n'ouvre pas à 05:00", "Depot ouvre à 04:00.", id="French"),
        pytest.param("Depot no abre a las 05:00", "Depot abre a las 04:00.", id="Spanish"),
    ],
)
def test_what_is_denied_contradicts_no_other_value_on_either_side(denied: str, other: str) -> None:
    assert _outcome(denied, f"{other}") != "denied"
    assert _outcome(other, f"{denied}.") != "denied"


@pytest.mark.parametrize(
    ("belief", "line"),
    [
        pytest.param(
            "Depot does not listen on port 80", "Depot listens on port 80.", id="that very"
        ),
        pytest.param(
            "Depot listens on port 80", "Depot does not listen on port 80.", id="it denied"
        ),
        pytest.param("Do not use Redis for Depot", "Use Redis for Depot.", id="an order"),
        pytest.param(
            "Depot does not take cards", "Depot takes cards since August.", id="since when"
        ),
        pytest.param(
            "Without a pass the limit is 5 boxes",
            "Without a pass the limit is 8 boxes.",
            id="without",
        ),
        pytest.param(
            "Depot has no yard, and opens at 05:00",
            "Depot has no yard, and opens at 06:00.",
            id="aside",
        ),
    ],
)
def test_a_denial_is_contradicted_by_that_very_thing(belief: str, line: str) -> None:
    assert _outcome(belief, line) == "denied"


@given(
    ours=st.sampled_from([80, 81, 8500]),
    theirs=st.sampled_from([80, 81, 8500]),
    is_denied=st.booleans(),
    are_denied=st.booleans(),
)
def test_two_ports_contradict_where_both_cannot_be(
    ours: int, theirs: int, *, is_denied: bool, are_denied: bool
) -> None:
    says = {True: "Depot does not listen on port", False: "Depot listens on port"}
    found = _outcome(f"{says[is_denied]} {ours}", f"{says[are_denied]} {theirs}.")
    is_against = is_denied != are_denied if ours == theirs else not (is_denied or are_denied)
    assert (found == "denied") == is_against


def test_what_a_property_switches_is_no_word_for_another() -> None:
    note = parse_note(NotePath("Depot.md"), b"---\nalerts: true\n---\n# Depot\n")
    said = replace(belief_of_text("Alerts are on for the team."), note_title="Depot")
    assert ground(said, note.statements).outcome != "denied"


@pytest.mark.parametrize(
    ("memory", "is_against"),
    [
        ("The dryer of the kiln is off.", False),
        ("The dryer of the kiln is on.", False),
        ("The kiln's dryer is off.", False),
        ("The kiln dryer is off.", False),
        ("The kiln is a Nabertherm.", True),
        ("Kiln: Nabertherm", True),
        ("Nabertherm is the kiln of Depot.", True),
    ],
)
def test_a_property_speaks_only_of_what_its_key_names(memory: str, *, is_against: bool) -> None:
    note = parse_note(NotePath("Depot.md"), b"---\nkiln: Rohde KE\n---\n# Depot\n\nIt is warm.\n")
    found = ground(replace(belief_of_text(memory), note_title="Depot"), note.statements)
    assert (found.outcome == "denied") == is_against


@pytest.mark.parametrize(
    ("memory", "line", "is_against"),
    [
        ("Ada can't have walnuts, she is allergic.", "Ada is allergic to walnuts.", False),
        ("Ada is not allergic to walnuts.", "Ada is allergic to walnuts.", True),
    ],
)
def test_what_one_clause_denies_is_not_what_the_next_one_says(
    memory: str, line: str, *, is_against: bool
) -> None:
    assert (_outcome(memory, line) == "denied") == is_against


def _outcome(belief: str, line: str) -> str:
    note = parse_note(NotePath("Depot.md"), f"# Depot\n\n{line}\n".encode())
    return ground(replace(belief_of_text(belief), note_title="Depot"), note.statements).outcome


def test_and_never_is_a_clause_as_a_comma_makes_it() -> None:
    said = "Deliveries go through the yard and never through the office, says Depot."
    belief = replace(belief_of_text(said), note_title="Depot")
    assert ground(belief, NOTE.statements).outcome == "supported"


CALENDAR = "# Plan\n\n- Vermieter will Termin wegen Heizung{}\n- Friseur am 17. Oktober um 9:40\n"


def test_a_line_that_shares_no_more_than_a_month_denies_nothing() -> None:
    said = "Am 14. Oktober um 15 Uhr ist der Termin mit dem Vermieter wegen der Heizung"
    held = replace(belief_of_text(said), note_title="Plan")
    sides = [
        parse_note(NotePath("Plan.md"), CALENDAR.format(when).encode()).statements
        for when in ("", ", Treffen 14.10. 15 Uhr")
    ]
    assert [ground(held, side).outcome for side in sides] == ["silent", "supported"]


def test_a_denial_called_wrong_hides_no_later_end_of_the_line_itself() -> None:
    said = replace(
        belief_of_text("The lamp of the pier is paid by Ada, 40 euros"), note_title="Pier"
    )
    then, now = (
        parse_note(NotePath("Pier.md"), text.encode()).statements
        for text in (
            "# Pier\n\nLamps: 30 euros\n\nThe lamp of the pier is paid by Ada.\n",
            "# Pier\n\nLamps: 30 euros\n\nThe lamp of the pier is no longer paid by Ada.\n",
        )
    )
    denied = replace(ground(said, then), outcome="denied", index=1, said="40", instead="30")
    base = replace(baseline(said, then), grounding=denied)
    told = compare(said, base, now)
    assert (told.outcome, told.change) == ("shown", "ended")
    assert compare(said, base, then).change == "never_agreed"
