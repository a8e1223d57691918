"""The reason to exist: a memory calls something an open blocker, the note moves on."""

from pathlib import Path

import pytest

from tests.system.drifted import copy_of
from tests.system.vaults import Vault, use_hash_embedder

ATLAS = """---
status: in progress
owner: Mira
---
# Atlas

## Release

The signing key is an open blocker: Mira must renew it with the registrar before the release.

- [ ] Renew the signing key with the registrar
- [ ] Write the announcement

## Notes

The office has moved to the third floor.
"""
MEMORY = """---
id: mem_atlas_key
created: 2026-05-04
source: tool
---
The signing key is an open blocker in [[Atlas]]: Mira must renew it with the registrar.
"""
STATUS_MEMORY = """---
id: mem_atlas_status
created: 2026-05-04
---
[[Atlas]] is still in progress.
"""


@pytest.fixture(scope="module", params=["words alone", "with a model"])
def looked_at(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Vault:
    """To be copied, not changed."""
    folder = tmp_path_factory.mktemp("scenario")
    vault = Vault(folder / "vault", folder / "state")
    vault.write("Projects/Atlas.md", ATLAS, day="2026-05-01")
    vault.write("Memories/Atlas key.md", MEMORY)
    if request.param == "words alone":
        use_hash_embedder(vault)
    else:
        (vault.folder / ".obsidian").mkdir()
        request.getfixturevalue("minilm_folder")
    first = vault.call("scan", "--json")
    assert (first.status, first.rows) == (0, []), first.err
    return vault


@pytest.fixture
def vault(looked_at: Vault, tmp_path: Path) -> Vault:
    return copy_of(looked_at, tmp_path)


def findings(vault: Vault) -> list[dict[str, object]]:
    done = vault.call("scan", "--json")
    assert done.status == 0, done.err
    return done.rows


@pytest.mark.parametrize(
    ("old", "new", "quoted"),
    [
        pytest.param(
            "The signing key is an open blocker: Mira must renew it with the registrar before "
            "the release.",
            "The signing key is no blocker any more: Mira has renewed it with the registrar.",
            "no blocker any more",
            id="a: the sentence is edited",
        ),
        pytest.param(
            "- [ ] Renew the signing key",
            "- [x] Renew the signing key",
            "Renew the signing key",
            id="b: the task is ticked",
        ),
        pytest.param(
            "before the release.\n",
            "before the release.\n\nUPDATE: the signing key was renewed with the registrar.\n",
            "UPDATE: the signing key was renewed",
            id="c: an update is appended, the old sentence stands",
        ),
    ],
)
def test_the_note_records_that_it_was_done(vault: Vault, old: str, new: str, quoted: str) -> None:
    assert old in ATLAS
    vault.write("Projects/Atlas.md", ATLAS.replace(old, new))
    (finding,) = findings(vault)
    assert finding["memory_id"] == "mem_atlas_key"
    assert quoted in finding["after"]["text"]  # type: ignore[index]
    assert "drift:" in vault.read("Memories/Atlas key.md")
    assert quoted.split(maxsplit=1)[0] in vault.read("drift-report.md")


def test_d_the_status_property_is_set_to_done(vault: Vault) -> None:
    vault.write("Memories/Atlas status.md", STATUS_MEMORY)
    assert findings(vault) == []
    vault.write("Projects/Atlas.md", ATLAS.replace("status: in progress", "status: done"))
    drifted = {finding["memory_id"]: finding for finding in findings(vault)}
    assert "mem_atlas_status" in drifted
    assert "done" in drifted["mem_atlas_status"]["after"]["text"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("third floor", "fifth floor", id="another sentence is edited"),
        pytest.param("- [ ] Write the announcement", "- [x] Write the announcement", id="task"),
        pytest.param("## Notes\n", "## Notes\n\nLunch is at noon now.\n", id="something is added"),
        pytest.param("# Atlas\n", "# The Atlas project\n", id="a heading is renamed"),
        pytest.param("owner: Mira\n", "owner: Mira\ntags: [work]\n", id="a property is added"),
        pytest.param(
            "before the release.", "before\nthe release.", id="the sentence itself is re-wrapped"
        ),
        pytest.param("signing key is an", "*signing key* is an", id="emphasis"),
    ],
)
def test_an_edit_elsewhere_gives_no_finding(vault: Vault, old: str, new: str) -> None:
    assert old in ATLAS
    vault.write("Projects/Atlas.md", ATLAS.replace(old, new))
    assert findings(vault) == []
    assert vault.read("Memories/Atlas key.md") == MEMORY


