"""What becomes of a pile of memories: which meet, and what is proposed to keep it small. Pure."""
