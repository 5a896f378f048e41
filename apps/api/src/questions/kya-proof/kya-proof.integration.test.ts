import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { apiErrors, KyaProofResponse, registryAbi } from "@agent-registry/protocol";
import {
  parseKyaProof,
  readProofHeader,
  readProvenCertificates,
  readProvenEntry,
  readProvenWallet,
  readStorageRoot,
} from "@agent-registry/protocol/proof";
import { createLogger } from "@agent-registry/service";
import {
  type DevAccount,
  deployLocally,
  devAccount,
  devAccounts,
  type FaultyRpc,
  type LocalChain,
  parseExactly,
  type RpcFate,
  type RpcHook,
  startChain,
  startFaultyRpc,
} from "@agent-registry/testkit";
import { type Address, encodeFunctionData, type Hex, numberToHex } from "viem";
import { createRpcNode } from "../../chain/rpc-node.ts";
import { createProofs } from "../../proofs/create-proofs.ts";
import { createRegister } from "../../testing/register-calls.ts";
import { createTestApi } from "../../testing/test-api.ts";

const AGENT = devAccounts.agent.address;
const STRANGER = devAccounts.stranger.address;
const logger = createLogger({ name: "test", level: "silent" });

const withoutProofs: RpcHook = ({ method }) =>
  method === "eth_getProof" ? { error: { code: -32_601, message: "the method does not exist" } } : "pass";
const newestAlone: RpcHook = ({ method, params }) =>
  method === "eth_getProof" && params[2] !== "latest"
    ? { error: { code: -32_602, message: "distance to target block exceeds maximum proof window" } }
    : "pass";
/** The proof of an active agent's standing says that it is suspended: the word's second byte is the status. */
const lying: RpcHook = ({ method }) =>
  method !== "eth_getProof"
    ? "pass"
    : (result) => {
        const proof = structuredClone(result) as { storageProof: { proof: Hex[] }[] };
        const nodes = proof.storageProof[1]?.proof ?? assert.fail("no standing");
        const leaf = nodes.pop() ?? assert.fail("no leaf");
        assert.equal(leaf.slice(-62, -60), "00");
        nodes.push(`${leaf.slice(0, -62)}01${leaf.slice(-60)}` as Hex);
        return proof;
      };

