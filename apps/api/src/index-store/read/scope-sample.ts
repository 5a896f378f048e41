import { type Kysely, sql } from "kysely";
import type { IndexSchema } from "../schema.ts";

const SIZE = 1_000;
/** Longer scopes are cut: what a sample takes in memory is bounded. */
const MAX_LENGTH = 500;
const MAX_AGE_MS = 60_000;

export type PickedAgent = {
  status: number;
  /** In lower case, as are the wallet, the creator and the Haftungsperson, written one after the other. */
  scope: string;
  addresses: string;
};
export type Sample = {
  picked: PickedAgent[];
  /** How many there are in all. */
  agents: number;
};
export type ScopeSample = { get(): Promise<Sample> };

/**
 * Some agents picked at random, which tell how frequent a term is. They only decide how a search is carried out, never
 * what it finds, so they may be a minute old.
 */
export function createScopeSample(db: Kysely<IndexSchema>, now = () => performance.now()): ScopeSample {
  let sample: Sample = { picked: [], agents: 0 };
  let readAtMs = Number.NEGATIVE_INFINITY;

  async function read(): Promise<Sample> {
    const { last } = await db
      .selectFrom("agents")
      .select((eb) => eb.fn.max("agent_id").as("last"))
      .executeTakeFirstOrThrow();
    const agents = Number(last ?? 0);
    // Ids have no gaps. One that comes twice is read once.
    const ids = Array.from({ length: SIZE }, () => 1 + Math.floor(Math.random() * agents));
    const picked = await db
      .selectFrom("agents")
      .select([
        sql<string>`substr(lower(operational_scope), 1, ${sql.lit(MAX_LENGTH)})`.as("scope"),
        sql<string>`lower(agent_wallet || ' ' || creator || ' ' || haftungsperson)`.as("addresses"),
        "status",
      ])
      .where("agent_id", "in", ids)
      .execute();
    return { picked, agents };
  }

  return {
    async get() {
      if (now() - readAtMs > MAX_AGE_MS) {
        sample = await read();
        readAtMs = now();
      }
      return sample;
    },
  };
}
