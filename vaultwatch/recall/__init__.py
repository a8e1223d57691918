"""What to remember now: scores, decay, rank, packing. Pure."""
