"""What reads a text that others wrote takes time in proportion to its length, whatever it holds.

Each bait is grown fourfold, and its CPU time held against four readings of a quarter of it: where
quadratic code takes four times as long. The clock on the wall counts for nothing, so other work on
the machine does not either; what looks too dear is measured again, the least of three. The Markdown
library, which reads the blocks, is among what is measured. Every bait at every door:
`benchmarks/growth.py`.
"""
# Long because it holds a table of baits and a door each.

import gc
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import FrameType
from typing import TypeAlias

import pytest

from vaultwatch.adapters.models.embedders.hashing import HashEmbedder
from vaultwatch.drift import matters
from vaultwatch.drift.findings.reconciling import only_follows
from vaultwatch.drift.matters import says_done, says_open
from vaultwatch.drift.passages import edit, exchange
from vaultwatch.drift.passages.align import align
from vaultwatch.drift.passages.edit import edit_of
from vaultwatch.drift.scoring import grounding, rivals
from vaultwatch.drift.scoring.grounding import contradicting_statement, statement_saying
from vaultwatch.errors import FrontmatterError
from vaultwatch.guard import disguise as disguise_module
from vaultwatch.guard import orders as orders_module
from vaultwatch.guard.impact import concepts_in
from vaultwatch.guard.orders import order_sign, suspect
from vaultwatch.guard.reversals import changed
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.memories.claims import claim_of
from vaultwatch.memories.likeness import gist_digest
from vaultwatch.notes.chunking import cut_chunks
from vaultwatch.notes.frontmatter_edit import edit_properties
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note
from vaultwatch.notes.sentences import split_sentences
from vaultwatch.reader.pairs import visible
from vaultwatch.recall.duplicates import gist_of
from vaultwatch.report.answers import read_answers
from vaultwatch.report.escape import brief, link_words
from vaultwatch.report.quote import quote_change, quote_pair
from vaultwatch.values import polarity, reading, words
from vaultwatch.values.polarity import outside, present

Bait: TypeAlias = str | tuple[str, str]

COUNTER = "№"
"""In a bait: a number that is another one each time."""

LINES = (
    *(
        "..\n",
        " \n",
        "\t",
        "\n",
        "\r",
        "\r\n",
        "\r \r",
        "\ufeff",
        "\0",
        "\\",
        "\\|",
        "^a\n\n",
        "a ^a\n",
    ),
    *("```\n", "~~~\n", "$$a\n", "$$\n", "<div>\n", "<!--", "<!-- -->", "%%", "%%a%% ", "a %%\n\n"),
    *(
        "# ",
        "# a\n",
        "- ",
        "- a\n",
        "  - ",
        "---\n",
        "a\n===\n",
        "- [ ] a\n",
        "1) a\n",
        "1. ",
        "[^1]: a\n",
    ),
    *(">", "> ", "> a\n", "> - ", "> [!a]\n", "|", "|a", "|a|b|\n", "|-|-|\n", "a|b\n-|-\n", "a\n"),
    *(
        "a:: b\n",
        "[a:: b] ",
        "[a:: b] [[x]] ",
        "(a:: b). A ",
        f"- item {COUNTER}\n",
        f"# h{COUNTER}\n\n",
    ),
)
"""What makes blocks; grown by being repeated."""

WORDS = (
    *(
        ".",
        ". ",
        "?!",
        "!)",
        "。",
        "。」",
        "。(",
        "am 1. ",
        "e.g. ",
        "a. B ",
        ": ",
        ", ",
        ";",
        "::",
    ),
    *(" ", "\u2028", "\x0b", "[", "[[", "[[a", "[[a|", "[[a|b]]", "[[|]]", "![[", "![a]", "[a](b)"),
    *(
        "[a](",
        "]]",
        "[^1]",
        "(",
        "(a",
        ")",
        "( ",
        "(was ",
        "{{a",
        "*",
        "*_",
        "*a ",
        "**a** ",
        "_a_",
    ),
    *(
        "~~a~~ ",
        "==a",
        "`",
        "` ",
        "`a``",
        "$",
        "$a ",
        "$$",
        "<",
        "<a ",
        "<b>a</b>",
        "#",
        "#a",
        "#a/",
    ),
    *("-", '"', '"a" ', "'", "'a ", "“", "„a", "https://", "https://a ", "://a:", "a.b@", "www."),
    *("0", "1,", "1,000", "1.0", "0-", "2024-01-01 ", "5 March ", "5 € ", "a", "A", "é", "e\u0301"),
    *(
        "日",
        "\u0627",
        "👩‍👩‍👧",
        "\u200b",
        "\u00ad",
        "\u202e",
        f"word{COUNTER}. ",
        f"[[n{COUNTER}]] ",
    ),
)
"""What a sentence, a belief or a passage may hold."""

