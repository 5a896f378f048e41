import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, it } from "node:test";
import { createAgentFetch, createAgentRegistry } from "@agent-registry/sdk";
import { withCompliantAgent } from "@agent-registry/sdk/fetch";
import {
  createOfflineKya,
  fetchBinding,
  type OfflineKya,
  UntrustedToken,
  verifyReceipt,
} from "@agent-registry/sdk/offline";
import { type RunningService, startSigningApi } from "@agent-registry/sdk/testing";
import {
  type DevAccount,
  deployLocally,
  devAccounts,
  type FaultyRpc,
  type LocalChain,
  startChain,
  startFaultyRpc,
  waitUntil,
} from "@agent-registry/testkit";
import type { Address } from "viem";
import { readError, runHere } from "../testing/run-cli.ts";

const { agent, creator, haftungsperson, otherAgent, owner, stranger } = devAccounts;

const DAY = 86_400;
/** The chain makes blocks for transactions alone. */
const QUIET = ["--max-age", String(DAY)];
const REQUESTS = process.env.DEEP ? 10_000 : 100;

const refuseComparisons: Parameters<FaultyRpc["setHook"]>[0] = ({ method }) =>
  method === "eth_call" || method === "eth_getStorageAt"
    ? { error: { code: -32_601, message: "method not found" } }
    : "pass";

