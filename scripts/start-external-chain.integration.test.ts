import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { AgentResponse } from "@agent-registry/protocol";
import { createAgentRegistry } from "@agent-registry/sdk";
import { deployLocally, devAccounts, type LocalChain, startChain } from "@agent-registry/testkit";
import { bytesToHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { isFree } from "./stack/ports.ts";
import { findOpenAddresses } from "./testing/find-open-addresses.ts";
import { findStackPorts, type Ports, type StackProcess, startStack } from "./testing/stack-process.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
/** Not the id of `npm start`'s own chain, so that neither can be taken for the other. */
const CHAIN_ID = 4711;

describe("npm start against a chain that is not its own", () => {
  let folder: string;
  let chain: LocalChain;
  let deployment: Awaited<ReturnType<typeof deployLocally>>;
  let ports: Ports;
  let chainVariables: Record<string, string>;
  const started: StackProcess[] = [];

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "agent-registry-external-"));
    chain = await startChain({ chainId: CHAIN_ID });
    deployment = await deployLocally(chain);
    ports = await findStackPorts();
    chainVariables = {
      RPC_URL: chain.rpcUrl,
      REGISTRY_ADDRESS: deployment.registryAddress,
      FORWARDER_ADDRESS: deployment.forwarderAddress,
      RELAYER_KEY: bytesToHex(devAccounts.relayer.getHdKey().privateKey ?? new Uint8Array()),
    };
  });
  after(async () => {
    await Promise.all(started.map((stack) => stack.kill()));
    await chain.stop();
    await rm(folder, { recursive: true, force: true });
  });

  function start(changes: Record<string, string> = {}): StackProcess {
    const settings = { STACK_DIR: path.join(folder, ".local"), POLL_INTERVAL_MS: "100" };
    const stack = startStack({
      command: [process.execPath, "scripts/start.ts"],
      cwd: ROOT,
      env: { HOME: folder, ...settings, ...ports, ...chainVariables, ...changes },
    });
    started.push(stack);
    return stack;
  }

  it("serves that chain's register, starts no chain, and leaves the chain running at its end", async () => {
    const stack = start({ HOST: "0.0.0.0" });
    await stack.waitUntilRunning();
    for (const port of [ports.API_PORT, ports.RELAYER_PORT, ports.DASHBOARD_PORT]) {
      assert.notDeepEqual(await findOpenAddresses(Number(port)), [], `HOST has not opened port ${port}`);
    }
    assert.match(stack.output(), /Using chain 4711; no chain of our own is started/);
    assert.ok(!stack.output().includes(chainVariables.RELAYER_KEY ?? ""), "it shows the relayer's key");
    assert.ok(await isFree(Number(ports.CHAIN_PORT)), "it started a chain");
    const file = JSON.parse(await readFile(path.join(folder, ".local/stack.json"), "utf8"));
    assert.equal(file.chainId, CHAIN_ID);
    assert.equal(file.registryAddress, deployment.registryAddress);

    const wallet = await registerThroughRelayer();
    assert.equal((await waitForAgent(1)).agent.agentWallet, wallet);
    const page = await fetch(`http://127.0.0.1:${ports.DASHBOARD_PORT}/agents/1`);
    assert.equal(page.status, 200);

    assert.equal(await stack.pressCtrlC(), 0, stack.output());
    for (const port of Object.values(ports)) assert.ok(await isFree(Number(port)), `port ${port} is held`);
    assert.ok(!existsSync(path.join(folder, ".local/stack.json")), "the file tells of a stack that is gone");
    assert.ok(existsSync(path.join(folder, ".local/data/external-chain")), "the books are gone");
    assert.equal(await chain.reader.getChainId(), CHAIN_ID);
  });

  it("says in a sentence what is missing, and starts nothing", async () => {
    const { code, output } = await start({ FORWARDER_ADDRESS: "" }).ended;
    assert.equal(code, 1);
    assert.equal(
      output,
      "\nTo run against a chain of your own, set RPC_URL, REGISTRY_ADDRESS, FORWARDER_ADDRESS, RELAYER_KEY; " +
        "missing: FORWARDER_ADDRESS.\nWithout any of them a local chain is started.\n",
    );
  });

  it("says in a sentence what is wrong if only a service can find out, and ends all services", async () => {
    const { code, output } = await start({ RELAYER_KEY: "0xabc" }).ended;
    assert.equal(code, 1, output);
    assert.match(
      output,
      /\nThe relayer ended by itself \(exit code 1\)\. Its last words:\n\n[\s\S]*RELAYER_KEY/,
    );
    for (const port of Object.values(ports)) assert.ok(await isFree(Number(port)), `port ${port} is held`);
  });

  /** By an account without any ether: it goes through only if the relayer pays on this chain. */
  async function registerThroughRelayer() {
    const account = privateKeyToAccount(generatePrivateKey());
    const registry = createAgentRegistry({
      chainId: CHAIN_ID,
      rpcUrl: chain.rpcUrl,
      registryAddress: deployment.registryAddress,
      relayerUrl: `http://127.0.0.1:${ports.RELAYER_PORT}`,
      account,
    });
    const operationalScope = "Summarises filings";
    await registry.register({ haftungsperson: devAccounts.haftungsperson.address, operationalScope });
    return account.address;
  }

  /** Until the index has followed, the number is unknown; that answer is not cached. */
  async function waitForAgent(id: number) {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${ports.API_PORT}/api/v1/agent/${id}`);
      if (answer.status === 200) return AgentResponse.parse(await answer.json());
      assert.equal(answer.status, 404);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
});
