import type { Engine } from "@agent-registry/service";
import { type RawBuilder, sql } from "kysely";
import { chooseTrigrams, toTrigrams } from "./choose-trigrams.ts";
import type { JoinedTexts } from "./joined-texts.ts";
import type { Sample } from "./scope-sample.ts";
import { type Search, toCondition } from "./search-term.ts";
import { findRareWords, toTextQuery } from "./search-words.ts";

export type Source = {
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  /** The agent's number as the index has it, if that is not the table's. */
  number?: RawBuilder<unknown>;
};
type SourceOptions = { search: Search; engine: Engine; sample: Sample; status: number | undefined };

/** Where matches are found, each by an index of its own if there is one that serves the term. */
export function toSources({ search, engine, sample, status }: SourceOptions): Source[] {
  const from = sql`agents`;
  // With the sign SQLite does not take the index by status instead of the one that serves the term.
  const sign = sql.raw(engine === "sqlite" && search.isIndexed ? "+" : "");
  const ofStatus = status === undefined ? sql`true` : sql`${sign}agents.status = ${status}`;
  const toSource = (source: Source): Source => ({ ...source, where: sql`${source.where} and ${ofStatus}` });
  if (!search.isIndexed) return [toSource({ from, where: toCondition(search, engine) })];
  const toScopeSource = engine === "postgres" ? toIndexedSource : toFullTextSource;
  const sources = [toScopeSource(search.text, sample.scopes)];
  if (search.agentId !== undefined) sources.push({ from, where: sql`agents.agent_id = ${search.agentId}` });
  if (search.addressStart !== undefined) {
    const isWithin = (column: string) =>
      sql`lower(${sql.ref(column)}) >= ${search.addressStart} and lower(${sql.ref(column)}) < ${`${search.addressStart}g`}`;
    for (const column of ["creator", "haftungsperson"]) sources.push({ from, where: isWithin(column) });
    // The conditions are those of the two indexes by wallet, each of which knows half of the records.
    for (const isReleased of [0, 1])
      sources.push({
        from,
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

/** An index finds rare words or trigrams; the text as a whole is looked for in what it finds, out of the index's sight. */
function toIndexedSource(text: string, scopes: JoinedTexts): Source {
  const words = findRareWords(text, scopes);
  const isLikely = words.length > 0 ? holdsWords(toTextQuery(words)) : holdsTrigrams(text, scopes);
  return { from: sql`agents`, where: sql`${isLikely} and strpos(lower(operational_scope), ${text}) > 0` };
}

/** The expression is that of the index over the words. */
function holdsWords(textQuery: string): RawBuilder<unknown> {
  return sql`array_to_tsvector(array_remove(string_to_array(lower(operational_scope), ' '), ''))
    @@ ${textQuery}::tsquery`;
}

function holdsTrigrams(text: string, scopes: JoinedTexts): RawBuilder<unknown> {
  const known = toTrigrams(text)
    .filter((trigram) => GIVES_TRIGRAM.test(trigram))
    .map((trigram) => (BEGINS_WORD.test(trigram) ? trigram.slice(1) : trigram));
  const trigrams = chooseTrigrams(known, { sample: scopes, costOfEntry: COST_OF_ENTRY.postgres });
  const parts = trigrams.length > 0 ? trigrams : [text];
  return sql.join(
    parts.map((part) => sql`lower(operational_scope) like ${toPattern(part)} escape '\\'`),
    sql` and `,
  );
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
