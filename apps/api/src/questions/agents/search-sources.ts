import type { Engine } from "@agent-registry/service";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { IndexSchema } from "../../index/schema.ts";
import { toSearchWords } from "../../index/search-words.ts";

/** Where matches are found; `number` is the agent's. */
type SearchSource = {
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  number: RawBuilder<unknown>;
};

type SourceOptions = {
  engine: Engine;
  /** The only status that is wanted, if one is. */
  status: number | undefined;
  /** Whether only the numbers are wanted. If not, `agents` is among what each source is from. */
  isByNumber: boolean;
  /** Whether so few agents have the words that all of them are looked up before they are sorted. */
  areWordsRare: boolean;
};

/** Each has an index of its own. None if the text holds nothing that could be found. */
export function toSearchSources(search: string, options: SourceOptions): SearchSource[] {
  const text = search.trim();
  const sources: SearchSource[] = [];
  const words = toSearchWords(text);
  if (words.length > 0) sources.push(toWordSource(words, options));
  // Digits alone mean the agent of that number, not an address.
  const isNumber = /^\d{1,15}$/.test(text);
  if (isNumber) sources.push(ofAgents(sql`agents.agent_id = ${Number(text)}`));
  const address = /^(?:0x([\da-f]*)|([\da-f]{6,}))$/i.exec(text);
  if (!isNumber && address !== null)
    sources.push(...toAddressSources(`0x${address[1] ?? address[2]}`.toLowerCase()));
  const { status, engine } = options;
  if (status === undefined) return sources;
  // With the sign SQLite does not take the index by status instead of the one that serves the text.
  const column = sql.raw(engine === "sqlite" ? "+agents.status" : "agents.status");
  return sources.map((source) => ({ ...source, where: sql`${source.where} and ${column} = ${status}` }));
}

function ofAgents(where: RawBuilder<unknown>): SearchSource {
  return { from: sql`agents`, number: sql`agents.agent_id`, where };
}

function toWordSource(words: string[], options: SourceOptions): SearchSource {
  const { engine, status, isByNumber, areWordsRare } = options;
  const number = engine === "sqlite" ? sql`agent_search.rowid` : sql`agent_search.agent_id`;
  const hasWords = toWordCondition(words, engine);
  // PostgreSQL plans what has an offset by itself, and so by the index of words.
  const [matches, where] = areWordsRare
    ? [sql`(select agent_id from agent_search where ${hasWords} offset 0) as agent_search`, sql`true`]
    : [sql`agent_search`, hasWords];
  const isJoined = !isByNumber || status !== undefined;
  return {
    from: isJoined ? sql`${matches} join agents on agents.agent_id = ${number}` : matches,
    number,
    where,
  };
}

/** All of the words, the last one as the beginning of a word. */
function toWordCondition(words: string[], engine: Engine): RawBuilder<unknown> {
  // They have letters and digits alone, nothing that ends a quotation or means anything else in a query.
  const quoted = (sign: string) => words.map((word) => sign + word + sign);
  return engine === "sqlite"
    ? sql`agent_search match ${`${quoted('"').join(" AND ")} *`}`
    : sql`agent_search.words @@ ${`${quoted("'").join(" & ")}:*`}::tsquery`;
}

/** The first agents in the wanted order, and how many of them must match if a walk in that order is to find enough soon. */
const SAMPLE = { agents: 10_000, matches: 25 };

/**
 * Whether PostgreSQL is to look up the words before it sorts. It cannot know by itself: of the beginning of a word it takes
 * one in 200 agents to match, and of several words that they come independently of each other. If that is wrong, it
 * would walk over the whole register. SQLite keeps its full-text table in the order of numbers.
 */
export async function areWordsRare(
  db: Kysely<IndexSchema>,
  {
    search,
    status,
    ordered,
  }: Pick<SourceOptions, "status"> & { search: string; ordered: RawBuilder<unknown> },
): Promise<boolean> {
  const words = toSearchWords(search);
  if (words.length === 0) return false;
  const isWanted = status === undefined ? sql`true` : sql`status = ${status}`;
  const { rows } = await sql<{ matches: number }>`select count(*) as matches
    from (select words, status from agents join agent_search using (agent_id) order by ${ordered} limit ${SAMPLE.agents})
      as agent_search
    where ${toWordCondition(words, "postgres")} and ${isWanted}`.execute(db);
  return Number(rows[0]?.matches ?? 0) < SAMPLE.matches;
}

/** By the beginning of an address. */
function toAddressSources(start: string): SearchSource[] {
  const isWithin = (column: string) =>
    sql`lower(${sql.ref(column)}) >= ${start} and lower(${sql.ref(column)}) < ${`${start}g`}`;
  return [
    ofAgents(isWithin("creator")),
    ofAgents(isWithin("haftungsperson")),
    // The conditions are those of the two indexes by wallet, each of which knows half of the records.
    ...[0, 1].map((isReleased) =>
      ofAgents(sql`wallet_released = ${sql.lit(isReleased)} and ${isWithin("agent_wallet")}`),
    ),
  ];
}
