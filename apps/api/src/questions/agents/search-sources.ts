import type { Engine } from "@agent-registry/service";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { IndexSchema } from "../../index/schema.ts";
import { toSearchWords } from "../../index/stored-values.ts";

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

/** All of the words, the last one as the beginning of a word. */
function toWordSource(words: string[], { engine, status, isByNumber }: SourceOptions): SearchSource {
  // They have letters and digits alone, nothing that ends a quotation or means anything else in a query.
  const quoted = (sign: string) => words.map((word) => sign + word + sign);
  const [number, where] =
    engine === "sqlite"
      ? [sql`agent_search.rowid`, sql`agent_search match ${`${quoted('"').join(" AND ")} *`}`]
      : [sql`agent_search.agent_id`, sql`agent_search.words @@ ${`${quoted("'").join(" & ")}:*`}::tsquery`];
  const isJoined = !isByNumber || status !== undefined;
  const from = isJoined ? sql`agent_search join agents on agents.agent_id = ${number}` : sql`agent_search`;
  return { from, number, where };
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

/** How many agents of the wanted order are looked at before a search: more if their words alone are read, by number. */
const SAMPLE = { ofWords: 10_000, ofAgents: 2_000 };
/**
 * The share of agents that match, squared, times the agents: there both ways take equally long. A walk to 501 matches took
 * about 1.5 microseconds an agent with ten million of them, and finding a match about 80, mostly to read its page.
 */
const EQUALLY_LONG = 10;

type Order = { isByNumber: boolean; inOrder: RawBuilder<unknown> };

/**
 * Whether PostgreSQL is to find all matches before it sorts, instead of walking in the wanted order until enough have
 * matched. It cannot know by itself: of the beginning of a word it takes one agent in 200 to match, and of several words
 * that they come independently of each other. SQLite keeps its full-text table in the order of numbers.
 */
export async function areMatchesRare(
  db: Kysely<IndexSchema>,
  sources: SearchSource[],
  { isByNumber, inOrder }: Order,
): Promise<boolean> {
  const [first, other] = isByNumber
    ? (["agent_search", "agents"] as const)
    : (["agents", "agent_search"] as const);
  const size = isByNumber && sources.length === 1 ? SAMPLE.ofWords : SAMPLE.ofAgents;
  const conditions = sources.map(({ where }) => sql`(${where})`);
  const { rows } = await sql<{ matches: number; agents: number }>`select count(*) as matches,
    (select max(agent_id) from agents) as agents
    from (select * from ${sql.table(first)} order by ${inOrder} limit ${size}) as ${sql.table(first)}
    left join ${sql.table(other)} using (agent_id) where ${sql.join(conditions, sql` or `)}`.execute(db);
  const share = Number(rows[0]?.matches ?? 0) / size;
  return share ** 2 * Number(rows[0]?.agents ?? 0) < EQUALLY_LONG;
}
