"""Steps 1 to 7 of a saved note: what to look at, reading, the index, memories on record."""
