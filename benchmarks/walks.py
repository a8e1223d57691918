"""Walk through strangers' vaults: thirty memories each, one everyday edit at each; what is told?

    python benchmarks/walks.py                      all of data/walks, by rules and with answers
    python benchmarks/walks.py data/walks/r.json --misses
    python benchmarks/walks.py r.json --ask FOLDER  a reader of yours answers, by files

A walk was written by somebody who did not know the program, and fixed before it ran: notes then and
now, memories true of the notes then, and of each whether it is true of the notes now. Memories are
written and looked at through the command line; an agent reads what `vault_doubts` hands it, over
MCP, with the answers that a language model gave to the same pairs, kept beside the walk; others,
as those whose answer is known, are answered by the letter.

Strict: of what became untrue it counts what is told (shown, likely or judged), of what stayed true
what is neither told nor in doubt. Whoever reads a walk's misses makes it a seen one.
"""

import argparse
import json
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the vault and the agent are those of the tests

from tests.system.agents import Agent, agent_here  # noqa: E402 -- found by the line above
from tests.system.vaults import Vault  # noqa: E402

WALKS: Final = Path(__file__).parent / "data" / "walks"
TOLD: Final = {"shown", "likely", "judged"}
MOST_ROUNDS: Final = 12
LIKE: Final = 0.8
"""So like are a memory and what a reader is shown of it: links are shown by their names."""
_LINK: Final = re.compile(r"\[\[(?:[^\]|]*\|)?([^\]]*)\]\]")

Walk = Mapping[str, Any]
Answers = Callable[[list[dict[str, Any]]], list[dict[str, Any]]]


def walked(walk: Walk, folder: Path, answers: Answers | None = None) -> list[tuple[str, str]]:
    """Return how each memory was born, and what is said of it in the end."""
    vault = Vault(folder / "vault", folder / "state")
    _write(vault.folder, walk["then"])
    _called(vault, "init", "--yes")
    _called(vault, "scan")
    ids = [
        _called(vault, "memory", "add", one["text"], "--allow-similar", "--json")[-1]["memory_id"]
        for one in walk["memories"]
    ]
    born = _standing(vault)
    for path in walk["then"].keys() - walk["now"].keys():
        (vault.folder / path).unlink()
    _write(vault.folder, walk["now"])
    _called(vault, "scan")
    if answers is not None:
        with agent_here(vault, name="claude-code") as agent:
            _read(agent, answers)
        _called(vault, "scan")
    found: dict[str, set[str]] = {}
    for one in _called(vault, "findings", "--outcome", "all", "--json"):
        if "memory_id" in one:
            found.setdefault(one["memory_id"], set()).add(one["outcome"] or one["kind"])
    return [(born[id_], _said(found.get(id_, set()))) for id_ in ids]


def _said(outcomes: set[str]) -> str:
    if outcomes & TOLD:
        return "told"
    return "doubt" if outcomes else "silent"


def _read(agent: Agent, answers: Answers) -> None:
    done = agent.ask("vault_doubts")
    for _ in range(MOST_ROUNDS):
        if not done["pairs"]:
            return
        done = agent.ask("vault_doubts", answers=answers(done["pairs"]))


def by_record(walk: Walk) -> Answers:
    """Return a reader that answers as one did before."""
    known = {_LINK.sub(r"\1", one["text"]): one.get("answer") for one in walk["memories"]}

    def answer(pair: dict[str, Any]) -> dict[str, Any]:
        text = max(known, key=lambda one: SequenceMatcher(None, one, pair["memory"]).ratio())
        said = known[text]
        if said is not None and SequenceMatcher(None, text, pair["memory"]).ratio() >= LIKE:
            line = next((one["line"] for one in pair["now"] if said["quote"] in one["text"]), None)
            if line is not None or said["quote"] in str(pair.get("gone")):
                return {"id": pair["id"], "line": line or 0, **said}
        return _by_the_letter(pair)

    return lambda pairs: [answer(pair) for pair in pairs]


def _by_the_letter(pair: dict[str, Any]) -> dict[str, Any]:
    """Answer a pair that nobody was asked: does what was said stand, in other digits, or not?"""
    stood, digits = (*pair.get("gone", ()), *pair.get("then", ())), re.compile(r"\d")
    then = (*stood, "")[0]
    lines = sorted(pair["now"], key=lambda one: one["text"] != then)  # what stands before the rest
    for one in lines if then else ():
        if digits.sub("", then) == digits.sub("", one["text"]):
            verdict = "holds" if then == one["text"] else "outdated"
            return {"id": pair["id"], "verdict": verdict, "line": one["line"], "quote": one["text"]}
    if pair["memory"] == then:
        return {"id": pair["id"], "verdict": "outdated", "line": 0, "quote": then[:600]}
    return {"id": pair["id"], "verdict": "unsure"}


def by_files(box: Path) -> Answers:
    """Return a reader that finds `pairsK.json` in a folder and writes `answersK.json` beside it."""
    rounds = iter(range(MOST_ROUNDS))

    def answer(pairs: list[dict[str, Any]]) -> list[dict[str, Any]]:
        turn = next(rounds)
        (box / f"pairs{turn}.json").write_text(json.dumps(pairs, ensure_ascii=False, indent=1))
        file = box / f"answers{turn}.json"
        while not file.exists():
            time.sleep(1)
        said: list[dict[str, Any]] = json.loads(file.read_text())
        return said

    return answer


def _called(vault: Vault, *arguments: str) -> list[dict[str, Any]]:
    done = vault.call(*arguments)
    if done.status:
        raise SystemExit(f"{arguments[:2]}: {done.err}")
    return done.rows if "--json" in arguments else []


def _standing(vault: Vault) -> dict[str, str]:
    return {one["memory_id"]: one["standing"] for one in _called(vault, "memory", "list", "--json")}


def _write(folder: Path, notes: Mapping[str, str]) -> None:
    for path, text in notes.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def counted(walk: Walk, ended: Iterable[tuple[str, str]]) -> Counter[str]:
    """Return how many memories came to what."""
    count: Counter[str] = Counter()
    for one, (born, said) in zip(walk["memories"], ended, strict=True):
        count[f"{'true' if one['true'] else 'untrue'} {said}"] += 1
        count[f"born {born}"] += 1
    count["strict"] = count["untrue told"] + count["true silent"]
    return count


SHOWN: Final = (
    "strict",
    "untrue told",
    "untrue doubt",
    "true told",
    "true doubt",
    "born supported",
)


def main() -> int:
    """Print a line for each walk."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("walks", type=Path, nargs="*", default=sorted(WALKS.glob("*.json")))
    parser.add_argument("--ask", type=Path, help="an empty folder: pairs out, answers in")
    parser.add_argument("--misses", action="store_true", help="what was told wrongly")
    args = parser.parse_args()
    print(f"{'walk':6} {'read by':9}", *(f"{name:>14}" for name in SHOWN))
    for file in args.walks:
        walk = json.loads(file.read_text())
        read_by = by_files(args.ask) if args.ask else by_record(walk)
        for name, answers in (("nobody", None), ("an agent", read_by)):
            with tempfile.TemporaryDirectory() as folder:
                ended = walked(walk, Path(folder), answers)
            count = counted(walk, ended)
            print(f"{file.stem:6} {name:9}", *(f"{count[one]:14}" for one in SHOWN), flush=True)
            for one, (born, said) in zip(walk["memories"], ended, strict=True):
                if args.misses and said != ("silent" if one["true"] else "told"):
                    print(f"    {said}, true: {one['true']}, born {born}: {one['text']}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