KEYS = (
    *("Ab1/", "AAAA", "A1-", "deadbeef", "eyJ.", "ghp_A", "password: x1", "pass is ", "api_key="),
    *("-----BEGIN PRIVATE KEY-----\n", "secret token ", "http://a?b=", "not ", "ignore all "),
    *("system: ", "<|", "style=", "i g n "),
)
"""What the finders of secrets and of poison look at."""

PLACES = (
    *("password:\n", "password ", "| password |\n|-|\n", "| password ", "password: (", "pass=a;"),
    *("recovery codes\n", "recovery code: a1-b2, ", "a1b2-c3d4\n", "seed phrase ", "abandon "),
    *(
        "пароль ",
        "パスワード",
        "密码是",
        "mot de passe du ",
        "--token a ",
        "a=b&sig=",
        "a://b:c@d@",
    ),
    *("curl -u a:", "mysql -u ", "login a password ", "bearer a1", ":5432:a:", "A1b2/" * 13 + "\n"),
    *("sk-", "eyJa.eyJb.", "AKIA", "s.a", "key: <", "token: f(", "secret = {", "psk=/a/"),
)
"""Where the finder of secrets looks for passwords."""

OPENED = (
    *(("[", "![a]"), ("[", "[a](b)"), ("![", "![a](b)"), ("[[a|", "[b"), ("[a:: ", "[[b]]")),
    *(("|a|b|\n|-|-|\n", "b|\n"), ("> " * 50, "a\n"), ("- ", "$$a\n  "), ("- $$a\n", "  $$a\n")),
    *(("> a\n", "> ^a\n>\n> b.\n>\n"), ("%%\n", "a\n\n"), ("<!-- ", "-- ")),
)
"""What stands once, and what is repeated behind it."""

REWRITTEN = (f"- {COUNTER}\n", f"- run_{COUNTER}_x\n")

FIELDS = ("[a:: b] [[x]] ", "(a:: b). A ")
"""Cheap ones among many others: only a long note shows what they cost."""

PROPERTIES = (
    *(f"k{COUNTER}: v\n", f"k{COUNTER}:\n  - a\n", "- a\n", "k: v\n", "# a\n", "\n", " ", "\t"),
    *("a: [", "a: {", "[", "{", "- ", "- - ", "? ", ": ", "a: ", "  a:\n", "&a ", "*a ", "!a "),
    *('"', "'", "a: 'b\n", "a: |\n", " a\n", "--- \n", "...\n", "%a\n", "[[a]] ", "a: [[b]]\n"),
)

MOST_CPU_S = 2.0
"""For one reading; code that backtracks without end would else never come back."""
ENOUGH_CPU_S = 0.02
"""Above it a reading is long enough to be measured: some clocks tick every 4 ms."""
TICKS_S = 0.012
FEW = 20
"""Of more, each door here takes every second, and the next door the others."""
LINEAR = 2.0
"""Most that a reading may take of four readings of a quarter: linear code 1, quadratic 4."""


class TooSlowError(BaseException):
    """A reading that took all of its time; no `except Exception` shall take it."""


@contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TooSlowError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


CACHES = [
    function
    for module in (
        *(edit, exchange, grounding, matters, polarity, rivals, reading, words),
        *(orders_module, disguise_module),
    )
    for function in vars(module).values()
    if hasattr(function, "cache_clear")
]
"""What would make a second reading free."""


def cpu_s(read: Callable[[str], object], text: str, times: int = 1) -> float:
    """Return the CPU time of some readings; the tracing of coverage and the collector rest."""
    tracer = sys.gettrace()
    gc.disable()
    sys.settrace(None)
    try:
        began = time.process_time()
        with suppress(TooSlowError), cpu_limit(times * MOST_CPU_S):
            for _ in range(times):
                for cache in CACHES:
                    cache.cache_clear()
                read(text)
            return time.process_time() - began
        return float("inf")
    finally:
        sys.settrace(tracer)
        gc.enable()


