"""What a memory says about the machine: found in its words, judged against what is there. Pure."""
