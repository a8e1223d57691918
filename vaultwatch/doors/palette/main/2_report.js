// The drift report: where it stands, what it says, and its boxes.

const SEVERAL =
  "More than one note is a drift report. Name the one that is read in the plugin's settings.";
const NONE_YET = "There is no drift report in this vault yet. Run `vaultwatch scan`.";
const NO_BOX = "The drift report holds no such box for this finding. Choose one of those it has.";
const ANEW = "The drift report was written anew meanwhile. Look at the finding again.";
const TITLE = "Drift report";
const MAX_SHOWN_CHARS = 4500; // what is agreed to is shown whole: the report holds no longer one
const MIN_FOUND_CHARS = 8; // shorter words stand on many lines
const GAP = " … "; // stands in a quote for what was left out

/** The line that names a finding ends in its block id; a box carries it with an ending of ours. */
const NAMING_LINE = /^(?:> ?)?\s*- .*\s\^([A-Za-z0-9-]{1,64})\s*$/;
const BOX_LINE = new RegExp(
  String.raw`^(?:> ?)?\s*(?:[-*+]|\d{1,9}[.)])\s+\[.\].*\^([A-Za-z0-9-]{1,64}?)` +
    "-(apply|true|there[1-3]|here|unverified|dismiss|outdated|forget|activate|keep|reject|leave|" +
    "refuse|sure)(?![A-Za-z0-9-])",
);
const HEADING = /^#{1,6}\s+(.*)$/;
/** A folded part; what stands in it is quoted. */
const FOLD = /^> \[!\w+\][-+]? ?(.*)$/;
/** Why a finding is told: its memory, its id, since when, whether it was seen before. */
const ROW =
  /^> - (?:\[\[([^\]|#]*)[^\]]*\]\]|.*?) `([A-Za-z0-9_.-]+)`, since (\d{4}-\d\d-\d\d)(, acknowledged)?: /;
/** What became of an answer. */
const SAID = /^> - \d{4}-\d\d-\d\d: (.*)$/;
/** How an item begins: what is believed, its memory where that is no link, what its note says. */
const LEAD = /^\*\*(.+?)\*\*(?: \((\[\[.*?\]\]|\[(?:\\.|[^\]\\])*\]\([^()\s]+\))\))?:? ?(.*)$/;
const DOUBT = /^(\[\[[^\]]*\]\]): (“.*?”), (.*)$/;
/** What several memories rest on, above their items. */
const SHARED = /^\*\*\d+ memories\*\*: /;
/** An item that is a box itself. */
const TASK = /^\[.\] /;
/** Where a finding's words stand. */
const PLACE = /\[\[([^[\]|#]+)[^[\]]*\]\], line (\d+)/;
/** What Markdown does within a line of the report, an escaped sign first. */
const INLINE =
  /\\([!-/:-@[-`{-~])|\[\[([^[\]|]*)(?:\|([^[\]]*))?\]\]|\[((?:\\.|[^[\]\\])*)\]\(([^()\s]+)\)|(\*\*|~~|==)|`([^`]*)`/g;
const ELEMENTS = { "**": "strong", "~~": "del", "==": "mark" };

/** How buttons are called where the report's words are long. */
const SHORT = { "False alarm: dismiss": "False alarm", "Forget the memory": "Forget" };

const TOML_NAME = String.raw`(?:[\w-]+|"[^"]*"|'[^']*')`;
const TOML_KEY = String.raw`(${TOML_NAME}(?:\s*\.\s*${TOML_NAME})*)`;
const TOML_TEXT = String.raw`("(?:[^"\\]|\\.)*"|'[^']*')`;
const TOML_END = String.raw`\s*(?:#.*)?$`;
const TOML_TABLE = new RegExp(String.raw`^\s*\[\[?\s*${TOML_KEY}\s*\]\]?${TOML_END}`);
const TOML_PAIR = new RegExp(String.raw`^\s*${TOML_KEY}\s*=\s*${TOML_TEXT}${TOML_END}`);
const TOML_INLINE = new RegExp(String.raw`^\s*${TOML_KEY}\s*=\s*\{(.*)\}${TOML_END}`);
const TOML_INSIDE = new RegExp(String.raw`${TOML_KEY}\s*=\s*${TOML_TEXT}`, "g");

/** The report as a file of the vault. */
class DriftReport {
  /**
   * @param {import("obsidian").App} app
   * @param {Daemon} daemon
   * @param {() => string} named the path that the plugin's settings give
   */
  constructor(app, daemon, named) {
    this.app = app;
    this.daemon = daemon;
    this.named = named;
  }

  /** Return what the report says now; null where there is none. */
  async read() {
    const file = await this.find();
    if (file === null) return null;
    // Not from Obsidian's cache, which may not know yet what the daemon has just written.
    return { file, ...readReport(await this.app.vault.adapter.read(file.path)) };
  }

  /**
   * Return the report where the settings put it; the one that bears an edition, where the settings
   * of its person put it elsewhere. A copy that a sync left of it is read by nobody.
   */
  async find() {
    const folder = unslashed(await this.setting("report", "folder"));
    const name = (await this.setting("report", "name")) || "drift-report.md";
    const path = this.named().trim() || (folder ? `${folder}/${name}` : name);
    const named = this.app.vault.getAbstractFileByPath(normalizePath(path));
    if (named instanceof TFile && this.isReport(named)) return named;
    const reports = this.app.vault.getMarkdownFiles().filter((file) => this.bearsEdition(file));
    const stem = (file) => file.path.slice(0, -file.extension.length - 1);
    const first = reports.find((one) => reports.every((file) => stem(file).startsWith(stem(one))));
    if (!first && reports.length > 0) throw new Trouble(SEVERAL);
    return first || null;
  }

  /** Return the report, once Obsidian knows it. */
  async findSoon() {
    const end = Date.now() + this.daemon.patience.indexed;
    for (;;) {
      const report = await this.find();
      if (report !== null) return report;
      if (Date.now() >= end) throw new Trouble(NONE_YET);
      await this.daemon.pause(this.daemon.patience.poll);
    }
  }

  isReport(file) {
    const cache = this.app.metadataCache.getFileCache(file);
    const properties = cache && cache.frontmatter;
    return Boolean(properties) && properties.generated === "vaultwatch";
  }

  bearsEdition(file) {
    if (!this.isReport(file)) return false;
    const { frontmatter, headings } = this.app.metadataCache.getFileCache(file);
    return Boolean(frontmatter.edition) && (headings || []).some((one) => one.heading === TITLE);
  }

  /** Tick a box by hand, or take the tick back: only under the words that its person read. */
  async toggle(entry, box) {
    const { file } = (await this.read()) || {};
    if (!file) throw new Trouble(NONE_YET);
    let isThere = false;
    await this.app.vault.process(file, (text) => {
      const now = readReport(text).entries.filter((one) => agreedTo(one) === agreedTo(entry));
      const at = now.flatMap((one) => one.boxes).find((one) => one.id === box.id);
      isThere = Boolean(at);
      if (!at) return text;
      const lines = text.split("\n");
      lines[at.line] = lines[at.line].replace(/\[.\]/, box.isTicked ? "[ ]" : "[x]");
      return lines.join("\n");
    });
    if (!isThere) throw new Trouble(ANEW);
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
}

function unslashed(folder) {
  return folder.trim().replace(/^\/+|\/+$/g, "");
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

/**
 * Return what a report says: its items with boxes, in its order, and what became of answers.
 *
 * An item's boxes and remarks stand below the line that names it. What several findings rest on
 * stands above them, with no line between, or at the head of the part that folds them away.
 */
function readReport(text) {
  const reading = new Reading();
  text.split("\n").forEach((raw, line) => reading.take(raw, line));
  const { rows, said } = reading;
  const found = reading.entries.filter((entry) => entry.boxes.length > 0);
  const entries = found.map((entry) => ({ ...entry, row: rows.get(entry.id) || null }));
  return { entries, rows, said };
}

/** A report read down to some line. */
class Reading {
  constructor() {
    this.rows = new Map();
    this.row = null;
    this.entries = [];
    this.said = [];
    this.lane = "";
    this.head = null;
    this.entry = null;
    this.isQuoted = false;
    this.isGap = false;
  }

  take(raw, line) {
    const fold = FOLD.exec(raw);
    const heading = HEADING.exec(raw);
    if (fold || heading || raw.startsWith(">") !== this.isQuoted) {
      this.isQuoted = raw.startsWith(">");
      if (fold || heading || !/^\s|^$/.test(raw)) this.entry = null; // else a remark follows it
      this.head = fold ? { words: fold[1], line } : null;
      this.isGap = false;
    }
    if (heading) this.lane = heading[1];
    if (!fold && !heading && !this.takeTold(raw, line)) this.takeInner(raw, line);
  }

  /** Take why a finding is told, or what became of an answer; tell whether it is the first. */
  takeTold(raw, line) {
    const [row, said] = [ROW.exec(raw), SAID.exec(raw)];
    if (said) this.said.push(said[1]);
    if (row) {
      const path = row[1] ? `${row[1]}.md` : "";
      const one = { id: row[2], path, line, last: line, since: row[3], isOpen: !row[4] };
      this.rows.set(blockOf(row[2]), one);
      this.row = one;
    } else if (this.row && this.row.last === line - 1 && raw.startsWith(">     ")) {
      this.row.last = line;
    }
    return row !== null;
  }

  takeInner(raw, line) {
    const inner = raw.replace(/^> ?/, "");
    const box = BOX_LINE.exec(raw);
    if (/^- /.test(inner)) this.begin(raw, inner, line, box);
    else if (SHARED.test(inner)) {
      this.head = { words: inner, line };
      this.entry = null;
    }
    const { entry } = this;
    if (entry && inner.trim() !== "") entry.last = line;
    if (entry && box) entry.boxes.push({ ...boxOf(raw, box), line });
    else if (entry && /^ {4}[->]/.test(inner)) {
      entry.details.push(inner.trim().replace(/^[->] ?/, ""));
    }
    this.isGap = inner.trim() === "";
  }

  begin(raw, inner, line, box) {
    if (this.isGap) this.head = null;
    const named = box ? null : NAMING_LINE.exec(raw);
    const words = inner.slice(2).replace(/\s+\^[A-Za-z0-9-]+\s*$/, "");
    const { head, lane } = this;
    const id = named ? named[1] : "";
    this.entry = { id, words, head, lane, line, last: line, details: [], boxes: [] };
    this.entries.push(this.entry);
  }
}

function boxOf(raw, found) {
  const said = raw.replace(/^[^[]*\[.\]\s*/, "");
  const words = said.replace(/(^|[^\\])\^[A-Za-z0-9-]+.*$/, "$1").trimEnd(); // `\^` is quoted
  const isBelow = /^(?:> )? {4}/.test(raw);
  const answer = found[2];
  return {
    id: `${found[1]}-${answer}`,
    answer,
    words,
    isBelow,
    isTicked: /^[^[]*\[[xX]\]/.test(raw),
  };
}

/** Return the block id of a finding, as the report writes it. */
function blockOf(id) {
  return String(id).replace(/_/g, "-");
}

/** Return all that a person reads of an item before they answer. */
function agreedTo({ id, head, words, details, boxes }) {
  return JSON.stringify([id, head && head.words, words, details, boxes.map((box) => box.words)]);
}

/** Return what a memory says, as the pane puts it and alone, and what its note says. */
function partsOf({ words, head }) {
  if (TASK.test(words)) return { belief: "", words: "", told: "" };
  const above = head && LEAD.exec(head.words);
  if (head && !above) {
    const at = head.words.indexOf("[[");
    const said = at < 0 ? head.words : head.words.slice(0, at).replace(/:? $/, "");
    return {
      belief: `${said} (${words})`,
      words: said,
      told: at < 0 ? "" : head.words.slice(at),
    };
  }
  const doubt = DOUBT.exec(words);
  if (doubt)
    return {
      belief: `${doubt[2]} (${doubt[1]})`,
      words: doubt[2].slice(1, -1),
      told: doubt[3],
    };
  const own = LEAD.exec(words) || ["", words, "", ""];
  const belief = own[2] ? `${own[1]} (${own[2]})` : own[1];
  return { belief, words: own[1], told: above ? above[3] : own[3] };
}

/** Return where the memory of an item stands; empty where it is of none. */
function memoryOf({ row, words }) {
  if (row && row.path) return row.path;
  const own = LEAD.exec(words);
  const named = /^(?:\*\*)?\[\[([^[\]|#]+)/.exec((own && own[2]) || words);
  return named ? `${named[1]}.md` : "";
}

/** Return the notes that an item of the report links to, memories and others. */
function linksOf(entry) {
  const text = [entry.words, ...(entry.head ? [entry.head.words] : []), ...entry.details].join(" ");
  const linked = Array.from(text.matchAll(/\[\[([^[\]|#]+)/g), (found) => `${found[1]}.md`);
  return [memoryOf(entry), ...linked];
}

/** Return where in a note an item's words stand: its path, its line as told, and the words now. */
function placeOf(entry) {
  const { told } = partsOf(entry);
  const found = PLACE.exec(told);
  if (!found) return null;
  const quotes = told.match(/“[^”]*”/g) || [];
  const isNow = /”(?: \([^()]*\))?$/.test(told); // else it ends in saying that they are gone
  const last = quotes.length > 0 && isNow ? quotes[quotes.length - 1].slice(1, -1) : "";
  return { path: `${found[1]}.md`, line: Number(found[2]) - 1, words: last };
}

/** Return a line of Markdown as plain words: what was struck is left out. */
function plainOf(markdown) {
  return markdown
    .replace(/~~(?:\\.|[^\\])*?~~ ?/g, "")
    .replace(
      INLINE,
      (_, sign, target, display, words, address, mark, code) =>
        sign || display || target || (words && plainOf(words)) || code || "",
    )
    .replace(/\uff04/g, "$") // the report writes it so in links
    .replace(/\s+/g, " ")
    .trim();
}

/** Return the line of a note that says these words, nearest to where it was told; null for none. */
function lineOf(text, markdown, near) {
  const pieces = markdown.split(GAP.trim()).map(plainOf);
  const words = pieces.reduce((one, other) => (other.length > one.length ? other : one), "");
  if (words.length < MIN_FOUND_CHARS) return null;
  const found = text.split("\n").flatMap((line, at) => (plainOf(line).includes(words) ? [at] : []));
  return found.length === 0
    ? null
    : found.reduce((one, at) => (Math.abs(at - near) < Math.abs(one - near) ? at : one));
}

/** Return what a button is called; what is suggested stands above it, whole. */
function labelOf(box) {
  if (box.answer === "apply" && box.isBelow && box.words.includes(": ")) return "Apply";
  return SHORT[box.words] || plainOf(box.words);
}

/**
 * Put a line of the report into an element as Obsidian shows it, its words as text alone.
 *
 * @param {HTMLElement} el
 * @param {string} markdown
 * @param {(target: string) => void} follow called with where a link leads
 */
function fill(el, markdown, follow) {
  const line = shown(markdown, MAX_SHOWN_CHARS);
  const open = [{ el, mark: "" }];
  const put = (text) => text && open[open.length - 1].el.appendText(text);
  let at = 0;
  for (const found of line.matchAll(INLINE)) {
    const [whole, sign, wiki, display, words, address, mark, code] = found;
    const target = address === undefined ? wiki : decodeURIComponent(address);
    put(line.slice(at, found.index));
    at = found.index + whole.length;
    const inner = open[open.length - 1].el;
    if (sign !== undefined) put(sign);
    else if (code !== undefined) inner.createEl("code", { text: code });
    else if (target !== undefined) {
      const link = inner.createEl("a", {
        text: (words && plainOf(words)) || display || target,
        cls: "internal-link",
        attr: { href: "#" },
      });
      link.addEventListener("click", (event) => {
        event.preventDefault();
        follow(target);
      });
    } else if (open[open.length - 1].mark === mark) open.pop();
    else open.push({ el: inner.createEl(ELEMENTS[mark]), mark });
  }
  put(line.slice(at));
}
