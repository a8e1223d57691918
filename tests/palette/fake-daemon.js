"use strict";

/* A daemon that answers requests as a test has it, by the protocol of the requests folder. */

const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const FOLDER = ".vaultwatch/requests";

process.setMaxListeners(0); // one for each vault

/** Make a vault of these notes; it goes with the process. */
function vaultOf(notes) {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "palette-")));
  process.once("exit", () => fs.rmSync(root, { recursive: true, force: true }));
  for (const [place, text] of Object.entries(notes)) {
    fs.mkdirSync(path.dirname(path.join(root, place)), { recursive: true });
    fs.writeFileSync(path.join(root, place), text);
  }
  return root;
}

/** What stands in the requests folder. */
function standing(root) {
  const folder = path.join(root, FOLDER);
  return fs.existsSync(folder) ? fs.readdirSync(folder).sort() : [];
}

class FakeDaemon {
  /** Answer what the app asks with `answerTo(request)`, the whole last answer. */
  constructor(app, answerTo) {
    this.root = app.vault.adapter.root;
    this.answerTo = answerTo;
    this.requests = [];
    app.vault.adapter.onRenamed = (place) => this.take(place);
  }

  take(place) {
    const name = /^\.vaultwatch\/requests\/([A-Za-z0-9][A-Za-z0-9._-]{0,79})\.json$/.exec(place);
    if (name === null || name[1].endsWith(".answer")) throw new Error(`no request: ${place}`);
    const request = JSON.parse(fs.readFileSync(path.join(this.root, place), "utf8"));
    this.requests.push(request);
    this.answer(name[1], request);
  }

  answer(name, request) {
    this.write(name, { state: "accepted" });
    this.finish(name, { verb: request.verb, ...this.answerTo(request) });
  }

  finish(name, answer) {
    const defaults = { state: "done", message: "Done.", hint: "", findings: [], memory: null };
    this.write(name, { ...defaults, ...answer });
    fs.rmSync(path.join(this.root, FOLDER, `${name}.json`), { force: true });
  }

  write(name, answer) {
    const text = typeof answer === "string" ? answer : JSON.stringify(answer);
    const place = path.join(this.root, FOLDER, `${name}.answer.json`);
    fs.writeFileSync(`${place}.tmp`, text);
    fs.renameSync(`${place}.tmp`, place);
  }
}

module.exports = { FOLDER, FakeDaemon, standing, vaultOf };
