import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { findFreePort, waitUntil } from "@agent-registry/testkit";
import { type RunningServices, runServices } from "./run-services.ts";
import type { Service } from "./services.ts";

/** Calls the test, which learns so that the program runs, and when it is gone. */
const CALL = `
import { connect } from "node:net";
const call = connect(Number(process.env.CALL_PORT), "127.0.0.1", () => console.log("called"));
call.on("error", () => process.exit());
`;
/** Killed as soon as a process that it started itself runs. */
const KILLED_WITH_HELPER = `
import { spawn } from "node:child_process";
spawn(process.execPath, [process.env.HELPER]).stdout.on("data", () => process.kill(process.pid, "SIGKILL"));
`;

describe("runServices", () => {
  let folder: string;
  let calls: Server;
  let callPort: string;
  let services: RunningServices;
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "agent-registry-services-"));
    calls = createServer();
    await once(calls.listen(0, "127.0.0.1"), "listening");
    const address = calls.address();
    callPort = address === null || typeof address === "string" ? "" : String(address.port);
  });
  afterEach(async () => {
    await services.stop();
    calls.close();
    rmSync(folder, { recursive: true });
  });

  /** A service that runs this code and is never ready, since nothing answers at its address. */
  async function toService(code: string): Promise<Service> {
    const program = path.join(folder, "service.mjs");
    writeFileSync(program, code);
    const helper = path.join(folder, "helper.mjs");
    writeFileSync(helper, CALL);
    const url = `http://127.0.0.1:${await findFreePort()}`;
    const env = { CALL_PORT: callPort, HELPER: helper };
    return { name: "stand-in", program, url, env, readyUrl: url, startDeadlineMs: 600_000 };
  }

  /** The next caller; `gone` settles when its process is. */
  async function nextCaller(): Promise<{ gone: Promise<unknown> }> {
    const [socket]: Socket[] = await once(calls, "connection");
    socket?.on("error", () => {}).resume();
    return { gone: new Promise((resolve) => socket?.on("close", resolve)) };
  }

  it("can be stopped before they are ready, which leaves none of them", async () => {
    const calling = nextCaller();
    services = runServices([await toService(CALL)], folder);
    const caller = await calling;
    await services.stop();
    await caller.gone;
    await assert.rejects(services.ready, { name: "AbortError" });
  });

  it("leave nothing that a killed one of them had started", { timeout: 60_000 }, async () => {
    const calling = nextCaller();
    services = runServices([await toService(KILLED_WITH_HELPER)], folder);
    const caller = await calling;
    await assert.rejects(services.ended, {
      message: /^The stand-in ended by itself \(killed by SIGKILL\)\./,
    });
    await services.stop();
    await caller.gone;
  });

  it("show a person what one of them sends while it starts", async (t) => {
    const log = t.mock.method(console, "log", () => {});
    services = runServices([await toService('process.send("built in 9 s");')], folder);
    await waitUntil(() => log.mock.callCount() > 0, "a line of progress");
    assert.match(String(log.mock.calls[0]?.arguments[0]), / s {2}built in 9 s$/);
  });

  it("say how one of them ended, with its last words", async () => {
    services = runServices([await toService('console.log("I am off"); process.exit(7);')], folder);
    await assert.rejects(services.ended, {
      name: "StackError",
      message: "The stand-in ended by itself (exit code 7). Its last words:\n\nI am off",
    });
  });

  it("go on without a log if it cannot be written", { timeout: 60_000 }, async () => {
    mkdirSync(path.join(folder, "stand-in.log"));
    // More than a pipe holds: it gets through only if the pipe is still read.
    const talkative = `process.stdout.write("x".repeat(1_000_000) + "\\nI am off", () => process.exit(7));`;
    services = runServices([await toService(talkative)], folder);
    await assert.rejects(services.ended, { message: /\(exit code 7\)\. Its last words:\n\nx+\nI am off$/ });
  });
});
