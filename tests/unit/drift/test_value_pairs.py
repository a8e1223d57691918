"""The new value that is told is the one in the old one's place, never the first that changed."""

import pytest

from vaultwatch.drift.findings.repair import suggest_repair
from vaultwatch.drift.model import Quote
from vaultwatch.drift.passages.value_pairs import ValuePair, pairs_said

PLANS = "Plan: Bronze; Price: 25 EUR", "Plan: Bronze; Price: 30 EUR"
TABLE = [
    # one row
    ("Gold costs 100 EUR", "Bronze: 25; Silver: 50; Gold: 100 EUR",
     "Bronze: 30; Silver: 60; Gold: 120 EUR", ["100 EUR > 120 EUR"]),
    ("Silver costs 50 EUR", "25 EUR | 50 EUR | 100 EUR", "30 EUR | 60 EUR | 120 EUR",
     ["50 EUR > 60 EUR"]),
    ("Gold costs 100 EUR", "25 EUR | 50 EUR | 100 EUR", "50 EUR | 100 EUR | 200 EUR",
     ["100 EUR > 200 EUR"]),
    ("Bronze costs 25 EUR", *PLANS, ["25 EUR > 30 EUR"]),
    # one sentence, currencies in front and behind
    ("Gold costs $100 a month.", "Bronze costs $25, Silver $50, Gold $100.",
     "Bronze costs $30, Silver $60, Gold $120.", ["$100 > $120"]),
    ("Silver costs 50 €", "Bronze costs 25 €, Silver 50 € and Gold 100 €.",
     "Bronze costs 30 €, Silver 60 € and Gold 120 €.", ["50 € > 60 €"]),
    ("Gold costs CHF 100", "Bronze is CHF 25, Silver CHF 50, Gold CHF 100",
     "Bronze is CHF 50, Silver CHF 100, Gold CHF 200", ["CHF 100 > CHF 200"]),
    ("Gold kostet 100 Euro", "Bronze kostet 25 Euro, Silber 50 Euro und Gold 100 Euro.",
     "Bronze kostet 30 Euro, Silber 60 Euro und Gold 120 Euro.", ["100 Euro > 120 Euro"]),
    ("L'or coûte 100 €", "Le bronze coûte 25 €, l'argent 50 € et l'or 100 €.",
     "Le bronze coûte 30 €, l'argent 60 € et l'or 120 €.", ["100 € > 120 €"]),
    ("El oro cuesta 100 €", "Bronce: 25 €; plata: 50 €; oro: 100 €",
     "Bronce: 50 €; plata: 100 €; oro: 200 €", ["100 € > 200 €"]),
    # a list in one passage, put in another order
    ("Gold costs £100", "Bronze £25 · Silver £50 · Gold £100",
     "Gold £120 · Silver £60 · Bronze £30",
     ["£100 > £120"]),
    ("Silver has 50 seats", "25 seats for Bronze, 50 seats for Silver, 100 seats for Gold",
     "120 seats for Gold, 60 seats for Silver, 30 seats for Bronze", ["50 > 60"]),
    # times
    ("arrival 11:40", "The train leaves 08:15 and arrives at 11:40.",
     "The train leaves 08:45 and arrives at 12:10.", ["11:40 > 12:10"]),
    ("arrival 11:40", "The train leaves 08:15 and arrives at 11:40.",
     "The coach departs 08:45 and arrives at 12:10.", ["11:40 > 12:10"]),
    ("Der Zug fährt um 8:15 ab", "Abfahrt 8:15, Ankunft 11:40", "Abfahrt 8:45, Ankunft 12:10",
     ["8:15 > 8:45"]),
    ("Room 3 opens at 10:00", "Room 3 opens at 10:00, Room 5 at 11:00",
     "Room 5 opens at 11:30, Room 3 at 10:15", ["10:00 > 10:15"]),
    # the same value of two things: the memory says of which
    ("Silver costs 50 EUR", "Bronze 50 EUR, Silver 50 EUR", "Bronze 60 EUR, Silver 70 EUR",
     ["50 EUR > 70 EUR"]),
    ("Gold costs 100", "Silver 50, Gold 100", "Silver 100, Gold 200", ["100 > 200"]),
    # one value, reworded around
    ("The fee is 40 €", "The fee is 40 €, due on 3 May.",
     "Due on 3 May, the price is 55 € for two.",
     ["40 € > 55 €"]),
    ("It is 20 °C there", "The room has 20 °C.", "Since 2024 the room has 22 °C.",
     ["20 °C > 22 °C"]),
    ("It takes two days", "It takes two days.", "It takes five days.", ["two days > five days"]),
    # nothing is certain: only that it is gone
    ("Up to 20 users may join", "The maximum is 20 users.", "Since version 1.12 it is open to all.",
     ["20"]),
    ("It takes 3 to 5 days", "It takes 3 to 5 days.", "It takes 7 days.", ["3", "5 days"]),
    ("Bronze costs 25", "Bronze costs 25, Silver costs 50", "Copper costs 30, Silver costs 60",
     ["25"]),
    ("Bronze costs 25", "Bronze costs 25 and Silver 50", "Silver costs 60", ["25"]),
    ("Gold costs 100", "We sell Bronze at 25, Silver at 50, Gold at 100.",
     "Prices range between 30 and 120.", ["100"]),
    # nothing that the memory says went
    ("Gold costs 100", "Silver 50, Gold 100", "Silver 60, Gold 100", []),
    ("Silver costs 50 EUR", "Bronze 50 EUR, Silver 50 EUR", "Bronze 60 EUR, Silver 50 EUR", []),
]  # fmt: skip


@pytest.mark.parametrize(("belief", "then", "now", "told"), TABLE)
def test_the_value_that_the_memory_says_is_paired_with_the_one_in_its_place(
    belief: str, then: str, now: str, told: list[str]
) -> None:
    pairs = [ValuePair(*one.split(" > ")) if " > " in one else ValuePair(one, None) for one in told]
    assert list(pairs_said(belief, then, now)) == pairs


@pytest.mark.parametrize(("belief", "then", "now", "told"), TABLE)
def test_a_suggested_wording_never_says_another_value_than_why(
    belief: str, then: str, now: str, told: list[str]
) -> None:
    before, after = Quote(then, 1, (), is_replaced=True), Quote(now, 1, ())
    wording = suggest_repair(belief, before, after, change="value", mode="warm")
    if wording is not None:
        assert all(one.split(" > ")[1].strip("$€£ CHFEUR") in wording.after for one in told)
