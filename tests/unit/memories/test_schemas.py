"""Predicate schemas: read as a whole, written readably, changed only with their version."""

import tomllib
import unicodedata
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultwatch.errors import SettingsError
from vaultwatch.memories.claims import Normaliser, folded
from vaultwatch.memories.schemas import (
    DEFAULT_SCHEMAS,
    MOST_PREDICATES,
    InForce,
    PredicateSchema,
    Schemas,
    in_force,
    overridden,
    parse_schemas,
    render_schemas,
)

FULL = """
version = 7
[default]
policy = "keep_both"
margin = 1
[predicates."Deploy  Window"]
cardinality = "multiple"
minimum_trust = 0.25
[predicates.owner]
policy = "supersede"
normaliser = "trim"
dedup = "store"
quarantine_suspicious = false
high_impact = true
"""


def test_schemas_are_read_and_predicates_take_from_the_default() -> None:
    schemas = parse_schemas(FULL)
    default = PredicateSchema(policy="keep_both", margin=1.0)
    assert schemas.version == 7
    assert schemas.default == schemas.schema_for("anything") == default
    assert schemas.schema_for(" deploy\nWINDOW") == PredicateSchema(
        cardinality="multiple", policy="keep_both", minimum_trust=0.25, margin=1.0
    )
    assert schemas.schema_for("OWNER") == PredicateSchema(
        normaliser="trim", dedup="store", margin=1.0, quarantine_suspicious=False, high_impact=True
    )
    assert isinstance(schemas.default.margin, float)


def test_a_version_alone_is_enough() -> None:
    assert parse_schemas("version = 1") == DEFAULT_SCHEMAS


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param("", "version: must be a whole number from 1", id="no version"),
        pytest.param("version = 0", "version: must be a whole number from 1", id="zero"),
        pytest.param("version = 2147483648", "2147483647; found 2147483648", id="too large"),
        pytest.param("version = true", "version: must be a whole number", id="true"),
        pytest.param('version = "1"', "found '1'", id="text"),
        pytest.param("version = 1.0", "found 1.0", id="a fraction"),
        pytest.param("version = ", "not TOML: ", id="no TOML"),
        pytest.param(f"version = {'9' * 5000}", "not TOML: ", id="thousands of digits"),
        pytest.param(f"a = {'[' * 5000}", "too deeply", id="deep"),
        pytest.param("version = 1\nverson = 2", "verson: no such setting; did you mean version?",
                     id="unknown at the top"),
        pytest.param('version = 1\npolicy = "x"', "policy: no such setting; did you mean"
                     " default.policy?", id="a forgotten table"),
        pytest.param("version = 1\nzzz = 1", "zzz: no such setting", id="nothing like it"),
        pytest.param("version = 1\ndefault = 3", "default: must be a table, `[default]`; found 3",
                     id="default is no table"),
        pytest.param("version = 1\npredicates = 3", "predicates: must be a table",
                     id="predicates are no table"),
        pytest.param("version = 1\n[predicates]\nport = 3", "predicates.port: must be a table,"
                     " `[predicates.port]`; found 3", id="a predicate is no table"),
        pytest.param('version = 1\n[default]\npolicy = "suprsede"', "default.policy: must be one of"
                     " supersede, require_review, keep_both; found 'suprsede'", id="no choice"),
        pytest.param("version = 1\n[default]\npolicy = ['supersede']", "must be one of",
                     id="a list is no choice"),
        pytest.param("version = 1\n[default]\nmargin = 1.01", "default.margin: must be a number"
                     " from 0 to 1; found 1.01", id="out of range"),
        pytest.param("version = 1\n[default]\nmargin = -0.1", "found -0.1", id="below range"),
        pytest.param("version = 1\n[default]\nmargin = nan", "found nan", id="no number"),
        pytest.param("version = 1\n[default]\nmargin = true", "found True", id="true is no number"),
        pytest.param("version = 1\n[default]\nhigh_impact = 1", "default.high_impact: must be true"
                     " or false; found 1", id="a number is not true"),
        pytest.param('version = 1\n[predicates."a b"]\npolcy = 1', 'predicates."a b".polcy: no'
                     ' such setting; did you mean predicates."a b".policy?',
                     id="unknown in a predicate"),
        pytest.param('version = 1\n[predicates."A b"]\n[predicates."a  B"]', 'predicates."a  B":'
                     ' the same predicate as predicates."A b"', id="twice after folding"),
        pytest.param("version = 1\n[predicates.a]\n[predicates.a]", "not TOML", id="twice"),
        pytest.param('version = 1\n[predicates." "]', "must have a name", id="no name"),
        pytest.param(f'version = 1\n[predicates.{"a" * 201}]', "at most 200 characters; found 201",
                     id="long name"),
        pytest.param('version = 1\n[predicates."a\\u0007"]', "without control characters",
                     id="control"),
        pytest.param("version = 1\n" + "".join(f"[predicates.p{n}]\n" for n in range(1001)),
                     "predicates: 1001 of them; 1000 is the most", id="too many"),
    ],
)  # fmt: skip
def test_a_problem_is_named_with_its_key_and_what_would_be_right(text: str, problem: str) -> None:
    with pytest.raises(SettingsError) as caught:
        parse_schemas(text)
    assert problem in caught.value.message
    assert caught.value.message.startswith("schemas.toml: ")
    assert "\n" not in caught.value.message
    assert caught.value.hint


