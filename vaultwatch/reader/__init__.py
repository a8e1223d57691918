"""What somebody who reads is asked about memories in doubt, and what an answer is worth. Pure."""
