"""Which names of code a sentence gives, and what a text says of a name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultwatch.errors import WrongUsageError
from vaultwatch.memories.checks.code_shapes import CodeShape, same_literal, shape_of
from vaultwatch.memories.checks.found import found_checks
from vaultwatch.memories.checks.judging import told
from vaultwatch.memories.checks.written import read_spec, spec_of


def read(text: str) -> list[str]:
    """Return the names of code that a text gives, a suggested one with a mark."""
    return [
        f"{'?' if one.origin == 'suggested' else ''}{told(one)}"
        for one in found_checks(text, "~/src/x")
        if one.kind == "symbol"
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`retry_limit = 5` in `src/app/config.py`.", "retry_limit in src/app/config.py is 5"),
        ("The function `parse_row` lives in `pkg/rows.go`.", "parse_row in pkg/rows.go"),
        ("`MAX_CONNS` is 20.", "MAX_CONNS is 20"),
        ("`MAX_CONNS` is `20` in `src/pool.rs`.", "MAX_CONNS in src/pool.rs is 20"),
        ("`DEBUG` is false in the file `src/b.py`.", "DEBUG in src/b.py is false"),
        ("In `src/pool.rs`, `MAX_CONNS` is 20.", "MAX_CONNS in src/pool.rs is 20"),
        ("In `src/pool.rs` lies `MAX_CONNS`.", None),
        ("See `src/app/config.py::retry_limit = 5`.", "retry_limit in src/app/config.py is 5"),
        ("`web/src/foo.ts` holds the class `Foo`.", "Foo in web/src/foo.ts"),
        ("**Pool:** `Pool.open()` (`src/pool.rs`) waits.", "Pool.open in src/pool.rs"),
        ("`fn run()` in `src/main.rs` starts it.", "run in src/main.rs"),
        ("`export const PAGE_SIZE = 50` in `web/a.ts`", "PAGE_SIZE in web/a.ts is 50"),
        ("Die Funktion `lade` steht in `src/a.py`.", "lade in src/a.py"),
        ("La función `carga` está en `src/a.py`.", "carga in src/a.py"),
        ("`timeout_ms` defaults to `30_000` in `a/net.ts`", "timeout_ms in a/net.ts is 30_000"),
        ("`retry_limit` is 5.", "?retry_limit is 5"),
        ("`load()` reads all rows.", "?load"),
        ("Use `load_all` in `src/b.py`.", "?load_all in src/b.py"),
        ("Set `retry_limit = 5` in `src/b.py`.", "?retry_limit in src/b.py is 5"),
        ("Perhaps `load` lives in `src/b.py`.", "load in src/b.py"),
        ("`MAX_CONNS` is 20 times larger.", None),
        ("`MAX_CONNS` is 20%.", None),
        ("`MAX_CONNS` was 20.", None),
        ("`server.port` is 8080.", None),
        ("We removed `parse_row` from `pkg/rows.go`.", "?parse_row in pkg/rows.go"),
        ("`retries` is 5.", None),
        ("`retry_limit` in `config.toml` is 5", None),
        ("`app.py` in `src/b.py`", None),
        ("Is `load` in `src/b.py`?", None),
    ],
)  # fmt: skip
def test_a_name_beside_its_file_or_its_value_is_a_check(text: str, found: str | None) -> None:
    assert read(text) == ([] if found is None else [found])


def test_without_a_project_nothing_is_read() -> None:
    assert found_checks("`retry_limit = 5` in `src/app/config.py`.") == ()


PYTHON = """
from .rows import parse_row
retry_limit = 5
seen = 0
seen += 1
TIMEOUT: float = 2.5
name = "a" if seen else "b"
def load(path, limit=10): ...
class Plain:
    size = 3
    def send(self): self.depth = 1
class Child(Plain):
    pass
