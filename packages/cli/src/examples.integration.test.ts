import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Stack, startStack } from "@agent-registry/sdk/testing";
import { findFreePort } from "@agent-registry/testkit";

const example = (name: string) =>
  fileURLToPath(new URL(`../../../examples/provider/${name}`, import.meta.url));

let stack: Stack;
before(async () => {
  stack = await startStack();
});
after(() => stack.stop());

test("the example's agent is refused, registers, and is served", async (t) => {
  const env = { PATH: process.env.PATH, PORT: String(await findFreePort()) };
  const provider = spawn(process.execPath, [example("provider.ts")], {
    cwd: stack.folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => provider.kill("SIGKILL"));
  const [line] = (await once(createInterface({ input: provider.stdout }), "line")) as [string];
  const url = line.replace(/^.* at /, "");

  const { stdout } = await promisify(execFile)(process.execPath, [example("agent.ts"), url], {
    cwd: stack.folder,
    env,
  });
  const [refused, registered, served] = stdout.split("\n");
  assert.match(refused ?? "", /^Refused \(403\): .*"reason":"not-registered"/);
  assert.match(registered ?? "", /^Registered as agent 1; the gas was paid by the relayer\.$/);
  assert.match(served ?? "", /^Served \(200\): .*"forecast":"Sunny","servedTo":1/);
});
