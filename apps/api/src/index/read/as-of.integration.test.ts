import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { isCompliant, registryAbi, toAgentStatus, toRecordHash } from "@agent-registry/protocol";
import {
  deployLocally,
  type LocalChain,
  startChain,
  type TestPostgres,
  usePostgres,
} from "@agent-registry/testkit";
import { type Address, type Hex, pad, toHex } from "viem";
import { openIndex, TEST_ANCHOR } from "../../testing/open-index.ts";
import { createRandom, createRandomChain } from "../../testing/random-chain.ts";
import { createRandomHistory } from "../../testing/random-history.ts";
import { startTestIndex, type TestIndex } from "../../testing/test-index.ts";
import type { PreparedLookUps } from "../at-block.ts";
import { toConsents, toRefusals } from "../parties.ts";
import type { Moment, PastRecord } from "../records.ts";
import type { AgentRow } from "../schema.ts";
import { fromStoredText } from "../stored-values.ts";

const HISTORIES = process.env.DEEP ? 50 : 2;
const HISTORY_BLOCKS = 120;
const POINTS = process.env.DEEP ? 1_000 : 400;
const CHAIN_BLOCKS = process.env.DEEP ? 400 : 60;
const CHAIN_POINTS = process.env.DEEP ? 3_000 : 200;
const SEED = 20_260_301;

let postgres: TestPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres?.stop());

type Block = { number: number; timestamp: number };

/** The last block of a moment: the plainest way to find it. */
function findBlockAt<B extends Block>(blocks: readonly B[], moment: Moment): B | undefined {
  return blocks.findLast((block) =>
    "time" in moment ? block.timestamp <= moment.time : block.number <= moment.block,
  );
}

/** Half of them by time, on, before and after the times of blocks; half by the number of a block. */
function pickMoment(blocks: readonly Block[], random: (below: number) => number): Moment {
  const block = blocks[random(blocks.length)] as Block;
  const last = blocks.at(-1) as Block;
  return random(2) === 0
    ? { block: block.number }
    : { time: Math.min(last.timestamp, block.timestamp + random(3) - 1) };
}

