"""The ways in: a shell, an agent, a request file, Obsidian. They parse, call a service, print."""
