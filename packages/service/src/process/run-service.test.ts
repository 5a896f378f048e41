import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, it } from "node:test";

/** Runs a service that fails in the given way, and returns how its process ended. */
async function runFailing({
  failure,
  when,
  env = {},
}: {
  failure: string;
  when: "start" | "stop";
  env?: Record<string, string>;
}) {
  const start =
    when === "start"
      ? `() => Promise.reject(${failure})`
      : `async () => (setTimeout(() => process.emit("SIGTERM")), { stop: () => Promise.reject(${failure}) })`;
  const service = new URL("../index.ts", import.meta.url);
  const code =
    `import { ConfigError, runService } from "${service}"; ` +
    `await runService({ name: "test", settings: ["REGISTRY_ADDRESS"], start: ${start} });`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    env: { ...process.env, ...env },
  });
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

  it("warns in its log of a misspelt setting, also if that is why it cannot start", async () => {
    const failure = `new ConfigError("REGISTRY_ADDRESS: is required")`;
    const env = { REGISTRY_ADRESS: "0x1", REGISTER: "unrelated" };
    const { exitCode, said } = await runFailing({ failure, when: "start", env });
    // In any order: one goes to standard output, the other to standard error.
    const lines = said.trimEnd().split("\n");
    const { level, name, msg } = JSON.parse(lines.find((line) => line.startsWith("{")) ?? "{}");
    assert.deepEqual(
      { level, name, msg },
      { level: 40, name: "test", msg: "REGISTRY_ADRESS is no setting; did you mean REGISTRY_ADDRESS?" },
    );
    assert.equal(exitCode, 1);
    assert.deepEqual(
      lines.filter((line) => !line.startsWith("{")),
      ["REGISTRY_ADDRESS: is required"],
    );
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
