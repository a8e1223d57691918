"""The palette's door: what may be asked in a request file, and the answers."""
