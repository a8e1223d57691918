"use strict";

/*
 * The vaultwatch daemon's findings in Obsidian: a pane beside the notes, marks in them, commands,
 * and how many are open in the status bar.
 *
 * Nothing is decided here. What is shown is read out of the drift report. A button ticks its box
 * there, as its person would by hand, and asks the daemon to look; a request is a file in
 * `.vaultwatch/requests`, and the daemon writes `<name>.answer.json` beside it, first "accepted",
 * then the last word. There is no network, no Node and no Electron in it, so that phones run it
 * too. Every text that comes back is shown as text, never as HTML.
 *
 * This file is joined of those in `vaultwatch/doors/palette/main`, in the order of their names.
 */

const obsidian = require("obsidian");
const { Decoration, ViewPlugin } = require("@codemirror/view");
const { ItemView, MarkdownView, Notice, Platform, PluginSettingTab, Setting, TFile } = obsidian;
const { normalizePath } = obsidian;

const SETTINGS_FOLDER = ".vaultwatch";
const REQUESTS_FOLDER = `${SETTINGS_FOLDER}/requests`;
const MAX_REQUEST_BYTES = 65536; // the daemon reads no more
const MAX_ANSWER_CHARS = 8000000; // the daemon writes no more
const MAX_SENTENCE_CHARS = 340; // a long message must not push the way out off the notice

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

/** What stands in place of an answer is none of ours, or none yet. */
const GARBLED = Symbol("garbled");

/** The plugin went while something was waited for: nothing more is to be said or done. */
class Unloaded extends Error {}

/** Something to tell the person instead of an answer. */
class Trouble extends Error {}

/** Leaves requests for the daemon and waits for its answers. */
class Daemon {
  /** @param {import("obsidian").DataAdapter} adapter */
  constructor(adapter) {
    this.adapter = adapter;
    this.patience = { ...PATIENCE };
    /** Whether it answered when last asked; null before. @type {boolean | null} */
    this.answers = null;
    /** @type {Map<number, () => void>} */
    this.waiting = new Map();
    /** @type {Set<import("obsidian").Notice>} */
    this.working = new Set();
    this.isGone = false;
  }

  /** Stop waiting and take our notices away. */
  leave() {
    this.isGone = true;
    for (const [timer, wake] of this.waiting) {
      window.clearTimeout(timer);
      wake();
    }
    this.waiting.clear();
    for (const notice of this.working) notice.hide();
    this.working.clear();
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
    const { adapter } = this;
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
        this.answers = isAccepted || this.answers;
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
    this.answers = true;
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
    this.answers = false;
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
    let text;
    try {
      if (!(await this.adapter.exists(place))) return null;
      text = await this.adapter.read(place);
    } catch {
      return null; // it is being swapped in: the next look will find it
    }
    return parsed(text);
  }

  async stands(place) {
    try {
      return await this.adapter.exists(place);
    } catch {
      return false;
    }
  }

  async remove(place) {
    try {
      await this.adapter.remove(place);
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
        resolve(undefined);
      }, milliseconds);
      this.waiting.set(timer, () => resolve(undefined));
    });
    if (this.isGone) throw new Unloaded();
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

function sentence(answer) {
  const parts = [answer.message, answer.hint].filter((one) => typeof one === "string" && one);
  return parts.map(brief).join(" ");
}

function newName() {
  return `palette-${Date.now().toString(36)}-${digits(36, 10)}`;
}

function digits(base, count) {
  const one = () => Math.floor(Math.random() * base).toString(base);
  return Array.from({ length: count }, one).join("");
}

function brief(text) {
  return shown(text, MAX_SENTENCE_CHARS);
}

/** Return text as it may be shown: no control or direction signs, and not endless. */
function shown(text, most) {
  const plain = String(text)
    .replace(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
      " ",
    )
    .trim();
  const signs = Array.from(plain.slice(0, 2 * most)); // never half a sign
  return plain.length > 2 * most || signs.length > most
    ? `${signs.slice(0, most - 1).join("")}…`
    : plain;
}
