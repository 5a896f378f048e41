import type { Engine } from "@agent-registry/service";
import { type Kysely, sql } from "kysely";
import type { IndexSchema } from "../schema.ts";
import { type JoinedTexts, joinTexts } from "./joined-texts.ts";

const SIZE = 1_000;
/** Longer scopes are cut: what a sample takes in memory is bounded. */
const MAX_LENGTH = 500;
const MAX_AGE_MS = 60_000;

type PickedAgent = { status: number; scope: string; addresses: string };
export type Sample = {
  statuses: number[];
  /** In lower case, with a space at both ends: every word has one on each side. */
  scopes: JoinedTexts;
  /** In lower case the wallet, the creator and the Haftungsperson, written one after the other. */
  addresses: JoinedTexts;
  /** How many agents there are in all. */
  agents: number;
  /** Whether the index over the scopes knows trigrams, and in which slice of the register each agent is. */
  hasSlices: boolean;
};
export type ScopeSample = { get(): Promise<Sample> };

/**
 * Some agents picked at random, which tell how frequent a term is. They only decide how a search is carried out, never
 * what it finds, so they may be old: a search that finds them older than a minute has others picked for those after it.
 */
export function createScopeSample(
  { db, engine }: { db: Kysely<IndexSchema>; engine: Engine },
  now = () => performance.now(),
): ScopeSample {
  let sample: Promise<Sample> | undefined;
  let readAtMs = 0;

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
    return toSample(picked, { agents, hasSlices: engine === "postgres" && (await hasSlices(db)) });
  }

  return {
    get() {
      if (sample === undefined || now() - readAtMs > MAX_AGE_MS) {
        readAtMs = now();
        const next = read();
        // Nobody waits for a newer one: in a large register its agents come from all over the disk.
        sample ??= next;
        next.then(
          () => {
            sample = next;
          },
          () => {
            if (sample === next) sample = undefined;
          },
        );
      }
      return sample;
    },
  };
}

/** It does not where the server has no `pg_trgm` or no `btree_gin`. */
async function hasSlices(db: Kysely<IndexSchema>): Promise<boolean> {
  const { rows } = await sql`select from pg_index
    where indexrelid = to_regclass('agent_search_by_scope') and indnatts = 3`.execute(db);
  return rows.length > 0;
}

export function toSample(picked: PickedAgent[], register: Pick<Sample, "agents" | "hasSlices">): Sample {
  return {
    statuses: picked.map(({ status }) => status),
    scopes: joinTexts(picked.map(({ scope }) => ` ${scope} `)),
    addresses: joinTexts(picked.map(({ addresses }) => addresses)),
    ...register,
  };
}
