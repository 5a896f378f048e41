import type { Engine } from "@agent-registry/service";
import { type RawBuilder, sql } from "kysely";
import { chooseTrigrams, toShare, toTrigrams } from "./choose-trigrams.ts";
import type { JoinedTexts } from "./joined-texts.ts";
import type { Sample } from "./scope-sample.ts";
import { type Search, toCondition } from "./search-term.ts";
import { findRareWords, leaveOutWords, toTextQuery } from "./search-words.ts";

export type Source = {
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  /** The agent's number as the index has it. */
  number: RawBuilder<unknown>;
};
type SourceOptions = {
  search: Search;
  engine: Engine;
  sample: Sample;
  status: number | undefined;
  /** Whether only the numbers are wanted. If not, `agents` is among what each source is from. */
  isByNumber: boolean;
};

/** Where matches are found, each by an index of its own if there is one that serves the term. */
export function toSources({ search, engine, sample, status, isByNumber }: SourceOptions): Source[] {
  const ofAgents = { from: sql`agents`, number: sql`agents.agent_id` };
  // With the sign SQLite does not take the index by status instead of the one that serves the term.
  const sign = sql.raw(engine === "sqlite" && search.isIndexed ? "+" : "");
  const ofStatus = status === undefined ? sql`true` : sql`${sign}agents.status = ${status}`;
  const toSource = (source: Source): Source => ({ ...source, where: sql`${source.where} and ${ofStatus}` });
  if (!search.isIndexed) return [toSource({ ...ofAgents, where: toCondition(search, engine) })];
  const sources = [
    engine === "sqlite"
      ? toFullTextSource(search.text, sample.scopes)
      : toIndexedSource(search.text, sample.scopes, { isJoined: !isByNumber || status !== undefined }),
  ];
  if (search.agentId !== undefined)
    sources.push({ ...ofAgents, where: sql`agents.agent_id = ${search.agentId}` });
  if (search.addressStart !== undefined) {
    const isWithin = (column: string) =>
      sql`lower(${sql.ref(column)}) >= ${search.addressStart} and lower(${sql.ref(column)}) < ${`${search.addressStart}g`}`;
    for (const column of ["creator", "haftungsperson"])
      sources.push({ ...ofAgents, where: isWithin(column) });
    // The conditions are those of the two indexes by wallet, each of which knows half of the records.
    for (const isReleased of [0, 1])
      sources.push({
        ...ofAgents,
        where: sql`wallet_released = ${sql.lit(isReleased)} and ${isWithin("agent_wallet")}`,
      });
  }
  return sources.map(toSource);
}

/**
 * PostgreSQL's trigrams are of letters and digits, with spaces where a word begins or ends: these three characters give
 * one. Which characters outside ASCII are letters depends on its locale.
 */
const GIVES_TRIGRAM = /^[ -~]*$(?<=[a-z\d]{3}|[^a-z\d][a-z\d].?|[a-z\d]{2}[^a-z\d])/;

/** Of three characters the middle one of which ends a word, the index knows only that a word begins with the last one. */
const BEGINS_WORD = /^.[^a-z\d][a-z\d]$/;

/**
 * Measured at a million agents with SQLite, everything in memory. At ten million with PostgreSQL it was 0.007 in memory;
 * but such a register need not fit, and an agent read from the disk takes as long as thousands of entries.
 */
const COST_OF_ENTRY: Record<Engine, number> = { sqlite: 0.05, postgres: 0.001 };

/**
 * The agents of matches are read one by one, by their numbers: PostgreSQL expects so many matches that it would read all
 * agents instead.
 */
const WITH_AGENTS = sql`agent_search cross join lateral
  (select * from agents where agents.agent_id = agent_search.agent_id offset 0) as agents`;

/** The index finds rare words or trigrams; the text as a whole is looked for in what it finds, out of the index's sight. */
function toIndexedSource(text: string, scopes: JoinedTexts, { isJoined }: { isJoined: boolean }): Source {
  const conditions = [...toIndexConditions(text, scopes), sql`strpos(scope, ${text}) > 0`];
  return {
    from: isJoined ? WITH_AGENTS : sql`agent_search`,
    number: sql`agent_search.agent_id`,
    where: sql.join(conditions, sql` and `),
  };
}

function toIndexConditions(text: string, scopes: JoinedTexts): RawBuilder<unknown>[] {
  const costOfEntry = COST_OF_ENTRY.postgres;
  const words = findRareWords(text, scopes);
  if (words.length === 0) {
    const trigrams = chooseKnownTrigrams([text], { sample: scopes, costOfEntry });
    return (trigrams.length > 0 ? trigrams : [text]).map(holdsPart);
  }
  const seen = Math.min(...words.map((word) => word.seen));
  // A word that the sample has may be in thousands of scopes, so the rest of the text is looked for, too.
  const foundOtherwise = toShare(seen, scopes);
  const rest = seen === 0 ? [] : leaveOutWords(text, words);
  const trigrams = chooseKnownTrigrams(rest, { sample: scopes, costOfEntry, foundOtherwise });
  return [holdsWords(toTextQuery(words)), ...trigrams.map(holdsPart)];
}

/** The expression is that of the index. */
function holdsWords(textQuery: string): RawBuilder<unknown> {
  return sql`array_to_tsvector(array_remove(string_to_array(scope, ' '), '')) @@ ${textQuery}::tsquery`;
}

function holdsPart(part: string): RawBuilder<unknown> {
  return sql`scope like ${toPattern(part)} escape '\\'`;
}

function chooseKnownTrigrams(texts: string[], options: Parameters<typeof chooseTrigrams>[1]): string[] {
  const known = texts
    .flatMap(toTrigrams)
    .filter((trigram) => GIVES_TRIGRAM.test(trigram))
    .map((trigram) => (BEGINS_WORD.test(trigram) ? trigram.slice(1) : trigram));
  return chooseTrigrams(known, options);
}

/** A phrase of FTS5 matches its text exactly, quotation marks doubled. */
function toFullTextSource(text: string, scopes: JoinedTexts): Source {
  const trigrams = chooseTrigrams(toTrigrams(text), { sample: scopes, costOfEntry: COST_OF_ENTRY.sqlite });
  const phrases = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`);
  return {
    from: sql`agent_search join agents on agents.agent_id = agent_search.rowid`,
    number: sql`agent_search.rowid`,
    where: sql`agent_search match ${phrases.join(" AND ")} and instr(lower(operational_scope), ${text}) > 0`,
  };
}

/** For `like`: the text anywhere. */
function toPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
