"""Changes to other agents' memory files: proposed, written down, applied when a person says so."""
