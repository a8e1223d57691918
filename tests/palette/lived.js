"use strict";

/* A vault that people live in: its report, the plugin on it, and a daemon that answers. */

const fs = require("node:fs");
const path = require("node:path");

const { eventually, start } = require("./obsidian-stub.js");
const { FOLDER, FakeDaemon, vaultOf } = require("./fake-daemon.js");

const FAST = 50; // ten seconds of patience pass in a fifth of one

const REPORT = `---
generated: vaultwatch
looked_on: 2026-11-21
edition: qwertyui
---

# Drift report

- [ ] All 3 on “Atlas” are still true ^all-12ab34cd-true

## What to look at

**2 memories**: [[Projects/Atlas#Status|Atlas › Status]], line 14: “The budget is ~~12,000 €~~. Box 3 ^quoted”
- **[[Memories/budget|12,000 €.]]** ^ab23cd
    - [ ] Use this wording: “~~12,000 €~~ ==**15,000 €**==.” ^ab23cd-apply
    - [ ] Still true ^ab23cd-true
    - [ ] False alarm: dismiss ^ab23cd-dismiss my own words

  What I think of it, 2 ^ 3.
- **[[Memories/second|€.]]** ^ef45gh
    - [ ] Still true ^ef45gh-true
    - [ ] False alarm: dismiss ^ef45gh-dismiss

- **[[Memories/deep|The well is deep.]]** [[Boats/Well|Well]], line 3: said “Deep.”, **now nothing like it** ^yz23ab
    - Its note no longer speaks of it. If it is still true, who says so?
    - [ ] Still true: [[Boats/Shed|Shed]] says so ^yz23ab-there1
    - [ ] Still true, and the note says so in other words ^yz23ab-here
    - [ ] Still true, though no note says so ^yz23ab-unverified
    - [ ] False alarm: dismiss ^yz23ab-dismiss

- **[[Memories/third|The third is x.]]** [[Projects/Atlas#Status|Atlas › Status]], line 20: then “x”, **now** “y” ^jk67mn
    - [ ] Still true ^jk67mn-true
    - [ ] False alarm: dismiss ^jk67mn-dismiss

- Are they yours, \`0a1b2c3d\`? Memory files say that you said so. ^uv78wx
    - [[Memories/gate|gate]]: “The gate opens at nine.${" It does.".repeat(60)}”
    - [[Memories/well|well]]: “The well is <b>deep</b>.”
    - [ ] They are mine ^uv78wx-activate
    - [ ] Leave them as reported ^uv78wx-leave

> [!note]- The fourth is here.: [[Fair|Fair]], line 2: said “Here.”, **now nothing like it**
> - [[Memories/fourth|fourth]] in [[Fair|Fair]] ^mn89pq
>     - [ ] Still true ^mn89pq-true
>     - [ ] False alarm: dismiss ^mn89pq-dismiss

## In doubt

- [[Memories/tea|tea]]: “Tea is at four.”, then “Tea is at four.”, now nothing like it ^gh12jk
    - [ ] Outdated ^gh12jk-outdated
    - [ ] Still true ^gh12jk-true

> [!info]- Why each is told, and how to answer in a terminal
> - [[Memories/budget|budget]] \`ab23cd\`, since 2026-11-03: a value changed, very likely outdated.
>     - Memory: “12,000 €.”
>     - [[Projects/Atlas|Atlas]], line 14: “~~12,000 €~~ ==**15,000 €**==.”

> [!done]- Answered and settled this week: 1
> - budget, resolved
`;

const NOTES = {
  "Projects/Atlas.md":
    "# Atlas\n\nIntroduction.\n\n## Status\n\nThe budget is 15,000 € until June.\n",
  "Memories/budget.md": "---\ndrift: [memory_drift]\n---\nThe budget of [[Atlas]] is 12,000 €.\n",
  "drift-report.md": REPORT,
};

/** A vault, the plugin on it, and a daemon that answers so. */
function lived(answerTo, { times = FAST, notes = NOTES, ...more } = {}) {
  const root = vaultOf(notes);
  const all = start(root, { times, ...more });
  const daemon = new FakeDaemon(all.app, answerTo || (() => ({ message: "Done." })));
  return { ...all, root, daemon };
}

/** The same with a daemon that is not there. */
function alone(options) {
  const all = lived(null, options);
  all.app.vault.adapter.onRenamed = () => {};
  return all;
}

function noticed(shown, words) {
  return eventually(
    () => shown.notices.find((notice) => notice.message.includes(words)),
    `a notice with ${JSON.stringify(words)} among ${JSON.stringify(shown.notices.map((n) => n.message))}`,
  );
}

function isWhole(root, name) {
  return fs.readFileSync(path.join(root, FOLDER, name), "utf8").endsWith("}");
}

/** The boxes of the report that are ticked. */
function ticked(root, name = "drift-report.md") {
  const text = fs.readFileSync(path.join(root, name), "utf8");
  return Array.from(text.matchAll(/\[x\].*\^(\S+)/g), (found) => found[1]);
}

function lineOf(text, words) {
  return text.slice(0, text.indexOf(words)).split("\n").length - 1;
}

/** Open the pane; return it, and what tells how it stands. */
async function paneOf({ app, run }) {
  run("open-pane");
  const pane = await eventually(() => app.leaves[0] && app.leaves[0].view, "a pane");
  await eventually(() => pane.contentEl.below.some((one) => one.tag === "h3"), "what it shows");
  const all = (tag) => pane.contentEl.querySelectorAll(tag);
  const sections = () => all("section");
  const button = (key) => pane.contentEl.querySelector(`[data-key="${key}"]`);
  const told = () => pane.contentEl.children[0].textContent;
  return { pane, all, sections, button, told };
}

module.exports = { FAST, NOTES, REPORT, alone, isWhole, lineOf, lived, noticed, paneOf, ticked };
