// The plugin itself: its commands, and what a button does.

const MAX_NOTICE_CHARS = 700;
const SOON = 300; // milliseconds from a change to a new look: a burst of saves is one
const TICKED = "Ticked in the drift report.";
const TICKED_AWAY = `${TICKED} vaultwatch answers there once your sync has carried it.`;
const A_COPY = "This is a copy of the drift report, which vaultwatch does not read. Open";
const CHOOSE = "Choose in the pane what you mean.";

class VaultwatchPlugin extends obsidian.Plugin {
  onload() {
    this.chosen = { ...SETTINGS };
    this.daemon = new Daemon(this.app.vault.adapter);
    this.report = new DriftReport(this.app, this.daemon, () => this.chosen.report);
    /** What the report said when it was last read. */
    this.held = { file: null, entries: [], rows: new Map(), said: [] };
    this.trouble = "";
    /** What was last answered here, and what became of it. */
    this.deed = null;
    this.isBusy = false;
    this.marked = "";
    this.register(() => this.daemon.leave());
    this.attempt(() => this.readSettings());
    this.addCommands();
    this.registerView(PANE, (leaf) => new FindingsPane(leaf, this));
    this.addSettingTab(new VaultwatchSettings(this.app, this));
    this.addRibbonIcon("brain", "Open findings and memories", () =>
      this.attempt(() => this.openPane()),
    );
    this.bar = this.addStatusBarItem();
    this.bar.addClass("mod-clickable");
    this.registerDomEvent(this.bar, "click", () => this.attempt(() => this.openPane()));
    this.registerMarkdownPostProcessor((el, context) =>
      markRendered(el, context, this.marksIn(context.sourcePath)),
    );
    this.editing = [this.editorMarks()];
    this.registerEditorExtension(this.editing);
    const { metadataCache, workspace } = this.app;
    this.registerEvent(metadataCache.on("resolved", () => this.refreshSoon()));
    this.registerEvent(workspace.on("file-open", () => this.refreshSoon()));
    workspace.onLayoutReady(() => this.refreshSoon());
  }

  addCommands() {
    const always = (id, name, run) =>
      this.addCommand({ id, name, callback: () => this.attempt(run) });
    const editing = (id, name, run) =>
      this.addCommand({
        id,
        name,
        editorCallback: (editor, view) => this.attempt(() => run(editor, view.file)),
      });
    always("open-pane", "Open findings and memories", () => this.openPane());
    always("open-report", "Open drift report", () => this.openReport());
    always("rescan-vault", "Rescan vault", () => this.rescan({}));
    this.addCommand({
      id: "rescan-note",
      name: "Rescan this note",
      checkCallback: (checking) => {
        const file = this.noteInFront();
        if (file && !checking) this.attempt(() => this.rescan({ note: file.path }, file));
        return file !== null;
      },
    });
    editing("mark-still-true", "Mark finding under cursor as still true", (editor, file) =>
      this.mark("true", editor, file),
    );
    editing("mark-dismissed", "Dismiss finding under cursor", (editor, file) =>
      this.mark("dismiss", editor, file),
    );
    editing("mark-outdated", "Mark doubt under cursor as outdated", (editor, file) =>
      this.mark("outdated", editor, file),
    );
    editing("remember-selection", "Remember selection", (editor, file) =>
      this.remember(editor, file),
    );
    this.addCommand({
      id: "undo",
      name: "Undo the last answer",
      checkCallback: (checking) => {
        const canUndo = Boolean(this.deed && this.deed.id) && !this.isBusy;
        if (canUndo && !checking) this.attempt(() => this.undo());
        return canUndo;
      },
    });
  }

  /** Take the settings that somebody changed; what is none of ours is left out. */
  async readSettings() {
    const kept = (await this.loadData()) || {};
    for (const [key, usual] of Object.entries(SETTINGS)) {
      if (typeof kept[key] === typeof usual) this.chosen[key] = kept[key];
    }
    this.refreshSoon();
  }

  async change(key, value) {
    this.chosen[key] = value;
    await this.saveData(this.chosen);
    await this.attempt(() => this.refresh());
  }

