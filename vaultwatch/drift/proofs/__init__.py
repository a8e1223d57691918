"""What can be shown of an edit: a value replaced, a stretch exchanged, a mark changed."""
