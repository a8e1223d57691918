"""One outside thing a module: vault files, LanceDB, ledger, embedders, secrets, clock, lock."""
