"""What an agent believes: the memory record, its id, its likeness to others. Pure."""
