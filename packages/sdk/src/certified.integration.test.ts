import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Policy } from "@agent-registry/protocol";
import { deployLocally, devAccounts, type LocalChain, startChain } from "@agent-registry/testkit";
import { type Hex, http, zeroAddress, zeroHash } from "viem";
import { keepEvidence } from "./evidence/keep-evidence.ts";
import { rpcQuorum } from "./proof/rpc-quorum.ts";
import { pinnedBlock } from "./proof/trusted-blocks.ts";
import { createAgentFetch } from "./provider/sign-request.ts";
import {
  type CertifiedEntries,
  certifiedEntries,
  type Entry,
  losses,
  ref,
} from "./testing/certified-entries.ts";
import { longRunningNonceStore, startFetch } from "./testing/provider-adapters.ts";

const DAY = 86_400;

let chain: LocalChain;
let entries: CertifiedEntries;
before(async () => {
  chain = await startChain();
  entries = certifiedEntries(chain, (await deployLocally(chain)).registryAddress);
});
after(() => chain.stop());

/** What speaks against the agent: by a provider, by the contract and by a proof, which must all say the same. */
async function findObjection({ agent, policy }: Pick<Entry, "agent"> & { policy: Policy }) {
  const registry = entries.connect(devAccounts.stranger);
  const wallet = agent.address;
  const [byContract, byProof] = await Promise.all([
    registry.kya({ wallet, policy }),
    registry.verifyKya({
      wallet,
      policy,
      trust: rpcQuorum([http(chain.rpcUrl)]),
      now: await entries.chainTime(),
    }),
  ]);
  assert.deepEqual(byProof.objections, byContract.objections);
  assert.ok(byContract.objections.length <= 1, byContract.objections.join());
  const provider = await startFetch({ registry, policy, nonceStore: longRunningNonceStore() });
  const agentFetch = createAgentFetch({
    ...agent.client,
    fetch: (request) => provider.send(request as Request),
  });
  const answer = await agentFetch(`http://${provider.host}/jobs`);
  const { reason } = (await answer.json()) as { reason?: string };
  assert.deepEqual([answer.status, reason], byContract.admissible ? [200, undefined] : [403, reason]);
  assert.equal(reason, byContract.objections[0]);
  return reason ?? "served";
}

