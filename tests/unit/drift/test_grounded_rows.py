"""A note that says a thing by rows, columns and keys supports who believes it."""

import pytest

from vaultwatch.drift.scoring.grounding import belief_of_text, ground
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note

NOTE = parse_note(
    NotePath("Atlas.md"),
    """# Werkraum

| Tag | Aufsicht | Hilfe | Gebühr |
| --- | --- | --- | ---: |
| 05.04. | Nele Voss | Ida Kern | 14,00 € |
| 12.04. | Jan Brook | Tom Reet | 18,50 € |

| Was | Wer |
| --- | --- |
| Strom | Elbkraft |

Zweitschlüssel:: bei Frau Ahlers (Nr. 8)

## Wird geschliffen

- [ ] Hobelbank

## Auf Halde

- [ ] Drechselbank
""".encode(),
).statements


@pytest.mark.parametrize(
    "belief",
    [
        pytest.param("On 5 April 2027 Nele Voss looks after the workshop.", id="another tongue"),
        pytest.param("Am 12. April kostet es bei Jan Brook 18,50 €.", id="head, cell and value"),
        pytest.param("Der Strom zu Hause kommt von Elbkraft.", id="no name of several words"),
        pytest.param("Den Zweitschlüssel von Atlas hat Frau Ahlers aus Nr. 8.", id="a field"),
        pytest.param("Die Hobelbank wird geschliffen, sagt mir die Tafel.", id="card and column"),
    ],
)
def test_it_is_supported(belief: str) -> None:
    assert ground(belief_of_text(belief), NOTE).outcome == "supported"


@pytest.mark.parametrize(
    "belief",
    [
        pytest.param("On 12 April 2027 Nele Voss looks after the workshop.", id="another's row"),
        pytest.param("Am 12. April kostet es bei Jan Brook 14 €.", id="another row's value"),
        pytest.param("Den Zweitschlüssel von Atlas hat Frau Brook aus Nr. 8.", id="another name"),
        pytest.param("Die Drechselbank wird geschliffen, sagt mir die Tafel.", id="another column"),
    ],
)
def test_it_is_not(belief: str) -> None:
    assert ground(belief_of_text(belief), NOTE).outcome != "supported"
