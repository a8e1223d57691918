"""Propose what a store's files make plain, and turn proposals into edits in its format's ways.

Pure. What has two answers is left to a person; nothing is deleted, a twin is marked deprecated.
What is made is read again by the format's own reader before it is handed out (`stores.outcome`):
every other record must say what it said.
"""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import TypeAlias
from urllib.parse import quote, unquote

from vaultwatch.errors import RefusedError
from vaultwatch.late_regex import late_regex
from vaultwatch.memories.stores.actions import (
    Action,
    ActionKind,
    LeftOut,
    PatchError,
    Proposal,
    TextEdit,
    action_of,
    check_edit,
    is_value_for,
    left_out,
)
from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.front import split_front
from vaultwatch.memories.stores.json_rows import set_text
from vaultwatch.memories.stores.lint import (
    folded_name,
    gist_of,
    is_nameless,
    linked_file,
    other_value,
    rival_values,
    whom,
)
from vaultwatch.memories.stores.outcome import HeldStore, check_outcome
from vaultwatch.memories.stores.pipe_lines import cut_line, set_field
from vaultwatch.memories.stores.records import (
    DEPRECATED,
    IndexEntry,
    StoreReading,
    StoreRecord,
    day_of,
    folder_of,
    inside,
    stem_of,
)
from vaultwatch.notes.frontmatter_edit import BOM, edit_properties
from vaultwatch.notes.property_block import LINE_END

_DATE = late_regex(
    r"(?P<key>last_verified[\"']?[ \t]{0,9}[:=][ \t]{0,9}[\"']?)"
    r"(?P<day>\d{4}-\d\d-\d\d)(?![\w:]|[ \t]\d)"
)
_FILE_TARGET = late_regex(r"\]\((?P<open><?)(?P<target>[^()<>\n]{1,500})>?\)")
_WIKI_TARGET = late_regex(r"\[\[(?P<target>[^\[\]\n|#^]{1,300})")
_FENCE = ("```", "~~~", "|")
_NO_PATH = late_regex(r"[()<>\[\]\s]")
_TAGGED = late_regex(r"[ \t]*\([^()\n]{0,300}\)[ \t]*\Z")
"""The context of an observation, which ends it."""


def mend(held: HeldStore, proposals: Iterable[Proposal]) -> tuple[list[Action], list[LeftOut]]:
    """Return the actions that can be made of some proposals, and what is left to a person.

    Of two that would change the same lines, the first counts; what two say differently, no one.
    """
    actions: list[Action] = []
    proposals, refused = _agreeing(proposals)
    taken: set[tuple[str, int]] = set()
    pages: dict[str, _Page] = {}
    for proposal in proposals:
        try:
            edits = _EDITS[proposal.kind](held, proposal, pages)
            places = {(one.path, line) for one in edits for line in _lines_of(pages, one)}
            if places & taken:
                raise PatchError("Another action of this patch changes the same lines.")
            for one in edits:
                check_edit(one)
        except RefusedError as error:
            refused.append(left_out(proposal, error.message))
            continue
        taken |= places
        actions.append(action_of(proposal, edits))
    kept, fallen = _sound(held, actions)
    return kept, [*refused, *fallen]


def _sound(held: HeldStore, actions: Sequence[Action]) -> tuple[list[Action], list[LeftOut]]:
    """Return the actions that do what they are for, alone and together, and the others.

    Halved where they do not, so that a thousand good ones are read twice and not a thousand times.
    """
    try:
        check_outcome(held, actions)
    except PatchError as error:
        if len(actions) == 1:
            (one,) = actions
            return [], [LeftOut(one.path, one.line, one.kind, one.why, error.message)]
    else:
        return list(actions), []
    middle = len(actions) // 2
    kept, fallen = _sound(held, actions[:middle])
    more, others = _sound(held, actions[middle:])
    fallen += others
    try:
        check_outcome(held, [*kept, *more])
    except PatchError as error:
        reason = f"It cannot stand with the others. {error.message}"
        return kept, [*fallen, *(LeftOut(a.path, a.line, a.kind, a.why, reason) for a in more)]
    return [*kept, *more], fallen


