import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, it } from "node:test";
import { createAgentRegistry, type KyaProof, rpcQuorum } from "@agent-registry/sdk";
import { startService } from "@agent-registry/sdk/testing";
import {
  deployLocally,
  devAccounts,
  type FaultyRpc,
  type LocalChain,
  startChain,
  startFaultyRpc,
  waitUntil,
} from "@agent-registry/testkit";
import { type Address, http, type LocalAccount } from "viem";
import { readError, runHere } from "../testing/run-cli.ts";

const { agent, haftungsperson, owner, stranger, relayer } = devAccounts;

describe("a proof on the command line", () => {
  let chain: LocalChain;
  let node: FaultyRpc;
  let registryAddress: Address;
  let folder: string;
  let file: string;
  let savedAt: number;

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "agent-registry-proofs-"));
    file = path.join(folder, "proof.json");
    chain = await startChain();
    node = await startFaultyRpc({ target: chain.rpcUrl });
    registryAddress = (await deployLocally(chain)).registryAddress;
    await connect(agent).register({ haftungsperson: haftungsperson.address, operationalScope: "Translates" });
    await connect(haftungsperson).confirm({ agentId: 1 });
    // Entered by another account, and no party has agreed.
    const entered = { haftungsperson: haftungsperson.address, agentWallet: relayer.address };
    await connect(owner).register({ ...entered, operationalScope: "Not asked" });
    const { code, stderr } = await run("kya", agent.address, "--prove", "--save", file, ...twoNodes());
    assert.equal(code, 0, stderr);
    savedAt = Math.floor(Date.now() / 1000);
  });
  after(async () => {
    await node.stop();
    await chain.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const connect = (account: LocalAccount) =>
    createAgentRegistry({ registryAddress, rpcUrl: chain.rpcUrl, account });
  const run = (...args: string[]) =>
    runHere(args, {
      cwd: folder,
      env: { REGISTRY_CHAIN: chain.rpcUrl, REGISTRY_ADDRESS: registryAddress },
    });
  const oneNode = () => ["--rpc", chain.rpcUrl];
  const twoNodes = () => [...oneNode(), "--rpc", node.rpcUrl];
  const verify = (...args: string[]) => run("verify", file, ...args);
  const readProof = (): KyaProof => JSON.parse(readFileSync(file, "utf8"));
  const at = (seconds: number) => ["--at", new Date((savedAt + seconds) * 1000).toISOString()];

  it("says what was proven, against which block, and who is trusted for that", async () => {
    const { block } = readProof();
    const { code, stdout } = await verify("--wallet", agent.address, ...twoNodes());
    assert.equal(code, 0);
    for (const line of [
      /^Proven: Compliant and agreed: registered, active, attested within 7 days\.$/m,
      new RegExp(`^ +wallet +${agent.address}$`, "m"),
      new RegExp(`^ +haftungsperson +${haftungsperson.address}$`, "m"),
      /^ +status +Active$/m,
      /^ +attested until +20\d\d-/m,
      /^ +haftungsperson agreed +yes$/m,
      new RegExp(`^ +register +${registryAddress}$`, "m"),
      new RegExp(`^ +block +${block.number} of 20\\d\\d-`, "m"),
      new RegExp(`^ +block hash +${block.hash}$`, "m"),
      new RegExp(`^ +trusting +all of 2 RPC nodes: ${chain.rpcUrl}/?, ${node.rpcUrl}/?$`, "m"),
    ])
      assert.match(stdout, line);
  });

  it("has facts for programs, without the proof itself", async () => {
    const { stdout } = await verify("--json", ...oneNode());
    const { block, ...facts } = JSON.parse(stdout);
    const { number, hash } = readProof().block;
    assert.deepEqual([block.number, block.hash], [number, hash]);
    assert.deepEqual(
      [facts.verdict, facts.agent.status, facts.registry, facts.wallet],
      ["compliant", "Active", registryAddress, agent.address],
    );
    assert.match(facts.trust, /^one RPC node: /);
    assert.equal("proof" in facts, false);
  });

  it("is checked against what the caller trusts, never against itself", async () => {
    const { code, stderr } = await verify("--json");
    assert.equal(code, 1);
    assert.equal(readError(stderr).reason, "missing-configuration");
    assert.match(readError(stderr).error, /--rpc a --rpc b.*--block-hash/);
    assert.equal((await verify("--block-hash", readProof().block.hash)).code, 0);
    assert.equal((await verify("--block-hash", "0x12")).code, 1);
    const twice = await verify(...oneNode(), "--rpc", `${chain.rpcUrl}/`);
    assert.match(twice.stderr, /a node does not count twice/);
    const both = await verify(...oneNode(), "--block-hash", readProof().block.hash);
    assert.match(both.stderr, /cannot be used with/);
  });

  it("has the exit codes of kya, in one go and by file", async () => {
    const prove = (wallet: string) => run("kya", wallet, "--prove", "--allow-not-agreed", ...oneNode());
    assert.equal((await run("kya", relayer.address, "--prove", ...oneNode())).code, 4);
    assert.equal((await prove(relayer.address)).code, 0);
    const { code, stdout } = await run("kya", stranger.address, "--prove");
    assert.equal(code, 3);
    assert.match(stdout, /^Proven: NOT registered/);
    assert.match(
      stdout,
      /trusting +one RPC node: http.* \(the one that is configured; --rpc names others\)$/m,
    );
  });

  it("of a quiet chain is taken if the caller allows its age", async (t) => {
    t.mock.timers.enable({ apis: ["Date"], now: (savedAt + 3_600) * 1000 });
    const old = await run("kya", agent.address, "--prove");
    assert.equal(old.code, 5);
    assert.match(old.stderr, /seconds old, and 120 are allowed.*makes no blocks by itself, give --max-age/);
    assert.equal((await run("kya", agent.address, "--prove", "--max-age", "7200")).code, 0);
  });

  it("is kept in a new file only", async () => {
    const before = readFileSync(file, "utf8");
    const { code, stderr } = await run("kya", stranger.address, "--prove", "--save", file);
    assert.equal(code, 1);
    assert.match(stderr, /there is such a file already/);
    assert.equal(readFileSync(file, "utf8"), before);
  });

  it("that is old is judged at its own time, and refused as of now", async () => {
    const late = await verify(...at(86_400), ...oneNode());
    assert.equal(late.code, 5);
    assert.match(late.stderr, /seconds old, and 120 are allowed.*--at.*--max-age/);
    assert.equal((await verify(...at(60), ...oneNode())).code, 0);
    const lapsed = await verify(...at(8 * 86_400), "--max-age", "1000000", ...oneNode());
    assert.equal(lapsed.code, 2);
    assert.match(lapsed.stdout, /^Proven: NOT compliant: .*older than 7 days/);
  });

  describe("is refused with a code of its own", () => {
    const refuse = async (reason: string, args: () => string[], change?: (proof: KyaProof) => unknown) => {
      const changed = path.join(folder, "changed.json");
      writeFileSync(changed, JSON.stringify(change === undefined ? readProof() : change(readProof())));
      const { code, stdout, stderr } = await run("verify", changed, "--json", ...args());
      assert.deepEqual([code, stdout, readError(stderr).reason], [5, "", reason]);
    };
    for (const [what, reason, args, change] of [
      ["no proof", "malformed", oneNode, () => "hello"],
      ["another version", "unknown-version", oneNode, (proof) => ({ ...proof, v: 2 })],
      ["another wallet's", "slot-missing", () => ["--wallet", stranger.address, ...oneNode()]],
      ["of another block than is known", "not-canonical", () => ["--block-hash", `0x${"11".repeat(32)}`]],
      ["of another contract", "proof", () => ["--registry", stranger.address, ...oneNode()]],
      ["cut", "proof", oneNode, (proof) => ({ ...proof, accountProof: proof.accountProof.slice(1) })],
      ["from the future", "block-from-the-future", () => [...at(-600), ...oneNode()]],
    ] as [string, string, () => string[], ((proof: KyaProof) => unknown)?][])
      it(`if it is ${what}`, () => refuse(reason, args, change));
  });

  it("is refused if the file is no proof at all, whoever is trusted for blocks", async () => {
    const text = path.join(folder, "text.json");
    writeFileSync(text, "hello");
    for (const args of [oneNode(), []]) {
      const { code, stdout, stderr } = await run("verify", text, ...args);
      assert.deepEqual([code, stdout], [5, ""]);
      assert.match(stderr, /text\.json is no proof: it is not JSON\./);
    }
  });

  it("that could not be checked is not refused", async () => {
    const unread = await run("verify", path.join(folder, "none.json"), ...oneNode());
    assert.deepEqual([unread.code, unread.stdout], [1, ""]);
    node.setHook(() => "drop");
    const silent = await verify(...twoNodes());
    assert.equal(silent.code, 1);
    assert.match(silent.stderr, /1 of the 2 RPC nodes that are trusted did not answer/);
    node.setHook(() => "pass");
    const wrong = await verify("--chain-id", "1", ...oneNode());
    assert.match(wrong.stderr, /serves chain \d+, not 1/);
  });

  it("shows what a notary has certified about the Haftungsperson", async () => {
    const [notary, person] = [connect(stranger), connect(haftungsperson)];
    await connect(owner).addNotary({ notary: stranger.address });
    const terms = { kind: "natural", level: "high", until: new Date(Date.now() + 30 * 86_400_000) } as const;
    const ref = `0x${"5a".repeat(32)}` as const;
    const asked = ["--certified", "substantial", "--notary", stranger.address];
    const prove = () => run("kya", agent.address, "--prove", ...asked, ...oneNode());
    await notary.certifyPerson({ person: haftungsperson.address, ...terms, ref });
    const waiting = await prove();
    assert.equal(waiting.code, 4, waiting.stderr);
    await person.acceptCertificate({ notary: stranger.address, ...terms });
    const certified = await prove();
    assert.equal(certified.code, 0, certified.stderr);
  });

  it("shows what an API hides that lies", async (t) => {
    await connect(owner).suspend({ agentId: 1, reason: "Under review" });
    // The operator's node refuses the calls by which the API compares its index with the contract.
    node.setHook(({ method, params }) =>
      method === "eth_call" || typeof params[2] === "object"
        ? { error: { code: -32_000, message: "no" } }
        : "pass",
    );
    const dataDir = path.join(folder, "api");
    const env = { RPC_URL: node.rpcUrl, REGISTRY_ADDRESS: registryAddress, DATA_DIR: dataDir, PORT: "0" };
    const api = await startService({ name: "api", env });
    t.after(() => api.stop());
    await waitUntil(async () => (await fetch(`${api.url}/ready`)).status === 200, "the API is ready");
    const database = new DatabaseSync(path.join(dataDir, "index.sqlite"), { timeout: 5_000 });
    database.exec("update agents set status = 0 where agent_id = 1");
    database.close();

    const said = await (await fetch(`${api.url}/api/v1/kya/${agent.address}`)).json();
    assert.equal((said as { isCompliant: boolean }).isCompliant, true);
    const registry = createAgentRegistry({ registryAddress, apiUrl: api.url });
    const proven = await registry.verifyKya({
      wallet: agent.address,
      proof: await registry.fetchKyaProof({ wallet: agent.address, source: "api" }),
      trust: rpcQuorum([http(chain.rpcUrl)]),
    });
    assert.equal(proven.reason, "suspended");
    const byApi = ["--source", "api", "--api", api.url];
    assert.equal((await run("kya", agent.address, ...byApi, "--allow-not-agreed")).code, 0);
    const { code, stdout } = await run("kya", agent.address, "--prove", ...byApi, ...oneNode());
    assert.equal(code, 2);
    assert.match(stdout, /^Proven: NOT compliant: registered, but suspended\./);
  });

  it("shows that a wallet was replaced", async () => {
    await connect(haftungsperson).proposeWallet({ agentId: 1, wallet: devAccounts.creator.address });
    await connect(devAccounts.creator).acceptWallet({ agentId: 1 });
    const { code, stdout, stderr } = await run("kya", agent.address, "--prove", ...oneNode());
    assert.equal(code, 3, stderr);
    assert.match(stdout, /^Proven: NOT registered: .*record of agent 1/);
  });
});
