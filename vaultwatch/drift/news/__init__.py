"""What came to a note, and whether it overtakes a belief: updates, endings, decisions. Pure."""
