"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");

const { PALETTE, eventually, start } = require("./obsidian-stub.js");
const { FOLDER, FakeDaemon, standing, vaultOf } = require("./fake-daemon.js");

const FAST = 50; // ten seconds of patience pass in a fifth of one

const REPORT = `---
generated: vaultwatch
looked_on: 2026-11-21
edition: qwertyui
---

# Drift report

- [ ] All 3 on “Atlas” are still true ^all-12ab34cd-true

## What to look at

- **2 memories**: [[Projects/Atlas#Status|Atlas › Status]], line 14: “The budget is ~~12,000 €~~. Box 3 ^quoted”
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
    - [ ] Still true ^gh12jk-dismiss

> [!info]- How each was judged, and the same from a shell
> - [[Memories/budget|budget]] \`ab23cd\`, since 2026-11-03: 12,000 € → **15,000 €**; a value changed, very likely outdated; the sentence was rewritten.

> [!done]- Answered and settled this week: 1
> - budget, resolved
`;

const ROW = {
  finding_id: "ab23cd",
  status: "open",
  kind: "memory_drift",
  change: "value",
  note: "Projects/Atlas.md",
  path: "Memories/budget.md",
  memory_id: "mem_budget",
  before: "The budget is 12,000 €.",
  before_line: 12,
  after: "The budget is 15,000 €.",
  after_line: 14,
  reasons: ["the sentence was rewritten"],
};
const OTHER = { ...ROW, finding_id: "ef45gh", path: "Memories/second.md", before: "€." };

const NOTES = {
  "Projects/Atlas.md": "# Atlas\n\nIntroduction.\n\n## Status\n\nThe budget is 15,000 € until June.\n",
  "Memories/budget.md": "---\ndrift: [memory_drift]\n---\nThe budget of [[Atlas]] is 12,000 €.\n",
  "drift-report.md": REPORT,
};

/** A vault, the plugin on it, and a daemon that answers so. */
function lived(answerTo, { times = FAST, notes = NOTES } = {}) {
  const root = vaultOf(notes);
  const all = start(root, { times });
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

test("the manifest is what Obsidian asks for and allows phones", () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(PALETTE, "manifest.json"), "utf8"));
  assert.equal(manifest.id, "vaultwatch");
  assert.equal(manifest.isDesktopOnly, false);
  for (const key of ["version", "minAppVersion"]) assert.match(manifest[key], /^\d+\.\d+\.\d+$/);
  assert.ok(manifest.description.length <= 250 && manifest.description.endsWith("."));
});

test("no command has a hotkey, the plugin's name or capitals within its own", () => {
  const { plugin } = alone();
  assert.equal(plugin.commands.size, 10);
  for (const command of plugin.commands.values()) {
    assert.equal(command.hotkeys, undefined);
    assert.match(command.name, /^[A-Z][a-z ]+$/);
    assert.doesNotMatch(`${command.id} ${command.name}`, /vaultwatch/i);
  }
});

