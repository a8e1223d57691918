"""What one round of indexing does, by table: no disk, no ledger, no model."""

from dataclasses import replace

import pytest

from vaultwatch.adapters.files.vault_files import FileStat, Survey
from vaultwatch.adapters.ledger import NoteStat
from vaultwatch.errors import VaultVanishedError
from vaultwatch.notes.model import NotePath
from vaultwatch.services.indexing.plan import (
    TICK_NS,
    WHOLE_VAULT,
    LookScope,
    Plan,
    Read,
    Sight,
    may_differ,
    must_widen,
    notes_to_read,
    plan_round,
)

A, B, M = NotePath("a.md"), NotePath("folder/b.md"), NotePath("Memories/m.md")
AT = 100 * TICK_NS
STAT = FileStat(7, AT, AT)
LATER = FileStat(7, AT + 1, AT + 1)
HELD = NoteStat("1", 7, AT, "1", "model", is_memory=False, seen_ns=AT + TICK_NS + 1)
MEMORY = HELD._replace(is_memory=True)
NOTHING = Read({}, {})


def sight(
    notes: dict[NotePath, FileStat],
    held: dict[NotePath, NoteStat],
    scope: LookScope = WHOLE_VAULT,
    skipped: tuple[str, ...] = (),
) -> Sight:
    survey = Survey(notes, (), tuple((path, "why") for path in skipped))
    return Sight(
        scope, survey, notes, held, notes, "Memories/", frozenset({NotePath("Memories/Pinned.md")})
    )


def read(**digests: str) -> Read:
    by_path = {{"a": A, "b": B, "m": M}[name]: digest for name, digest in digests.items()}
    return Read(dict.fromkeys(by_path, b""), by_path)


def only(*paths: str, is_ours: bool = False) -> LookScope:
    return LookScope(only=frozenset(paths), is_ours=is_ours)


@pytest.mark.parametrize(
    ("held", "stat", "differs"),
    [
        pytest.param(None, STAT, True, id="new"),
        pytest.param(HELD, STAT, False, id="as it was"),
        pytest.param(HELD, LATER, True, id="another time"),
        pytest.param(HELD, STAT._replace(size_bytes=8), True, id="another size"),
        pytest.param(HELD._replace(indexed_digest=None), STAT, True, id="never indexed"),
        pytest.param(HELD._replace(indexed_digest="0"), STAT, True, id="other bytes indexed"),
        pytest.param(
            HELD._replace(seen_ns=AT + TICK_NS), STAT, True, id="saved within a tick of the look"
        ),
        pytest.param(HELD._replace(seen_ns=0), STAT, True, id="nobody knows when it was seen"),
        pytest.param(
            HELD._replace(mtime_ns=2**62), FileStat(7, 2**62, 2**62), True, id="of the future"
        ),
    ],
)
def test_a_note_is_read_unless_size_and_time_prove_it(
    held: NoteStat | None, stat: FileStat, *, differs: bool
) -> None:
    assert may_differ(held, stat) is differs


@pytest.mark.parametrize(
    ("seen", "wanted"),
    [
        pytest.param(sight({A: STAT, B: LATER}, {A: HELD, B: HELD}), (B,), id="what may differ"),
        pytest.param(sight({A: STAT}, {A: HELD}, only(A)), (A,), id="what was named"),
        pytest.param(
            sight({A: STAT, B: STAT}, {A: HELD, B: HELD}, only(A).widened()),
            (A,),
            id="what was named, after a wider look too",
        ),
        pytest.param(sight({A: STAT}, {A: HELD}, LookScope(is_deep=True)), (A,), id="all, deeply"),
        pytest.param(sight({M: STAT, A: STAT}, {M: HELD, A: MEMORY}), (M, A), id="another role"),
        pytest.param(
            replace(sight({A: STAT}, {A: HELD}), is_model_stale=True), (A,), id="another model"
        ),
    ],
)
def test_only_what_may_differ_is_read(seen: Sight, wanted: tuple[NotePath, ...]) -> None:
    assert notes_to_read(seen) == wanted


