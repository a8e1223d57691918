"""Read the memory files of other agents' tools: one module a format, all into one record. Pure."""
