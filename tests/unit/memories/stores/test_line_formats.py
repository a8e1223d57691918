"""Formats of lines and entries: pipe lines, Hermes, the logs of days."""

from datetime import UTC, datetime

import pytest

from tests.unit.memories.stores.files import places, read_as, the_one

LINE = "mem_1 | type=fact | scope=user | key=city | value=Lisbon"


@pytest.mark.parametrize(
    ("line", "value"),
    [
        pytest.param(LINE, "Lisbon", id="plain"),
        pytest.param("- mem_1|value=Lisbon|key=city|type=fact", "Lisbon", id="any order"),
        pytest.param("\tmem_1  |value =  Lisbon|  key= city", "Lisbon", id="any spacing"),
        pytest.param(r"mem_1 | key=city | value=Lisbon \| Porto", "Lisbon | Porto", id="escaped"),
        pytest.param(r"mem_1 | key=city | value=a\\b\nc", "a\\b\nc", id="escapes"),
        pytest.param("mem_1 | key=city | value=a | b", "a | b", id="a bar of the value"),
        pytest.param("mem_1 | key=city | value=a=b", "a=b", id="an equals sign"),
        pytest.param('mem_1 | key=city | value="Lisbon"', "Lisbon", id="quoted"),
        pytest.param("`mem_1 | key=city | value=Lisbon`", "Lisbon", id="in code"),
        pytest.param("mem_1 | key=city | value=Obrigada \U0001f600", "Obrigada \U0001f600",
                     id="emoji"),
        pytest.param("| mem_1 | key=city | value=Lisbon |", "Lisbon", id="bars at both ends"),
        pytest.param("key=city|id=9|value=Lisbon", "Lisbon", id="the id as a field"),
        pytest.param("scope=user | key=city | value=Lisbon", "Lisbon", id="no id"),
        pytest.param("7) kiln-9 | key=city | value=Lisbon", "Lisbon", id="another id, numbered"),
        pytest.param("mem_1 | key=city | value=f | g = h", "f | g = h", id="no name of a field"),
        pytest.param("mem_1 | key=city | value=a || b", "a || b", id="two bars"),
        pytest.param('mem_1 | value="a | key=b \\" c"|key=city', 'a | key=b " c', id="quoted"),
        pytest.param("mem_1 | key=city | value=say `x`", "say `x`", id="code in a value"),
    ],
)  # fmt: skip
def test_a_line_says_its_value(line: str, value: str) -> None:
    found = the_one("pipe-lines", {"MEMORY.md": f"# Memory\r\n{line}\r\n"})
    assert found.claim is not None
    assert (found.claim.value, found.first_line, found.last_line) == (value, 2, 2)
    assert (found.title, found.text) == ("city", f"city: {value}")


def test_the_fields_of_a_line() -> None:
    more = f"{LINE} | source=user | created=2026-02-03 | tags=a, b | confidence=0.9"
    found = the_one("pipe-lines", {"MEMORY.md": more})
    assert (found.kind, found.scope, found.source, found.tags) == (
        "fact",
        "user",
        "user",
        ("a", "b"),
    )
    assert found.created == datetime(2026, 2, 3, 23, 59, 59, 999999, tzinfo=UTC)


def test_an_id_goes_by_the_key_whatever_the_value_or_the_lines_own_id() -> None:
    now = LINE.replace("Lisbon", "Porto").replace("mem_1", "mem_99")
    one, two = (the_one("pipe-lines", {"MEMORY.md": text}) for text in (LINE, now))
    other = the_one("pipe-lines", {"MEMORY.md": LINE.replace("user", "project")})
    assert one.id == two.id != other.id