describe("random histories", () => {
  /** Several blocks may have one timestamp. After each, every agent as it is then. */
  function createBlocks(seed: number) {
    const random = createRandom(seed);
    const history = createRandomHistory(random);
    let { number, timestamp } = TEST_ANCHOR;
    return Array.from({ length: HISTORY_BLOCKS }, () => {
      number += 1;
      timestamp += random(3) === 0 ? 0 : random(200_000);
      const hash = pad(toHex(number), { size: 32 });
      const place = { blockNumber: number, blockHash: hash, timestamp };
      const events = Array.from({ length: random(6) }, (_, logIndex) => history.next({ ...place, logIndex }));
      return {
        number,
        hash,
        timestamp,
        events,
        ...history.read(),
      };
    });
  }

  function toPastRecord(row: AgentRow): PastRecord {
    return {
      agentId: row.agent_id,
      creator: row.creator as Address,
      haftungsperson: row.haftungsperson as Address,
      agentWallet: row.agent_wallet as Address,
      constitutionHash: row.constitution_hash as Address,
      capabilityHash: row.capability_hash as Address,
      operationalScope: fromStoredText(row.operational_scope),
      scopeHash: (row.scope_hash ?? undefined) as Hex | undefined,
      parentAgentId: row.parent_agent_id,
      generation: row.generation,
      selfModifying: row.self_modifying === 1,
      registeredAt: row.registered_at,
      lastAttestation: row.last_attestation,
      status: toAgentStatus(row.status),
      isWalletReleased: row.wallet_released === 1,
      consents: toConsents(row.consents),
      refusals: toRefusals(row.refusals),
    };
  }

  for (const engine of ["sqlite", "postgres"] as const) {
    it(`are told as they were at any moment (${engine})`, async () => {
      const databaseUrl = engine === "postgres" ? await postgres.createDatabase() : undefined;
      const { asked, writer, startOver, close } = await openIndex(databaseUrl);
      try {
        for (let seed = 1; seed <= HISTORIES; seed += 1) {
          const blocks = createBlocks(seed);
          await startOver();
          await writer.apply({ events: blocks.flatMap(({ events }) => events), blocks });
          await assertPoints(asked.lookUps, blocks, createRandom(seed));
        }
      } finally {
        await close();
      }
    });
  }

  async function assertPoints(
    { asOf }: PreparedLookUps,
    blocks: ReturnType<typeof createBlocks>,
    random: (below: number) => number,
  ): Promise<void> {
    const everyone = blocks.at(-1)?.agents ?? [];
    const retired = [...(blocks.at(-1)?.retired.keys() ?? [])];
    const found = { bound: 0, unbound: 0, boundThen: 0, notYetOrNoLonger: 0 };
    for (let point = 0; point < POINTS; point += 1) {
      const moment = pickMoment([TEST_ANCHOR, ...blocks], random);
      const then = findBlockAt(blocks, moment)?.agents ?? [];
      const subject = everyone[random(everyone.length)] as AgentRow;
      const what = `seed point ${point}: agent ${subject.agent_id} at ${JSON.stringify(moment)}`;

      const agent = then.find(({ agent_id }) => agent_id === subject.agent_id);
      const byId = (await asOf({ agentId: subject.agent_id }, moment)).found;
      assert.deepEqual(byId.record, agent && toPastRecord(agent), what);

      const bound = await assertWallet(subject.agent_wallet, what);
      found[bound === undefined ? "unbound" : "bound"] += 1;
      const former = retired[random(retired.length)] as string;
      const boundThen = await assertWallet(former, `${what}, the retired wallet ${former}`);
      found[boundThen === undefined ? "notYetOrNoLonger" : "boundThen"] += 1;

      async function assertWallet(name: string, about: string): Promise<AgentRow | undefined> {
        const owner = then.find((row) => row.agent_wallet === name && row.wallet_released === 0);
        const wallet = name.toLowerCase() as Address;
        const byWallet = (await asOf({ wallet }, moment)).found.record;
        const entry = byWallet?.isWalletReleased ? undefined : byWallet;
        assert.deepEqual(entry, owner && toPastRecord(owner), about);
        return owner;
      }

      const events = findBlockAt(blocks, moment) === undefined ? [] : blocks.flatMap((block) => block.events);
      const last = events.findLast((event) =>
        "time" in moment ? event.timestamp <= moment.time : event.blockNumber <= moment.block,
      );
      assert.deepEqual(
        byId.lastFiling,
        last && { blockNumber: last.blockNumber, blockHash: last.blockHash, timestamp: last.timestamp },
        what,
      );
    }
    assert.ok(
      Object.values(found).every((count) => count > 10),
      JSON.stringify(found),
    );
  }
});

