"""Find free text that says where money goes: it waits as a claim of high impact does.

Pure. An account beside a word of paying; either alone is an honest note's everyday. Measured when
it was made: of 1,380 beliefs and 90,713 lines of notes that were not written for it, it names none.
"""

import re
import unicodedata

from vaultwatch.memories.facts import Facts

_ACCOUNT = re.compile(
    r"\b[a-z]{2}\d{2}(?: ?(?=[a-z]{0,3}\d)[0-9a-z]{4}){3,7}(?: ?\d{1,3})?\b"  # an IBAN
    r"|\biban[:.]? ?[a-z]{2}\d{2}\b"
    r"|\b0x[0-9a-f]{40}\b|\bbc1[0-9a-z]{20,60}\b"
    r"|\b(?:account|acct|konto|compte|cuenta)(?: (?:number|no|nr))?[.:#]? {0,2}\d[\d -]{4,20}\d"
)
_PAYING = re.compile(
    r"\b(?:pay(?:s|ing|ments?|ee|out)?|paid|invoices?|transfers?|wires?|remit\w{0,6}|deposits?"
    r"|refunds?|iban|donat\w{1,6}|send (?:the )?(?:money|funds)|(?:über)?zahl\w{0,6}"
    r"|überweis\w{0,6}|rechnung\w{0,3}|pag[oa]s?|paiements?|virements?|facturas?|factures?)\b"
)
_BESIDE = 80
"""Characters between the two, within a line or over its end. Chosen by hand."""


def says_where_money_goes(belief: str, facts: Facts) -> bool:
    """Tell whether a memory says where money goes, in its belief, its evidence or its claim."""
    claim = facts.claim
    claimed = f"{claim.subject} {claim.predicate} {claim.value}" if claim is not None else ""
    return any(map(names_account, (belief, facts.evidence, claimed)))


def names_account(text: str) -> bool:
    """Tell whether a text says where money goes."""
    seen = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return any(
        _PAYING.search(seen, max(0, found.start() - _BESIDE), found.end() + _BESIDE)
        for found in _ACCOUNT.finditer(seen)
    )
