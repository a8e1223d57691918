"""Remember what each session works on: it names its topic once.

A name that comes later takes the place of the one before, for that session alone; a vault holds as
many topics as its memories name.
"""

from dataclasses import replace
from typing import Final

from vaultwatch.recall.rank import Wanted
from vaultwatch.services.memories.validating import MAX_NAME_CHARS, gated, hold_no_secret
from vaultwatch.services.records.small_facts import SESSION_TOPICS
from vaultwatch.services.records.trust import signed
from vaultwatch.services.workspace import Workspace

MOST_SESSIONS: Final = 200
"""That are remembered, those that named a topic last. Chosen by hand: nobody works in so many."""
WAIT_S: Final = 0.5
"""How long another writer is waited for; a session whose topic was not kept names it again."""


def topic_of(ws: Workspace, session: str) -> str:
    """Return what a session named last as what it works on; nothing where it named nothing."""
    return SESSION_TOPICS.get(ws.ledger).get(signed(ws, session), "") if session else ""


def keep_topic(ws: Workspace, session: str, topic: str) -> None:
    """Remember what a session works on. To be called under the writer lock."""
    known = SESSION_TOPICS.get(ws.ledger)
    if not session or not topic or known.get(signed(ws, session)) == topic:
        return
    others = [one for one in known.items() if one[0] != signed(ws, session)]
    named = [*others, (signed(ws, session), topic)]
    SESSION_TOPICS.set(ws.ledger, dict(named[-MOST_SESSIONS:]))


def on_its_topic(ws: Workspace, wanted: Wanted) -> Wanted:
    """Return what is wanted with the topic that its session works on, and remember a new one.

    Raises:
        SecretError: the topic holds what looks like a secret.
        RefusedError: it is too long, or reads like an order.
    """
    topic = " ".join(wanted.topic.split())
    if not topic:
        return replace(wanted, topic=topic_of(ws, wanted.session))
    hold_no_secret(topic)
    topic = gated(ws, topic, "topic", most=MAX_NAME_CHARS, is_name=True)
    if wanted.session and topic_of(ws, wanted.session) != topic:
        with ws.writing(WAIT_S) as is_ours:
            if is_ours:
                keep_topic(ws, wanted.session, topic)
    return replace(wanted, topic=topic)
