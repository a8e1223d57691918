"use strict";

const assert = require("node:assert/strict");
const path = require("node:path");
const { test } = require("node:test");

const { App, load, obsidian } = require("./obsidian-stub.js");
const { FakeDaemon, standing, vaultOf } = require("./fake-daemon.js");

const NOTES = { "Atlas.md": "# Atlas\n\nThe budget is 15,000 €.\n" };

/** The script as Templater and QuickAdd load it, on a vault with a daemon that answers so. */
function lived(answerTo, { times = 50 } = {}) {
  const { api, shown } = obsidian();
  const script = load("vaultwatch_request.js", { times });
  const app = new App(vaultOf(NOTES));
  const daemon = new FakeDaemon(app, answerTo || (() => ({ message: "Done." })));
  return { app, daemon, script, shown, tp: { app, obsidian: api }, root: app.vault.adapter.root };
}

test("a Templater script asks and gets the answer", async () => {
  const { daemon, root, script, shown, tp } = lived();
  const answer = await script(tp, "rescan", { note: "Atlas.md" });
  assert.deepEqual([answer.state, answer.message], ["done", "Done."]);
  assert.deepEqual(daemon.requests, [{ verb: "rescan", note: "Atlas.md" }]);
  assert.deepEqual(shown.notices.map((notice) => notice.message), ["Done."]);
  assert.deepEqual(standing(root), []);
});

test("remember takes the selection and the note in front where none is given", async () => {
  const { app, daemon, script, tp } = lived();
  app.show("Atlas.md", { select: "The budget is 15,000 €." });
  await script(tp, "remember");
  await script(tp, "remember", { text: "Other words.", type: "fact" });
  const note = "Atlas.md";
  assert.deepEqual(daemon.requests, [
    { verb: "remember", note, text: "The budget is 15,000 €." },
    { verb: "remember", note, text: "Other words.", type: "fact" },
  ]);
});

test("a QuickAdd macro takes the verb from its variables", async () => {
  const { daemon, script, tp } = lived();
  const variables = { verb: "dismiss", args: { finding: "ab23cd" } };
  await script({ ...tp, quickAddApi: {}, variables });
  assert.deepEqual(daemon.requests, [{ verb: "dismiss", finding: "ab23cd" }]);
});

test("a QuickAdd macro without a verb lets the person choose, and not", async () => {
  const { daemon, script, tp } = lived();
  const quickAddApi = { suggester: async (labels, verbs) => verbs[labels.indexOf("Rescan vault")] };
  await script({ ...tp, quickAddApi, variables: {} });
  assert.deepEqual(daemon.requests, [{ verb: "rescan" }]);
  assert.equal(await script({ ...tp, quickAddApi: { suggester: async () => undefined } }), null);
});

for (const [verb, args, kept] of [
  ["rescan", {}, 0],
  ["dismiss", { finding: "ab23cd" }, 1],
]) {
  test(`where no daemon answers, ${verb} is ${kept ? "kept" : "withdrawn"}, and it is said`, async () => {
    const { app, root, script, shown, tp } = lived();
    app.vault.adapter.onRenamed = () => {};
    assert.equal((await script(tp, verb, args)).state, "silent");
    assert.match(shown.notices[0].message, /No vaultwatch daemon answers\. .*`vaultwatch run`/);
    assert.equal(standing(root).length, kept);
  });
}

test("half an answer is read again, a refusal handed back", async () => {
  const { daemon, script, tp } = lived();
  daemon.answer = (name, { verb }) => {
    daemon.write(name, '{"state": "re');
    setTimeout(() => daemon.finish(name, { verb, state: "refused", message: "No." }), 50);
  };
  assert.equal((await script(tp, "report")).state, "refused");
});

test("work without an end is not waited for without end", async () => {
  const { daemon, script, tp } = lived(null, { times: 2000 });
  daemon.answer = (name) => daemon.write(name, { state: "accepted" });
  assert.equal((await script(tp, "report")).state, "accepted");
});