  // What is seen.

  refreshSoon() {
    window.clearTimeout(this.soon);
    this.daemon.waiting.delete(this.soon);
    this.soon = window.setTimeout(() => {
      this.daemon.waiting.delete(this.soon);
      this.attempt(() => this.refresh());
    }, SOON);
    this.daemon.waiting.set(this.soon, () => {});
  }

  /** Read the report again and show what it says. */
  async refresh(focus = "") {
    this.trouble = "";
    const none = { file: null, entries: [], rows: new Map(), said: [] };
    this.held = await this.report.read().then(
      (read) => read || none,
      (error) => {
        this.trouble = error instanceof Trouble ? error.message : reason(error);
        return none;
      },
    );
    const count = Array.from(this.held.rows.values()).filter((row) => row.isOpen).length;
    const told = count === 1 ? "1 finding is open" : `${count} findings are open`;
    this.bar.setText(count > 0 && this.chosen.showsBar ? `Drift ${count}` : "");
    this.bar.setAttribute("aria-label", `${told}: open the pane`);
    this.markAnew();
    await this.draw(focus);
  }

  async draw(focus = "") {
    const { chosen, held, trouble, deed, isBusy } = this;
    const panes = this.panes();
    if (panes.length === 0) return;
    const file = this.noteInFront();
    const path = file && !this.report.isReport(file) ? file.path : "";
    const entries = held.entries.filter((one) => chosen.showsDoubts || one.lane !== IN_DOUBT);
    const memories = path ? await this.memoriesOn(path) : [];
    const isThere = held.file !== null;
    const { answers } = this.daemon;
    for (const pane of panes) {
      pane.show(
        { path, entries, memories, isThere, trouble, deed, isBusy, answers, chosen },
        focus,
      );
    }
  }

  panes() {
    const leaves = this.app.workspace.getLeavesOfType(PANE);
    return leaves.flatMap(({ view }) => (view instanceof FindingsPane ? [view] : []));
  }

  noteInFront() {
    const file = this.app.workspace.getActiveFile();
    return file instanceof TFile && file.extension === "md" ? file : null;
  }

  /** Return the memories that link to a note and that nothing is found against. */
  async memoriesOn(note) {
    const folder = `${unslashed(await this.report.setting("memories", "folder")) || "Memories"}/`;
    const told = new Set(this.held.entries.map(memoryOf));
    const { resolvedLinks } = this.app.metadataCache;
    const paths = Object.keys(resolvedLinks).filter(
      (path) =>
        path.startsWith(folder) && resolvedLinks[path][note] && path !== note && !told.has(path),
    );
    return paths
      .sort((one, other) => one.localeCompare(other, undefined, { numeric: true }))
      .map((path) => ({ path, status: this.statusOf(path) }));
  }

  statusOf(path) {
    const file = this.app.vault.getAbstractFileByPath(path);
    const cache = file instanceof TFile ? this.app.metadataCache.getFileCache(file) : null;
    const status = cache && cache.frontmatter && cache.frontmatter.status;
    return typeof status === "string" && status !== "active" ? status : "";
  }

  marksIn(path) {
    return this.chosen.showsMarks && path ? marksOf(this.held.entries, path) : [];
  }

  editorMarks() {
    return markingEditor((state) => {
      const { file } = state.field(obsidian.editorInfoField, false) || {};
      return this.marksIn(file ? file.path : "");
    });
  }

  /** Mark notes that are open anew, where findings changed. */
  markAnew() {
    const words = this.held.entries.map(({ words, head }) => [words, head && head.words]);
    const told = JSON.stringify([this.chosen.showsMarks, words]);
    if (told === this.marked) return;
    this.marked = told;
    this.editing[0] = this.editorMarks();
    this.app.workspace.updateOptions();
    for (const { view } of this.app.workspace.getLeavesOfType("markdown")) {
      if (view instanceof MarkdownView) view.previewMode.rerender(true);
    }
  }

