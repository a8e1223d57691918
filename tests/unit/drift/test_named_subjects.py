"""Whose value a statement gives: another's says nothing against a belief."""

import pytest

from vaultwatch.drift.scoring.grounding import belief_of_text, ground
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note

LIST = """# Team

- Tomasz: Monday to Thursday, full days
- Lena: 40 hours, remote
- Pavel: 20 hours, mornings

The office is open 50 hours a week.
"""
PROSE = """# Bakery

Dana is our baker. She works 40 hours a week. Tomasz joined in March.

Tickets cost 12 euros. The captain is Maren Holt.
"""


@pytest.mark.parametrize(
    ("note", "belief", "outcome"),
    [
        pytest.param(LIST, "Tomasz works 32 hours a week.", "silent", id="others' hours"),
        pytest.param(LIST, "Lena works 32 hours.", "denied", id="her own"),
        pytest.param(LIST, "Lena works 40 hours.", "supported", id="as the note says"),
        pytest.param(PROSE, "Dana works 32 hours a week.", "denied", id="she, right behind"),
        pytest.param(PROSE, "Tomasz works 32 hours a week.", "silent", id="somebody else's"),
        pytest.param(
            PROSE,
            "Tickets cost 17 euros, says the captain, Maren Holt.",
            "denied",
            id="who is named behind the value has not the value",
        ),
    ],
)
def test_only_what_is_of_the_same_one_speaks_against_it(
    note: str, belief: str, outcome: str
) -> None:
    now = parse_note(NotePath("Team.md"), note.encode()).statements
    assert ground(belief_of_text(belief), now).outcome == outcome


def outcome_of(title: str, body: str, belief: str) -> str:
    now = parse_note(NotePath(f"{title}.md"), body.encode()).statements
    return ground(belief_of_text(belief), now).outcome


@pytest.mark.parametrize(
    ("title", "body", "belief"),
    [
        pytest.param(
            "Ferry", "Ivo steers the boat.", "Greta steers the [[Ferry]]", id="the note as what"
        ),
        pytest.param(
            "Art",
            "Noor hangs the pictures.",
            "Artur hangs the pictures of [[Art]]",
            id="a name that begins as the note's does",
        ),
        pytest.param(
            "Ferry",
            "Ivo sells the tickets at noon. Lotte mops the deck.",
            "Lotte sells the tickets at noon ([[Ferry]])",
            id="who does something else, a sentence on",
        ),
        pytest.param(
            "Quartet",
            "Hugo plays viola and Edda plays cello.",
            "Edda plays viola in the [[Quartet]]",
            id="who does something else, a clause on",
        ),
        pytest.param(
            "Fair",
            "Music: Tilda\nFood: Arne",
            "Tilda does the food of the [[Fair]]",
            id="another's label",
        ),
        pytest.param(
            "Mill",
            "Flour is sold by Renske every Saturday.",
            "Gijs sells the flour every Saturday ([[Mill]])",
            id="by another",
        ),
        pytest.param(
            "Boot",
            "Die Plane liegt im Keller.",
            "Die Plane vom [[Boot]] liegt im Schuppen",
            id="de",
        ),
        pytest.param(
            "Quai", "Odile range les voiles.", "Fabrice range les voiles ([[Quai]])", id="fr"
        ),
        pytest.param("Дача", "Дмитрий хранит ключи.", "Глеб хранит ключи ([[Дача]])", id="ru"),
        pytest.param("茶会", "高橋が花を飾る。", "中村が[[茶会]]の花を飾る", id="ja"),
        pytest.param("车间", "赵敏管理钥匙。", "孙强管理[[车间]]的钥匙", id="zh"),
    ],
)
def test_what_is_said_of_another_supports_nothing(title: str, body: str, belief: str) -> None:
    assert outcome_of(title, body, belief) == "silent"


@pytest.mark.parametrize(
    ("title", "body", "belief"),
    [
        pytest.param(
            "Skittles",
            "Practice is on Fridays at 20:15.",
            "Practice of [[Skittles]] is on Fridays at 20:15",
            id="the note's name in the subject",
        ),
        pytest.param(
            "Ferry", "Sails on 3 April.", "[[Ferry]] sails on 3 April", id="the note itself"
        ),
        pytest.param(
            "Ferry",
            "---\naliases: [Marlene]\n---\nThe boat lies at pier 6.",
            "Marlene lies at pier 6 ([[Ferry]])",
            id="its other name",
        ),
        pytest.param(
            "Mill",
            "Renske took over in 2014. She sells the flour on Saturdays.",
            "Renske sells the flour on Saturdays ([[Mill]])",
            id="she, beside a weekday",
        ),
        pytest.param(
            "Mill",
            "Grease the wheel each spring.",
            "The wheel is greased each spring ([[Mill]])",
            id="told to do",
        ),
        pytest.param(
            "Quartet",
            "Hugo, Edda and Wim tune at seven.",
            "Edda tunes at seven in the [[Quartet]]",
            id="one of several",
        ),
        pytest.param(
            "Boot",
            "Jutta lackiert den Rumpf im April.",
            "Den Rumpf lackiert Jutta im April ([[Boot]])",
            id="turned round",
        ),
        pytest.param(
            "Tank", "6 loaches live in it.", "Six loaches live in the [[Tank]]", id="a number"
        ),
        pytest.param(
            "茶会",
            "高橋が床の間の花を飾る。",
            "[[茶会]]の床の間の花は高橋が飾る",
            id="ja, turned round",
        ),
    ],
)
def test_what_is_said_of_the_same_one_in_other_words_supports(
    title: str, body: str, belief: str
) -> None:
    assert outcome_of(title, body, belief) == "supported"


@pytest.mark.parametrize(
    "belief",
    ["See the [[Boat Log]]", "Look at our page [[Boat Log]]", "Siehe die Notiz [[Boat Log]]"],
)
def test_a_pointer_may_have_an_article(belief: str) -> None:
    assert outcome_of("Boat Log", "Wind from the west.", belief) == "supported"
