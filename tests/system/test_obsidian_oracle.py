"""Hold the note parser against what Obsidian itself says of notes."""

import json
from pathlib import Path
from typing import Any

import pytest

from vaultwatch.notes.model import Link, Note, NotePath, Span
from vaultwatch.notes.parse import parse_note

ORACLE = Path(__file__).resolve().parents[2].parent / "shared" / "obsidian-oracle"
CASES = sorted(ORACLE.glob("*.json"))

COMMENTS = (
    "Obsidian's cache reads `%%comments%%` within a line, and tags even in whole ones; we let "
    "nothing inside a comment count, for a commented-out link cites nothing"
)
COMMA_TAGS = (
    "the newest Obsidian reads no tags from a string; the older ones do, and people's notes "
    "still hold them"
)
DIFFERENCES: dict[tuple[str, str], str] = {
    ("comments_markdown_style", "links"): COMMENTS,
    ("comments_markdown_style", "tags"): COMMENTS,
    ("comments_markdown_style", "all_tags"): COMMENTS,
    ("yaml_tags_with_two_values_on_one_line", "all_tags"): COMMA_TAGS,
}
"""(case, what) where we differ from Obsidian, with the reason."""

if not CASES:
    pytest.skip("../shared/obsidian-oracle is absent", allow_module_level=True)


class Utf16:
    """Turns offsets in code points into Obsidian's line and column in UTF-16 units."""

    def __init__(self, text: str) -> None:
        self.text = text

    def place(self, offset: int) -> tuple[int, int, int]:
        before = self.text[:offset]
        line_start = before.rfind("\n") + 1
        return before.count("\n"), _units(before[line_start:]), _units(before)

    def span(self, span: Span) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        assert self.place(span.start)[0] == span.line - 1
        return self.place(span.start), self.place(span.end)


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _position(value: dict[str, Any]) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    start, end = value["position"]["start"], value["position"]["end"]
    return (
        (start["line"], start["col"], start["offset"]),
        (end["line"], end["col"], end["offset"]),
    )


def _written(link: Link) -> tuple[str, str, str]:
    """Return Obsidian's `link`, `displayText` and `original`."""
    parts = [*link.headings, *(() if link.block is None else (f"^{link.block}",))]
    target = "".join([link.target, *(f"#{part}" for part in parts)])
    shown = " > ".join(part for part in (link.target, *parts) if part)
    return target, shown if link.display is None else link.display, link.original


def _ours(note: Note, text: str) -> dict[str, Any]:
    utf16 = Utf16(text)
    body = [link for link in note.links if link.span is not None]
    return {
        "links": [(*_written(x), utf16.span(x.span)) for x in body if x.span and not x.is_embed],
        "embeds": [(*_written(x), utf16.span(x.span)) for x in body if x.span and x.is_embed],
        "frontmatterLinks": [(*_written(x), x.property_key) for x in note.links if not x.span],
        "headings": [(x.text, x.level, utf16.span(x.span)) for x in note.headings],
        "blocks": sorted((x.id, utf16.span(x.span)) for x in note.blocks),
        "tags": [(f"#{x.name}", utf16.span(x.span)) for x in note.body_tags],
        "listItems": [(x.parent_line, x.task_mark, utf16.span(x.span)) for x in note.list_items],
        "all_tags": [f"#{name}" for name in note.tags],
    }


def _obsidians(case: dict[str, Any]) -> dict[str, Any]:
    cache = case["cachedMetadata"]

    def links(name: str) -> list[Any]:
        return [
            (x["link"], x["displayText"], x["original"], _position(x)) for x in cache.get(name, [])
        ]

    return {
        "links": links("links"),
        "embeds": links("embeds"),
        "frontmatterLinks": [
            (x["link"], x["displayText"], x["original"], x["key"])
            for x in cache.get("frontmatterLinks", [])
        ],
        "headings": [(x["heading"], x["level"], _position(x)) for x in cache.get("headings", [])],
        "blocks": sorted((x["id"], _position(x)) for x in cache.get("blocks", {}).values()),
        "tags": [(x["tag"], _position(x)) for x in cache.get("tags", [])],
        "listItems": [
            (x["parent"], x.get("task"), _position(x)) for x in cache.get("listItems", [])
        ],
        "all_tags": list(dict.fromkeys(case["getAllTags"] or [])),
    }


@pytest.mark.parametrize(
    "what",
    [
        "links",
        "embeds",
        "frontmatterLinks",
        "headings",
        "blocks",
        "tags",
        "listItems",
        "all_tags",
    ],
)
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_we_read_what_obsidian_reads(path: Path, what: str) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    text = case["fileContents"]
    note = parse_note(NotePath(case["filePath"]), text.encode())
    ours, theirs = _ours(note, text)[what], _obsidians(case)[what]
    if (path.stem, what) in DIFFERENCES:
        assert ours != theirs, "they agree now: take the case out of DIFFERENCES"
    else:
        assert ours == theirs


def test_every_difference_names_a_case() -> None:
    assert {case for case, _ in DIFFERENCES} <= {path.stem for path in CASES}
