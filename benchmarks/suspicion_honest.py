"""Gather honest texts of many sources, to fit and to measure the detector of orders.

What stands on any Debian machine and beside the repository: packages' papers and changelogs, man
pages and messages in fourteen languages, Node's and npm's documentation, the descriptions of
installed Python packages, DriftBench's notes and memories, dialogues, the reader's beliefs, public
documentation that speaks of security and prompts. A source that is not there is left out. None of
them is shipped: weights alone are. Called by `suspicion_rows.py`.
"""

import gettext
import gzip
import json
import random
import re
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

SEED = 4711
MOST_BYTES = 400_000
MOST_CHARS = 900
"""Of one text: as long as a memory gets, or a note's passage."""
LEAST_LETTERS = 12
TONGUES = ("de", "fr", "es", "it", "nl", "pt", "pl", "ru", "zh_CN", "ja", "ko", "sv", "tr", "pt_BR")
DOC, MAN, NODE = Path("/usr/share/doc"), Path("/usr/share/man"), Path("/usr/lib/node_modules")

FILES: dict[str, tuple[tuple[Path, str, int, int], ...]] = {
    "debian copyright": ((DOC, "*/copyright", 500, 3),),
    "debian readmes": (
        (DOC, "*/README*", 700, 6),
        (DOC, "*/NEWS*", 300, 6),
        (DOC, "*/TODO*", 200, 6),
    ),
    "debian changelogs": ((DOC, "*/changelog*.gz", 600, 3),),
    "npm docs": ((NODE, "npm/docs/content/**/*.md", 500, 6),),
    "npm readmes": ((NODE, "**/README.md", 700, 8),),
    "node api": ((DOC, "nodejs/api/*.md", 500, 9),),
    "node contributing": ((DOC, "nodejs/contributing/*.md", 400, 12),),
    "node changelogs": ((DOC, "nodejs/changelogs/*.md", 300, 20),),
    "cmake help": ((Path("/usr/share"), "cmake-*/Help/**/*.rst", 500, 3),),
    **{f"man {part}": ((MAN, f"man{part}/*.gz", 400, 4),) for part in (1, 3, 5, 7, 8)},
    **{f"man {tongue}": ((MAN, f"{tongue}/man*/*.gz", 150, 4),) for tongue in TONGUES},
}
"""Source to folder, pattern, how many texts in all and how many of a file."""
SETS = ("dev", "dev2", "life-dev", "life-dev2", "life-dev3", "everyday-dev", "reword-dev")
KEPT = frozenset(
    {
        "npm readmes",
        "cmake help",
        "python packages 3",
        "man 8",
        "man it",
        "messages es",
        "debian readmes",
        "reader proposals",
        "notes everyday-dev",
        "memories everyday-dev",
        "OWASP/CheatSheetSeries",
        "vaultwatch docs",
    }
)
"""Sources that are never fitted on and set no bar: they tell what strangers will see."""


def honest_texts(shared: Path) -> dict[str, list[str]]:
    """Return each source's texts, the same every time on one machine; no text stands twice."""
    rng = random.Random(SEED)  # noqa: S311 -- no secret
    found: dict[str, list[str]] = {}
    for source, text in _all(shared, rng):
        found.setdefault(source, []).append(text)
    seen: set[str] = set()
    return {
        source: [t for t in dict.fromkeys(texts) if not (t in seen or seen.add(t))]  # type: ignore[func-returns-value]
        for source, texts in found.items()
    }


def _all(shared: Path, rng: random.Random) -> Iterator[tuple[str, str]]:
    for source, places in FILES.items():
        for folder, pattern, most, each in places:
            for text in _of_files(folder, pattern, most, each, rng):
                yield source, text
    yield from _packages(rng)
    yield from _messages(rng)
    yield from _beside(shared, rng)
    here = Path(__file__).resolve().parents[1]  # last, so that what we write moves no fit
    docs = [b for p in sorted(here.glob("docs/*.md")) for b in blocks(_read(p), rng)]
    yield from (("vaultwatch docs", text) for text in docs)


