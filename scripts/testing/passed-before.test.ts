import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { it } from "node:test";
import { createPassedBefore } from "./passed-before.ts";

it("a step has passed before only with the same files, and the same contents of them", (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "passed-before-"));
  const before = process.cwd();
  process.chdir(folder);
  t.after(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });
  const look = () => createPassedBefore({ name: "OpenAPI documents", files: ["*.json"] });
  writeFileSync("a.json", "{}");
  assert.equal(look().isSame(), false, "it has never passed");
  look().remember();
  assert.equal(look().isSame(), true);
  writeFileSync("unrelated.txt", "new");
  assert.equal(look().isSame(), true);
  writeFileSync("a.json", "[]");
  assert.equal(look().isSame(), false, "a file has changed");
  look().remember();
  writeFileSync("b.json", "{}");
  assert.equal(look().isSame(), false, "a file has come");
});
