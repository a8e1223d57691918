"""What notes and memories say to a question."""
