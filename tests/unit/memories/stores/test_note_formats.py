"""Formats of notes and blocks: instructions, Basic Memory, Letta, NeuroStack."""

import pytest

from tests.unit.memories.stores.files import places, read_as, store_files, the_one
from vaultwatch.memories.stores import instructions
from vaultwatch.memories.stores.instructions import imports, imports_of, wants
from vaultwatch.memories.stores.records import StoreClaim


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See @docs/git.md.", ["docs/git.md"]),
        ("@README.md and (@a.md)", ["README.md"]),
        ("`@a.md` and ``@b.md``", []),
        ("```\n@a.md\n```\n@b.md", ["b.md"]),
        ("~~~\n@a.md", []),
        ("mail me@x.md, @dana, @types/node, @keys.env", []),
        ("@~/own.md", ["~/own.md"]),
    ],
)
def test_imports_stand_outside_of_code(text: str, found: list[str]) -> None:
    assert [link.target for link in imports_of(text)] == found


def test_imports_lead_nowhere_out_of_the_store() -> None:
    files = store_files({"docs/CLAUDE.md": "@a.md @../b.md @../../c.md @/etc/d.md @~/e.md"})
    assert imports(files) == {"docs/a.md", "b.md"}
    reading = instructions.read(files)
    assert sorted(fault.kind for fault in reading.faults) == ["dead_link"] * 2 + ["outside"] * 3


def test_a_rule_with_its_paths() -> None:
    text = "---\ndescription: Python\npaths:\n  - src/**\n  - tests/**\n---\n- Write docstrings\n"
    found = the_one("instructions", {".claude/rules/py.md": text})
    assert (found.scope, found.hook, found.first_line) == ("src/**, tests/**", "Python", 7)


@pytest.mark.parametrize(
    ("path", "is_read"),
    [
        ("CLAUDE.md", True),
        ("AGENTS.md", True),
        (".claude/rules/a/b.md", True),
        (".cursor/rules/x.mdc", True),
        ("README.md", False),
        ("src/CLAUDE.md", False),
        (".claude/settings.json", False),
    ],
)
def test_which_files_are_instructions(path: str, *, is_read: bool) -> None:
    assert wants(path) is is_read


COFFEE = (
    "---\ntitle: Coffee\ntype: note\ntags: [brew]\npermalink: coffee\n---\n# Coffee\n\n"
    "## Observations\n- [method] Pour over is clearer #slow (mine)\n- [ ] buy\n- [x] grind\n"
    "- [link](http://x.org) no\n\n## Relations\n- relates_to [[Beans]]\n- [[Water]]\n"
)


def test_observations_and_relations_are_claims() -> None:
    one, two, three = read_as("basic-memory", {"tech/coffee.md": COFFEE}).records
    assert one.claim == StoreClaim("Coffee", "method", "Pour over is clearer #slow (mine)")
    assert (one.kind, one.tags, one.first_line) == ("method", ("brew", "slow"), 10)
    assert two.claim == StoreClaim("Coffee", "relates_to", "Beans")
    assert [link.target for link in two.links] == ["Beans"]
    assert three.claim == StoreClaim("Coffee", "links_to", "Water")


def test_an_observation_keeps_its_id_where_its_note_moves() -> None:
    before = read_as("basic-memory", {"tech/coffee.md": COFFEE}).records[0]
    now = read_as("basic-memory", {"old/c.md": COFFEE.replace("(mine)", "(ours)")}).records[0]
    assert before.id == now.id


def test_a_note_without_observations_is_one_record() -> None:
    found = the_one("basic-memory", {"a.md": "# A\n\nWords about [[B]].\n"})
    assert (found.text, found.title, found.last_line) == ("# A\n\nWords about [[B]].", "a", 3)


def test_a_block_of_letta() -> None:
    text = "---\ndescription: who\nread_only: true\n---\n\nLikes tea.\n"
    found = the_one("letta", {"system/human.md": text})
    assert (found.kind, found.title, found.hook) == ("system", "human", "who")
    assert (found.text, found.source, found.last_line) == ("Likes tea.", "the user", 6)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("---\ndescription: a\nlimit: 100\n---\nx\n", []),
        ("---\ndescription: a\nfoo: b\n---\nx\n", ["unknown_key"]),
        ("---\nlimit: 5\n---\nx\n", ["unknown_key"]),
        ("no frontmatter\n", ["unknown_key"]),
        ("---\ndescription: [\n---\nx\n", ["frontmatter"]),
    ],
)
def test_what_letta_would_refuse_is_told(text: str, kinds: list[str]) -> None:
    assert [one.kind for one in read_as("letta", {"system/a.md": text}).faults] == kinds


def test_a_memory_that_neurostack_wrote() -> None:
    text = (
        "---\ntitle: Use uv\nneurostack_id: 1b4e-x\nmemory_id: 42\nentity_type: decision\n"
        "tags: [py]\nworkspace: work/app\nsource_agent: claude\ncreated_at: '2026-06-13 12:00:00'\n"
        "---\n\nUse uv, not pip.\n"
    )
    found = the_one("neurostack", {"decision/2026-06/1b4e-x.md": text})
    assert (found.kind, found.scope, found.source) == ("decision", "work/app", "claude")
    assert (found.tags, found.title, found.created is not None) == (("py",), "Use uv", True)
    assert places(read_as("neurostack", {"a.md": text}))[0][1:3] == (1, 12)
