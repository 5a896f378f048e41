import { openDatabase } from "@agent-registry/service";
import { sql } from "kysely";
import { type Address, numberToHex } from "viem";
import { readAtBlock } from "../index/at-block.ts";
import { toStoredAmount } from "../index/counter-keys.ts";
import { migrations } from "../index/migrations.ts";
import { openAskedIndex } from "../index/read/open-asked-index.ts";
import type { IndexSchema, Row } from "../index/schema.ts";
import { type PersonQuery, readPerson } from "../questions/people/read-person.ts";
import { createVouching } from "../reconcile/doubts.ts";
import { createInserter, toWallet, writeRegister } from "./write-register.ts";

const PERSON = numberToHex(0xab, { size: 20 });
const HERMIT = numberToHex(0xac, { size: 20 });
const CURRENCIES = 30;

type BenchOptions = {
  dataDir: string;
  databaseUrl?: string | undefined;
  agents: number;
  /** This many of them, spread over the register, name one person in both roles. */
  named: number;
};

/** A register of which many agents name one person, and one names another, straight into the index's tables. */
export async function openBenchPerson(options: BenchOptions) {
  const { dataDir, databaseUrl, agents, named } = options;
  await writeRegister(options);
  const database = await openDatabase<IndexSchema>({ ...options, fileName: "index.sqlite", migrations });
  const step = sql.lit(Math.floor(agents / named));
  const name = (person: string) => sql`update agents set creator = ${person}, haftungsperson = ${person}`;
  await sql`${name(PERSON)}, status = (agent_id / ${step}) % 4, consents = (agent_id / ${step}) % 8
    where agent_id % ${step} = 0`.execute(database.db);
  await sql`${name(HERMIT)} where agent_id = 1`.execute(database.db);
  await createInserter(database)("person_revenue", toRevenue());
  // PostgreSQL does so by itself, but not at once.
  if (databaseUrl !== undefined) await sql`vacuum analyze`.execute(database.db);
  const file = `${dataDir}/index.sqlite`;
  const index = openAskedIndex({ file, databaseUrl, vouching: createVouching([]) });
  const attestedSince = Math.floor(Date.now() / 1000) - 7 * 86_400;
  return {
    people: { many: PERSON, one: HERMIT },
    findOne: async (agentId: number) => (await index.lookUps.walletEntry(toWallet(agentId) as Address)).found,
    getPerson: (query: Omit<PersonQuery, "attestedSince">) =>
      readAtBlock(index.open, "slow", (at) => readPerson(at, { ...query, attestedSince })),
    async close(): Promise<void> {
      await index.close();
      await database.close();
    },
  };
}

function toRevenue(): Row<"person_revenue">[] {
  const sums = Array.from({ length: CURRENCIES }, (_, i) => ({
    currency: `C${i}`,
    amount: toStoredAmount(BigInt(i) * 10n ** 18n),
    reports: i + 1,
  }));
  return ["creator", "haftungsperson"].flatMap((role) =>
    sums.map((row) => ({ role, person: PERSON, ...row })),
  );
}
