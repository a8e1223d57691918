// What is seen beside the notes and in them: the pane, the marks, the settings.

const PANE = "vaultwatch-findings";
const PANE_TITLE = "Findings and memories";
const MARKED = "vaultwatch-marked";
const IN_DOUBT = "In doubt";

/** What the settings are before anybody changed them. */
const SETTINGS = {
  report: "",
  showsBar: true,
  showsVault: true,
  showsDoubts: true,
  showsMemories: true,
  showsMarks: true,
};

/** The report beside the note in front of the person: what is said of it first, then of the rest. */
class FindingsPane extends ItemView {
  /**
   * @param {import("obsidian").WorkspaceLeaf} leaf
   * @param {VaultwatchPlugin} plugin
   */
  constructor(leaf, plugin) {
    super(leaf);
    this.plugin = plugin;
    this.drawn = "";
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
    this.contentEl.addClass("vaultwatch-pane");
    this.drawn = "";
    this.plugin.refreshSoon();
    this.plugin.greet();
  }

  /** Draw what is to be seen, unless it is drawn already; who was at a button is there again. */
  show(state, focus = "") {
    const told = JSON.stringify(state, (key, value) => (key === "file" ? undefined : value));
    if (told === this.drawn && !focus) return;
    this.drawn = told;
    const { contentEl } = this;
    const before = contentEl.ownerDocument.activeElement;
    const wanted = focus || (contentEl.contains(before) && before.getAttribute("data-key")) || "";
    contentEl.empty();
    this.showStatus(contentEl.createEl("div", { cls: "vaultwatch-status", attr: { role: "status" } }), state);
    this.showNote(state);
    if (this.plugin.chosen.showsVault) this.showVault(state);
    /** @type {HTMLElement | null} */
    const again = wanted ? contentEl.querySelector(`[data-key="${wanted}"]`) : null;
    if (again) again.focus();
  }

  showStatus(el, { trouble, deed, isBusy, answers }) {
    if (answers === false) {
      el.createEl("p", { text: `${NO_DAEMON} ${HOW_TO_START}`, cls: "vaultwatch-trouble" });
      this.button(el, "greet", "Try again", "", () => this.plugin.greet());
    }
    if (trouble) el.createEl("p", { text: shown(trouble, MAX_SENTENCE_CHARS), cls: "vaultwatch-trouble" });
    if (isBusy) el.createEl("p", { text: "vaultwatch is at it…" });
    else if (deed) {
      el.createEl("p", { text: shown(plainOf(deed.said), MAX_SENTENCE_CHARS) });
      if (deed.id) this.button(el, "undo", "Undo", deed.said, () => this.plugin.undo("undo"));
    }
  }

  showNote({ path, entries, memories }) {
    const { contentEl } = this;
    if (!path) return;
    contentEl.createEl("h3", { text: shown(nameOf(path), MAX_SENTENCE_CHARS) });
    const mine = entries.filter((entry) => linksOf(entry).includes(path));
    if (mine.length === 0) contentEl.createEl("p", { text: "Nothing is found against this note.", cls: "pane-empty" });
    for (const entry of mine) this.showEntry(entry);
    if (memories.length === 0 || !this.plugin.chosen.showsMemories) return;
    contentEl.createEl("h4", { text: "Memories that rest on it" });
    const list = contentEl.createEl("ul");
    for (const memory of memories) {
      const item = list.createEl("li");
      this.link(item, nameOf(memory.path), () => this.plugin.openAt(memory.path, "", 0));
      if (memory.status) item.appendText(` (${shown(memory.status, MAX_SENTENCE_CHARS)})`);
    }
  }

  showVault({ path, entries, isThere }) {
    const { contentEl } = this;
    const others = entries.filter((entry) => !path || !linksOf(entry).includes(path));
    contentEl.createEl("h3", { text: path ? "Elsewhere in the vault" : "The vault" });
    if (others.length === 0) {
      const text = isThere ? "Nothing is found." : NONE_YET;
      contentEl.createEl("p", { text, cls: "pane-empty" });
    }
    let lane = TITLE;
    for (const entry of others) {
      if (entry.lane !== lane) contentEl.createEl("h4", { text: shown(entry.lane, MAX_SENTENCE_CHARS) });
      lane = entry.lane;
      this.showEntry(entry);
    }
    if (isThere) {
      this.button(contentEl, "report", "Open drift report", "", () => this.plugin.openReport());
    }
  }

  showEntry(entry) {
    const { belief, told } = partsOf(entry);
    const about = shown(plainOf(belief || entry.boxes[0].words), MAX_SENTENCE_CHARS);
    const item = this.contentEl.createEl("section", {
      cls: "vaultwatch-finding",
      attr: { "aria-label": about },
    });
    const follow = (target) => this.plugin.attempt(() => this.plugin.follow(entry, target));
    const put = (cls, words) => words && fill(item.createEl("div", { cls }), words, follow);
    put("vaultwatch-belief", belief);
    put("vaultwatch-told", told);
    for (const line of entry.details) put("vaultwatch-detail", line);
    for (const box of entry.boxes) put("vaultwatch-detail", labelOf(box) === "Apply" && box.words);
    const buttons = item.createEl("div", { cls: "vaultwatch-buttons" });
    for (const box of entry.boxes) this.answer(buttons, entry, box, belief && about);
    const below = item.createEl("div", { cls: "vaultwatch-since" });
    this.link(below, "In the report", () => this.plugin.openReport(entry.line));
    if (entry.row) below.appendText(`, since ${entry.row.since}`);
  }

