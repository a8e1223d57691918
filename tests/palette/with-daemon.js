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

async function main(root) {
  const { app, plugin, run, shown } = start(root);
  /** Run a command and return the words of the notice that ends it. */
  const told = async (command) => {
    const before = shown.notices.length;
    run(command);
    const isEnd = (notice, number) => number >= before && notice.duration !== 0;
    const notice = await eventually(() => shown.notices.find(isEnd), command, PATIENCE_MS);
    return notice.message;
  };

  const notices = [await told("rescan-vault")];
  app.show("Projects/Atlas.md", { select: "The budget is 15,000 euros until June." });
  notices.push(await told("rescan-note"), await told("remember-selection"));

  run("confirm-words");
  const question = await eventually(() => shown.modals.splice(0)[0], "the question", PATIENCE_MS);
  const agreed = question.listed()[0];
  question.pick();
  const isAnswered = () => {
    const text = fs.readFileSync(path.join(root, "drift-report.md"), "utf8");
    return text.includes("The files are yours") && !text.includes("[x]");
  };
  await eventually(isAnswered, "the answer", PATIENCE_MS);

  run("open-report");
  const report = await eventually(() => app.opened.splice(0)[0], "the report", PATIENCE_MS);

  app.show("Memories/Budget.md");
  run("findings-of-note");
  const modal = await eventually(() => shown.modals[0], "a modal", PATIENCE_MS);
  const rows = modal.listed();
  modal.pick();
  const opened = await eventually(() => app.opened.splice(0)[0], "the block", PATIENCE_MS);

  const text = fs.readFileSync(path.join(root, report), "utf8");
  const finding = opened.split("#^")[1];
  const line = text.split("\n").findIndex((one) => one.includes(`^${finding}`));
  app.show(report, { line });
  notices.push(await told("mark-dismissed"));
  plugin.unload();
  const seen = { agreed, notices, report: [report], rows, opened, finding, left: standing(root) };
  process.stdout.write(`${JSON.stringify(seen)}\n`);
}

main(process.argv[2]).catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
