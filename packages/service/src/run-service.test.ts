import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, it } from "node:test";

/** Runs a service that fails in the given way, and tells how its process ended. */
async function runFailing({ failure, when }: { failure: string; when: "start" | "stop" }) {
  const start =
    when === "start"
      ? `() => Promise.reject(${failure})`
      : `async () => (setTimeout(() => process.emit("SIGTERM")), { stop: () => Promise.reject(${failure}) })`;
  const service = new URL("./index.ts", import.meta.url);
  const code = `import { ConfigError, runService } from "${service}"; await runService(${start});`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code]);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (said += data));
  const [exitCode] = await once(child, "close");
  return { exitCode, said };
}

describe("runService", () => {
  it("says in one sentence what is wrong with the configuration", async () => {
    const { exitCode, said } = await runFailing({ failure: `new ConfigError("PORT: no")`, when: "start" });
    assert.deepEqual([exitCode, said], [1, "PORT: no\n"]);
  });

  for (const when of ["start", "stop"] as const) {
    it(`shows an unforeseen error at its ${when} whole, but for an RPC node's credentials`, async () => {
      const failure = `new Error("no", { cause: new Error("asked https://u:hunter2@node.example") })`;
      const { exitCode, said } = await runFailing({ failure, when });
      assert.equal(exitCode, 1);
      assert.match(said, /^Error: no\n {4}at [\s\S]+asked https:\/\/node\.example\n {4}/m);
      assert.doesNotMatch(said, /hunter2/);
    });
  }
});
