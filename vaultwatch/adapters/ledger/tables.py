"""The ledger's tables as they stand now; `making` tells how older ones get there."""

from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    REAL,
    BigInteger,
    CheckConstraint,
    Column,
    ColumnElement,
    Double,
    ForeignKeyConstraint,
    Function,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    func,
    text,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.schema import SchemaItem
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeDecorator

from vaultwatch.adapters.ledger.codec import MARK, fit, unfit

if TYPE_CHECKING:
    from sqlalchemy.engine import Dialect
    from sqlalchemy.types import TypeEngine


_TEXT = Text().with_variant(Text(collation="C"), "postgresql")
"""In the order of bytes, as SQLite has it."""


class TextColumn(TypeDecorator[str]):
    """Text of any origin: what UTF-8 cannot hold comes back as it was."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: "Dialect") -> "TypeEngine[Any]":
        """Return text in the order of bytes."""
        return dialect.type_descriptor(_TEXT.dialect_impl(dialect))

    def process_bind_param(self, value: str | None, dialect: "Dialect") -> str | None:
        """Return the text as it is held."""
        del dialect
        return None if value is None else fit(value)

    def process_result_value(self, value: str | None, dialect: "Dialect") -> str | None:
        """Return the text as it was given."""
        del dialect
        if value is None or (type(value) is str and MARK not in value):
            return value  # two thousand a question: nearly none was refitted
        return unfit(value)


class _Whole(TypeDecorator[int]):
    """A number, or a yes or no that is held as one: SQLite takes either, PostgreSQL does not."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: int | None, dialect: "Dialect") -> int | None:
        """Return the number."""
        del dialect
        return None if value is None else int(value)


class _Said(Function[str]):
    """What a memory's facts, which are JSON, say under a name; NULL where they say nothing."""

    inherit_cache = True


def said(facts: ColumnElement[str], name: str) -> ColumnElement[str]:
    """Return what facts say under a name; what is true says `1`, or `true` on PostgreSQL."""
    return _Said("said", func.nullif(facts, ""), name, type_=TextColumn())


@compiles(_Said)
def _extracted(element: _Said, compiler: SQLCompiler, **how: Any) -> str:  # noqa: ANN401
    facts, name = element.clauses
    return (
        f"json_extract({compiler.process(facts, **how)}, '$.' || {compiler.process(name, **how)})"
    )


@compiles(_Said, "postgresql")
def _unfolded(element: _Said, compiler: SQLCompiler, **how: Any) -> str:  # noqa: ANN401
    facts, name = (compiler.process(one, **how) for one in element.clauses)
    # Its JSON takes no NUL; none stands in what is asked for.
    return rf"(replace({facts}, '\u0000', '\u0001')::json ->> {name})"


META = MetaData()
_KINDS: dict[str, Any] = {
    "words": TextColumn,
    "text": _TEXT,
    "integer": Integer().with_variant(_Whole(), "postgresql"),
    "real": REAL().with_variant(Double(), "postgresql"),
    "blob": LargeBinary,
}
"""`words` are text of any origin, `text` is what fits UTF-8 as we make it."""


def _table(name: str, columns: str, *rules: SchemaItem) -> Table:
    """Return a table, its columns told as `name kind`.

    A kind with a question mark may hold nothing; `key`, `index` and `= default` may follow.
    """
    made: list[Column[Any]] = []
    for told in columns.split(", "):
        said, _, default = told.partition(" = ")
        called, kind, *marks = said.split()
        made.append(
            Column(
                called,
                _KINDS[kind.rstrip("?")],
                primary_key="key" in marks,
                nullable=kind.endswith("?"),
                index="index" in marks or None,
                server_default=text(default) if default else None,
            )
        )
    return Table(name, META, *made, *rules, sqlite_strict=True)


NOTES = _table(
    "notes",
    "path words key, digest text, size_bytes integer, mtime_ns integer, "
    "indexed_digest text?, model_id words?, is_memory integer, seen_ns integer = 0",
)

OUTLINES = _table(
    "outlines",  # apart from the notes: a look at every note must not wade through these
    "path words key, outline text, serial integer index = 0",
    ForeignKeyConstraint(["path"], ["notes.path"], ondelete="CASCADE"),
)

MEMORIES = _table(
    "memories",
    "id words key, path words, belief_digest words, first_seen text, belief words, "
    "state text, created text?, gist text = '', claim_key words = '', status text = '', "
    "facts text = '', updated text?",
    CheckConstraint("state IN ('present', 'forgotten')"),
)

Index("memory_at_path", MEMORIES.c.path)
Index("memory_of_digest", MEMORIES.c.belief_digest)
Index("memory_of_gist", MEMORIES.c.gist)
Index("memory_of_claim", MEMORIES.c.claim_key)
Index("memory_of_time", MEMORIES.c.created)

