"""Notes as an agent reads them, and the rules of claims as a person keeps them."""

from collections.abc import Iterator

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import KEY, audited, claiming, fee, make_vault, opened, store
from tests.system.vaults import Vault
from vaultwatch.errors import NotThereError, OutsideVaultError, RefusedError
from vaultwatch.memories.schemas import DEFAULT_SCHEMAS, render_schemas
from vaultwatch.services.look import scan
from vaultwatch.services.recall.note_reading import (
    MOST_CHARS,
    MOST_LINES,
    related_notes,
    search_notes,
    show_note,
)
from vaultwatch.services.records.schemas import SCHEMAS_FILE, schemas_in_force
from vaultwatch.services.workspace import Workspace

NOTES = {
    "Guide.md": (
        "---\naliases: [Handbook]\n---\n# Guide\n\nTop.\n\n## Fees\n\nForty euros. ^fee\n\n"
        "### Parking\n\nFree.\n\n## End\n\nSee [[Rules]].\n"
    ),
    "Rules.md": f"# Rules\n\nThe password is token={KEY} here.\n",
    "Diary.md": "# [[do|Monday]]\n\nRun.\n\n## **Food**\n\nBread.\n",
    "North/Twin.md": "north\n",
    "South/Twin.md": "south\n",
    "Feeds.md": "# A\n\none\x0cpage\u2028line\x85more\n\n## B\n\nThe B text.\n",
    "Empty.md": "",
    "Long.md": "".join(f"Line {number}.\n" for number in range(1, 1_001)),
    "Wide.md": "w" * 60_000 + "\n",
    "Lines.md": "\n".join("x" * 3_000 for _ in range(20)),
}


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    """Notes of many kinds; to be read, not changed."""
    vault = make_vault(tmp_path_factory.mktemp("reading"))
    for path, text in NOTES.items():
        vault.write(path, text)
    (vault.folder.parent / "secret.md").write_text("outside", encoding="utf-8")
    vault.write(".obsidian/app.json", "{}")
    vault.write("plan.pdf", "%PDF")
    with opened(vault) as ws:
        scan(ws)
        yield ws


vault, ws = agent_vaults.vault, agent_vaults.ws


@pytest.mark.parametrize("wanted", ["Guide.md", "Guide", "guide", "Handbook"])
def test_a_note_is_read_by_each_of_its_names(shared: Workspace, wanted: str) -> None:
    shown = show_note(shared, wanted)
    assert (shown.path, shown.text) == ("Guide.md", NOTES["Guide.md"].rstrip("\n"))
    assert shown.headings == ("# Guide", "## Fees", "### Parking", "## End")
    assert (shown.first_line, shown.last_line, shown.next_line) == (1, 18, None)


@pytest.mark.parametrize(
    ("section", "text"),
    [
        ("Fees", "## Fees\n\nForty euros. ^fee\n\n### Parking\n\nFree.\n"),
        ("## fees ", "## Fees\n\nForty euros. ^fee\n\n### Parking\n\nFree.\n"),
        ("Parking", "### Parking\n\nFree.\n"),
        ("End", "## End\n\nSee [[Rules]]."),
        ("^fee", "Forty euros. ^fee"),
    ],
)
def test_a_section_or_block_is_read_alone(shared: Workspace, section: str, text: str) -> None:
    assert show_note(shared, "Guide", section=section).text.rstrip("\n") == text.rstrip("\n")


@pytest.mark.parametrize("section", ["**Food**", "food", "Monday > Food", "[[do|Monday]]#**Food**"])
def test_a_heading_with_markup_is_found_as_written_and_as_read(
    shared: Workspace, section: str
) -> None:
    assert show_note(shared, "Diary", section=section).text == "## **Food**\n\nBread."


def test_lines_are_counted_as_obsidian_counts_them(shared: Workspace) -> None:
    shown = show_note(shared, "Feeds", section="B")
    assert (shown.text, shown.first_line) == ("## B\n\nThe B text.", 5)
    assert show_note(shared, "Feeds").last_line == 7


def test_a_long_note_is_read_page_by_page_without_gap(shared: Workspace) -> None:
    lines: list[str] = []
    line: int | None = 1
    while line is not None:
        page = show_note(shared, "Long", first_line=line)
        assert page.first_line == line
        lines += page.text.split("\n")
        assert len(page.text.split("\n")) <= MOST_LINES
        line = page.next_line
    assert lines == NOTES["Long.md"].splitlines()
    pages = []
    line = 1
    while line is not None:
        page = show_note(shared, "Lines", first_line=line)
        assert len(page.text) <= MOST_CHARS
        pages.append(page.text)
        line = page.next_line
    assert "\n".join(pages) == NOTES["Lines.md"]


def test_one_endless_line_and_no_line_at_all_are_read_too(shared: Workspace) -> None:
    wide = show_note(shared, "Wide")
    assert len(wide.text) == 2 * MOST_CHARS
    assert wide.next_line is None
    empty = show_note(shared, "Empty")
    assert (empty.text, empty.next_line) == ("", None)


@pytest.mark.parametrize(
    ("wanted", "section", "line"),
    [
        ("None.md", "", 1),
        ("plan.pdf", "", 1),
        (".obsidian/app.json", "", 1),
        ("Twin", "", 1),
        ("Guide", "Prices", 1),
        ("Guide", "^none", 1),
        ("Guide", "", 19),
        ("Guide", "Fees", 16),
        ("a\0b", "", 1),
        ("\udcff", "", 1),
        ("x" * 5_000, "", 1),
    ],
)
def test_what_is_not_there_is_said(shared: Workspace, wanted: str, section: str, line: int) -> None:
    with pytest.raises(NotThereError):
        show_note(shared, wanted, section=section, first_line=line)


