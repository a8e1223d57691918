"use strict";

/*
 * Commands that ask the vaultwatch daemon for something and show what it answers; how many
 * findings are open, in the status bar; and which memories rest on a note, in a pane beside it.
 *
 * Nothing is decided here. A request is a file in `.vaultwatch/requests`; the daemon writes
 * `<name>.answer.json` beside it, first "accepted", then the last word. Any program may leave one,
 * so what a person says of a finding is no request: their box in the drift report is ticked for
 * them. There is no network, no Node and no Electron in it, so that phones run it too. Every text
 * that comes back is shown as text, never as HTML.
 */

const { ItemView, MarkdownView, Notice, Plugin, SuggestModal, TFile } = require("obsidian");

const SETTINGS_FOLDER = ".vaultwatch";
const REQUESTS_FOLDER = `${SETTINGS_FOLDER}/requests`;
const MAX_REQUEST_BYTES = 65536; // the daemon reads no more
const MAX_ANSWER_CHARS = 8000000; // the daemon writes no more
const MAX_NOTICE_CHARS = 700;
const MAX_SENTENCE_CHARS = 340; // a long message must not push the way out off the notice
const MAX_QUOTE_CHARS = 300;
const MAX_AGREED_CHARS = 4500; // what is agreed to is shown whole: the report holds no longer one

/** How long to wait for what, in milliseconds. Chosen by hand. */
const PATIENCE = {
  accepted: 10000,
  done: 300000,
  poll: 200,
  slowestPoll: 2000,
  quiet: 1500, // work that takes longer is announced
  taken: 2000, // from the last word until the daemon took the request away
  indexed: 5000, // until Obsidian knows a note that was just written
};

const NO_DAEMON = "No vaultwatch daemon answers.";
const HOW_TO_START =
  "Start it with `vaultwatch run`, or once for all with `vaultwatch setup service install`.";
const UNREADABLE =
  "The daemon's answer cannot be read. Bring this plugin to the daemon's version with " +
  "`vaultwatch setup palette install`.";
const STILL_WORKING =
  "The daemon accepted the request but is not done yet. `vaultwatch status` shows what it is " +
  "doing; the drift report will show the outcome.";
/** What is worth doing later too; a look is not, since a daemon that starts looks by itself. */
const KEPT_VERBS = new Set(["remember"]);

const TICKED = "Ticked in the drift report; vaultwatch answers there.";
const NO_BOX =
  "The drift report holds no such box for this finding. Open it and tick one of those it has.";

const A_COPY = "This is a copy of the drift report, which vaultwatch does not read. Open";
const SEVERAL =
  "More than one note is a drift report. Name the one that is read in .vaultwatch/config.toml, " +
  "under [report].";
const TITLE = "Drift report";