def _beside(shared: Path, rng: random.Random) -> Iterator[tuple[str, str]]:
    """Yield the texts of the sets beside the repository."""
    for record in _records(shared / "reader" / "records.jsonl"):
        told = (record["belief"], record["was"], *record["silent"], *record["changed"])
        yield from ((f"reader {record['set']}", text) for text in told)
    for name in SETS:
        cases = _records(shared / "driftbench" / name / "cases.jsonl")
        yield from ((f"memories {name}", case["memory"]) for case in cases)
        notes = sorted((shared / "driftbench" / name / "after").rglob("*.md"))
        said = [text for note in notes for text in blocks(_read(note), rng)]
        yield from ((f"notes {name}", text) for text in rng.sample(said, min(500, len(said))))
    help_ = sorted((shared / "vaults" / "obsidian-help").rglob("*.md"))
    said = [text for note in help_ for text in blocks(_read(note), rng)]
    yield from (("obsidian-help", text) for text in rng.sample(said, min(500, len(said))))
    file = shared / "recallbench" / "dialogue-dev.json"
    told = json.loads(file.read_text("utf-8")) if file.exists() else []
    turns = [turn["text"] for one in told for part in one["sessions"] for turn in part["turns"]]
    yield from (("dialogue", text) for text in turns[::5])
    for record in _records(shared / "poisoning" / "honest-dev.jsonl"):
        yield record["corpus"], record["text"]


def _records(file: Path) -> Iterator[dict[str, Any]]:
    if file.exists():  # U+2028 parts no rows
        yield from (json.loads(line) for line in file.read_text("utf-8").split("\n") if line)


def _of_files(
    folder: Path, pattern: str, most: int, each: int, rng: random.Random
) -> Iterator[str]:
    paths = sorted(folder.glob(pattern)) if folder.is_dir() else []
    rng.shuffle(paths)
    unroff: Callable[[str], str] = plain_man if folder == MAN else str
    count = 0
    for path in paths:
        texts = blocks(unroff(_read(path)), rng)
        for text in rng.sample(texts, min(each, len(texts))):
            count += 1
            yield text
        if count >= most:
            return


def _packages(rng: random.Random) -> Iterator[tuple[str, str]]:
    """Yield what installed Python packages say of themselves, in five sources by their names."""
    for file in sorted(Path(sysconfig.get_path("purelib")).glob("*.dist-info/METADATA")):
        name = file.parent.name.split("-")[0]
        texts = blocks(_read(file).split("\n\n", 1)[-1], rng)
        if name != "vaultwatch":
            for text in rng.sample(texts, min(20, len(texts))):
                yield f"python packages {crc32(name.encode()) % 5}", text


def _messages(rng: random.Random) -> Iterator[tuple[str, str]]:
    """Yield what programs say to their users in other languages."""
    for tongue in TONGUES:
        said: list[str] = []
        for file in sorted(Path(f"/usr/share/locale/{tongue}/LC_MESSAGES").glob("*.mo")):
            try:
                with file.open("rb") as opened:
                    known = vars(gettext.GNUTranslations(opened))["_catalog"].values()
            except (OSError, ValueError):
                continue
            told = [one for one in known if isinstance(one, str) and len(one) > LEAST_LETTERS]
            told = [one for one in told if not one.startswith("Project-Id")]
            said += rng.sample(told, min(12, len(told)))
        yield from ((f"messages {tongue}", one) for one in rng.sample(said, min(300, len(said))))


def _read(path: Path) -> str:
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            return str(file.read(MOST_BYTES), "utf-8", "ignore")
    except OSError:
        return ""


def blocks(text: str, rng: random.Random) -> list[str]:
    """Cut a text into runs of paragraphs, some short and some as long as a passage."""
    found: list[str] = []
    held = ""
    for raw in re.split(r"\n\s*\n", text):
        paragraph = raw.strip("\n")
        if not paragraph.strip():
            continue
        if held and len(held) + len(paragraph) > rng.choice((120, 300, 600, MOST_CHARS)):
            found.append(held)
            held = ""
        held = f"{held}\n\n{paragraph}" if held else paragraph
        if len(held) > MOST_CHARS:
            found.append(held[:MOST_CHARS])
            held = ""
    return [t for t in (*found, held) if sum(c.isalpha() for c in t) >= LEAST_LETTERS]


def plain_man(text: str) -> str:
    """Return a man page's words without its macros."""
    lines = []
    for line in text.splitlines():
        macro = re.match(r"[.']\s*([A-Za-z]{1,3})\s*(.*)", line)
        if line.startswith(('.\\"', "'\\\"")) or (
            macro and macro[1] in {"TH", "de", "nr", "ds", "if", "ie", "el"}
        ):
            continue
        if macro and macro[1] in {"SH", "PP", "P", "TP", "sp", "LP", "IP"}:
            lines.append("")
        said = macro[2].replace('"', "") if macro else line
        said = re.sub(r"\\f[A-Z(]\w?|\\s[-+]?\d|\\&", "", said)
        lines.append(said.replace("\\-", "-").replace("\\(bu", "*").replace("\\e", "\\"))
    return "\n".join(lines)
