import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { it } from "node:test";
import { countResults } from "./count-results.ts";

const FILES = {
  "a.test.mjs": `import { beforeEach, it } from "node:test";
    beforeEach(() => { globalThis.hooks = (globalThis.hooks ?? 0) + 1; });
    it("passes", () => {});
    it("fails", () => { throw new Error("on purpose"); });`,
  "b.test.mjs": `throw new Error("cannot be loaded");`,
  "c.test.mjs": `import assert from "node:assert"; import { it } from "node:test";
    it("meets no hook of another file", () => assert.equal(globalThis.hooks, 2));`,
};

it("files that share a process share no hooks, and one that fails or cannot be loaded fails the run", (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "run-together-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(folder, name), text);
  const program = path.join(import.meta.dirname, "run-together.ts");
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout } = spawnSync(
    process.execPath,
    ["--test-reporter=spec", program, `${folder}/*.test.mjs`],
    { encoding: "utf8", env },
  );
  assert.equal(status, 1);
  assert.deepEqual(countResults(stdout), { passed: 2, failed: 1 }, stdout);
  assert.match(stdout, /✖ .*b\.test\.mjs.*cannot be loaded/s);
});

it("a pattern of names is refused for several files, which would wait for each other", () => {
  const program = path.join(import.meta.dirname, "run-together.ts");
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ["--test-name-pattern=nothing", program, import.meta.filename];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env });
  assert.equal(status, 1);
  assert.match(stderr, /A name pattern is for a single file/);
});
