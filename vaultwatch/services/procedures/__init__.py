"""Procedures: known, recorded, proposed, exported."""
