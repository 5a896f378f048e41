import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  AGENT_STATUSES,
  CERTIFICATE_FAULTS,
  findCertificateFault,
  isCompliant,
  registryAbi,
  toAgentStatus,
} from "@agent-registry/protocol";
import { type Address, parseEventLogs } from "viem";
import { deployLocally } from "../chain/deploy-locally.ts";
import { type LocalChain, startChain } from "../chain/start-chain.ts";
import { planRegister } from "./plan-register.ts";
import { DAY, type PlannedAction } from "./planned-agent.ts";
import { populateRegister, toAccount } from "./populate-register.ts";
import { type EntryOnChain, readEntries } from "./read-entries.ts";

describe("populateRegister", () => {
  let chain: LocalChain;
  let plan: PlannedAction[];
  let entries: EntryOnChain[];
  let registryAddress: Address;
  const endAt = Math.floor(Date.now() / 1000);
  before(async () => {
    chain = await startChain({ initialDate: new Date((endAt - 90 * DAY) * 1000).toISOString() });
    const deployment = await deployLocally(chain);
    plan = await populateRegister({ chain, deployment, endAt });
    registryAddress = deployment.registryAddress;
    entries = await readEntries({ chain, registryAddress });
  });
  after(() => chain.stop());

  const isCompliantNow = ({ agent }: EntryOnChain) =>
    isCompliant(
      { status: toAgentStatus(agent.status), lastAttestation: Number(agent.lastAttestation) },
      endAt,
    );
  const isAgreed = ({ consents }: EntryOnChain) => consents.wallet && consents.haftungsperson;
  const statusOf = ({ agent }: EntryOnChain) => toAgentStatus(agent.status);
  const changesOf = ({ agent }: EntryOnChain, kind: PlannedAction["kind"]) =>
    plan.filter((action) => action.kind === kind && BigInt(action.agent) === agent.agentId);

  it("a register of sixty has every state, attestation age and kind of lineage", () => {
    assert.equal(entries.length, 60);
    const states = Object.groupBy(entries, statusOf);
    const counts = AGENT_STATUSES.map((status) => [status, states[status]?.length ?? 0]);
    assert.deepEqual(Object.fromEntries(counts), { Active: 41, Suspended: 7, Revoked: 4, Terminated: 8 });
    const reasons = plan.flatMap((action) => ("reason" in action ? [action.reason] : []));
    assert.ok(reasons.length >= 12 && new Set(reasons).size === reasons.length, "a reason comes twice");

    const ages = (states.Active ?? []).map(({ agent }) => (endAt - Number(agent.lastAttestation)) / DAY);
    const count = (from: number, to: number) => ages.filter((age) => age >= from && age < to).length;
    for (const boundary of [5, 7]) {
      assert.ok(count(boundary - 0.1, boundary) > 0, `no attestation just under ${boundary} days old`);
      assert.ok(count(boundary, boundary + 0.1) > 0, `no attestation just over ${boundary} days old`);
    }
    assert.ok(count(0, 5) >= 26 && count(5, 7) >= 6 && count(7, 90) >= 5, "too few of a colour");
    const compliant = entries.filter(isCompliantNow);
    assert.ok(compliant.length > 30 && compliant.length < 60, `${compliant.length} of 60 are compliant`);
    assert.ok(Math.max(...entries.map(({ agent }) => Number(agent.generation))) >= 6, "no deep lineage");
    const children = entries.filter(({ agent }) => agent.parentAgentId === 2n);
    assert.ok(children.length >= 8, "no wide lineage");
  });

  it("revenue is reported in every currency, over weeks", () => {
    const reports = plan.filter((action) => action.kind === "report");
    assert.deepEqual(new Set(reports.map((report) => report.currency)), new Set(["USDC", "EUR", "ETH"]));
    assert.ok(new Set(reports.map((report) => report.category)).size >= 4, "too few categories");
    const reportedAt = reports.map((report) => report.at);
    assert.ok(Math.max(...reportedAt) - Math.min(...reportedAt) > 8 * 7 * DAY, "revenue of a few weeks only");
  });

  it("most agents are agreed by wallet and Haftungsperson, and some compliant ones are not", () => {
    const compliant = entries.filter(isCompliantNow);
    assert.ok(entries.filter(isAgreed).length >= 42, "too few are agreed");
    assert.ok(compliant.filter(isAgreed).length >= 20, "too few compliant ones are agreed");
    const isMissing = (party: "wallet" | "haftungsperson") => (entry: EntryOnChain) =>
      !entry.consents[party] && !entry.refusals.haftungsperson && !entry.isWalletReleased;
    for (const party of ["wallet", "haftungsperson"] as const)
      assert.ok(compliant.some(isMissing(party)), `no compliant agent lacks the word of its ${party}`);
    const children = entries.filter(({ agent }) => agent.parentAgentId !== 0n);
    assert.ok(children.some(({ consents }) => consents.parent));
    assert.ok(children.some(({ consents, refusals }) => !consents.parent && !refusals.parent));
  });

  it("a Haftungsperson has refused: the agent is suspended by that, or a regulator reactivated it", () => {
    const refused = entries.filter(({ refusals }) => refusals.haftungsperson);
    const isStopped = (entry: EntryOnChain) => statusOf(entry) === "Suspended";
    assert.ok(refused.some((entry) => isStopped(entry) && changesOf(entry, "suspend").length === 0));
    assert.ok(refused.some((entry) => isCompliantNow(entry) && changesOf(entry, "reactivate").length === 1));
  });

  it("a parent has refused a child that stays active", () => {
    assert.ok(entries.some((entry) => entry.refusals.parent && statusOf(entry) === "Active"));
  });

  it("a wallet declined and registered itself anew, with everyone's agreement", () => {
    const anew = entries.filter((entry) =>
      entries.some(
        (other) =>
          other.agent.agentWallet === entry.agent.agentWallet && other.agent.agentId < entry.agent.agentId,
      ),
    );
    assert.ok(anew.length >= 1);
    for (const entry of anew) {
      const [earlier] = entries.filter(({ agent }) => agent.agentWallet === entry.agent.agentWallet);
      assert.ok(earlier?.isWalletReleased && statusOf(earlier) === "Terminated");
      assert.equal(entry.boundAgentId, entry.agent.agentId);
      assert.ok(isAgreed(entry) && isCompliantNow(entry));
    }
  });

  it("a regulator released a wallet that was not registered again", () => {
    const released = entries.filter((entry) => changesOf(entry, "release").length > 0);
    assert.ok(released.length >= 1);
    for (const entry of released) {
      assert.ok(entry.isWalletReleased);
      assert.equal(statusOf(entry), "Terminated");
      assert.equal(entry.boundAgentId, 0n);
    }
  });

  it("one handover is done, another under way", () => {
    const handedOver = entries.filter((entry) => changesOf(entry, "accept").length > 0);
    assert.ok(handedOver.some((entry) => entry.consents.haftungsperson && statusOf(entry) === "Active"));
    for (const { pendingHaftungsperson } of handedOver) assert.equal(pendingHaftungsperson, null);
    const underWay = entries.filter(({ pendingHaftungsperson }) => pendingHaftungsperson !== null);
    assert.ok(underWay.some((entry) => isAgreed(entry) && statusOf(entry) === "Active"));
    for (const { agent, pendingHaftungsperson } of underWay)
      assert.notEqual(pendingHaftungsperson, agent.haftungsperson);
  });

  it("one wallet was replaced and is retired, and the new one attests since", async () => {
    const replaced = entries.filter((entry) => changesOf(entry, "accept-wallet").length > 0);
    assert.equal(replaced.length, 1);
    for (const entry of replaced) {
      const agent = Number(entry.agent.agentId);
      assert.equal(entry.agent.agentWallet, toAccount({ role: "new-wallet", agent }).address);
      assert.equal(entry.boundAgentId, entry.agent.agentId);
      assert.ok(isAgreed(entry) && statusOf(entry) === "Active");
      assert.equal(entry.pendingWallet, null);
      const former = toAccount({ role: "wallet", agent }).address;
      const contract = { address: registryAddress, abi: registryAbi, args: [former] } as const;
      const read = chain.reader.readContract;
      assert.equal(await read({ ...contract, functionName: "retiredWallet" }), entry.agent.agentId);
      assert.equal(await read({ ...contract, functionName: "walletToAgent" }), 0n);
      const [{ at = 0 } = {}] = changesOf(entry, "accept-wallet");
      const later = changesOf(entry, "attest").filter((attestation) => attestation.at > at);
      assert.ok(later.length > 0 && later.every(({ actor }) => actor.role === "new-wallet"));
    }
  });

  it("one agent leaves its attestations to an attester", () => {
    const attested = entries.filter(({ attester }) => attester !== null);
    assert.equal(attested.length, 1);
    for (const entry of attested) {
      const agent = Number(entry.agent.agentId);
      assert.equal(entry.attester, toAccount({ role: "attester", agent }).address);
      assert.equal(entry.agent.agentWallet, toAccount({ role: "wallet", agent }).address);
      assert.ok(isAgreed(entry) && statusOf(entry) === "Active");
      assert.equal(changesOf(entry, "attest").at(-1)?.actor.role, "attester");
    }
  });

  it("notaries have certified some persons: at each level, ended, not accepted, and by one no longer accredited", async () => {
    const contract = { address: registryAddress, abi: registryAbi } as const;
    const notaries = [0, 1, 2].map((notary) => toAccount({ role: "notary", notary }).address);
    const areAccredited = await Promise.all(
      notaries.map((notary) =>
        chain.reader.readContract({ ...contract, functionName: "isNotary", args: [notary] }),
      ),
    );
    assert.deepEqual(areAccredited, [true, true, false]);
    const persons = [...new Set(entries.map(({ agent }) => agent.haftungsperson))];
    const found: { person: Address; level: number; standing: string }[] = [];
    for (const person of persons)
      for (const [i, notary] of notaries.entries()) {
        const args = [person, notary] as const;
        const [kind, level, , until, accepted] = await chain.reader.readContract({
          ...contract,
          functionName: "certificateOf",
          args,
        });
        if (kind === 0) continue;
        const { isAccepted, isAccredited } = {
          isAccepted: accepted,
          isAccredited: areAccredited[i] === true,
        };
        const fault = findCertificateFault({ isAccepted, isAccredited, until: Number(until) }, endAt);
        found.push({ person, level, standing: fault ?? "counts" });
      }
    const counting = found.filter(({ standing }) => standing === "counts").map(({ level }) => level);
    assert.deepEqual(counting.sort(), [1, 2, 3]);
    const faults = found.map(({ standing }) => standing).filter((standing) => standing !== "counts");
    assert.deepEqual(faults.sort(), [...CERTIFICATE_FAULTS].sort());
    const certified = new Set(found.map(({ person }) => person));
    assert.ok(certified.size < persons.length / 2, "most persons are certified");
    const refs = parseEventLogs({
      abi: registryAbi,
      eventName: "PersonCertified",
      logs: await chain.reader.getLogs({ address: registryAddress, fromBlock: 0n }),
    }).map(({ args }) => args.ref);
    assert.equal(new Set(refs).size, found.length);
  });

  it("a constitution was changed after its parties agreed", () => {
    const changed = entries.filter((entry) => {
      const [change] = changesOf(entry, "update-constitution");
      const agreedAt = changesOf(entry, "confirm").map(({ at }) => at);
      return change !== undefined && agreedAt.length > 0 && Math.max(...agreedAt) < change.at;
    });
    assert.ok(changed.some((entry) => isAgreed(entry) && isCompliantNow(entry)));
  });

  it("a register of any size and seed is one that the contract accepts", async () => {
    const sizes = process.env.DEEP ? [1, 9, 30] : [1, 9];
    for (const [index, agents] of sizes.entries()) {
      const seed = index + 1;
      const deployment = await deployLocally(chain);
      await populateRegister({ chain, deployment, agents, seed, endAt: (await chain.now()) + 90 * DAY });
      const entered = await readEntries({ chain, registryAddress: deployment.registryAddress });
      assert.equal(entered.length, agents);
    }
  });

  it("a repeated seed gives the same plan, another one does not", () => {
    const planOf = (seed: number) => planRegister({ agents: 60, startAt: 0, endAt: 90 * DAY, seed });
    assert.deepEqual(planOf(5), planOf(5));
    assert.notDeepEqual(planOf(5), planOf(6));
  });
});
