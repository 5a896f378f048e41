import assert from "node:assert/strict";
import { globSync } from "node:fs";
import path from "node:path";
import { it } from "node:test";
import { toTestPhases } from "./steps.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

it("every test file is run by one step, and by one only", () => {
  const find = (pattern: string) =>
    globSync(pattern, { cwd: ROOT, exclude: (name) => ["node_modules", ".next", ".runtime"].includes(name) });
  const run = toTestPhases({ deepProfile: undefined })
    .flatMap(({ steps }) => steps)
    .flatMap(({ args }) => args.filter((arg) => arg.endsWith(".test.ts")))
    .flatMap(find);
  const files = find("**/*.test.ts");
  assert.ok(files.length > 200, "the tests are not found");
  assert.deepEqual(run.sort(), files.sort());
});