describe("a register that signs", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "agent-registry-signed-"));
  const dataDir = path.join(folder, "api");
  let chain: LocalChain;
  let node: FaultyRpc;
  let api: RunningService;
  let registryAddress: Address;

  before(async () => {
    // Those who agreed did so two days ago: every binding from before has ended.
    chain = await startChain({ initialDate: new Date(Date.now() - 2 * DAY * 1_000).toISOString() });
    ({ registryAddress } = await deployLocally(chain));
    // A node that refuses comparisons: by comparing index and contract an honest operator would find the lie
    // itself.
    node = await startFaultyRpc({ target: chain.rpcUrl });
    node.setHook(refuseComparisons);
    api = await startSigningApi(folder, {
      RPC_URL: node.rpcUrl,
      REGISTRY_ADDRESS: registryAddress,
      DATA_DIR: dataDir,
    });
    const settings = { chainId: chain.chainId, rpcUrl: chain.rpcUrl, registryAddress, apiUrl: api.url };
    const unused = { forwarderAddress: registryAddress, relayerUrl: api.url, dashboardUrl: api.url };
    mkdirSync(path.join(folder, ".local"));
    writeFileSync(path.join(folder, ".local", "stack.json"), JSON.stringify({ ...settings, ...unused }));
    await connect(agent).register({ haftungsperson: haftungsperson.address, operationalScope: "Translates" });
    await connect(stranger).register({
      haftungsperson: haftungsperson.address,
      operationalScope: "Searches",
    });
    for (const agentId of [1, 2]) await connect(haftungsperson).confirm({ agentId });
    await connect(creator).register({ haftungsperson: creator.address, operationalScope: "Alone" });
    const entered = { agentWallet: otherAgent.address, haftungsperson: haftungsperson.address };
    await connect(creator).register({ ...entered, operationalScope: "Not asked" });
    await chain.test.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(Date.now() / 1_000)) });
    await chain.test.mine({ blocks: 1 });
    await untilIndexed();
  });
  after(async () => {
    await api.stop();
    await node.stop();
    await chain.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const connect = (account: DevAccount) =>
    createAgentRegistry({ registryAddress, rpcUrl: chain.rpcUrl, account });
  const run = (...args: string[]) => runHere(args, { cwd: folder });
  const runReceipt = (...args: string[]) => run("receipt", ...args, ...QUIET);
  const inFolder = (file: string) => path.join(folder, file);
  const signedBy = () => ({
    issuers: [{ issuer: api.url }],
    registry: registryAddress,
    chainId: chain.chainId,
    maxBlockLagSeconds: DAY,
  });

  async function untilIndexed(): Promise<void> {
    const head = Number(await chain.reader.getBlockNumber({ cacheTime: 0 }));
    await waitUntil(async () => {
      const { indexedBlock } = (await (await fetch(`${api.url}/ready`)).json()) as { indexedBlock: number };
      return indexedBlock >= head;
    }, `block ${head}`);
  }

  /** What the storage of the newest block proves of the agent, in a file. */
  async function keepProof(file: string): Promise<void> {
    const proof = await connect(stranger).fetchKyaProof({ wallet: agent.address });
    writeFileSync(inFolder(file), JSON.stringify(proof));
  }

  const convict = (receipt: string, proof: string) =>
    run("prove-fraud", inFolder(receipt), inFolder(proof), "--rpc", chain.rpcUrl);

  /** The stranger's binding, as soon as the API asks again which block is safe. */
  async function waitUntilSafe(): Promise<string> {
    let binding: string | undefined;
    await waitUntil(async () => {
      binding = await fetchBinding({ apiUrl: api.url, wallet: stranger.address }).catch(() => undefined);
      return binding !== undefined;
    }, "a binding");
    return binding ?? "";
  }

  async function untilDecided(offline: OfflineKya, reason: string): Promise<void> {
    await waitUntil(async () => {
      await offline.refresh();
      return offline.decide(stranger.address).reason === reason;
    }, reason);
  }

  /**
   * What a provider answers the stranger's agent, which sends its binding along by itself. The provider's own way to the
   * chain leads nowhere.
   */
  async function serveStapled(offline: OfflineKya, requests: number): Promise<string[]> {
    const own = { registryAddress, chainId: chain.chainId };
    const handle = withCompliantAgent(
      {
        registry: createAgentRegistry({ ...own, rpcUrl: "http://127.0.0.1:1" }),
        hosts: ["http://provider.test"],
        source: offline,
        nonceStore: { take: () => "taken" },
      },
      (_request, { agentId }) => Response.json({ agentId }),
    );
    const agentFetch = createAgentFetch(
      createAgentRegistry({
        ...own,
        apiUrl: api.url,
        account: stranger,
        fetch: (input, init) => (input instanceof Request ? handle(input) : fetch(input, init)),
      }).client,
    );
    const answers: string[] = [];
    for (let i = 0; i < requests; i += 1) {
      const response = await agentFetch("http://provider.test/jobs");
      const { agentId } = (await response.json()) as { agentId?: number };
      answers.push(`${response.status} ${agentId}`);
    }
    return answers;
  }

  it("gives receipts that the command line checks and keeps", async () => {
    const fresh = await runReceipt(agent.address, "--save", inFolder("honest.jwt"));
    assert.equal(fresh.code, 0, fresh.stderr);
    assert.match(fresh.stdout, /^http:\/\/127\.0\.0\.1:\d+ has signed: compliant and agreed\.$/m);
    assert.match(
      fresh.stdout,
      new RegExp(` wallet +${agent.address}\n(.*\n)* +haftungsperson +${haftungsperson.address}\n`),
    );
    const again = await runReceipt(agent.address, "--save", inFolder("honest.jwt"));
    assert.match(again.stderr, /exists already, and is left alone/);
    assert.equal((await runReceipt("--file", inFolder("honest.jwt"))).code, 0);
    const handedOver = await run("verify", inFolder("honest.jwt"), "--wallet", agent.address, ...QUIET);
    assert.deepEqual([handedOver.code, handedOver.stdout.split("\n")[0]], [0, fresh.stdout.split("\n")[0]]);
    const misused = await run(
      "verify",
      inFolder("honest.jwt"),
      "--wallet",
      owner.address,
      "--json",
      ...QUIET,
    );
    assert.deepEqual([misused.code, readError(misused.stderr).reason], [5, "other-wallet"]);
    const late = await runReceipt("--file", inFolder("honest.jwt"), "--at", "2036-01-01", "--json");
    assert.deepEqual([late.code, readError(late.stderr).reason], [5, "expired"]);
    const elsewhere = await run(
      "receipt",
      "--file",
      inFolder("honest.jwt"),
      "--issuer",
      "https://a.example",
      "--json",
    );
    assert.deepEqual([elsewhere.code, readError(elsewhere.stderr).reason], [5, "unknown-issuer"]);
    const unknown = await runReceipt(owner.address);
    assert.equal(unknown.code, 3);
    assert.match(unknown.stdout, /has signed: no agent has this wallet\./);
  });

  it("says by a receipt who is liable for itself or was not agreed to, which the caller may allow", async () => {
    for (const [wallet, flag, says] of [
      [creator.address, "--allow-self-liable", "SELF-LIABLE: wallet and Haftungsperson are one key"],
      [otherAgent.address, "--allow-not-agreed", "NOT agreed: the wallet has not agreed"],
    ] as const) {
      const file = inFolder(`${wallet}.jwt`);
      const { code, stdout } = await runReceipt(wallet, "--save", file);
      assert.equal(code, 4);
      assert.ok(stdout.includes(`has signed: compliant, but ${says}`), stdout);
      assert.equal((await run("verify", file, ...QUIET)).code, 4);
      assert.equal((await run("verify", file, flag, ...QUIET)).code, 0);
    }
  });

  it("signs no binding before the registration is safe", async () => {
    const first = await chain.reader.request({ method: "eth_getBlockByNumber", params: ["0x0", false] });
    node.setHook(({ method, params }) =>
      method === "eth_getBlockByNumber" && params[0] === "safe" ? () => first : "pass",
    );
    const response = await fetch(`${api.url}/api/v1/agent/1/binding`);
    assert.deepEqual([response.status, response.headers.get("retry-after")], [425, "120"]);
    node.setHook(refuseComparisons);
  });

  it("is not convicted while it is honest, nor by a proof of another block", async () => {
    await keepProof("honest.json");
    const agrees = await convict("honest.jwt", "honest.json");
    assert.equal(agrees.code, 2, agrees.stderr);
    assert.match(agrees.stdout, /^Not convicted\.\n.*the chain holds what it says\.$/m);
    await connect(owner).suspend({ agentId: 1, reason: "Under review" });
    await keepProof("later.json");
    const other = await convict("honest.jwt", "later.json");
    assert.equal(other.code, 2, other.stderr);
    assert.match(other.stdout, /it is about block \d+ .* and the proof about block \d+/);
  });

  it("is convicted once it signs what the chain belies", async () => {
    await untilIndexed();
    const suspended = await runReceipt(agent.address);
    assert.equal(suspended.code, 2);
    assert.match(suspended.stdout, /NOT compliant \(suspended\)/);
    const database = new DatabaseSync(path.join(dataDir, "index.sqlite"));
    database.exec("pragma busy_timeout = 5000; update agents set status = 0 where agent_id = 1");
    database.close();
    const lie = await runReceipt(agent.address, "--save", inFolder("lie.jwt"), "--json");
    assert.equal(lie.code, 0, lie.stderr);
    const { receipt, exp } = JSON.parse(lie.stdout) as { receipt: string; exp: number };
    await keepProof("lie.json");
    const convicted = await convict("lie.jwt", "lie.json");
    assert.equal(convicted.code, 0, convicted.stderr);
    assert.match(convicted.stdout, /^CONVICTED: the operator has signed a falsehood\.$/m);
    assert.match(convicted.stdout, /It signed agentStatus Active; the chain holds Suspended\./);
    assert.match(convicted.stdout, /It signed verdict compliant; the chain holds non-compliant\./);
    // By next year the receipt has expired, and it still convicts.
    const expired = verifyReceipt(receipt, { ...signedBy(), wallet: agent.address, at: exp });
    await assert.rejects(expired, (error) => error instanceof UntrustedToken && error.reason === "expired");
    const wrongTrust = await run(
      "prove-fraud",
      inFolder("lie.jwt"),
      inFolder("lie.json"),
      "--block-hash",
      `0x${"11".repeat(32)}`,
    );
    assert.equal(wrongTrust.code, 5);
    const bare = await run("prove-fraud", inFolder("lie.jwt"), "--rpc", chain.rpcUrl);
    assert.deepEqual([bare.code, bare.stdout.split("\n")[0]], [2, "Not convicted."]);
    const nobody = await run("prove-fraud", inFolder("lie.jwt"), inFolder("lie.json"));
    assert.equal(nobody.code, 1);
    assert.match(nobody.stderr, /Name somebody whom you trust/);
  });

  it("lets a provider serve without asking, and tells it of a handover and a revocation by the next lists", async () => {
    const asked: string[] = [];
    const offline = createOfflineKya({
      ...signedBy(),
      fetch: (input, init) => {
        asked.push(new URL(String(input)).pathname);
        return fetch(input, init);
      },
    });
    try {
      const binding = await waitUntilSafe();
      const shown = await run("binding", stranger.address, "--json", ...QUIET);
      assert.equal(JSON.parse(shown.stdout).agentId, 2, shown.stderr);
      assert.equal((await offline.addBinding(binding)).agentId, 2);
      await untilDecided(offline, "active-and-attested");

      asked.length = 0;
      const served = await serveStapled(offline, REQUESTS);
      assert.deepEqual(served, Array(REQUESTS).fill("200 2"));
      const others = asked.filter((path) => path !== "/api/v1/status-lists/0");
      assert.deepEqual(others, []);

      await connect(haftungsperson).proposeHaftungsperson({ agentId: 2, haftungsperson: owner.address });
      await connect(owner).acceptHaftungsperson({ agentId: 2 });
      await untilDecided(offline, "not-vouched-for");
      assert.deepEqual(await serveStapled(offline, 1), ["403 undefined"], "bindings name who was replaced");

      await connect(owner).revoke({ agentId: 2, reason: "Fraud" });
      await untilDecided(offline, "revoked-or-terminated");
      assert.deepEqual(await serveStapled(offline, 1), ["403 undefined"]);
    } finally {
      offline.close();
    }
  });
});
