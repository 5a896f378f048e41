import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { KyaProof } from "@agent-registry/protocol/proof";
import { setStatus, toListBytes } from "@agent-registry/protocol/signed";
import {
  deployLocally,
  devAccounts,
  type LocalChain,
  startChain,
  startFaultyRpc,
} from "@agent-registry/testkit";
import { type Hex, http, type LocalAccount } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createAgentRegistry } from "../create-agent-registry.ts";
import { rpcQuorum } from "../proof/rpc-quorum.ts";
import { pinnedBlock } from "../proof/trusted-blocks.ts";
import {
  bindingClaims,
  createTestIssuer,
  ISSUER,
  listClaims,
  receiptClaims,
} from "../testing/test-issuer.ts";
import { type ProveFraudInput, proveFraud } from "./prove-fraud.ts";

const { agent, haftungsperson, stranger } = devAccounts;
const ELSEWHERE = `0x${"11".repeat(32)}` as const;

describe("proveFraud", () => {
  let chain: LocalChain;
  let registry: Hex;
  let proof: KyaProof;
  /** The proof's, which is followed by a newer one. */
  let block: { number: number; hash: Hex; timestamp: number };
  let lastAttestation: number;
  let register: Awaited<ReturnType<typeof createTestIssuer>>;

  before(async () => {
    register = await createTestIssuer();
    chain = await startChain();
    registry = (await deployLocally(chain)).registryAddress;
    await connect(agent).register({
      haftungsperson: haftungsperson.address,
      operationalScope: "Translates",
    });
    await connect(haftungsperson).confirm({ agentId: 1 });
    proof = await connect(stranger).fetchKyaProof({ wallet: agent.address });
    block = { ...proof.block, timestamp: await chain.now() };
    const record = await connect(stranger).getAgent({ agentId: 1 });
    lastAttestation = Date.parse(record.agent.lastAttestation) / 1_000;
    await chain.travel(300);
  });
  after(() => chain.stop());

  const connect = (account: LocalAccount) =>
    createAgentRegistry({ registryAddress: registry, rpcUrl: chain.rpcUrl, account });
  const facts = () => ({ registry, chainId: chain.chainId });
  const about = () => ({
    ...facts(),
    wallet: agent.address,
    agentId: 1,
    haftungsperson: haftungsperson.address,
  });
  const consents = { wallet: true, haftungsperson: true, parent: true };

  /** A receipt, a binding and a list as an honest register would sign them a second after the block. */
  type Signed = { block: { number: number; hash: Hex; timestamp: number }; now: number };
  const signReceipt = ({ block, now }: Signed) => {
    const standing = { ...about(), status: "Active" as const, lastAttestation, consents };
    return register.sign("receipt", receiptClaims({ ...about(), entry: standing, block, now }));
  };
  const signBinding = (signed: Signed) =>
    register.sign("binding", bindingClaims({ ...about(), consents, ...signed }));
  const signList = ({ block, now: issuedAt }: Signed, value: 0 | 2 = 0) => {
    const bytes = toListBytes(2);
    setStatus(bytes, 1, value);
    return register.sign("statusList", listClaims({ ...facts(), bytes, size: 2, block, issuedAt }));
  };
  const kinds = { receipt: signReceipt, binding: signBinding, list: signList };

  const judge = async (token: string, input: Partial<ProveFraudInput> = {}) => {
    const trust = rpcQuorum([http(chain.rpcUrl)]);
    const finding = await proveFraud({ ...facts(), issuers: register.issuers, trust, token, ...input });
    return finding.isFraud ? finding.contradictions.map(({ claim }) => claim).join() : finding.why;
  };

  for (const [kind, sign] of Object.entries(kinds)) {
    it(`acquits a ${kind} that is true, also without a proof`, async () => {
      const token = await sign({ block, now: block.timestamp + 1 });
      assert.equal(await judge(token, { proof }), "agrees");
      assert.equal(await judge(token), "no-proof");
    });

    it(`convicts a ${kind} about a block that the chain does not have, without a proof`, async () => {
      const invented = { block: { ...block, hash: ELSEWHERE }, now: block.timestamp + 1 };
      assert.equal(await judge(await sign(invented)), "block.hash");
      const ahead = { block: { ...block, number: 1_000_000 }, now: block.timestamp + 1 };
      assert.equal(await judge(await sign(ahead)), "block.number");
      const future = { ...ahead, now: block.timestamp + 86_400 };
      assert.equal(await judge(await sign(future)), "no-proof", "the chain may be that far by then");
    });

    it(`convicts a ${kind} about a block that was old when it was signed, and not one after which none came`, async () => {
      const next = block.timestamp + 300;
      const inTime = { block, now: (await chain.now()) + 120 };
      assert.ok(inTime.now >= next + 120);
      assert.equal(await judge(await sign(inTime)), "no-proof");
      assert.equal(await judge(await sign({ ...inTime, now: inTime.now + 1 })), "block.number");
      const newest = await chain.reader.getBlock();
      const quiet = { number: Number(newest.number), hash: newest.hash, timestamp: Number(newest.timestamp) };
      assert.equal(await judge(await sign({ block: quiet, now: quiet.timestamp + 86_400 })), "no-proof");
    });
  }

  it("convicts whatever the storage of its block belies", async () => {
    const now = block.timestamp + 1;
    assert.equal(await judge(await signList({ block, now }, 2), { proof }), "the value of agent 1");
    const forged = bindingClaims({ ...about(), block, now, consents, agentId: 2 });
    assert.equal(await judge(await register.sign("binding", forged), { proof }), "agentId");
    const denied = receiptClaims({ ...about(), entry: null, block, now });
    assert.match(await judge(await register.sign("receipt", denied), { proof }), /^agentId,verdict,reason/);
  });

  it("acquits by a proof of another block, and of a wallet that a list says nothing about", async () => {
    const now = block.timestamp + 1;
    const later = await connect(stranger).fetchKyaProof({ wallet: agent.address });
    assert.equal(await judge(await signReceipt({ block, now }), { proof: later }), "other-block");
    const newest = { ...later.block, timestamp: await chain.now() };
    const nobody = await connect(stranger).fetchKyaProof({ wallet: stranger.address });
    const list = await signList({ block: newest, now: newest.timestamp });
    assert.equal(await judge(list, { proof: nobody }), "not-about-the-wallet");
  });

  it("says nothing against a block on the word of those who know one hash alone", async () => {
    const invented = await signReceipt({ block: { ...block, hash: ELSEWHERE }, now: block.timestamp + 1 });
    assert.equal(await judge(invented, { trust: pinnedBlock(block.hash) }), "no-proof");
    assert.equal(await judge(invented, { trust: pinnedBlock(block.hash), proof }), "other-block");
  });

  it("convicts nobody on the word of one node if two are asked for, nor of a node that knows nothing final", async (t) => {
    const node = await startFaultyRpc({ target: chain.rpcUrl });
    t.after(() => node.stop());
    const trust = rpcQuorum([http(chain.rpcUrl), http(node.rpcUrl)]);
    const honest = await signReceipt({ block, now: block.timestamp + 1 });
    const invented = await signReceipt({ block: { ...block, hash: ELSEWHERE }, now: block.timestamp + 1 });
    assert.equal(await judge(invented, { trust }), "block.hash");
    node.setHook(({ method }) =>
      method === "eth_getBlockByNumber" ? (result) => ({ ...(result as object), hash: ELSEWHERE }) : "pass",
    );
    for (const token of [honest, invented]) assert.equal(await judge(token, { trust }), "no-proof");
    node.setHook(({ method, params }) =>
      method === "eth_getBlockByNumber" && params[0] === "finalized"
        ? { error: { code: -32_602, message: "finalized is not known" } }
        : "pass",
    );
    assert.equal(await judge(invented, { trust }), "no-proof");
  });

  it("convicts a binding of a certificate that its notary never gave, by a proof of the notary's slots", async () => {
    const notary = stranger.address;
    const certified = {
      notary: notary.toLowerCase() as Hex,
      kind: "natural",
      level: "high",
      until: 2 ** 31,
    } as const;
    const of = async (given: KyaProof) => {
      const block = { ...given.block, timestamp: await chain.now() };
      const now = block.timestamp + 1;
      const facts = { ...about(), consents, certified, block, now };
      const token = await register.sign("binding", bindingClaims(facts));
      const trust = pinnedBlock(given.block.hash);
      return proveFraud({ ...about(), issuers: register.issuers, token, proof: given, trust });
    };
    const shown = await of(
      await connect(stranger).fetchKyaProof({ wallet: agent.address, notaries: [notary] }),
    );
    assert.equal(shown.isFraud, true);
    assert.match(
      shown.summary,
      /It signed certified natural, high until \d+ by 0x\w+; the chain holds none\./,
    );
    const hidden = await of(await connect(stranger).fetchKyaProof({ wallet: agent.address }));
    assert.equal(hidden.isFraud, false);
    assert.match(hidden.summary, /The proof does not show what 0x\w+ has certified/);
  });

  it("judges only what the register has signed", async () => {
    const thief = await createTestIssuer();
    const forged = await thief.sign("statusList", listClaims(facts()));
    await assert.rejects(judge(forged), { reason: "unknown-key" });
    const odd = await register.sign("receipt", { iss: ISSUER }, { typ: "JWT" });
    await assert.rejects(judge(odd), { reason: "other-kind" });
  });

  // Last, since it adds blocks to the chain.
  it("convicts a receipt that names another agent than the one in which a wallet was replaced", async () => {
    const newAccount = () => privateKeyToAccount(generatePrivateKey());
    const [replaced, next] = [newAccount(), newAccount()];
    const person = connect(haftungsperson);
    const { agentId } = await person.register({
      agentWallet: replaced.address,
      haftungsperson: haftungsperson.address,
      operationalScope: "Loses its key",
    });
    await person.proposeWallet({ agentId, wallet: next.address });
    await chain.test.setBalance({ address: next.address, value: 10n ** 18n });
    await connect(next).acceptWallet({ agentId });
    const proof = await connect(stranger).fetchKyaProof({ wallet: replaced.address });
    const timestamp = await chain.now();
    await chain.travel(1);
    const say = (retiredFrom: number) => {
      const block = { ...proof.block, timestamp };
      const claimed = {
        ...facts(),
        wallet: replaced.address,
        entry: null,
        retiredFrom,
        block,
        now: timestamp + 1,
      };
      return register.sign("receipt", receiptClaims(claimed));
    };
    assert.equal(await judge(await say(agentId), { proof }), "agrees");
    assert.equal(await judge(await say(agentId + 1), { proof }), "retiredFrom");
  });
});
