"""Lay out labelled questions as vaults, for `recall.py`: personal sets, headings, LoCoMo.

LoCoMo (Maharana et al., "Evaluating very long-term conversational memory of LLM agents", ACL 2024)
is not shipped; its file is read as published. Each turn of a conversation becomes a memory of its
session, and a question's evidence the memories that answer.
"""

import glob
import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from vaultwatch.memories.file_names import file_stem
from vaultwatch.services.look import scan
from vaultwatch.wiring import open_workspace

SHARED = Path(__file__).resolve().parents[2] / "shared"
HEADINGS = "obsidian-help"
DIALOGUES = "dialogue-dev"
SESSIONS = "sessions"
EVERY = 5
"""Of the headings of a public vault every so manieth is asked for."""
UNANSWERED = 5
"""LoCoMo's category of questions that nothing answers."""
Question = dict[str, Any]
_NEEDED = {"conversation", "qa"}


@dataclass(frozen=True)
class Laid:
    """A set as a vault."""

    name: str
    vault: Path
    state: Path
    questions: list[Question]


def lay(name: str, folder: Path, *, embedder: str) -> Laid:
    """Return a set's vault, its memories named as ours are, indexed and held against its notes."""
    if name == HEADINGS:
        return lay_headings(folder, embedder=embedder)
    vault = folder / name / "vault"
    shutil.copytree(SHARED / "driftbench" / name / "after", vault)
    (vault / "Memories").mkdir(exist_ok=True)
    for case in _lines(SHARED / "driftbench" / name / "cases.jsonl"):
        path = _path_of(vault, case["memory"])
        head = f"---\nid: {case['id']}\ncreated: {case['written']}\n"
        head += f"topic: {json.dumps(case['note'], ensure_ascii=False)}\n---\n"
        path.write_text(f"{head}{case['memory']}\n", "utf-8")
    questions = list(_lines(SHARED / "recallbench" / f"{name}.jsonl"))
    return _indexed(name, vault, questions, embedder=embedder)


def _path_of(vault: Path, belief: str) -> Path:
    """Return where a memory is written, named as ours are."""
    stem = file_stem(belief)
    taken = sum(1 for _ in (vault / "Memories").glob(f"{glob.escape(stem)}*.md"))
    return vault / "Memories" / f"{stem}{f' {taken + 1}' if taken else ''}.md"


def lay_headings(folder: Path, *, embedder: str) -> Laid:
    """Return a public vault, asked for its headings: the section under each answers."""
    vault = folder / HEADINGS / "vault"
    shutil.copytree(SHARED / "vaults" / HEADINGS, vault)
    places = [
        (path.relative_to(vault).as_posix(), found[1].strip())
        for path in sorted(vault.rglob("*.md"))
        for found in re.finditer(r"^#{2,6} (.+)$", path.read_text("utf-8"), re.MULTILINE)
    ]
    asked = datetime.now().astimezone().date().isoformat()
    questions: list[Question] = [
        {
            "id": f"heading {at}",
            "query": heading,
            "asked_on": asked,
            "kind": "heading",
            "memories": [],
            "notes": [{"note": note, "heading": heading, "grade": 2}],
        }
        for at, (note, heading) in enumerate(places)
        if at % EVERY == 0 and sum(other == heading for _, other in places) == 1
    ]
    return _indexed(HEADINGS, vault, questions, embedder=embedder)


def read_dialogues() -> list[dict[str, Any]]:
    """Return the shared dialogues, three of LoCoMo with their evidence corrected, as LoCoMo is."""
    text = (SHARED / "recallbench" / f"{DIALOGUES}.json").read_text("utf-8")
    samples = []
    for one in json.loads(text):
        said: dict[str, Any] = {}
        for number, session in enumerate(one["sessions"], 1):
            said[f"session_{number}_date_time"] = session["date"]
            said[f"session_{number}"] = [
                {**turn, "dia_id": turn["id"]} for turn in session["turns"]
            ]
        samples.append(
            {"sample_id": one["conversation"], "conversation": said, "qa": one["questions"]}
        )
    return samples


def read_locomo(file: Path) -> list[dict[str, Any]]:
    """Return the conversations of a LoCoMo file.

    Raises:
        SystemExit: it cannot be read, or is something else.
    """
    try:
        samples = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise SystemExit(f"{file} cannot be read as JSON: {error}") from error
    rows = samples if isinstance(samples, list) else []
    if not rows or not all(isinstance(one, dict) and one.keys() >= _NEEDED for one in rows):
        raise SystemExit(f"{file} is no LoCoMo file: a list of objects with conversation and qa.")
    return list(rows)


@dataclass(frozen=True)
class _Session:
    """One session of a conversation."""

    name: str
    number: int
    when: datetime
    turns: list[dict[str, Any]]


