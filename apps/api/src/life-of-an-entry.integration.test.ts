import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  BulkKyaResponse,
  type ConsentsResponse,
  type Filing,
  HistoryResponse,
  RegistrationFile,
  toTimestamp,
} from "@agent-registry/protocol";
import {
  type DevAccount,
  deployLocally,
  devAccount,
  devAccounts,
  type LocalChain,
  parseExactly,
  startChain,
  type TestPostgres,
  usePostgres,
} from "@agent-registry/testkit";
import { type Address, pad, toHex } from "viem";
import { createRegister, type Register, type Sent } from "./testing/register-calls.ts";
import { startRunningApi } from "./testing/running-api.ts";

const { creator, haftungsperson, stranger, owner } = devAccounts;
const { address } = haftungsperson;
const [entered, freed, agreeing, restored, refusing, handedOver, underWay, mother] = Array.from(
  { length: 8 },
  (_, i) => devAccount(8 + i),
) as [DevAccount, DevAccount, DevAccount, DevAccount, DevAccount, DevAccount, DevAccount, DevAccount];
const successor = devAccount(16);
const [stolen, fresh, never] = [devAccount(17), devAccount(18), devAccount(19)];

const UNCHANGED = { constitution: false, capabilities: false };
const NOTHING = { state: "none", since: null, transactionHash: null, changedSince: UNCHANGED };
/** What the contract gives as the reason when a Haftungsperson refuses; a regulator may give it, too. */
const DECLINED = "Declined by the Haftungsperson";
const STRANGERS = 60;
const FAMILY = 3;

const hash = (number: number) => pad(toHex(number), { size: 32 });
const wordOf = (state: string, { at, transactionHash }: Sent, changedSince = UNCHANGED) => {
  return { state, since: toTimestamp(at), transactionHash, changedSince };
};

let chain: LocalChain;
let postgres: TestPostgres;
let registryAddress: Address;
let calls: Register;

before(async () => {
  [chain, postgres] = await Promise.all([startChain(), usePostgres()]);
  registryAddress = (await deployLocally(chain)).registryAddress;
  calls = createRegister({ chain, registryAddress });
});
after(async () => {
  await Promise.all([chain?.stop(), postgres?.stop()]);
});

