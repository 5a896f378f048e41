import assert from "node:assert/strict";
import { it } from "node:test";
import { countResults } from "./count-results.ts";

it("adds up the closing lines of every runner, in colour or not", () => {
  const nodeTest = "ℹ tests 21\nℹ pass 18\nℹ fail 1\nℹ cancelled 2\n";
  const hardhat = `\u001b[32m  40 passing\u001b[39m (12 s)\n  3 failing\n`;
  const playwright = "  2 failed\n    [chromium] › kya.spec.ts\n  7 passed (30.1s)\n";
  assert.deepEqual(countResults(nodeTest + hardhat + playwright), { passed: 65, failed: 8 });
});

it("finds nothing if no test ran", () => {
  assert.deepEqual(countResults("Checked 40 files. No fixes applied.\n"), { passed: 0, failed: 0 });
});
