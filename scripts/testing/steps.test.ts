import assert from "node:assert/strict";
import { globSync } from "node:fs";
import path from "node:path";
import { it } from "node:test";
import { toTestSteps } from "./steps.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

it("every test file is run by one step, and by one only", () => {
  const find = (pattern: string) =>
    globSync(pattern, { cwd: ROOT, exclude: (name) => ["node_modules", ".next", ".runtime"].includes(name) });
  const run = toTestSteps({ deepProfile: undefined })
    .flatMap(({ args }) => args.filter((arg) => arg.endsWith(".test.ts")))
    .flatMap(find);
  const files = find("**/*.test.ts");
  assert.ok(files.length > 200, "the tests are not found");
  assert.deepEqual(run.sort(), files.sort());
});

it("what a step waits for is begun before it", () => {
  const steps = toTestSteps({ deepProfile: {} });
  for (const [index, { name, after = [] }] of steps.entries()) {
    const earlier = steps.slice(0, index).map((step) => step.name);
    assert.deepEqual(
      after.filter((needed) => !earlier.includes(needed)),
      [],
      name,
    );
  }
});