/** Each life is lived once, on the chain; both engines must show it alike. */
async function live() {
  const { register, call, accept } = calls;

  const intruder = await register(stranger, { agentWallet: entered.address });
  const declined = await call(entered, "declineAgent", intruder.id);
  const own = await register(entered, { agentWallet: entered.address });

  const lost = await register(stranger, { agentWallet: freed.address });
  const released = await call(owner, "releaseWallet", lost.id);

  const changed = await register(agreeing, { agentWallet: agreeing.address });
  await call(agreeing, "updateConstitution", changed.id, hash(7));
  const agreedLater = await call(haftungsperson, "confirmAgent", changed.id);
  await call(agreeing, "updateCapabilities", changed.id, hash(8));
  await call(agreeing, "updateCapabilities", changed.id, hash(2));

  const sameAgain = await register(restored, { agentWallet: restored.address });
  await call(restored, "updateConstitution", sameAgain.id, hash(7));
  await call(restored, "updateCapabilities", sameAgain.id, hash(8));
  await call(restored, "updateConstitution", sameAgain.id, hash(1));
  await call(restored, "updateCapabilities", sameAgain.id, hash(2));
  await call(restored, "updateCapabilities", sameAgain.id, hash(9));

  const refused = await register(refusing, { agentWallet: refusing.address, parentAgentId: own.id });
  await call(haftungsperson, "confirmAgent", refused.id);
  const refusal = await call(haftungsperson, "declineAgent", refused.id);

  const handover = await register(creator, { agentWallet: handedOver.address, parentAgentId: changed.id });
  await call(haftungsperson, "declineAgent", handover.id);
  await call(agreeing, "declineAgent", handover.id);
  const changeOfMind = await call(agreeing, "confirmAgent", handover.id);
  await call(creator, "proposeHaftungsperson", handover.id, stranger.address);
  await call(creator, "proposeHaftungsperson", handover.id, successor.address);
  const accepted = await accept(successor, "acceptHaftungsperson", handover.id);

  const pending = await register(creator, { agentWallet: underWay.address });
  await call(creator, "proposeHaftungsperson", pending.id, successor.address);

  const keys = await register(creator, { agentWallet: stolen.address });
  await call(haftungsperson, "confirmAgent", keys.id);
  await call(stolen, "confirmAgent", keys.id);
  await call(stolen, "setAttester", keys.id, stranger.address);
  await call(stolen, "proposeHaftungsperson", keys.id, stranger.address);
  await call(haftungsperson, "proposeWallet", keys.id, fresh.address);
  const replacement = await accept(fresh, "acceptWallet", keys.id);
  await call(fresh, "setAttester", keys.id, successor.address);
  const attested = await call(successor, "attestCompliance", keys.id);
  await call(fresh, "updateConstitution", keys.id, hash(7));
  const agreedAgain = await call(fresh, "confirmAgent", keys.id);
  await call(haftungsperson, "proposeWallet", keys.id, never.address);

  const misled = await register(creator, { agentWallet: pad("0x1e", { size: 20 }) });
  await call(owner, "suspendAgent", misled.id, DECLINED);
  await call(owner, "reactivateAgent", misled.id);
  await call(haftungsperson, "declineAgent", misled.id);
  await call(owner, "reactivateAgent", misled.id);
  await call(creator, "terminateSelf", misled.id);

  const root = await register(mother, { agentWallet: mother.address });
  const parentAgentId = root.id;
  for (let i = 0; i < STRANGERS + FAMILY; i += 1) {
    const agentWallet = pad(toHex(0xc0ffee00 + i), { size: 20 });
    await register(i < STRANGERS ? stranger : mother, { agentWallet, parentAgentId });
  }
  const late = await call(mother, "confirmAgent", root.id + 30);
  return {
    ...{ intruder, declined, own, lost, released, changed, agreedLater, sameAgain, refused, refusal },
    ...{
      handover,
      changeOfMind,
      accepted,
      pending,
      misled,
      root,
      late,
      keys,
      replacement,
      attested,
      agreedAgain,
    },
  };
}

