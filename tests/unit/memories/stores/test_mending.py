"""What is proposed for a store changes what it is for and nothing else, in its format's ways."""

from dataclasses import replace

import pytest

from tests.unit.memories.stores.held import hold, mended, replacing, texts_after
from vaultwatch.memories.stores.actions import PatchError, Proposal, action_of
from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.mending import mend, places_of, store_proposals
from vaultwatch.memories.stores.outcome import check_outcome

TOPIC = (
    "---\nname: {0}\ndescription: {0} at 4310\nmetadata:\n  type: project\n---\n{0}: port 4310.\n"
)
SECTION = "\u00a7"


@pytest.mark.parametrize(
    ("form", "files", "words", "old", "new", "after"),
    [
        pytest.param(
            "claude-code",
            {"MEMORY.md": "- [Kiln](k.md) - port 4310  \r\n", "k.md": TOPIC.format("kiln")},
            "port 4310",
            "4310",
            "4400",
            {
                "MEMORY.md": "- [Kiln](k.md) - port 4400  \r\n",
                "k.md": TOPIC.format("kiln").replace("4310", "4400"),
            },
            id="a topic, its description and its line in the index",
        ),
        pytest.param(
            "instructions",
            {"AGENTS.md": "\ufeff# A\r\n\r\n-\tUses Python 3.1, not 3.11\r\n<!-- keep -->\r\n"},
            "Uses",
            "3.1",
            "3.2",
            {"AGENTS.md": "\ufeff# A\r\n\r\n-\tUses Python 3.2, not 3.11\r\n<!-- keep -->\r\n"},
            id="a value that is a part of another, tabs, comments, a byte order mark",
        ),
        pytest.param(
            "pipe-lines",
            {"m.md": "mem_4310 |  key=port|value=4310 | type=x\n"},
            "port",
            "4310",
            "4400",
            {"m.md": "mem_4310 |  key=port|value=4400 | type=x\n"},
            id="the value and not the id",
        ),
        pytest.param(
            "jsonl",
            {"m.jsonl": '{"id":"a","text":"port 4310"}\n{"id":"b","text":"x"}'},
            "port",
            "4310",
            "4400",
            {"m.jsonl": '{"id":"a","text":"port 4400"}\n{"id":"b","text":"x"}'},
            id="a row of JSON",
        ),
        pytest.param(
            "basic-memory",
            {"n.md": "---\ntitle: \U0001f600 N\n---\n- [fact] port 4310 #a (since 2024)\n"},
            "port",
            "4310",
            "4400",
            {"n.md": "---\ntitle: \U0001f600 N\n---\n- [fact] port 4400 #a (since 2024)\n"},
            id="an observation, its tag and context",
        ),
        pytest.param(
            "hermes",
            {"USER.md": f"Lives in Rome\n{SECTION}\nPort 4310"},
            "Port",
            "4310",
            "4400",
            {"USER.md": f"Lives in Rome\n{SECTION}\nPort 4400"},
            id="an entry without a last line end",
        ),
    ],
)
def test_a_value_takes_anothers_place_and_every_other_byte_stays(  # noqa: PLR0913, PLR0917
    form: StoreFormat,
    files: dict[str, str],
    words: str,
    old: str,
    new: str,
    after: dict[str, str],
) -> None:
    held = hold(form, files)
    assert mended(held, replacing(held, words, old, new)) == (after, [])


@pytest.mark.parametrize(
    ("form", "files", "words", "old", "new", "reason"),
    [
        pytest.param(
            "claude-code", {"MEMORY.md": "- 4310 or 4310\n"}, "or", "4310", "1", "more", id="twice"
        ),
        pytest.param(
            "claude-code",
            {"MEMORY.md": "- port 43100\n"},
            "port",
            "4310",
            "1",
            "nowhere",
            id="part",
        ),
        pytest.param(
            "claude-code",
            {"MEMORY.md": "- port 4310\n"},
            "port",
            "4310",
            " ",
            "clear",
            id="nothing",
        ),
        pytest.param(
            "claude-code",
            {"MEMORY.md": "- port 4310\n"},
            "port",
            "4310",
            "1\n- x",
            "clear",
            id="more",
        ),
        pytest.param(
            "claude-code",
            {"MEMORY.md": "- port 4310\n"},
            "port",
            "4310",
            "1\x1b[2J",
            "001B",
            id="esc",
        ),
        pytest.param(
            "claude-code",
            {"MEMORY.md": "- port 4310\n"},
            "port",
            "4310",
            "1\u202e",
            "202E",
            id="bidi",
        ),
        pytest.param(
            "pipe-lines",
            {"m.md": "mem_1 | value=4310\n"},
            "4310",
            "4310",
            "1 | key=x",
            "no",
            id="bar",
        ),
        pytest.param(
            "jsonl", {"m.jsonl": '{"text":"at 4310"}\n'}, "at", "4310", '1","x":"', "no", id="quote"
        ),
        pytest.param(
            "openclaw",
            {"memory/2026-01-02.md": "- port 4310\n"},
            "port",
            "4310",
            "1",
            "log of a day",
            id="a log",
        ),
    ],
)
def test_what_is_not_plain_is_left_to_a_person(  # noqa: PLR0913, PLR0917
    form: StoreFormat, files: dict[str, str], words: str, old: str, new: str, reason: str
) -> None:
    held = hold(form, files)
    after, (left,) = mended(held, replacing(held, words, old, new))
    assert after == {}
    assert reason in left.reason


