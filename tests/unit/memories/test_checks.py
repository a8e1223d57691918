"""What is read out of a memory's words, what it is judged to be, and what is looked at first."""

from typing import get_args

import pytest

from vaultwatch.errors import WrongUsageError
from vaultwatch.memories.checks.found import found_checks
from vaultwatch.memories.checks.judging import (
    Due,
    Unconfirmed,
    judge,
    plan_looks,
    queue_for_person,
    version_agrees,
)
from vaultwatch.memories.checks.model import CheckKind, MachineCheck, Sighting
from vaultwatch.memories.checks.written import FORMS, read_spec, spec_of


def read(text: str, base: str = "~/src/x") -> list[str]:
    """Return the checks of a text, a suggested one with a mark."""
    return [
        f"{'?' if one.origin == 'suggested' else ''}{spec_of(one)}"
        for one in found_checks(text, base)
    ]


@pytest.mark.parametrize(
    ("text", "checks"),
    [
        ("The entry point is `src/main.py:12`.", ["path src/main.py"]),
        ("Helpers live in `src/lib/`; see [the guide](docs/guide.md#setup).",
         ["path src/lib/", "path docs/guide.md"]),
        ("Keep `~/src/y/run.sh` short, and never edit `gen/api.go`.",
         ["path ~/src/y/run.sh", "path gen/api.go"]),
        ("Mara keeps it in ~/notes/plan.md and src/app/page.tsx", ["?path ~/notes/plan.md",
         "?path src/app/page.tsx"]),
        ("`server.py` is started first.", ["?path server.py"]),
        ("Run `npm run build && npm test`, then `make lint`.",
         ["script . npm:build", "script . npm:test", "script . make:lint"]),
        ("```bash\ncd web && pnpm run dev  # the site\npytest tests/test_a.py::T -k x\n```",
         ["path web/", "script web npm:dev", "path tests/test_a.py"]),
        ("```\nsrc/\n├── api/\n│   └── routes.py\n└── main.py\n```",
         ["path src/", "path api/", "path api/routes.py"]),
        ("```\nsrc/acme/  # all of it\n├── lexer.py\n└── deep/\n```",
         ["path src/acme/", "path src/acme/lexer.py", "path src/acme/deep/"]),
        ("Two parts cut dates: the lexer (`src/lex.py`), and **rules** (`src/rules.py`).",
         ["path src/lex.py", "path src/rules.py"]),
        ("- `lexer_rules.py`: where a word ends", ["path lexer_rules.py"]),
        ("- `mypy.ini`: strict", ["?path mypy.ini"]),
        ("Tell it in your project's `lexer_rules.py`.", ["path lexer_rules.py"]),
        ('![A map](docs/map.png), <a class="x" href="docs/way.md">the way</a>, <img src="a/b.svg">',
         ["path docs/map.png", "path docs/way.md", "path a/b.svg"]),
        ("- Create a bundle: `make bundle`\n- **Install:** `npm run setup`",
         ["script . make:bundle", "script . npm:setup"]),
        ("Settings are in `~/.acme/conf.toml`.", ["?path ~/.acme/conf.toml"]),
        ("```\necho '{}' | bash hooks/start.sh\n```", ["path hooks/start.sh"]),
        ("```\ncd {place} && make all\n```", []),
        ("```sh\ncd web\n# first\nmake site\ncat lib/a.js\ncd ..\nmake all\n```",
         ["path web/", "script web make:site", "path web/lib/a.js", "script . make:all"]),
        ("```sh\ncd web/app\nmake a\ncd ../api\nmake b\ncd ../..\nmake c\n```",
         ["path web/app/", "script web/app make:a", "script web/api make:b", "script . make:c"]),
        ("```sh\ncd web\nmake a\ncd api\nmake b\ncd ..\nmake c\n```",
         ["path web/", "script web make:a", "path api/", "script api make:b"]),
        ("```sh\n(cd web && make a)\nmake b\n```",
         ["path web/", "script web make:a", "script . make:b"]),
        ("```sh\ncd web && make a\nmake b\ncat c/d.js\ncd api\nmake e\ncd ..\nmake f\n```",
         ["path web/", "script web make:a", "?script web make:b", "path c/d.js", "path api/",
          "script api make:e", "script . make:f"]),
        ("```sh\ncd web\nmake a\n\n# The other\nmake b\n```",
         ["path web/", "script web make:a", "?script web make:b"]),
        ("```sh\ngit clone https://h/x.git\ncd x\nmake a\n```", ["script . make:a"]),
        ("```sh\ngit clone https://h/z.git\ncd z\nmake a\n```", []),
        ("```sh\nmkdir -p lab\ncd lab\nmake a\n```", []),
        ("```sh\ncd ~/z\nmake a\n```\nThen:\n```sh\nmake b\n```", ["script . make:b"]),
        ("```sh\ncd $(git top)\nmake a\n```", []),
        ("```sh\ncd ../z\nmake a\npushd y\n```", []),
        ("Go:\n\n    cd web\n    make a\n\nThen:\n\n    make b\n",
         ["path web/", "script web make:a", "script . make:b"]),
        ("1. In:\n```sh\ncd web\n```\n2. Then:\n```sh\nmake a\n```\nElse:\n```sh\nmake b\n```",
         ["path web/", "?script . make:a", "script . make:b"]),
        ("```sh\n(\ncd web\nmake a\n)\nmake b\n```", []),
        ("```sh\nfor d in web api; do cd $d; make a; cd ..; done\n```", []),
        ("```sh\nmake a\ncat <<END > x\nmake b\nEND\n```", ["script . make:a"]),
        ("```sh\nmake a\nssh me@host\nmake b\n```", ["script . make:a"]),
        ("```sh\nmake a\ndocker exec -it web /bin/bash\nmake b\n```", ["script . make:a"]),
        ("`conf/app.toml:name` is `x`.", ["value conf/app.toml:name x"]),
        ("`conf/app.yaml` sets `server.port` to 8412.",
         ["path conf/app.yaml", "?value conf/app.yaml:server.port 8412"]),
        ("In ~/x/app.toml steht `web.debug` auf `true`, seit Mai.",
         ["?path ~/x/app.toml", "?value ~/x/app.toml:web.debug true"]),
        ("`conf/app.yaml` sets `host` and `port` to 1 and 2.", ["path conf/app.yaml"]),
        ("`conf/app.yaml` sets `rate` to 12ms.", ["path conf/app.yaml"]),
        ("`conf/a.yaml` and `conf/b.yaml` set `port` to 1.",
         ["path conf/a.yaml", "path conf/b.yaml"]),
        ("The rest is in [the pages](docs/pages/).", ["path docs/pages/"]),
        ("To set up::\n\n    $ pip install -r deps/dev.pip\n", ["path deps/dev.pip"]),
        ("```sh\nmake -j 4 all\njust pack now\n```", ["script . make:all", "script . just:pack"]),
        ("- **Python 3.10.** Its groups differ.", []),
        ("Dataclasses came with Python 3.7.", ["?runtime . python 3.7"]),
        ("Code with `_` in numbers is Python 3.6+.", ["?runtime . python 3.6+"]),
        ("Needs Python 3.8+, tested on Python 3.9.", ["?runtime . python 3.8+",
         "?runtime . python 3.9"]),
        ("Requires Python 3.11+ and Node.js >= 20.", ["runtime . python 3.11+",
         "runtime . node 20+"]),
        ("- **React**: 18", ["runtime . react 18"]),
        ("`pyproject.toml:project.requires-python` is `>=3.11`",
         ["value pyproject.toml:project.requires-python >=3.11"]),
        ("The default branch is `trunk`.", ["?branch . trunk"]),
        ("Run `python setup.py sdist` or `tox -e docs,lint`.",
         ["path setup.py", "script . tox:docs", "script . tox:lint"]),
        ("```console\n(.venv)$ pip install -r dev.txt\n```", ["path dev.txt"]),
        ("To test::\n\n    nox -s unit\n", ["script . nox:unit"]),
        ("Run the tests on Python 3.7 first.", ["?runtime . python 3.7"]),
        ("Benötigt Python 3.12 oder neuer.", ["runtime . python 3.12+"]),
        ("You should read `docs/a.md` when you begin.", ["path docs/a.md"]),
        ("Before you push, run `tools/a.sh` once.", ["path tools/a.sh"]),
        ("`src/app.py` is now typed, ~ 3 of 4.", ["path src/app.py"]),
        ("Avant de pousser, lis `docs/a.md`; antes de subir, lee `docs/b.md`.",
         ["path docs/a.md", "path docs/b.md"]),
    ],
)  # fmt: skip
def test_what_the_words_name_is_a_check(text: str, checks: list[str]) -> None:
    assert read(text) == checks


