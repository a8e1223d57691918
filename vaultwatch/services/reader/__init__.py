"""Have memories in doubt read: hand pairs out, take answers in, hear them in the verdict."""
