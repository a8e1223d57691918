"""Both directions of one file: the report out, the answers in."""
