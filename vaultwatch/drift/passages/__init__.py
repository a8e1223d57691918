"""What became of a passage: unchanged, reworded, translated, set in another shape, gone. Pure."""