def test_fixing_the_memory_closes_the_finding_and_takes_the_flags_away(vault: Vault) -> None:
    ticked = ATLAS.replace("- [ ] Renew", "- [x] Renew").replace(
        "is an open blocker: Mira must renew it with the registrar before the release",
        "was renewed by Mira",
    )
    vault.write("Projects/Atlas.md", ticked)
    assert len(findings(vault)) == 1
    done = vault.call(
        "memory", "edit", "mem_atlas_key", "Mira renewed the signing key of [[Atlas]]."
    )
    assert done.status == 0, done.err
    assert findings(vault) == []
    assert "drift" not in vault.read("Memories/Atlas key.md")
    (closed,) = vault.call("findings", "--all", "--json").rows
    assert (closed["status"], closed["why"]) == ("resolved", "the memory was updated")


def test_taking_the_edit_back_closes_the_finding_by_itself(vault: Vault) -> None:
    vault.write("Projects/Atlas.md", ATLAS.replace("- [ ] Renew", "- [x] Renew"))
    assert len(findings(vault)) == 1
    vault.write("Projects/Atlas.md", ATLAS)
    assert findings(vault) == []
    assert vault.read("Memories/Atlas key.md") == MEMORY


def test_still_true_takes_a_new_baseline(vault: Vault) -> None:
    vault.write("Projects/Atlas.md", ATLAS.replace("- [ ] Renew", "- [x] Renew"))
    (finding,) = findings(vault)
    done = vault.call(
        "findings", "verify", str(finding["finding_id"]), "--why", "the tick was a slip"
    )
    assert done.status == 0, done.err
    assert findings(vault) == []


def test_a_dismissed_finding_stays_so_until_the_passage_changes_again(vault: Vault) -> None:
    vault.write("Projects/Atlas.md", ATLAS.replace("- [ ] Renew", "- [x] Renew"))
    (finding,) = findings(vault)
    assert vault.call("findings", "dismiss", str(finding["finding_id"])).status == 0
    assert findings(vault) == []
    vault.write(
        "Projects/Atlas.md", ATLAS.replace("- [ ] Renew", "- [x] Renew").replace("third", "fifth")
    )
    assert findings(vault) == []
    vault.write(
        "Projects/Atlas.md",
        ATLAS.replace("- [ ] Renew the", "- [x] Done on Friday: renew the"),
    )
    assert len(findings(vault)) == 1


def test_undo_gives_every_byte_back(vault: Vault) -> None:
    vault.write("Projects/Atlas.md", ATLAS.replace("- [ ] Renew", "- [x] Renew"))
    before = vault.notes()
    assert len(findings(vault)) == 1
    assert vault.notes() != before
    assert vault.call("undo").status == 0
    assert vault.notes() == before


def test_a_rehearsal_and_a_check_write_nothing(vault: Vault) -> None:
    vault.write("Projects/Atlas.md", ATLAS.replace("- [ ] Renew", "- [x] Renew"))
    before = vault.bytes()
    rehearsal = vault.call("scan", "--dry-run", "--json")
    assert (rehearsal.status, len(rehearsal.rows)) == (0, 1), rehearsal.err
    assert vault.call("scan", "--check").status == 3
    assert vault.bytes() == before
    assert vault.call("findings", "--json").rows == []


