"""What becomes of findings: citations, lifecycle, repairs, a reader's answers. Pure."""
