import type { PersonRole } from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import {
  ATTESTATION_WIDTHS,
  fromStoredAmount,
  timelineStarts,
  toCategoryKind,
  toStoredAmount,
} from "../counter-keys.ts";
import { COUNTER_TABLES, type IndexSchema, type Row, TABLES } from "../schema.ts";
import { toStoredText } from "../stored-values.ts";
import type { LeaderSession, RowKey } from "./leader-session.ts";

export type CounterTable = (typeof COUNTER_TABLES)[number];

type AnyCounterRow = { [T in CounterTable]: Row<T> }[CounterTable];
/** How a row changes, and its key. */
type Pending = { key: Record<string, string | number>; agents: number; amount: bigint; reports: number };

type Report = { agentId: number; amount: number; currency: string; category: string; timestamp: number };
/** Of the agent when it reported. */
type People = Record<PersonRole, string>;
type Handover = { agentId: number; from: string; to: string };

type Counters = ReturnType<typeof createCounters>;

/**
 * Collects how the stored counts change while events are applied (`direction` 1) or taken back (-1). Rows are
 * read when all is collected, so that each touched row is read and written once.
 */
export function createCounters() {
  const pending: Record<CounterTable, Map<string | number, Pending>> = {
    agent_counts: new Map(),
    attestation_counts: new Map(),
    revenue_totals: new Map(),
    revenue_periods: new Map(),
    agent_revenue: new Map(),
    person_revenue: new Map(),
  };
  const handovers: Handover[] = [];

  /** `id` stands for the key within its table, in a form that is cheap to make and compare. */
  function at(table: CounterTable, id: string | number, toKey: () => Pending["key"]): Pending {
    let entry = pending[table].get(id);
    if (entry === undefined) {
      entry = { key: toKey(), agents: 0, amount: 0n, reports: 0 };
      pending[table].set(id, entry);
    }
    return entry;
  }

  function atName(table: "agent_counts" | "revenue_totals", kind: string, name: string): Pending {
    // Stored text never holds NUL, so no two pairs give the same id.
    return at(table, `${kind}\0${name}`, () => ({ kind, name }));
  }

  function atPerson(role: PersonRole, named: string, currency: string): Pending {
    const person = named.toLowerCase();
    return at("person_revenue", `${role} ${person} ${currency}`, () => ({ role, person, currency }));
  }

  /** What an agent has reported counts for the one who answers for it now. */
  function moveRevenue(
    { from, to }: Handover,
    { currency, amount, reports }: { currency: string; amount: bigint; reports: number },
  ): void {
    const [before, after] = [
      atPerson("haftungsperson", from, currency),
      atPerson("haftungsperson", to, currency),
    ];
    before.amount -= amount;
    before.reports -= reports;
    after.amount += amount;
    after.reports += reports;
  }

  return {
    countStatus(status: number, direction: number): void {
      atName("agent_counts", "status", String(status)).agents += direction;
    },

    countGeneration(generation: number, direction: number): void {
      atName("agent_counts", "generation", String(generation)).agents += direction;
    },

    /** Only Active agents are counted here. */
    countAttestation(lastAttestation: number, direction: number): void {
      for (const [level, width] of ATTESTATION_WIDTHS.entries()) {
        const start = lastAttestation - (lastAttestation % width);
        // Stryker disable next-line ArithmeticOperator: The ids only have to differ from each other, and do so either way.
        const id = start * ATTESTATION_WIDTHS.length + level;
        at("attestation_counts", id, () => ({ width, start })).agents += direction;
      }
    },

    countRevenue(report: Report & People, direction: number): void {
      const [currency, category] = [toStoredText(report.currency), toStoredText(report.category)];
      const { agentId } = report;
      const entries = [
        atName("revenue_totals", "currency", currency),
        atName("revenue_totals", "category", category),
        atName("revenue_totals", toCategoryKind(currency), category),
        at("agent_revenue", `${agentId} ${currency}`, () => ({ agent_id: agentId, currency })),
        atPerson("creator", report.creator, currency),
        atPerson("haftungsperson", report.haftungsperson, currency),
      ];
      for (const [period, start] of timelineStarts(report.timestamp)) {
        const toKey = () => ({ period, start, currency });
        entries.push(at("revenue_periods", `${period} ${start} ${currency}`, toKey));
      }
      // Stryker disable next-line ArithmeticOperator: The direction is 1 or -1.
      const amount = BigInt(report.amount * direction);
      for (const entry of entries) {
        entry.amount += amount;
        entry.reports += direction;
      }
    },

    /** Call `countStoredOfHandovers` before settling, too. */
    countHandover(handover: Handover): void {
      handovers.push(handover);
      for (const { key, amount, reports } of pending.agent_revenue.values())
        if (key.agent_id === handover.agentId)
          moveRevenue(handover, { currency: String(key.currency), amount, reports });
    },

    handedOver: () => [...new Set(handovers.map(({ agentId }) => agentId))],

    /** Given what these agents had reported before any of this change. */
    countStoredOfHandovers(stored: Row<"agent_revenue">[]): void {
      for (const handover of handovers)
        for (const { agent_id, currency, amount, reports } of stored)
          if (agent_id === handover.agentId)
            moveRevenue(handover, { currency, amount: fromStoredAmount(amount), reports });
    },

    /** The keys of the rows to read. */
    keysOf(table: CounterTable): Pending["key"][] {
      return Array.from(pending[table].values(), (entry) => entry.key);
    },

    /** The rows after the change, and the keys of those whose count is 0, which may not have been there before. */
    settle<T extends CounterTable>(table: T, stored: Row<T>[], keyColumns: readonly string[]) {
      const before = new Map<string, AnyCounterRow>();
      for (const row of stored as AnyCounterRow[]) before.set(rowId(row, keyColumns), row);
      const rows: Row<T>[] = [];
      const empty: Pending["key"][] = [];
      for (const entry of pending[table].values()) {
        const old = before.get(rowId(entry.key, keyColumns));
        const row = settleRow(table, entry, old);
        if (row !== null) rows.push(row as Row<T>);
        else empty.push(entry.key);
      }
      return { rows, empty };
    },
  };
}

