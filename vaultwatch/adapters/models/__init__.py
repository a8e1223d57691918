"""Models that embed texts and read pairs."""
