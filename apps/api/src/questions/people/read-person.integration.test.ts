import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { AGENT_SORTS, AGENT_STATUSES, PEOPLE_ROLES, SORT_ORDERS } from "@agent-registry/protocol";
import { type TestPostgres, testedEngines, usePostgres } from "@agent-registry/testkit";
import { type Address, pad, toHex } from "viem";
import type { RegistryEvent } from "../../chain/decode-event.ts";
import { createIndexWriter } from "../../index/apply/index-writer.ts";
import type { IndexAtBlock } from "../../index/at-block.ts";
import type { BlockRow } from "../../index/schema.ts";
import { fromStoredText } from "../../index/stored-values.ts";
import { openLeaderDatabase } from "../../testing/leader-database.ts";
import { createRandom } from "../../testing/random-chain.ts";
import { createRandomHistory, type HistoryState } from "../../testing/random-history.ts";
import { type Person, type PersonFindings, type PersonQuery, readPerson } from "./read-person.ts";

const HISTORIES = process.env.DEEP ? 30 : 2;
const BLOCKS = 120;
const HAFTUNGSPERSON = 2;
const REVOKED = 2;
const ANCHOR = { number: 9, hash: pad("0x09", { size: 32 }), timestamp: 1_700_000_000 };
const NOBODY = "0x00000000000000000000000000000000000000ff";

let postgres: TestPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres?.stop());

type Block = BlockRow & { events: RegistryEvent[]; after: HistoryState };

function createBlocks(seed: number): Block[] {
  const random = createRandom(seed);
  const history = createRandomHistory(random);
  let { number, timestamp } = ANCHOR;
  return Array.from({ length: BLOCKS }, () => {
    number += 1;
    // Several blocks may have one timestamp, so that agents tie.
    timestamp += random(3) === 0 ? 0 : random(200_000);
    const hash = pad(toHex(number), { size: 32 });
    const place = { blockNumber: number, blockHash: hash, timestamp };
    const events = Array.from({ length: random(6) }, (_, logIndex) => history.next({ ...place, logIndex }));
    const state = history.read();
    const last = { last_sequence: state.filings, last_agent_id: state.agents.length };
    return { number, hash, timestamp, ...last, events, after: state };
  });
}

type Expected = Omit<PersonFindings, "agents" | "pendingHandovers"> & { ids: number[]; pending: object[] };

/** What follows from the agents, their reports and the events, in the plainest way. */
function toExpected(blocks: Block[], query: PersonQuery): Expected {
  const { person, status, sort, order, limit, offset, attestedSince } = query;
  const { agents, reports } = blocks.at(-1)?.after ?? { agents: [], reports: [] };
  const named = agents.filter((agent) => agent[person.role].toLowerCase() === person.address);
  const ids = new Set(named.map((agent) => agent.agent_id));
  const ofStatus = (name: (typeof AGENT_STATUSES)[number]) =>
    named.filter((agent) => agent.status === AGENT_STATUSES.indexOf(name));
  const column = {
    agentId: "agent_id",
    registeredAt: "registered_at",
    lastAttestation: "last_attestation",
  } as const;
  const sign = order === "asc" ? 1 : -1;
  const listed = (status === undefined ? named : ofStatus(status)).toSorted(
    (a, b) => sign * (a[column[sort]] - b[column[sort]]) || a.agent_id - b.agent_id,
  );
  const sums = new Map<string, { amount: bigint; reports: number }>();
  for (const { agentId, currency, amount } of reports) {
    if (!ids.has(agentId)) continue;
    const before = sums.get(currency) ?? { amount: 0n, reports: 0 };
    sums.set(currency, { amount: before.amount + BigInt(amount), reports: before.reports + 1 });
  }
  const former = blocks
    .flatMap((block) => block.events)
    .filter((event) => event.kind === "haftungsperson-changed")
    .filter((event) => person.role === "haftungsperson" && event.oldHaftungsperson === person.address)
    .map((event) => event.agentId)
    .filter((agentId) => !ids.has(agentId));
  const formerIds = [...new Set(former)].sort((a, b) => b - a);
  const isAsked = person.role === "haftungsperson";
  const pending = agents.filter(
    (agent) =>
      isAsked && agent.pending_haftungsperson?.toLowerCase() === person.address && agent.status < REVOKED,
  );
  return {
    pending: pending.map((agent) => ({
      agentId: agent.agent_id,
      agentWallet: agent.agent_wallet,
      operationalScope: fromStoredText(agent.operational_scope),
      haftungsperson: agent.haftungsperson,
    })),
    ids: listed.slice(offset, offset + limit).map((agent) => agent.agent_id),
    byStatus: Object.fromEntries(AGENT_STATUSES.map((name) => [name, ofStatus(name).length])) as never,
    compliant: ofStatus("Active").filter((agent) => agent.last_attestation >= attestedSince).length,
    agreed: isAsked ? named.filter((agent) => (agent.consents & HAFTUNGSPERSON) !== 0).length : 0,
    refused: isAsked ? named.filter((agent) => (agent.refusals & HAFTUNGSPERSON) !== 0).length : 0,
    revokedIds: ofStatus("Revoked")
      .map((agent) => agent.agent_id)
      .toReversed()
      .slice(0, 10),
    revenue: [...sums]
      .map(([currency, sum]) => ({ currency, ...sum }))
      .sort((a, b) => b.reports - a.reports || (a.currency < b.currency ? -1 : 1)),
    moreCurrencies: 0,
    formerAgents: { total: formerIds.length, agentIds: formerIds.slice(0, 10) },
  };
}