def test_a_second_scan_changes_no_byte(vault: Vault) -> None:
    vault.write("Projects/Atlas.md", ATLAS.replace("- [ ] Renew", "- [x] Renew"))
    findings(vault)
    before = vault.bytes()
    findings(vault)
    assert vault.bytes() == before


def test_a_renamed_note_is_followed(vault: Vault) -> None:
    (vault.folder / "Projects/Atlas.md").rename(vault.folder / "Projects/Atlas 2.md")
    assert findings(vault) == []
    vault.write("Projects/Atlas 2.md", ATLAS.replace("- [ ] Renew", "- [x] Renew"))
    (finding,) = findings(vault)
    assert finding["note"] == "Projects/Atlas 2.md"


def test_the_old_name_of_a_renamed_note_is_no_word_that_it_lost(vault: Vault) -> None:
    told = "Mira leads the move of the archive.\n\nThe lift is out of order.\n"
    vault.write("Projects/AB-120.md", f"# AB-120\n\n{told}", day="2026-05-01")
    head = "---\nid: mem_lead\ncreated: 2026-05-04\n---\n"
    vault.write("Memories/Lead.md", f"{head}Mira leads [[AB-120]], the move of the archive.\n")
    assert findings(vault) == []
    (vault.folder / "Projects/AB-120.md").rename(vault.folder / "Projects/Archive.md")
    assert findings(vault) == []
    vault.write("Projects/Archive.md", f"# Archive\n\n{told}")
    assert findings(vault) == []
    vault.write("Projects/Archive.md", f"# Archive\n\n{told.replace('Mira', 'Otis')}")
    (finding,) = findings(vault)
    assert finding["note"] == "Projects/Archive.md"


def test_a_note_renamed_and_edited_is_followed_even_if_a_search_saw_it_first(vault: Vault) -> None:
    (vault.folder / "Projects/Atlas.md").unlink()
    vault.write("Projects/Atlas 2.md", ATLAS + "\nOne more line.\n")
    assert vault.call("memory", "search", "signing key", "--json").status == 0
    assert findings(vault) == []


def test_a_vanished_note_is_a_finding_of_its_own(vault: Vault) -> None:
    vault.write("Projects/Other.md", "# Other\n\nSomething else altogether.\n")
    (vault.folder / "Projects/Atlas.md").unlink()
    (finding,) = findings(vault)
    assert (finding["change"], finding["after"]) == ("broken_link", None)


def test_a_note_with_a_colon_in_its_name_stops_nothing(vault: Vault) -> None:
    vault.write("Q: what is it.md", "# Q\n\nA question.\n")
    assert findings(vault) == []
    (status,) = vault.call("status", "--json").rows
    assert (status["notes"], status["behind"]) == (2, 0)


def test_another_memories_folder_takes_effect(vault: Vault) -> None:
    settings = vault.folder / ".vaultwatch" / "config.toml"
    before = settings.read_text() if settings.exists() else ""
    vault.write("Agent/Office.md", "The office is on the third floor, see [[Atlas]].\n")
    vault.write(".vaultwatch/config.toml", before + '[memories]\nfolder = "Agent"\n')
    assert findings(vault) == []
    rows = vault.call("memory", "list", "--json").rows
    assert [row["path"] for row in rows] == ["Agent/Office.md"]


def test_another_note_named_in_the_properties_is_another_citation(vault: Vault) -> None:
    for name in ("A", "B"):
        vault.write(f"{name}.md", f"# {name}\n\nThe harbour opens at seven.\n", day="2026-05-01")
    memory = (
        "---\nid: mem_h\ncreated: 2026-05-04\nsources: '[[{}]]'\n---\nThe harbour opens at 7.\n"
    )
    vault.write("Memories/Harbour.md", memory.format("A"))
    assert findings(vault) == []
    vault.write("Memories/Harbour.md", memory.format("B"))
    assert findings(vault) == []
    vault.write("A.md", "# A\n\nThe harbour opens at nine.\n")
    assert findings(vault) == []
