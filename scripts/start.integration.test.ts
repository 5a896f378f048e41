import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { bundleCli } from "@agent-registry/cli/build";
import { AgentResponse, DetailedStatsResponse, StatsResponse } from "@agent-registry/protocol";
import { findFreePorts, type TestPostgres, usePostgres } from "@agent-registry/testkit";
import { isFree } from "./stack/ports.ts";
import { cloneCheckout } from "./testing/clone-checkout.ts";
import { findOpenAddresses } from "./testing/find-open-addresses.ts";
import { installOldestNode } from "./testing/oldest-node.ts";
import { DOCUMENTS, findPages, readBlocks } from "./testing/read-blocks.ts";
import { runScript, toScript } from "./testing/run-commands.ts";
import { findStackPorts, type Ports, type StackProcess, startStack } from "./testing/stack-process.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
/** The guides, and what those who follow them get to see. */
const GUIDES: Record<string, RegExp[]> = {
  agents: [
    /^Registered agent \d+/m,
    /^Compliant and agreed/m,
    /^You have agreed to agent \d+ as its wallet/m,
  ],
  haftungspersonen: [
    /^You have agreed to agent \d+ as its Haftungsperson/m,
    /^You have declined agent \d+ as its Haftungsperson/m,
    /^You answer for agent \d+ now/m,
  ],
  notaries: [/^Certified 0x\w{40}\.$/m, /^Accepted the certificate of /m, /is withdrawn\.$/m],
  operators: [/^Deployed and checked/m, /^Restored \d+ agents and \d+ filings at block \d+/m],
  providers: [
    /^Proven: /m,
    /^ +trusting +one RPC node: http:/m,
    /^http:\/\/127\.0\.0\.1:\d+ has signed: no agent has this wallet\.$/m,
    /Refused \(403\): .*"reason":"not-registered"/m,
    /^Registered as agent \d+; the gas was paid by the relayer\.$/m,
    /^Served \(200\): .*"forecast":"Sunny","servedTo":\d+/m,
    /Refused \(402\): not-registered$/m,
    /^Served \(200\): \{"city":"Zug","forecast":"Sunny"\}$/m,
  ],
  regulators: [
    /^exit code 2$/m,
    /^As of \S+Z: NOT registered/m,
    /^The wallet of agent \d+ is released/m,
    /^exit code 3$/m,
  ],
};

