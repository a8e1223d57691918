"""Loops and life cycle: settle events, queue, schedule, heartbeat."""
