"""Typed things in a sentence, equal up to form, and the words that they stand among."""