def grown(bait: Bait, chars: int) -> str:
    """Return a bait repeated as a whole: cut within, it could be another text."""
    head, repeated = bait if isinstance(bait, tuple) else ("", bait)
    times = max((chars - len(head)) // len(repeated), 1)
    if COUNTER in repeated:
        return head + "".join(repeated.replace(COUNTER, str(n)) for n in range(times))
    return head + repeated * times


@dataclass(frozen=True)
class Door:
    """Something that reads, and what it is given."""

    read: Callable[[str], object]
    baits: Sequence[Bait]
    least: int = 1_000
    """Characters that a bait begins with, and ends with."""
    most: int = 16_000


def is_linear(door: Door, bait: Bait) -> bool:
    """Grow a bait until its reading can be measured, and hold the last step against linear."""
    chars = door.least // 4
    before, took = 0.0, cpu_s(door.read, grown(bait, chars))
    while chars < door.least or (took < ENOUGH_CPU_S and chars < door.most):
        before, chars = took, chars * 4
        took = cpu_s(door.read, grown(bait, chars))
    if took <= 4 * LINEAR * before + TICKS_S:
        return True
    least = quarters = float("inf")
    for _ in range(3):
        least = min(least, cpu_s(door.read, grown(bait, chars)))
        quarters = min(quarters, cpu_s(door.read, grown(bait, chars // 4), times=4))
        if least <= LINEAR * quarters + TICKS_S < float("inf"):
            return True
    return False


EMBEDDER = HashEmbedder()
REPORT = "# Report\n\n## What to look at\n\n- [[a|b]] x ^f-1\n    - [ ] Still true ^f-1-true\n"
STATEMENTS = parse_note(NotePath("note.md"), b"The price is 5 EUR.\n").statements


def read_note(text: str) -> None:
    note = parse_note(NotePath("note.md"), text.encode())
    cut_chunks(note, count_tokens=EMBEDDER.count_tokens, max_tokens=EMBEDDER.max_tokens)


def read_orders(text: str) -> None:
    order_sign(text)


def read_belief(text: str) -> None:
    split_sentences(text)
    contradicting_statement(text, STATEMENTS)
    statement_saying(text, text, STATEMENTS)
    says_open(text)
    says_done(text)
    present(text)
    outside(text)
    visible(text)


def read_rewritten(text: str) -> None:
    then, now = (
        parse_note(NotePath("note.md"), said.encode()).statements
        for said in (text, text.replace("- ", "- new "))
    )
    align.cache_clear()
    align(then, now)
    edit_of.cache_clear()
    edit_of(then, now)


def read_claim(text: str) -> None:
    claim_of({"subject": f"a{text}a", "predicate": "price", "value": f"a{text}a"})
    gist_digest(text)
    gist_of(text)


def read_report(text: str) -> None:
    read_answers(REPORT + text, REPORT + text[::-1])
    read_answers(None, text)
    brief(text)
    link_words(text)


def quote_edit(text: str) -> None:
    quote_change(text, f"new {text.replace(' ', ' and ')}")
    quote_pair(text, f"{text} new")


def edit_frontmatter(text: str) -> None:
    with suppress(FrontmatterError):
        edit_properties(f"---\n{text}\n---\nBody.\n".encode(), put={"drift": "changed"})


def read_wording(text: str) -> None:
    list(concepts_in(text))
    list(concepts_in(f"pay {text.replace(' ', '1 ')}"))
    only_follows(text, text[::-1], then=text, now=f"{text} new")
    changed(f"As you like, {text}", ["Jana signs every contract.", text[:200]], [text])


SETTLING = (
    "2fa ",
    "no approval, ",
    "curl ",
    "reset a@b.cc ",
    "T1A",
    "без ",
    "口座に",
    "off ",
    "a.bc.",
    "Ab ",
)

DOORS = {
    "wording": Door(
        read_wording,
        (*WORDS, *KEYS, "iban de00 ", "0x", "account 1 2-", *SETTLING),
        least=2_000,
        most=8_000,
    ),
    "note": Door(read_note, (*LINES, *WORDS, *OPENED)),
    "long note": Door(read_note, FIELDS, least=16_000, most=64_000),
    "properties": Door(
        lambda text: read_note(f"---\n{text}\n---\n"), PROPERTIES, least=2_000, most=8_000
    ),
    "edit of properties": Door(edit_frontmatter, PROPERTIES, least=2_000, most=8_000),
    "secrets": Door(mask_secrets, (*WORDS, *KEYS, *PLACES)),
    "orders": Door(read_orders, (*WORDS, *KEYS), least=2_000, most=8_000),
    "suspicion": Door(suspect, (*WORDS, *KEYS), least=2_000, most=8_000),
    "belief": Door(read_belief, WORDS, least=2_000, most=8_000),
    "rewritten note": Door(read_rewritten, REWRITTEN, least=4_000, most=16_000),
    "claim": Door(read_claim, WORDS, least=2_000, most=8_000),
    "answers in the report": Door(read_report, (*LINES, *WORDS[::4]), least=2_000, most=8_000),
    # Below that, words are aligned: at most MAX_STEPS.
    "quotes in the report": Door(
        quote_edit, (f"w{COUNTER} ", *WORDS[::12]), least=16_000, most=64_000
    ),
}


def too_fast(name: str, baits: Sequence[Bait]) -> list[Bait]:
    """Return what a door's reading takes more time for than in proportion."""
    DOORS[name].read("To warm up.")
    return [bait for bait in baits if not is_linear(DOORS[name], bait)]


@pytest.mark.parametrize("name", DOORS)
def test_reading_grows_with_the_text_and_no_faster(name: str) -> None:
    baits, turn = DOORS[name].baits, [*DOORS].index(name) % 2
    assert too_fast(name, baits[turn::2] if len(baits) > FEW else baits) == []