@pytest.mark.parametrize(
    ("seen", "found", "widens"),
    [
        pytest.param(sight({A: STAT}, {}), read(a="1"), False, id="it is whole already"),
        pytest.param(sight({A: STAT}, {}, only(A)), read(a="1"), True, id="a new note"),
        pytest.param(sight({A: STAT}, {A: HELD}, only(A)), read(a="2"), False, id="a changed note"),
        pytest.param(sight({M: STAT}, {M: MEMORY}, only(M)), read(m="2"), True, id="a memory"),
        pytest.param(sight({M: STAT}, {M: MEMORY}, only(M)), read(m="1"), False, id="our own echo"),
        pytest.param(sight({}, {}, only("a.png")), NOTHING, True, id="a file that is no note"),
        pytest.param(sight({A: STAT}, {}, only(A)), NOTHING, False, id="a copy of our report"),
        pytest.param(sight({M: STAT}, {}, only(M, is_ours=True)), read(m="1"), False, id="ours"),
        pytest.param(
            replace(sight({A: STAT}, {A: HELD}, only(A)), is_model_stale=True),
            read(a="1"),
            True,
            id="another model",
        ),
        pytest.param(
            replace(sight({}, {A: HELD}, only(A)), are_settings_gone=True),
            NOTHING,
            True,
            id="a note went, and the settings with it",
        ),
    ],
)
def test_a_look_at_few_becomes_one_at_all(seen: Sight, found: Read, *, widens: bool) -> None:
    assert must_widen(seen, found) is widens


UNREAD = Read({}, {}, failed=((A, "why"),))
COPY = Read({}, {}, generated=frozenset({A}))
STALE = replace(sight({A: STAT, B: STAT}, {A: HELD, B: HELD}), is_model_stale=True)