describe("a provider that asks for a certified Haftungsperson", () => {
  test("serves an agent once the notary has certified and the person has accepted", async () => {
    const entry = await entries.enter();
    const { person, notary, policy } = entry;
    const pair = { person: person.address, notary: notary.address };
    assert.equal(await findObjection(entry), "haftungsperson-not-certified");
    assert.equal(await person.getCertificate(pair), null);

    const stated = await entries.terms();
    await notary.certifyPerson({ person: person.address, ...stated, ref });
    assert.equal(await findObjection(entry), "haftungsperson-not-certified", "the person has not accepted");
    const seen = await person.getCertificate(pair);
    assert.ok(seen !== null);
    const { since, ...rest } = seen;
    assert.equal(Date.parse(since) / 1000, await entries.chainTime());
    assert.deepEqual(rest, {
      ...pair,
      ...stated,
      until: new Date(stated.until * 1000).toISOString(),
      isAccepted: false,
      isAccredited: true,
      counts: false,
      whyNot: "not-accepted",
    });
    await person.acceptCertificate(seen);
    assert.equal(await findObjection(entry), "served");
    const accepted = await person.getCertificate(pair);
    assert.deepEqual([accepted?.counts, accepted?.whyNot], [true, null]);

    const { certified } = policy;
    const asks = (rule: object) =>
      findObjection({ ...entry, policy: { certified: { ...certified, ...rule } } });
    assert.equal(await asks({ kind: "natural" }), "served");
    assert.equal(await asks({ level: "low" }), "served");
    assert.equal(await asks({ kind: "legal" }), "haftungsperson-not-certified");
    assert.equal(await asks({ level: "high" }), "haftungsperson-not-certified");
    const other = devAccounts.stranger.address;
    assert.equal(await asks({ notaries: [other] }), "haftungsperson-not-certified");
    assert.equal(await asks({ notaries: [other, notary.address.toLowerCase()] }), "served");
  });

  for (const [name, lose] of Object.entries(losses)) {
    test(`refuses the agent after ${name}`, async () => {
      const entry = await entries.enter();
      await entries.certify(entry);
      assert.equal(await findObjection(entry), "served");
      await lose(entry, entries);
      assert.equal(await findObjection(entry), "haftungsperson-not-certified");
    });
  }

  test("keeps evidence that proves the certificate later", async () => {
    const entry = await entries.enter();
    await entries.certify(entry);
    const { agent, policy } = entry;
    const registry = entries.connect(devAccounts.stranger);
    const folder = mkdtempSync(path.join(tmpdir(), "certified-evidence-"));
    try {
      const evidence = keepEvidence(folder, { client: registry.client, onProblem: assert.ifError });
      const { onDecision } = evidence;
      const nonceStore = longRunningNonceStore();
      const provider = await startFetch({ registry, policy, nonceStore, onDecision });
      const send = async (request: unknown) => provider.send(request as Request);
      const agentFetch = createAgentFetch({ ...agent.client, fetch: send });
      assert.equal((await agentFetch(`http://${provider.host}/jobs`)).status, 200);
      await evidence.flush();
      const [file = ""] = readdirSync(path.join(folder, "exhibits"));
      const proof = JSON.parse(readFileSync(path.join(folder, "exhibits", file), "utf8"));
      const trust = pinnedBlock(proof.block.hash);
      const now = await entries.chainTime();
      const proven = await registry.verifyKya({ wallet: agent.address, policy, proof, trust, now });
      assert.equal(proven.admissible, true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("refuses the agent from the certificate's end on, and serves it after a new one", async () => {
    const entry = await entries.enter();
    await entries.certify(entry);
    assert.equal(await findObjection(entry), "served");
    await chain.test.increaseTime({ seconds: DAY + 1 });
    await chain.test.mine({ blocks: 1 });
    assert.equal(await findObjection(entry), "certificate-ended");
    const { person, notary } = entry;
    const pair = { person: person.address, notary: notary.address };
    assert.equal((await person.getCertificate(pair))?.whyNot, "ended");
    await entries.certify(entry);
    assert.equal(await findObjection(entry), "served");
  });

  test("must name the notaries if the chain is asked, and is told so when it starts", async () => {
    const { agent } = await entries.enter();
    const registry = entries.connect(devAccounts.stranger);
    const policy: Policy = { certified: { level: "low" } };
    const refused = {
      reason: "invalid-input",
      message: /name them \(policy\.certified\.notaries, .*ask the query API/,
    };
    const wallet = agent.address;
    await assert.rejects(registry.kya({ wallet, policy }), refused);
    await assert.rejects(registry.kyaMany({ wallets: [wallet], policy }), refused);
    const trust = rpcQuorum([http(chain.rpcUrl)]);
    await assert.rejects(registry.verifyKya({ wallet, policy, trust }), refused);
    await assert.rejects(startFetch({ registry, policy }), refused);
  });

  test("takes no proof that leaves out what the policy asks for", async () => {
    const { agent, person, notary, policy } = await entries.enter();
    await entries.certify({ person, notary });
    const registry = entries.connect(devAccounts.stranger);
    const wallet = agent.address;
    const trust = rpcQuorum([http(chain.rpcUrl)]);
    const verify = async (notaries?: Hex[]) => {
      const proof = await registry.fetchKyaProof({ wallet, notaries });
      return registry.verifyKya({ wallet, policy, trust, proof, now: await entries.chainTime() });
    };
    assert.equal((await verify([person.address, notary.address])).admissible, true);
    await assert.rejects(verify(), { reason: "slot-missing" });
    await assert.rejects(verify([person.address]), { reason: "slot-missing" });
  });
});

test("what the contract refuses about certificates is said with what to do", async () => {
  const { person, notary } = await entries.enter();
  const stated = await entries.terms();
  const about = { person: person.address, ref, ...stated };
  const pair = { person: person.address, notary: notary.address };
  const stranger = await entries.newcomer();
  const accepts = { notary: notary.address, ...stated };
  const cases: [() => Promise<unknown>, string, RegExp][] = [
    [() => stranger.addNotary({ notary: stranger.address }), "only-owner", /key of the registry's owner/],
    [() => stranger.certifyPerson(about), "only-notary", /Only notary\. Use the key of an accredited notary/],
    [
      () => notary.certifyPerson({ ...about, person: notary.address }),
      "not-authorized-for-certificate",
      /never itself/,
    ],
    [() => notary.certifyPerson({ ...about, until: new Date(0) }), "invalid-end", /must lie ahead/],
    [() => notary.certifyPerson({ ...about, until: "2999-01-01" }), "invalid-end", /five years at most/],
    [() => person.acceptCertificate(accepts), "no-certificate", /check both addresses/],
    [() => person.endCertificate(pair), "no-certificate", /No certificate/],
    [
      () => notary.certifyPerson({ ...about, until: "soon" }),
      "invalid-input",
      /until is a time such as 2026-03-01T12:00Z/,
    ],
    [() => notary.certifyPerson({ ...about, ref: "0x12" }), "invalid-input", /ref is not a hash of 32 bytes/],
    [
      () => notary.certifyPerson({ ...about, level: "highest" as "high" }),
      "invalid-input",
      /level is one of low, substantial, high/,
    ],
    [
      () => notary.certifyPerson({ ...about, kind: "agent" as "legal" }),
      "invalid-input",
      /kind is one of natural, legal/,
    ],
    [
      () => notary.certifyPerson({ ...about, person: zeroAddress }),
      "person-required",
      /the zero address is none/,
    ],
  ];
  for (const [attempt, reason, message] of cases)
    await assert.rejects(attempt(), { name: "RegistryError", reason, message });
  await notary.certifyPerson({ ...about, ref: zeroHash });
  await assert.rejects(person.acceptCertificate({ ...accepts, level: "high" }), {
    reason: "certificate-changed",
    message: /read it again before you accept/,
  });
  await assert.rejects(stranger.endCertificate(pair), { reason: "not-authorized-for-certificate" });
});
