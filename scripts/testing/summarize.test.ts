import assert from "node:assert/strict";
import { it } from "node:test";
import { readFileTimes } from "./file-times.ts";
import type { StepResult } from "./run-steps.ts";
import { summarize } from "./summarize.ts";

const step: StepResult = {
  name: "units",
  seconds: 61.04,
  isOk: true,
  passed: 40,
  failed: 0,
  fileTimes: new Map(),
  skipped: [],
};

it("the time of a test file is read from what each runner prints", () => {
  const output = [
    "✔ apps/api/src/main.integration.test.ts (1234.5ms)",
    "✖ scripts/run.test.ts (500ms)",
    "  ✔ a test, not a file (70ms)",
    "  ✓    5 e2e/kya.spec.ts:54:1 › says so (once) (5.4s)",
    "  ✘    6 e2e/kya.spec.ts:60:1 › says no (1.5m)",
    "  ✓    7 e2e/shell.spec.ts:1:1 › is quick (250ms)",
  ].join("\n");
  assert.deepEqual(
    [...readFileTimes(output)],
    [
      ["apps/api/src/main.integration.test.ts", 1.2345],
      ["scripts/run.test.ts", 0.5],
      ["e2e/kya.spec.ts", 95.4],
      ["e2e/shell.spec.ts", 0.25],
    ],
  );
});

it("a run ends with the seconds of its steps, its ten slowest files, and one line that counts", () => {
  const fileTimes = new Map(Array.from({ length: 12 }, (_, i) => [`f${i}.test.ts`, i + 1]));
  const results = [
    { ...step, seconds: 3 },
    { ...step, name: "SDK", passed: 2, fileTimes },
  ];
  assert.deepEqual(summarize({ results, seconds: 62.4 }).split("\n"), [
    "",
    "All steps took 62 s:",
    "   61.0 s  SDK",
    "    3.0 s  units",
    "The slowest test files:",
    ...Array.from({ length: 10 }, (_, i) => `${(12 - i).toFixed(1).padStart(7)} s  f${11 - i}.test.ts`),
    "42 passed, 0 failed",
  ]);
});

it("a step that failed without a failed test counts as one", () => {
  const lines = summarize({ results: [{ ...step, isOk: false }], seconds: 1 }).split("\n");
  assert.deepEqual(lines.slice(-2), ["Failed: units.", "40 passed, 1 failed"]);
});

it("what was not run is named, with how to have it", (t) => {
  const variable = "CHROMIUM_PATH";
  const before = { path: process.env.PATH, [variable]: process.env[variable] };
  t.after(() => {
    process.env.PATH = before.path;
    if (before[variable] !== undefined) process.env[variable] = before[variable];
  });
  process.env.PATH = "";
  delete process.env[variable];
  const skipped = [{ files: ["scripts/testing/{steps,summarize}.test.ts"], needs: ["chromium"] as const }];
  const lines = summarize({ results: [{ ...step, skipped }], seconds: 1 }).split("\n");
  assert.equal(
    lines.at(-2),
    "Not run: scripts/testing/steps.test.ts, scripts/testing/summarize.test.ts. Chromium was not found: " +
      "install it (Debian: apt-get install chromium-headless-shell) or name it in CHROMIUM_PATH.",
  );
  assert.equal(lines.at(-1), "40 passed, 0 failed, 2 skipped");
});
