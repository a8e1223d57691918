"""What a task's mark means to a memory that speaks of the task, a row a wording."""

import pytest

from tests.unit.drift.statements import baseline, belief, judge, note
from tests.unit.drift.test_open_blocker import held_against
from vaultwatch.drift.matters import says_done, says_itself, says_open
from vaultwatch.drift.scoring.compare import compare

NOTE = """# Log

The office has moved to the third floor.

- [{mark}] {task}
- [ ] Write the announcement

## Notes

Lunch is at noon.
"""

WAITING = [
    "The vendor contract is an open blocker in Atlas, legal must still sign it.",
    "I still have to fill the Labör survey.",
    "Mira must renew the signing key.",
    "Mira needs to renew the signing key.",
    "Must renew the signing key.",
    "The vendor contract is not signed yet.",
    "The vendor contract has not been signed.",
    "Nobody has signed the vendor contract.",
    "Waiting for the vendor's signature.",
    "TODO: book the flight to Porto",
    "We plan to migrate the wiki.",
    "Der Vertrag mit dem Lieferanten ist noch offen.",
    "Mira muss den Vertrag unterschreiben.",
    "Der Vertrag ist noch nicht unterschrieben.",
    "Der Vertrag wurde nicht erneuert.",
    "Der Vertrag ist noch zu erneuern.",
    "Le contrat reste à signer.",
    "Mira doit signer le contrat.",
    "Le contrat n'est pas encore signé.",
    "El contrato está pendiente.",
    "Mira tiene que firmar el contrato.",
    "El contrato no fue firmado.",
    "O contrato ainda não foi assinado.",
    "Mira deve assinar o contrato.",
    "供应商合同还没签。",
    "契約はまだ署名されていない。",
]
TO_DO = [
    "Renew the signing key with the registrar.",
    "Book the flight to Porto.",
    "Get the vendor contract signed.",
    "Send the signed contract to legal.",
    "Flug nach Porto buchen.",
    "Réserver le vol pour Porto.",
]
"""Neither word nor form says that it is open: a task that a memory repeats."""
DONE = [
    "The vendor contract is signed.",
    "The vendor contract is no longer open.",
    "The vendor contract is no open blocker any more.",
    "Everything is booked, nothing is missing.",
    "Legal signed the vendor contract.",
    "Renewed the signing key with the registrar.",
    "Mira has renewed the signing key.",
    "Legal no longer has to sign it, the contract was filed.",
    "Der Vertrag ist unterschrieben.",
    "Der Vertrag ist nicht mehr offen.",
    "Mira hat den Vertrag mit dem Lieferanten erneuert.",
    "Le contrat est signé.",
    "Le contrat n'est plus en attente.",
    "Le vol est réservé.",
    "El contrato está firmado.",
    "El contrato ya no está pendiente.",
    "O contrato foi renovado.",
    "供应商合同已签并存入中文文件夹。",
    "契約は署名済みです。",
]


def ticked(text: str, task: str, mark: str = "x", was: str = " ") -> bool:
    then, now = (NOTE.format(mark=one, task=task) for one in (was, mark))
    return held_against(text, then, now).drifted


@pytest.mark.parametrize(
    ("text", "matter"),
    [
        *((text, "open") for text in WAITING),
        *((text, "neither") for text in TO_DO),
        *((text, "done") for text in DONE),
        ("The fee is 40 euros.", "neither"),
        ("合同在审理中。", "open"),
        ("Visitors must not smoke.", "neither"),
        ("The key need not be renewed, nobody needs to do it.", "neither"),
    ],
)
def test_a_belief_calls_its_matter_open_or_done(text: str, matter: str) -> None:
    assert ("open" if says_open(text) else "done" if says_done(text) else "neither") == matter


@pytest.mark.parametrize("text", [*WAITING, *TO_DO])
@pytest.mark.parametrize("mark", ["x", "X", "-"])
def test_a_closed_task_never_says_an_open_belief(text: str, mark: str) -> None:
    assert ticked(text, text.rstrip("."), mark)


@pytest.mark.parametrize("text", DONE)
def test_a_memory_that_was_ahead_stays_when_its_task_is_ticked(text: str) -> None:
    assert not ticked(text, text.rstrip("."))


@pytest.mark.parametrize(
    ("text", "task"),
    [
        ("The vendor contract is an open blocker in [[Atlas]]: legal must still sign it",
         "The vendor contract is an open blocker, legal must sign it."),
        ("I still have to fill the Labör survey, see todo", "Fill the Labör survey"),
        ("Mira still has to book the flight to Porto.", "Book the flight to Porto"),
        ("Der Flug nach Porto ist noch nicht gebucht.", "Flug nach Porto buchen"),
        ("The annex is signed, but legal must still sign the vendor contract.",
         "Legal signs the vendor contract"),
    ],
)  # fmt: skip
def test_a_tick_is_seen_in_other_words_too(text: str, task: str) -> None:
    assert ticked(text, task)
    assert not ticked(text, task, "/"), "in progress is open"
    assert not ticked(text, task, ">"), "deferred is open"


@pytest.mark.parametrize(
    ("text", "task"),
    [
        ("Mira renewed the signing key with the registrar yesterday.",
         "Renew the signing key with the registrar"),
        ("The vendor contract is signed, so it is no longer a blocker.",
         "Vendor contract signed by legal"),
        ("The user has booked the flight to Porto.", "Book the flight to Porto"),
        ("Der Flug nach Porto ist gebucht.", "Flug nach Porto buchen"),
        ("Le vol pour Porto est réservé.", "Réserver le vol pour Porto"),
        ("El vuelo a Oporto está reservado.", "Reservar el vuelo a Oporto"),
        ("The announcement text was written and sent by Mira.", "Announcement text, send it"),
        ("The vendor contract is signed; the annex is still missing.", "Sign the vendor contract"),
    ],
)  # fmt: skip
def test_a_tick_is_no_news_to_a_memory_that_says_it_is_done(text: str, task: str) -> None:
    assert not ticked(text, task)
    assert ticked(text, task, "-"), "cancelled is not done"
    assert ticked(text, task, " ", "x"), "it is open again"


