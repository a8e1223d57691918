"use strict";

/*
 * Remember a selection in a vault that nobody watches; print what the plugin showed.
 *
 * Run by tests/system/test_palette.py: node without-daemon.js VAULT
 */

const { eventually, start } = require("./obsidian-stub.js");

async function main(root) {
  const { app, plugin, run, shown } = start(root, { times: 50 });
  app.show("Projects/Atlas.md", { select: "The budget is 12,000 euros until June." });
  run("remember-selection");
  const notice = await eventually(() => shown.notices[0], "a notice");
  plugin.unload();
  process.stdout.write(`${notice.message}\n`);
}

main(process.argv[2]).catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