  /** Run a command; whatever goes wrong becomes a sentence. */
  async attempt(run) {
    try {
      await run();
    } catch (error) {
      if (error instanceof Unloaded || this.daemon.isGone) return;
      if (!(error instanceof Trouble)) console.error("vaultwatch", error);
      this.say(error instanceof Trouble ? error.message : `Something went wrong: ${reason(error)}`);
    }
  }

  say(text, milliseconds = 10000) {
    new Notice(shown(text, MAX_NOTICE_CHARS), milliseconds);
  }

  // Opening.

  async openPane(focus = "") {
    const { workspace } = this.app;
    let [leaf] = workspace.getLeavesOfType(PANE);
    if (!leaf) {
      leaf = workspace.getRightLeaf(false);
      if (!leaf) throw new Trouble("There is no place for the pane here.");
      await leaf.setViewState({ type: PANE, active: true });
    }
    await workspace.revealLeaf(leaf);
    await this.refresh(focus);
  }

  /** Open the report, at a line of it; it is asked for where there is none. */
  async openReport(line = 0) {
    const standing = await this.report.find();
    if (standing === null) await this.daemon.ask("report", {});
    await this.open(standing || (await this.report.findSoon()), line);
  }

  async open(file, line) {
    await this.app.workspace.getLeaf(false).openFile(file, { eState: { line } });
  }

  /** Open a note at the line that says these words. */
  async openAt(path, words, near) {
    const file = this.app.vault.getAbstractFileByPath(path);
    if (!(file instanceof TFile)) throw new Trouble(`There is no note "${brief(path)}".`);
    const line = lineOf(await this.app.vault.cachedRead(file), words, near);
    await this.open(file, line === null ? near : line);
  }

  /** Follow a link of a finding, to the words that it is about. */
  async follow(entry, target) {
    const path = `${target.replace(/#.*$/, "")}.md`;
    const place = placeOf(entry);
    if (place && place.path === path) await this.openAt(path, place.words, place.line);
    else if (!target.includes("#")) await this.openAt(path, partsOf(entry).words, 0);
    else await this.app.workspace.openLinkText(target, "", false);
  }

  // Asking and answering.

  /** Ask for what the daemon knows now: whether it runs is seen by that. */
  async greet(focus = "") {
    if (Platform.isMobile) return; // there it is another machine's, and a sync away
    this.daemon.answers = null;
    await this.draw();
    try {
      await this.daemon.ask("report", {});
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
    }
    await this.refresh(focus);
  }

  async rescan(fields, file = null) {
    if (file) await this.save(file);
    const answer = await this.daemon.ask("rescan", fields);
    this.say(sentence(answer) || "Done.", 5000);
    await this.refresh();
  }

  /** Answer a finding: tick its box, or take the tick back, and have the daemon carry it out. */
  async press(entry, box, focus = "") {
    if (this.isBusy) return;
    await this.busily(focus, async () => {
      const before = this.held;
      this.deed = null;
      if (before.file) await this.save(before.file);
      await this.report.toggle(entry, box);
      if (Platform.isMobile) {
        this.deed = { said: TICKED_AWAY, id: "" };
        return;
      }
      const answer = await this.daemon.ask("report", {}).catch((error) => {
        throw this.daemon.answers === false
          ? new Trouble(`${TICKED} ${NO_DAEMON} ${HOW_TO_START}`)
          : error;
      });
      await this.refresh();
      const [said] = this.held.said.filter((one) => !before.said.includes(one));
      const settled = settledOf(before, this.held, entry, findingsIn(answer));
      this.deed = said || settled ? { said: said || TICKED, id: settled } : null;
    });
  }

  /** Take back what was last answered here. */
  async undo(focus = "") {
    const { deed } = this;
    if (this.isBusy || !deed || !deed.id) return;
    await this.busily(focus, async () => {
      const answer = await this.daemon.ask("undo", { finding: deed.id });
      this.deed = { said: sentence(answer) || "Taken back.", id: "" };
    });
  }

  async busily(focus, act) {
    this.isBusy = true;
    try {
      await this.draw(focus);
      await act();
    } finally {
      this.isBusy = false;
      const next = focus && this.deed && this.deed.id ? "undo" : focus;
      if (!this.daemon.isGone) await this.refresh(next);
    }
  }