@pytest.mark.parametrize(
    "text",
    [
        "Put it into `path/to/your_file.py`, or `src/<name>.py`, or `src/*.py`.",
        "The type is `text/html`, of `github.com/me/x`.",
        "Say `and/or`, or `@scope/name`.",
        "I go 3 times a week; let us go 2 steps.",
        "The build lands in `dist/app.js` and `node_modules/x/y.js`.",
        "Next.js and Node.js are named `Next.js`.",
        "Remember: ~~the lexer is `src/lex.py`~~ and ~~`tests/a.py`~~.",
        "Why is `src/c.py` so slow?",
    ],
)
def test_what_is_struck_out_asked_or_names_no_place_is_none(text: str) -> None:
    assert read(text) == []


def test_relative_places_need_a_project_and_the_words_may_name_one() -> None:
    text = "See `docs/a.md`, with Python 3.11."
    assert found_checks(text) == ()
    (folder, page, _) = found_checks(f"The repo is at `~/src/x`. {text}")
    assert (folder.place, page.place, page.base) == ("~/src/x", "docs/a.md", "~/src/x")
    both = "The repo is at `~/src/x`, the other repo is at `~/src/y`. See `docs/a.md`."
    (one, other, *suggested) = found_checks(both)
    assert (one.place, other.place) == ("~/src/x", "~/src/y")
    assert [(each.origin, each.place, each.base) for each in suggested] == [
        ("suggested", "docs/a.md", "~/src/x"),
        ("suggested", "docs/a.md", "~/src/y"),
    ]


