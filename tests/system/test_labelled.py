"""What a person makes of findings is kept; a bar of their own counts."""

from dataclasses import replace

import pytest

from tests.system.drifted import NAMES, findings, reword, scan, stall, tick
from tests.system.vaults import Vault
from vaultwatch.drift.scoring.compare import compare
from vaultwatch.wiring import open_workspace

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


def words(vault: Vault) -> list[tuple[str, str]]:
    with open_workspace(vault.folder, "read", state=vault.state) as ws:
        return [(case.label, case.by) for case in ws.ledger.cases()]


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
        "services.scanning.comparing",
        "services.scanning.pairs",
        "services.scanning.recording",
    ):
        monkeypatch.setattr(f"vaultwatch.{module}.RULES_VERSION", "other rules")


def test_a_word_that_is_taken_back_taught_nothing(likely: Vault) -> None:
    settle(likely, "dismiss")
    assert len(words(likely)) == 1
    assert likely.call("undo").status == 0
    assert words(likely) == []