EARLIER_WORDINGS = _table(
    "earlier_wordings",
    "id integer key, memory_id words, until text, belief_digest words, belief words, "
    "facts text, updated text?",
)
"""What memories said, and how they stood, until they were changed."""
Index("wording_of_memory", EARLIER_WORDINGS.c.memory_id, EARLIER_WORDINGS.c.until)

SNAPSHOTS = _table("snapshots", "digest text key, statements blob")

BASELINES = _table(
    "baselines",
    "memory_id words key, note words key, origin text, taken_at text, belief_digest words, "
    "snapshot text index, note_digest text, supports text, followed_from words?, "
    "grounding text?",
    CheckConstraint("origin IN ('written', 'adopted')"),
    ForeignKeyConstraint(["snapshot"], ["snapshots.digest"]),
)

EARLIER_BASELINES = _table(
    "earlier_baselines",
    "memory_id words key, note words key, origin text, taken_at text, belief_digest words, "
    "snapshot text, note_digest text, supports text",
    ForeignKeyConstraint(["snapshot"], ["snapshots.digest"]),
)
"""Of each pair the baseline of the belief that the memory held before: one step back, no more."""

COMPARISONS = _table(
    "comparisons",
    "memory_id words key, note words key, inputs words, mode text, score real, kind text?, "
    "change text?, section text, before text?, after text?, reasons text, passage words, "
    "also text?, unopposed text?, outcome text = 'holds', proof text = ''",
)

FINDINGS = _table(
    "findings",
    "id words key, memory_id words?, note words?, kind text, change text?, mode text, "
    "section text, score real, top_score real, before text?, after text?, reasons text, "
    "passage words, status text, first_seen text, last_seen text, closed_at text?, "
    "why words, remark words = '', repair text?, explained text = '[]', "
    "note_digest text = '', also text?, speakers text?, outcome text = 'shown', "
    "proof text = ''",
    CheckConstraint("status IN ('open', 'acknowledged', 'resolved', 'dismissed')"),
)

Index(
    "one_live_finding",
    func.coalesce(FINDINGS.c.memory_id, text("''")),
    func.coalesce(FINDINGS.c.note, text("''")),
    FINDINGS.c.kind,
    unique=True,
    sqlite_where=text("status IN ('open', 'acknowledged')"),
)

CASES = _table(
    "cases",
    "finding words key, memory_id words, note words index, mode text, score real, "
    "version words, label text, at text, by words, belief words",
    CheckConstraint("label IN ('current', 'drifted')"),
)

SIGNALS = _table(
    "signals",
    "id integer key, memory_id words, belief_digest words, source words, evidence words, "
    "weight real, at text",
)
Index("signal_of_memory", SIGNALS.c.memory_id)

CHECKS = _table(
    "checks",
    "id words key, memory_id words, belief_digest words, what words, origin text, "
    "words words, is_accepted integer, outcome text, said words, found words, "
    "looked_at text, verified_at text?, verified_by words, contradictions integer, "
    "refused_at text?",
)
Index("check_of_memory", CHECKS.c.memory_id)

CHECK_READS = _table("check_reads", "memory_id words key, digest text")
"""From which words the checks of a memory were read, so that they are read once."""

CONFIRMED = _table("confirmed", "memory_id words key, belief_digest words, at text")
"""When a person said last that a memory is true, and what it said then."""

PROPOSALS = _table(
    "proposals",
    "id words key, verb text, memory_id words, against words, belief words?, value words?, "
    "other words, agent words, at text",
)
Index("proposal_of_memory", PROPOSALS.c.memory_id)

ACCESSES = _table(
    "accesses",
    "id integer key, memory_id words, session words, query text, at text, helped integer?, "
    "place words?",
)
Index("access_once", ACCESSES.c.memory_id, ACCESSES.c.session, ACCESSES.c.query, unique=True)
Index("access_judged", ACCESSES.c.memory_id, sqlite_where=ACCESSES.c.helped.is_not(None))

READINGS = _table(
    "readings",
    "id words key, batch words, reader words, memory_id words, note words, "
    "belief_digest text, passage text, at text, said text, line integer, quote words, "
    "truth text, is_test integer, is_own integer, shown words",
)
Index("reading_of_memory", READINGS.c.memory_id)

MISSES = _table(
    "misses",
    "id integer key, note words, kind text, query words, context words, distance real, at text",
)
Index("miss_of_note", MISSES.c.note, MISSES.c.kind)

AUDIT = _table("audit", "id integer key, at text, verb words, subject words index, why words")

FACTS = _table("facts", "name words key, value words")

ROW_DIGESTS = _table(
    "row_digests",  # see the module of that name
    "name text key, digest integer",
)