describe("the life of an entry", () => {
  let life: Awaited<ReturnType<typeof live>>;
  before(async () => {
    life = await live();
  });

  for (const engine of ["sqlite", "postgres"] as const) {
    describe(`as the API tells it (${engine})`, () => {
      let api: Awaited<ReturnType<typeof startRunningApi>>;
      before(async () => {
        api = await startRunningApi({
          RPC_URL: chain.rpcUrl,
          REGISTRY_ADDRESS: registryAddress,
          DATABASE_URL: engine === "postgres" ? await postgres.createDatabase() : undefined,
        });
        await api.waitUntilReady();
      });
      after(() => api?.stop());

      const consentsOf = async (id: number): Promise<ConsentsResponse> =>
        (await api.get(`/api/v1/agent/${id}/consents`)).body;
      const historyOf = async (id: number): Promise<Filing[]> => {
        const { body } = await api.get(`/api/v1/agent/${id}/history`);
        return HistoryResponse.parse(body).data;
      };

      it("a wallet that was entered by a stranger declines, registers itself, and answers as its own entry", async () => {
        const kya = await api.get(`/api/v1/kya/${entered.address}`);
        assert.deepEqual([kya.body.isRegistered, kya.body.isCompliant], [true, true]);
        assert.equal(kya.body.agent.agentId, life.own.id);
        assert.equal(kya.body.agent.creator, entered.address);
        const { body } = await api.get(`/api/v1/wallet/${entered.address}/entries`);
        assert.deepEqual(
          body.data.map(({ agentId, status, isWalletReleased }: Record<string, unknown>) => {
            return { agentId, status, isWalletReleased };
          }),
          [
            { agentId: life.own.id, status: "Active", isWalletReleased: false },
            { agentId: life.intruder.id, status: "Terminated", isWalletReleased: true },
          ],
        );
        assert.deepEqual([body.total, body.totalPages], [2, 1]);
        const second = await api.get(`/api/v1/wallet/${entered.address}/entries?limit=1&page=2`);
        assert.deepEqual(second.body.data, body.data.slice(1));
        assert.deepEqual((await consentsOf(life.intruder.id)).wallet, wordOf("released", life.declined));
        assert.deepEqual((await consentsOf(life.own.id)).wallet, wordOf("agreed", life.own));
        const [, wasReleased, status] = await historyOf(life.intruder.id);
        assert.ok(wasReleased?.kind === "wallet-released" && status?.kind === "status-changed");
        assert.deepEqual(
          [wasReleased.agentWallet, wasReleased.actor, wasReleased.transactionHash],
          [entered.address, entered.address, life.declined.transactionHash],
        );
        assert.deepEqual([status.newStatus, status.reason], ["Terminated", "Declined by the wallet"]);
      });

      it("a released wallet that is not registered again is not registered", async () => {
        for (const spelling of [freed.address, freed.address.toLowerCase()]) {
          const { status, body } = await api.get(`/api/v1/kya/${spelling}`);
          assert.equal(status, 200);
          const { checkedAt, ...rest } = body;
          const wallet = freed.address;
          assert.deepEqual(rest, { wallet, isRegistered: false, isCompliant: false, agent: null });
        }
        const { body } = await api.get(`/api/v1/wallet/${freed.address}/entries`);
        assert.deepEqual([body.total, body.data[0].agentId], [1, life.lost.id]);
        const record = await api.get(`/api/v1/agent/${life.lost.id}`);
        assert.equal(record.body.agent.agentWallet, freed.address);
        assert.deepEqual((await consentsOf(life.lost.id)).wallet, wordOf("released", life.released));
      });

      it("says whether the record has changed since a party agreed, by what it holds now", async () => {
        const changed = await consentsOf(life.changed.id);
        const constitution = { constitution: true, capabilities: false };
        assert.deepEqual(changed.wallet, wordOf("agreed", life.changed, constitution));
        assert.deepEqual(changed.haftungsperson, { ...wordOf("agreed", life.agreedLater), address });
        const sameAgain = await consentsOf(life.sameAgain.id);
        const capabilities = { constitution: false, capabilities: true };
        assert.deepEqual(sameAgain.wallet, wordOf("agreed", life.sameAgain, capabilities));
        assert.deepEqual(sameAgain.haftungsperson, { ...NOTHING, address });
        assert.equal(sameAgain.parent, null);
      });

      it("a Haftungsperson that agreed and then refused is told as refused, since then, in the parent's name, too, whose it also is", async () => {
        const consents = await consentsOf(life.refused.id);
        assert.deepEqual(consents.haftungsperson, { ...wordOf("refused", life.refusal), address });
        assert.deepEqual(consents.parent, wordOf("refused", life.refusal));
        const [, given, refused, status] = await historyOf(life.refused.id);
        assert.ok(given?.kind === "consent-given" && refused?.kind === "consent-refused");
        assert.deepEqual(
          [refused.haftungsperson, refused.parent, refused.refused, refused.actor],
          [true, true, { haftungsperson: true, parent: true }, haftungsperson.address],
        );
        assert.ok(status?.kind === "status-changed");
        assert.equal(status.reason, DECLINED);
      });

      it("every filing says as what its actor acted then, and a new status why, whatever its reason says", async () => {
        const actsOf = async (id: number) =>
          (await historyOf(id)).map((filing) =>
            filing.kind === "status-changed" ? `${filing.actorRole} ${filing.cause}` : filing.actorRole,
          );
        assert.deepEqual(await actsOf(life.intruder.id), ["creator", "wallet", "wallet wallet-declined"]);
        assert.deepEqual(await actsOf(life.lost.id), ["creator", "regulator", "regulator wallet-released"]);
        assert.deepEqual(await actsOf(life.misled.id), [
          "creator",
          "regulator suspended",
          "regulator reactivated",
          "haftungsperson",
          "haftungsperson haftungsperson-declined",
          "regulator reactivated",
          "creator terminated",
        ]);
        assert.deepEqual(await actsOf(life.handover.id), [
          "creator",
          "haftungsperson",
          "haftungsperson haftungsperson-declined",
          ...["parent", "creator", "creator", "haftungsperson"],
        ]);
        assert.deepEqual(await actsOf(life.keys.id), [
          ...["creator", "haftungsperson", "wallet", "wallet", "wallet", "haftungsperson"],
          ...["wallet", "wallet", "wallet", "wallet", "attester", "wallet", "wallet", "haftungsperson"],
        ]);
        const { filings } = (await api.get("/api/v1/filings?limit=1000")).body;
        for (const id of [life.misled.id, life.keys.id])
          assert.deepEqual(
            filings
              .filter(({ agentId }: { agentId: number }) => agentId === id)
              .map(({ actorRole }: Filing) => actorRole),
            (await historyOf(id)).map(({ actorRole }) => actorRole),
          );
      });

      it("a handover puts the new Haftungsperson on record, agreed, whatever the old one refused", async () => {
        const { agent } = (await api.get(`/api/v1/agent/${life.handover.id}`)).body;
        assert.deepEqual([agent.haftungsperson, agent.status], [successor.address, "Suspended"]);
        const consents = await consentsOf(life.handover.id);
        const taken = { ...wordOf("agreed", life.accepted), address: successor.address };
        assert.deepEqual(consents.haftungsperson, taken);
        assert.deepEqual(consents.parent, wordOf("agreed", life.changeOfMind));
        assert.deepEqual([consents.wallet, consents.proposedHaftungsperson], [NOTHING, null]);
        const filings = await historyOf(life.handover.id);
        assert.deepEqual(
          filings.flatMap((filing) =>
            filing.kind === "haftungsperson-proposed" ? [[filing.oldProposal, filing.newProposal]] : [],
          ),
          [
            [null, stranger.address],
            [stranger.address, successor.address],
          ],
        );
        const last = filings.at(-1);
        assert.ok(last?.kind === "haftungsperson-changed");
        assert.deepEqual(
          [last.oldHaftungsperson, last.newHaftungsperson, last.actor],
          [haftungsperson.address, successor.address, successor.address],
        );
        const underWayNow = await consentsOf(life.pending.id);
        assert.equal(underWayNow.proposedHaftungsperson, successor.address);
        assert.deepEqual(underWayNow.haftungsperson, { ...NOTHING, address });
      });

      it("a wallet whose key leaked is replaced: the new one answers, and what the old one had named is gone", async () => {
        const { id } = life.keys;
        const former = await api.get(`/api/v1/kya/${stolen.address}`);
        assert.deepEqual([former.body.isRegistered, former.body.agent], [false, null]);
        const { agent } = (await api.get(`/api/v1/kya/${fresh.address}`)).body;
        assert.deepEqual([agent.agentId, agent.agentWallet], [id, fresh.address]);
        assert.equal(agent.lastAttestation, toTimestamp(life.attested.at));
        const consents = await consentsOf(id);
        assert.deepEqual(consents.wallet, wordOf("agreed", life.agreedAgain));
        assert.deepEqual(
          [consents.proposedHaftungsperson, consents.pendingWallet, consents.attester],
          [null, never.address, successor.address],
        );
        const filings = await historyOf(id);
        const changed = filings.findIndex((filing) => filing.kind === "wallet-changed");
        const [replaced, removed, dropped] = filings.slice(changed);
        assert.ok(replaced?.kind === "wallet-changed" && removed?.kind === "attester-changed");
        assert.ok(dropped?.kind === "haftungsperson-proposed");
        assert.deepEqual(
          [replaced.oldWallet, replaced.newWallet, replaced.actor, replaced.transactionHash],
          [stolen.address, fresh.address, fresh.address, life.replacement.transactionHash],
        );
        assert.deepEqual([removed.oldAttester, removed.newAttester], [stranger.address, null]);
        assert.deepEqual([dropped.oldProposal, dropped.newProposal], [stranger.address, null]);
        const attestation = filings.find((filing) => filing.kind === "attested");
        assert.equal(attestation?.actor, successor.address);
      });

      it("the former wallet is named as such where that is asked, and is the agent's until it was replaced", async () => {
        const { id } = life.keys;
        const { at, transactionHash } = life.replacement;
        const [since, until] = [life.keys.at, at].map(toTimestamp);
        assert.deepEqual((await api.get(`/api/v1/agent/${id}/wallets`)).body.data, [
          { wallet: fresh.address, since: until, until: null, transactionHash },
          { wallet: stolen.address, since, until, transactionHash: life.keys.transactionHash },
        ]);
        const { body } = await api.get(`/api/v1/wallet/${stolen.address}/entries`);
        const [entry] = body.data;
        assert.deepEqual([body.total, entry.agentId, entry.agentWallet], [1, id, fresh.address]);
        assert.deepEqual(entry.retired, { since: until, transactionHash });
        const response = await fetch(`${api.url}/api/v1/kya`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ wallets: [stolen.address, fresh.address, stranger.address] }),
        });
        const { data } = parseExactly(BulkKyaResponse, await response.json());
        assert.deepEqual(
          data.map(({ agentId, retiredFrom, objections }) => [agentId, retiredFrom, objections]),
          [
            [null, id, ["not-registered", "wallet-retired"]],
            [id, undefined, []],
            [null, undefined, ["not-registered"]],
          ],
        );
        const then = await api.get(`/api/v1/kya/${stolen.address}/at?time=${at - 1}`);
        assert.deepEqual([then.body.agent.agentId, then.body.agent.agentWallet], [id, stolen.address]);
        const after = await api.get(`/api/v1/kya/${stolen.address}/at?time=${at}`);
        assert.deepEqual([after.body.isRegistered, after.body.agent], [false, null]);
      });

      it("sixty children of strangers do not push the parent's own out of its lineage", async () => {
        const { id } = life.root;
        const all = Array.from({ length: STRANGERS + FAMILY }, (_, i) => id + 1 + i);
        const agreed = [id + 30, ...all.slice(-FAMILY)];
        const { body } = await api.get(`/api/v1/agent/${id}/lineage`);
        const others = all.filter((child) => !agreed.includes(child));
        assert.deepEqual(
          body.children.map(({ agentId }: { agentId: number }) => agentId),
          [...agreed, ...others.slice(0, 50 - agreed.length)],
        );
        assert.equal(body.note, `Showing 50 of ${all.length} children`);
        assert.deepEqual((await api.get(`/api/v1/agent/${id}`)).body.children, all);
        assert.deepEqual((await consentsOf(id + 30)).parent, wordOf("agreed", life.late));
      });

      it("a registration file names the wallet that is bound, and who answers for it now", async () => {
        const fileOf = async (id: number) =>
          parseExactly(RegistrationFile, (await api.get(`/api/v1/agent/${id}/registration.json`)).body);
        const nameOf = (account: Address) => `eip155:84532:${account}`;
        const own = await fileOf(life.own.id);
        assert.deepEqual(own.services[0], { name: "agentWallet", endpoint: nameOf(entered.address) });
        assert.deepEqual(own.registrations, [
          { agentId: life.own.id, agentRegistry: nameOf(registryAddress) },
        ]);
        assert.deepEqual([own.active, own.liability.isCompliant], [true, true]);
        const intruder = await fileOf(life.intruder.id);
        assert.ok(!JSON.stringify(intruder).toLowerCase().includes(entered.address.toLowerCase()));
        assert.deepEqual([intruder.active, intruder.liability.status], [false, "Terminated"]);
        const { liability } = await fileOf(life.handover.id);
        assert.equal(liability.haftungsperson, nameOf(successor.address));
        assert.deepEqual(liability.consents, { wallet: false, haftungsperson: true, parent: true });
        assert.deepEqual([liability.parentAgentId, liability.generation], [life.changed.id, 1]);
      });

      it("`recordHash` is what `confirmRecord` takes", async () => {
        const { id } = life.pending;
        assert.equal((await consentsOf(id)).recordHash, await calls.readRecordHash(id));
      });
    });
  }
});