@pytest.mark.parametrize(
    ("seen", "found", "plan"),
    [
        pytest.param(
            sight({A: STAT}, {}), read(a="1"), Plan(upserts=(A,), added=frozenset({A})), id="new"
        ),
        pytest.param(
            sight({M: STAT, B: STAT, A: STAT}, {}),
            read(m="1", b="1", a="1"),
            Plan(upserts=(A, B, M), added=frozenset({A, B, M})),
            id="memories behind all that they may speak against",
        ),
        pytest.param(
            sight({A: LATER}, {A: HELD}), read(a="1"), Plan(touched=(A,), unchanged=1), id="touched"
        ),
        pytest.param(sight({A: LATER}, {A: HELD}), read(a="2"), Plan(upserts=(A,)), id="changed"),
        pytest.param(
            sight({B: STAT}, {A: HELD}),
            read(b="1"),
            Plan(upserts=(B,), added=frozenset({B}), removals=(A,)),
            id="renamed",
        ),
        pytest.param(sight({A: STAT}, {A: HELD}), NOTHING, Plan(unchanged=1), id="nothing"),
        pytest.param(
            replace(sight({A: STAT}, {A: HELD}), begun=(A, B)),
            NOTHING,
            Plan(strays=(B,), unchanged=1),
            id="one went before the ledger was told of it",
        ),
        pytest.param(
            replace(sight({A: STAT}, {A: HELD}, only(A)), begun=(B,)),
            NOTHING,
            Plan(unchanged=1),
            id="what was begun outside the scope may stand",
        ),
        pytest.param(
            sight({}, {A: HELD, B: HELD}, only(A)),
            NOTHING,
            Plan(removals=(A,)),
            id="one of few is gone",
        ),
        pytest.param(
            sight({A: STAT}, {A: HELD, B: HELD}, only(A)),
            NOTHING,
            Plan(unchanged=1),
            id="what lies outside the scope stays",
        ),
        pytest.param(
            sight({A: STAT}, {A: HELD, B: HELD}, skipped=("folder/",)),
            NOTHING,
            Plan(unchanged=1),
            id="a folder that cannot be read shields its notes",
        ),
        pytest.param(
            sight({A: STAT}, {A: HELD, B: HELD}, skipped=("folder",)),
            NOTHING,
            Plan(unchanged=1),
            id="a folder that became a link shields its notes",
        ),
        pytest.param(
            sight({A: STAT}, {A: HELD, B: HELD}, skipped=("fold",)),
            NOTHING,
            Plan(removals=(B,), unchanged=1),
            id="another folder shields nothing",
        ),
        pytest.param(
            sight({A: STAT}, {A: HELD, B: HELD}, skipped=(B,)),
            NOTHING,
            Plan(unchanged=1),
            id="a note that cannot be looked at stays",
        ),
        pytest.param(sight({A: LATER}, {A: HELD}), UNREAD, Plan(), id="an unread note stays"),
        pytest.param(sight({A: LATER}, {}), UNREAD, Plan(), id="an unread new note is none yet"),
        pytest.param(
            sight({A: LATER, B: STAT}, {A: HELD, B: HELD}),
            COPY,
            Plan(removals=(A,), unchanged=1),
            id="a note that a copy of our report took the place of",
        ),
        pytest.param(
            sight({A: LATER, B: STAT}, {B: HELD}),
            COPY,
            Plan(unchanged=1),
            id="a copy of our report",
        ),
        pytest.param(
            sight({M: STAT}, {M: HELD}), read(m="1"), Plan(upserts=(M,)), id="it became a memory"
        ),
        pytest.param(
            sight({A: STAT}, {A: MEMORY}),
            read(a="1"),
            Plan(upserts=(A,), demoted=(A,)),
            id="it is a memory no more",
        ),
        pytest.param(STALE, read(a="1", b="1"), Plan(upserts=(A, B)), id="another model"),
        pytest.param(
            STALE,
            Read({B: b""}, {B: "1"}, failed=((A, "why"),)),
            Plan(upserts=(B,), unindexed=(A,)),
            id="another model, and one cannot be read",
        ),
        pytest.param(
            replace(
                sight({A: STAT}, {A: HELD, B: HELD}, skipped=("folder/",)), is_model_stale=True
            ),
            read(a="1"),
            Plan(upserts=(A,), unindexed=(B,)),
            id="another model, and a folder cannot be read",
        ),
        pytest.param(
            sight({}, {M: MEMORY}, only(M, is_ours=True)), NOTHING, Plan(), id="ours, gone already"
        ),
        pytest.param(
            sight({}, {A: HELD}, LookScope(allow_empty=True)),
            NOTHING,
            Plan(removals=(A,)),
            id="emptied",
        ),
        pytest.param(sight({}, {}), NOTHING, Plan(), id="it was always empty"),
        pytest.param(
            sight({}, {A: HELD}, skipped=(A,)), NOTHING, Plan(), id="all of it cannot be looked at"
        ),
        pytest.param(
            replace(sight({A: STAT}, {A: HELD, B: HELD}), are_settings_gone=True),
            NOTHING,
            Plan(removals=(B,), unchanged=1),
            id="a settings file was deleted, and a note",
        ),
        pytest.param(
            replace(
                sight({B: STAT}, {A: HELD}, LookScope(allow_empty=True)), are_settings_gone=True
            ),
            read(b="1"),
            Plan(upserts=(B,), added=frozenset({B}), removals=(A,)),
            id="begun anew on purpose",
        ),
    ],
)
def test_the_plan(seen: Sight, found: Read, plan: Plan) -> None:
    assert plan_round(seen, found) == plan


@pytest.mark.parametrize(
    ("seen", "found"),
    [
        pytest.param(sight({}, {A: HELD}), NOTHING, id="an empty vault"),
        pytest.param(sight({A: STAT}, {A: HELD}), COPY, id="nothing but a copy of our report"),
        pytest.param(
            replace(sight({}, {A: HELD, B: HELD}, only(A)), is_vault_bare=True),
            NOTHING,
            id="one of few is gone, and all others with it",
        ),
        pytest.param(
            replace(sight({B: STAT}, {A: HELD}), are_settings_gone=True),
            read(b="1"),
            id="the settings and every known note are gone, whatever stands there now",
        ),
    ],
)
def test_a_vault_that_is_away_is_no_vault_that_was_emptied(seen: Sight, found: Read) -> None:
    with pytest.raises(VaultVanishedError):
        plan_round(seen, found)