def test_all_problems_are_shown_at_once() -> None:
    text = """
    version = 0
    [default]
    margin = 2
    dedup = "x"
    [predicates.a]
    polcy = "x"
    [predicates.A]
    high_impact = "yes"
    """
    with pytest.raises(SettingsError) as caught:
        parse_schemas(text)
    keys = [line.split(": ")[1] for line in caught.value.message.splitlines()]
    assert keys == [
        "version", "default.margin", "default.dedup", "predicates.a.polcy", "predicates.A",
        "predicates.A.high_impact",
    ]  # fmt: skip


def test_as_many_predicates_as_allowed_with_names_as_long_as_allowed_are_read() -> None:
    names = [f"{n:a>200}" for n in range(MOST_PREDICATES)]
    text = "version = 1\n" + "".join(f"[predicates.{name}]\n" for name in names)
    assert set(names) < set(parse_schemas(text).predicates)


SCHEMAS = st.builds(
    PredicateSchema,
    cardinality=st.sampled_from(["single", "multiple"]),
    policy=st.sampled_from(["supersede", "require_review", "keep_both"]),
    normaliser=st.sampled_from(get_args(Normaliser)),
    dedup=st.sampled_from(["corroborate", "store"]),
    minimum_trust=st.floats(0, 1),
    margin=st.floats(0, 1),
    quarantine_suspicious=st.booleans(),
    high_impact=st.booleans(),
)
NAMES = (
    st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from('"\\.#[]='), max_size=40)
    .map(lambda text: "".join(c for c in text if unicodedata.category(c) != "Cc"))
    .map(folded)
    .filter(bool)
)


@given(
    st.builds(
        Schemas,
        version=st.integers(1, 10**9),
        default=SCHEMAS,
        predicates=st.dictionaries(
            NAMES | st.sampled_from([*DEFAULT_SCHEMAS.predicates]), SCHEMAS, max_size=4
        ).map(lambda drawn: {**DEFAULT_SCHEMAS.predicates, **drawn}),
    )
)
def test_what_is_rendered_reads_back(schemas: Schemas) -> None:
    text = render_schemas(schemas)
    assert parse_schemas(text) == schemas
    assert list(parse_schemas(text).predicates) == list(schemas.predicates)


@pytest.mark.parametrize(
    ("rows", "loose"),
    [
        pytest.param("[predicates.fee]\nmargin = 0.1\n", [], id="one of its own"),
        pytest.param("[default]\npolicy = 'keep_both'\n", [], id="another default"),
        pytest.param("[predicates.approval]\n", [], id="listed as it is"),
        pytest.param(
            "[predicates.approval]\nhigh_impact = false\nmargin = 0.1\n",
            ["“approval”: margin = 0.1, high_impact = false; it waits no more"],
            id="off",
        ),
        pytest.param(
            "[predicates.' Auth  Policy']\npolicy = 'supersede'\n",
            ['“auth policy”: policy = "supersede"'],
            id="weaker",
        ),
        pytest.param(
            "[default]\nquarantine_suspicious = false\n",
            ["all else: quarantine_suspicious = false; what may be an attack waits no more"],
            id="all else",
        ),
    ],
)
def test_what_a_file_does_not_override_of_the_built_in_ones_stands(
    rows: str, loose: list[str]
) -> None:
    found = parse_schemas(f"version = 2\n{rows}")
    assert list(overridden(found)) == loose
    kept = [name for name in DEFAULT_SCHEMAS.predicates if f"“{name}”" not in "".join(loose)]
    assert all(found.predicates[one] == DEFAULT_SCHEMAS.predicates[one] for one in kept)


