"""Whatever stands in another tool's files, reading them never raises and takes bounded time."""

import re
import time
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.formats import FORMATS, guess_format
from vaultwatch.memories.stores.lint import lint
from vaultwatch.memories.stores.pipe_lines import cut_line, set_field
from vaultwatch.memories.stores.records import StoreFile

PIECES = st.sampled_from(
    [
        "---\n", "---", "name: a\n", "description: b: c\n", "metadata: \n", "  type: user\n", "- ",
        "* [T](a.md) - x", "- [T](../../x.md)", "# H\n", "## 14:30\n", "\u00a7\n", "[[a]]", "[[",
        "]]", "](", "[", "```\n", "`", "<!-- session:a turn:b -->\n", "<!--", "-->", "**Why:** x\n",
        "mem_1 | key=a | value=b\n", "mem_2 |", "\\|", "=", "|", "\r\n", "\r", "\n", "\n\n", "\t",
        "    ", "- [fact] words #tag (ctx)\n", "- rel [[B]]\n", "@a.md", "@../b.md", "\ufeff", "\0",
        "&a [*a]\n", "a: *a\n", "{", "\u2028", "\U0001f600", "2026-01-02: x\n", "Port: 4310\n",
        "scope: x\napplies_to: cwd=/a\n", "neurostack_id: x\n", "1. ", "x" * 50,
        '{"id": 1, "text": "a"}\n', '[{"conversations_memory": "**A**\\n\\nb"}]', '{"mapping": {}}',
    ]
)  # fmt: skip
TEXTS = st.lists(PIECES | st.text(max_size=8), max_size=25).map("".join)
NAMES = st.sampled_from(
    ["MEMORY.md", "USER.md", "a.md", "sub/MEMORY.md", "system/a.md", "memory/2026-01-02.md",
     "2026-01-02.md", "CLAUDE.md", ".claude/rules/r.md", "a.txt", "b.xml", "memory_summary.md",
     "rows.jsonl", "memories.json"]
)  # fmt: skip
FOLDERS = st.dictionaries(NAMES, TEXTS, max_size=4)


def as_files(folder: dict[str, str]) -> list[StoreFile]:
    return [StoreFile(path, text, len(text)) for path, text in folder.items()]


@given(folder=FOLDERS)
def test_every_reader_reads_anything(folder: dict[str, str]) -> None:
    files = as_files(folder)
    guess_format(list(folder), files)
    for reader in FORMATS.values():
        reading = reader.read(files)
        lint(reading, frozenset({"a"}))
        ids = [record.id for record in reading.records]
        assert len(set(ids)) == len(ids)
        for record in reading.records:
            lines = folder[record.path].replace("\r\n", "\n").replace("\r", "\n").split("\n")
            assert 1 <= record.first_line <= record.last_line <= len(lines)
            assert record.text.strip()
        assert reading == reader.read(files)


WORDS = st.text("abcdefgh", min_size=2, max_size=6)
VALUES = st.text("xyz019 .,-", min_size=1, max_size=12).filter(str.strip)
LINES: dict[StoreFormat, str] = {
    "pipe-lines": "mem_{0} | key={0} | value={1}\n",
    "claude-code": "- **{0}**: {1}\n",
    "openclaw": "- {0}: {1}\n",
}


@given(
    held=st.dictionaries(WORDS, st.tuples(VALUES, VALUES), min_size=1, max_size=8),
    more=st.dictionaries(WORDS, VALUES, max_size=3),
    form=st.sampled_from(sorted(LINES)),
)
def test_another_value_and_other_lines_keep_every_id(
    held: dict[str, tuple[str, str]], more: dict[str, str], form: StoreFormat
) -> None:
    before = "".join(LINES[form].format(key, values[0]) for key, values in held.items())
    other = {key: value for key, value in more.items() if key not in held}
    now = "".join(LINES[form].format(key, value) for key, value in other.items())
    now += "".join(LINES[form].format(key, values[1]) for key, values in held.items())
    ids = [one.id for one in FORMATS[form].read(as_files({"MEMORY.md": before})).records]
    later = [one.id for one in FORMATS[form].read(as_files({"MEMORY.md": now})).records]
    assert len(ids) == len(held)
    assert later[len(other) :] == ids


