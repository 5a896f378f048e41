import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
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
  usePostgres,
} from "@agent-registry/testkit";
import { type Kysely, sql } from "kysely";
import { type Address, encodeFunctionData, type Hex, pad, toHex } from "viem";
import { createRpcNode } from "../chain/rpc-node.ts";
import type { IndexSchema } from "../index/schema.ts";
import { searchAgents } from "../questions/agents/search-agents.ts";
import { addDoubtfulAgents, removeDoubtfulAgents } from "../reconcile/doubts.ts";
import { findRows, readSnapshotLines, withLine, writeSnapshotLines } from "../testing/edit-snapshot.ts";
import { createRandom, createRandomChain } from "../testing/random-chain.ts";
import { SNAPSHOT_EDITS } from "../testing/snapshot-edits.ts";
import { dumpTables, inspect, startTestIndex, type TestIndex } from "../testing/test-index.ts";
import { columnsOf, SNAPSHOT_TABLES } from "./format.ts";
import { makeSnapshot } from "./make/make-snapshot.ts";
import { restoreSnapshot } from "./restore/restore-snapshot.ts";

const ENGINES = ["sqlite", "postgres"] as const;
type Engine = (typeof ENGINES)[number];
type Place = { dataDir: string; databaseUrl: string | undefined };

let chain: LocalChain;
let postgres: TestPostgres;
let proxy: FaultyRpc;
let folder: string;
let registryAddress: Address;
let world: ReturnType<typeof createRandomChain>;
/** The chain's newest final block, by the proxy's word; filings that came later stand on top of it. */
let final: { number: number; hash: string };
/** What an index holds that has seen no block after the final one. */
let expected: Awaited<ReturnType<TestIndex["dump"]>>;
const indexes = {} as Record<Engine, TestIndex>;
const places = {} as Record<Engine, Place>;
/** Connections to these. */
const known = {} as Record<Engine, Awaited<ReturnType<typeof inspect>>>;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "agent-registry-snapshots-"));
  [chain, postgres] = await Promise.all([startChain(), usePostgres()]);
  registryAddress = (await deployLocally(chain)).registryAddress;
  world = createRandomChain({ rpcUrl: chain.rpcUrl, registryAddress, random: createRandom(35) });
  await world.takeOver();
  await world.mine(60, 6);
  await fileOddTexts();
  final = await world.head();
  const early = await startTestIndex({ rpcUrls: [chain.rpcUrl], registryAddress });
  await early.waitForHash(final);
  expected = await early.dump();
  await early.stop();

  await world.mine(25, 6);
  const head = await world.head();
  proxy = await startFaultyRpc({ target: chain.rpcUrl });
  const finalHeader = await world.rpc("eth_getBlockByNumber", [toHex(final.number), false]);
  proxy.setHook(({ params }) => (params[0] === "finalized" ? () => finalHeader : "pass"));
  for (const engine of ENGINES) {
    places[engine] = await createPlace(engine);
    indexes[engine] = await startTestIndex({ rpcUrls: [chain.rpcUrl], registryAddress, ...places[engine] });
    await indexes[engine].waitForHash(head);
    known[engine] = await inspect(places[engine]);
  }
});
after(async () => {
  for (const { close } of Object.values(known)) await close();
  for (const index of Object.values(indexes)) await index.stop();
  await Promise.all([proxy?.stop(), chain?.stop(), postgres?.stop()]);
  await rm(folder, { recursive: true, force: true });
});

/** The first two are sorted differently by UTF-16 and by UTF-8. */
const ODD_CURRENCIES = ["\uffee", "😀", "\\."];

/** An agent with a scope that text formats have to escape, each in its way: the databases write the JSON themselves. */
async function fileOddTexts(): Promise<void> {
  const { creator, haftungsperson } = devAccounts;
  const hash = pad("0x01", { size: 32 });
  const controls = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).join("");
  const scope = `controls ${controls}\x7f\x80, backslash \\N, quotes "'\`, slash </, \u2028\u2029\ufeff\uffff, 😀`;
  const wallet = toHex(randomBytes(20));
  const args = [haftungsperson.address, wallet, hash, hash, scope, 0n, false] as const;
  const send = (data: Hex) =>
    world.rpc("eth_sendTransaction", [{ from: creator.address, to: registryAddress, data, gas: "0x100000" }]);
  await send(encodeFunctionData({ abi: registryAbi, functionName: "registerAgent", args }));
  await world.rpc("evm_mine");
  const id = await chain.reader.readContract({
    address: registryAddress,
    abi: registryAbi,
    functionName: "totalAgents",
  });
  for (const currency of ODD_CURRENCIES) {
    const report = [id, 5n, currency, "a\tb", 0n, 1n] as const;
    await send(encodeFunctionData({ abi: registryAbi, functionName: "reportRevenue", args: report }));
  }
  await world.rpc("evm_mine");
}

