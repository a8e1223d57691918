"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");

const { eventually } = require("./obsidian-stub.js");
const { standing } = require("./fake-daemon.js");
const { NOTES, REPORT, alone, lived, noticed, paneOf, ticked } = require("./lived.js");

const SETTLED = REPORT.replace(
  /- \*\*\[\[Memories\/deep[^]*?\^yz23ab-dismiss\n/,
  "- The well is deep: “deep” is still true.\n",
)
  .replace("settled this week: 1", "settled this week: 2")
  .replace("> - budget, resolved", "> - 2026-11-21: “deep” is still true.\n> - budget, resolved");

/** A daemon that settles, when it is asked to look, what is ticked, and takes it back. */
function settling(more = {}) {
  const all = lived((request) => {
    const isUndone = request.verb === "undo";
    const isTicked = ticked(all.root).length > 0;
    if (isUndone || isTicked) {
      fs.writeFileSync(path.join(all.root, "drift-report.md"), isUndone ? REPORT : SETTLED);
    }
    const findings = isTicked ? [{ finding_id: "yz23ab" }, null, { finding_id: 7 }] : [];
    return {
      message: isUndone ? "Taken back: finding yz23ab stands as before." : "Written.",
      findings,
    };
  }, more);
  return all;
}

test("what is found against the note in front stands first, then the rest of the vault", async () => {
  const all = alone({ notes: { ...NOTES, "Fair.md": "# Fair\n" } });
  all.app.show("Fair.md");
  const { pane, all: seen, sections } = await paneOf(all);
  await eventually(() => sections().length === 8, "the findings");
  const heads = seen("h3, h4").map((one) => one.textContent);
  assert.deepEqual(heads, ["Fair", "Elsewhere in the vault", "What to look at", "In doubt"]);
  assert.equal(sections()[0].getAttribute("aria-label"), "The fourth is here. (fourth in Fair)");
  assert.equal(pane.getDisplayText(), "Findings and memories");
  all.app.show("Projects/Atlas.md");
  all.app.heard.get("file-open")();
  await eventually(() => seen("h3")[0].textContent === "Atlas", "the other note");
  const first = sections()
    .slice(0, 3)
    .map((one) => one.getAttribute("aria-label"));
  assert.deepEqual(first, ["12,000 €.", "€.", "The third is x."]);
});

test("both quotes are shown, of a passage that several rest on too", async () => {
  const all = alone();
  const { sections } = await paneOf(all);
  await eventually(() => sections().length === 8, "the findings");
  const parts = (section) => section.children.slice(0, 2).map((one) => one.textContent);
  const find = (name) => sections().find((one) => one.getAttribute("aria-label") === name);
  assert.deepEqual(parts(find("€.")), [
    "€.",
    "Atlas › Status, line 14: “The budget is 12,000 €. Box 3 ^quoted”",
  ]);
  assert.deepEqual(parts(find("The third is x.")), [
    "The third is x.",
    "Atlas › Status, line 20: then “x”, now “y”",
  ]);
  assert.deepEqual(parts(find("“Tea is at four.” (tea)")), [
    "“Tea is at four.” (tea)",
    "then “Tea is at four.”, now nothing like it",
  ]);
  const struck = find("€.")
    .querySelectorAll("del")
    .map((one) => one.textContent);
  assert.deepEqual(struck, ["12,000 €"]);
  const wording = find("12,000 €.").children[2];
  assert.equal(wording.textContent, "Use this wording: “12,000 € 15,000 €.”");
  assert.deepEqual(
    wording.querySelectorAll("mark, strong").map((one) => one.textContent),
    ["15,000 €", "15,000 €"],
  );
});

test("what is agreed to is shown whole, as text", async () => {
  const { sections } = await paneOf(alone());
  await eventually(() => sections().length === 8, "the findings");
  const asked = sections().find((one) => one.textContent.includes("They are mine"));
  assert.match(asked.textContent, /well: “The well is <b>deep<\/b>.”/);
  assert.ok(asked.textContent.includes(`The gate opens at nine.${" It does.".repeat(60)}”`));
});

test("a wording that quotes a box's name is shown whole, and answers its own finding", async () => {
  const all = alone();
  const quoting = REPORT.replace("**15,000 €**==.”", "**15,000 €**== \\^ef45gh-forget.”");
  fs.writeFileSync(path.join(all.root, "drift-report.md"), quoting);
  const { button, sections } = await paneOf(all);
  await eventually(() => button("ab23cd-apply"), "the buttons");
  const own = sections().find((one) => one.textContent.includes("Use this wording"));
  assert.ok(own.textContent.includes("Use this wording: “12,000 € 15,000 € ^ef45gh-forget.”"));
});

test("every box of the report is a button with its name", async () => {
  const { button, all } = await paneOf(alone());
  await eventually(() => button("ab23cd-apply"), "the buttons");
  const boxes = Array.from(REPORT.matchAll(/- \[ \].*\^([\w-]+-[a-z]+\d?)/g), (found) => found[1]);
  const keys = all("button").map((one) => one.getAttribute("data-key"));
  assert.deepEqual(keys.filter((key) => key !== "report").sort(), boxes.sort());
  const names = (keys) => keys.map((key) => button(key).textContent);
  assert.deepEqual(
    names(["ab23cd-apply", "ab23cd-true", "ab23cd-dismiss", "yz23ab-there1", "all-12ab34cd-true"]),
    [
      "Apply",
      "Still true",
      "False alarm",
      "Still true: Shed says so",
      "All 3 on “Atlas” are still true",
    ],
  );
  assert.equal(button("ab23cd-apply").getAttribute("aria-label"), "Apply: 12,000 €.");
  assert.equal(button("ab23cd-apply").getAttribute("aria-pressed"), "false");
});

const GOLDEN = path.join(__dirname, "../golden/report");

for (const name of fs.readdirSync(GOLDEN)) {
  const text = fs.readFileSync(path.join(GOLDEN, name), "utf8");
  const boxes = Array.from(
    text.matchAll(/- \[[ x]\].*\^([\w-]+-[a-z]+\d?)$/gm),
    (found) => found[1],
  );
  if (boxes.length === 0) continue;
  test(`the pane offers what the report does, with what it says: ${name}`, async () => {
    const { all, sections, button } = await paneOf(alone({ notes: { "drift-report.md": text } }));
    await eventually(() => button(boxes[0]), "the buttons");
    const keys = all("button").map((one) => one.getAttribute("data-key"));
    assert.deepEqual(
      keys.filter((key) => key !== "report"),
      boxes,
    );
    for (const section of sections()) {
      assert.doesNotMatch(section.textContent, /\\[[~=$*`]/);
      assert.ok(section.getAttribute("aria-label"));
    }
    assert.ok(all("a").every((one) => one.textContent));
  });
}

test("a button has its box carried out, says what became of it, and undo takes it back", async () => {
  const all = settling();
  const { button, told, pane } = await paneOf(all);
  await eventually(() => button("yz23ab-here"), "the buttons");
  button("yz23ab-here").click();
  await eventually(() => told().includes("“deep” is still true."), "what became of it");
  assert.equal(button("yz23ab-here"), null);
  assert.equal(pane.contentEl.ownerDocument.activeElement, button("undo"));
  assert.equal(button("undo").getAttribute("aria-label"), "Undo: “deep” is still true.");
  button("undo").click();
  await eventually(() => told().includes("Taken back: finding yz23ab stands as before."), "undone");
  assert.ok(button("yz23ab-here"));
  assert.equal(button("undo"), null);
  const asked = all.daemon.requests.filter((one) => one.verb !== "report");
  assert.deepEqual(asked, [{ verb: "undo", finding: "yz23ab" }]);
  assert.deepEqual(standing(all.root), []);
});

test("the command takes the last answer back, once there is one", async () => {
  const all = settling();
  const { app, root, run, shown } = all;
  assert.equal(run("undo"), false);
  app.show("drift-report.md", {
    line: REPORT.slice(0, REPORT.indexOf("^yz23ab-dismiss")).split("\n").length - 1,
  });
  run("mark-dismissed");
  await noticed(shown, "“deep” is still true.");
  await eventually(() => run("undo"), "an answer to take back");
  await eventually(
    () => fs.readFileSync(path.join(root, "drift-report.md"), "utf8") === REPORT,
    "the report as before",
  );
});

test("an answer that is not the last thing done is not offered to be taken back", async () => {
  const all = settling();
  const { daemon } = all;
  const { answerTo } = daemon;
  daemon.answerTo = (request) => ({ ...answerTo(request), findings: [{ finding_id: "ab23cd" }] });
  const { button, told } = await paneOf(all);
  await eventually(() => button("yz23ab-here"), "the buttons");
  button("yz23ab-here").click();
  await eventually(() => told().includes("“deep” is still true."), "what became of it");
  await eventually(() => !all.plugin.isBusy, "its end");
  assert.equal(button("undo"), null);
});

test("an undo that is refused says why", async () => {
  const all = settling();
  const { button } = await paneOf(all);
  await eventually(() => button("yz23ab-here"), "the buttons");
  button("yz23ab-here").click();
  await eventually(() => button("undo"), "an answer to take back");
  all.daemon.answerTo = () => ({
    state: "refused",
    message: "It is not the last thing.",
    hint: "Run it.",
  });
  button("undo").click();
  await noticed(all.shown, "It is not the last thing. Run it.");
});

test("one answer is carried out at a time", async () => {
  const all = lived();
  const { button, told } = await paneOf(all);
  await eventually(() => button("ab23cd-true"), "the buttons");
  await eventually(() => standing(all.root).length === 0, "nothing asked");
  all.daemon.answer = () => {};
  button("ab23cd-true").click();
  button("ef45gh-true").click();
  await eventually(() => ticked(all.root).length > 0, "a tick");
  await eventually(() => standing(all.root).length > 0, "a request");
  assert.match(told(), /vaultwatch is at it…/);
  assert.deepEqual(ticked(all.root), ["ab23cd-true"]);
});

test("words that changed since they were read are not agreed to", async () => {
  const all = lived();
  const { button } = await paneOf(all);
  const shown = await eventually(() => button("ab23cd-apply"), "the buttons");
  const other = REPORT.replace(
    "Use this wording: “~~12,000 €~~ ==**15,000 €**==",
    "Use this wording: “~~12,000 €~~ ==**99 €**==",
  );
  fs.writeFileSync(path.join(all.root, "drift-report.md"), other);
  shown.click();
  await noticed(all.shown, "written anew meanwhile");
  assert.equal(fs.readFileSync(path.join(all.root, "drift-report.md"), "utf8"), other);
});

test("a box that is ticked is pressed, and pressing it again takes the tick back", async () => {
  const all = lived();
  const { button } = await paneOf(all);
  await eventually(() => button("ab23cd-true"), "the buttons");
  button("ab23cd-true").click();
  await eventually(() => button("ab23cd-true").getAttribute("aria-pressed") === "true", "pressed");
  await eventually(() => !all.plugin.isBusy, "the answer");
  button("ab23cd-true").click();
  await eventually(
    () => button("ab23cd-true").getAttribute("aria-pressed") === "false",
    "not pressed",
  );
  assert.equal(fs.readFileSync(path.join(all.root, "drift-report.md"), "utf8"), REPORT);
});

test("where no daemon answers the pane says so, how to start one, and tries again", async () => {
  const all = alone();
  const { button, told } = await paneOf(all);
  await eventually(() => told().includes("No vaultwatch daemon answers."), "it is said");
  assert.match(told(), /vaultwatch run, .*vaultwatch setup service install\./);
  assert.equal(all.shown.notices.length, 0);
  const { daemon, app } = all;
  app.vault.adapter.onRenamed = (place) => daemon.take(place);
  button("greet").click();
  await eventually(() => daemon.requests.length === 1, "a request");
  await eventually(() => !told().includes("No vaultwatch daemon"), "it is said no more");
  await eventually(() => standing(all.root).length === 0, "nothing left behind");
});

test("on a phone nobody is asked; a tick waits for the sync", async () => {
  const all = alone({ isMobile: true });
  const { button, told } = await paneOf(all);
  await eventually(() => button("ab23cd-true"), "the buttons");
  button("ab23cd-true").click();
  await eventually(() => told().includes("once your sync has carried it"), "it is said");
  assert.deepEqual([ticked(all.root), standing(all.root)], [["ab23cd-true"], []]);
});

test("memories, notes and the report open at the line", async () => {
  const notes = {
    ...NOTES,
    "Memories/third.md": "---\nid: x\n---\nBefore.\n\n**The third is [[Projects/Atlas|x]].**\n",
    "Projects/Atlas.md": `${"Line.\n".repeat(30)}Here the words stand.\n`,
    "drift-report.md": REPORT.replace(
      "**now** “y”",
      "**now** “~~Where~~ ==**Here**== the words stand.”",
    ),
  };
  const all = alone({ notes });
  const { sections } = await paneOf(all);
  const third = await eventually(
    () => sections().find((one) => one.getAttribute("aria-label") === "The third is x."),
    "the finding",
  );
  for (const link of third.querySelectorAll("a")) link.click();
  await eventually(() => all.app.opened.length === 3, "three places");
  const line = REPORT.split("\n").findIndex((one) => one.endsWith("^jk67mn"));
  assert.deepEqual(all.app.opened.sort(), [
    "Memories/third.md:5",
    "Projects/Atlas.md:30",
    `drift-report.md:${line}`,
  ]);
});

test("memories that rest on the note and hold are listed below", async () => {
  const all = alone({
    notes: {
      ...NOTES,
      "Memories/a plan.md": "The plan of [[Atlas]] stands.\n",
      "Memories/waits.md": "---\nstatus: quarantined\n---\nPay [[Atlas]] at once.\n",
      "Notes/no memory.md": "See [[Atlas]].\n",
    },
  });
  all.app.show("Projects/Atlas.md");
  const { all: seen } = await paneOf(all);
  await eventually(() => seen("li").length === 2, "two memories");
  assert.deepEqual(
    seen("li").map((one) => one.textContent),
    ["a plan", "waits (quarantined)"],
  );
  seen("li")[0].children[0].click();
  await eventually(() => all.app.opened.length === 1, "the memory");
  assert.deepEqual(all.app.opened, ["Memories/a plan.md:0"]);
  fs.unlinkSync(path.join(all.root, "Memories/a plan.md"));
  all.app.heard.get("resolved")();
  await eventually(() => seen("li").length === 1, "one memory");
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
    const notes = {
      "Atlas.md": "# A\n",
      "Mind/one.md": "Of [[Atlas]].\n",
      "Memories/two.md": "[[Atlas]]\n",
    };
    const all = alone({ notes: { ...notes, ".vaultwatch/config.toml": settings } });
    all.app.show("Atlas.md");
    const { all: seen } = await paneOf(all);
    await eventually(() => seen("li").length === 1, "one memory");
    assert.deepEqual(
      seen("li").map((one) => one.textContent),
      ["one"],
    );
  });
}

test("a vault without a report says so", async () => {
  const { all, told } = await paneOf(lived(null, { notes: { "A.md": "# A\n" } }));
  await eventually(
    () => all("p").some((one) => one.textContent.includes("`vaultwatch scan`")),
    "it",
  );
  assert.equal(told(), "");
});

test("the settings are told, kept, and do what they say", async () => {
  const data = { report: "Drift/Other.md", showsBar: "yes", gone: 1 };
  const notes = { ...NOTES, "Drift/Other.md": REPORT.replace(/> - \[\[.*, since .*\n/, "") };
  const all = alone({ data, notes });
  const { app, plugin } = all;
  const { all: seen, button } = await paneOf(all);
  app.tab.display();
  const lines = app.tab.containerEl.children.map((one) => one.setting);
  assert.deepEqual(
    lines.map((one) => [one.name, one.value]),
    [
      ["Drift report", "Drift/Other.md"],
      ["Status bar", true],
      ["Findings elsewhere in the vault", true],
      ["What is in doubt", true],
      ["Memories that rest on the note", true],
      ["Marks in notes", true],
    ],
  );
  await eventually(
    () => plugin.held.file && plugin.held.file.path === "Drift/Other.md",
    "the report",
  );
  assert.equal(plugin.bar.textContent, "");
  await lines[0].enter("");
  await eventually(() => plugin.bar.textContent === "Drift 1", "the usual report");
  assert.ok(button("gh12jk-outdated"));
  await lines[1].enter(false);
  await lines[3].enter(false);
  assert.equal(plugin.bar.textContent, "");
  assert.equal(button("gh12jk-outdated"), null);
  await lines[2].enter(false);
  assert.equal(seen("section").length, 0);
  assert.deepEqual(app.data, { ...all.plugin.chosen });
  assert.deepEqual([app.data.showsVault, "gone" in app.data], [false, false]);
});

const MARKED = {
  ...NOTES,
  "Memories/third.md": "---\nid: x\n---\nThe third is x, of [[Atlas]].\n",
  "Projects/Atlas.md": "# Atlas\n\nOther.\n\n- [ ] The third is y, says [[Tom|he]].\n",
  "drift-report.md": REPORT.replace("|The third is x.]]", "|The third is x, of Atlas.]]").replace(
    "then “x”, **now** “y”",
    "“The third is ~~x~~ ==**y**==, says he.”",
  ),
};

/** What the plugin marks in the editor of a note: where a line begins, and the title. */
function editorMarks({ app, root }, place) {
  const text = fs.readFileSync(path.join(root, place), "utf8");
  const lines = text.split("\n");
  const line = (number) => ({
    from: lines.slice(0, number - 1).join("\n").length + Number(number > 1),
  });
  const doc = { toString: () => text, line };
  const view = { state: { doc, field: () => ({ file: { path: place } }) } };
  return Array.from(app.extension[0].make(view).marks, (one) => [
    text.slice(one.from).split("\n")[0],
    one.attributes.title,
  ]);
}

test("the lines that a finding is about are marked in the editor, and no others", async () => {
  const all = alone({ notes: MARKED });
  await eventually(() => all.plugin.held.file, "the report");
  assert.deepEqual(editorMarks(all, "Projects/Atlas.md"), [
    [
      "- [ ] The third is y, says [[Tom|he]].",
      "A memory says otherwise: The third is x, of Atlas.",
    ],
  ]);
  assert.deepEqual(editorMarks(all, "Memories/third.md"), [
    ["The third is x, of [[Atlas]].", "Its note says otherwise now."],
  ]);
  assert.deepEqual(editorMarks(all, "drift-report.md"), []);
  assert.equal(all.app.updates, 1);
  await all.plugin.change("showsMarks", false);
  assert.deepEqual(editorMarks(all, "Projects/Atlas.md"), []);
  assert.equal(all.app.updates, 2);
});

test("a line that says the words no more is not marked", async () => {
  const all = alone({
    notes: { ...MARKED, "Projects/Atlas.md": "# Atlas\n\nThe third is z.\n" },
  });
  await eventually(() => all.plugin.held.file, "the report");
  assert.deepEqual(editorMarks(all, "Projects/Atlas.md"), []);
});

test("the lines are marked in the reading view too", async () => {
  const all = alone({ notes: MARKED });
  await eventually(() => all.plugin.held.file, "the report");
  const text = MARKED["Projects/Atlas.md"];
  const el = all.plugin.bar.createEl("div");
  const list = el.createEl("ul");
  const [other, marked] = [list.createEl("li"), list.createEl("li")];
  other.setText("Other.");
  marked.setText("The third is y, says he.");
  const context = (lineStart, lineEnd) => ({
    sourcePath: "Projects/Atlas.md",
    getSectionInfo: () => ({ text, lineStart, lineEnd }),
  });
  all.app.processor(el, context(0, 3));
  assert.equal(marked.getAttribute("title"), null);
  all.app.processor(el, context(4, 4));
  assert.match(marked.getAttribute("title"), /A memory says otherwise/);
  assert.deepEqual([[...other.classes], [...marked.classes]], [[], ["vaultwatch-marked"]]);
  all.app.processor(el, { sourcePath: "Projects/Atlas.md", getSectionInfo: () => null });
});
