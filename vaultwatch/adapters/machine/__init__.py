"""The machine we run on: clock, locks, memory, mounts, services."""