async function createPlace(engine: Engine): Promise<Place> {
  const databaseUrl = engine === "postgres" ? await postgres.createDatabase() : undefined;
  return { dataDir: await mkdtemp(path.join(folder, "data-")), databaseUrl };
}

/** What the database finds rows by, as statements. */
async function listIndexes(db: Kysely<IndexSchema>, engine: Engine): Promise<string[]> {
  const query =
    engine === "sqlite"
      ? sql<{ made: string }>`select sql as made from sqlite_schema where type = 'index' and sql is not null`
      : sql<{ made: string }>`select indexdef as made from pg_indexes where schemaname = 'public'`;
  const made = (await query.execute(db)).rows.map((row) => row.made).sort();
  assert.ok(made.length > 10);
  return made;
}

const nodes = () => [createRpcNode({ url: proxy.rpcUrl })];
const make = (engine: Engine, name: string) =>
  makeSnapshot({ database: places[engine], nodes: nodes(), registryAddress, file: path.join(folder, name) });
type RestoreOptions = Partial<Pick<Parameters<typeof restoreSnapshot>[0], "nodes" | "sha256">>;
const restore = (database: Place, name: string, options: RestoreOptions = {}) =>
  restoreSnapshot({
    file: path.join(folder, name),
    database,
    nodes: nodes(),
    registryAddress,
    sample: 1_000,
    ...options,
  });

describe("a snapshot", () => {
  it("is the index at the final block, the same from both engines, while the chain has gone on", async () => {
    const made = {
      sqlite: await make("sqlite", "sqlite.zst"),
      postgres: await make("postgres", "postgres.zst"),
    };
    assert.deepEqual(made.sqlite, made.postgres);
    assert.equal(made.sqlite.block.hash, final.hash);
    assert.ok(made.sqlite.counts.filings > 50);
    const currencies = expected.revenue_totals?.map(({ name }) => name);
    for (const odd of ODD_CURRENCIES) assert.ok(currencies?.includes(odd));
  });

  it("has its rows as JSON of the shortest form, though the databases write it", async () => {
    const lines = await readSnapshotLines(path.join(folder, "sqlite.zst"));
    for (const table of SNAPSHOT_TABLES) {
      const rows = expected[table]?.map((row) => columnsOf(table).map((column) => row[column])) ?? [];
      const first = findRows(lines, table);
      assert.deepEqual(
        lines.slice(first, first + rows.length),
        rows.map((row) => JSON.stringify(row)),
      );
    }
  });

  for (const from of ENGINES)
    for (const to of ENGINES)
      it(`of ${from} fills ${to} as the chain would have, and the index then follows the chain`, async () => {
        const place = await createPlace(to);
        const { compared } = await restore(place, `${from}.zst`);
        assert.deepEqual(compared, { compared: expected.agents?.length, block: final.number });
        const { db, close } = await inspect(place);
        assert.deepEqual(await dumpTables(db), expected);
        assert.deepEqual(await listIndexes(db, to), await listIndexes(known[to].db, to));
        await close();

        const restored = await startTestIndex({ rpcUrls: [chain.rpcUrl], registryAddress, ...place });
        await restored.waitForHash(await world.head());
        const all = await indexes[to].dump();
        assert.deepEqual(await restored.dump(), all);
        const later = (all.filings?.length ?? 0) - (expected.filings?.length ?? 0);
        assert.ok(later > 10);
        assert.equal(await restored.metric("agent_registry_index_events_applied_total"), later);
        const search = { search: "scope ", sort: "agentId", order: "asc", limit: 100, offset: 0 } as const;
        const found = await searchAgents(restored, search);
        assert.deepEqual(found, await searchAgents(indexes[to], search));
        const addedLater = found.agents.filter(({ agentId }) => agentId > (expected.agents?.length ?? 0));
        assert.ok(addedLater.length > 0 && addedLater.length < found.total);
        await restored.stop();
      });

  it("is not made of an index that is known to be wrong", async () => {
    const { db } = known.sqlite;
    await addDoubtfulAgents(db, [
      { agentId: 1, difference: "status", indexWallet: null, contractWallet: null, blockNumber: 1 },
    ]);
    await assert.rejects(make("sqlite", "doubtful.zst"), /Of 1 agents index and contract tell different/);
    await removeDoubtfulAgents(db, [1]);
  });

  it("is not made if no node tells which block is final, and leaves no file behind", async () => {
    const blind = await startFaultyRpc({ target: chain.rpcUrl });
    blind.setHook(({ params }) =>
      params[0] === "finalized" ? { error: { code: -1, message: "?" } } : "pass",
    );
    const options = { database: places.sqlite, registryAddress, file: path.join(folder, "never.zst") };
    const made = makeSnapshot({ ...options, nodes: [createRpcNode({ url: blind.rpcUrl })] });
    await assert.rejects(made, /No RPC node tells which block is final/);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith("never")),
      [],
    );
    await blind.stop();
  });
});