describe("a real chain", () => {
  let chain: LocalChain;
  let registryAddress: Address;
  let blocks: Block[];
  let indexes: TestIndex[] = [];
  const random = createRandom(SEED);

  before(async () => {
    chain = await startChain({ allowBlocksWithSameTimestamp: true });
    registryAddress = (await deployLocally(chain)).registryAddress;
    const world = createRandomChain({ rpcUrl: chain.rpcUrl, registryAddress, random });
    await world.takeOver();
    await world.mine(CHAIN_BLOCKS, 4);
    await world.mineFast(20);
    const head = await world.head();
    blocks = await Promise.all(
      Array.from({ length: head.number + 1 }, async (_, number) => {
        const { timestamp } = await chain.reader.getBlock({ blockNumber: BigInt(number) });
        return { number, timestamp: Number(timestamp) };
      }),
    );
    const shared = { rpcUrls: [chain.rpcUrl], registryAddress };
    indexes = [
      await startTestIndex(shared),
      await startTestIndex({ ...shared, databaseUrl: await postgres.createDatabase() }),
    ];
    for (const index of indexes) await index.waitForHash(head);
  });
  after(async () => {
    for (const index of indexes) await index.stop();
    await chain?.stop();
  });

  /** What the contract itself says of an agent after a block; undefined if it was not there. */
  async function askContract(agentId: number, block: Block) {
    const at = { address: registryAddress, abi: registryAbi, blockNumber: BigInt(block.number) } as const;
    const code = await chain.reader.getCode({ address: registryAddress, blockNumber: at.blockNumber });
    if (code === undefined) return undefined;
    const total = await chain.reader.readContract({ ...at, functionName: "totalAgents" });
    if (agentId > Number(total)) return undefined;
    const args = [BigInt(agentId)] as const;
    const [agent, consents, refusals, isReleased, recordHash] = await Promise.all([
      chain.reader.readContract({ ...at, functionName: "getAgent", args }),
      chain.reader.readContract({ ...at, functionName: "consents", args }),
      chain.reader.readContract({ ...at, functionName: "refusals", args }),
      chain.reader.readContract({ ...at, functionName: "isWalletReleased", args }),
      chain.reader.readContract({ ...at, functionName: "recordHash", args }),
    ]);
    const { lastRevenueReport: _lastRevenueReport, ...record } = agent;
    return {
      ...record,
      agentId,
      parentAgentId: Number(agent.parentAgentId),
      generation: Number(agent.generation),
      registeredAt: Number(agent.registeredAt),
      lastAttestation: Number(agent.lastAttestation),
      status: toAgentStatus(agent.status),
      isWalletReleased: isReleased,
      recordHash,
      consents: { wallet: consents[0], haftungsperson: consents[1], parent: consents[2] },
      refusals: { haftungsperson: refusals[0], parent: refusals[1] },
    };
  }

  /** The contract has the hash of the whole record, of which the scope's is a part. */
  function withRecordHash({ scopeHash, ...record }: PastRecord) {
    const [agentId, parentAgentId] = [BigInt(record.agentId), BigInt(record.parentAgentId)];
    return { ...record, recordHash: toRecordHash({ ...record, scopeHash, agentId, parentAgentId }) };
  }

  it("is told as the contract tells it at the same block, on both engines", async () => {
    const contract = { address: registryAddress, abi: registryAbi } as const;
    const total = Number(await chain.reader.readContract({ ...contract, functionName: "totalAgents" }));
    let replaced = 0;
    for (let point = 0; point < CHAIN_POINTS; point += 1) {
      const moment = pickMoment(blocks, random);
      const block = findBlockAt(blocks, moment);
      const agentId = 1 + random(total);
      const expected = block && (await askContract(agentId, block));
      const what = `agent ${agentId} at ${JSON.stringify(moment)}`;
      for (const { asked } of indexes) {
        const { record: found } = (await asked.lookUps.asOf({ agentId }, moment)).found;
        assert.deepEqual(found && withRecordHash(found), expected, what);
        if (expected === undefined || block === undefined) continue;
        // The agent's wallet of then, and the one that it has now, which may have come later.
        const now = await chain.reader.readContract({
          ...contract,
          functionName: "getAgent",
          args: [BigInt(agentId)],
        });
        for (const name of new Set([expected.agentWallet, now.agentWallet])) {
          const boundId: bigint = await chain.reader.readContract({
            ...contract,
            functionName: "walletToAgent",
            args: [name],
            blockNumber: BigInt(block.number),
          });
          const wallet = name.toLowerCase() as Address;
          const { record: named } = (await asked.lookUps.asOf({ wallet }, moment)).found;
          assert.equal(
            named === undefined || named.isWalletReleased ? 0 : named.agentId,
            Number(boundId),
            `${what}, wallet ${name}`,
          );
        }
        if (now.agentWallet !== expected.agentWallet) replaced += 1;
        const [, attestationCurrent] = await chain.reader.readContract({
          ...contract,
          functionName: "complianceStatus",
          args: [BigInt(agentId)],
          blockNumber: BigInt(block.number),
        });
        const verdict = expected.status === "Active" && attestationCurrent;
        assert.equal(isCompliant(expected, block.timestamp), verdict, what);
      }
    }
    assert.ok(replaced > 0, "no agent had another wallet than it has now");
  });
});
