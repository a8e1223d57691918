"""A server for many vaults and people: one front, and workers with a group of vaults each."""