NAMED = st.sampled_from(["value", "key", "status", "Scope", "ttl", "b", "x.y"])
SAID = st.lists(
    st.sampled_from(
        ["a", "\t", " ", "\\|", "\\\\", "=", '"', "`", "\u20ac", "\U0001f600", "mem_1"]
    ),
    max_size=5,
).map("".join)
FIELD = st.builds("{}{}={}{}".format, NAMED, st.sampled_from(["", " "]), st.just(""), SAID) | SAID
BARS = st.sampled_from(["|", " | ", "\t|"])
ROWS = st.builds(
    lambda head, bar, parts, tail: head + bar.join(parts) + tail,
    st.sampled_from(["", "- ", "mem_1 | ", "| ", "`mem_2|", "id=7 | ", "# ", "> ", "3. | mem_4|"]),
    BARS,
    st.lists(FIELD, min_size=1, max_size=5),
    st.sampled_from(["", " |", "`", "\\"]),
)


@given(rows=st.lists(ROWS, min_size=1, max_size=6), end=st.sampled_from(["\n", "\r\n"]))
def test_every_line_with_bars_is_read_or_told(rows: list[str], end: str) -> None:
    faults = FORMATS["pipe-lines"].read(as_files({"MEMORY.md": end.join(rows)}))
    told: set[int] = {one.first_line for one in faults.records}
    for fault in faults.faults:
        last = re.match(r"This line to line (\d+)", fault.message)
        told |= {*range(fault.line, int(last[1]) + 1)} if last else {fault.line}
    heads = [number for number, row in enumerate(rows, 1) if not _says_something(row)]
    assert {*range(1, len(rows) + 1)} == told | {*heads}


def _says_something(row: str) -> bool:
    has_words = any(sign.isalnum() for sign in row)
    return has_words and not (row.startswith("# ") and "|" not in row)


@given(rows=st.lists(ROWS, min_size=1, max_size=4), value=st.sampled_from(["deprecated", "x"]))
@example(rows=["value=|b= |", "value=a | b="], value="deprecated")
def test_a_field_is_set_once_and_all_else_stands(rows: list[str], value: str) -> None:
    for row in rows:
        cut = cut_line(row)
        if cut is None or not cut.is_memory or row.endswith("\\"):
            continue
        start, old, new = set_field(row, "status", value)
        assert row[start : start + len(old)] == old
        changed = row[:start] + new + row[start + len(old) :]
        after = cut_line(changed)
        assert after is not None
        assert after.said == {**cut.said, "status": value}
        is_there = "status" in cut.said
        assert len(after.fields) == len(cut.fields) + (not is_there)
        assert set_field(changed, "status", value)[1:] == (value, value)


HOSTILE: list[tuple[str, Callable[[int], str]]] = [
    ("brackets", lambda n: "[" * n),
    ("links", lambda n: "[[" * n),
    ("half links", lambda n: "](" * n),
    ("backticks", lambda n: "`" * n + "a"),
    ("fences", lambda n: "```a" * n),
    ("spaces", lambda n: "- " + " " * n),
    ("tabs", lambda n: "\t" * n + "-"),
    ("dashes", lambda n: "-" * n + "x"),
    ("rules", lambda n: "- " * n + "x"),
    ("labels", lambda n: "a " * n + ":"),
    ("bold", lambda n: "**a" * n),
    ("bars", lambda n: "mem_1 " + "|a=" * n),
    ("escapes", lambda n: "mem_1 |value=" + "\\" * n),
    ("digits", lambda n: "- " + "1" * n),
    ("imports", lambda n: "@" * n + " @a.md" * (n // 6)),
    ("bullets", lambda n: "- a\n" * (n // 4)),
    ("headings", lambda n: "# a\n## b\n- c\n" * (n // 12)),
    ("why", lambda n: "---\nname: a\n---\n" + "**Why:** a\n" * (n // 11)),
    ("yaml", lambda n: "---\n" + "[" * n + "\n---\nx"),
    ("aliases", lambda n: "---\na: &a [x,x]\n" + "b: [*a,*a]\n" * (n // 11) + "---\nx"),
    ("comments", lambda n: "<!-- " * n),
    ("observations", lambda n: "- [a" * n),
]


@pytest.mark.parametrize(("name", "made"), HOSTILE)
def test_hostile_text_takes_bounded_time(name: str, made: Callable[[int], str]) -> None:
    """Measured: each of 30 kB takes well under a tenth of a second; the bound is for a slow day."""
    text = made(30_000)[:60_000]
    for form, reader in FORMATS.items():
        started = time.process_time()
        lint(reader.read([StoreFile("MEMORY.md", text, len(text))]))
        assert time.process_time() - started < 2.0, (name, form)