def _agreeing(proposals: Iterable[Proposal]) -> tuple[list[Proposal], list[LeftOut]]:
    """Return each proposal once, without those that put several values in one's place."""
    each = {(one.kind, one.path, one.line, one.record, one.old, one.new): one for one in proposals}
    said: dict[tuple[str, ...], set[str]] = {}
    for one in each.values():
        said.setdefault(_matter(one), set()).add(one.new)
    torn = [one for one in each.values() if len(said[_matter(one)]) > 1]
    reason = "Others say something else."
    return [one for one in each.values() if one not in torn], [
        left_out(one, reason) for one in torn
    ]


def _matter(said: Proposal) -> tuple[str, ...]:
    is_value = said.kind == "replace_value"
    return said.kind, said.record, said.path, said.old, "" if is_value else str(said.line)


class _Page:
    def __init__(self, path: str, data: bytes) -> None:
        self.path = path
        self.mark = BOM if data.startswith(BOM) else b""
        try:
            self.text = data[len(self.mark) :].decode("utf-8")
        except UnicodeDecodeError as exc:
            raise PatchError("The file is not UTF-8.") from exc

    @cached_property
    def lines(self) -> list[tuple[int, int]]:
        """Where each line begins and ends, its end left out."""
        found, start = [], 0
        for end in LINE_END.finditer(self.text):
            found.append((start, end.start()))
            start = end.end()
        return [*found, (start, len(self.text))]

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Return where some lines stand, 1-based, both included."""
        if not 1 <= first <= last <= len(self.lines):
            raise PatchError("The file is not the one that was read.")
        return self.lines[first - 1][0], self.lines[last - 1][1]

    def edit(self, start: int, old: str, new: str) -> TextEdit:
        """Return an edit at a place of the text."""
        return TextEdit(self.path, len(self.mark) + len(self.text[:start].encode()), old, new)

    def line_at(self, offset: int) -> int:
        """Return the line of an offset in bytes."""
        return bisect_right(self._starts, offset - len(self.mark))

    @cached_property
    def _starts(self) -> list[int]:
        """Where each line begins, in bytes."""
        sizes = (len(self.text[a:b].encode()) for a, b in pairwise(one for one, _ in self.lines))
        return [*accumulate(sizes, initial=0)]


_Pages = dict[str, _Page]


def _page(held: HeldStore, path: str, pages: _Pages) -> _Page:
    if path not in pages:
        if path not in held.bytes_of:
            raise PatchError("The file could not be read as it stands.")
        pages[path] = _Page(path, held.bytes_of[path])
    return pages[path]


def _lines_of(pages: _Pages, edit: TextEdit) -> range:
    first = pages[edit.path].line_at(edit.start)
    return range(first, first + 1 + len(LINE_END.findall(edit.old)))


def places_of(value: str, text: str) -> list[int]:
    """Return where a text says a value: as a whole, not as a part of another."""
    if not value.strip():
        return []
    whole = re.compile(
        rf"(?<![\w$€£])(?<!\w[.,:/@+'’-])(?<![~.]/){re.escape(value)}(?![\w%°€])(?![.,:/@+'’-]\w)"  # noqa: RUF001
    )
    return [one.start() for one in whole.finditer(text)]


def _replace(held: HeldStore, said: Proposal, pages: _Pages) -> Sequence[TextEdit]:
    record = held.record(said.record)
    if is_log(record, held.form):
        raise PatchError("It is the log of a day: what was so then is no error now.")
    if said.new != said.new.strip() or not is_value_for(said.old, said.new):
        raise PatchError("There is no one clear value to put there.")
    page = _page(held, record.path, pages)
    start, end = page.span(record.first_line, record.last_line)
    body = start
    if record.key == record.path or record.first_line == 1:
        front = split_front(page.text)
        body = max(start, page.lines[front.body_line - 1][0]) if front.has_any else start
    found = [body + place for place in places_of(said.old, page.text[body:end])]
    if len(found) != 1:
        raise PatchError(
            f"It says {said.old!r} {'nowhere word for word' if not found else 'more than once'}."
        )
    above = [start + place for place in places_of(said.old, page.text[start:body])]
    edits = [page.edit(place, said.old, said.new) for place in (*above, *found)]
    if len(above) > 1:
        raise PatchError(f"Its properties say {said.old!r} more than once.")
    for line in held.index_lines(record.path):
        index = _page(held, line.path, pages)
        first, last = index.span(line.line, line.line)
        hooked = places_of(said.old, index.text[first:last])
        if len(hooked) > 1:
            raise PatchError(f"The index says {said.old!r} of it more than once.")
        edits += [index.edit(first + place, said.old, said.new) for place in hooked]
    return edits


def _deprecate(held: HeldStore, said: Proposal, pages: _Pages) -> Sequence[TextEdit]:
    record = held.record(said.record)
    if record.is_deprecated:
        raise PatchError("It is marked already.")
    if is_log(record, held.form):
        raise PatchError("It is the log of a day.")
    page = _page(held, record.path, pages)
    if record.key == record.path and split_front(page.text).has_any:
        data = held.bytes_of[record.path]
        edits = [_between(record.path, data, edit_properties(data, put={"status": DEPRECATED}))]
        for line in held.index_lines(record.path):
            index = _page(held, line.path, pages)
            start, end = index.span(line.line, line.line)
            words = index.text[start:end].rstrip()
            edits.append(index.edit(start + len(words), "", f" ({DEPRECATED})"))
        return edits
    start, end = page.span(record.first_line, record.last_line)
    mark = _MARKS.get(held.form, _marked_in_words)
    place, old, new = mark(page.text[start:end], record, said.new)
    return [page.edit(start + place, old, new)]


def _between(path: str, old: bytes, new: bytes) -> TextEdit:
    """Return the one edit that makes other bytes of a file's."""
    most = min(len(old), len(new))
    front = next((at for at in range(most) if old[at] != new[at]), most)
    back = 0
    while back < most - front and old[len(old) - back - 1] == new[len(new) - back - 1]:
        back += 1
    return TextEdit(
        path, front, old[front : len(old) - back].decode(), new[front : len(new) - back].decode()
    )


