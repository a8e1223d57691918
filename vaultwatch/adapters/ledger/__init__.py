"""What happened, in one SQLite file: notes seen, baselines, comparisons, findings, the audit.

Light to import: SQLAlchemy is imported when a ledger is opened.
"""

from vaultwatch.adapters.ledger.opening import open_ledger
from vaultwatch.adapters.ledger.rows import AuditRow, BaselineHead, MemoryRow, NoteRow, NoteStat

__all__ = ["AuditRow", "BaselineHead", "MemoryRow", "NoteRow", "NoteStat", "open_ledger"]
