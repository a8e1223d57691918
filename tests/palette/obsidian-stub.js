"use strict";

/*
 * Obsidian, as far as the plugin meets it, over a real folder.
 *
 * The plugin runs in a context of its own that holds what a phone has too: `window`, the language,
 * `TextEncoder`. There is no `process`, no `Buffer`, and `require` knows "obsidian" alone.
 * Behaviour that matters is Obsidian's: `rename` never overwrites, `write` makes no folder.
 * browser.js runs it in a page, where elements are a browser's own.
 */

const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

class Component {
  constructor() {
    this.atUnload = [];
  }

  registerEvent(event) {
    this.register(() => event.off());
  }

  registerDomEvent(el, type, callback) {
    el.addEventListener(type, callback);
  }

  register(callback) {
    this.atUnload.push(callback);
  }

  unload() {
    for (const callback of this.atUnload.splice(0).reverse()) callback();
    if (this.onunload) this.onunload();
  }
}

class Plugin extends Component {
  constructor(app, manifest) {
    super();
    this.app = app;
    this.manifest = manifest;
    this.commands = new Map();
  }

  addStatusBarItem() {
    return element("div");
  }

  addRibbonIcon(icon, title, callback) {
    this.app.ribbon.push({ icon, title, callback });
  }

  addSettingTab(tab) {
    this.app.tab = tab;
  }

  registerMarkdownPostProcessor(processor) {
    this.app.processor = processor;
  }

  registerEditorExtension(extension) {
    this.app.extension = extension;
  }

  async loadData() {
    return this.app.data;
  }

  async saveData(data) {
    this.app.data = JSON.parse(JSON.stringify(data));
  }

  registerView(type, creator) {
    this.app.views.set(type, creator);
    this.register(() => this.app.views.delete(type));
  }

  addCommand(command) {
    if (this.commands.has(command.id)) throw new Error(`two commands are called ${command.id}`);
    this.commands.set(command.id, command);
    return command;
  }
}

class TFile {
  constructor(place, mtime) {
    this.path = place;
    this.name = place.split("/").pop();
    this.extension = this.name.includes(".") ? this.name.split(".").pop() : "";
    this.basename = this.name.slice(0, -this.extension.length - 1);
    this.stat = { mtime };
  }
}

class MarkdownView {
  constructor(file, editor) {
    this.file = file;
    this.editor = editor;
    this.saves = 0;
    this.rendered = 0;
    this.previewMode = { rerender: () => (this.rendered += 1) };
  }

  async save() {
    this.saves += 1;
    if (this.editor.place) fs.writeFileSync(this.editor.place, this.editor.lines.join("\n"));
  }
}

/** The page that holds all elements. */
const page = { activeElement: null };

/** An element that takes text alone; whatever would become HTML is an error. */
class Element {
  constructor(tag) {
    this.tag = tag;
    this.nodes = [];
    this.listeners = new Map();
    this.attributes = {};
    this.classes = new Set();
    this.ownerDocument = page;
  }

  addClass(name) {
    this.classes.add(name);
  }

  setAttribute(name, value) {
    if (typeof value !== "string") throw new Error(`an attribute takes text: ${name}`);
    this.attributes[name] = value;
  }

  getAttribute(name) {
    return name in this.attributes ? this.attributes[name] : null;
  }

  addEventListener(type, callback) {
    this.listeners.set(type, callback);
  }

  empty() {
    if (this.contains(page.activeElement)) page.activeElement = null;
    this.nodes = [];
  }

  click() {
    this.listeners.get("click")({ preventDefault() {} });
  }

  focus() {
    page.activeElement = this;
  }

  createEl(tag, options = {}) {
    for (const key of Object.keys(options)) {
      if (!["text", "cls", "attr"].includes(key)) throw new Error(`createEl with ${key}`);
    }
    const child = new Element(tag);
    if (options.text) child.setText(options.text);
    if (options.cls) child.addClass(options.cls);
    for (const [name, value] of Object.entries(options.attr || {})) child.setAttribute(name, value);
    this.nodes.push(child);
    return child;
  }