_Mark: TypeAlias = tuple[int, str, str]
"""Where a mark stands, what it takes the place of, and its words."""


def _marked_in_words(text: str, record: StoreRecord, why: str) -> _Mark:
    """Return the mark that stands behind the words of an item."""
    kept = text.rstrip()
    last = LINE_END.split(kept)[-1].strip()
    if last.startswith(_FENCE) or last.endswith(_FENCE) or not kept:
        raise PatchError("It ends in code or a table: a mark would stand within.")
    if not record.text.rstrip().endswith(last.split()[-1]):
        raise PatchError("Where its words end is not plain.")
    told = " ".join(re.sub(r"[()]", " ", why).split())
    return len(kept), "", f" ({DEPRECATED}: {told})"


def _marked_by_tag(text: str, record: StoreRecord, why: str) -> _Mark:
    """Return a tag for an observation, before the context that may end it."""
    if not record.claim or record.kind == "relation":
        return _marked_in_words(text, record, why)
    context = _TAGGED.search(text)
    place = context.start() if context else len(text.rstrip())
    return place, "", f" #{DEPRECATED}"


def _marked_by_field(text: str, record: StoreRecord, why: str) -> _Mark:
    if cut_line(text) is None:  # an item of a topic file
        return _marked_in_words(text, record, why)
    return set_field(text, "status", DEPRECATED)


def _marked_by_key(text: str, record: StoreRecord, why: str) -> _Mark:
    del record, why
    return set_text(text, "status", DEPRECATED)


_MARKS: Mapping[StoreFormat, Callable[[str, StoreRecord, str], _Mark]] = {
    "basic-memory": _marked_by_tag,
    "pipe-lines": _marked_by_field,
    "jsonl": _marked_by_key,
}


def _refresh(held: HeldStore, said: Proposal, pages: _Pages) -> Sequence[TextEdit]:
    """Return the edit that brings a day up to date which the record keeps already."""
    record = held.record(said.record)
    page = _page(held, record.path, pages)
    start, end = page.span(record.first_line, record.last_line)
    found = list(_DATE.finditer(page.text, start, end))
    if len(found) != 1:
        raise PatchError("It keeps no one day on which it was last found true.")
    day = found[0]["day"]
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", said.new) or said.new <= day:
        raise PatchError("It is up to date already.")
    return [page.edit(found[0].start("day"), day, said.new)]


