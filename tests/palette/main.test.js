"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");

const { PALETTE, code, eventually } = require("./obsidian-stub.js");
const { FOLDER, standing } = require("./fake-daemon.js");
const {
  NOTES,
  REPORT,
  alone,
  isWhole,
  lineOf,
  lived,
  noticed,
  paneOf,
  ticked,
} = require("./lived.js");

test("the manifest is what Obsidian asks for and allows phones", () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(PALETTE, "manifest.json"), "utf8"));
  assert.equal(manifest.id, "vaultwatch");
  assert.equal(manifest.isDesktopOnly, false);
  for (const key of ["version", "minAppVersion"]) assert.match(manifest[key], /^\d+\.\d+\.\d+$/);
  assert.ok(manifest.description.length <= 250 && manifest.description.endsWith("."));
});

test("no command has a hotkey, the plugin's name or capitals within its own", () => {
  const { plugin } = alone();
  assert.equal(plugin.commands.size, 9);
  for (const command of plugin.commands.values()) {
    assert.equal(command.hotkeys, undefined);
    assert.match(command.name, /^[A-Z][a-z ]+$/);
    assert.doesNotMatch(`${command.id} ${command.name}`, /vaultwatch/i);
  }
});

test("the plugin makes no HTML of text, runs no text and uses nothing a phone lacks", () => {
  for (const name of ["main.js", "vaultwatch_request.js"]) {
    assert.doesNotMatch(
      code(name),
      /innerHTML|outerHTML|insertAdjacent|\beval\b|new Function|electron\b['"]|fetch\(|requestUrl|process\./,
    );
  }
});

for (const [command, request] of [
  ["rescan-vault", { verb: "rescan" }],
  ["rescan-note", { verb: "rescan", note: "Projects/Atlas.md" }],
]) {
  test(`${command} asks, shows the answer and leaves nothing behind`, async () => {
    const { app, daemon, run, root, shown } = lived(() => ({
      message: "Looked at 3 notes.",
      hint: "All well.",
    }));
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

for (const command of ["rescan-note", "mark-dismissed", "remember-selection", "undo"]) {
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
  assert.equal(plugin.daemon.waiting.size, 0);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual([shown.notices.length, daemon.requests.length], [1, asked]);
  assert.equal(standing(root).length, 2);
});

test("an unload lets a waiting command end, and no later one wait", async () => {
  const { plugin, root } = alone();
  const waiting = plugin.attempt(() => plugin.rescan({}));
  await eventually(() => standing(root).length, "a wait");
  plugin.unload();
  await waiting;
  await assert.rejects(plugin.daemon.pause(1e9));
  assert.equal(standing(root).length, 1);
});

test("the status bar tells how many findings are open, and leads to the pane", async () => {
  const { app, plugin } = alone();
  await eventually(() => plugin.bar.textContent === "Drift 1", "a count");
  assert.equal(plugin.bar.attributes["aria-label"], "1 finding is open: open the pane");
  plugin.bar.click();
  await eventually(() => app.leaves.length === 1, "the pane");
});

test("the status bar is empty where nothing is open", async () => {
  const { root, app, plugin } = alone();
  await eventually(() => plugin.bar.textContent === "Drift 1", "a count");
  fs.writeFileSync(
    path.join(root, "drift-report.md"),
    REPORT.replace(/^> - \[\[.*, since .*\n/gm, ""),
  );
  app.heard.get("resolved")();
  await eventually(() => plugin.bar.textContent === "", "an empty status bar");
});

test("the report opens without asking anybody", async () => {
  const { app, run } = alone();
  run("open-report");
  await eventually(() => app.opened.length, "an opened note");
  assert.deepEqual(app.opened, ["drift-report.md:0"]);
});

test("a report that the settings put elsewhere is found by its mark", async () => {
  const notes = { "Drift/what drifted.md": REPORT, "drift-report.md": "# Mine\n" };
  const { app, run } = alone({ notes });
  run("open-report");
  await eventually(() => app.opened.length, "an opened note");
  assert.deepEqual(app.opened, ["Drift/what drifted.md:0"]);
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
  assert.deepEqual(app.opened, ["B/Drift.md:0"]);
});

for (const [settings, opened] of [
  ['[report]\nname = "z.md"\n\n[memories]\nfolder = "M"\n', "z.md"],
  ['[report]\nfolder = "/A/"\nname = "z.md"\n', "A/z.md"],
  ["", null],
]) {
  test(`of several reports the one that the settings name is read: ${opened}`, async () => {
    const notes = { "z.md": REPORT, "A/z.md": REPORT, "B.md": REPORT };
    const { app, run, shown } = alone({
      notes: { ...notes, ".vaultwatch/config.toml": settings },
    });
    run("open-report");
    if (opened === null) return noticed(shown, "More than one note is a drift report.");
    await eventually(() => app.opened.length, "an opened note");
    assert.deepEqual(app.opened, [`${opened}:0`]);
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
  assert.deepEqual([daemon.requests, app.opened], [[{ verb: "report" }], ["drift-report.md:0"]]);
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
  ["why it is told", "since 2026-11-03: a value changed", "ab23cd"],
  ["the lines that it rests on", "line 14: “~~12,000 €~~", "ab23cd"],
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
      assert.deepEqual(ticked(root), [`${finding}-${answer}`]);
      assert.deepEqual(daemon.requests, [{ verb: "report" }]);
      const now = fs.readFileSync(path.join(root, "drift-report.md"), "utf8");
      assert.equal(now.replace("[x]", "[ ]"), REPORT);
    });
  }
}

for (const [command, answer] of [
  ["mark-outdated", "outdated"],
  ["mark-still-true", "true"],
]) {
  for (const [place, options] of [
    ["drift-report.md", { line: lineOf(REPORT, "now nothing like it ^gh12jk") }],
    ["Memories/tea.md", {}],
  ]) {
    test(`${command} on what is in doubt, from ${place}, ticks ${answer}`, async () => {
      const notes = { ...NOTES, "Memories/tea.md": "Tea is at four, says [[Atlas]].\n" };
      const { app, root, run, shown } = lived(null, { notes });
      app.show(place, options);
      run(command);
      await noticed(shown, "Ticked in the drift report");
      assert.deepEqual(ticked(root), [`gh12jk-${answer}`]);
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

test("a tick that nobody takes stays, and it is said how to start the daemon", async () => {
  const { app, root, run, shown } = alone();
  app.show("drift-report.md", { line: lineOf(REPORT, "^ab23cd-true") });
  run("mark-dismissed");
  const { message } = await noticed(shown, "No vaultwatch daemon answers.");
  assert.match(message, /^Ticked in the drift report.*`vaultwatch run`/);
  assert.doesNotMatch(message, /withdrawn/);
  assert.deepEqual([ticked(root), standing(root)], [["ab23cd-dismiss"], []]);
});

for (const [what, place, words, wanted] of [
  ["the quotes that two findings share", "drift-report.md", "Box 3 ^quoted", "ab23cd-true"],
  ["what two findings share", "drift-report.md", "**2 memories**", "ab23cd-true"],
  ["one whose note fell silent", "drift-report.md", "^yz23ab-unverified", "yz23ab-there1"],
  ["a memory note with several", "Memories/budget.md", "", "ab23cd-true"],
  ["a cited note, even with one", "Fair.md", "", "mn89pq-true"],
]) {
  test(`on ${what}, the pane asks which is meant`, async () => {
    const notes = { ...NOTES, "Fair.md": "# Fair\n", "Memories/budget.md": "[[Atlas]].\n" };
    notes["drift-report.md"] = REPORT.replace("Memories/third", "Memories/budget");
    const all = alone({ notes });
    const { app, root, run, shown } = all;
    app.show(place, words ? { line: lineOf(REPORT, words) } : {});
    run("mark-still-true");
    await noticed(shown, "Choose in the pane");
    const { button } = await paneOf(all);
    const isFocused = () => button(wanted).ownerDocument.activeElement === button(wanted);
    await eventually(isFocused, "the button that is meant");
    assert.deepEqual(ticked(root), []);
  });
}

for (const words of [
  "# Drift report",
  "generated: vaultwatch",
  "^all-12ab34cd-true",
  "- budget, resolved",
]) {
  test(`on ${JSON.stringify(words)} there is no finding, and it is said`, async () => {
    const { app, daemon, run, shown } = lived();
    app.show("drift-report.md", { line: lineOf(REPORT, words) });
    run("mark-dismissed");
    await noticed(shown, "There is no finding under the cursor.");
    assert.deepEqual(daemon.requests, []);
  });
}

test("in a memory note with one finding that one is meant", async () => {
  const { app, root, run, shown } = lived();
  app.show("Memories/budget.md");
  run("mark-still-true");
  await noticed(shown, "Ticked in the drift report");
  assert.deepEqual(ticked(root), ["ab23cd-true"]);
});

test("in a note without findings nothing is marked, and it is said", async () => {
  const { app, run, shown } = lived(null, { notes: { ...NOTES, "Tent.md": "# Tent\n" } });
  app.show("Tent.md");
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