  appendText(text) {
    if (typeof text !== "string") throw new Error("an element takes text here");
    this.nodes.push(text);
  }

  setText(text) {
    this.nodes = [text];
  }

  set innerHTML(_) {
    throw new Error("text became HTML");
  }

  get children() {
    return this.nodes.filter((node) => node instanceof Element);
  }

  get textContent() {
    return this.nodes.map((node) => (node instanceof Element ? node.textContent : node)).join("");
  }

  get below() {
    return this.children.flatMap((child) => [child, ...child.below]);
  }

  contains(other) {
    return other === this || this.below.includes(other);
  }

  /** Take `[name="value"]` or names of tags. */
  querySelectorAll(selector) {
    const named = /^\[([\w-]+)="(.*)"\]$/.exec(selector);
    const tags = selector.split(", ");
    return this.below.filter((one) =>
      named ? one.getAttribute(named[1]) === named[2] : tags.includes(one.tag),
    );
  }

  querySelector(selector) {
    return this.querySelectorAll(selector)[0] || null;
  }
}

/** Make an element: a browser's own where there is one. */
function element(tag) {
  return globalThis.document ? globalThis.document.createElement(tag) : new Element(tag);
}

/** A note in the editor. */
class Editor {
  constructor(text, { line = 0, select = null, place = null } = {}) {
    this.lines = text.split("\n");
    this.place = place;
    this.selection = "";
    this.cursor = { line, ch: 0 };
    if (select !== null) {
      const at = text.indexOf(select);
      if (at < 0) throw new Error(`not in the note: ${select}`);
      this.selection = select;
      this.cursor = { line: text.slice(0, at).split("\n").length - 1, ch: 0 };
    }
  }

  getSelection() {
    return this.selection;
  }

  getCursor() {
    return this.cursor;
  }

  getLine(line) {
    if (line < 0 || line >= this.lines.length) throw new Error(`no line ${line}`);
    return this.lines[line];
  }

  lineCount() {
    return this.lines.length;
  }
}

class Adapter {
  constructor(root) {
    this.root = root;
    this.written = [];
    /** Called with each path that a rename made. */
    this.onRenamed = () => {};
  }

  at(place) {
    const whole = path.resolve(this.root, place);
    if (!whole.startsWith(this.root + path.sep)) throw new Error(`${place} leaves the vault`);
    return whole;
  }

  async exists(place) {
    return fs.existsSync(this.at(place));
  }

  async read(place) {
    return fs.promises.readFile(this.at(place), "utf8");
  }

  async write(place, text) {
    this.written.push(place);
    await fs.promises.writeFile(this.at(place), text);
  }

  async mkdir(place) {
    await fs.promises.mkdir(this.at(place), { recursive: true });
  }

  async remove(place) {
    await fs.promises.unlink(this.at(place));
  }

  async rename(from, to) {
    if (fs.existsSync(this.at(to))) throw new Error("Destination file already exists!");
    await fs.promises.rename(this.at(from), this.at(to));
    this.onRenamed(to);
  }
}

class Leaf {
  constructor(app) {
    this.app = app;
  }

  async setViewState({ type }) {
    this.type = type;
    this.view = this.app.views.get(type)(this);
    this.app.leaves.push(this);
    await this.view.onOpen();
  }
}

