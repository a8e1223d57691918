"""Which flags a memory note carries, and the base that shows them in Obsidian."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest
import yaml

from tests.unit.report.views import finding
from vaultwatch.drift.model import Finding
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.properties import OWN_KEYS
from vaultwatch.report.flags import FLAG_KEYS, flags_for, render_base

DRIFT = finding()


@pytest.mark.parametrize(
    "findings",
    [
        pytest.param([], id="no finding"),
        pytest.param([replace(DRIFT, status="resolved")], id="resolved"),
        pytest.param([replace(DRIFT, status="dismissed")], id="dismissed"),
        pytest.param([replace(DRIFT, outcome="likely")], id="likely, and not shown"),
        pytest.param([replace(DRIFT, outcome="in_doubt")], id="in doubt"),
    ],
)
def test_nothing_open_means_no_flag(findings: list[Finding]) -> None:
    assert flags_for(findings) == {}


def test_flags_of_one_finding() -> None:
    assert flags_for([DRIFT]) == {
        "drift": ("memory_drift",),
        "drift_score": 0.93,
        "drift_since": "2026-11-03",
        "drift_notes": ("[[Projects/Atlas]]",),
    }


def test_what_a_person_called_outdated_carries_no_score() -> None:
    said = replace(DRIFT, outcome="shown", proof="word", score=0.13)
    assert "drift_score" not in flags_for([said])
    assert flags_for([said, replace(DRIFT, score=0.05)])["drift_score"] == 0.05


def test_several_findings_share_one_set_of_flags_in_a_stable_order() -> None:
    other = replace(
        DRIFT,
        kind="contradiction",
        note=NotePath("Areas/Reviews.md"),
        score=0.987,
        first_seen=DRIFT.first_seen - timedelta(days=3),
        status="acknowledged",
    )
    flags = flags_for([DRIFT, other])
    assert flags == flags_for([other, DRIFT])
    assert tuple(flags) == FLAG_KEYS
    assert flags["drift"] == ("contradiction", "memory_drift")
    assert flags["drift_score"] == 0.99
    assert flags["drift_since"] == "2026-10-31"
    assert flags["drift_notes"] == ("[[Areas/Reviews]]", "[[Projects/Atlas]]")


def test_the_flags_are_the_properties_that_the_reader_of_notes_passes_over() -> None:
    assert set(FLAG_KEYS) == OWN_KEYS


def test_a_note_whose_name_no_wiki_link_can_hold_is_named_without_one() -> None:
    odd = replace(DRIFT, note=NotePath("a]] [[b.md"))
    assert flags_for([odd])["drift_notes"] == ("a]] [[b.md",)


def test_a_finding_about_no_note_names_none() -> None:
    assert flags_for([replace(DRIFT, note=None)]).keys() == {*FLAG_KEYS} - {"drift_notes"}


@pytest.mark.parametrize("folder", ["Memories", 'Mind/"odd" : # it\'s', "記憶"])
def test_the_base_is_yaml_that_asks_for_the_memories_folder_whatever_its_name(folder: str) -> None:
    (said,) = yaml.safe_load(render_base(folder))["filters"]["and"]
    assert said == f"file.inFolder({json.dumps(folder, ensure_ascii=False)})"


def test_the_views_of_the_base_show_only_properties_that_we_write() -> None:
    base = yaml.safe_load(render_base("Memories"))
    assert [view["name"] for view in base["views"]] == ["Open", "All", "By note"]
    for view in base["views"]:
        assert view["type"] == "table"
        assert set(view["order"]) == {"file.name", *FLAG_KEYS}
    assert set(base["properties"]) == set(FLAG_KEYS)
