"""Steps 8 to 11 of a saved note: citations, baselines, comparisons, conditions, findings."""