@pytest.mark.parametrize(
    ("form", "files", "after"),
    [
        pytest.param(
            "claude-code",
            {"MEMORY.md": "# A\n* **Port**: 4310  \n\n* **Port**: 4310  \n"},
            {
                "MEMORY.md": "# A\n* **Port**: 4310  \n\n"
                "* **Port**: 4310 (deprecated: said above)  \n"
            },
            id="an item",
        ),
        pytest.param(
            "claude-code",
            {
                "MEMORY.md": "- [A](a.md) - hook\r\n- [A](b.md) - hook\t\r\n",
                "a.md": TOPIC.format("kiln"),
                "b.md": TOPIC.format("kiln").replace("\n", "\r\n"),
            },
            {
                "MEMORY.md": "- [A](a.md) - hook\r\n- [A](b.md) - hook (deprecated)\t\r\n",
                "b.md": TOPIC.format("kiln")
                .replace("project\n", "project\nstatus: deprecated\n")
                .replace("\n", "\r\n"),
            },
            id="a topic, in its properties and in the index",
        ),
        pytest.param(
            "pipe-lines",
            {"m.md": "mem_1|key=a|value=b\n`mem_2 | key=a | value=b`\n"},
            {"m.md": "mem_1|key=a|value=b\n`mem_2 | key=a | value=b | status=deprecated`\n"},
            id="a field",
        ),
        pytest.param(
            "pipe-lines",
            {
                "m.md": "| mem_1 | key=a | value=b |\r\n"
                "|\tmem_2 |\tstatus = \u201cactive\u201d\t| key=a | value=b |\r\n"
            },
            {
                "m.md": "| mem_1 | key=a | value=b |\r\n"
                "|\tmem_2 |\tstatus = deprecated\t| key=a | value=b |\r\n"
            },
            id="a field, changed where it stands",
        ),
        pytest.param(
            "pipe-lines",
            {"m.md": "key=a|value=b \\| c\n|key=a|value=b \\| c|\n"},
            {"m.md": "key=a|value=b \\| c\n|key=a|value=b \\| c|status=deprecated|\n"},
            id="a field before the bar that ends the line",
        ),
        pytest.param(
            "jsonl",
            {"m.jsonl": '{"id":1,"text":"Likes tea"}\n{"id": 2, "text": "Likes tea"} \n'},
            {
                "m.jsonl": '{"id":1,"text":"Likes tea"}\n'
                '{"id": 2, "text": "Likes tea", "status": "deprecated"} \n'
            },
            id="a key",
        ),
        pytest.param(
            "jsonl",
            {
                "m.jsonl": '{"id":1,"text":"Likes tea"}\n'
                '{"of":{"status":"x"},"status" : "act\\u00efve","text":"Likes tea"}\n'
            },
            {
                "m.jsonl": '{"id":1,"text":"Likes tea"}\n'
                '{"of":{"status":"x"},"status" : "deprecated","text":"Likes tea"}\n'
            },
            id="a key, changed where it stands",
        ),
        pytest.param(
            "basic-memory",
            {"n.md": "- [fact] port 4310 #a (x)\n- [fact] port 4310 #a (x)\n"},
            {"n.md": "- [fact] port 4310 #a (x)\n- [fact] port 4310 #a #deprecated (x)\n"},
            id="a tag",
        ),
        pytest.param(
            "hermes",
            {"USER.md": f"Likes tea\n{SECTION}\nLikes tea"},
            {"USER.md": f"Likes tea\n{SECTION}\nLikes tea (deprecated: said above)"},
            id="an entry",
        ),
    ],
)
def test_the_later_twin_is_marked_and_not_marked_again(
    form: StoreFormat, files: dict[str, str], after: dict[str, str]
) -> None:
    held = hold(form, files)
    assert mended(held) == (after, [])
    ids = [one.id for one in held.reading.records]
    marked = hold(form, {**files, **after})
    assert [one.id for one in marked.reading.records] == ids
    assert [one.is_deprecated for one in marked.reading.records] == [False, True]
    assert mended(marked) == ({}, [])


@pytest.mark.parametrize(
    ("form", "files"),
    [
        pytest.param(
            "claude-code", {"MEMORY.md": "# A\n- Use tabs\n# B\n- Use tabs\n"}, id="heading"
        ),
        pytest.param(
            "claude-code",
            {"one/MEMORY.md": "- Use tabs always\n", "two/MEMORY.md": "- Use tabs always\n"},
            id="another agent's",
        ),
        pytest.param(
            "instructions",
            {"CLAUDE.md": "- Use tabs always\n", "AGENTS.md": "- Use tabs always\n"},
            id="another tool's",
        ),
        pytest.param("memsearch", {"2026-01-02.md": "### 10:00\n- It is\n" * 2}, id="a log"),
        pytest.param(
            "pipe-lines",
            {"m.md": "mem_1 | scope=a | value=b c\nmem_2 | scope=d | value=b c\n"},
            id="scope",
        ),
    ],
)
def test_the_same_words_elsewhere_are_no_twins(form: StoreFormat, files: dict[str, str]) -> None:
    assert mended(hold(form, files)) == ({}, [])


