"""What the ledger remembers for other services: acceptances, labels, misses, trust."""
