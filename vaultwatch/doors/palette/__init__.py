"""The door inside Obsidian: a pane, palette commands, and a script for Templater and QuickAdd.

JavaScript that shows the report, ticks its boxes, leaves requests in the vault and waits for the
daemon's answers; it decides nothing. `services.operations.palette_install` joins `main.js` of its
parts and copies it with `styles.css` and `manifest.json` into a vault's plugins folder;
`scripts/make-palette` makes the folder that is submitted as a community plugin.
"""
