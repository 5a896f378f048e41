import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { registryAbi } from "@agent-registry/protocol";
import {
  deployLocally,
  devAccounts,
  type FaultyRpc,
  type LocalChain,
  startChain,
  startFaultyRpc,
  type TestPostgres,
  testedEngines,
  usePostgres,
} from "@agent-registry/testkit";
import type { Kysely } from "kysely";
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getAbiItem,
  type Hex,
  pad,
  toFunctionSelector,
} from "viem";
import { createRecordSource, type RecordSource } from "../chain/record-source.ts";
import { createRpcNode } from "../chain/rpc-node.ts";
import type { AgentRow, IndexSchema } from "../index/schema.ts";
import { readTotals } from "../questions/stats/stats.ts";
import { createRandom, createRandomChain } from "../testing/random-chain.ts";
import { inspect, startTestIndex, type TestIndex } from "../testing/test-index.ts";
import { compare, confirm } from "./compare.ts";

type Column = keyof typeof FIELD_NAMES;
type Flip = { column: Column; name: string; flip: (row: AgentRow) => string | number | null };

const BITS: Partial<Record<Column, number[]>> = { consents: [1, 2, 4], refusals: [2, 4], status: [1, 2] };
const HEX = new Set<Column>([
  "agent_wallet",
  "creator",
  "haftungsperson",
  "constitution_hash",
  "capability_hash",
]);

/** What the index holds of an agent and the contract can confirm, and the name by which a difference is reported. */
const FIELD_NAMES = {
  agent_wallet: "agentWallet",
  last_attestation: "lastAttestation",
  last_revenue_report: "lastRevenueReport",
  status: "status",
  self_modifying: "flags",
  consents: "flags",
  refusals: "flags",
  wallet_released: "flags",
  suspended_by_refusal: "flags",
  creator: "creator",
  registered_at: "registeredAt",
  generation: "generation",
  haftungsperson: "haftungsperson",
  parent_agent_id: "parentAgentId",
  constitution_hash: "constitutionHash",
  capability_hash: "capabilityHash",
  operational_scope: "hash of the scope",
  scope_hash: "hash of the scope",
  child_count: "number of children",
  report_count: "number of reports",
  pending_haftungsperson: "pendingHaftungsperson",
  pending_wallet: "pendingWallet",
  attester: "attester",
} as const satisfies Partial<Record<keyof AgentRow, string>>;
const COLUMNS = Object.keys(FIELD_NAMES) as Column[];
/** Null if the record names none. */
const NAMED = new Set<Column>(["pending_haftungsperson", "pending_wallet", "attester"]);

/** A digit in the middle of a hash or an address, by one bit. */
const flipHex = (hex: string) =>
  hex.slice(0, 9) + (Number.parseInt(hex.charAt(9), 16) ^ 1).toString(16) + hex.slice(10);

/** One flipped bit in each column, and in each bit of those that hold several. */
const flips = COLUMNS.flatMap((column): Flip[] => {
  if (column === "scope_hash") return [{ column, name: column, flip: () => pad("0x01", { size: 32 }) }];
  if (NAMED.has(column)) {
    const flip = (row: AgentRow) => (row[column] === null ? pad("0x01", { size: 20 }) : null);
    return [{ column, name: column, flip }];
  }
  if (column === "operational_scope") return [{ column, name: column, flip: (row) => `${row[column]}.` }];
  if (HEX.has(column)) return [{ column, name: column, flip: (row) => flipHex(String(row[column])) }];
  return (BITS[column] ?? [1]).map((bit) => ({
    column,
    name: BITS[column] === undefined ? column : `${column}, bit ${bit}`,
    flip: (row) => Number(row[column]) ^ bit,
  }));
});

let chain: LocalChain;
let postgres: TestPostgres;
let proxy: FaultyRpc;
let registryAddress: Address;
let head: { number: number; hash: string };
before(async () => {
  [chain, postgres] = await Promise.all([startChain(), usePostgres()]);
  registryAddress = (await deployLocally(chain)).registryAddress;
  const world = createRandomChain({ rpcUrl: chain.rpcUrl, registryAddress, random: createRandom(7) });
  await world.takeOver();
  await world.mine(80, 6);
  const from = devAccounts.creator.address;
  const scopes: Hex[] = ["0xff00fe", `0x${"61".repeat(1_000)}`, "0x"];
  const agents = [
    ...scopes.map((scope, i) => toRegistration(i, scope)),
    ...Array.from({ length: 200 }, (_, i) => toRegistration(100 + i, `0x${"62".repeat(1 + (i % 70))}`)),
  ];
  for (const [i, data] of agents.entries()) {
    await world.rpc("eth_sendTransaction", [{ from, to: registryAddress, data, gas: "0x300000" }]);
    if (i % 8 === 7) await world.rpc("evm_mine");
  }
  await world.rpc("evm_mine");
  await nameKeys(world.rpc);
  head = await world.head();
  proxy = await startFaultyRpc({ target: chain.rpcUrl });
});