@pytest.mark.parametrize("kind", get_args(CheckKind))
def test_a_line_of_each_kind_is_read_and_written_alike(kind: CheckKind) -> None:
    line = FORMS[kind][1]
    check = read_spec(line)
    assert check.kind == kind
    assert read_spec(spec_of(check)) == MachineCheck(
        check.kind, check.place, check.key, check.says, words=spec_of(check)
    )


@pytest.mark.parametrize(
    "line",
    [
        "",
        "path",
        "rm -rf /",
        "port 1 2",
        "value a b",
        "path '",
        "path " + "x" * 2_000,
        "port 0",
        "port 99999999",
        "port -1",
        "port ٨٠",
        "port ssh",
        "branch ~/x --upload-pack=x",
        "branch -C x",
        "remote ~/x --exec=y",
        "tracked -x",
        "changed ~/x --all",
        "command ../../tmp/evil 1",
        "command /bin/sh",
        "command -v",
        "command 'rg x'",
    ],
)
def test_a_line_that_is_no_check_is_refused_in_words(line: str) -> None:
    with pytest.raises(WrongUsageError, match="is no check"):
        read_spec(line)


@pytest.mark.parametrize("place", ["~/a.py:10", "~/a.py#L3-L9", "~/a.py::T", "~/a.py"])
def test_a_line_behind_a_path_is_no_part_of_it(place: str) -> None:
    assert read_spec(f"file {place}").place == "~/a.py"


@pytest.mark.parametrize(
    ("said", "there", "agrees"),
    [
        ("3.11", ">=3.11", True),
        ("3.11", ">=3.10,<4", True),
        ("3.11", ">=3.12", False),
        ("3.11", "3.11.7", True),
        ("3.11+", ">=3.12", False),
        ("3.11+", ">=3.11", True),
        ("3.11+", ">=3.9", None),
        ("18", "^18.2.0", True),
        ("18", "^19.0.0", False),
        ("20", "^18 || ^20", True),
        ("20", "20.x", True),
        ("1.21", ">=1.22.3", False),
        ("5", "~5.4.2", True),
        ("3", "!=3.0", True),
        ("18", "latest", None),
        ("18", "workspace:*", None),
        ("18", "", None),
    ],
)
def test_a_version_goes_with_what_stands_there(said: str, there: str, agrees: object) -> None:
    assert version_agrees(said, there) is agrees


