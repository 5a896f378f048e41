import assert from "node:assert/strict";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { AgentResponse, DetailedStatsResponse, StatsResponse } from "@agent-registry/protocol";
import { findFreePort } from "@agent-registry/testkit";
import { isFree } from "./stack/ports.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const CLI = path.join(ROOT, "packages/cli/bin/agent-registry.mjs");
const HAFTUNGSPERSON = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

type Ports = Record<"CHAIN_PORT" | "API_PORT" | "RELAYER_PORT" | "DASHBOARD_PORT", string>;

describe("npm start", () => {
  let folder: string;
  let ports: Ports;
  let stack: ChildProcess;
  let output = "";

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "agent-registry-start-"));
    ports = {
      CHAIN_PORT: String(await findFreePort()),
      API_PORT: String(await findFreePort()),
      RELAYER_PORT: String(await findFreePort()),
      DASHBOARD_PORT: String(await findFreePort()),
    };
    stack = startStack();
    await waitForOutput(/The Agent Registry is running/);
  });
  after(async () => {
    if (stack.exitCode === null) stack.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  });

  function startStack(args: string[] = []): ChildProcess {
    const env = { PATH: process.env.PATH, HOME: folder, STACK_DIR: path.join(folder, ".local"), ...ports };
    // A group of its own: a person's Ctrl-C reaches the whole group, ours is sent to the one process.
    const child = spawn(process.execPath, ["scripts/start.ts", ...args], { cwd: ROOT, env, detached: true });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
      });
    }
    return child;
  }

  async function waitForOutput(pattern: RegExp): Promise<void> {
    while (!pattern.test(output)) {
      assert.equal(stack.exitCode, null, `the stack ended early:\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  function runCli(...args: string[]) {
    return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const options = { cwd: folder, env: { PATH: process.env.PATH, HOME: folder } };
      execFile(process.execPath, [CLI, ...args], options, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      );
    });
  }

  const apiUrl = () => `http://127.0.0.1:${ports.API_PORT}`;

  it("says where everything is, in words and in a file without secrets", async () => {
    const file = JSON.parse(await readFile(path.join(folder, ".local/stack.json"), "utf8"));
    assert.deepEqual(Object.keys(file).sort(), [
      "apiUrl",
      "chainId",
      "dashboardUrl",
      "forwarderAddress",
      "registryAddress",
      "relayerUrl",
      "rpcUrl",
    ]);
    assert.equal(file.chainId, 84532);
    assert.ok(output.includes(file.registryAddress) && output.includes(file.dashboardUrl));
  });

  it("has a register to look at, in every state", async () => {
    const answer = await fetch(`${apiUrl()}/api/v1/stats/detailed`);
    const stats = DetailedStatsResponse.parse(await answer.json());
    assert.equal(stats.totalAgents, 60);
    for (const [status, count] of Object.entries(stats.statusDistribution)) {
      assert.ok(count > 0, `no agent is ${status}`);
    }
  });

  it("lets a newcomer with a fresh key register, be checked and be seen", async () => {
    const keygen = await runCli("keygen");
    assert.equal(keygen.code, 0, keygen.stderr);
    const [address = ""] = /0x[0-9a-fA-F]{40}/.exec(keygen.stdout) ?? [];
    assert.equal((await runCli("kya", address)).code, 3);

    const scope = "Summarises filings";
    const registered = await runCli("register", "--haftungsperson", HAFTUNGSPERSON, "--scope", scope);
    assert.equal(registered.code, 0, registered.stderr);
    assert.match(registered.stdout, /Registered agent 61/);
    const checked = await runCli("kya", address);
    assert.equal(checked.code, 0, checked.stderr);
    assert.match(checked.stdout, new RegExp(HAFTUNGSPERSON));

    const page = await fetch(`http://127.0.0.1:${ports.DASHBOARD_PORT}/agents/61`);
    assert.equal(page.status, 200);
    const seen = await waitForAgent(61);
    assert.equal(seen.agent.agentWallet, address);
    assert.equal(seen.agent.creator, address);
  });

  /** The index follows by itself; until it has, the number is unknown, and that answer is not cached. Not too often: the limit of 60 a minute holds here too. */
  async function waitForAgent(id: number) {
    for (;;) {
      const answer = await fetch(`${apiUrl()}/api/v1/agent/${id}`);
      if (answer.status === 200) return AgentResponse.parse(await answer.json());
      assert.equal(answer.status, 404);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }

  it("says which ports are taken, and leaves the others alone", async () => {
    const second = spawn(process.execPath, ["scripts/start.ts"], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, STACK_DIR: path.join(folder, "second"), ...ports },
    });
    let said = "";
    second.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      said += chunk;
    });
    const [code] = await once(second, "close");
    assert.equal(code, 1);
    for (const port of Object.values(ports)) assert.ok(said.includes(port), `no word of port ${port}`);
    assert.ok(!existsSync(path.join(folder, "second")), "it wrote something");
  });

  it("leaves nothing behind after Ctrl-C, and starts again from nothing", async () => {
    stack.kill("SIGINT");
    const [code] = await once(stack, "exit");
    assert.equal(code, 0);
    for (const port of Object.values(ports)) assert.ok(await isFree(Number(port)), `port ${port} is held`);
    assert.deepEqual((await readdir(path.join(folder, ".local"))).sort(), ["data", "logs"]);

    await mkdir(path.join(folder, ".local"), { recursive: true });
    output = "";
    stack = startStack(["--empty"]);
    await waitForOutput(/The Agent Registry is running/);
    const stats = StatsResponse.parse(await (await fetch(`${apiUrl()}/api/v1/stats`)).json());
    assert.equal(stats.totalAgents, 0);
    stack.kill("SIGINT");
    await once(stack, "exit");
  });
});