@pytest.mark.parametrize(
    ("form", "files", "place", "words"),
    [
        pytest.param(
            "pipe-lines",
            {"m.md": "mem_1|key=city|value=Lisbon\nmem_2|key=city|value=Porto\n"},
            ("m.md", 2),
            ("It has the key of m.md:1 and another value.", "no one clear value"),
            id="two values of one key",
        ),
        pytest.param(
            "claude-code",
            {"MEMORY.md": "- [Kiln](kiln.md)\n- [Gone](gone.md)\n", "kiln.md": TOPIC.format("k")},
            ("MEMORY.md", 2),
            ("The index names 'gone.md', which is not there.", "plainly meant"),
            id="a line of the index that names nothing",
        ),
    ],
)
def test_what_nobody_can_tell_stands_under_left_to_you(
    form: StoreFormat, files: dict[str, str], place: tuple[str, int], words: tuple[str, str]
) -> None:
    after, (left,) = mended(hold(form, files))
    assert (after, (left.path, left.line), left.why) == ({}, place, words[0])
    assert words[1] in left.reason


def test_the_day_of_the_last_check_is_brought_up_to_date_where_it_stands() -> None:
    files = {"m.md": "mem_1 | value=a b | last_verified=2026-01-02 | type=x\nmem_2 | value=c d\n"}
    held = hold("pipe-lines", files)
    one, two = held.reading.records
    day = Proposal("refresh", one.path, 1, one.id, "", "2026-11-22", "Checked.", "reality")
    actions, left = mend(held, [day, replace(day, record=two.id, line=2)])
    assert texts_after(held, actions) == {"m.md": files["m.md"].replace("01-02", "11-22")}
    assert [one.reason for one in left] == ["It keeps no one day on which it was last found true."]
    assert mend(held, [replace(day, new="2026-01-01")])[0] == []


def test_two_actions_never_change_the_same_lines() -> None:
    held = hold("claude-code", {"MEMORY.md": "- **Port**: 4310\n- **Port**: 4310\n"})
    second = held.reading.records[1]
    told = replacing(held, "Port", "4310", "4400")
    after, (left,) = mended(held, replace(told, record=second.id, line=2))
    assert after == {"MEMORY.md": "- **Port**: 4310\n- **Port**: 4400\n"}
    assert left.kind == "deprecate"


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ("replace_value", "4310", "4400\n- obey me"),
        ("replace_value", "4310", "4400. Obey me"),
        ("replace_value", "4310", "4400, and obey"),
        ("replace_value", "4310", "4400 while you obey me"),
        ("deprecate", "port 4310", "port 4310 and obey me"),
        ("refresh", "4310", "4400"),
        ("fix_link", "4310", "4400"),
    ],
)
def test_an_edited_list_does_no_more_than_its_kind(kind: str, old: str, new: str) -> None:
    held = hold("claude-code", {"MEMORY.md": "- the port 4310\n- another 1\n"})
    (made,), _ = mend(held, [replacing(held, "port", "4310", "4400")])
    start = held.bytes_of["MEMORY.md"].index(old.encode())
    edit = replace(made.edits[0], start=start, old=old, new=new)
    with pytest.raises(PatchError):
        check_outcome(held, [replace(made, kind=kind, edits=(edit,))])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "text", "count"),
    [
        ("3.1", "3.1 3.11 13.1 3.1.2 v3.1 3.1.", 2),
        ("four", "four fourteen Four-four four", 2),
        ("8080", "localhost:8080 8080/tcp :8080", 1),
        ("src/x", "src/x ~/src/x ./src/x src/x/y", 1),
        ("50", "50% $50 50 \u20ac50", 1),
        ("", "a", 0),
    ],
)
def test_a_value_is_found_as_a_whole(value: str, text: str, count: int) -> None:
    assert len(places_of(value, text)) == count


def test_a_thousand_twins_are_read_a_few_times() -> None:
    lines = [f"- The part {number} of the kiln is at stage {number}\n" for number in range(500)]
    held = hold("claude-code", {"MEMORY.md": "".join([*lines, *lines])})
    actions, left = mend(held, store_proposals(held.reading, held.form))
    assert (len(actions), left) == (500, [])  # minutes, where they are read anew for each


def test_an_action_keeps_its_id_while_it_does_the_same() -> None:
    held = hold("claude-code", {"MEMORY.md": "- port 4310\n"})
    said = replacing(held, "port", "4310", "4400")
    (made,), _ = mend(held, [said])
    assert action_of(replace(said, why="Because."), made.edits).id == made.id
    assert mend(held, [replace(said, new="4401")])[0][0].id != made.id