def test_the_defaults_are_rendered_for_a_reader() -> None:
    text = render_schemas(DEFAULT_SCHEMAS)
    assert parse_schemas(text) == DEFAULT_SCHEMAS
    assert '[predicates."deploy command"]\npolicy = "require_review"\nnormaliser = "trim"' in text
    assert "minimum_trust = 0.7\nhigh_impact = true\n" in text
    for key in tomllib.loads(text)["default"]:
        assert f"# {key} " in text, "each setting is explained"
    assert max(len(line) for line in text.splitlines()) <= 100


def test_the_defaults_guard_what_a_false_memory_would_be_planted_for() -> None:
    assert DEFAULT_SCHEMAS.version == 1
    assert DEFAULT_SCHEMAS.default == PredicateSchema()
    for schema in DEFAULT_SCHEMAS.predicates.values():
        assert (schema.high_impact, schema.minimum_trust) == (True, 0.7)
        assert schema.policy == "require_review"


@pytest.mark.parametrize(
    ("predicate", "is_high"),
    [
        ("payment_destination", True), ("Payment Destination", True), ("IBAN for invoices", True),
        ("passwordResetAddress", True), ("auth-policy", True), ("new bank account of Acme", True),
        ("deploy_command", True), ("approval", True), ("account", False), ("address", False),
        ("payment", False), ("colour", False), ("", False),
        ("IBANs", True), ("payment_accounts", True), ("PAYMENTACCOUNT", True), ("i b a n", True),
        ("recovery email", True), ("approved by", True), ("2FA policy", True), ("script", False),
    ],
)  # fmt: skip
def test_what_is_of_high_impact_is_known_however_it_is_spelt(
    predicate: str,
    is_high: bool,  # noqa: FBT001 -- a row's own
) -> None:
    assert DEFAULT_SCHEMAS.schema_for(predicate).high_impact == is_high


def test_a_name_of_its_own_comes_before_words_within_it() -> None:
    high, low = PredicateSchema(high_impact=True), PredicateSchema()
    schemas = Schemas(1, low, {"iban": high, "iban of the club": low, "port number": low})
    assert schemas.schema_for("IBAN of the club") is low
    assert schemas.schema_for("IBAN of the inn") is high
    assert schemas.schema_for("port_number of the inn") is low


def test_a_name_meets_its_rules_as_an_eye_reads_it() -> None:
    colour = PredicateSchema(cardinality="multiple")
    schemas = Schemas(1, PredicateSchema(), {"colour": colour})
    for written in ("Colour:", "the colour", "\u201ccolour\u201d"):
        assert schemas.schema_for(written) is colour


FOUND = Schemas(3, PredicateSchema(), {})


@pytest.mark.parametrize(
    ("recorded", "outcome"),
    [
        pytest.param(None, InForce(3, "new", record="schemas: version 3"), id="first seen"),
        pytest.param((2, "old"), InForce(3, "new", record="schemas: version 2 -> 3"), id="raised"),
        pytest.param(
            (4, "old"), InForce(3, "new", record="schemas: version 4 -> 3"), id="put back"
        ),
        pytest.param(
            (2, "new"), InForce(3, "new", record="schemas: version 2 -> 3"), id="version alone"
        ),
        pytest.param((3, "new"), InForce(3, "new"), id="as it was"),
        pytest.param(
            (3, "new "),
            InForce(
                3,
                "new ",
                warning="schemas.toml was changed but its version is still 3:"
                " raise the version to put it in force.",
            ),
            id="changed under the same version",
        ),
    ],
)
def test_outcomes_change_only_with_the_version(
    recorded: tuple[int, str] | None, outcome: InForce
) -> None:
    assert in_force(recorded, FOUND, "new") == outcome
