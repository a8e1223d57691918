"""Does the belief still hold: support, alignment, signals, verdict, findings. Pure."""