@pytest.mark.parametrize(
    ("text", "is_drifted"),
    [
        ("Book the flight to Porto. The office has moved to the third floor.", True),
        ("The office has moved to the third floor. Book the flight to Porto.", True),
        ("The flight to Porto is booked. The office has moved to the third floor.", False),
        ("The office has moved to the third floor. Lunch is at noon.", False),
    ],
)
def test_of_a_memory_of_several_sentences_the_one_about_the_task_counts(
    text: str, *, is_drifted: bool
) -> None:
    assert ticked(text, "Book the flight to Porto") == is_drifted


def test_a_task_that_is_cancelled_agrees_with_a_memory_that_says_so() -> None:
    assert not ticked("The trip to Porto was cancelled.", "Trip to Porto", "-")


def test_a_task_opened_again_agrees_with_a_memory_that_calls_it_open() -> None:
    text = "Legal must still sign the vendor contract."
    assert not ticked(text, "Legal signs the vendor contract", " ", "x")
    assert not ticked(text, text.rstrip("."), " ", "x")


def test_what_else_changed_counts_although_the_tick_is_no_news() -> None:
    then = NOTE.format(mark=" ", task="Book the flight to Porto for 240 euros")
    now = NOTE.format(mark="x", task="Book the flight to Porto for 310 euros")
    found = held_against("The flight to Porto is booked for 240 euros.", then, now)
    assert (found.drifted, found.change) == (True, "value")
    assert found.before is not None
    assert found.before.text.startswith("[ ] ")


@pytest.mark.parametrize(
    ("text", "line", "is_said"),
    [
        ("Legal must still sign the contract.", "Legal must still sign the contract", True),
        ("Legal must still sign the contract.", "Legal signed the contract.", False),
        ("Legal signed the contract.", "Legal must still sign the contract.", False),
        ("Legal signed the contract.", "- [x] Legal signed the contract", True),
        ("Legal signed the contract.", "- [ ] Legal signed the contract", False),
        ("Legal signed the contract.", "- [-] Legal signed the contract", False),
        ("Contract", "Contract", False),
    ],
)
def test_a_note_says_a_belief_only_where_it_means_it(
    text: str, line: str, *, is_said: bool
) -> None:
    assert says_itself(belief(text), note("# Log", line)) == is_said


def test_a_cold_belief_that_must_be_done_beside_a_closed_task_fires() -> None:
    now = note("# Keys", "- [x] Mira: renew the signing key with the registrar")
    held = belief("Mira must renew the signing key with the registrar.")
    assert compare(held, baseline(held, now, is_adopted=True), now).drifted


@pytest.mark.parametrize(("mark", "told"), [("x", "ticked"), ("-", "cancelled")])
def test_the_reason_names_the_task(mark: str, told: str) -> None:
    found = judge(
        "Legal must sign the vendor contract.",
        note("# Log", "- [ ] Legal must sign the vendor contract."),
        note("# Log", f"- [{mark}] Legal must sign the vendor contract."),
    )
    assert found.reasons == (f"the task “Legal must sign the vendor contract.” is {told}",)


@pytest.mark.parametrize("text", ["Must renew it.", "mira MUST renew it", "Il faut le signer"])
def test_what_must_be_done_is_heard_in_any_case(text: str) -> None:
    assert says_open(text)


@pytest.mark.parametrize(
    "behind", [" (done)", " - done", " \u2013 done", ": done on 3 May.", " ✅"]
)
def test_an_item_that_is_called_done_behind_it_is_shown_to_who_waits_for_it(behind: str) -> None:
    rest = ("- Clean the windows", "- Oil the hinges")
    sides = [note("# Shed", f"- Order paint{one}", *rest) for one in ("", behind)]

    assert judge("Paint has to be ordered.", *sides).proof == "done"


@pytest.mark.parametrize(
    "behind",
    [" (not done)", " once the floor is done", " for what is finished", "er forms", " (red)"],
)
def test_an_item_that_goes_on_otherwise_is_not_done(behind: str) -> None:
    rest = ("- Clean the windows", "- Oil the hinges")
    sides = [note("# Shed", f"- Order paint{one}", *rest) for one in ("", behind)]

    assert judge("Paint has to be ordered.", *sides).proof != "done"


def test_a_status_that_goes_on_is_no_end_of_what_another_memory_waits_for() -> None:
    rest = ("# Portal", "The French translation is an open point.", "Ida writes it.")
    sides = [note(f"status: Offer{one}", *rest) for one in ("", " submitted")]

    assert judge("The Dutch page of the offer is unresolved.", *sides).proof == ""


SHOP = "# Shop\n\n| Day | From | To |\n|---|---|---|\n| Friday | 10:00 | 16:00 |\n\nBells ring.\n"


@pytest.mark.parametrize(
    ("old", "new", "is_told"),
    [
        ("# Shop", "---\nmodified: 2026-11-29T10:00\n---\n# Shop", False),
        ("Bells ring.", "Friday hours are closed for good at 10:00.", True),
    ],
    ids=["a stamp", "the day"],
)
def test_an_hour_alone_tells_of_no_matter(old: str, new: str, *, is_told: bool) -> None:
    found = held_against("On Friday it is open from 10:00.", SHOP, SHOP.replace(old, new))

    assert (found.change == "done") is is_told
