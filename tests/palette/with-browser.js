"use strict";

/*
 * Use the pane in a real browser, by keyboard, on a vault that a real daemon watches; print what
 * was seen as JSON. The stand-in for Obsidian runs in the page, over the vault's real files.
 *
 * Run by tests/system/test_palette.py: node with-browser.js CHROMIUM VAULT NOTE [PICTURES]
 */

const { spawn } = require("node:child_process");
const fs = require("node:fs");
const http = require("node:http");
const os = require("node:os");
const path = require("node:path");

const { PALETTE, eventually } = require("./obsidian-stub.js");

const PATIENCE_MS = 60000;
const MIN_TOUCHED_PX = 44;
const ROOT = path.resolve(__dirname, "../..");

/** Sizes and colours of Obsidian's default theme, as far as the pane's own style asks for them. */
const LOOKS = `
  body { margin: 0; font: 15px/1.5 Inter, sans-serif; --size-4-1: 4px; --size-4-2: 8px;
    --size-4-3: 12px; --size-4-4: 16px; --font-semibold: 600; --font-ui-small: 13px;
    --text-on-accent: #fff; --text-highlight-bg: #ffd00066; color: var(--text-normal);
    background: var(--background-primary) }
  .theme-light { --text-normal: #222; --text-muted: #5c5c5c; --background-primary: #fff;
    --background-modifier-border: #e0e0e0; --interactive-normal: #fff; --text-error: #c62f3b;
    --interactive-accent: #7a5ae0; --edge: #00000024 }
  .theme-dark { --text-normal: #dadada; --text-muted: #b3b3b3; --background-primary: #1e1e1e;
    --background-modifier-border: #363636; --interactive-normal: #363636; --text-error: #fb464c;
    --interactive-accent: #7a5ae0; --edge: #ffffff24 }
  .vaultwatch-pane { padding: 12px } a { color: inherit }
  button { font: inherit; color: inherit; background: var(--interactive-normal); border: 0;
    border-radius: 5px; box-shadow: 0 0 0 1px var(--edge) }
`;

/** What runs in the page: Obsidian's elements, Node's files by way of our server, the stand-in. */
function page(root, note) {
  const asked = (op, ...args) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/files", false);
    request.send(JSON.stringify([op, ...args]));
    const answer = JSON.parse(request.responseText);
    if (answer.error) throw new Error(answer.error);
    return answer.value;
  };
  const later =
    (op) =>
    async (...args) =>
      asked(op, ...args);
  const fsOf = {
    existsSync: (place) => asked("existsSync", place),
    readFileSync: (place) => asked("readFileSync", place, "utf8"),
    realpathSync: (place) => asked("realpathSync", place),
    statSync: (place) => asked("statSync", place),
    writeFileSync: (place, text) => asked("writeFileSync", place, text),
    readdirSync: (place, how) => {
      const found = asked("entries", place);
      return how
        ? found.map(([name, isFolder]) => ({ name, isDirectory: () => isFolder }))
        : found.map(([name]) => name);
    },
    promises: {
      readFile: later("readFileSync"),
      writeFile: later("writeFileSync"),
      mkdir: later("mkdirSync"),
      unlink: later("unlinkSync"),
      rename: later("renameSync"),
    },
  };
  const join = (...parts) => {
    const whole = [];
    for (const part of parts
      .join("/")
      .split("/")
      .filter((one) => one && one !== ".")) {
      if (part === "..") whole.pop();
      else whole.push(part);
    }
    return `/${whole.join("/")}`;
  };
  const modules = {
    "node:fs": fsOf,
    "node:path": { join, resolve: join, sep: "/" },
    "node:vm": {
      createContext: (context) => context,
      runInContext: (code, { require, module }) =>
        new Function("require", "module", code)(require, module),
    },
  };
  const make = (parent, tag, { text, cls, attr } = {}) => {
    const el = document.createElement(tag);
    if (text) el.textContent = text;
    if (cls) el.className = cls;
    for (const [name, value] of Object.entries(attr || {})) el.setAttribute(name, value);
    parent.append(el);
    return el;
  };
  Object.assign(HTMLElement.prototype, {
    createEl(tag, how) {
      return make(this, tag, how);
    },
    empty() {
      this.replaceChildren();
    },
    addClass(name) {
      this.classList.add(name);
    },
    setText(text) {
      this.textContent = text;
    },
    appendText(text) {
      this.append(String(text));
    },
  });
  const module = { exports: {} };
  const folder = "/tests/palette";
  const code = fsOf.readFileSync(`${folder}/obsidian-stub.js`);
  new Function("require", "module", "__dirname", code)((name) => modules[name], module, folder);
  const lived = module.exports.start(root);
  lived.app.show(note);
  lived.plugin.openPane().then(() => document.body.append(lived.app.leaves[0].view.contentEl));
  window.lived = lived;
}

