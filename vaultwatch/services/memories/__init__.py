"""The life of a memory: added, changed, merged, put away, shown."""