describe("npm start in a clone", () => {
  let folder: string;
  let clone: string;
  let ports: Ports;
  let stack: StackProcess;
  let postgres: TestPostgres;
  let quickNpx: Promise<string> | undefined;
  /** All of it works from the oldest Node that the README promises. */
  let oldNode: ReturnType<typeof installOldestNode>;
  /** What `npm start` runs. After Ctrl-C npm itself always ends by that signal, and would hide how this ended. */
  let npmStart: [string, ...string[]];
  const started: StackProcess[] = [];

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "agent-registry-start-"));
    clone = path.join(folder, "clone");
    cloneCheckout({ from: ROOT, to: clone });
    oldNode = installOldestNode();
    npmStart = [oldNode.nodePath, "scripts/run.mjs", "scripts/start.ts"];
    ports = await findStackPorts();
    stack = start(npmStart);
    [postgres] = await Promise.all([usePostgres(), stack.waitUntilRunning()]);
  });
  after(async () => {
    await Promise.all(started.map((each) => each.kill()));
    await postgres.stop();
    oldNode.remove();
    await rm(folder, { recursive: true, force: true });
  });

  function start(command: [string, ...string[]], where: Ports = ports): StackProcess {
    const each = startStack({ command, cwd: clone, env: { HOME: folder, ...where } });
    started.push(each);
    return each;
  }

  /** A person with nothing but the clone, who does what a document says. */
  async function follow(document: string, { isQuick = false } = {}) {
    const shown = { 3000: ports.API_PORT, 3001: ports.RELAYER_PORT, 8545: ports.CHAIN_PORT };
    const own = await findFreePorts(["3010", "3011", "3012", "3020", "4000", "4100"]);
    const blocks = findPages(document)
      .flatMap(readBlocks)
      .filter(({ language, text }) => language === "sh" && !isStart(text));
    assert.ok(blocks.length > 0, "there is nothing to do");
    return runScript({
      script: toScript({ blocks, ports: { ...shown, ...own } }),
      cwd: clone,
      env: {
        PATH: [
          ...(isQuick ? [await useQuickNpx()] : []),
          path.dirname(oldNode.nodePath),
          process.env.PATH,
        ].join(path.delimiter),
        HOME: await mkdtemp(path.join(folder, "home-")),
        // Where the stack keeps it, too: the same modules are compiled once for all commands.
        NODE_COMPILE_CACHE: path.join(clone, "node_modules/.cache/compiled"),
        DATABASE_URL: await postgres.createDatabase(),
      },
    });
  }

  /**
   * A folder with an `npx` that runs the command line as npm's does, but from one file and without starting npm: the
   * guides have fifty such commands. The README's run through npm's own from the clone, and so do all in the long run.
   */
  function useQuickNpx(): Promise<string> {
    quickNpx ??= writeQuickNpx();
    return quickNpx;
  }

  async function writeQuickNpx(): Promise<string> {
    const programs = await mkdtemp(path.join(folder, "programs-"));
    const script = `#!/bin/sh\n[ "$1" = agent-registry ] || exit 127\nshift\nexec "${process.execPath}" "${programs}/cli.mjs" "$@"\n`;
    await bundleCli({ outFile: path.join(programs, "cli.mjs"), external: [] });
    await writeFile(path.join(programs, "npx"), script, { mode: 0o755 });
    return programs;
  }

  const apiUrl = () => `http://127.0.0.1:${ports.API_PORT}`;

  it("says where everything is, in words and in a file without secrets", async () => {
    const file = JSON.parse(await readFile(path.join(clone, ".local/stack.json"), "utf8"));
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
    for (const shown of [file.registryAddress, file.dashboardUrl]) assert.ok(stack.output().includes(shown));
  });

  it("can be reached from this machine alone", async () => {
    for (const [name, port] of Object.entries(ports)) {
      assert.deepEqual(await findOpenAddresses(Number(port)), [], `${name} is open to the network`);
    }
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
    const { code, output } = await follow("README.md");
    assert.equal(code, 0, output);
    const made = output.matchAll(/^Made a key\.\n +address +(0x[0-9a-fA-F]{40})$/gm);
    const [address, liable] = Array.from(made, ([, key]) => key);
    assert.match(output, /Registered agent 61/);
    assert.match(output, new RegExp(`^Compliant and agreed[^]*haftungsperson +${liable}\n`, "m"));

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

  // Side by side, as different people would: they wait more than they work.
  describe("and its guides", { concurrency: true }, () => {
    for (const [name, expected] of Object.entries(GUIDES)) {
      it(`have only commands that work as they stand: ${name}`, async () => {
        const { code, output } = await follow(`docs/guides/${name}.md`, { isQuick: !process.env.DEEP });
        assert.equal(code, 0, output);
        for (const pattern of expected) assert.match(output, pattern);
      });
    }

    it("are all among them", () => {
      const withCommands = DOCUMENTS.filter(
        (document) =>
          document.startsWith("docs/guides/") &&
          readBlocks(document).some(({ language }) => language === "sh"),
      );
      const pages = Object.keys(GUIDES).flatMap((name) => findPages(`docs/guides/${name}.md`));
      assert.deepEqual(
        withCommands.filter((document) => !pages.includes(document)),
        [],
      );
    });
  });

  it("says which ports are taken, and leaves the others alone", async () => {
    const before = await readFile(path.join(clone, ".local/stack.json"), "utf8");
    const { code, output } = await start(["npm", "start"]).ended;
    assert.equal(code, 1);
    for (const port of Object.values(ports)) assert.ok(output.includes(port), `no word of port ${port}`);
    assert.equal(await readFile(path.join(clone, ".local/stack.json"), "utf8"), before);
  });

  it("refuses a second start in the same folder, on any ports, before it touches the first", async () => {
    const files = await readdir(path.join(clone, ".local"), { recursive: true });
    const { code, output } = await start(npmStart, await findStackPorts()).ended;
    assert.equal(code, 1);
    assert.match(output, /Another register is running in .*\.local, .* set STACK_DIR to another folder/);
    const left = await readdir(path.join(clone, ".local"), { recursive: true });
    assert.deepEqual(left.sort(), files.sort());
  });

  it("leaves no more behind after Ctrl-C than its key, and starts again from nothing", async () => {
    assert.equal(await stack.pressCtrlC(), 0, stack.output());
    for (const port of Object.values(ports)) assert.ok(await isFree(Number(port)), `port ${port} is held`);
    // The key stays: a holder of one of its signatures looks it up again.
    const left = (await readdir(path.join(clone, ".local"))).sort();
    assert.deepEqual(left, ["data", "lock", "logs", "signing.key"]);

    const again = start([...npmStart, "--empty"]);
    await again.waitUntilRunning();
    const stats = StatsResponse.parse(await (await fetch(`${apiUrl()}/api/v1/stats`)).json());
    assert.equal(stats.totalAgents, 0);
    assert.equal(await again.pressCtrlC(), 0, again.output());
  });
});

/** The guides begin with it; the register that they are followed on was started so. */
function isStart(commands: string): boolean {
  return commands === "npm start\n";
}
