"""When two memories say nearly the same."""

import pytest

from vaultwatch.recall.duplicates import gist_of, is_reworded, says_nearly

SENTENCE = "Mira fires the big kiln behind the workshop every Monday morning"
SEVEN = "oven glaze choir ferry harbour rope pier"
EIGHT = SEVEN + " tenor"
KILN_JA = "大きな窯は工房の裏の古い倉庫の隣にあって毎週かならず朝早くから職人たちが"


@pytest.mark.parametrize(
    ("one", "other", "is_near"),
    [
        pytest.param(SENTENCE, SENTENCE.upper() + "!", True, id="case and marks"),
        pytest.param(SENTENCE, SENTENCE + " early", True, id="a word more"),
        pytest.param(SENTENCE, "The big kiln: " + SENTENCE, True, id="said twice"),
        pytest.param(EIGHT + " brick", EIGHT + " stone", True, id="one word of nine other"),
        pytest.param(SEVEN + " brick", SEVEN + " stone", False, id="one word of eight other"),
        pytest.param(SENTENCE, SENTENCE.replace("Monday", "Friday"), False, id="weekday"),
        pytest.param(SENTENCE + " at 9", SENTENCE + " at 10", False, id="number"),
        pytest.param(SENTENCE + " at 9", SENTENCE, False, id="a number more"),
        pytest.param(SENTENCE + " at 9", SENTENCE + " at nine", True, id="number as a word"),
        pytest.param(SENTENCE + " 3 of 5", SENTENCE + " 5 of 3", False, id="order of numbers"),
        pytest.param(SENTENCE + " for 5+", SENTENCE + " for up to 5", False, id="bound"),
        pytest.param(SENTENCE + " for over 5", SENTENCE + " for more than 5", True, id="one bound"),
        pytest.param(SENTENCE + " 5 km", SENTENCE + " 5 kg", False, id="unit"),
        pytest.param(SENTENCE, SENTENCE.replace("fires", "never fires"), False, id="negation"),
        pytest.param(
            SENTENCE + ", not in Rome but in Oslo",
            SENTENCE + ", in Rome but not in Oslo",
            False,
            id="which not",
        ),
        pytest.param(
            "From the old harbour we don't ship parcels on Sundays or holidays to islands abroad",
            "From the old harbour we do not ship parcels on Sundays or holidays to islands abroad",
            True,
            id="one negation, two spellings",
        ),
        pytest.param(KILN_JA + "焼く", KILN_JA + "焼かない", False, id="ない"),
        pytest.param(KILN_JA + "焼く。", KILN_JA + "焼く", True, id="Japanese"),
        pytest.param(KILN_JA + "焼く", KILN_JA[::-1] + "焼く", False, id="same characters"),
        pytest.param("!!!", "!!!", False, id="no words"),
        pytest.param("", "", False, id="nothing"),
    ],
)
def test_near_duplicates(one: str, other: str, *, is_near: bool) -> None:
    assert says_nearly(gist_of(one), gist_of(other)) is is_near
    assert says_nearly(gist_of(other), gist_of(one)) is is_near


@pytest.mark.parametrize(
    ("now", "shown", "is_so"),
    [
        ("pay on Fridays", "always pay the rent on Fridays", True),
        ("on Fridays always pay rent", "always pay the rent on Fridays", True),
        ("always pay the whole rent on Fridays", "always pay the rent on Fridays", True),
        ("always pay on Mondays", "always pay the rent on Fridays", False),
        ("never pay the rent on Fridays", "always pay the rent on Fridays", False),
        ("order 20 of the 80", "order 80 of the 20", False),
        ("bestelle 80 bei Anna", "bestelle 80 bei Otto", False),
        ("achète les affiches et vends tout le reste demain", "achète les affiches", False),
        ("do it for us all and as they may say so to you", "do it for us", False),
        ("从不发布价格", "发布价格", False),
    ],
)
def test_a_rewording_adds_little(now: str, shown: str, is_so: bool) -> None:  # noqa: FBT001
    assert is_reworded(now, shown, most_added=2) is is_so