describe("GET /api/v1/kya/:wallet/proof", () => {
  let chain: LocalChain;
  let [first, second] = [] as unknown as [FaultyRpc, FaultyRpc];
  let registryAddress: Address;

  before(async () => {
    chain = await startChain();
    registryAddress = (await deployLocally(chain)).registryAddress;
    await createRegister({ chain, registryAddress }).register(devAccounts.agent, { agentWallet: AGENT });
    [first, second] = [
      await startFaultyRpc({ target: chain.rpcUrl }),
      await startFaultyRpc({ target: chain.rpcUrl }),
    ];
  });
  after(async () => {
    await Promise.all([first.stop(), second.stop()]);
    await chain.stop();
  });
  beforeEach(() => {
    for (const node of [first, second]) {
      node.setHook(() => "pass");
      node.calls.length = 0;
    }
  });

  function open({ nodes = [first], now = () => 0 }: { nodes?: FaultyRpc[]; now?: () => number } = {}) {
    const api = createTestApi({
      proofs: createProofs({
        nodes: nodes.map(({ rpcUrl }) => createRpcNode({ url: rpcUrl })),
        registryAddress,
        logger,
        now,
      }),
    });
    return { ...api, getProof: (wallet: string) => api.get(`/api/v1/kya/${wallet}/proof`) };
  }
  const asked = (node: FaultyRpc) => node.calls.filter(({ method }) => method === "eth_getProof").length;

  /** What a verifier reads out of an answer if it believes only the block's hash. */
  function verify(body: unknown, wallet: Address) {
    const proof = parseKyaProof(body);
    const header = readProofHeader(proof);
    const storageRoot = readStorageRoot(proof, { header, registry: registryAddress });
    const reading = { storageRoot, wallet };
    return { header, entry: readProvenEntry(proof, reading), stored: readProvenWallet(proof, reading) };
  }

  it("proves an entry at the newest block, as it is documented, and is cached for a minute", async () => {
    const { getProof, pass } = open();
    const { status, headers, body } = await getProof(AGENT.toLowerCase());
    assert.equal(status, 200);
    assert.equal(headers.get("cache-control"), "public, max-age=60");
    const { wallet, registry, chainId } = parseExactly(KyaProofResponse, body);
    assert.deepEqual([wallet, registry, chainId], [AGENT, registryAddress, chain.chainId]);
    const { header, entry } = verify(body, AGENT);
    const { hash, number } = await chain.reader.getBlock();
    assert.deepEqual([header.hash, header.number], [hash, Number(number)]);
    assert.deepEqual([entry?.agentId, entry?.status], [1, "Active"]);

    const calls = first.calls.length;
    pass(59_000);
    assert.deepEqual((await getProof(AGENT)).body, body);
    assert.equal(first.calls.length, calls);
    pass(1_000);
    await getProof(AGENT);
    // The chain's id is known by now.
    assert.equal(first.calls.length, calls + 3);
  });

  it("proves that a wallet is not registered", async () => {
    const { status, body } = await open().getProof(STRANGER);
    assert.equal(status, 200);
    assert.equal(verify(body, STRANGER).entry, null);
    assert.deepEqual(verify(body, STRANGER).stored, { standing: "unknown" });
  });

  it("proves from one slot that a wallet was replaced, or left an entry, and of which agent", async () => {
    const register = createRegister({ chain, registryAddress });
    const { haftungsperson, creator, otherAgent } = devAccounts;
    const [former, next, left] = [otherAgent, devAccount(8), devAccount(9)];
    const { id } = await register.register(former, { agentWallet: former.address });
    await register.call(haftungsperson, "confirmAgent", id);
    await register.call(haftungsperson, "proposeWallet", id, next.address);
    await register.accept(next, "acceptWallet", id);
    const declined = await register.register(creator, { agentWallet: left.address });
    await register.call(left, "declineAgent", declined.id);
    const { getProof } = open();
    for (const [wallet, standing, agentId] of [
      [former.address, "retired", id],
      [left.address, "reserved", declined.id],
    ] as const) {
      const { status, body } = await getProof(wallet);
      assert.deepEqual([status, body.storageProof.length], [200, 1]);
      const { entry, stored } = verify(body, wallet);
      assert.deepEqual([entry, stored], [null, { standing, agentId: BigInt(agentId) }]);
    }
    const { entry } = verify((await getProof(next.address)).body, next.address);
    assert.deepEqual([entry?.agentId, entry?.consents.wallet], [id, true]);
  });

  it("proves what the notaries that are named have certified, and is cached by them", async () => {
    const { owner, regulator: notary, haftungsperson, creator } = devAccounts;
    const ref = numberToHex(7, { size: 32 });
    const send = async (from: DevAccount, data: Hex) => {
      const hash = await chain.wallet(from).sendTransaction({ to: registryAddress, data });
      await chain.reader.waitForTransactionReceipt({ hash });
    };
    const { timestamp } = await chain.reader.getBlock();
    const end = timestamp + 10_000n;
    const abi = registryAbi;
    await send(owner, encodeFunctionData({ abi, functionName: "addNotary", args: [notary.address] }));
    const terms = [1, 3, end] as const;
    const certify = [haftungsperson.address, ...terms, ref] as const;
    await send(notary, encodeFunctionData({ abi, functionName: "certifyPerson", args: certify }));
    const accept = [notary.address, ...terms] as const;
    await send(haftungsperson, encodeFunctionData({ abi, functionName: "acceptCertificate", args: accept }));
    const { get } = open();
    const ask = (notaries: string) => get(`/api/v1/kya/${AGENT}/proof?notaries=${notaries}`);
    const { status, body } = await ask(`${notary.address},${creator.address}`);
    assert.equal(status, 200);
    const proof = parseKyaProof(body);
    const storageRoot = readStorageRoot(proof, { header: readProofHeader(proof), registry: registryAddress });
    const notaries = [notary.address, creator.address];
    const person = haftungsperson.address;
    const [certificate, ...none] = readProvenCertificates(proof, { storageRoot, person, notaries });
    assert.deepEqual(none, []);
    const { kind, level, isAccepted, isAccredited } = certificate ?? assert.fail();
    assert.deepEqual([kind, level, isAccepted, isAccredited], ["natural", "high", true, true]);
    assert.equal(certificate?.until, Number(end));
    const calls = first.calls.length;
    await ask(`${creator.address.toLowerCase()},${notary.address},${notary.address}`);
    assert.equal(first.calls.length, calls, "the same notaries, in another order");
    assert.equal((await ask("")).body.storageProof.length, 3);
    assert.ok(first.calls.length > calls);
  });

  it("refuses notaries that are none or too many, naming the parameter", async () => {
    const { get } = open();
    const error = "Invalid notaries: must be at most 8 addresses, separated by commas";
    const mistyped = AGENT.replace(/[a-f]/, (letter) => letter.toUpperCase());
    for (const notaries of ["0x1", `${AGENT},`, mistyped, Array(9).fill(STRANGER).join(",")]) {
      const { status, body } = await get(`/api/v1/kya/${AGENT}/proof?notaries=${notaries}`);
      assert.deepEqual([status, body], [400, { error }], notaries);
    }
  });

  it("refuses a malformed wallet", async () => {
    const { status, body } = await open().getProof("0x123");
    assert.deepEqual([status, body], [400, { error: "Invalid wallet address: 0x123" }]);
  });

  it("says 501 if no node gives proofs, and asks such a node again after ten minutes", async () => {
    let nowMs = 0;
    const { getProof } = open({ nodes: [first, second], now: () => nowMs });
    for (const node of [first, second]) node.setHook(withoutProofs);
    for (let i = 0; i < 3; i += 1) {
      const { status, headers, body } = await getProof(AGENT);
      assert.deepEqual([status, body], [501, { error: "This register's RPC node gives no proofs" }]);
      assert.equal(headers.get("cache-control"), "no-store");
    }
    assert.deepEqual([asked(first), asked(second)], [1, 1]);
    second.setHook(() => "pass");
    nowMs = 600_000;
    assert.equal((await getProof(AGENT)).status, 200);
    assert.deepEqual([asked(first), asked(second)], [2, 2]);
  });

  it("serves the proof of a node that proves its newest block alone", async () => {
    first.setHook(newestAlone);
    const { status, body } = await open().getProof(AGENT);
    assert.equal(status, 200);
    assert.equal(verify(body, AGENT).entry?.status, "Active");
  });

  for (const [what, hook] of [
    ["gives no proofs", withoutProofs],
    ["lies about a status", lying],
    ["is silent", () => "drop"],
    ["says it has no blocks", () => ({ error: { code: -32_000, message: "no state" } })],
  ] as [string, RpcHook][])
    it(`asks the other node if one ${what}`, async () => {
      first.setHook(hook);
      const { status, body } = await open({ nodes: [first, second] }).getProof(AGENT);
      assert.equal(status, 200);
      assert.equal(verify(body, AGENT).entry?.status, "Active");
    });

  it("never serves the proof of a node that lies, and says so", async () => {
    first.setHook(lying);
    const { getProof } = open();
    const { status, headers, body } = await getProof(AGENT);
    const error = apiErrors.rpcFailure("The node's answers about one block do not fit together.");
    assert.deepEqual([status, body], [500, { error }]);
    assert.equal(headers.get("cache-control"), "no-store");
    // Nothing of it is kept.
    first.setHook(() => "pass");
    assert.equal((await getProof(AGENT)).status, 200);
  });

  it("says 500 without the node's words if no node answers", async () => {
    first.setHook(() => ({ error: { code: -32_000, message: `secret of ${first.rpcUrl}` } }));
    const { status, body } = await open().getProof(AGENT);
    assert.equal(status, 500);
    assert.equal(body.error, "RPC failure: eth_chainId: the node answered with error -32000");
  });

  it("collects once for all who ask for one wallet at the same time", async () => {
    const { getProof } = open();
    const answers = await Promise.all(Array.from({ length: 5 }, () => getProof(AGENT)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 200],
    );
    assert.equal(asked(first), 1);
  });

  it("collects few at once, and has one address wait for its own", async () => {
    const { get } = open();
    const { promise: fourthCall, resolve: noteFourth } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    first.setHook(async ({ index }): Promise<RpcFate> => {
      if (index === before + 3) noteFourth();
      await released;
      return "pass";
    });
    const before = first.calls.length;
    const ask = (wallet: number, ip: string) =>
      get(`/api/v1/kya/${numberToHex(wallet, { size: 20 })}/proof`, { "x-test-ip": ip });
    const own = Array.from({ length: 11 }, (_, i) => ask(i + 1, "10.0.0.1"));
    const others = [2, 3, 4, 5].map((i) => ask(100 + i, `10.0.0.${i}`));
    const refused = await Promise.all(own.slice(9));
    for (const { status, headers, body } of refused) {
      assert.deepEqual([status, body], [503, { error: apiErrors.tooBusy }]);
      assert.equal(headers.get("retry-after"), "5");
      assert.equal(headers.get("cache-control"), "no-store");
    }
    await fourthCall;
    assert.equal(first.calls.length, before + 4, "one of the first address, and three of the others");
    release();
    const answers = await Promise.all([...own.slice(0, 9), ...others]);
    for (const { status } of answers) assert.equal(status, 200);
  });
});