/** Of the last agents: one has a proposed wallet and an attester, one was suspended by its Haftungsperson's refusal. */
async function nameKeys(rpc: (method: string, params?: unknown[]) => Promise<unknown>): Promise<void> {
  const contract = { address: registryAddress, abi: registryAbi } as const;
  const last = await chain.reader.readContract({ ...contract, functionName: "totalAgents" });
  // No random call names this one: a wallet that the register knows cannot be proposed.
  const [from, other] = [devAccounts.haftungsperson.address, pad("0xbbb000", { size: 20 })];
  for (const data of [
    encodeFunctionData({ abi: registryAbi, functionName: "confirmAgent", args: [last] }),
    encodeFunctionData({ abi: registryAbi, functionName: "proposeWallet", args: [last, other] }),
    encodeFunctionData({ abi: registryAbi, functionName: "setAttester", args: [last, other] }),
    encodeFunctionData({ abi: registryAbi, functionName: "declineAgent", args: [last - 1n] }),
  ])
    await rpc("eth_sendTransaction", [{ from, to: registryAddress, data, gas: "0x300000" }]);
  await rpc("evm_mine");
}
after(async () => {
  await proxy?.stop();
  await Promise.all([chain?.stop(), postgres?.stop()]);
});

for (const engine of testedEngines) {
  describe(`the comparison of index and contract (${engine})`, () => {
    let index: TestIndex;
    let db: Kysely<IndexSchema>;
    let close: () => Promise<void>;
    let source: RecordSource;
    let ids: number[];
    before(async () => {
      const databaseUrl = engine === "postgres" ? await postgres.createDatabase() : undefined;
      const rpcUrls = [chain.rpcUrl];
      // Its own comparisons do not come in between.
      const reconciliation = { tickMs: 3_600_000 };
      index = await startTestIndex({ rpcUrls, registryAddress, databaseUrl, tuning: { reconciliation } });
      await index.waitForHash(head);
      ({ db, close } = await inspect({ databaseUrl, dataDir: index.dataDir }));
      source = createRecordSource({ node: createRpcNode({ url: proxy.rpcUrl }), registryAddress });
      const { totalAgents } = await readTotals(db);
      ids = Array.from({ length: totalAgents }, (_, i) => i + 1);
    });
    after(async () => {
      await close?.();
      await index?.stop();
    });

    it("finds nothing in a register with every kind of filing, by one call of 32 bytes", async () => {
      assert.ok(ids.length > 200);
      const rows = await db.selectFrom("agents").selectAll().execute();
      for (const column of [...NAMED, "suspended_by_refusal", "wallet_released"] as const)
        assert.ok(
          rows.some((row) => row[column]),
          `no agent has ${column}`,
        );
      const calls = proxy.calls.length;
      const found = await compare({ db, source, agentIds: ids });
      assert.deepEqual(
        { ...found, block: found?.block.number },
        { compared: ids, unlike: [], block: head.number },
      );
      assert.equal(proxy.calls.length, calls + 1);
    });

    it("finds one flipped bit in any of the columns, each in another agent, and says what differs", async () => {
      const flipped: number[] = [];
      const rows = await db.selectFrom("agents").selectAll().orderBy("agent_id").execute();
      const update = (agentId: number, column: Column, value: string | number | null) =>
        db
          .updateTable("agents")
          .set({ [column]: value })
          .where("agent_id", "=", agentId)
          .execute();
      const at = (i: number) => rows[3 + i * 5] as AgentRow;
      for (const [i, { column, flip }] of flips.entries()) {
        await update(at(i).agent_id, column, flip(at(i)));
        flipped.push(at(i).agent_id);
      }
      const found = await compare({ db, source, agentIds: ids });
      const { mismatches } = (await confirm({ db, source, agentIds: flipped })) ?? {};
      for (const [i, { column }] of flips.entries()) await update(at(i).agent_id, column, at(i)[column]);

      const names = (agentIds: number[]) => agentIds.map((id) => flips[flipped.indexOf(id)]?.name ?? id);
      assert.deepEqual(names(found?.unlike ?? []), names(flipped));
      assert.deepEqual(
        mismatches?.map(
          ({ difference }) => difference.match(/^([\w ]+): the index has \S+, the contract \S+$/)?.[1],
        ),
        flips.map(({ column }) => FIELD_NAMES[column]),
      );
      assert.deepEqual((await compare({ db, source, agentIds: ids }))?.unlike, []);
    });

    it("finds values for which the contract has no room", async () => {
      const set = (status: number) =>
        db.updateTable("agents").set({ status }).where("agent_id", "=", ids.length).execute();
      const [before] = await db
        .selectFrom("agents")
        .select("status")
        .where("agent_id", "=", ids.length)
        .execute();
      for (const status of [-1, 256, 2 ** 50]) {
        await set(status);
        assert.deepEqual((await compare({ db, source, agentIds: ids.slice(-5) }))?.unlike, [ids.length]);
      }
      await set(before?.status ?? 0);
    });

    it("finds agents that the index lacks, at the end and in between", async () => {
      const last = ids.length;
      const setLast = (lastAgentId: number) =>
        db
          .updateTable("blocks")
          .set({ last_agent_id: lastAgentId })
          .where("number", "=", head.number)
          .execute();
      await setLast(last - 2);
      assert.deepEqual((await compare({ db, source, agentIds: [1, 2] }))?.unlike, [last - 1, last]);
      await setLast(last);
      await db.updateTable("agents").set({ agent_id: 1_000_000 }).where("agent_id", "=", 3).execute();
      assert.deepEqual((await compare({ db, source, agentIds: ids }))?.unlike, [3]);
      await db.updateTable("agents").set({ agent_id: 3 }).where("agent_id", "=", 1_000_000).execute();
    });

    // What a node answers does not depend on the database.
    if (engine === "postgres") return;
    for (const [kind, error] of [
      ["refuses overrides", { code: -32_602, message: "too many arguments, want at most 2" }],
      ["ignores overrides", { code: 3, message: "execution reverted" }],
    ] as const) {
      it(`reads the same from a node that ${kind}, slot by slot`, async () => {
        const plain = createRecordSource({ node: createRpcNode({ url: proxy.rpcUrl }), registryAddress });
        proxy.setHook(({ method, params }) =>
          method === "eth_call" && params.length > 2 ? { error } : "pass",
        );
        try {
          await assert.rejects(compare({ db, source: plain, agentIds: ids }), { name: "RpcError" });
          const special = [...ids.slice(-203, -200), ...ids.slice(-2)];
          const found = await compare({ db, source: plain, agentIds: [...special, ...ids.slice(0, 20)] });
          assert.deepEqual(found?.unlike, []);
          assert.equal(found?.compared.length, 10);
        } finally {
          proxy.setHook(() => "pass");
        }
      });
    }

    it("takes a node that lacks the block's state for nothing but a failure", async () => {
      const error = { code: -32_000, message: "missing trie node" };
      const other = createRecordSource({ node: createRpcNode({ url: proxy.rpcUrl }), registryAddress });
      proxy.setHook(() => ({ error }));
      try {
        await assert.rejects(compare({ db, source: other, agentIds: ids }), { name: "RpcError" });
      } finally {
        proxy.setHook(() => "pass");
      }
      assert.equal((await compare({ db, source: other, agentIds: ids }))?.compared.length, ids.length);
    });
  });
}

/** As `registerAgent` takes it, with a scope of any bytes. */
function toRegistration(number: number, scope: Hex): Hex {
  const { inputs } = getAbiItem({ abi: registryAbi, name: "registerAgent" });
  const types = inputs.map((input) => (input.type === "string" ? { type: "bytes" } : { type: input.type }));
  const hash = pad("0x05", { size: 32 });
  const wallet = `0x${(0xaaa000 + number).toString(16).padStart(40, "0")}`;
  const { address } = devAccounts.haftungsperson;
  const args = [address, wallet, hash, hash, scope, 0n, number % 2 === 0];
  const selector = toFunctionSelector(getAbiItem({ abi: registryAbi, name: "registerAgent" }));
  return concat([selector, encodeAbiParameters(types, args)]);
}
