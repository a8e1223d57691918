"""Loops and life cycle: debounce events, queue, schedule, heartbeat."""
