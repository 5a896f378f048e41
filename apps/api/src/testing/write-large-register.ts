import { createCounters } from "../index/apply/counters.ts";
import { COUNTER_TABLES, type Row, TABLES, type TableName } from "../index/schema.ts";
import { columnsOf, type SnapshotTable, type ValueRow } from "../snapshots/format.ts";
import { withRestoreTarget } from "../snapshots/restore/restore-snapshot.ts";
import { createLargeRegister } from "./large-register.ts";

const CHUNK = 5_000;
const ACTIVE = 0;

type Options = {
  dataDir: string;
  databaseUrl?: string | undefined;
  chainId: number;
  registryAddress: string;
  register: Parameters<typeof createLargeRegister>[0];
};

/** Fills an empty index by the way a snapshot is restored. An index at the same chain can go on from it. */
export async function writeLargeRegister({
  register: options,
  chainId,
  registryAddress,
  ...database
}: Options) {
  const register = createLargeRegister(options);
  await withRestoreTarget({ database }, async (target) => {
    async function insert<T extends SnapshotTable>(
      table: T,
      count: number,
      toRow: (index: number) => Row<T>,
    ) {
      const toValues = createToValues(table);
      for (let start = 0; start < count; start += CHUNK) {
        const length = Math.min(CHUNK, count - start);
        await target.insert(
          table,
          Array.from({ length }, (_, index) => toValues(toRow(start + index))),
        );
      }
    }
    const counters = createCounters();
    await insert("agents", register.agents, (index) => {
      const agent = register.toAgent(index + 1);
      counters.countStatus(agent.status, 1);
      counters.countGeneration(agent.generation, 1);
      if (agent.status === ACTIVE) counters.countAttestation(agent.last_attestation, 1);
      for (const report of register.toReports(agent.agent_id))
        counters.countRevenue({ ...report, ...agent }, 1);
      return agent;
    });
    await insert("filings", register.filings, (index) => register.toFiling(index + 1));
    for (const table of COUNTER_TABLES) {
      const { rows } = counters.settle(table, [], TABLES[table].key);
      await insert(table, rows.length, (index) => rows[index] as Row<typeof table>);
    }
    await target.complete({
      chainId,
      registryAddress,
      genesisHash: options.toBlockHash(0),
      startBlock: 1,
      block: register.last,
      lastSequence: register.filings,
      lastAgentId: register.agents,
    });
    await target.commit();
  });
  return register;
}

function createToValues<T extends TableName>(table: T): (row: Row<T>) => ValueRow {
  const columns = columnsOf(table) as (keyof Row<T>)[];
  return (row) => columns.map((column) => row[column] as ValueRow[number]);
}
