// What is seen beside the notes and in them: the pane, the marks, the settings.

const PANE = "vaultwatch-findings";
const PANE_TITLE = "Findings and memories";
const NONE_HERE = "Nothing is found against this note.";
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

/** The report beside the note in front of the person: what is said of it, then of the rest. */
class FindingsPane extends ItemView {
  /**
   * @param {import("obsidian").WorkspaceLeaf} leaf
   * @param {VaultwatchPlugin} plugin
   */
  constructor(leaf, plugin) {
    super(leaf);
    this.plugin = plugin;
    this.drawn = "";
    /** @type {HTMLElement | null} */
    this.status = null;
    /** @type {HTMLElement | null} */
    this.body = null;
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
    this.contentEl.empty();
    // Emptied and filled, never made anew: else what changes in it is not read aloud.
    this.status = this.contentEl.createEl("div", { attr: { role: "status" } });
    this.body = this.contentEl.createEl("div");
    this.plugin.refreshSoon();
    this.plugin.attempt(() => this.plugin.greet());
  }

  /** Draw what is to be seen, unless it is drawn already; who was at a button is there again. */
  show(state, focus = "") {
    const told = JSON.stringify(state);
    if (told === this.drawn && !focus) return;
    this.drawn = told;
    const { contentEl } = this;
    const before = contentEl.ownerDocument.activeElement;
    const wanted = focus || (contentEl.contains(before) && before.getAttribute("data-key")) || "";
    this.status.empty();
    this.showStatus(this.status, state);
    this.body.empty();
    this.showNote(state);
    if (this.plugin.chosen.showsVault) this.showVault(state);
    /** @type {HTMLElement | null} */
    const again = wanted ? contentEl.querySelector(`[data-key="${wanted}"]`) : null;
    if (again) again.focus();
  }

  showStatus(el, { trouble, deed, isBusy, answers }) {
    if (answers === false) {
      const told = el.createEl("p", { cls: "vaultwatch-trouble" });
      fill(told, `${NO_DAEMON} ${HOW_TO_START}`, () => {});
      this.button(el, "greet", "Try again", "", () => this.plugin.greet("greet"));
    }
    if (trouble) el.createEl("p", { text: brief(trouble), cls: "vaultwatch-trouble" });
    if (isBusy) el.createEl("p", { text: "vaultwatch is at it…" });
    else if (deed) {
      el.createEl("p", { text: brief(plainOf(deed.said)) });
      if (deed.id) this.button(el, "undo", "Undo", deed.said, () => this.plugin.undo("undo"));
    }
  }

  showNote({ path, entries, memories }) {
    if (!path) return;
    this.body.createEl("h3", { text: brief(nameOf(path)) });
    const mine = entries.filter((entry) => linksOf(entry).includes(path));
    if (mine.length === 0) this.body.createEl("p", { text: NONE_HERE, cls: "pane-empty" });
    for (const entry of mine) this.showEntry(entry);
    if (memories.length === 0 || !this.plugin.chosen.showsMemories) return;
    this.body.createEl("h4", { text: "Memories that rest on it" });
    const list = this.body.createEl("ul");
    for (const memory of memories) {
      const item = list.createEl("li");
      this.link(item, nameOf(memory.path), () => this.plugin.openAt(memory.path, "", 0));
      if (memory.status) item.appendText(` (${brief(memory.status)})`);
    }
  }

  showVault({ path, entries, isThere }) {
    const others = entries.filter((entry) => !path || !linksOf(entry).includes(path));
    this.body.createEl("h3", { text: path ? "Elsewhere in the vault" : "The vault" });
    if (others.length === 0) {
      const text = isThere ? "Nothing is found." : NONE_YET;
      this.body.createEl("p", { text, cls: "pane-empty" });
    }
    let lane = TITLE;
    for (const entry of others) {
      if (entry.lane !== lane) this.body.createEl("h4", { text: brief(entry.lane) });
      lane = entry.lane;
      this.showEntry(entry);
    }
    if (isThere) {
      this.button(this.body, "report", "Open drift report", "", () => this.plugin.openReport());
    }
  }

  showEntry(entry) {
    const { belief, told } = partsOf(entry);
    const about = brief(plainOf(belief || entry.boxes[0].words));
    const item = this.body.createEl("section", {
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
    const button = this.button(el, box.id, label, belief, () =>
      this.plugin.press(entry, box, box.id),
    );
    button.setAttribute("aria-pressed", String(box.isTicked));
  }

  button(el, key, label, about, act) {
    const text = brief(label);
    const button = el.createEl("button", { text, attr: { type: "button", "data-key": key } });
    if (about) button.setAttribute("aria-label", `${text}: ${brief(plainOf(about))}`);
    button.addEventListener("click", () => this.plugin.attempt(act));
    return button;
  }

  link(el, text, act) {
    const link = el.createEl("a", {
      text: brief(text),
      cls: "internal-link",
      attr: { href: "#" },
    });
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
    const about = brief(plainOf(words));
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
    const text = plainOf(
      info.text.split("\n")[line].replace(/^\s*(?:[-*+>#]+|\d+[.)])\s+(?:\[.\]\s+)?/, ""),
    );
    const parts = Array.from(el.querySelectorAll("p, li, td, th, h1, h2, h3, h4, h5, h6"));
    const part = parts.filter((one) => plainOf(one.textContent).includes(text)).pop() || el;
    part.addClass(MARKED);
    part.setAttribute("title", title);
  }
}

/** Return an extension of the editor that marks the lines that `marksIn` tells of. */
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
        Decoration.line({ class: MARKED, attributes: { title } }).range(
          view.state.doc.line(line + 1).from,
        ),
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
    named(
      "Drift report",
      "Its path in the vault. Empty: where vaultwatch's own settings put it.",
    ).addText((text) =>
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
      ["showsMarks", "Marks in notes", "Lines that findings are about, in reading and editing."],
    ]) {
      named(name, about).addToggle((toggle) =>
        toggle.setValue(plugin.chosen[key]).onChange((value) => plugin.change(key, value)),
      );
    }
  }
}