/** Serve the page and the files of vault and sources. */
function serve(root, note) {
  const style = fs.readFileSync(path.join(PALETTE, "styles.css"), "utf8");
  const html =
    `<!doctype html><meta charset="utf-8"><title>pane</title><style>${LOOKS}${style}</style>` +
    `<body class="theme-light"><script>(${page})(${JSON.stringify(root)}, ${JSON.stringify(note)})</script>`;
  const at = (place) =>
    place.startsWith(`${root}/`) || place === root ? place : path.join(ROOT, place);
  const carryOut = ([op, place, ...rest]) => {
    if (op === "entries") {
      return fs
        .readdirSync(at(place), { withFileTypes: true })
        .map((one) => [one.name, one.isDirectory()]);
    }
    if (op === "statSync") return { mtimeMs: fs.statSync(at(place)).mtimeMs };
    return fs[op](at(place), ...(op === "renameSync" ? [at(rest[0])] : rest));
  };
  const server = http.createServer((request, response) => {
    let asked = "";
    request.on("data", (chunk) => (asked += chunk));
    request.on("end", () => {
      if (request.url !== "/files") return response.end(request.url === "/" ? html : "");
      let answer;
      try {
        answer = { value: carryOut(JSON.parse(asked)) };
      } catch (error) {
        answer = { error: error.message };
      }
      return response.end(JSON.stringify(answer));
    });
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** A browser, told what to do over a pipe. */
class Browser {
  constructor(chromium) {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), "pane-"));
    const options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"];
    this.process = spawn(
      chromium,
      [...options, "--remote-debugging-pipe", `--user-data-dir=${this.folder}`, "about:blank"],
      { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
    );
    this.answers = new Map();
    this.count = 0;
    let held = "";
    this.process.stdio[4].on("data", (chunk) => {
      const [rest, ...whole] = (held + chunk).split("\0").reverse();
      held = rest;
      for (const { id, result, error } of whole.map((one) => JSON.parse(one))) {
        if (this.answers.has(id)) this.answers.get(id)(error || result);
      }
    });
  }

  tell(method, params = {}) {
    this.count += 1;
    const id = this.count;
    const asked = { id, method, params, ...(this.session ? { sessionId: this.session } : {}) };
    this.process.stdio[3].write(`${JSON.stringify(asked)}\0`);
    return new Promise((resolve) => this.answers.set(id, resolve));
  }

  async open(address) {
    const { targetId } = await this.tell("Target.createTarget", { url: address });
    const { sessionId } = await this.tell("Target.attachToTarget", { targetId, flatten: true });
    this.session = sessionId;
  }

  /** Return what an expression is in the page. */
  async seen(expression) {
    const asked = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.tell("Runtime.evaluate", asked);
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return result.value;
  }

  async soon(expression) {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const found = await this.seen(expression);
      if (found) return found;
      if (Date.now() > end)
        throw new Error(`never came: ${expression}: ${await this.seen("document.body.innerText")}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async key(key, text) {
    const code = { Tab: 9, Enter: 13 }[key];
    const what = { key, code: key, windowsVirtualKeyCode: code, ...(text ? { text } : {}) };
    await this.tell("Input.dispatchKeyEvent", { type: "keyDown", ...what });
    await this.tell("Input.dispatchKeyEvent", { type: "keyUp", ...what });
  }

  async picture(place, width, theme) {
    await this.seen(`document.body.className = "theme-${theme}"`);
    const size = { width, deviceScaleFactor: 1, mobile: false };
    await this.tell("Emulation.setDeviceMetricsOverride", { ...size, height: 900 });
    const height = await this.seen("document.documentElement.scrollHeight");
    await this.tell("Emulation.setDeviceMetricsOverride", { ...size, height });
    const { data } = await this.tell("Page.captureScreenshot", { format: "png" });
    fs.writeFileSync(path.join(place, `pane-${width}-${theme}.png`), Buffer.from(data, "base64"));
  }

  async close() {
    const isOver = new Promise((resolve) => this.process.once("exit", resolve));
    this.process.kill("SIGKILL");
    await isOver;
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const FOCUSED = `document.activeElement.getAttribute("data-key") || ""`;

async function main([chromium, root, note, pictures]) {
  const server = await serve(root, note);
  const browser = new Browser(chromium);
  try {
    await browser.open(`http://127.0.0.1:${server.address().port}/`);
    const first = await browser.soon(
      `(document.querySelector('[data-key$="-apply"]') || { getAttribute() {} }).getAttribute("data-key")`,
    );
    const memory = await browser.seen("lived.plugin.held.entries.find((one) => one.row).row.path");
    const read = () => fs.readFileSync(path.join(root, memory), "utf8");
    await browser.soon("lived.plugin.daemon.answers");
    for (const width of pictures ? [700, 380] : []) {
      for (const theme of ["light", "dark"]) await browser.picture(pictures, width, theme);
    }
    await browser.tell("Emulation.setDeviceMetricsOverride", {
      width: 380,
      height: 900,
      deviceScaleFactor: 1,
      mobile: false,
    });
    const small = await browser.seen(
      `Array.from(document.querySelectorAll("button, .vaultwatch-since a"), (one) => [one.textContent, one.getBoundingClientRect()])` +
        `.filter(([, { width, height }]) => width < ${MIN_TOUCHED_PX} || height < ${MIN_TOUCHED_PX}).map(([text]) => text)`,
    );
    const isWide = await browser.seen("document.documentElement.scrollWidth > 380");
    const before = read();
    for (let count = 0; count < 40 && (await browser.seen(FOCUSED)) !== first; count += 1)
      await browser.key("Tab");
    const outline = await browser.seen(`getComputedStyle(document.activeElement).outlineWidth`);
    await browser.key("Enter", "\r");
    await browser.soon(`document.querySelector('[data-key="undo"]') === document.activeElement`);
    const said = await browser.seen(`document.querySelector('[role="status"]').innerText`);
    const applied = read();
    if (pictures) await browser.picture(pictures, 381, "light");
    await browser.key("Enter", "\r");
    await browser.soon(
      `document.querySelector('[role="status"]').innerText.includes("Taken back")`,
    );
    const undone = await eventually(
      () => read() === before && read(),
      "the bytes as before",
      PATIENCE_MS,
    );
    const all = await browser.seen("lived.shown.notices.map((one) => one.message)");
    const notices = all.filter((one) => !one.includes("is working on it")); // a busy machine
    const seen = { memory, small, isWide, outline, said, before, applied, undone, notices };
    process.stdout.write(`${JSON.stringify(seen)}\n`);
  } finally {
    await browser.close();
    server.close();
  }
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  },
);
