"""What the ledger remembers for other services: acceptances, labels, added notes, misses, trust."""