/** The line that names a finding ends in its block id; a box carries it with an ending of ours. */
const NAMING_LINE = /^(?:> ?)?\s*- .*\s\^([A-Za-z0-9-]{1,64})\s*$/;
const BOX_LINE = new RegExp(
  String.raw`^(?:> ?)?\s*(?:[-*+]|\d{1,9}[.)])\s+\[.\].*\^([A-Za-z0-9-]{1,64}?)` +
    "-(apply|true|there[1-3]|here|unverified|dismiss|outdated|forget|activate|keep|reject|leave|" +
    "refuse|sure)(?![A-Za-z0-9-])",
);
/** What *still true* is asked about a memory whose note no longer speaks of it. */
const VOUCHING = ["there1", "there2", "there3", "here", "unverified"];
/** The line that asks whether words are the person's; what they are about stands below it. */
const ASKING_LINE = /^(?:> ?)?- Are they yours, `[0-9a-f]{8}`\?.*\s\^([A-Za-z0-9-]{1,64})\s*$/;
const HEADING = /^#{1,6}\s/;
/** A line that several findings stand below, with nothing between: a passage's, or a folded one's. */
const SHARED = /^(?:> ?)?(?:- |\[!note\]- )/;
/** How an open finding was judged: its memory, its id, since when, what changed. */
const ROW =
  /^> - (?:\[\[([^\]|#]*)[^\]]*\]\]|.*?) `([A-Za-z0-9_.-]+)`, since (\d{4}-\d\d-\d\d): (.*?)(?:; .*)?$/;
/** How the block id of a box begins that answers for several findings. */
const TOML_NAME = String.raw`(?:[\w-]+|"[^"]*"|'[^']*')`;
const TOML_KEY = String.raw`(${TOML_NAME}(?:\s*\.\s*${TOML_NAME})*)`;
const TOML_TEXT = String.raw`("(?:[^"\\]|\\.)*"|'[^']*')`;
const TOML_END = String.raw`\s*(?:#.*)?$`;
const TOML_TABLE = new RegExp(String.raw`^\s*\[\[?\s*${TOML_KEY}\s*\]\]?${TOML_END}`);
const TOML_PAIR = new RegExp(String.raw`^\s*${TOML_KEY}\s*=\s*${TOML_TEXT}${TOML_END}`);
const TOML_INLINE = new RegExp(String.raw`^\s*${TOML_KEY}\s*=\s*\{(.*)\}${TOML_END}`);
const TOML_INSIDE = new RegExp(String.raw`${TOML_KEY}\s*=\s*${TOML_TEXT}`, "g");
const GROUP = "all-";

/** The plugin went while something was waited for: nothing more is to be said or done. */
class Unloaded extends Error {}

/** Something to tell the person instead of an answer. */
class Trouble extends Error {}

const PANE = "vaultwatch-memories";
const PANE_TITLE = "Memories on this note";
const NONE_HERE = "No memory rests on this note.";
const SOON = 300; // milliseconds from a change to a new look: a burst of saves is one

module.exports = class VaultwatchPlugin extends Plugin {
  onload() {
    this.patience = { ...PATIENCE };
    this.waiting = new Map();
    this.working = new Set();
    this.modal = null;
    this.isGone = false;
    this.register(() => this.leave());

    this.addCommand({
      id: "rescan-vault",
      name: "Rescan vault",
      callback: () => this.attempt(() => this.tell("rescan", {})),
    });
    this.addCommand({
      id: "rescan-note",
      name: "Rescan this note",
      checkCallback: (checking) => this.withNote(checking, (file) => this.rescanNote(file)),
    });
    this.addCommand({
      id: "open-report",
      name: "Open drift report",
      callback: () => this.attempt(() => this.openReport()),
    });
    this.addCommand({
      id: "findings-of-note",
      name: "Show findings of this note",
      checkCallback: (checking) => this.withNote(checking, (file) => this.showFindings(file)),
    });
    this.addCommand({
      id: "mark-still-true",
      name: "Mark finding under cursor as still true",
      editorCallback: (editor, view) => this.attempt(() => this.mark("true", editor, view)),
    });
    this.addCommand({
      id: "mark-dismissed",
      name: "Dismiss finding under cursor",
      editorCallback: (editor, view) => this.attempt(() => this.mark("dismiss", editor, view)),
    });
    this.addCommand({
      id: "mark-outdated",
      name: "Mark doubt under cursor as outdated",
      editorCallback: (editor, view) => this.attempt(() => this.mark("outdated", editor, view)),
    });
    this.addCommand({
      id: "remember-selection",
      name: "Remember selection",
      editorCallback: (editor, view) => this.attempt(() => this.remember(editor, view)),
    });
    this.addCommand({
      id: "confirm-words",
      name: "Confirm words as mine",
      callback: () => this.attempt(() => this.confirm()),
    });
    this.addCommand({
      id: "show-memories",
      name: "Show memories resting on this note",
      callback: () => this.attempt(() => this.openPane()),
    });
    this.registerView(PANE, (leaf) => new MemoriesPane(leaf, this));
    this.bar = this.addStatusBarItem();
    this.bar.addClass("mod-clickable");
    this.registerDomEvent(this.bar, "click", () => this.attempt(() => this.openReport()));
    const { metadataCache, workspace } = this.app;
    this.registerEvent(metadataCache.on("resolved", () => this.refreshSoon()));
    this.registerEvent(workspace.on("file-open", () => this.refreshSoon()));
    workspace.onLayoutReady(() => this.refreshSoon());
  }

  // What stands open, and what rests on the note in front of the person.

  refreshSoon() {
    window.clearTimeout(this.soon);
    this.waiting.delete(this.soon);
    this.soon = window.setTimeout(() => {
      this.waiting.delete(this.soon);
      this.attempt(() => this.refresh());
    }, SOON);
    this.waiting.set(this.soon, () => {});
  }

  async refresh() {
    const rows = await this.openFindings();
    const title = rows.length === 1 ? "1 finding is open" : `${rows.length} findings are open`;
    this.bar.setText(rows.length === 0 ? "" : `Drift ${rows.length}`);
    this.bar.setAttribute("aria-label", `${title}: open the drift report`);
    const panes = this.app.workspace.getLeavesOfType(PANE);
    if (panes.length === 0) return;
    const memories = await this.memoriesOn(this.app.workspace.getActiveFile(), rows);
    for (const leaf of panes) {
      if (leaf.view instanceof MemoriesPane && memories !== null) leaf.view.show(memories);
    }
  }

  /** Return the open findings as the report tells how they were judged, worst first. */
  async openFindings() {
    const report = await this.findReport().catch(() => null);
    if (report === null) return [];
    const lines = (await this.app.vault.cachedRead(report)).split("\n");
    return lines.flatMap((line) => {
      const row = ROW.exec(line);
      if (row === null) return [];
      const path = row[1] ? `${row[1]}.md` : "";
      return [{ finding_id: row[2], path, said: row[4], since: row[3] }];
    });
  }

  /** Return the memories that link to a note, drifted ones first; null where there is no note. */
  async memoriesOn(file, rows) {
    if (!(file instanceof TFile) || file.extension !== "md") return null;
    const folder = await this.memoryFolder();
    const found = Object.entries(this.app.metadataCache.resolvedLinks).flatMap(([path, links]) => {
      if (!path.startsWith(folder) || !links[file.path] || path === file.path) return [];
      const finding = rows.find((row) => row.path === path) || null;
      return [{ path, finding, status: this.statusOf(path) }];
    });
    return found.sort(
      (one, other) => Number(other.finding !== null) - Number(one.finding !== null) ||
        one.path.localeCompare(other.path, undefined, { numeric: true }),
    );
  }

  statusOf(path) {
    const file = this.app.vault.getAbstractFileByPath(path);
    const cache = file instanceof TFile ? this.app.metadataCache.getFileCache(file) : null;
    const status = cache && cache.frontmatter && cache.frontmatter.status;
    return typeof status === "string" && status !== "active" ? status : "";
  }

  /** Return the folder of the memories, as the vault's settings name it. */
  async memoryFolder() {
    return `${unslashed(await this.setting("memories", "folder")) || "Memories"}/`;
  }

  /** Return what the vault's settings say under a name; empty where they say nothing. */
  async setting(table, name) {
    let text = "";
    try {
      text = await this.app.vault.adapter.read(`${SETTINGS_FOLDER}/config.toml`);
    } catch {
      // No settings of its own: the usual ones.
    }
    const wanted = JSON.stringify([table, name]);
    let inside = [];
    for (const line of text.split("\n")) {
      const header = TOML_TABLE.exec(line);
      if (header) inside = keyOf(header[1]);
      for (const [key, value] of header ? [] : pairsOf(line)) {
        if (JSON.stringify([...inside, ...key]) === wanted) return value;
      }
    }
    return "";
  }

  async openPane() {
    const { workspace } = this.app;
    let [leaf] = workspace.getLeavesOfType(PANE);
    if (!leaf) {
      leaf = workspace.getRightLeaf(false);
      if (!leaf) throw new Trouble("There is no place for the pane here.");
      await leaf.setViewState({ type: PANE, active: true });
    }
    await workspace.revealLeaf(leaf);
    await this.refresh();
  }

  /** Stop waiting and take our notices away. */
  leave() {
    this.isGone = true;
    for (const [timer, wake] of this.waiting) {
      window.clearTimeout(timer);
      wake();
    }
    this.waiting.clear();
    if (this.modal !== null) this.modal.close();
    for (const notice of this.working) notice.hide();
    this.working.clear();
  }

  /** Run a command where there is a note, and offer it nowhere else. */
  withNote(checking, run) {
    const file = this.app.workspace.getActiveFile();
    if (!(file instanceof TFile) || file.extension !== "md") return false;
    if (!checking) this.attempt(() => run(file));
    return true;
  }

  /** Run a command; whatever goes wrong becomes a sentence. */
  async attempt(run) {
    try {
      await run();
    } catch (error) {
      if (error instanceof Unloaded || this.isGone) return;
      if (!(error instanceof Trouble)) console.error("vaultwatch", error);
      this.say(error instanceof Trouble ? error.message : `Something went wrong: ${reason(error)}`);
    }
  }

  say(text, milliseconds = 10000) {
    new Notice(shown(text, MAX_NOTICE_CHARS), milliseconds);
  }

  // The commands.

  async rescanNote(file) {
    await this.save(file);
    await this.tell("rescan", { note: file.path });
  }

  async openReport() {
    const standing = await this.findReport();
    if (standing === null) await this.ask("report", {});
    const report = standing || (await this.reportSoon());
    await this.app.workspace.getLeaf(false).openFile(report);
  }

  async showFindings(file) {
    const answer = await this.ask("findings", { note: file.path });
    const rows = findingsIn(answer);
    if (rows.length === 0) this.say(`${answer.message || "No findings for this note."}`, 5000);
    else this.choose(rows, "Choose a finding to read it in the report", (row) => this.open(row));
  }

  async open(row) {
    const report = await this.report();
    await this.app.workspace.openLinkText(`${report.path}#^${blockOf(row.finding_id)}`, "", false);
  }

  /** Tick the box of the finding under the cursor, or ask which of the note's findings is meant. */
  async mark(answer, editor, view) {
    const file = view && view.file;
    if (!(file instanceof TFile)) throw new Trouble("Open a note first.");
    if (this.isReport(file)) {
      const { path } = await this.report();
      if (path !== file.path) throw new Trouble(`${A_COPY} "${path}".`);
      const found = findingsAt(editor);
      if (found.length === 0) throw new Trouble("There is no finding under the cursor.");
      if (found.length === 1) return this.tick(file, found[0], answer);
      const rows = found.map((id) => ({ id, title: titleOf(editor, id) }));
      return this.choose(rows, "Which finding?", (row) => this.tick(file, row.id, answer));
    }
    await this.save(file);
    const asked = { note: file.path, outcome: answer === "outdated" ? "in_doubt" : "all" };
    const rows = findingsIn(await this.ask("findings", asked)).filter(isLive);
    if (rows.length === 0) {
      throw new Trouble(
        "There is no finding here. Put the cursor on one in the drift report, or open a memory " +
          "that carries a drift flag.",
      );
    }
    const tick = async (row) => this.tick(await this.report(), blockOf(row.finding_id), answer);
    // A note that is only cited is no finding by itself: there the person sees first what is meant.
    if (rows.length === 1 && rows[0].path === file.path) return tick(rows[0]);
    return this.choose(rows, "Which finding?", tick);
  }

  /** Tick a box of the report, as its person would by hand; ask which where *still true* has many. */
  async tick(report, block, answer) {
    await this.save(report);
    const boxes = answer === "true" ? await this.vouching(report, block) : [];
    if (boxes.length > 0) {
      const asked = "Its note no longer speaks of it. Who says so?";
      return this.choose(boxes, asked, (row) => this.tick(report, block, row.answer));
    }
    let isThere = false;
    await this.app.vault.process(report, (text) => {
      const lines = text.split("\n");
      const find = (one) => lines.findIndex((line) => isBox(line, block, one));
      // What is in doubt and still true is dismissed: it comes again when its passage changes.
      const isDoubt = answer === "true" && find("outdated") >= 0;
      const at = find(isDoubt ? "dismiss" : answer);
      isThere = at >= 0;
      if (isThere) lines[at] = lines[at].replace(/\[.\]/, "[x]");
      return lines.join("\n");
    });
    if (!isThere) throw new Trouble(NO_BOX);
    this.say(TICKED, 5000);
  }

  /** Return the boxes that ask who says what a memory says; none where its note still does. */
  async vouching(report, block) {
    const lines = (await this.app.vault.adapter.read(report.path)).split("\n");
    const box = (answer) => ({ answer, line: lines.find((line) => isBox(line, block, answer)) });
    const standing = VOUCHING.map(box).filter((one) => one.line !== undefined);
    return standing.map(({ answer, line }) => ({ answer, title: wordsOf(line) }));
  }

  /** Show whole what files say that the person said, and tick what they answer. */
  async confirm() {
    const report = await this.report();
    await this.save(report);
    const rows = questionsIn(await this.app.vault.adapter.read(report.path));
    if (rows.length === 0) this.say("Nothing waits to be confirmed.", 5000);
    else this.choose(rows, "Are they yours?", (row) => this.tick(report, row.id, row.answer));
  }

  async remember(editor, view) {
    const file = view && view.file;
    const text = editor.getSelection().trim();
    if (!(file instanceof TFile)) throw new Trouble("Open a note first.");
    if (!text) throw new Trouble("Select the words to remember first.");
    const heading = this.headingAbove(editor, file);
    await this.save(file);
    await this.tell("remember", { text, note: file.path, ...(heading ? { heading } : {}) });
  }

  // What Obsidian knows.

  /** Save what is being typed: the daemon reads the file, not the screen. */
  async save(file) {
    const view = this.app.workspace.getActiveViewOfType(MarkdownView);
    if (view && view.file === file && typeof view.save === "function") await view.save();
  }

  /** Return the heading that the selection stands under; nothing where that is in doubt. */
  headingAbove(editor, file) {
    const cache = this.app.metadataCache.getFileCache(file);
    const line = editor.getCursor("from").line;
    const above = ((cache && cache.headings) || []).filter(
      (heading) => heading.position.start.line <= line,
    );
    const nearest = above[above.length - 1];
    // Obsidian reads a note a moment after it was typed: a heading that has moved is left out.
    if (!nearest || !editor.getLine(nearest.position.start.line).includes(nearest.heading)) {
      return "";
    }
    return nearest.heading;
  }

  isReport(file) {
    const cache = this.app.metadataCache.getFileCache(file);
    const properties = cache && cache.frontmatter;
    return Boolean(properties) && properties.generated === "vaultwatch";
  }

  /**
   * Return the report where the vault's settings put it; the one that bears an edition, where the
   * settings of its person put it elsewhere. A copy that a sync left of it is read by nobody.
   */
  async findReport() {
    const folder = unslashed(await this.setting("report", "folder"));
    const name = (await this.setting("report", "name")) || "drift-report.md";
    const named = this.app.vault.getAbstractFileByPath(folder ? `${folder}/${name}` : name);
    if (named instanceof TFile && this.isReport(named)) return named;
    const reports = this.app.vault.getMarkdownFiles().filter((file) => this.bearsEdition(file));
    const stem = (file) => file.path.slice(0, -file.extension.length - 1);
    const first = reports.find((one) => reports.every((file) => stem(file).startsWith(stem(one))));
    if (!first && reports.length > 0) throw new Trouble(SEVERAL);
    return first || null;
  }

  bearsEdition(file) {
    if (!this.isReport(file)) return false;
    const { frontmatter, headings } = this.app.metadataCache.getFileCache(file);
    return Boolean(frontmatter.edition) && (headings || []).some((one) => one.heading === TITLE);
  }

  async report() {
    return (await this.findReport()) || (await this.reportSoon());
  }

  async reportSoon() {
    const end = Date.now() + this.patience.indexed;
    for (;;) {
      const report = await this.findReport();
      if (report !== null) return report;
      if (Date.now() >= end) {
        throw new Trouble("There is no drift report in this vault yet. Run `vaultwatch scan`.");
      }
      await this.pause(this.patience.poll);
    }
  }

  choose(rows, placeholder, act) {
    const modal = new FindingModal(this.app, rows, (row) => this.attempt(() => act(row)));
    modal.setPlaceholder(placeholder);
    this.modal = modal;
    modal.open();
  }

  // Asking and waiting.

  /** Ask, and show the answer as a notice. */
  async tell(verb, fields) {
    const answer = await this.ask(verb, fields);
    this.say(sentence(answer) || "Done.", 5000);
  }

  /** Leave a request and return the daemon's last word. A refusal is trouble. */
  async ask(verb, fields) {
    const name = newName();
    await this.put(name, JSON.stringify({ verb, ...fields }));
    const answer = await this.answerTo(name, verb);
    if (answer.state === "refused") {
      throw new Trouble(sentence(answer) || "vaultwatch refused without saying why.");
    }
    return answer;
  }

  /** Write the request under another name first: the daemon must never see half of it. */
  async put(name, text) {
    if (new TextEncoder().encode(text).length > MAX_REQUEST_BYTES) {
      throw new Trouble("That is too long for one request. Select less.");
    }
    const { adapter } = this.app.vault;
    const place = requestPlace(name);
    const draft = `${REQUESTS_FOLDER}/.vaultwatch-${digits(16, 16)}.tmp`; // cleaned up if we die
    try {
      for (const folder of [SETTINGS_FOLDER, REQUESTS_FOLDER]) {
        if (!(await adapter.exists(folder))) await adapter.mkdir(folder);
      }
      if (typeof adapter.rename === "function") {
        await adapter.write(draft, text);
        await adapter.rename(draft, place);
      } else {
        await adapter.write(place, text);
      }
    } catch (error) {
      await this.remove(draft);
      throw new Trouble(`The request could not be written into the vault: ${reason(error)}.`);
    }
  }

  /** Wait for the last word: a while for a sign of life, then as long as work may take. */
  async answerTo(name, verb) {
    const begun = Date.now();
    let isAccepted = false;
    let garbledSince = null;
    let wait = this.patience.poll;
    let notice = null;
    try {
      for (;;) {
        const answer = await this.read(answerPlace(name));
        if (isLast(answer)) return await this.taken(name, answer);
        const now = Date.now();
        garbledSince = answer === GARBLED ? garbledSince || now : null;
        isAccepted = isAccepted || (answer !== null && answer !== GARBLED);
        if (garbledSince !== null && now - garbledSince >= this.patience.accepted) {
          throw new Trouble(UNREADABLE);
        }
        if (!isAccepted && garbledSince === null && now - begun >= this.patience.accepted) {
          return await this.giveUp(name, verb);
        }
        if (now - begun >= this.patience.done) throw new Trouble(STILL_WORKING);
        if (isAccepted && notice === null && now - begun >= this.patience.quiet) {
          notice = new Notice("vaultwatch is working on it…", 0);
          this.working.add(notice);
        }
        await this.pause(wait);
        if (isAccepted) wait = Math.min(wait * 1.2, this.patience.slowestPoll);
      }
    } finally {
      if (notice !== null) {
        notice.hide();
        this.working.delete(notice);
      }
    }
  }

  /** Clear an answer away, once the daemon took the request: without it, it would work again. */
  async taken(name, answer) {
    const end = Date.now() + this.patience.taken;
    while (await this.stands(requestPlace(name))) {
      if (Date.now() >= end) return answer; // the daemon cleans both up itself
      await this.pause(this.patience.poll);
    }
    await this.remove(answerPlace(name));
    return answer;
  }

  /** Nobody answers: keep what is worth doing later, take the rest back, and say so. */
  async giveUp(name, verb) {
    if (KEPT_VERBS.has(verb)) {
      throw new Trouble(`${NO_DAEMON} ${HOW_TO_START} Your request is kept until then.`);
    }
    await this.remove(requestPlace(name));
    const late = await this.read(answerPlace(name));
    if (isLast(late)) return this.taken(name, late);
    throw new Trouble(`${NO_DAEMON} ${HOW_TO_START} The request was withdrawn.`);
  }

  /** Return an answer; null where there is none, `GARBLED` where it is none of ours (yet). */
  async read(place) {
    const { adapter } = this.app.vault;
    let text;
    try {
      if (!(await adapter.exists(place))) return null;
      text = await adapter.read(place);
    } catch {
      return null; // it is being swapped in: the next look will find it
    }
    return parsed(text);
  }

  async stands(place) {
    try {
      return await this.app.vault.adapter.exists(place);
    } catch {
      return false;
    }
  }

  async remove(place) {
    try {
      await this.app.vault.adapter.remove(place);
    } catch {
      // It is gone already, or the daemon will clean it up within a day.
    }
  }

  /** Wait, unless the plugin goes. */
  async pause(milliseconds) {
    if (this.isGone) throw new Unloaded();
    await new Promise((resolve) => {
      const timer = window.setTimeout(() => {
        this.waiting.delete(timer);
        resolve();
      }, milliseconds);
      this.waiting.set(timer, resolve);
    });
    if (this.isGone) throw new Unloaded();
  }
};

/** The memories that rest on the note in front of the person: what holds, what moved, and a way. */
class MemoriesPane extends ItemView {
  constructor(leaf, plugin) {
    super(leaf);
    this.plugin = plugin;
  }

  getViewType() {
    return PANE;
  }

  getDisplayText() {
    return PANE_TITLE;
  }

  getIcon() {
    return "brain";
  }

  async onOpen() {
    this.show([]);
    this.plugin.refreshSoon();
  }

  show(memories) {
    const { contentEl } = this;
    contentEl.empty();
    if (memories.length === 0) contentEl.createEl("p", { text: NONE_HERE, cls: "pane-empty" });
    for (const memory of memories) this.showOne(contentEl.createEl("div"), memory);
  }

  showOne(item, { path, finding, status }) {
    const name = path.split("/").pop().replace(/\.md$/, "");
    const title = item.createEl("a", { text: shown(name, MAX_QUOTE_CHARS) });
    const { app } = this.plugin;
    const open = (link) => this.plugin.attempt(() => app.workspace.openLinkText(link, "", false));
    title.addEventListener("click", () => open(path));
    if (finding === null) {
      item.createEl("div", { text: status || "no finding", cls: "suggestion-note" });
      return;
    }
    const said = unmarked(finding.said);
    const state = item.createEl("a", { text: `${said}, since ${finding.since}`, cls: "suggestion-note" });
    state.addEventListener("click", () => this.plugin.attempt(() => this.plugin.open(finding)));
  }
}

/** A list of findings, each with what the note said then and says now. */
class FindingModal extends SuggestModal {
  constructor(app, rows, act) {
    super(app);
    this.rows = rows;
    this.act = act;
    this.emptyStateText = "No such finding.";
  }

  getSuggestions(query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    return this.rows.filter((row) => {
      const text = linesOf(row).join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }

  renderSuggestion(row, el) {
    const [title, ...rest] = linesOf(row);
    el.createEl("div", { text: title });
    for (const line of rest) el.createEl("div", { text: line, cls: "suggestion-note" });
  }

  onChooseSuggestion(row) {
    this.act(row);
  }
}

/** What stands in place of an answer is none of ours, or none yet. */
const GARBLED = Symbol("garbled");

function unslashed(folder) {
  return folder.replace(/^\/+|\/+$/g, "");
}

/** Return the names of a TOML key, which dots part. */
function keyOf(key) {
  return key.match(new RegExp(TOML_NAME, "g")).map(untold);
}

/** Return a TOML string, or a name of a key, without its quotes. */
function untold(said) {
  if (!/^["']/.test(said)) return said;
  try {
    if (said[0] === '"') return JSON.parse(said);
  } catch {
    // An escape that JSON does not know: as it stands.
  }
  return said.slice(1, -1);
}

/** Yield the keys of a line of TOML that hold texts, each with its text. */
function* pairsOf(line) {
  const inline = TOML_INLINE.exec(line);
  const pair = inline ? null : TOML_PAIR.exec(line);
  if (pair) yield [keyOf(pair[1]), untold(pair[2])];
  for (const [, key, value] of inline ? inline[2].matchAll(TOML_INSIDE) : []) {
    yield [[...keyOf(inline[1]), ...keyOf(key)], untold(value)];
  }
}

function requestPlace(name) {
  return `${REQUESTS_FOLDER}/${name}.json`;
}

function answerPlace(name) {
  return `${REQUESTS_FOLDER}/${name}.answer.json`;
}

function parsed(text) {
  if (text.length > MAX_ANSWER_CHARS) return GARBLED;
  try {
    const answer = JSON.parse(text);
    const isOurs = answer !== null && typeof answer === "object" && !Array.isArray(answer);
    return isOurs && (answer.state === "accepted" || isLast(answer)) ? answer : GARBLED;
  } catch {
    return GARBLED;
  }
}

function isLast(answer) {
  return Boolean(answer) && (answer.state === "done" || answer.state === "refused");
}

function reason(error) {
  return String((error && error.message) || error).replace(/\.$/, "");
}

function isLive(row) {
  return row.status === undefined || row.status === "open" || row.status === "acknowledged";
}

function findingsIn(answer) {
  const rows = Array.isArray(answer.findings) ? answer.findings : [];
  return rows.filter(
    (row) => row !== null && typeof row === "object" && typeof row.finding_id === "string",
  );
}

function sentence(answer) {
  const parts = [text(answer.message), text(answer.hint)].filter(Boolean);
  return parts.map((part) => shown(part, MAX_SENTENCE_CHARS)).join(" ");
}

function newName() {
  return `palette-${Date.now().toString(36)}-${digits(36, 10)}`;
}

function digits(base, count) {
  const one = () => Math.floor(Math.random() * base).toString(base);
  return Array.from({ length: count }, one).join("");
}

/** Return text as it may be shown: no control or direction signs, and not endless. */
function shown(text, most) {
  const plain = String(text)
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, " ")
    .trim();
  const signs = Array.from(plain.slice(0, 2 * most)); // never half a sign
  return plain.length > 2 * most || signs.length > most
    ? `${signs.slice(0, most - 1).join("")}…`
    : plain;
}

/** Return what a row of the list says: what happened, then and now, whom it concerns. */
function linesOf(row) {
  if (row.title) return [oneLine(row.title), ...(row.agreed || [])];
  const sure = ["likely", "in_doubt"].includes(row.outcome) ? row.outcome : "";
  const told = [text(row.change) || text(row.kind), text(row.status), sure];
  const what = told.filter(Boolean).join(", ");
  const lines = [what.replace(/_/g, " ") || `Finding ${row.finding_id}`];
  const [before, after] = [text(row.before), text(row.after)];
  if (before) lines.push(`Then${lineNumber(row.before_line)}: ${before}`);
  if (after) lines.push(`Now${lineNumber(row.after_line)}: ${after}`);
  if (text(row.also)) lines.push(`Or${lineNumber(row.also_line)}: ${text(row.also)}`);
  if (before && !after) lines.push("Now: nothing like it.");
  if (text(row.path)) lines.push(`Memory: ${row.path}`);
  if (text(row.note)) lines.push(`Note: ${row.note}`);
  return lines.map(oneLine);
}

function text(value) {
  return typeof value === "string" ? value : "";
}

function oneLine(words) {
  return shown(words, MAX_QUOTE_CHARS).replace(/\s+/g, " ");
}

function lineNumber(line) {
  return Number.isInteger(line) && line > 0 ? ` (line ${line})` : "";
}

/**
 * Return the findings that the cursor may mean, in the report.
 *
 * A finding's boxes and remarks stand below the line that names it. What several findings rest on
 * stands above them: there all of them are meant.
 */
function findingsAt(editor) {
  const cursor = editor.getCursor().line;
  for (let line = cursor; line >= 0; line -= 1) {
    const text = editor.getLine(line);
    const row = ROW.exec(text);
    if (row !== null) return line === cursor ? [blockOf(row[2])] : [];
    const id = idIn(text);
    if (id !== null) return [id];
    if (SHARED.test(text)) return idsBelow(editor, line + 1);
    if (HEADING.test(text)) return [];
  }
  return [];
}

function idsBelow(editor, first) {
  const found = new Set();
  for (let line = first; line < editor.lineCount(); line += 1) {
    const text = editor.getLine(line);
    const isEnd = text.trim() === "" && line + 1 < editor.lineCount();
    if (isEnd && /^(?:[>#|]|- )/.test(editor.getLine(line + 1))) break; // a remark may hold gaps
    const id = idIn(text);
    if (id !== null) found.add(id);
  }
  return [...found];
}

/** Return what changed, as the report says it, as plain words. */
function unmarked(cell) {
  const words = cell.replace(/\[\[[^\]]*?\\\|(.*?)\]\]/g, "$1").replace(/\*\*/g, "");
  return shown(words.replace(/\\(.)/g, "$1"), MAX_QUOTE_CHARS);
}

/** Return the block id of a finding, as the report writes it. */
function blockOf(id) {
  return String(id).replace(/_/g, "-");
}

/** Tell whether a line of the report is this finding's box for this answer. */
function isBox(line, block, answer) {
  const found = BOX_LINE.exec(line);
  return found !== null && found[1] === block && found[2] === answer;
}

/** Return what stands at a box, links as they are shown. */
function wordsOf(line) {
  const words = line.replace(/^[^[]*\[.\]\s*/, "").replace(/\s*\^[A-Za-z0-9-]+.*$/, "");
  return words.replace(/\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]/g, "$1");
}

/** Return the two answers to each question of the report whether words are the person's. */
function questionsIn(report) {
  const rows = [];
  let agreed = null;
  for (const line of report.split("\n")) {
    const found = ASKING_LINE.exec(line);
    if (found) {
      agreed = [];
      const id = found[1];
      rows.push({ id, answer: "activate", title: "They are mine", agreed });
      rows.push({ id, answer: "leave", title: "Leave them as reported" });
    } else if (agreed !== null && /^(?:> )? {4}- /.test(line) && !BOX_LINE.test(line)) {
      agreed.push(shown(line.replace(/^(?:> )? {4}- /, ""), MAX_AGREED_CHARS));
    } else {
      agreed = null;
    }
  }
  return rows;
}

function idIn(line) {
  const found = BOX_LINE.exec(line) || NAMING_LINE.exec(line);
  const isOther = found && found[1].startsWith(GROUP);
  return found && !isOther ? found[1] : null;
}

/** Return the line of the report that names a finding, for a person to choose by. */
function titleOf(editor, id) {
  for (let line = 0; line < editor.lineCount(); line += 1) {
    const text = editor.getLine(line);
    if (idIn(text) === id) return wordsOf(text.replace(/^(?:> ?)?- /, "")).replace(/\*\*/g, "");
  }
  return "";
}