@pytest.mark.parametrize(
    ("line", "kinds", "told"),
    [
        pytest.param("mem_2", ["unparsable"], "mem_2 says no value", id="an id alone"),
        pytest.param("| mem_2 | type=fact |", ["unparsable"], "mem_2 says no value", id="bars"),
        pytest.param("type=fact | key=a", ["unparsable"], "The line says no value", id="no id"),
        pytest.param("> a | value=b", ["unparsable"], "begins with '> a'", id="a quotation"),
        pytest.param("mem_ory is no line", ["unused"], "This line is no memory", id="prose"),
        pytest.param("| Tea | Milk |", ["unused"], "This line is no memory", id="a table"),
        pytest.param("mem_2 | b c | value=d", ["unused"], "'b c' belongs to no", id="words"),
        pytest.param("mem_2 | value=d | x=1", ["unused"], "field 'x' (1 line)", id="a field"),
        pytest.param("mem_2 | value=d | value=e", ["duplicate"], "'value' 2 times", id="twice"),
        pytest.param("mem_2 | value=d | ttl=soon", ["unparsable"], "write 90d", id="no time"),
        pytest.param("mem_2 | value=d | ttl=9d", ["unparsable"], "runs from no day", id="no day"),
        pytest.param("mem_2 | value=d | verify_mode=x", ["unparsable"], "on_use", id="no mode"),
        pytest.param("mem_2 | value=d | expires=soon", ["unparsable"], "no date", id="no date"),
        pytest.param("mem_2|value=d|ref=topics/a.md", ["dead_link"], "'topics/a.md'", id="ref"),
        pytest.param("- [A](topics/a.md#b)", ["dead_link"], "'topics/a.md'", id="a dead link"),
        pytest.param("mem_2 | value=d | ref=https://a.b", [], "", id="an address"),
        pytest.param("mem_2 | value=d | ref=../a.md", [], "", id="outside"),
        pytest.param("mem_2 | value=d | ref=[[Kiln]]", [], "", id="a note"),
        pytest.param("## Kiln", [], "", id="a heading"),
        pytest.param("|---|:-:|", [], "", id="below the head of a table"),
    ],
)
def test_what_is_not_read_is_told(line: str, kinds: list[str], told: str) -> None:
    faults = read_as("pipe-lines", {"MEMORY.md": f"{LINE}\n{line}\n"}).faults
    assert [(fault.kind, fault.line) for fault in faults] == [(kind, 2) for kind in kinds]
    assert told in "".join(fault.message for fault in faults)


@pytest.mark.parametrize(
    ("fields", "expires"),
    [
        pytest.param("created=2026-02-03T10:00:00Z | ttl=12h", "2026-02-03T22:00:00", id="hours"),
        pytest.param("created=2026-02-03T10:00Z|ttl=2 weeks", "2026-02-17T10:00:00", id="weeks"),
        pytest.param("updated=2026-02-05T00:00Z | created=2026-02-03 | ttl=P30D",
                     "2026-03-07T00:00:00", id="from the latest day"),
        pytest.param("ttl=2026-05-01T08:00Z", "2026-05-01T08:00:00", id="a moment"),
        pytest.param("created=2026-02-03T10:00Z | ttl=90 min", "2026-02-03T11:30:00", id="minutes"),
        pytest.param("created=2026-02-03T10:00Z | ttl=3600s", "2026-02-03T11:00:00", id="seconds"),
        pytest.param("created=2026-02-03T10:00Z | ttl=1mo", "2026-03-05T10:00:00", id="months"),
        pytest.param("created=2026-02-03T10:00Z | ttl=P1M", "2026-03-05T10:00:00", id="P1M"),
        pytest.param("created=2026-02-03T10:00Z | ttl=PT5M", "2026-02-03T10:05:00", id="PT5M"),
        pytest.param("created=2026-02-03T10:00Z|ttl_days=2", "2026-02-05T10:00:00", id="ttl_days"),
        pytest.param("created=2026-02-03 | ttl=1m", None, id="minutes or months"),
        pytest.param("expires=2026-05-01T08:00Z", "2026-05-01T08:00:00", id="expires"),
        pytest.param("created=2026-02-03T10:00Z | ttl=90d | valid_until=2026-02-05T00:00Z",
                     "2026-02-05T00:00:00", id="the earliest counts"),
        pytest.param("created=2026-02-03 | ttl=never", None, id="never"),
        pytest.param("created=2026-02-03 | ttl=99999y", None, id="beyond all calendars"),
        pytest.param("created=2026-02-03", None, id="unsaid"),
    ],
)  # fmt: skip
def test_when_a_line_expires(fields: str, expires: str | None) -> None:
    found = the_one("pipe-lines", {"MEMORY.md": f"{LINE} | {fields}"}).expires
    assert found == (None if expires is None else datetime.fromisoformat(f"{expires}+00:00"))


OLD, NEW, LAST = (f"mem_{n} | key=k{n} | value=v{n}" for n in "123")


@pytest.mark.parametrize(
    ("lines", "counting"),
    [
        pytest.param([OLD, f"{NEW} | supersedes=mem_1"], ["mem_2"], id="one"),
        pytest.param([f"{NEW} | supersedes=mem_1", OLD], ["mem_2"], id="in any order"),
        pytest.param([OLD, NEW, f"{LAST} | supersedes=mem_1, mem_2"], ["mem_3"], id="two"),
        pytest.param([OLD, f"{NEW} | supersedes=mem_1", f"{LAST} | supersedes=mem_2"], ["mem_3"],
                     id="a chain"),
        pytest.param([f"{OLD} | supersedes=mem_2", f"{NEW} | supersedes=mem_1"],
                     ["mem_1", "mem_2"], id="each other"),
        pytest.param([f"{OLD} | supersedes=mem_1", f"{NEW} | supersedes=mem_9"],
                     ["mem_1", "mem_2"], id="itself, and what is gone"),
        pytest.param([OLD, NEW, "key=k | value=v4 | supersedes=mem_1", "key=l | value=v5"],
                     ["mem_2", "mem_4", "mem_5"], id="one without an id"),
        pytest.param([f"{OLD} | status=Archived", f"{NEW} | status=expired", LAST], ["mem_3"],
                     id="a status"),
    ],
)  # fmt: skip
def test_a_line_that_another_supersedes_counts_no_more(
    lines: list[str], counting: list[str]
) -> None:
    records = read_as("pipe-lines", {"MEMORY.md": "\n".join(lines)}).records
    assert [f"mem_{one.text[-1]}" for one in records if not one.is_deprecated] == counting


