import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../../..");
/** A file whose top-level `before` starts a chain. */
const file = path.join(root, "packages/protocol/src/forward-request.integration.test.ts");
/** Far longer than it takes: without an end of its own the file would run for ever. */
const timeout = 120_000;

async function runFiltered(pattern: string): Promise<string> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ["--test", "--test-reporter=tap", `--test-name-pattern=${pattern}`, file];
  const { stdout } = await run(process.execPath, args, { cwd: root, env, timeout });
  return stdout;
}

test("a test file of which a name pattern leaves out everything ends by itself, and has not failed", async () => {
  assert.match(await runFiltered("no test has this name"), /^# fail 0$/m);
});

test("what a name pattern leaves in a test file is run", async () => {
  assert.match(await runFiltered("."), /^# pass [1-9]/m);
});
