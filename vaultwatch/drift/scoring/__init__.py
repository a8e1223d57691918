"""How one comparison comes out: signals, verdict, grounding, the words to show. Pure."""
