"""What is read out of a sentence."""

import pytest

from vaultwatch.values.reading import values_of


@pytest.mark.parametrize(
    ("text", "kind", "key"),
    [
        pytest.param("It takes 16 GB.", "quantity", ("bytes", 16e9), id="bytes"),
        pytest.param("We meet every two weeks.", "frequency", (1209600.0,), id="every two weeks"),
        pytest.param("Wir treffen uns alle zwei Wochen.", "frequency", (1209600.0,), id="alle zwei"),
        pytest.param("needs Python >= 3.11", "version", (">=", (3, 11)), id="bound"),
    ],
)
def test_one_value_of_a_kind(text: str, kind: str, key: tuple[object, ...]) -> None:
    assert [value.key for value in values_of(text) if value.kind == kind] == [key]