@pytest.mark.parametrize(
    "wanted",
    [
        "../secret.md",
        "/etc/passwd",
        "~/secret.md",
        "North/../../secret.md",
        "..\\secret.md",
        "North\\..\\..\\secret",
        "..",
    ],
)
def test_no_path_leaves_the_vault(shared: Workspace, wanted: str) -> None:
    for read in (show_note, related_notes):
        with pytest.raises(OutsideVaultError):
            read(shared, wanted)


def test_a_note_must_be_named(shared: Workspace) -> None:
    with pytest.raises(RefusedError):
        show_note(shared, " ")


def test_secrets_are_masked_wherever_a_note_is_shown(shared: Workspace) -> None:
    assert KEY not in show_note(shared, "Rules").text
    found = search_notes(shared, "password token", limit=10)
    assert found.passages
    assert not any(KEY in one.hit.text for one in found.passages)


def test_notes_around_a_note_are_named_once_each_with_the_reason(shared: Workspace) -> None:
    found = related_notes(shared, "Guide", limit=5)
    assert (found[0].path, found[0].relation) == ("Rules.md", "links_to")
    (back,) = [one for one in related_notes(shared, "Rules") if one.path == "Guide.md"]
    assert back.relation == "linked_from"
    paths = [one.path for one in found]
    assert len(set(paths)) == len(paths) <= 5
    assert "Guide.md" not in paths


def test_the_asked_folder_comes_first(shared: Workspace) -> None:
    found = search_notes(shared, "north south twin", limit=10, context="/South/")
    assert found.passages[0].hit.note == "South/Twin.md"
    assert "North/Twin.md" in {one.hit.note for one in found.passages}


# Schemas


def rules(version: int, policy: str) -> str:
    return f'version = {version}\n[predicates.fee]\npolicy = "{policy}"\n'


def policy(ws: Workspace) -> str:
    return schemas_in_force(ws).schemas.schema_for("fee").policy


def test_without_a_file_the_built_in_rules_are_in_force_and_recorded_once(ws: Workspace) -> None:
    for _ in range(2):
        now = schemas_in_force(ws)
        assert (now.schemas, now.text, now.notice) == (
            DEFAULT_SCHEMAS, render_schemas(DEFAULT_SCHEMAS), "",
        )  # fmt: skip
    assert audited(ws, "1") == ["schemas"]


def test_outcomes_change_only_with_the_version(ws: Workspace, vault: Vault) -> None:
    vault.write(SCHEMAS_FILE, rules(2, "keep_both"))
    assert fee(ws, "40").outcome == "stored"
    assert fee(ws, "50").outcome == "kept_both"
    vault.write(SCHEMAS_FILE, rules(2, "require_review"))
    now = schemas_in_force(ws)
    assert "still 2" in now.notice
    assert now.text == rules(2, "keep_both")
    assert fee(ws, "60").outcome == "kept_both"
    vault.write(SCHEMAS_FILE, rules(3, "require_review"))
    assert fee(ws, "70").outcome == "review"
    (line,) = ws.ledger.audit("3")
    assert line.why == "schemas: version 2 -> 3"
    vault.write(SCHEMAS_FILE, rules(2, "keep_both"))
    assert policy(ws) == "keep_both"  # a file that was put back
    assert ws.ledger.audit("2")[0].why == "schemas: version 3 -> 2"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("version = ", id="no TOML"),
        pytest.param("version = 3\n[default]\npolicy = 'maybe'\n", id="no such policy"),
        pytest.param("version = 3\n\x00", id="NUL"),
        pytest.param("# " + "x" * 1_000_001, id="too long"),
    ],
)
def test_a_broken_file_leaves_the_rules_as_they_were_with_a_notice(
    ws: Workspace, vault: Vault, text: str
) -> None:
    vault.write(SCHEMAS_FILE, text)
    assert schemas_in_force(ws).schemas == DEFAULT_SCHEMAS
    vault.write(SCHEMAS_FILE, rules(2, "keep_both"))
    assert policy(ws) == "keep_both"
    vault.write(SCHEMAS_FILE, text)
    now = schemas_in_force(ws)
    assert SCHEMAS_FILE in now.notice
    assert policy(ws) == "keep_both"
    assert store(ws, "It costs 4.", claiming("4")).outcome == "stored"


def test_bytes_that_are_no_text_and_a_folder_in_its_place_are_told(
    ws: Workspace, vault: Vault
) -> None:
    place = vault.folder / SCHEMAS_FILE
    place.write_bytes(b"version = 2\n\xff\xfe")
    assert "UTF-8" in schemas_in_force(ws).notice
    place.unlink()
    place.mkdir()
    assert schemas_in_force(ws).notice


def test_a_rule_of_ones_own_lets_pass_what_else_waits(ws: Workspace, vault: Vault) -> None:
    vault.write(SCHEMAS_FILE, rules(2, "keep_both"))
    pay = "Sponsors pay to the account GB33 BUKB 2020 1555 5555 55."
    assert store(ws, pay).outcome == "review"
    off = "[predicates.'payment destination']\nhigh_impact = false\n"
    vault.write(SCHEMAS_FILE, rules(3, "keep_both") + off)
    assert store(ws, pay.replace("Sponsors", "Guests")).outcome == "stored"