  answer(el, entry, box, belief) {
    const label = labelOf(box);
    const button = this.button(el, box.id, label, belief, () => this.plugin.press(entry, box, box.id));
    button.setAttribute("aria-pressed", String(box.isTicked));
  }

  button(el, key, label, about, act) {
    const text = shown(label, MAX_SENTENCE_CHARS);
    const button = el.createEl("button", { text, attr: { type: "button", "data-key": key } });
    if (about) button.setAttribute("aria-label", `${text}: ${shown(plainOf(about), MAX_SENTENCE_CHARS)}`);
    button.addEventListener("click", () => this.plugin.attempt(act));
    return button;
  }

  link(el, text, act) {
    const link = el.createEl("a", { text: shown(text, MAX_SENTENCE_CHARS), cls: "internal-link", attr: { href: "#" } });
    link.addEventListener("click", (event) => {
      event.preventDefault();
      this.plugin.attempt(act);
    });
  }
}

function nameOf(path) {
  return path.split("/").pop().replace(/\.md$/, "");
}

/** Return the words to mark in a note, each with what is found against them. */
function marksOf(entries, path) {
  return entries.flatMap((entry) => {
    const place = entry.lane === IN_DOUBT ? null : placeOf(entry); // nothing is known to be wrong
    if (!place || !place.words) return [];
    const { words } = partsOf(entry);
    const about = shown(plainOf(words), MAX_SENTENCE_CHARS);
    const title = `A memory says otherwise: ${about}`;
    if (place.path === path) return [{ words: place.words, near: place.line, title }];
    if (memoryOf(entry) !== path) return [];
    return [{ words, near: 0, title: "Its note says otherwise now." }];
  });
}

/** Mark what is found in a note as Obsidian renders it for reading. */
function markRendered(el, context, marks) {
  const info = context.getSectionInfo(el);
  if (!info) return;
  for (const { words, near, title } of marks) {
    const line = lineOf(info.text, words, near);
    if (line === null || line < info.lineStart || line > info.lineEnd) continue;
    const text = plainOf(info.text.split("\n")[line].replace(/^\s*(?:[-*+>#]+|\d+[.)])\s+(?:\[.\]\s+)?/, ""));
    const parts = Array.from(el.querySelectorAll("p, li, td, th, h1, h2, h3, h4, h5, h6"));
    const part = parts.filter((one) => plainOf(one.textContent).includes(text)).pop() || el;
    part.addClass(MARKED);
    part.setAttribute("title", title);
  }
}

/** Return an extension of the editor that marks lines; `marksIn` tells which, of an editor's note. */
function markingEditor(marksIn) {
  const decorated = (view) => {
    const text = view.state.doc.toString();
    const found = new Map();
    for (const { words, near, title } of marksIn(view.state)) {
      const line = lineOf(text, words, near);
      if (line !== null) found.set(line, title);
    }
    const lines = Array.from(found).sort(([one], [other]) => one - other);
    return Decoration.set(
      lines.map(([line, title]) =>
        Decoration.line({ class: MARKED, attributes: { title } }).range(view.state.doc.line(line + 1).from),
      ),
    );
  };
  return ViewPlugin.define(
    (view) => ({
      marks: decorated(view),
      update(change) {
        if (change.docChanged) this.marks = decorated(change.view);
      },
    }),
    { decorations: (one) => one.marks },
  );
}

/** Where the report is, and what is shown. */
class VaultwatchSettings extends PluginSettingTab {
  /**
   * @param {import("obsidian").App} app
   * @param {VaultwatchPlugin} plugin
   */
  constructor(app, plugin) {
    super(app, plugin);
    this.plugin = plugin;
  }

  display() {
    const { containerEl, plugin } = this;
    containerEl.empty();
    const named = (name, about) => new Setting(containerEl).setName(name).setDesc(about);
    named("Drift report", "Its path in the vault. Empty: where vaultwatch's own settings put it.").addText((text) =>
      text
        .setPlaceholder("drift-report.md")
        .setValue(plugin.chosen.report)
        .onChange((value) => plugin.change("report", value)),
    );
    for (const [key, name, about] of [
      ["showsBar", "Status bar", "How many findings are open; on a desktop."],
      ["showsVault", "Findings elsewhere in the vault", "Below those of the note in front of you."],
      ["showsDoubts", "What is in doubt", "Nothing shows whether it still holds."],
      ["showsMemories", "Memories that rest on the note", "Those nothing is found against, too."],
      ["showsMarks", "Marks in notes", "The lines that findings are about, in reading and editing."],
    ]) {
      named(name, about).addToggle((toggle) =>
        toggle.setValue(plugin.chosen[key]).onChange((value) => plugin.change(key, value)),
      );
    }
  }
}