@pytest.mark.parametrize(
    ("line", "seen", "outcome", "found"),
    [
        ("path ~/x", Sighting("there"), "passes", "it is there"),
        ("path ~/x", Sighting("gone"), "contradicts", "it is not there"),
        ("file ~/x", Sighting("gone", why="a folder stands there"), "contradicts",
         "a folder stands there"),
        ("path ~/x", Sighting("gone", "~/y", is_open=True), "contradicts",
         "it is not there; ~/y is"),
        ("path ~/x", Sighting("gone", "~/y"), "contradicts", "it is not there"),
        ("path ~/x", Sighting("never"), "never_there",
         "it is not there, and git's history does not know it"),
        ("path ~/x", Sighting("unknown", why="it took too long"), "cannot_tell",
         "it took too long"),
        ("runtime ~/x python 3.11", Sighting("there", ">=3.12", is_open=True), "contradicts",
         "it is >=3.12"),
        ("runtime ~/x python 3.11", Sighting("there", ">=3.12"), "contradicts",
         "another version is there"),
        ("runtime ~/x python 3.11", Sighting("there", "swordfish"), "cannot_tell",
         "what stands there cannot be compared"),
        ("command rg 14", Sighting("there"), "cannot_tell", "no value stands there"),
        ("remote ~/x git@h:me/x.git", Sighting("there", "https://h/me/x"), "passes", "it is so"),
        ("remote ~/x git@h:me/x.git", Sighting("there", "https://h/me/y"), "contradicts",
         "another value is there"),
        ("value ~/x.json:name Acme", Sighting("there", "acme", is_open=True), "passes",
         "it is acme"),
        ("value ~/x.json:name Acme", Sighting("there", "Ajax", is_open=True), "contradicts",
         "it is Ajax"),
        ("changed ~/x 2026-03-31", Sighting("there", "2026-04-01", is_open=True), "contradicts",
         "it is 2026-04-01"),
    ],
)  # fmt: skip
def test_what_was_seen_is_judged(line: str, seen: Sighting, outcome: str, found: str) -> None:
    judged = judge(read_spec(line), seen)
    assert (judged.outcome, judged.found) == (outcome, found)


@pytest.mark.parametrize(
    ("words", "seen", "outcome"),
    [
        ("`a.py` sweeps up.", Sighting("gone"), "contradicts"),
        ("`a.py` sweeps up.", Sighting("never"), "contradicts"),
        ("`a.py` sweeps up.", Sighting("unknown", why="x", is_away=True), "contradicts"),
        ("`a.py` sweeps up.", Sighting("unknown", why="git ignores it there"), "cannot_tell"),
    ],
)
def test_what_held_before_and_is_away_was_there(words: str, seen: Sighting, outcome: str) -> None:
    check = MachineCheck("path", "a.py", origin="suggested", words=words)
    assert judge(check, seen, has_held=True).outcome == outcome


def due(id_: str, **changes: object) -> Due:
    held: dict[str, object] = {
        "impact": 1, "age_days": 2.0, "ttl_days": 1.0, "contradictions": 0, "cost": 0.1,
    }  # fmt: skip
    return Due(id_, **{**held, **changes})  # type: ignore[arg-type]


def test_the_most_urgent_is_looked_at_first_and_the_dear_passed_over() -> None:
    checks = [
        due("plain"),
        due("fresh", age_days=0.5),
        due("great", impact=10),
        due("dear", impact=10, cost=50.0, age_days=900.0),
        due("wrong", contradictions=3),
        due("new", age_days=None),
        due("a program", age_days=None, cost=1.0, ttl_days=7.0),
    ]
    assert plan_looks(checks, 100.0) == ["dear", "great", "wrong", "new", "plain", "a program"]
    assert plan_looks(checks, 0.35) == ["great", "wrong", "new"]
    assert plan_looks(checks, 0.0) == []


def test_a_person_is_asked_of_three_that_matter_and_of_no_other() -> None:
    quiet = Unconfirmed("quiet", 1, 900.0, is_in_use=True, against=0.0)
    high = [Unconfirmed(f"high{n}", 10, float(n), is_in_use=True, against=0.0) for n in range(4)]
    unused = Unconfirmed("unused", 10, 20.0, is_in_use=False, against=0.0)
    old = Unconfirmed("old", 10, 400.0, is_in_use=False, against=0.0)
    doubted = Unconfirmed("doubted", 1, 1.0, is_in_use=False, against=0.9)
    asked = queue_for_person([quiet, *high, unused, old, doubted])
    assert [one.memory_id for one in asked] == ["doubted", "old", "high3"]
    assert all(one.reason for one in asked)
    assert queue_for_person([quiet, unused]) == []