/** Every person of both roles, each with a page that the random numbers choose. */
async function assertPeople(
  index: Pick<IndexAtBlock, "db" | "engine">,
  blocks: Block[],
  random: (below: number) => number,
) {
  const state = blocks.at(-1)?.after;
  const now = blocks.at(-1)?.timestamp ?? 0;
  const seen = { former: 0, revoked: 0, revenue: 0, refused: 0, pending: 0 };
  for (const role of PEOPLE_ROLES) {
    const addresses = new Set(state?.agents.map((agent) => agent[role].toLowerCase() as Address));
    for (const address of [...addresses, NOBODY] as Address[]) {
      const person: Person = { role, address };
      const status = [undefined, ...AGENT_STATUSES][random(5)];
      const query: PersonQuery = {
        person,
        ...(status === undefined ? {} : { status }),
        sort: AGENT_SORTS[random(3)] ?? "agentId",
        order: SORT_ORDERS[random(2)] ?? "asc",
        limit: 1 + random(6),
        offset: random(4),
        attestedSince: now - random(400_000),
      };
      const { agents, pendingHandovers, ...found } = await readPerson(index, query);
      const { ids, pending, ...expected } = toExpected(blocks, query);
      assert.deepEqual(found, expected, JSON.stringify(query));
      assert.deepEqual(
        agents.map(({ agentId }) => agentId),
        ids,
        JSON.stringify(query),
      );
      assert.deepEqual(pendingHandovers, { total: pending.length, data: pending.slice(0, 20) });
      seen.pending += pendingHandovers.total;
      seen.former += found.formerAgents.total;
      seen.revoked += found.revokedIds.length;
      seen.revenue += found.revenue.length;
      seen.refused += found.refused;
    }
  }
  return seen;
}

for (const engine of testedEngines) {
  describe(`the people of random histories (${engine})`, () => {
    it("are told as follows from the agents that name them, forward and after blocks were taken back", async () => {
      const databaseUrl = engine === "postgres" ? await postgres.createDatabase() : undefined;
      const opened = await openLeaderDatabase(databaseUrl);
      const index = { db: opened.db, engine };
      try {
        const session = await (await opened.createLeader()).tryLead({ freeForMs: 0 });
        assert.ok(session);
        const writer = createIndexWriter({ db: opened.db, session, keptBlocks: 256, keptSeconds: 600 });
        const total = { former: 0, revoked: 0, revenue: 0, refused: 0, pending: 0 };
        for (let seed = 1; seed <= HISTORIES; seed += 1) {
          const random = createRandom(seed);
          const blocks = createBlocks(seed);
          const identity = { registryAddress: "0x", chainId: 1, genesisHash: "0x", startBlock: 10 };
          await writer.startOver({ identity, anchor: ANCHOR });
          const apply = (added: Block[]) =>
            writer.apply({
              events: added.flatMap((block) => block.events),
              blocks: added.map(({ number, hash, timestamp }) => ({ number, hash, timestamp })),
            });
          for (let at = 0; at < blocks.length; ) {
            const to = Math.min(blocks.length, at + 20 + random(30));
            await apply(blocks.slice(at, to));
            const seen = await assertPeople(index, blocks.slice(0, to), random);
            for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += seen[key];
            const back = 1 + random(to);
            const { events: _events, after: _after, ...ancestor } = blocks[back - 1] as Block;
            await writer.undoTo(ancestor);
            await assertPeople(index, blocks.slice(0, back), random);
            await apply(blocks.slice(back, to));
            at = to;
          }
          await assertPeople(index, blocks, random);
        }
        for (const [what, count] of Object.entries(total)) assert.ok(count > 0, `no ${what}`);
      } finally {
        await opened.close();
      }
    });
  });
}
