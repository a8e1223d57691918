"""What must not pass a door: secrets, disguised words, orders, high impact. Pure."""
