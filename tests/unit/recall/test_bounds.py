"""A belief is bounded by what it plainly says of its own time, and by nothing else."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultwatch.recall.bounds import bound_in

MONDAY = date(2026, 11, 23)


def read(belief: str) -> str:
    found = bound_in(belief, MONDAY)
    if found is None:
        return ""
    return f"since {found.valid_from}" if found.valid_from else f"until {found.valid_until}"


@pytest.mark.parametrize(
    ("belief", "bound"),
    [
        ("We are closed until Friday.", "until 2026-11-27"),
        ("Until Friday we are closed.", "until 2026-11-27"),
        ("Until 5 December, Ana is on leave.", "until 2026-12-05"),
        ("Ana is on leave until 5 December 2026.", "until 2026-12-05"),
        ("The staging server is frozen until next Monday [[Ops]]", "until 2026-11-30"),
        ("The office stays shut till the end of January.", "until 2027-01-31"),
        ("Ana and Ben are away until Friday (see [[Team]])", "until 2026-11-27"),
        ("I'm in Lisbon until the end of the month.", "until 2026-11-30"),
        ("Ana's away until Thursday", "until 2026-11-26"),
        ("Ana works from home until March.", "until 2027-03-31"),
        ("Wir haben bis Freitag geschlossen.", "until 2026-11-27"),
        ("Der Laden ist bis zum 5. Dezember geschlossen.", "until 2026-12-05"),
        ("Das Büro bleibt bis Montag zu.", "until 2026-11-30"),
        ("Nous sommes fermés jusqu'à vendredi.", "until 2026-11-27"),
        ("Le bureau est fermé jusqu'au 5 décembre.", "until 2026-12-05"),
        ("La tienda está cerrada hasta el viernes.", "until 2026-11-27"),
        ("A loja está fechada até sexta-feira.", "until 2026-11-27"),
        ("Il negozio è chiuso fino a venerdì.", "until 2026-11-27"),
        ("De winkel is gesloten tot vrijdag.", "until 2026-11-27"),
        ("We use Brevo since March.", "since 2026-03-01"),
        ("Seit März haben wir eine neue Küche.", "since 2026-03-01"),
        ("Depuis mars nous avons un chien", "since 2026-03-01"),
        ("The lift is out of order this week.", "until 2026-11-29"),
        ("Ana is away today.", "until 2026-11-23"),
        ("Heute ist das Büro geschlossen.", "until 2026-11-23"),
        ("The password manager is [[Keybox]] since 3 May 2026.", "since 2026-05-03"),
        ("The fair is in two weeks.", "until 2026-12-07"),
        ("The pool is shut until 3 January.", "until 2027-01-03"),
        ("Gate B is blocked until tomorrow.", "until 2026-11-24"),
        ("The car is at the garage until Wednesday.", "until 2026-11-25"),
        ("Otto is on parental leave until the end of March.", "until 2027-03-31"),
        ("Till Sunday the heating is off.", "until 2026-11-29"),
        ("Our chat bot remains offline until next week.", "until 2026-12-06"),
        ("Mina has the spare key until Saturday.", "until 2026-11-28"),
        ("Die Heizung ist bis Mittwoch aus.", "until 2026-11-25"),
        ("Bis Ende Januar ist Otto in Elternzeit.", "until 2027-01-31"),
        ("Nina ist bis morgen krank.", "until 2026-11-24"),
        ("La piscine est fermée jusqu'à demain.", "until 2026-11-24"),
        ("Paul reste à Lyon jusqu'au 12 décembre.", "until 2026-12-12"),
        ("El ascensor está fuera de servicio hasta mañana.", "until 2026-11-24"),
        ("O elevador está parado até amanhã.", "until 2026-11-24"),
        ("La strada è chiusa fino a domenica.", "until 2026-11-29"),
        ("De weg is afgesloten tot zondag.", "until 2026-11-29"),
        ("The review is in three days.", "until 2026-11-26"),
        ("Die Messe ist in zwei Wochen.", "until 2026-12-07"),
        ("Rosa is abroad this month.", "until 2026-11-30"),
        ("We live in Porto since 2023.", "since 2023-01-01"),
        ("Since Monday the printer is in the hall.", "since 2026-11-23"),
        ("The north entrance is locked until 8 December.", "until 2026-12-08"),
        ("Luca is covering for Rosa until the end of the week.", "until 2026-11-29"),
        ("My phone is at the repair shop until Tuesday.", "until 2026-11-24"),
        ("Until tomorrow the wifi is down.", "until 2026-11-24"),
        ("The loan laptop stays with Ivo until February.", "until 2027-02-28"),
        ("Hannah is in Oslo until 14 December.", "until 2026-12-14"),
        ("Die Sauna ist bis Januar gesperrt.", "until 2027-01-31"),
        ("Herr Vogt ist bis Dienstag auf Dienstreise.", "until 2026-11-24"),
        ("Le four est en panne jusqu'à mardi.", "until 2026-11-24"),
        ("La biblioteca está en obras hasta enero.", "until 2027-01-31"),
        ("A piscina está fechada até janeiro.", "until 2027-01-31"),
        ("L'ascensore è fuori servizio fino a martedì.", "until 2026-11-24"),
        ("The gas is off today.", "until 2026-11-23"),
        ("The strike is in five days.", "until 2026-11-28"),
        ("The blog has 300 readers since May.", "since 2026-05-01"),
    ],
)
def test_a_state_that_says_when_it_ends(belief: str, bound: str) -> None:
    assert read(belief) == bound


@pytest.mark.parametrize(
    ("belief", "since"),
    [
        ("The kiln broke two weeks ago.", "2026-11-09"),
        ("Two weeks ago the kiln broke at night, and Ana was out.", "2026-11-09"),
        ("The roof of [[The hall]] leaked last week. #roof", "2026-11-16"),
        ("The server was migrated yesterday.", "2026-11-22"),
        ("Ana joined the choir a month ago.", "2026-10-23"),
        ("Alan was born on June 23, 1912.", "1912-06-23"),
        ("Ada was born on 10 December 1915 in London.", "1915-12-10"),
        ("The bakery opened on 2020-02-03.", "2020-02-03"),
        ("Ben and Ana married in June 2010.", "2010-06-01"),
        ("Der Ofen ist vor zwei Wochen kaputt gegangen.", "2026-11-09"),
        ("Gestern wurde der Server umgezogen.", "2026-11-22"),
        ("Mara wurde am 3. Mai 1985 geboren.", "1985-05-03"),
        ("Mara est née le 3 mai 1985.", "1985-05-03"),
        ("Le four a cassé il y a deux semaines.", "2026-11-09"),
        ("De oven ging twee weken geleden kapot.", "2026-11-09"),
        ("The deadline was two weeks ago.", ""),
        ("The kiln did not break two weeks ago.", ""),
        ("She said the kiln broke two weeks ago.", ""),
        ("If the kiln broke two weeks ago, call Ana.", ""),
        ("The kiln broke about two weeks ago.", ""),
        ("The kiln broke on Monday.", ""),
        ("The party is on 3 December.", ""),
        ("The fair opens on 3 May 2027.", ""),
        ("The report of 3 May 2021 says that the bridge holds forty people.", ""),
        ("The kiln broke two weeks ago and again yesterday.", ""),
        ("Yesterday.", ""),
        ("Did the kiln break two weeks ago?", ""),
        ("The invoice from 3 May 2021 is paid.", ""),
        ("The text is in the archive, July 2016, message 244.", ""),
        ("He works here until 3 May 2021.", ""),
        ("Version 2020.1 was released.", ""),
    ],
)
def test_what_happened_holds_from_then_on(belief: str, since: str) -> None:
    found = bound_in(belief, MONDAY)
    told = "" if found is None or found.valid_from is None else found.valid_from.isoformat()
    assert (told, found is None or found.valid_until is None) == (since, True)


@pytest.mark.parametrize(
    "belief",
    [
        "The deadline for the until-Friday list is Monday.",
        "The deadline is Friday.",
        "The deadline is extended until Friday.",
        "The shop is not open until Friday.",
        "She said that we are closed until Friday.",
        "We were closed until Friday.",
        "The lease runs until 31 March 2027, and then monthly.",
        "The passport is valid until June 2030.",
        "Invoices must be paid until Friday.",
        "If it rains we are closed until Friday.",
        "We are open every day until Friday.",
        "Is the office closed until Friday?",
        "The report is due by Friday.",
        "Der Bericht ist bis Freitag fertig.",
        "Der Bericht ist bis Freitag abzugeben.",
        "Ben cooks and Ana is away until Friday.",
        "Ana is away until Friday, Ben covers until Monday.",
        'The "until Friday" sign is red.',
        "The shop is open until 6 pm.",
        "We are open from Monday until Friday.",
        "Store hours are 9 until 5.",
        "The until Friday list is long.",
        "The party is on Friday.",
        "Ana has meetings until noon on Fridays.",
        "The plan is to wait until Friday.",
        "The ticket is open since Friday and Ben has it until Monday.",
        "We are closed until Friday 13th's party is over.",
        "He is back since he likes March.",
        "The offer is open until stocks last.",
        "Version 2024 is supported until 2031-01-01.",
        "The lamp is green.",
        "It is cold in March.",
        "March is cold.",
        "The ferry leaves Monday until Friday.",
        "Applications stay open until the seats are gone until Friday at most.",
        "Pay the invoice until Friday.",
        "Keep the receipt until March.",
        "The party is at Ana's until late on Friday.",
        "The permit holds until June and is renewed then.",
        "Doors close until further notice.",
        'The exhibition "Until Friday" is open.',
        "Book club is on until Friday's dinner.",
        "We will be closed until Friday.",
        "The gym might be shut until Monday.",
        "Ana is sure that Ben is away until Friday.",
        "Ana thinks Ben is away until Friday.",
        "The closing date is until Friday.",
        "Nobody is in until Monday.",
        "He isn't here until Friday.",
        "The milk is in the fridge since it was hot in March.",
        "We are since March 2020 members, but not since Friday.",
        "Der Antrag ist bis Freitag einzureichen.",
        "Bis Freitag muss der Bericht da sein.",
        "Wir waren bis Freitag weg.",
        "Die Rechnung ist bis Montag zu bezahlen.",
        "Das Buch ist bis Freitag zurückzugeben.",
        "Wenn es regnet, ist bis Freitag zu.",
        "L'offre est valable jusqu'à vendredi.",
        "Il faut payer jusqu'à vendredi.",
        "El plazo es hasta el viernes.",
        "The rate is 3 % until 2031.",
        "In March we are closed until noon.",
        "The trial is free until day 30.",
        "Ben has had the flu since Monday.",
        "Opening hours are 9 am until 5 pm on Friday.",
        "The plan A is closed until Friday or Monday.",
        "Ana is away until about Friday.",
        "The tenant is Ana until March, then Ben.",
        "Tasks are ours until Friday, Monday they are yours.",
        "Today is Monday.",
        "Today is a good day.",
        "This week is busy.",
        "The bus is in 10 minutes.",
        "The code review checklist is in two weeks of notes.",
        "Ana has been to Rome three times this month.",
        "We have sold 40 loaves today.",
        "She has finished the draft this week.",
        "He has moved to Rome this month.",
        "The price is 40 euros today.",
        "The kitchen is closed for two weeks.",
        "The bakery has had new owners since 2024.",
        "The sale runs until Sunday.",
        "Our visa is good until 2030.",
        "Rehearsals are Tuesday until Thursday.",
        "Send me the photos until Sunday.",
        "The kids are allowed to stay up until midnight on Friday.",
        "The tram is free for students until June 2029.",
        "Marta is waiting for the parcel since Monday was a holiday.",
        "Orders placed until Friday are shipped the same day.",
        "Ticket sales are open until Friday evening.",
        "Ivo is responsible that the van is back until Monday.",
        "Her last day is Friday.",
        "We have rented the hall until March and pay in cash.",
        "Der Kurs ist bis Freitag voll bezahlt.",
        "Anmeldungen sind bis Freitag möglich.",
        "Les inscriptions sont ouvertes jusqu'à vendredi ou samedi.",
        "Il negozio era chiuso fino a lunedì.",
        "The bridge is to be closed until May.",
        "The bridge is likely closed until May.",
        "The bridge is probably closed until May.",
        "The note is about the closure until May.",
        "Is Ana away until Friday",
        "The stall is ours in March.",
        "Yesterday is the last day until Friday.",
        "The label is best before until June.",
        "Ana and Ben, who is away until Friday, are engaged.",
        "Ben is the one who is away until Friday.",
        "The room that is free until Friday is small.",
        "Ana is in charge of the list of what is open until Friday.",
        "The song is called Since March",
        "Unser Chor ist Seit 1998",
    ],
)
def test_a_date_that_bounds_nothing_or_nobody_knows_what(belief: str) -> None:
    assert not read(belief)


def test_the_words_are_quoted_as_they_were_written() -> None:
    found = bound_in("Das Büro ist bis zum 5. Dezember geschlossen.", MONDAY)
    assert found is not None
    assert found.words == "bis zum 5. Dezember"


@given(st.text(max_size=200), st.dates(date(1990, 1, 1), date(2150, 1, 1)))
def test_no_text_raises_and_no_end_lies_before_it_was_said(text: str, today: date) -> None:
    found = bound_in(f"It is closed until {text}", today)
    assert found is None or found.valid_until is None or found.valid_until >= today


def test_a_long_text_is_not_read() -> None:
    assert bound_in("It is closed until Friday" + " and open" * 10_000, MONDAY) is None
