"""Memory files of other agents' tools: find them, read them, tell what is wrong with them."""
