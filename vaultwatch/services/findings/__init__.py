"""What a reader does with findings: list, explain, settle, review, hand in evidence."""
