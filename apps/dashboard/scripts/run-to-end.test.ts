import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { describe, it } from "node:test";
import { runToEnd } from "./run-to-end.ts";

const { env } = process;
const cwd = import.meta.dirname;
/** Connects to the test, sends its process id, and then runs for ever. */
const ENDLESS = `
const call = require("node:net").connect(process.env.CALL_PORT, "127.0.0.1");
call.write(String(process.pid));
`;
const RUNNER = `
import { runToEnd } from ${JSON.stringify(new URL("./run-to-end.ts", import.meta.url))};
await runToEnd({ args: ["--eval", ${JSON.stringify(ENDLESS)}], cwd: ".", env: process.env });
console.log("went on");
`;

describe("runToEnd", () => {
  it("the exit code and the output are returned", async () => {
    const program = 'console.log("one"); console.error("two"); process.exitCode = 3;';
    const { code, output } = await runToEnd({ args: ["--eval", program], cwd, env });
    assert.equal(code, 3);
    assert.deepEqual(output.trim().split("\n").sort(), ["one", "two"]);
  });

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    it(`a ${signal} ends the program before it ends this process`, async () => {
      const calls = createServer().listen(0, "127.0.0.1");
      await once(calls, "listening");
      const address = calls.address();
      const port = address === null || typeof address === "string" ? "" : String(address.port);
      const runner = spawn(process.execPath, ["--input-type=module", "--eval", RUNNER], {
        env: { ...env, CALL_PORT: port },
        stdio: ["ignore", "pipe", "inherit"],
      });
      const said = runner.stdout.toArray();
      const [socket]: Socket[] = await once(calls, "connection");
      socket?.on("error", () => {});
      const [id] = socket === undefined ? [] : await once(socket, "data");
      const ended = once(runner, "exit");
      runner.kill(signal);
      try {
        assert.deepEqual(await ended, [null, signal]);
        assert.throws(() => process.kill(Number(id), 0), { code: "ESRCH" });
        assert.deepEqual(await said, []);
      } finally {
        socket?.destroy();
        calls.close();
      }
    });
  }
});