class App {
  constructor(root) {
    const app = this;
    this.opened = [];
    this.active = null;
    this.views = new Map();
    this.leaves = [];
    this.ribbon = [];
    this.data = null;
    this.updates = 0;
    this.heard = new Map();
    const on = (name, callback) => {
      this.heard.set(name, callback);
      return { off: () => this.heard.delete(name) };
    };
    this.vault = {
      adapter: new Adapter(root),
      getMarkdownFiles: () => filesBelow(root, "").filter((file) => file.extension === "md"),
      cachedRead: async (file) => fs.readFileSync(path.join(root, file.path), "utf8"),
      getAbstractFileByPath: (place) =>
        filesBelow(root, "").find((file) => file.path === place) || null,
      process: async (file, change) => {
        const whole = path.join(root, file.path);
        fs.writeFileSync(whole, change(fs.readFileSync(whole, "utf8")));
      },
    };
    this.metadataCache = {
      getFileCache: (file) => cacheOf(path.join(root, file.path)),
      on,
      get resolvedLinks() {
        return linksBelow(root);
      },
    };
    this.workspace = {
      get activeEditor() {
        return app.active;
      },
      getActiveFile: () => app.active && app.active.file,
      getActiveViewOfType: (type) => (app.active instanceof type ? app.active : null),
      getLeaf: () => ({
        openFile: async (file, { eState }) => void app.opened.push(`${file.path}:${eState.line}`),
      }),
      updateOptions: () => void (app.updates += 1),
      on,
      onLayoutReady: (callback) => callback(),
      getLeavesOfType: (type) =>
        type === "markdown"
          ? [{ view: app.active }].filter((leaf) => leaf.view)
          : this.leaves.filter((leaf) => leaf.type === type),
      getRightLeaf: () => new Leaf(this),
      revealLeaf: async (leaf) => void (leaf.isRevealed = true),
      openLinkText: async (link) => void app.opened.push(link),
    };
  }

  /** Open a note in front of the person. */
  show(place, options = {}) {
    const whole = this.vault.adapter.at(place);
    const text = fs.readFileSync(whole, "utf8");
    const editor = new Editor(text, { place: whole, ...options });
    this.active = new MarkdownView(new TFile(place, 0), editor);
    return this.active;
  }
}

function filesBelow(root, folder) {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith(".")) return [];
    const place = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return filesBelow(root, place);
    return [new TFile(place, fs.statSync(path.join(root, place)).mtimeMs)];
  });
}

