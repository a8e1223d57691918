"""What the reader sees: the report note, the flags, the word diff. Pure."""