test("the plugin makes no HTML of text, runs no text and uses nothing a phone lacks", () => {
  for (const name of ["main.js", "vaultwatch_request.js"]) {
    const code = fs.readFileSync(path.join(PALETTE, name), "utf8");
    assert.doesNotMatch(code, /innerHTML|outerHTML|insertAdjacent|\beval\b|new Function|electron\b['"]|fetch\(|requestUrl|process\./);
  }
});

for (const [command, request] of [
  ["rescan-vault", { verb: "rescan" }],
  ["rescan-note", { verb: "rescan", note: "Projects/Atlas.md" }],
]) {
  test(`${command} asks, shows the answer and leaves nothing behind`, async () => {
    const { app, daemon, run, root, shown } = lived(() => ({ message: "Looked at 3 notes.", hint: "All well." }));
    app.show("Projects/Atlas.md");
    assert.equal(run(command), true);
    await noticed(shown, "Looked at 3 notes. All well.");
    assert.deepEqual(daemon.requests, [request]);
    await eventually(() => standing(root).length === 0, "an empty folder");
  });
}

test("a note is saved before the daemon is asked to look at it", async () => {
  const { app, run, root, shown } = lived();
  const view = app.show("Projects/Atlas.md");
  view.editor.lines[2] = "Typed a second ago.";
  run("rescan-note");
  await noticed(shown, "Done.");
  assert.match(fs.readFileSync(path.join(root, "Projects/Atlas.md"), "utf8"), /Typed a second ago/);
});

for (const command of ["rescan-note", "findings-of-note", "mark-dismissed", "remember-selection"]) {
  test(`${command} is not offered where no note is open`, () => {
    assert.equal(alone().run(command), false);
  });
}

test("what is no note is not looked at by itself", () => {
  const { app, run } = alone({ notes: { "Board.canvas": "{}" } });
  app.show("Board.canvas");
  assert.equal(run("rescan-note"), false);
});

test("a request appears under its name in one step", async () => {
  const { app, run, shown } = lived();
  run("rescan-vault");
  await noticed(shown, "Done.");
  assert.equal(app.vault.adapter.written.length, 1);
  // A name by which the daemon knows what a crash left.
  assert.match(app.vault.adapter.written[0], /requests\/\.vaultwatch-[0-9a-f]{16}\.tmp$/);
});

test("where nothing can be renamed the request is written all the same", async () => {
  const { app, daemon, run, root, shown } = lived();
  app.vault.adapter.rename = undefined;
  run("rescan-vault");
  const name = await eventually(() => standing(root).find((one) => isWhole(root, one)), "it");
  daemon.take(`${FOLDER}/${name}`);
  await noticed(shown, "Done.");
});

test("an answer that comes slowly is waited for, and the wait is announced", async () => {
  const { daemon, run, shown } = lived();
  daemon.answer = (name, request) => {
    daemon.write(name, { state: "accepted" });
    setTimeout(() => daemon.finish(name, { verb: request.verb, message: "At last." }), 400);
  };
  run("rescan-vault");
  const working = await noticed(shown, "working on it");
  assert.equal(working.isHidden, false);
  await noticed(shown, "At last.");
  assert.equal(working.isHidden, true);
});

test("an answer stays until the daemon took the request, or it would work again", async () => {
  const { daemon, run, root, shown } = lived();
  daemon.finish = (name) => daemon.write(name, { state: "done", message: "Done." });
  run("rescan-vault");
  await noticed(shown, "Done.");
  assert.equal(standing(root).length, 2);
});

test("a long message leaves the way out in sight", async () => {
  const { run, shown } = lived(() => ({ message: "x".repeat(5000), hint: "Mount the drive." }));
  run("rescan-vault");
  await noticed(shown, "Mount the drive.");
});

test("a refusal is told with its way out", async () => {
  const { run, shown } = lived(() => ({
    state: "refused",
    message: "The vault is empty.",
    hint: "Mount the drive.",
  }));
  run("rescan-vault");
  await noticed(shown, "The vault is empty. Mount the drive.");
  assert.equal(shown.notices.length, 1);
});

test("where no daemon answers a look is withdrawn, and it is said how to start one", async () => {
  const { run, root, shown } = alone();
  run("rescan-vault");
  const notice = await noticed(shown, "No vaultwatch daemon answers.");
  assert.match(notice.message, /`vaultwatch run`.*`vaultwatch setup service install`.*withdrawn/);
  assert.deepEqual(standing(root), []);
});

test("where no daemon answers a memory is kept for it", async () => {
  const { app, run, root, shown } = alone();
  app.show("Projects/Atlas.md", { select: "15,000 €" });
  run("remember-selection");
  const notice = await noticed(shown, "No vaultwatch daemon answers.");
  assert.match(notice.message, /kept until then/);
  assert.equal(standing(root).length, 1);
});

test("an answer that came in the last moment counts", async () => {
  const { app, daemon, run, shown } = alone();
  const { adapter } = app.vault;
  const remove = adapter.remove.bind(adapter);
  adapter.remove = async (place) => {
    const name = path.basename(place, ".json");
    if (!name.endsWith(".answer")) daemon.finish(name, { message: "Just in time." });
    await remove(place);
  };
  run("rescan-vault");
  await noticed(shown, "Just in time.");
});

test("a daemon that accepts and never ends is not waited for without end", async () => {
  const { daemon, run, shown } = lived(null, { times: 2000 });
  daemon.answer = (name) => daemon.write(name, { state: "accepted" });
  run("rescan-vault");
  await noticed(shown, "accepted the request but is not done yet");
});

for (const [what, garbage] of [
  ["no JSON", '{"state": "do'],
  ["no object", '["done"]'],
  ["null", "null"],
  ["an unknown state", '{"state": "maybe"}'],
  ["endless", JSON.stringify({ state: "done", message: "x".repeat(8000001) })],
]) {
  test(`an answer that is ${what} is said to be unreadable`, async () => {
    const { daemon, run, shown } = lived();
    daemon.answer = (name) => daemon.write(name, garbage);
    run("rescan-vault");
    await noticed(shown, "cannot be read");
  });
}

test("half an answer is read again when it is whole", async () => {
  const { daemon, run, shown } = lived();
  daemon.answer = (name, request) => {
    daemon.write(name, '{"state": "do');
    setTimeout(() => daemon.finish(name, { verb: request.verb, message: "Whole." }), 50);
  };
  run("rescan-vault");
  await noticed(shown, "Whole.");
});

test("a vault that takes no file is told of", async () => {
  const { app, run, shown } = alone();
  app.vault.adapter.write = async () => {
    throw new Error("EROFS: read-only file system");
  };
  run("rescan-vault");
  await noticed(shown, "could not be written into the vault: EROFS: read-only file system.");
});

test("hostile words reach a notice as short plain text", async () => {
  const evil = "<img src=x onerror=alert(1)>\u0000\u202egnp.exe\u2066 " + "😀".repeat(2000);
  const { run, shown } = lived(() => ({ message: evil, hint: 7 }));
  run("rescan-vault");
  const { message } = await noticed(shown, "<img");
  assert.doesNotMatch(message, /[\u0000\u202e\u2066]/);
  assert.ok(Array.from(message).length <= 700);
  assert.equal(message.isWellFormed ? message.isWellFormed() : true, true);
});

test("an unload in the middle of a wait ends it without a word", async () => {
  const { daemon, plugin, run, root, shown } = lived();
  daemon.answer = (name) => daemon.write(name, { state: "accepted" });
  run("rescan-vault");
  const working = await noticed(shown, "working on it");
  const asked = daemon.requests.length;
  plugin.unload();
  assert.equal(working.isHidden, true);
  assert.equal(plugin.waiting.size, 0);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual([shown.notices.length, daemon.requests.length], [1, asked]);
  assert.equal(standing(root).length, 2);
});

test("an unload lets a waiting command end, and no later one wait", async () => {
  const { plugin, root } = alone();
  const waiting = plugin.attempt(() => plugin.tell("rescan", {}));
  await eventually(() => plugin.waiting.size, "a wait");
  plugin.unload();
  await waiting;
  await assert.rejects(plugin.pause(1e9));
  assert.equal(standing(root).length, 1);
});

test("a modal is closed when the plugin goes", async () => {
  const { app, plugin, run, shown } = lived(() => ({ findings: [ROW] }));
  app.show("Projects/Atlas.md");
  run("findings-of-note");
  const modal = await eventually(() => shown.modals[0], "a modal");
  plugin.unload();
  assert.equal(modal.isOpen, false);
});

test("findings of a note show then and now with their lines and lead to the report", async () => {
  const { app, daemon, run, shown } = lived(() => ({ findings: [ROW, OTHER] }));
  app.show("Projects/Atlas.md");
  run("findings-of-note");
  const modal = await eventually(() => shown.modals[0], "a modal");
  assert.deepEqual(daemon.requests, [{ verb: "findings", note: "Projects/Atlas.md" }]);
  assert.deepEqual(modal.listed()[0], [
    "value, open",
    "Then (line 12): The budget is 12,000 €.",
    "Now (line 14): The budget is 15,000 €.",
    "Memory: Memories/budget.md",
    "Note: Projects/Atlas.md",
  ]);
  assert.equal(modal.listed("SECOND").length, 1);
  modal.pick(1);
  await eventually(() => app.opened.length, "an opened note");
  assert.deepEqual(app.opened, ["drift-report.md#^ef45gh"]);
});

test("a note without findings says so", async () => {
  const { app, run, shown } = lived(() => ({ message: "" }));
  app.show("Projects/Atlas.md");
  run("findings-of-note");
  await noticed(shown, "No findings for this note.");
  assert.equal(shown.modals.length, 0);
});

test("a list that is refused is told with its way out", async () => {
  const { app, run, shown } = lived(() => ({ state: "refused", message: "No.", hint: "Index it." }));
  app.show("Projects/Atlas.md");
  run("findings-of-note");
  await noticed(shown, "No. Index it.");
});

test("rows that are none are passed over, hostile ones are shown as plain text", async () => {
  const evil = {
    finding_id: "ab23cd",
    kind: "<b>x</b>",
    status: { toString: 1 },
    before: "\u202e<script>\n\n2",
    after: ["x"],
    before_line: "1",
    path: null,
  };
  const { app, run, shown } = lived(() => ({ findings: [null, 7, "x", {}, { finding_id: 3 }, evil] }));
  app.show("Projects/Atlas.md");
  run("findings-of-note");
  const modal = await eventually(() => shown.modals[0], "a modal");
  assert.deepEqual(modal.listed(), [["<b>x</b>", "Then: <script> 2", "Now: nothing like it."]]);
});

test("the status bar tells how many findings are open, and leads to the report", async () => {
  const { app, plugin } = alone();
  await eventually(() => plugin.bar.textContent === "Drift 1", "a count");
  assert.equal(plugin.bar.attributes["aria-label"], "1 finding is open: open the drift report");
  plugin.bar.click();
  await eventually(() => app.opened.length === 1, "the report");
  assert.deepEqual(app.opened, ["drift-report.md"]);
});

test("the status bar is empty where nothing is open", async () => {
  const { root, app, plugin } = alone();
  await eventually(() => plugin.bar.textContent === "Drift 1", "a count");
  fs.writeFileSync(path.join(root, "drift-report.md"), REPORT.replace(/^> - \[\[.*, since .*\n/gm, ""));
  app.heard.get("resolved")();
  await eventually(() => plugin.bar.textContent === "", "an empty status bar");
});

test("the pane lists the memories resting on the note, what moved first, and leads there", async () => {
  const { app, run, root } = alone({
    notes: {
      ...NOTES,
      "Memories/a plan.md": "The plan of [[Atlas]] stands.\n",
      "Memories/waits.md": "---\nstatus: quarantined\n---\nPay [[Atlas]] at once.\n",
      "Notes/no memory.md": "See [[Atlas]].\n",
    },
  });
  app.show("Projects/Atlas.md");
  run("show-memories");
  const pane = await eventually(() => app.leaves[0] && app.leaves[0].view, "a pane");
  const seen = () => pane.contentEl.children.map((item) => item.lines);
  await eventually(() => seen().length === 3, "three memories");
  assert.deepEqual(seen(), [
    ["budget", "12,000 € → 15,000 €, since 2026-11-03"],
    ["a plan", "no finding"],
    ["waits", "quarantined"],
  ]);
  assert.equal(app.leaves[0].isRevealed, true);
  pane.contentEl.children[0].children[1].click();
  pane.contentEl.children[1].children[0].click();
  await eventually(() => app.opened.length === 2, "two places");
  assert.deepEqual(app.opened.sort(), ["Memories/a plan.md", "drift-report.md#^ab23cd"]);
  run("show-memories");
  fs.unlinkSync(path.join(root, "Memories/a plan.md"));
  app.heard.get("file-open")();
  await eventually(() => seen().length === 2, "two memories");
  assert.equal(app.leaves.length, 1);
});

test("the pane looks where the vault's settings keep memories", async () => {
  const { app, run } = alone({
    notes: {
      "Atlas.md": "# Atlas\n",
      "Mind/one.md": "Of [[Atlas]].\n",
      "Memories/other.md": "Of [[Atlas]].\n",
      ".vaultwatch/config.toml": '[report]\nfolder = "Drift"\n\n[memories]\nfolder = "Mind"\n',
    },
  });
  app.show("Atlas.md");
  run("show-memories");
  const pane = await eventually(() => app.leaves[0] && app.leaves[0].view, "a pane");
  await eventually(() => pane.contentEl.lines[0] !== "No memory rests on this note.", "a memory");
  assert.deepEqual(pane.contentEl.children.map((item) => item.lines[0]), ["one"]);
});

for (const settings of [
  '[memories] # where they live\nfolder = "Mind" # here\n',
  'memories.folder = "Mind"\n',
  '\ufeff[ "memories" ]\r\n"folder" = \'Mind\'\r\n',
  'memories = { pinned = "P.md", folder = "Mind" } # both\n',
  '[memories]\nnever = ["a", "[report]"]\nfolder = "M\\u0069nd/"\n',
  '[report]\nname = "it\'s.md"\n[[judge.rows]]\nfolder = "No"\n[memories]\nfolder = "Mind"\n',
  '[memories]\n# folder = "No"\nfolder = "Mind"\n[report]\nfolder = "No"\n',
]) {
  test(`settings are read as TOML: ${JSON.stringify(settings)}`, async () => {
    const notes = { "Atlas.md": "# A\n", "Mind/one.md": "Of [[Atlas]].\n" };
    const { app, run } = alone({ notes: { ...notes, ".vaultwatch/config.toml": settings } });
    app.show("Atlas.md");
    run("show-memories");
    const pane = await eventually(() => app.leaves[0] && app.leaves[0].view, "a pane");
    await eventually(() => pane.contentEl.lines[0] !== "No memory rests on this note.", "one");
    assert.deepEqual(pane.contentEl.children.map((item) => item.lines[0]), ["one"]);
  });
}

test("the report opens without asking anybody", async () => {
  const { app, run } = alone();
  run("open-report");
  await eventually(() => app.opened.length, "an opened note");
  assert.deepEqual(app.opened, ["drift-report.md"]);
});

test("a report that the settings put elsewhere is found by its mark", async () => {
  const notes = { "Drift/what drifted.md": REPORT, "drift-report.md": "# Mine\n" };
  const { app, run } = alone({ notes });
  run("open-report");
  await eventually(() => app.opened.length, "an opened note");
  assert.deepEqual(app.opened, ["Drift/what drifted.md"]);
});

const COPY = "drift-report (1).md";

/** A vault in which a sync left a copy of the report, which is newer than the report. */
function copied(more = {}) {
  const all = alone({ notes: { ...NOTES, [COPY]: REPORT, ...more } });
  fs.utimesSync(path.join(all.root, "drift-report.md"), 1, 1);
  return all;
}

test("a tick stands in the report that the settings name, not in a newer copy of it", async () => {
  const { app, root, run, shown } = copied();
  app.show("drift-report.md", { line: lineOf(REPORT, "^ab23cd-dismiss") });
  run("mark-dismissed");
  await noticed(shown, "Ticked in the drift report");
  assert.deepEqual([ticked(root), ticked(root, COPY)], [["ab23cd-dismiss"], []]);
  app.show(COPY, { line: lineOf(REPORT, "^ab23cd-true") });
  run("mark-dismissed");
  await noticed(shown, 'Open "drift-report.md".');
  assert.deepEqual(ticked(root, COPY), []);
});

test("a note that vaultwatch writes and that is no report is none", async () => {
  const inbox = REPORT.replace("# Drift report", "# Inbox");
  const { app, run } = alone({ notes: { "A/Inbox.md": inbox, "B/Drift.md": REPORT } });
  run("open-report");
  await eventually(() => app.opened.length, "an opened note");
  assert.deepEqual(app.opened, ["B/Drift.md"]);
});

for (const [settings, opened] of [
  ['[report]\nname = "z.md"\n\n[memories]\nfolder = "M"\n', "z.md"],
  ['[report]\nfolder = "/A/"\nname = "z.md"\n', "A/z.md"],
  ["", null],
]) {
  test(`of several reports the one that the settings name is read: ${opened}`, async () => {
    const notes = { "z.md": REPORT, "A/z.md": REPORT, "B.md": REPORT };
    const { app, run, shown } = alone({ notes: { ...notes, ".vaultwatch/config.toml": settings } });
    run("open-report");
    if (opened === null) return noticed(shown, "More than one note is a drift report.");
    await eventually(() => app.opened.length, "an opened note");
    assert.deepEqual(app.opened, [opened]);
  });
}

test("a report that is missing is asked for", async () => {
  const { app, daemon, run, root } = lived(
    () => {
      setTimeout(() => fs.writeFileSync(path.join(root, "drift-report.md"), REPORT), 30);
      return { message: "Written." };
    },
    { notes: { "A.md": "# A\n" } },
  );
  run("open-report");
  await eventually(() => app.opened.length, "an opened note");
  assert.deepEqual([daemon.requests, app.opened], [[{ verb: "report" }], ["drift-report.md"]]);
});

test("a report that never comes is told of", async () => {
  const { run, shown } = lived(null, { notes: { "A.md": "# A\n" } });
  run("open-report");
  await noticed(shown, "no drift report in this vault yet");
});

for (const [what, words, finding] of [
  ["the line that names it", "|12,000 €.]]** ^ab23cd", "ab23cd"],
  ["one of its boxes", "^ab23cd-true", "ab23cd"],
  ["the box of a suggested wording", "^ab23cd-apply", "ab23cd"],
  ["a box with words behind its id", "my own words", "ab23cd"],
  ["a remark below it", "What I think", "ab23cd"],
  ["the second of a passage", "^ef45gh-true", "ef45gh"],
  ["the quotes of a passage with one finding", "then “x”", "jk67mn"],
  ["how it was judged", "12,000 € → **15,000 €**; a value", "ab23cd"],
  ["what is left of it where it is folded away", "[!note]- The fourth", "mn89pq"],
  ["a box of one that is folded away", "^mn89pq-true", "mn89pq"],
]) {
  for (const [command, answer] of [
    ["mark-still-true", "true"],
    ["mark-dismissed", "dismiss"],
  ]) {
    test(`${command} with the cursor on ${what} ticks a box of ${finding}`, async () => {
      const { app, daemon, root, run, shown } = lived();
      app.show("drift-report.md", { line: lineOf(REPORT, words) });
      run(command);
      await noticed(shown, "Ticked in the drift report");
      assert.deepEqual([ticked(root), daemon.requests], [[`${finding}-${answer}`], []]);
      const now = fs.readFileSync(path.join(root, "drift-report.md"), "utf8");
      assert.equal(now.replace("[x]", "[ ]"), REPORT);
    });
  }
}

for (const [command, answer] of [
  ["mark-outdated", "outdated"],
  ["mark-still-true", "dismiss"],
]) {
  const doubt = { ...ROW, finding_id: "gh12jk", path: "Memories/tea.md", outcome: "in_doubt" };
  for (const [place, options] of [
    ["drift-report.md", { line: lineOf(REPORT, "now nothing like it ^gh12jk") }],
    ["Memories/tea.md", {}],
  ]) {
    test(`${command} on what is in doubt, from ${place}, ticks ${answer}`, async () => {
      const notes = { ...NOTES, "Memories/tea.md": "Tea is at four, says [[Atlas]].\n" };
      const { app, daemon, root, run, shown } = lived(() => ({ findings: [doubt] }), { notes });
      app.show(place, options);
      run(command);
      await noticed(shown, "Ticked in the drift report");
      assert.deepEqual(ticked(root), [`gh12jk-${answer}`]);
      const wanted = command === "mark-outdated" ? "in_doubt" : "all";
      assert.deepEqual(
        daemon.requests,
        place === "drift-report.md" ? [] : [{ verb: "findings", note: place, outcome: wanted }],
      );
    });
  }
}

test("what has drifted is outdated already: no box says so", async () => {
  const { app, root, run, shown } = alone();
  app.show("drift-report.md", { line: lineOf(REPORT, "^ab23cd-true") });
  run("mark-outdated");
  await noticed(shown, "holds no such box");
  assert.deepEqual(ticked(root), []);
});

test("a finding that asks something else is left to its own boxes", async () => {
  const { app, root, run, shown } = alone();
  app.show("drift-report.md", { line: lineOf(REPORT, "^uv78wx-activate") });
  run("mark-still-true");
  await noticed(shown, "holds no such box");
  assert.deepEqual(ticked(root), []);
});

for (const [number, title, answer] of [
  [0, "They are mine", "activate"],
  [1, "Leave them as reported", "leave"],
]) {
  test(`${JSON.stringify(title)} is ticked once the words were shown whole`, async () => {
    const { root, run, shown } = alone();
    run("confirm-words");
    const modal = await eventually(() => shown.modals[0], "a modal");
    const [mine, left] = modal.listed();
    assert.deepEqual(left, ["Leave them as reported"]);
    assert.deepEqual([mine[0], mine.length], ["They are mine", 3]);
    assert.ok(mine[1].endsWith("It does.”") && mine[2].includes("<b>deep</b>"));
    assert.deepEqual(ticked(root), []);
    modal.pick(number);
    await noticed(shown, "Ticked in the drift report");
    assert.deepEqual(ticked(root), [`uv78wx-${answer}`]);
  });
}

for (const [number, title, answer] of [
  [0, "Still true: Shed says so", "there1"],
  [1, "Still true, and the note says so in other words", "here"],
  [2, "Still true, though no note says so", "unverified"],
]) {
  test(`where its note fell silent, it is asked who says so: ${answer}`, async () => {
    const { app, root, run, shown } = alone();
    app.show("drift-report.md", { line: lineOf(REPORT, "^yz23ab-unverified") });
    run("mark-still-true");
    const modal = await eventually(() => shown.modals[0], "a modal");
    assert.deepEqual(modal.listed()[number], [title]);
    modal.pick(number);
    await noticed(shown, "Ticked in the drift report");
    assert.deepEqual(ticked(root), [`yz23ab-${answer}`]);
  });
}

test("where nothing asks whose words they are, that is said", async () => {
  const { run, shown } = alone({ notes: { "drift-report.md": REPORT.replace("Are they yours", "x") } });
  run("confirm-words");
  await noticed(shown, "Nothing waits to be confirmed.");
});

for (const words of ["Box 3 ^quoted", "**2 memories**"]) {
  test(`on ${JSON.stringify(words)}, which two findings share, it is asked which`, async () => {
    const { app, root, run, shown } = alone();
    app.show("drift-report.md", { line: lineOf(REPORT, words) });
    run("mark-dismissed");
    const modal = await eventually(() => shown.modals[0], "a modal");
    assert.equal(modal.listed().length, 2);
    assert.match(modal.listed()[1][0], /^€\.$/);
    modal.pick(1);
    await noticed(shown, "Ticked in the drift report");
    assert.deepEqual(ticked(root), ["ef45gh-dismiss"]);
  });
}

for (const words of ["# Drift report", "generated: vaultwatch", "^all-12ab34cd-true", "- budget, resolved"]) {
  test(`on ${JSON.stringify(words)} there is no finding, and it is said`, async () => {
    const { app, daemon, run, shown } = lived();
    app.show("drift-report.md", { line: lineOf(REPORT, words) });
    run("mark-dismissed");
    await noticed(shown, "There is no finding under the cursor.");
    assert.deepEqual(daemon.requests, []);
  });
}

test("in a memory note with one finding that one is meant", async () => {
  const { app, root, run, shown } = lived(() => ({
    findings: [ROW, { ...OTHER, status: "dismissed" }],
  }));
  app.show("Memories/budget.md");
  run("mark-still-true");
  await noticed(shown, "Ticked in the drift report");
  assert.deepEqual([ticked(root), shown.modals.length], [["ab23cd-true"], 0]);
});

for (const [what, note, findings, number] of [
  ["a memory note with several", "Memories/budget.md", [ROW, { ...ROW, finding_id: "jk67mn" }], 1],
  ["a cited note, even with one", "Projects/Atlas.md", [ROW], 0],
]) {
  test(`in ${what}, it is asked which is meant`, async () => {
    const { app, root, run, shown } = lived(() => ({ findings }));
    app.show(note);
    run("mark-dismissed");
    (await eventually(() => shown.modals[0], "a modal")).pick(number);
    await noticed(shown, "Ticked in the drift report");
    assert.deepEqual(ticked(root), [`${findings[number].finding_id}-dismiss`]);
  });
}

test("in a note without findings nothing is marked, and it is said", async () => {
  const { app, run, shown } = lived();
  app.show("Projects/Atlas.md");
  run("mark-dismissed");
  await noticed(shown, "There is no finding here.");
});

test("what is selected becomes a memory of its note and heading", async () => {
  const { app, daemon, run, shown } = lived(() => ({ message: "Remembered." }));
  app.show("Projects/Atlas.md", { select: "The budget is 15,000 € until June." });
  run("remember-selection");
  await noticed(shown, "Remembered.");
  assert.deepEqual(daemon.requests, [
    {
      verb: "remember",
      text: "The budget is 15,000 € until June.",
      note: "Projects/Atlas.md",
      heading: "Status",
    },
  ]);
});

test("a selection above every heading cites the note alone", async () => {
  const notes = { "A.md": "Before it.\n\n# A\n" };
  const { app, daemon, run, shown } = lived(null, { notes });
  app.show("A.md", { select: "Before it." });
  run("remember-selection");
  await noticed(shown, "Done.");
  assert.deepEqual(daemon.requests, [{ verb: "remember", text: "Before it.", note: "A.md" }]);
});

test("a heading that has moved since Obsidian read the note is left out", async () => {
  const { app, daemon, run, shown } = lived();
  const view = app.show("Projects/Atlas.md", { select: "The budget" });
  view.editor.lines.splice(1, 0, "", "");
  view.editor.cursor.line += 2;
  run("remember-selection");
  await noticed(shown, "Done.");
  assert.equal(daemon.requests[0].heading, undefined);
});

test("without a selection nothing is remembered, and it is said", async () => {
  const { app, daemon, run, shown } = lived();
  app.show("Projects/Atlas.md");
  run("remember-selection");
  await noticed(shown, "Select the words to remember first.");
  assert.deepEqual(daemon.requests, []);
});

test("a selection longer than a request may be is not sent", async () => {
  const text = "ä".repeat(40000);
  const { app, daemon, run, root, shown } = lived(null, { notes: { "A.md": text } });
  app.show("A.md", { select: text });
  run("remember-selection");
  await noticed(shown, "too long");
  assert.deepEqual([daemon.requests, standing(root)], [[], []]);
});

test("two commands at once each get their own answer", async () => {
  const { app, run, shown } = lived((request) => ({ message: `For ${request.note || "all"}.` }));
  app.show("Projects/Atlas.md");
  run("rescan-vault");
  run("rescan-note");
  await noticed(shown, "For all.");
  await noticed(shown, "For Projects/Atlas.md.");
});