for (const engine of ENGINES)
  describe(`restoring into ${engine}`, () => {
    let place: Place;
    let lines: string[];
    before(async () => {
      place = await createPlace(engine);
      lines = await readSnapshotLines(path.join(folder, "sqlite.zst"));
    });

    async function expectRefused(file: string, says: RegExp): Promise<void> {
      await assert.rejects(restore(place, file), says);
      const { db, close } = await inspect(place);
      for (const rows of Object.values(await dumpTables(db))) assert.deepEqual(rows, []);
      await close();
    }

    for (const { name, edit, isSealed = false, says } of SNAPSHOT_EDITS.filter(({ engines }) =>
      engines.includes(engine),
    ))
      it(`refuses a snapshot ${name}, and leaves the database empty`, async () => {
        await writeSnapshotLines(
          path.join(folder, "edited.zst"),
          edit(lines, { registryAddress, blockHash: final.hash }),
          { isSealed },
        );
        await expectRefused("edited.zst", says);
      });

    it("refuses a file that was cut off, one that is no snapshot, and one with another digest than was told", async () => {
      const whole = await readFile(path.join(folder, "sqlite.zst"));
      await writeFile(path.join(folder, "cut.zst"), whole.subarray(0, whole.length - 1_000));
      await expectRefused("cut.zst", /cut off or altered/);
      await writeFile(path.join(folder, "text.zst"), "hello");
      await expectRefused("text.zst", /cut off or altered/);
      const restoring = restore(place, "sqlite.zst", { sha256: "0".repeat(64) });
      await assert.rejects(restoring, /SHA-256 is [0-9a-f]{64}, and not the one that was given/);
    });

    it("compares at the newest block if the node has forgotten the snapshot's, without what changed since", async () => {
      const forgetful = await startFaultyRpc({ target: chain.rpcUrl });
      forgetful.setHook(({ method, params }) =>
        ["eth_call", "eth_getStorageAt"].includes(method) && JSON.stringify(params).includes(final.hash)
          ? { error: { code: -32_000, message: "missing trie node" } }
          : "pass",
      );
      const forgetting = { nodes: [createRpcNode({ url: forgetful.rpcUrl })] };
      const changed = new Set(
        (await indexes[engine].dump()).filings
          ?.slice(expected.filings?.length)
          .map(({ agent_id }) => agent_id),
      );
      const unchanged =
        expected.agents?.findIndex(
          ({ agent_id, child_count }) => !changed.has(agent_id) && child_count === 0,
        ) ?? -1;
      assert.ok(changed.size > 3 && unchanged >= 0);
      const wrong = withLine(lines, findRows(lines, "agents") + unchanged, (line) =>
        JSON.stringify(JSON.parse(line).with(4, `0x${"ab".repeat(32)}`)),
      );
      await writeSnapshotLines(path.join(folder, "edited.zst"), wrong, { isSealed: true });
      await assert.rejects(
        restore(place, "edited.zst", forgetting),
        new RegExp(`agent ${unchanged + 1}: constitutionHash`),
      );
      const { compared } = await restore(place, "sqlite.zst", forgetting);
      assert.equal(compared.block, (await world.head()).number);
      await forgetful.stop();
    });

    if (engine === "sqlite")
      it("refuses a file that another process has open, and leaves it as it was", async () => {
        const opened = await createPlace(engine);
        const { db, close } = await inspect(opened);
        await assert.rejects(restore(opened, "sqlite.zst"), /A process uses this database/);
        for (const rows of Object.values(await dumpTables(db))) assert.deepEqual(rows, []);
        await close();
      });

    it("refuses a database that holds an index already, and one that a process indexes", async () => {
      await assert.rejects(restore(place, "sqlite.zst"), /The database is not empty/);
      await assert.rejects(restore(places[engine], "sqlite.zst"), /A process uses this database/);
    });
  });
