"""Words and what they mean, in many languages: tokens, meanings, limits, denials. Pure."""