/** Which notes each note links to, as Obsidian tells it: by a note's name, wherever it stands. */
function linksBelow(root) {
  const notes = filesBelow(root, "").filter((file) => file.extension === "md");
  return Object.fromEntries(
    notes.map((file) => {
      const text = fs.readFileSync(path.join(root, file.path), "utf8");
      const found = {};
      for (const [, target] of text.matchAll(/\[\[([^\]|#]+)/g)) {
        const note = notes.find((one) => one.basename === target.split("/").pop());
        if (note) found[note.path] = (found[note.path] || 0) + 1;
      }
      return [file.path, found];
    }),
  );
}

function cacheOf(whole) {
  if (!fs.existsSync(whole)) return null;
  const lines = fs.readFileSync(whole, "utf8").split("\n");
  const end = lines[0] === "---" ? lines.indexOf("---", 1) : -1;
  const frontmatter = {};
  for (const line of lines.slice(1, Math.max(end, 1))) {
    const found = /^(\w+):\s*(.*)$/.exec(line);
    if (found) frontmatter[found[1]] = found[2];
  }
  const headings = lines.flatMap((line, number) => {
    const found = number > end && /^(#{1,6}) (.*)$/.exec(line);
    if (!found) return [];
    const position = { start: { line: number }, end: { line: number } };
    return [{ heading: found[2], level: found[1].length, position }];
  });
  return { ...(end > 0 ? { frontmatter } : {}), ...(headings.length ? { headings } : {}) };
}

/** Return what `require("obsidian")` gives, and what was shown with it. */
function obsidian() {
  const shown = { notices: [], modals: [] };

  class Notice {
    constructor(message, duration) {
      if (typeof message !== "string") throw new Error("a notice takes text here");
      this.message = message;
      this.duration = duration;
      this.isHidden = false;
      shown.notices.push(this);
    }

    hide() {
      this.isHidden = true;
    }
  }

  class ItemView extends Component {
    constructor(leaf) {
      super();
      this.leaf = leaf;
      this.contentEl = element("div");
    }
  }

  class PluginSettingTab {
    constructor(app) {
      this.app = app;
      this.containerEl = element("div");
    }
  }

  const Platform = { isMobile: false };
  const normalizePath = (place) => place.replace(/\/+/g, "/").replace(/^\/|\/$/g, "");
  const classes = { ItemView, MarkdownView, Notice, Plugin, PluginSettingTab, Setting, TFile };
  return { shown, api: { ...classes, Platform, normalizePath, editorInfoField: "info" } };
}

/** A line of the settings; a person changes its control by `enter`. */
class Setting {
  constructor(el) {
    this.el = el.createEl("div");
    if (this.el instanceof Element) this.el.setting = this;
  }

  setName(name) {
    this.name = name;
    return this;
  }

  setDesc(about) {
    this.about = about;
    return this;
  }

  addText(make) {
    const control = {
      setPlaceholder: () => control,
      setValue: (value) => {
        this.value = value;
        return control;
      },
      onChange: (enter) => {
        this.enter = enter;
        return control;
      },
    };
    make(control);
    return this;
  }

  addToggle(make) {
    return this.addText(make);
  }
}

/** What the plugin takes of CodeMirror: an editor is its text, a mark is where a line begins. */
const CODEMIRROR = {
  Decoration: {
    set: (marks) => marks,
    line: (how) => ({ range: (from) => ({ from, ...how }) }),
  },
  ViewPlugin: { define: (make) => ({ make }) },
};

/** A clock that runs so many times as fast, for the context of the plugin. */
function clock(times) {
  class FastDate extends Date {
    static now() {
      return Date.now() * times;
    }
  }
  const window = {
    setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds / times),
    clearTimeout,
  };
  return { Date: FastDate, window };
}

const PALETTE = path.resolve(__dirname, "../../vaultwatch/doors/palette");

/** Return a script of ours; `main.js` is joined of its parts. */
function code(name) {
  const parts = path.join(PALETTE, "main");
  const names =
    name === "main.js"
      ? fs
          .readdirSync(parts)
          .sort()
          .map((one) => `main/${one}`)
      : [name];
  return names.map((one) => fs.readFileSync(path.join(PALETTE, one), "utf8")).join("\n");
}

/** Return the `module.exports` of a script of ours, run as Obsidian runs it. */
function load(name, { times = 1, api = null } = {}) {
  const module = { exports: {} };
  const context = vm.createContext({ ...clock(times), TextEncoder, console, module });
  context.require = (wanted) => {
    if (wanted === "obsidian" && api !== null) return api;
    if (wanted === "@codemirror/view" && api !== null) return CODEMIRROR;
    throw new Error(`cannot require ${wanted}`);
  };
  vm.runInContext(code(name), context, { filename: name });
  return module.exports;
}

/** Start the plugin on a vault; `times` is how fast its clock runs. */
function start(root, { times = 1, data = null, isMobile = false } = {}) {
  const { shown, api } = obsidian();
  api.Platform.isMobile = isMobile;
  const manifest = JSON.parse(fs.readFileSync(path.join(PALETTE, "manifest.json"), "utf8"));
  const VaultwatchPlugin = load("main.js", { times, api });
  const app = new App(fs.realpathSync(root));
  app.data = data;
  const plugin = new VaultwatchPlugin(app, manifest);
  plugin.onload();
  return { app, plugin, shown, run: (id) => run(app, plugin, id) };
}

/** Run a command as the palette does; false where the palette does not offer it. */
function run(app, plugin, id) {
  const command = plugin.commands.get(id);
  if (command.editorCallback) {
    if (!(app.active instanceof MarkdownView)) return false;
    command.editorCallback(app.active.editor, app.active);
  } else if (command.checkCallback) {
    if (!command.checkCallback(true)) return false;
    command.checkCallback(false);
  } else {
    command.callback();
  }
  return true;
}

/** Wait until something holds; return it. */
async function eventually(isTrue, what, withinMs = 10000) {
  const end = Date.now() + withinMs;
  for (;;) {
    const found = isTrue();
    if (found) return found;
    if (Date.now() > end) throw new Error(`never came: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

module.exports = { App, PALETTE, TFile, code, eventually, load, obsidian, start };
