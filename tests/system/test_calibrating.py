"""What a person makes of findings is kept, and the bar is refitted on it when they ask."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.system.drifted import NAMES, findings, reword, scan, stall, tick
from tests.system.vaults import Vault
from vaultwatch.adapters.ledger import open_ledger
from vaultwatch.adapters.machine.clock import SystemClock
from vaultwatch.drift.findings.labels import By, LabelledCase, labelled_case
from vaultwatch.drift.findings.scale import MIN_SCORE, Scale
from vaultwatch.drift.scoring.compare import RULES_VERSION, compare
from vaultwatch.notes.model import NotePath
from vaultwatch.places import Places

KEY = "sk-" + "aB3" * 16
MEMORY = "Memories/Alder fee.md"
LIKELY = "For the {name} stall eggs and flour are paid as the fee."


@pytest.fixture
def likely(vault: Vault) -> Vault:
    """Its three memories are likely outdated, by their scores alone: nothing shows it."""
    for name in NAMES:
        reword(vault, name, LIKELY.format(name=name))
    scan(vault)
    found = findings(vault).values()
    assert {(one["outcome"], one["change"]) for one in found} == {("likely", "exchanged")}
    return vault


def exported(vault: Vault, *arguments: str) -> list[dict[str, object]]:
    return vault.call("findings", "export", *arguments).rows


def words(vault: Vault) -> list[tuple[object, object]]:
    return [(row["label"], row["by"]) for row in exported(vault)]


def settle(vault: Vault, verb: str) -> None:
    assert vault.call("findings", verb, findings(vault)["Alder"]["finding_id"]).status == 0


def answered(vault: Vault, answer: str) -> None:
    tick(vault, "Alder", answer)
    scan(vault)


def rewrite(vault: Vault) -> None:
    vault.write(MEMORY, vault.read(MEMORY).replace("is 40 euros", "went up"))
    scan(vault)


@pytest.mark.parametrize(
    ("act", "kept"),
    [
        pytest.param(lambda v: settle(v, "dismiss"), ("current", "dismissed"), id="dismissed"),
        pytest.param(lambda v: settle(v, "verify"), ("current", "still true"), id="verified"),
        pytest.param(lambda v: settle(v, "apply"), ("drifted", "applied"), id="applied"),
        pytest.param(rewrite, ("drifted", "edited"), id="the memory rewritten"),
        pytest.param(
            lambda v: v.call("memory", "forget", "mem_alder"), ("drifted", "forgotten"), id="forgot"
        ),
        *(
            pytest.param(lambda v, answer=answer: answered(v, answer), kept, id=answer)
            for answer, kept in (
                ("true", ("current", "still true")),
                ("dismiss", ("current", "dismissed")),
                ("forget", ("drifted", "forgotten")),
                ("apply", ("drifted", "applied")),
            )
        ),
    ],
)
def test_a_readers_word_is_kept_as_it_is_said(
    vault: Vault, act: object, kept: tuple[str, str]
) -> None:
    act(vault)  # type: ignore[operator]
    assert words(vault) == [kept]


def test_nothing_is_made_of_a_finding_that_is_only_seen_or_closes_by_itself(vault: Vault) -> None:
    settle(vault, "acknowledge")
    assert "2 open findings, 1 acknowledged, 0 closed." in vault.call("scan").out
    for name in NAMES:
        vault.write(f"Stalls/{name}.md", stall(name, 40))
    scan(vault)
    assert words(vault) == []


def test_the_last_word_holds_and_reopening_takes_it_back(vault: Vault) -> None:
    settle(vault, "dismiss")
    settle(vault, "reopen")
    assert words(vault) == []
    settle(vault, "verify")
    assert words(vault) == [("current", "still true")]


def test_a_rehearsal_keeps_nothing(vault: Vault) -> None:
    vault.call("findings", "dismiss", findings(vault)["Alder"]["finding_id"], "--dry-run")
    assert words(vault) == []


def test_an_export_names_nothing_unless_asked_and_masks_secrets(vault: Vault) -> None:
    vault.write("Stalls/Alder.md", stall("Alder", 60).replace("euros.", f"euros, key {KEY}."))
    scan(vault)
    settle(vault, "dismiss")
    (row,) = exported(vault)
    assert not re.search(r"(?i)alder|euros", json.dumps(row))
    assert exported(vault) == [row]
    (row,) = exported(vault, "--texts")
    assert row["content"] == "The fee of the [[Alder]] stall is 40 euros."
    assert "60 euros" in str(row["after"])
    label(vault, 0.9, 1, "current")  # as a rule younger than the case would find it
    assert KEY not in json.dumps(exported(vault, "--texts"))


def test_an_export_is_a_new_file_for_its_owner_alone(vault: Vault, tmp_path: Path) -> None:
    settle(vault, "dismiss")
    file = tmp_path / "cases.jsonl"
    assert vault.call("findings", "export", str(file), "--dry-run").status == 0
    assert not file.exists()
    assert vault.call("findings", "export", str(file)).status == 0
    assert file.stat().st_mode & 0o777 == 0o600
    assert json.loads(file.read_text())["label"] == "current"
    assert vault.call("findings", "export", str(file)).status == 5


def label(vault: Vault, score: float, count: int, what: str) -> None:
    """Put cases on record as if findings of that score had been settled."""
    place = Places(vault.folder, state_base=vault.state).ledger
    with open_ledger(place, clock=SystemClock()) as ledger:
        ledger.save_findings(
            (),
            cases=[
                LabelledCase(
                    finding=f"{what}{score}{number}",
                    memory_id="mem_other",
                    note=NotePath("Other.md"),
                    mode="warm",
                    score=score,
                    version=RULES_VERSION,
                    label="drifted" if what == "drifted" else "current",
                    at=SystemClock().now(),
                    by="updated" if what == "drifted" else "dismissed",
                    belief=f"The key is {KEY}.",
                )
                for number in range(count)
            ],
        )


def test_too_few_cases_move_nothing_and_say_how_many_are_missing(vault: Vault) -> None:
    settle(vault, "dismiss")
    done = vault.call("findings", "calibrate", "--yes")
    assert "it takes 10 more that had drifted and 9 more that were still true" in done.out
    (row,) = vault.call("findings", "calibrate", "--json", "--yes").rows
    assert (row["before"], row["after"]) == (MIN_SCORE, MIN_SCORE)


def test_a_bar_is_refitted_when_agreed_to_and_reset(vault: Vault) -> None:
    top = max(row["score"] for row in findings(vault).values())
    label(vault, 0.65, 10, "current")
    label(vault, min(0.89, top - 0.01), 10, "current")
    label(vault, 0.999, 12, "drifted")
    (shown,) = vault.call("findings", "calibrate", "--dry-run", "--json").rows
    assert shown["shown_before"] == {
        "shown": 32, "shown_drifted": 12, "hidden": 0, "hidden_drifted": 0
    }  # fmt: skip
    assert shown["shown_after"]["hidden"] in {10, 20}
    asked = vault.call("findings", "calibrate")
    assert "right in 12 of 32 (0.38); finds 12 of 12 (1.00)" in asked.out
    assert "Nothing was changed." in asked.out
    assert vault.call("findings", "calibrate", "--yes").status == 0
    (row,) = vault.call("findings", "calibrate", "--json").rows
    assert row["before"] == shown["after"] > MIN_SCORE
    assert vault.read(".vaultwatch/config.toml").count("min_score") <= 1
    (row,) = vault.call("findings", "calibrate", "--reset", "--json").rows
    assert row["after"] == MIN_SCORE
    assert len(vault.call("findings", "--json").rows) == 3


def settled(vault: Vault, score: float, count: int, by: By, *, of: str = "Alder") -> None:
    """Put findings of other words on record that a reader settled so."""
    place = Places(vault.folder, state_base=vault.state).ledger
    with open_ledger(place, clock=SystemClock()) as ledger:
        some = next(one for one in ledger.findings() if one.memory_id == f"mem_{of.lower()}")
        for number in range(count):
            made = replace(
                some,
                id=f"f-{by[:2]}{score}-{number}",
                memory_id="mem_other",
                note=NotePath("Other.md"),
                score=score,
                status="dismissed" if by == "dismissed" else "resolved",
                closed_at=SystemClock().now(),
            )
            case = labelled_case(
                made, by, version=RULES_VERSION, belief="It is.", at=SystemClock().now()
            )
            assert case is not None
            ledger.save_findings([made], cases=[case])


def test_a_kind_that_is_often_dismissed_scores_less_once_agreed_and_as_before_once_reset(
    likely: Vault,
) -> None:
    before, flagged = comparisons(likely), likely.read(MEMORY)
    settled(likely, 0.8, 12, "dismissed")
    (shown,) = likely.call("findings", "calibrate", "--dry-run", "--json").rows
    (kind,) = shown["kinds"]
    assert (kind["kind"], kind["cases"], kind["drifted"]) == ("exchanged", 12, 0)
    assert (kind["before"], kind["after"]) == (0.0, -1.45)
    asked = likely.call("findings", "calibrate")
    assert re.search(r"words were exchanged +12 +0 +9\.6 +\+0\.00 -> -1\.45 +0\.48", asked.out)
    assert "Nothing was changed." in asked.out
    assert comparisons(likely) == before
    assert likely.call("findings", "calibrate", "--yes").status == 0
    after = comparisons(likely)
    assert {
        key: Scale(offsets={"exchanged": -1.45}).read(one, "exchanged")
        for key, one in before.items()
    } == after
    explained = likely.call("findings", "explain", "Alder fee").out
    assert "-1.45  your own verdicts on findings of this kind (words were exchanged)" in explained
    assert likely.call("findings", "calibrate", "--reset").out.count("-1.45 was taken away") == 1
    assert comparisons(likely) == before
    assert likely.read(MEMORY) == flagged


def test_few_verdicts_on_a_kind_add_nothing(likely: Vault) -> None:
    before = comparisons(likely)
    settled(likely, 0.8, 7, "dismissed")
    done = likely.call("findings", "calibrate", "--yes")
    assert "(needs 8)" in done.out
    assert comparisons(likely) == before


def test_a_verdict_under_an_offset_is_kept_as_the_weights_scored_it(likely: Vault) -> None:
    config = ".vaultwatch/config.toml"
    likely.write(config, f"{likely.read(config)}\n[drift]\nmin_score = 0.4\n")
    weighed = findings(likely)["Alder"]["score"]
    settled(likely, 0.8, 12, "dismissed")
    assert likely.call("findings", "calibrate", "--yes").status == 0
    scan(likely)
    assert findings(likely)["Alder"]["score"] < weighed
    settle(likely, "dismiss")
    last = exported(likely)[-1]
    assert (last["score"], last["change"]) == (pytest.approx(weighed, abs=0.001), "exchanged")


def test_what_is_shown_has_its_score_whatever_the_verdicts_on_its_kind(vault: Vault) -> None:
    shown = comparisons(vault)
    settled(vault, 0.98, 12, "dismissed")
    (row,) = vault.call("findings", "calibrate", "--dry-run", "--json").rows
    assert row["kinds"] == []  # verdicts on what is shown say nothing of a score
    reword(vault, "Birch", LIKELY.format(name="Birch"))
    reword(vault, "Cedar", LIKELY.format(name="Cedar"))
    scan(vault)
    settled(vault, 0.8, 12, "dismissed", of="Birch")
    assert vault.call("findings", "calibrate", "--yes").status == 0
    assert findings(vault)["Alder"]["score"] == max(shown.values())
    settle(vault, "dismiss")
    assert exported(vault)[-1]["score"] == max(shown.values())


def test_other_weights_end_a_calibration_and_say_so(
    likely: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = comparisons(likely)
    settled(likely, 0.8, 12, "dismissed")
    assert likely.call("findings", "calibrate", "--yes").status == 0
    assert comparisons(likely) != before
    other_rules(monkeypatch)
    assert comparisons(likely) == before
    said = "the bar and offsets that you calibrated count no more"
    assert said in " ".join(likely.call("status").out.split())
    assert said in scan(likely)
    assert likely.call("findings", "calibrate", "--reset").status == 0
    assert said not in scan(likely)


def comparisons(vault: Vault) -> dict[object, float]:
    rows = vault.call("scan", "--all", "--json").rows
    return {(row["memory_id"], row["note"]): row["score"] for row in rows}


def test_a_bar_hides_what_lies_below_it_and_a_setting_of_ones_own_wins(likely: Vault) -> None:
    score = findings(likely)["Alder"]["score"]
    config = ".vaultwatch/config.toml"
    standing = likely.read(config)
    likely.write(config, f"{standing}\n[drift]\nmin_score = {score + 0.0005}\n")
    assert likely.call("scan").status == 0
    assert likely.call("findings", "--json").rows == []
    likely.write(config, standing)
    assert likely.call("scan").status == 0
    assert len(likely.call("findings", "--json").rows) == 3


def test_a_dismissal_survives_other_rules_while_the_note_stands(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle(vault, "dismiss")
    other_rules(monkeypatch)
    done = vault.call("scan")
    assert findings(vault)["Alder"]["status"] == "dismissed"
    assert "made anew" in done.out
    assert "made anew" not in vault.call("scan").out
    vault.write("Stalls/Alder.md", stall("Alder", 55) + "\nIt has a new roof.\n")
    scan(vault)
    assert findings(vault)["Alder"]["status"] == "dismissed"
    vault.write("Stalls/Alder.md", stall("Alder", 70))
    scan(vault)
    assert findings(vault)["Alder"]["status"] == "open"


def other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let other rules rest every verdict on another passage."""
    from vaultwatch.services.scanning import comparing

    made = compare

    def otherwise(*arguments: object, **more: object) -> object:
        found = made(*arguments, **more)  # type: ignore[arg-type]
        return replace(found, passage=f"other {found.passage}")

    monkeypatch.setattr(comparing, "compare", otherwise)
    for module in (
        "drift.scoring.compare",  # where `records.scale` finds it
        "services.scanning.comparing",
        "services.scanning.pairs",
        "services.scanning.calibrating",
        "services.scanning.recording",
    ):
        monkeypatch.setattr(f"vaultwatch.{module}.RULES_VERSION", "other rules")


def test_a_word_that_is_taken_back_taught_nothing(likely: Vault) -> None:
    settle(likely, "dismiss")
    assert len(words(likely)) == 1
    assert likely.call("undo").status == 0
    assert words(likely) == []