def _named(held: HeldStore, said: Proposal, pages: _Pages) -> Sequence[TextEdit]:
    """Return the edit that writes a record's id into it, by which it is known from then on."""
    record = held.record(said.record)
    if not is_nameless(record, held.form):
        raise PatchError("It has an id, or no place for one.")
    page = _page(held, record.path, pages)
    start, end = page.span(record.first_line, record.last_line)
    put = set_text if held.form == "jsonl" else set_field
    place, old, new = put(page.text[start:end], "id", record.id)
    return [page.edit(start + place, old, new)]


def _relink(held: HeldStore, said: Proposal, pages: _Pages) -> Sequence[TextEdit]:
    if not said.new:
        raise PatchError("No one file of the store is plainly meant.")
    page = _page(held, said.path, pages)
    start, end = page.span(said.line, said.line)
    line = page.text[start:end]
    found = [one for one in _targets(said, line) if one[1]]
    if len(found) != 1:
        raise PatchError(f"The line does not link to {said.old!r} once.")
    place, old, new = found[0]
    return [page.edit(start + place, old, new)]


def _targets(said: Proposal, line: str) -> Iterator[tuple[int, str, str]]:
    """Yield where a line links to the old target, how it writes it, and how it would the new."""
    folder = folder_of(said.path)
    for one in _FILE_TARGET.finditer(line):
        written = one["target"].split("#")[0]
        if written and inside(folder, unquote(written.strip())) == said.old:
            there = _relative(folder, said.new)
            is_bare = not one["open"]
            yield (
                one.start("target"),
                written,
                quote(there) if is_bare and ("%" in written or _NO_PATH.search(there)) else there,
            )
    for one in _WIKI_TARGET.finditer(line):
        if one["target"].strip() == said.old and not re.search(r"[\[\]\n|#^]", said.new):
            lead = len(one["target"]) - len(one["target"].lstrip())
            yield one.start("target") + lead, one["target"].strip(), said.new


def _relative(folder: str, path: str) -> str:
    here, there = folder.split("/") if folder else [], path.split("/")
    while here and len(there) > 1 and here[0] == there[0]:
        here, there = here[1:], there[1:]
    return "/".join([*(".." for _ in here), *there])


_EDITS: Mapping[ActionKind, Callable[[HeldStore, Proposal, _Pages], Sequence[TextEdit]]] = {
    "replace_value": _replace,
    "deprecate": _deprecate,
    "refresh": _refresh,
    "fix_link": _relink,
    "give_id": _named,
}


def id_proposals(reading: StoreReading, form: StoreFormat) -> Iterator[Proposal]:
    """Yield the ids of records that have none of their own, to be written down.

    None of twins: they are told apart by their order alone.
    """
    keys = Counter(one.key for one in reading.records)
    why = "It is known by its first words alone: reworded, it would be another memory."
    for one in reading.records:
        if is_nameless(one, form) and not one.is_deprecated and keys[one.key] == 1:
            yield Proposal("give_id", one.path, one.first_line, one.id, "", one.id, why, "store")


def store_proposals(reading: StoreReading, form: StoreFormat) -> Iterator[Proposal]:
    """Yield what the files of a store make plain by themselves."""
    yield from _entries(reading)
    yield from _links(reading)
    yield from _twins(reading, form)
    yield from _rivals(reading)


def _entries(reading: StoreReading) -> Iterator[Proposal]:
    """Yield the lines of an index whose file stands elsewhere, or under another name, now.

    Where nobody can tell which is meant, nothing is named in its place: that is a person's.
    """
    there = reading.there
    told = {fault.path for fault in reading.faults}  # it is there, and cannot be read
    outside = {(fault.path, fault.line) for fault in reading.faults if fault.kind == "outside"}
    dead = [
        one
        for one in reading.entries
        if one.target not in there and (one.path, one.line) not in outside
    ]
    found = {(one.path, one.line): _moved_entry(one, reading) for one in dead}
    claims = Counter(target for target in found.values() if target)
    for entry in dead:
        target = found[entry.path, entry.line]
        is_plain = bool(target) and claims[target] == 1
        if is_plain or entry.target not in told:
            new = target if is_plain else ""
            why = f"The index names {entry.target!r}, which is not there"
            why += f"; {target!r} is named by no index and is called so." if is_plain else "."
            place = (entry.path, entry.line, "", entry.target)
            yield Proposal("fix_link", *place, new, why, "store")