  /** Answer the finding under the cursor; where several can be meant, the pane asks which. */
  async mark(answer, editor, file) {
    if (!(file instanceof TFile)) throw new Trouble("Open a note first.");
    if (this.isBusy) return;
    await this.save(file);
    const held = await this.report.read();
    if (!held) throw new Trouble(NONE_YET);
    this.held = held;
    const isReport = file.path === held.file.path;
    const isCopy = !isReport && this.report.isReport(file);
    if (isCopy) throw new Trouble(`${A_COPY} "${held.file.path}".`);
    const meant = isReport
      ? entriesAt(held, editor.getCursor().line)
      : held.entries.filter((entry) => linksOf(entry).includes(file.path));
    if (meant.length === 0) {
      throw new Trouble(
        isReport ? "There is no finding under the cursor." : "There is no finding here.",
      );
    }
    const isSure = meant.length === 1 && (isReport || memoryOf(meant[0]) === file.path);
    const boxes = boxesFor(meant[0], answer);
    if (isSure && boxes.length === 0) throw new Trouble(NO_BOX);
    if (isSure && boxes.length === 1) {
      await this.press(meant[0], boxes[0]);
      this.say(this.deed ? plainOf(this.deed.said) : TICKED, 5000);
      return;
    }
    this.say(CHOOSE, 5000);
    await this.openPane((boxes[0] || meant[0].boxes[0]).id);
  }

  async remember(editor, file) {
    const text = editor.getSelection().trim();
    if (!(file instanceof TFile)) throw new Trouble("Open a note first.");
    if (!text) throw new Trouble("Select the words to remember first.");
    const heading = this.headingAbove(editor, file);
    await this.save(file);
    const asked = { text, note: file.path, ...(heading ? { heading } : {}) };
    this.say(sentence(await this.daemon.ask("remember", asked)) || "Done.", 5000);
    await this.refresh();
  }

  /** Save what is being typed: the daemon reads the file, not the screen. */
  async save(file) {
    for (const { view } of this.app.workspace.getLeavesOfType("markdown")) {
      const isItsOwn = view instanceof MarkdownView && view.file && view.file.path === file.path;
      if (isItsOwn) await view.save();
    }
  }

  /** Return the heading that the selection stands under; nothing where that is in doubt. */
  headingAbove(editor, file) {
    const cache = this.app.metadataCache.getFileCache(file);
    const { line } = editor.getCursor("from");
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
}

/** Return the items that a line of the report belongs to, what says why it is told too. */
function entriesAt({ entries, rows }, line) {
  const row = Array.from(rows).find(([, one]) => one.line <= line && line <= one.last);
  if (row) return entries.filter((entry) => entry.id === row[0]);
  const own = entries.filter((entry) => entry.id && entry.line <= line && line <= entry.last);
  return own.length > 0 ? own : entries.filter((entry) => entry.head && entry.head.line === line);
}

/** Return the boxes of an item that say this. */
function boxesFor(entry, answer) {
  const has = (wanted) => entry.boxes.filter((box) => wanted.test(box.answer));
  return has(answer === "true" ? /^(?:true|there[1-3]|here|unverified)$/ : new RegExp(`^${answer}$`));
}

/** Return the ids of the findings that an answer is about. */
function findingsIn(answer) {
  const rows = Array.isArray(answer.findings) ? answer.findings : [];
  return rows.flatMap((row) => (row && typeof row.finding_id === "string" ? [row.finding_id] : []));
}

/**
 * Return the id of a finding that was settled with an item, by which to take it back; or nothing.
 *
 * `last` are those that were settled last: of these, one that stood and stands no more as it did.
 */
function settledOf(before, now, entry, last) {
  const isSame = (one) => now.entries.some((other) => agreedTo(other) === agreedTo(one));
  const gone = before.entries.filter((one) => one.id && !isSame(one)).map((one) => one.id);
  const isMeant = (id) => gone.includes(id) && (!entry.id || entry.id === id);
  return last.find((id) => isMeant(blockOf(id))) || "";
}

module.exports = VaultwatchPlugin;
