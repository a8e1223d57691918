"""Read one note: bytes in, everything it says out.

Pure, and never raises: trouble is a value. `services.indexing.reindex` calls `parse_note` for every
note that changed, the link index and the drift room read what comes back.
"""

from hashlib import sha256

from vaultwatch.notes.model import Note, NotePath, Trouble
from vaultwatch.notes.properties import named_list, property_links, read_properties
from vaultwatch.notes.property_block import LINE_END
from vaultwatch.notes.source import body_source, decode
from vaultwatch.notes.statements import property_statements
from vaultwatch.notes.walk import walk_body

MAX_NOTE_BYTES = 16 * 1024 * 1024
"""What stands behind this is not read: at 2-5 MB/s a longer note would hold up all others."""


def parse_note(path: NotePath, data: bytes) -> Note:
    """Return what a note says, whatever its bytes are.

    What was wrong with it stands in its `troubles`, each kind once.
    """
    text, troubles = decode(data[:MAX_NOTE_BYTES])
    if len(data) > MAX_NOTE_BYTES:
        message = f"The note is longer than {MAX_NOTE_BYTES // 1024**2} MiB; the rest is not read."
        troubles = [Trouble("too_large", message, 1)]
    properties = read_properties(text)
    troubles.extend(properties.troubles)
    body = walk_body(body_source(text, properties.body_start, properties.body_line))
    if body.too_deep:
        message = "Lists or quotes become too deep here; what they hold further in is not read."
        troubles.append(Trouble("too_deep", message, body.too_deep))
    values = properties.values
    statements = body.statements
    if properties.body_start:
        head = LINE_END.split(text[: properties.body_start])
        statements = [*property_statements(properties.entries, head), *statements]
    links = body.links
    if properties.entries:
        links = [*property_links(properties), *links]
    own_tags = (tag.lstrip("#") for tag in named_list(values, "tags", "tag"))
    body_tags = (tag.name for tag in body.tags)
    return Note(
        path=path,
        digest=sha256(data).hexdigest(),
        properties=values,
        aliases=named_list(values, "aliases", "alias"),
        tags=tuple(dict.fromkeys(tag for tags in (own_tags, body_tags) for tag in tags if tag)),
        headings=tuple(body.headings),
        sections=tuple(body.sections),
        statements=tuple(statements),
        links=tuple(links),
        blocks=tuple(body.blocks),
        body_tags=tuple(body.tags),
        list_items=tuple(body.list_items),
        body_line=properties.body_line,
        troubles=tuple(troubles),
    )