function settleRow(
  table: CounterTable,
  entry: Pending,
  old: AnyCounterRow | undefined,
): AnyCounterRow | null {
  if (table === "agent_counts" || table === "attestation_counts") {
    const agents = (old !== undefined && "agents" in old ? old.agents : 0) + entry.agents;
    return agents === 0 ? null : ({ ...entry.key, agents } as AnyCounterRow);
  }
  const [reportsBefore, amountBefore] =
    old !== undefined && "reports" in old ? [old.reports, fromStoredAmount(old.amount)] : [0, 0n];
  const reports = reportsBefore + entry.reports;
  if (reports === 0) return null;
  const amount = toStoredAmount(amountBefore + entry.amount);
  return { ...entry.key, amount, reports } as AnyCounterRow;
}

function rowId(row: object, keyColumns: readonly string[]): string {
  return keyColumns.map((column) => (row as Record<string, unknown>)[column]).join("\0");
}

/** The rows of a table after a change, and the keys of those that it no longer has. */
export type SettledCounter = { table: CounterTable; rows: Row<CounterTable>[]; empty: RowKey[] };

/** How a change leaves the stored counts; nothing is written yet. */
export async function settleCounters(options: {
  load: LeaderSession["load"];
  db: Kysely<IndexSchema>;
  counters: Counters;
}): Promise<SettledCounter[]> {
  const { load, db, counters } = options;
  // One by one, since handovers are few.
  for (const agentId of counters.handedOver()) {
    const stored = db.selectFrom("agent_revenue").selectAll().where("agent_id", "=", agentId);
    counters.countStoredOfHandovers(await stored.execute());
  }
  const settled: SettledCounter[] = [];
  for (const table of COUNTER_TABLES) {
    const columns = Object.keys(TABLES[table].columns) as (keyof Row<typeof table>)[];
    const stored = (await load(table, counters.keysOf(table), columns)) as Row<typeof table>[];
    settled.push({ table, ...counters.settle(table, stored, TABLES[table].key) });
  }
  return settled;
}
