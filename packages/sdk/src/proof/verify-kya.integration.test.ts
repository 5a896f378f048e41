import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { type KyaProof, UntrustedProof, type UntrustedReason } from "@agent-registry/protocol/proof";
import {
  deployLocally,
  devAccounts,
  type FaultyRpc,
  type LocalChain,
  startChain,
  startFaultyRpc,
} from "@agent-registry/testkit";
import { type Hex, http, keccak256, type LocalAccount } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createAgentRegistry } from "../create-agent-registry.ts";
import { RegistryError, type RegistryErrorReason } from "../errors/registry-error.ts";
import { rpcQuorum } from "./rpc-quorum.ts";
import { pinnedBlock } from "./trusted-blocks.ts";
import type { VerifyKyaInput } from "./verify-kya.ts";

const isUntrusted = (reason: UntrustedReason) => (error: unknown) =>
  error instanceof UntrustedProof && error.reason === reason;
const isRegistryError = (reason: RegistryErrorReason) => (error: unknown) =>
  error instanceof RegistryError && error.reason === reason;
const WEEK = 7 * 86_400;

describe("verifyKya", () => {
  let chain: LocalChain;
  let node: FaultyRpc;
  let registryAddress: Hex;
  const [agent, haftungsperson, stranger] = [
    devAccounts.agent,
    devAccounts.haftungsperson,
    devAccounts.stranger,
  ];

  before(async () => {
    chain = await startChain();
    node = await startFaultyRpc({ target: chain.rpcUrl });
    registryAddress = (await deployLocally(chain)).registryAddress;
    await connect(agent).register({
      haftungsperson: haftungsperson.address,
      operationalScope: "Translates",
    });
    await connect(haftungsperson).confirm({ agentId: 1 });
  });
  after(async () => {
    await node.stop();
    await chain.stop();
  });

  const connect = (account: LocalAccount, options: { rpcUrl?: string } = {}) =>
    createAgentRegistry({ registryAddress, rpcUrl: chain.rpcUrl, account, retryDelayMs: 1, ...options });
  const trustChain = () => rpcQuorum([http(chain.rpcUrl)]);
  const verify = (input: Partial<VerifyKyaInput> = {}, options?: { rpcUrl?: string }) =>
    connect(stranger, options).verifyKya({ wallet: agent.address, trust: trustChain(), ...input });
  const fetchProof = (wallet: Hex = agent.address) => connect(stranger).fetchKyaProof({ wallet });

  it("proves of a wallet that left a record whether it was replaced, and in which record", async () => {
    const [released, replaced, next] = [0, 1, 2].map(() => privateKeyToAccount(generatePrivateKey())) as [
      LocalAccount,
      LocalAccount,
      LocalAccount,
    ];
    const person = connect(haftungsperson);
    const enter = async (agentWallet: Hex) =>
      (
        await person.register({
          agentWallet,
          haftungsperson: haftungsperson.address,
          operationalScope: "Leaves",
        })
      ).agentId;
    await connect(devAccounts.owner).releaseWallet({ agentId: await enter(released.address) });
    const agentId = await enter(replaced.address);
    await person.proposeWallet({ agentId, wallet: next.address });
    await chain.test.setBalance({ address: next.address, value: 10n ** 18n });
    await connect(next).acceptWallet({ agentId });

    const prove = async ({ address }: LocalAccount) => {
      const { verdict, objections, ...rest } = await verify({
        wallet: address,
        policy: { selfLiable: "allow" },
      });
      return [verdict, objections.join(), "retiredFrom" in rest ? rest.retiredFrom : undefined];
    };
    assert.deepEqual(await prove(replaced), ["not-registered", "not-registered,wallet-retired", agentId]);
    assert.deepEqual(await prove(released), ["not-registered", "not-registered", undefined]);
    assert.deepEqual(await prove(next), ["compliant", "", undefined]);
    const wallets = [replaced, released, next].map(({ address }) => address);
    const many = await person.kyaMany({ wallets, policy: { selfLiable: "allow" } });
    assert.deepEqual(
      many.map(({ objections, retiredFrom }) => [objections.join(), retiredFrom]),
      [
        ["not-registered,wallet-retired", agentId],
        ["not-registered", undefined],
        ["", undefined],
      ],
    );
  });

  it("proves what kya says, against a block of the chain", async () => {
    const [proven, said] = [await verify(), await connect(stranger).kya({ wallet: agent.address })];
    assert.equal(proven.verdict, "compliant");
    assert.equal(proven.trust, "one RPC node");
    const block = await chain.reader.getBlock();
    assert.deepEqual(proven.block, {
      number: Number(block.number),
      hash: block.hash,
      timestamp: Number(block.timestamp),
    });
    for (const field of ["verdict", "reason", "wallet", "consents", "refusals"] as const)
      assert.deepEqual(proven[field], said[field]);
    const { agentId, status, lastAttestation, agentWallet } = said.agent ?? assert.fail();
    assert.deepEqual(proven.agent, {
      agentId,
      status,
      lastAttestation,
      agentWallet,
      haftungsperson: haftungsperson.address,
      parentAgentId: 0,
      selfModifying: false,
    });
  });

  it("proves that a wallet is not registered", async () => {
    const { verdict, agent: none, consents } = await verify({ wallet: stranger.address });
    assert.equal(verdict, "not-registered");
    assert.deepEqual([none, consents], [null, null]);
  });

  it("counts a lapse by the verifier's clock, though the block is older", async () => {
    const proof = await fetchProof();
    const { timestamp } = (await verify({ proof })).block;
    const at = async (now: number) => (await verify({ proof, now, maxAgeSeconds: 2 * WEEK })).reason;
    const attestedAt =
      Date.parse((await connect(stranger).getAgent({ agentId: 1 })).agent.lastAttestation) / 1000;
    assert.equal(await at(attestedAt + WEEK), "active-and-attested");
    assert.equal(await at(attestedAt + WEEK + 1), "attestation-lapsed");
    assert.ok(timestamp >= attestedAt);
  });

  it("judges by a policy, and refuses one that asks for what a proof does not hold", async () => {
    const proof = await fetchProof();
    const objectionsTo = async (policy: VerifyKyaInput["policy"]) =>
      (await verify({ proof, policy })).objections;
    assert.deepEqual(await objectionsTo(undefined), []);
    assert.deepEqual(await objectionsTo({ selfModifying: "refuse", consents: ["wallet", "parent"] }), []);
    const stranger = { wallet: devAccounts.stranger.address };
    assert.deepEqual((await verify(stranger)).objections, ["not-registered"]);
    for (const policy of [{ lineage: "ancestors" }, { minRegisteredSeconds: 1 }, { consent: [] }] as const)
      await assert.rejects(verify({ proof, policy: policy as never }), isRegistryError("invalid-input"));
  });

  it("objects to a wallet that is its own Haftungsperson, unless that is allowed", async () => {
    const { address: wallet } = devAccounts.creator;
    await connect(devAccounts.creator).register({ haftungsperson: wallet, operationalScope: "Alone" });
    assert.deepEqual((await verify({ wallet })).objections, ["haftungsperson-is-the-wallet"]);
    assert.equal((await verify({ wallet, policy: { selfLiable: "allow" } })).admissible, true);
  });

  it("believes nobody's word for a block but that of the trusted", async () => {
    const proof = await fetchProof();
    const { hash } = proof.block;
    assert.equal((await verify({ proof, trust: pinnedBlock(hash) })).verdict, "compliant");
    const other = pinnedBlock(`0x${"11".repeat(32)}`);
    await assert.rejects(verify({ proof, trust: other }), isUntrusted("not-canonical"));
    await assert.rejects(verify({ proof, trust: undefined }), isRegistryError("missing-configuration"));
  });

  it("refuses a block that a liar made, however well the rest fits", async () => {
    const proof = await fetchProof();
    // The last byte of a header is part of a hash that no verifier looks into.
    const header: Hex = `0x${proof.block.header.slice(2, -2)}${proof.block.header.endsWith("00") ? "01" : "00"}`;
    const lie: KyaProof = { ...proof, block: { ...proof.block, header, hash: keccak256(header) } };
    await assert.rejects(verify({ proof: lie }), isUntrusted("not-canonical"));
  });

  it("refuses a block that is too old, or ahead of the clock", async () => {
    const proof = await fetchProof();
    const { timestamp } = (await verify({ proof })).block;
    assert.ok(await verify({ proof, now: timestamp + 120 }));
    await assert.rejects(verify({ proof, now: timestamp + 121 }), isUntrusted("stale-block"));
    assert.ok(await verify({ proof, now: timestamp - 30 }));
    await assert.rejects(verify({ proof, now: timestamp - 31 }), isUntrusted("block-from-the-future"));
  });

  it("refuses another wallet's proof, and another register's", async () => {
    const proof = await fetchProof(stranger.address);
    await assert.rejects(verify({ proof }), isUntrusted("slot-missing"));
    const { registryAddress: other } = await deployLocally(chain);
    const elsewhere = createAgentRegistry({ registryAddress: other, rpcUrl: chain.rpcUrl, retryDelayMs: 1 });
    const answer = elsewhere.verifyKya({
      wallet: agent.address,
      trust: trustChain(),
      proof: await fetchProof(),
    });
    await assert.rejects(answer, isUntrusted("proof"));
  });

  describe("with a quorum of nodes", () => {
    const pauses: number[] = [];
    const quorum = (options: { min?: number; chainId?: number } = {}) =>
      rpcQuorum([http(chain.rpcUrl), http(node.rpcUrl, { retryCount: 0 })], {
        ...options,
        pause: async (durationMs) => void pauses.push(durationMs),
      });
    beforeEach(() => {
      pauses.length = 0;
    });

    it("asks each node once for all proofs against one block", async () => {
      node.setHook(() => "pass");
      const trust = quorum();
      const before = node.calls.length;
      const proof = await fetchProof();
      for (let i = 0; i < 20; i += 1) await verify({ proof, trust });
      assert.equal(node.calls.length, before + 1);
      assert.equal(trust.kind, "all of 2 RPC nodes");
    });

    it("waits once, for a second, for a node that is behind", async () => {
      let asked = 0;
      node.setHook(() => {
        asked += 1;
        return asked === 1 ? () => null : "pass";
      });
      assert.equal((await verify({ trust: quorum() })).verdict, "compliant");
      node.setHook(() => () => null);
      await assert.rejects(verify({ trust: quorum() }), isUntrusted("not-canonical"));
      assert.deepEqual(pauses, [1_000, 1_000]);
    });

    it("refuses a block in whose place one of them has another", async () => {
      node.setHook(() => (result) => ({ ...(result as object), hash: `0x${"11".repeat(32)}` }));
      await assert.rejects(verify({ trust: quorum() }), isUntrusted("not-canonical"));
      assert.deepEqual(pauses, []);
    });

    it("needs as many as were asked for, and says so if one does not answer", async () => {
      node.setHook(() => "drop");
      const trust = quorum();
      await assert.rejects(verify({ trust }), isRegistryError("chain-unreachable"));
      assert.equal((await verify({ trust: quorum({ min: 1 }) })).trust, "1 of 2 RPC nodes");
      // What could not be said once may be said later.
      node.setHook(() => "pass");
      assert.equal((await verify({ trust })).verdict, "compliant");
    });

    it("is one of the chain that was asked for", async () => {
      node.setHook(() => "pass");
      assert.equal((await verify({ trust: quorum({ chainId: chain.chainId }) })).verdict, "compliant");
      node.setHook(({ method }) => (method === "eth_chainId" ? () => "0x1" : "pass"));
      await assert.rejects(
        verify({ trust: quorum({ chainId: chain.chainId }) }),
        isRegistryError("wrong-chain"),
      );
    });

    it("cannot be built of none, nor demand more than there are", () => {
      assert.throws(() => rpcQuorum([]), isRegistryError("missing-configuration"));
      for (const min of [0, 3, 1.5]) assert.throws(() => quorum({ min }), isRegistryError("invalid-input"));
      assert.throws(() => pinnedBlock("0x12"), isRegistryError("invalid-input"));
    });
  });

  describe("with a node that", () => {
    const changeState = () => chain.wallet().sendTransaction({ to: stranger.address, value: 1n });
    const byNode = () => verify({}, { rpcUrl: node.rpcUrl });

    it("proves its newest block alone", async () => {
      node.setHook(({ method, params }) =>
        method === "eth_getProof" && params[2] !== "latest"
          ? { error: { code: -32_602, message: "distance to target block exceeds maximum proof window" } }
          : "pass",
      );
      assert.equal((await byNode()).verdict, "compliant");
    });

    it("has gone on to later blocks when it is asked for the one it proved", async () => {
      let hasProven = false;
      node.setHook(async ({ method, params }) => {
        const isProof = method === "eth_getProof";
        if (isProof && params[2] !== "latest") return { error: { code: -32_602, message: "too old" } };
        // Blocks that change the state, or the proof would be theirs as well.
        for (let i = 0; hasProven && i < 3; i += 1) await changeState();
        hasProven = isProof;
        return "pass";
      });
      const { block, verdict } = await byNode();
      assert.equal(verdict, "compliant");
      assert.equal(block.number, Number(await chain.reader.getBlockNumber()) - 3);
    });

    it("gives no proofs", async () => {
      node.setHook(({ method }) =>
        method === "eth_getProof" ? { error: { code: -32_601, message: "method not found" } } : "pass",
      );
      await assert.rejects(byNode(), isRegistryError("proof-unavailable"));
    });

    it("lies about a slot", async () => {
      const turn = (hex: Hex): Hex => `${hex.slice(0, -1)}${hex.endsWith("0") ? "1" : "0"}` as Hex;
      node.setHook(({ method }) =>
        method !== "eth_getProof"
          ? "pass"
          : (result) => {
              const proof = structuredClone(result) as { storageProof: { proof: Hex[] }[] };
              const nodes = proof.storageProof[1]?.proof ?? [];
              nodes[nodes.length - 1] = turn(nodes.at(-1) ?? "0x");
              return proof;
            },
      );
      await assert.rejects(byNode(), isRegistryError("proof-unavailable"));
    });

    it("does not answer", async () => {
      node.setHook(() => "drop");
      await assert.rejects(byNode(), isRegistryError("chain-unreachable"));
    });
  });

  it("proves each way in which an agent comes to stand, as kya says it", async () => {
    const regulator = connect(devAccounts.owner);
    const states: [string, () => Promise<unknown>][] = [
      ["suspended", () => regulator.suspend({ agentId: 1, reason: "Under review" })],
      ["active-and-attested", () => regulator.reactivate({ agentId: 1 })],
      ["suspended", () => connect(haftungsperson).decline({ agentId: 1 })],
      ["revoked", () => regulator.revoke({ agentId: 1, reason: "Fraud" })],
    ];
    for (const [reason, act] of states) {
      await act();
      const [proven, said] = [await verify(), await connect(stranger).kya({ wallet: agent.address })];
      assert.equal(proven.reason, reason);
      assert.deepEqual([proven.consents, proven.refusals], [said.consents, said.refusals]);
    }
  });
});
