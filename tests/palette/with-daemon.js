"use strict";

/*
 * Use the plugin on a vault that a real daemon watches; print what it showed as JSON.
 *
 * Run by tests/system/test_palette.py: node with-daemon.js VAULT
 */

const fs = require("node:fs");
const path = require("node:path");

const { eventually, start } = require("./obsidian-stub.js");
const { standing } = require("./fake-daemon.js");

const PATIENCE_MS = 90000;
const MEMORY = "Memories/Budget.md";

async function main(root) {
  const { app, plugin, run, shown } = start(root);
  const soon = (isTrue, what) => eventually(isTrue, what, PATIENCE_MS);
  const read = (place) => fs.readFileSync(path.join(root, place), "utf8");
  /** Run a command and return the words of the notice that ends it. */
  const told = async (command) => {
    const before = shown.notices.length;
    run(command);
    const isEnd = (notice, number) => number >= before && notice.duration !== 0;
    const notice = await soon(() => shown.notices.find(isEnd), command);
    return notice.message;
  };

  await told("rescan-vault");
  app.show("Projects/Atlas.md", { select: "The budget is 15,000 euros until June." });
  await told("rescan-note");
  await told("remember-selection");

  run("open-pane");
  const pane = await soon(() => app.leaves[0] && app.leaves[0].view, "the pane");
  const button = (key) => pane.contentEl.querySelector(`[data-key="${key}"]`);
  const named = (name) =>
    pane.contentEl.querySelectorAll("button").find((one) => one.textContent === name);
  const section = (words) =>
    pane.contentEl.querySelectorAll("section").find((one) => one.textContent.includes(words));
  const said = [];
  /** Press a button and keep what is said of it. */
  const press = async (find, what) => {
    const found = await soon(find, what);
    const before = plugin.deed;
    found.click();
    await soon(() => plugin.deed && plugin.deed !== before && !plugin.isBusy, "what became of it");
    said.push(plugin.deed.said);
  };

  const agreed = (await soon(() => section("Are they yours"), "the question")).textContent;
  await press(() => named("They are mine"), "its button");

  const drifted = await soon(
    () => section("until June. Atlas") || section("12,000 15,000"),
    "the drift",
  );
  const words = drifted.textContent;
  for (const link of drifted.querySelectorAll("a")) link.click();
  await soon(() => app.opened.length === 3, "three places");
  const opened = app.opened
    .splice(0)
    .sort()
    .map((one) => one.replace(/^(drift-report\.md).*/, "$1"));

  const [block] = named("Apply").getAttribute("data-key").split("-");
  const before = read(MEMORY);
  await press(() => button(`${block}-apply`), "apply");
  const applied = read(MEMORY);
  await press(() => button("undo"), "undo");
  const undone = read(MEMORY);

  const line = read("drift-report.md")
    .split("\n")
    .findIndex((one) => one.endsWith(`^${block}`));
  app.show("drift-report.md", { line });
  await told("mark-dismissed");
  plugin.unload();
  const seen = { agreed, told: [opened, words], said, finding: block, before, applied, undone };
  process.stdout.write(`${JSON.stringify({ ...seen, left: standing(root) })}\n`);
}

main(process.argv[2]).catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
