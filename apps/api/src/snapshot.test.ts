import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("./snapshot.ts", import.meta.url));

test("a snapshot does not replace a file, unless it is told to", (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "snapshot-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "index.ndjson.zst");
  writeFileSync(file, "kept");
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [PROGRAM, ...args], { encoding: "utf8", env: { PATH: process.env.PATH } });

  const refused = run("--out", file);
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /index\.ndjson\.zst exists already: .*--force/);
  assert.equal(readFileSync(file, "utf8"), "kept");
  // With it, the command gets as far as to ask for its settings.
  assert.doesNotMatch(run("--out", file, "--force").stderr, /exists already/);
  assert.match(run("--ot", file).stderr, /Usage/);
});
