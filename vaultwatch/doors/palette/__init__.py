"""The door inside Obsidian: palette commands, and a script for Templater and QuickAdd.

JavaScript that leaves requests in the vault and waits for the daemon's answers; it decides nothing.
`services.operations.palette_install` copies `manifest.json` and `main.js` into a vault's plugins
folder.
"""