def _moved_entry(entry: IndexEntry, reading: StoreReading) -> str:
    """Return the one topic that no index names and that this line can only mean; or nothing."""
    folder = folder_of(entry.path)
    names = {folded_name(entry.title), folded_name(stem_of(entry.target))}
    called: dict[str, set[str]] = defaultdict(set)
    for record in reading.records:
        if record.key == record.path:
            called[record.path] |= {folded_name(one) for one in (record.name, record.title) if one}
    fitting = [
        path
        for path in reading.topics
        if f"{path}/".startswith(f"{folder}/" if folder else "")
        and names & {folded_name(stem_of(path)), *called[path]}
    ]
    return fitting[0] if len(fitting) == 1 else ""


def _links(reading: StoreReading) -> Iterator[Proposal]:
    """Yield the links to files of the store, imports among them, that moved to another folder."""
    by_name: dict[str, list[str]] = defaultdict(list)
    for path in reading.paths:
        by_name[path.rpartition("/")[2]].append(path)
    there = reading.there
    for record in reading.records:
        for link in record.links:
            dead = linked_file(record, link) if reading.wiki == "records" else None
            if dead is None or dead in there:
                continue
            fitting = by_name[dead.rpartition("/")[2]]
            if len(fitting) == 1 and fitting[0] != record.path:
                why = (
                    f"It links to {dead!r}, which is not there; {fitting[0]!r} alone has its name."
                )
                place = (record.path, link.line, record.id, dead)
                yield Proposal("fix_link", *place, fitting[0], why, "store")


def _twins(reading: StoreReading, form: StoreFormat) -> Iterator[Proposal]:
    said: dict[tuple[str, ...], StoreRecord] = {}
    for record in reading.records:
        if record.is_deprecated or is_log(record, form):
            continue
        gist = gist_of(record.text)
        if not gist:
            continue
        first = said.setdefault((gist, *_place(record, form), *whom(record)), record)
        if first is not record:
            where = "above" if first.path == record.path else f"in {first.path}"
            why = f"It says what {first.path}:{first.first_line} says."
            place = (record.path, record.first_line, record.id, "")
            yield Proposal("deprecate", *place, f"said {where}", why, "store")


def _rivals(reading: StoreReading) -> Iterator[Proposal]:
    """Yield the later of two values of one key, for a person: nobody can tell which holds."""
    for holder, record in rival_values(reading.records):
        place = (record.path, record.first_line, record.id, "")
        yield Proposal("replace_value", *place, "", other_value(holder), "store")


def _place(record: StoreRecord, form: StoreFormat) -> tuple[str, ...]:
    """Return where twins stand together, beside their words and whom they are about.

    The same words under another heading, in another agent's folder or for other paths may be meant.
    """
    if form in {"pipe-lines", "jsonl"}:
        return record.path, record.kind
    if record.key == record.path:
        return folder_of(record.path), record.kind
    return (record.key,)


def is_log(record: StoreRecord, form: StoreFormat) -> bool:
    """Tell whether a record is of a log of some day: what was so then is no error now."""
    return form == "memsearch" or bool(day_of(record.path))


def moved_links(
    reading: StoreReading, notes: frozenset[str], moved: Mapping[str, str]
) -> Iterator[Proposal]:
    """Yield the links to notes that were renamed since.

    `notes` are names that stand; `moved` has the new name of each old one, folded.
    """
    for record in reading.records:
        for link in record.links:
            name = folded_name(link.target)
            if link.kind == "wiki" and name in moved and not _stands(name, notes):
                why = f"The note {link.target!r} is called {moved[name]!r} now."
                place = (record.path, link.line, record.id, link.target)
                yield Proposal("fix_link", *place, moved[name], why, "note")


def _stands(name: str, notes: Iterable[str]) -> bool:
    return bool({name, name.rpartition("/")[2]} & set(notes))
