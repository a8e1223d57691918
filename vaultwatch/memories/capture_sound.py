"""Decide whether a captured sentence may be proposed, and whether it may be told to an agent.

Pure. What is captured is often but a clause: the sentence and the message that it stands in are
read too, for an order that somebody planted shows there. Rules alone, and all of them: what a
person pastes looks as if they had typed it.
"""

# ruff: noqa: E501, RUF001 -- a way to say it stands on one line

import re
from typing import Final

from vaultwatch.memories.capture import Captured
from vaultwatch.memories.impact import concepts_in
from vaultwatch.memories.suspicion import QUARANTINE_AT, suspect

_NEVER_ASKS: Final = re.compile(
    r"\b(?:never|do ?n[o']?t|do not|stop|no need to|need ?n[o']?t) (?:ever |again |to )?ask(?:ing)? (?:(?:me|us|the user|anyone|anybody) )?(?:again )?(?:first|before|for (?:my |our )?(?:permission|confirmation|approval|consent)|whether|if you|to (?:confirm|approve|allow))\b"
    r"|\bfrag(?:e|t|en sie)? (?:mich|uns)(?: bitte)? (?:nie|niemals|nicht)\b.{0,30}\b(?:bevor|ehe|vorher|vor|ob|um erlaubnis)\b"
    r"|\bne (?:me |nous )?demande[sz]? (?:jamais|plus|pas)\b.{0,40}\b(?:avant|permission|autorisation|confirmation|accord|si)\b"
    r"|\b(?:nunca|no|jamás) (?:me |nos )?(?:preguntes?|pidas?)\b.{0,40}\b(?:antes|permiso|confirmación|autorización|si)\b"
    r"|\bnon (?:mi |ci )?chied\w+\b.{0,40}\b(?:prima|permesso|conferma|autorizzazione|se)\b"
    r"|\b(?:nunca|não|jamais) (?:me |nos )?(?:pergunt\w+|peça\w*)\b.{0,40}\b(?:antes|permissão|confirmação|autorização|se)\b"
    r"|\bvraag (?:mij |me |ons )?(?:nooit|niet)\b.{0,40}\b(?:voor|voordat|eerst|toestemming|bevestiging|of)\b"
    r"|\bnie pytaj\w*\b.{0,40}\b(?:zanim|przed|pozwolenie|zgodę|czy)\b"
    r"|\bне (?:спрашивай|спроси)\w*\b.{0,40}(?:прежде|перед|разрешени|подтвержден|до того)"
    r"|(?:不要|别|不用|无需|不必)再?(?:问我|征求我|向我请示|向我确认)"
    r"|(?:聞か|尋ね|確認し|確認を求め|許可を求め)ないで|(?:確認|許可)は(?:不要|いらない|いりません)"
    r"|(?:묻지|물어보지|확인하지) ?(?:마|말)",
    re.IGNORECASE,
)
"""Frees agents from asking a person first."""


def is_planted(one: Captured) -> bool:
    """Tell whether a captured sentence, or what stands around it, reads like a planted order."""
    return any(
        _NEVER_ASKS.search(text) is not None or suspect(text).score >= QUARANTINE_AT
        for text in (one.text, one.quote)
    )


def may_be_told(one: Captured) -> bool:
    """Tell whether an agent may be told what nobody has decided on yet.

    Not what looks planted, nor a sentence that settles something of high impact.
    """
    settles = any(True for text in (one.text, one.quote) for _ in concepts_in(text))
    return not settles and not is_planted(one)