def _sessions(sample: dict[str, Any]) -> Iterator[_Session]:
    said = sample["conversation"]
    for key in sorted(said, key=_number):
        if re.fullmatch(r"session_\d+", key):
            when = moment_of_session(said[f"{key}_date_time"])
            yield _Session(key, _number(key), when, said[key])


def _name(sample: dict[str, Any], at: int) -> str:
    return str(sample.get("sample_id", f"conversation {at + 1}"))


def lay_locomo(samples: list[dict[str, Any]], folder: Path, *, embedder: str) -> Iterator[Laid]:
    """Yield each conversation as a vault of its turns."""
    for number, sample in enumerate(samples):
        name = _name(sample, number)
        vault = folder / name / "vault"
        (vault / "Memories").mkdir(parents=True)
        last = datetime(1, 1, 1)  # noqa: DTZ001 - LoCoMo names no zone
        ids: dict[tuple[int, int], str] = {}
        for one in _sessions(sample):
            last = max(last, one.when)
            for turn in one.turns:
                place = evidence_in(turn["dia_id"])[0]
                ids[place] = id_ = f"t-d{place[0]}-{place[1]}"
                head = (
                    f"---\nid: {id_}\ncreated: {one.when.isoformat()}Z\nsession: {one.name}\n---\n"
                )
                text = f"{turn['speaker']}: {_told(turn)}"
                _path_of(vault, text).write_text(f"{head}{text}\n", "utf-8")
        questions = []
        for question, told in _questions(sample["qa"], name, last + timedelta(days=1)):
            found = dict.fromkeys(ids[turn] for turn in told if turn in ids)
            memories = [{"id": id_, "grade": 2} for id_ in found]
            questions.append({**question, "memories": memories, "notes": []})
        yield _indexed(name, vault, questions, embedder=embedder)


def lay_sessions(samples: list[dict[str, Any]], folder: Path, *, embedder: str) -> Laid:
    """Return one vault in which each session of every conversation is a note."""
    vault = folder / SESSIONS / "vault"
    (vault / "Memories").mkdir(parents=True)
    questions: list[Question] = []
    last = max(one.when for sample in samples for one in _sessions(sample))
    for number, sample in enumerate(samples):
        name = _name(sample, number)
        notes: dict[int, str] = {}
        for one in _sessions(sample):
            notes[one.number] = note = f"{name} {one.name}"
            lines = [f"{turn['speaker']}: {_told(turn)}" for turn in one.turns]
            text = "\n\n".join([f"{one.when:%d %B %Y}", *lines])
            (vault / f"{note}.md").write_text(f"{text}\n", "utf-8")
        for question, told in _questions(sample["qa"], name, last + timedelta(days=1)):
            found = dict.fromkeys(notes[session] for session, _ in told if session in notes)
            places = [{"note": note, "heading": "", "grade": 2} for note in found]
            questions.append({**question, "memories": [], "notes": places})
    return _indexed(SESSIONS, vault, questions, embedder=embedder)


def evidence_in(text: str) -> list[tuple[int, int]]:
    """Return the turns that a text names, session and number: `D8:6; D9:17`, `D:11:26`."""
    return [(int(one), int(two)) for one, two in re.findall(r"D:?(\d+):(\d+)", text)]


def moment_of_session(text: str) -> datetime:
    """Return when a session took place, of `1:56 pm on 8 May, 2023`."""
    return datetime.strptime(text.replace(",", ""), "%I:%M %p on %d %B %Y")  # noqa: DTZ007


def _questions(
    asked: list[dict[str, Any]], name: str, when: datetime
) -> Iterator[tuple[Question, list[tuple[int, int]]]]:
    """Yield the questions, each with the turns that answer it."""
    for number, one in enumerate(asked):
        is_none = one.get("category") == UNANSWERED
        question = {
            "id": f"{name} {number}",
            "query": one["question"],
            "asked_on": when.date().isoformat(),
            "kind": "none" if is_none else f"category {one.get('category')}",
        }
        yield question, [] if is_none else evidence_in(" ".join(one.get("evidence", ())))


def _told(turn: dict[str, Any]) -> str:
    """Return what a turn says, the words for a picture that it shares behind it."""
    picture = turn.get("blip_caption")
    return f"{turn['text']} (shares a picture: {picture})" if picture else str(turn["text"])


def _number(key: str) -> int:
    found = re.search(r"\d+", key)
    return int(found[0]) if found else 0


def _indexed(name: str, vault: Path, questions: list[Question], *, embedder: str) -> Laid:
    state = vault.parent / "state"
    (vault / ".vaultwatch").mkdir()
    settings = f'[index]\nembedder = "{embedder}"\n'
    (vault / ".vaultwatch/config.toml").write_text(settings, "utf-8")
    with open_workspace(vault, state=state) as ws:
        scan(ws)
    return Laid(name, vault, state, questions)


def _lines(path: Path) -> Iterator[Question]:
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, filter(str.strip, file))
