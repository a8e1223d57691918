"use strict";

/*
 * One request to the vaultwatch daemon, for scripts of your own. It stands alone: copy this file.
 *
 * Templater, in the folder of its user scripts:
 *   <%* await tp.user.vaultwatch_request(tp, "rescan") %>
 *   <%* const answer = await tp.user.vaultwatch_request(tp, "remember", { text: "..." }) %>
 * QuickAdd, as a user script of a macro: it asks what to do, or takes `params.variables.verb` and
 * `params.variables.args`.
 *
 * Returns the daemon's answer: { state, message, hint, findings, memory }; where no daemon answers,
 * `state` is "silent".
 */

const FOLDER = ".vaultwatch/requests";
const ACCEPTED_MS = 10000;
const DONE_MS = 300000;
const POLL_MS = 300;
const KEPT_VERBS = ["remember", "dismiss", "verify", "acknowledge", "outdated"];
const CHOICES = { "Rescan vault": "rescan", "Write the report": "report", "Remember selection": "remember" };

module.exports = async function vaultwatchRequest(first, verb, args) {
  const isQuickAdd = Boolean(first && first.quickAddApi);
  const app = first.app;
  const { Notice } = first.obsidian;
  if (isQuickAdd) {
    const variables = first.variables || {};
    const labels = Object.keys(CHOICES);
    verb = variables.verb || (await first.quickAddApi.suggester(labels, Object.values(CHOICES)));
    args = variables.args;
  }
  if (!verb) return null; // the person chose nothing
  const request = { verb, ...defaults(app, verb), ...(args || {}) };
  const answer = await ask(app.vault.adapter, request);
  new Notice([answer.message, answer.hint].filter(Boolean).join(" "), 8000);
  return answer;
};

/** What is meant where the script does not say: the note in front, and what is selected in it. */
function defaults(app, verb) {
  const file = app.workspace.getActiveFile();
  const note = file ? { note: file.path } : {};
  if (verb === "findings") return note;
  if (verb !== "remember") return {};
  const active = app.workspace.activeEditor;
  const text = active && active.editor ? active.editor.getSelection().trim() : "";
  return { ...note, ...(text ? { text } : {}) };
}

async function ask(adapter, request) {
  const chance = Array.from({ length: 16 }, () => Math.floor(Math.random() * 16).toString(16)).join("");
  const name = `script-${Date.now().toString(36)}-${chance}`;
  const place = `${FOLDER}/${name}.json`;
  const draft = `${FOLDER}/.vaultwatch-${chance}.tmp`;
  const answerPlace = `${FOLDER}/${name}.answer.json`;
  for (const folder of [".vaultwatch", FOLDER]) {
    if (!(await adapter.exists(folder))) await adapter.mkdir(folder);
  }
  await adapter.write(draft, JSON.stringify(request));
  await adapter.rename(draft, place); // the daemon never sees half of it

  const begun = Date.now();
  let isAccepted = false;
  while (Date.now() - begun < (isAccepted ? DONE_MS : ACCEPTED_MS)) {
    const answer = await read(adapter, answerPlace);
    if (answer && (answer.state === "done" || answer.state === "refused")) {
      // While the request stands, an answer keeps the daemon from doing it again.
      if (!(await adapter.exists(place))) await adapter.remove(answerPlace).catch(() => {});
      return answer;
    }
    isAccepted = isAccepted || Boolean(answer && answer.state === "accepted");
    await new Promise((resolve) => window.setTimeout(resolve, POLL_MS));
  }
  if (isAccepted) return { state: "accepted", message: "vaultwatch is not done yet.", hint: "" };
  const isKept = KEPT_VERBS.includes(request.verb);
  if (!isKept) await adapter.remove(place).catch(() => {});
  return {
    state: "silent",
    message: "No vaultwatch daemon answers.",
    hint: `Start it with \`vaultwatch run\`. The request was ${isKept ? "kept" : "withdrawn"}.`,
  };
}

async function read(adapter, place) {
  try {
    return (await adapter.exists(place)) ? JSON.parse(await adapter.read(place)) : null;
  } catch {
    return null; // not whole yet
  }
}
