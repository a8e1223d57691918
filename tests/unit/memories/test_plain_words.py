"""Told at once is what a sentence plainly asserts; all else is silent until it is accepted."""

import pytest

from vaultwatch.memories.checks.found import found_checks

QUIET = """
Ruby 2.7 is not supported.
We dropped Python 3.7 last spring and never looked back.
Before 2023 the service required Node 14.
Nobody needs `tools/pack.sh` today.
The parser had its home in `src/grammar.py` back in spring.
Once had `tools/ship.sh`; these days Ola does it by hand.
`docs/intro.md` became `docs/start.md`.
Should `tools/seed.sh` come back, run it weekly.
If `tools/seed.sh` returns, run `tools/seed.sh`.
The trace lies in `~/.fern/trace/last.txt` when it runs.
Everything lands in `build/report.html`.
Output is in `~/src/fern/logs/today.log`.
Works with Python 3.8 to 3.12, tested on Python 3.9 in CI.
Supports Python 3.8, 3.9 and 3.10.
~~`src/grammar.py` holds the grammar.~~
We should put the rules in `src/rules.py` someday.
Plan: the next parser lives in `src/next.py`.
Is it in `src/grammar.py`?
Perhaps the rules are in `src/rules.py`.
There was talk of `make world`.
The old lexer (`src/lex.py`) sleeps.
A lexer would do (`src/lex.py`).
- `lexer_rules.py` (removed in May)
- Fixed a slip in `src/lex.py`
Call the file `lexer_rules.py`.
It is told in your own project's `lexer_rules.py`.
The `src/rules/` prefix is cut off.
Lida will write the rules in `src/rules.py`.
Until March the entry point was `src/run.py`.
The rules used to live in `src/rules.py`.
Es gibt `src/regeln/` nicht mehr; früher lag der Leser in `src/leser.py`.
Die Regeln lagen bis Mai in `src/regeln.py`.
Sobald `src/regeln.py` fertig ist, liegt alles in `src/regeln.py`.
Der Einstieg war `src/start.py`.
Python 3.8 wird nicht unterstützt.
Die Regeln sollen in `src/regeln.py` stehen.
Le fichier `src/regles.py` a été supprimé en mai.
Il n'y a plus de `src/regles/`.
Avant 2023 les règles étaient dans `src/regles.py`.
Les règles seront dans `src/regles.py`.
Si besoin, elles sont dans `src/regles.py`.
La carpeta `src/reglas/` ya no existe; antes estaba en `src/viejas/reglas.py`.
El archivo `src/reglas.py` fue borrado.
Las reglas estarían en `src/reglas.py` si Ana termina.
Hasta marzo las reglas vivían en `src/reglas.py`.
Il file `src/regole.py` non esiste più.
Le regole erano in `src/regole.py`.
De regels stonden in `src/regels.py`.
`src/regels.py` is verwijderd.
Правила лежат в `src/rules.py`.
Reguły są teraz usunięte: `src/rules.py`
"""
TOLD = """
The parser lives in `src/grammar.py`.
The entry point is `src/run.py`.
See `docs/intro.md` for the rules.
- `src/rules.py` - the rules
- `src/rules.py`: holds the rules
* **`src/rules.py`** the table is in it, see `src/rules.py`
| `src/rules.py` | the rules |
`src/rules.py` contains the rules.
`src/rules.py` is where they are.
The rules are defined in `src/rules.py`.
Read `docs/intro.md` first.
Read [the guide](docs/intro.md).
Run `make lint`.
Run `npm run build` and look at the page.
Before you push, run `make lint`.
Never edit `src/rules.py` by hand.
Do not touch `src/rules.py`.
The rules are in `src/a.py` and `src/b.py`.
Settings are loaded from `conf/app.toml`.
Start it with `tools/up.sh`.
Requires Python 3.11+.
Needs Node.js 18 or later.
Built with React 17.
Use `tools/up.sh` for it.
The list of steps is kept under `src/steps/`.
The tests: `make check`
Open `docs/intro.md` and follow it.
Der Leser liegt in `src/leser.py`.
Der Einstieg ist `src/start.py`.
Siehe `docs/anfang.md`.
Starte `tools/los.sh`.
Läuft auf Python 3.9.
Die Regeln stehen in `src/regeln.py`.
Les règles sont dans `src/regles.py`.
Voir `docs/debut.md`.
Lance `tools/va.sh` chaque matin.
Las reglas están en `src/reglas.py`.
Lee `docs/inicio.md` primero.
Ejecuta `tools/va.sh`.
El punto de entrada es `src/inicio.py`.
Le regole sono in `src/regole.py`.
De regels staan in `src/regels.py`, zie `src/regels.py`.
"""


def at_once(text: str) -> list[str]:
    return [one.place for one in found_checks(text, "~/src/x") if one.origin == "named"]


@pytest.mark.parametrize("line", QUIET.strip().splitlines())
def test_what_is_not_plainly_said_to_be_there_is_never_told_at_once(line: str) -> None:
    assert at_once(line) == []


@pytest.mark.parametrize("line", TOLD.strip().splitlines())
def test_what_is_plainly_said_to_be_there_is_told_at_once(line: str) -> None:
    assert at_once(line)


@pytest.mark.parametrize(
    "text",
    [
        "## Removed\n\n- `src/rules.py`: the rules\n",
        "The old layout:\n\n```\nsrc/\n├── api/\n│   └── routes.py\n```\n",
        "We used to do:\n\n```bash\nmake ship\n```\n",
    ],
)
def test_what_stands_below_words_of_the_past_is_not_told_at_once(text: str) -> None:
    assert found_checks(text, "~/src/x")
    assert at_once(text) == []