"""
TYPESCRIPT = """
import { parseRow } from './rows';
// const OLD = 3;
export const PAGE_SIZE: number = 50 as const;
export default class List extends Base {
  private limit = 20;
  async load(from: string, to = 5): Promise<void> {
    /* hidden() {} */
  }
}
const helpers = { wait: 30, name: 'x' };
let total = 0;
total += 1;
type Row = { a: string };
"""
GO = """
package rows
const (
\tMaxConns = 20
\tWait     = 30 * time.Second
)
var Name string = "x" // Hidden = 4
type Store struct {
\tLimit int
}
func (s *Store) Get(key string) string { return s.get(key) }
func parseRow[T any](row T) error {
\tcount := 3
\treturn nil
}
"""
RUST = """
pub const MAX_CONNS: usize = 20;
static mut TOTAL: u32 = 5_u32;
pub struct Pool { pub size: usize }
impl Pool {
    pub fn open(&self, depth: u8) -> Self { Pool { size: 4 } }
}
enum Kind {
    Warm,
    Cold(u8),
}
"""


@pytest.mark.parametrize(
    ("file", "text", "symbol", "shape"),
    [
        ("a.py", PYTHON, "retry_limit", "defined 5"),
        ("a.py", PYTHON, "TIMEOUT", "defined 2.5"),
        ("a.py", PYTHON, "seen", "defined 0 ?"),
        ("a.py", PYTHON, "name", "defined ?"),
        ("a.py", PYTHON, "load", "defined ?"),
        ("a.py", PYTHON, "limit", "open 10"),
        ("a.py", PYTHON, "parse_row", "open"),
        ("a.py", PYTHON, "nowhere", "absent"),
        ("a.py", PYTHON, "Plain.send", "defined ?"),
        ("a.py", PYTHON, "Plain.depth", "defined 1"),
        ("a.py", PYTHON, "Plain.recv", "absent"),
        ("a.py", PYTHON, "Child.recv", "open"),
        ("a.py", f"from x import *\n{PYTHON}", "nowhere", "open"),
        ("a.py", f"{PYTHON}\nsetattr(a, b, c)", "nowhere", "open"),
        ("a.py", "print 'old'", "nowhere", "unread"),
        ("a.ts", TYPESCRIPT, "PAGE_SIZE", "defined 50"),
        ("a.ts", TYPESCRIPT, "OLD", "open"),
        ("a.ts", TYPESCRIPT, "List", "defined"),
        ("a.ts", TYPESCRIPT, "limit", "defined 20"),
        ("a.ts", TYPESCRIPT, "load", "defined"),
        ("a.ts", TYPESCRIPT, "hidden", "open"),
        ("a.ts", TYPESCRIPT, "parseRow", "open"),
        ("a.ts", TYPESCRIPT, "wait", "open 30"),
        ("a.ts", TYPESCRIPT, "total", "defined 0 ?"),
        ("a.ts", TYPESCRIPT, "Row", "defined ?"),
        ("a.tsx", TYPESCRIPT, "nowhere", "absent"),
        ("a.ts", "export * from './b';", "nowhere", "open"),
        ("a.go", GO, "MaxConns", "defined 20"),
        ("a.go", GO, "Wait", "defined ?"),
        ("a.go", GO, "Name", "defined x"),
        ("a.go", GO, "Hidden", "open"),
        ("a.go", GO, "Store", "defined"),
        ("a.go", GO, "Limit", "defined"),
        ("a.go", GO, "Store.Get", "defined"),
        ("a.go", GO, "parseRow", "defined"),
        ("a.go", GO, "count", "defined 3"),
        ("a.go", GO, "Store.Put", "open"),
        ("a.go", GO, "putRow", "absent"),
        ("a.rs", RUST, "MAX_CONNS", "defined 20"),
        ("a.rs", RUST, "TOTAL", "defined 5"),
        ("a.rs", RUST, "Pool::open", "defined"),
        ("a.rs", RUST, "Warm", "defined"),
        ("a.rs", RUST, "Cold", "defined"),
        ("a.rs", RUST, "depth", "open ?"),
        ("a.rs", RUST, "close", "absent"),
        ("a.rs", "include!('b.rs');", "close", "open"),
        ("a.txt", "x", "x", "unread"),
    ],
)  # fmt: skip
def test_a_text_tells_what_it_defines_and_which_literals(
    file: str, text: str, symbol: str, shape: str
) -> None:
    assert in_words(shape_of(file, text, symbol)) == shape


def in_words(shape: CodeShape | None) -> str:
    if shape is None:
        return "unread"
    head = "defined" if shape.is_defined else "open" if shape.may_be else "absent"
    values = sorted("?" if one is None else one.strip("'\"") for one in shape.values)
    return " ".join([head, *values])


@pytest.mark.parametrize(
    ("says", "there", "is_same"),
    [
        ("5", "5.0", True), ("30_000", "30000", True), ("0x10", "16", True), ('"x"', "'x'", True),
        ("x", '"x"', True), ("True", "true", True), ("5", "50", False), ("x", "y", False),
        ("-1", "1", False), ("1e3", "1000", True),
    ],
)  # fmt: skip
def test_literals_are_compared_by_what_they_mean(says: str, there: str, *, is_same: bool) -> None:
    assert same_literal(says, there) is is_same


@pytest.mark.parametrize(
    ("line", "spec"),
    [
        ("src/app/config.py", "path src/app/config.py"),
        ("src/app/config.py::load", "symbol src/app/config.py load"),
        ("src/app/config.py::retry_limit = 5", "symbol src/app/config.py retry_limit 5"),
        ("pkg/rows.go::Store.Get", "symbol pkg/rows.go Store.Get"),
        ("setting pyproject.toml:project.name = gate", "value pyproject.toml:project.name gate"),
        ("version python 3.11+", "runtime . python 3.11+"),
        ("version Node.js 20", "runtime . node 20"),
        ("symbol src/a.ts PAGE_SIZE 50", "symbol src/a.ts PAGE_SIZE 50"),
    ],
)
def test_a_check_may_be_given_as_code_is_spoken_of(line: str, spec: str) -> None:
    check = read_spec(line)
    assert spec_of(check) == spec
    again = read_spec(spec)
    assert (again.kind, again.place, again.key, again.says) == (
        check.kind, check.place, check.key, check.says,
    )  # fmt: skip


@pytest.mark.parametrize(
    "line", ["load", "README.txt::load", "a b c", "setting x", "version python"]
)
def test_what_is_no_check_is_told(line: str) -> None:
    with pytest.raises(WrongUsageError):
        read_spec(line)


NAMES = st.from_regex(r"[a-z][a-z_]{3,12}", fullmatch=True)
FORMS = {
    "a.py": "{name} = {value}\n",
    "a.ts": "export const {name}: number = {value};\n",
    "a.go": "const {name} = {value}\n",
    "a.rs": "pub const {name}: i64 = {value};\n",
}


@given(
    file=st.sampled_from(sorted(FORMS)),
    name=NAMES,
    value=st.integers(-9_999, 9_999),
    others=st.lists(st.tuples(NAMES, st.integers(0, 99)), max_size=4),
)
def test_what_is_written_is_found_and_what_is_not_is_not(
    file: str, name: str, value: int, others: list[tuple[str, int]]
) -> None:
    taken = [(f"other_{one}", number) for one, number in others]
    lines = [*taken, (f"the_{name}", value)]
    text = "".join(FORMS[file].format(name=one, value=number) for one, number in lines)
    found = shape_of(file, text, f"the_{name}")
    assert found is not None
    assert found.is_defined
    assert [same_literal(str(value), one or "") for one in found.values] == [True]
    lacking = shape_of(file, text, f"no_{name}")
    assert in_words(lacking) == "absent"
