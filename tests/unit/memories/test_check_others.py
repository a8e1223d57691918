"""What is told at once says something of this project: no error, no other people's, no past."""

from datetime import UTC, datetime

import pytest

from vaultwatch.memories.checks.found import found_checks
from vaultwatch.memories.checks.written import spec_of
from vaultwatch.memories.stores.as_memory import record_facts
from vaultwatch.memories.stores.instructions import read
from vaultwatch.memories.stores.records import StoreFile


def at_once(text: str) -> list[str]:
    """Return the checks of a text that count without a person."""
    found = found_checks(text, "~/src/kiln")
    return [spec_of(one) for one in found if one.origin == "named"]


@pytest.mark.parametrize(
    "text",
    [
        # what an error means
        "Import errors for `lib/glaze.py` mean a stale checkout.",
        "A `ModuleNotFoundError` from `lib/glaze.py` means that the venv is stale.",
        "Warnings about `lib/glaze.py` are harmless.",
        "`make fire` throws an error on a cold kiln.",
        "Fehler in `lib/glaze.py` deuten auf einen fremden Stand.",
        "Les erreurs dans `lib/glaze.py` viennent d'une copie locale.",
        "Los errores en `lib/glaze.py` indican una copia local.",
        "Gli errori in `lib/glaze.py` vengono da una copia locale.",
        # who has a version still
        "Python 3.10 users must upgrade.",
        "Anyone running on Python 3.10 has to upgrade.",
        "Customers who run on Node 16 get no fixes.",
        "Python 3.10 and older installations come last.",
        "Quien usa Python 3.10 debe actualizar.",
        # another repository
        "Deploy with `make deploy` in the infra repository.",
        "Run `make deploy` from the `infra` repo.",
        "The acme/docs repository keeps it in `docs/old.md`.",
        "The upstream project keeps its docs in `docs/old.md`.",
        "Upstream keeps its docs in `docs/old.md`.",
        "Im Infra-Repository: `make deploy`.",
        "Im anderen Projekt liegt es in `docs/old.md`.",
        "Lance `make deploy` dans le dépôt d'infra.",
        "En el repositorio `infra`, ejecuta `make deploy`.",
        # crossed out
        "❌ `npm run compile`",
        "| ✗ | `npm run compile` |",
        "🚫 Run `npm run compile`",
        "❌ As it was\n\n```bash\nnpm run compile\n```",
        "```bash\n# Wrong\nnpm run compile\n```",
        "```bash\nnpm run compile  # niemals\n```",
        # sections
        "## History\n\nModels live in `lib/glaze.py`.",
        "## History\n\n### The first kiln\n\nModels live in `lib/glaze.py`.",
        "## Changelog\n\n- `lib/glaze.py` holds the models",
        "## Don't\n\n- `npm run compile`",
        "## 1.2.0 (2023-04-01)\n\nThe models are in `lib/glaze.py`.",
        "## Versionsgeschichte\n\nDie Modelle liegen in `lib/glaze.py`.",
        "## Historique\n\nVoir `lib/glaze.py`.",
    ],
)
def test_what_is_not_of_this_project_now_is_not_told_at_once(text: str) -> None:
    assert at_once(text) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Error types are defined in `src/errors.py`.", ["path src/errors.py"]),
        ("Error handling: see `docs/errors.md`.", ["path docs/errors.md"]),
        ("Contributors need Python 3.10.", ["runtime . python 3.10"]),
        ("In the kiln repository, run `make fire`.", ["script . make:fire"]),
        ("Clone the repository, then run `make fire`.", ["script . make:fire"]),
        ("In this repository, the models live in `lib/glaze.py`.", ["path lib/glaze.py"]),
        ("The root of the git repository holds `lib/glaze.py`.", ["path lib/glaze.py"]),
        ("The infra repository is at `~/src/infra`.", ["path ~/src/infra"]),
        ("The order repository is in `lib/orders.py`.", ["path lib/orders.py"]),
        ("```bash\n# Never skip this\nmake lint\n```", ["script . make:lint"]),
        ("✅ `npm run build`", ["script . npm:build"]),
        ("```bash\n# Wrong\nnpm run compile\n# Right\nnpm run build\n```",
         ["script . npm:build"]),
        ("## Removed\n\n### Lexer\n\nIt is in `a/b.py`.\n\n## Layout\n\nIt is in `a/c.py`.",
         ["path a/c.py"]),
        ("# Projet Chêne\n\n## Layout\n\nSee `lib/glaze.py`.", ["path lib/glaze.py"]),
        ("## 2026-04-01\n\nThe models are in `lib/glaze.py`.", ["path lib/glaze.py"]),
        ("## 2.1 Setup\n\nThe models are in `lib/glaze.py`.", ["path lib/glaze.py"]),
    ],
)  # fmt: skip
def test_what_is_of_this_project_is_told_at_once(text: str, told: list[str]) -> None:
    assert at_once(text) == told


def test_a_record_knows_that_a_section_above_it_is_of_the_past() -> None:
    text = (
        "# Kiln history\n\n## History\n\n### At first\n\n- `a.py`: all\n\n## Now\n\n- `b.py`: all\n"
    )
    now = datetime(2026, 1, 1, tzinfo=UTC)
    records = read([StoreFile("CLAUDE.md", text, len(text), now)]).records
    facts = [record_facts("kiln", "instructions", one) for one in records]
    assert [one.is_bygone for one in facts] == [True, False]
    (old,) = found_checks(records[0].text, "~/src/kiln", is_bygone=facts[0].is_bygone)
    assert old.origin == "suggested"
