"""Files of the vault, of the user and of our own: written, read, watched."""