def test_topic_files_beside_the_lines() -> None:
    files = {
        "MEMORY.md": f"- [A](topics/a.md)\n{OLD} | ref=topics/b.md\n",
        **{f"topics/{name}.md": f"# T\n\nOf {name}.\n" for name in "abc"},
    }
    reading = read_as("pipe-lines", files)
    assert [one.text for one in reading.records] == ["k1: v1", "Of a.", "Of b.", "Of c."]
    assert (reading.topics, reading.faults) == (("topics/c.md",), ())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("a\n\u00a7\nb", [(1, 1, "a"), (3, 3, "b")], id="two"),
        pytest.param("a\r\n\u00a7\r\nb\r\nc\r\n", [(1, 1, "a"), (3, 4, "b\nc")], id="CRLF"),
        pytest.param("\u00a7\n\na\n\n\u00a7\n\u00a7\n", [(3, 3, "a")], id="empty ones"),
        pytest.param("- a\n- b", [(1, 2, "- a\n- b")], id="a list is one entry"),
        pytest.param("see \u00a7 4", [(1, 1, "see \u00a7 4")], id="the sign within words"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_entries_of_hermes(text: str, found: list[tuple[int, int, str]]) -> None:
    reading = read_as("hermes", {"MEMORY.md": text})
    assert places(reading) == [("MEMORY.md", *one) for one in found]


def test_hermes_tells_the_user_from_the_rest() -> None:
    reading = read_as("hermes", {"MEMORY.md": "a", "USER.md": "b"})
    assert [one.kind for one in reading.records] == ["memory", "user"]


MEMSEARCH = (
    "## Session 14:30\n\n### 14:30\n<!-- session:abc turn:x transcript:/srv/u/t.jsonl -->\n"
    "- Moved the cache to Redis\n\n### 15:10\n<!-- session:def turn:y -->\n- Fixed the build\n"
)


def test_a_day_of_memsearch() -> None:
    first, second = read_as("memsearch", {"2026-02-09.md": MEMSEARCH}).records
    assert (first.text, first.source) == ("Moved the cache to Redis", "session abc")
    assert first.created == datetime(2026, 2, 9, 14, 30, tzinfo=UTC)
    assert (second.source, second.first_line) == ("session def", 9)
    assert "t.jsonl" not in repr((first, second))


def test_an_openclaw_workspace() -> None:
    files = {
        "MEMORY.md": "# L\n- dark mode\n",
        "memory/2026-02-01-x.md": "- did it\n",
        "USER.md": "- short\n",
    }
    found = read_as("openclaw", files).records
    assert [(one.kind, one.text) for one in found] == [
        ("memory", "dark mode"),
        ("daily", "did it"),
        ("user", "short"),
    ]
    assert found[1].created is not None


def test_the_handbook_of_codex() -> None:
    text = (
        "# Task Group: app builds\nscope: builds\napplies_to: cwd=/srv/u/app; reuse_rule=safe\n\n"
        "## Task 1: build, ok\n\n### rollout_summary_files\n\n- rollout_summaries/a.md (cwd=/x)\n\n"
        "### keywords\n\n- make\n\n## Reusable knowledge\n\n- the cache is warm [Task 1]\n"
    )
    found = the_one("codex", {"MEMORY.md": text})
    assert (found.kind, found.title, found.first_line) == ("reusable knowledge", "app builds", 17)
    assert found.scope == "cwd=/srv/u/app; reuse_rule=safe"
    assert read_as("codex", {"memory_summary.md": "v1\n"}).records == ()


def test_other_text_of_the_memory_tool() -> None:
    files = {"notes.txt": "- a\n- b\n", "user.xml": "<user>\n<name>Ida</name>\n</user>\n"}
    assert places(read_as("memory-tool", files)) == [
        ("notes.txt", 1, 1, "a"),
        ("notes.txt", 2, 2, "b"),
        ("user.xml", 1, 3, "<user>\n<name>Ida</name>\n</user>"),
    ]
