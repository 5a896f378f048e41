import type { Engine } from "@agent-registry/service";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { toStoredText } from "../stored-text.ts";

export type Search = {
  /** As it is stored, in lower case: letters outside ASCII match as they are written. */
  text: string;
  /** A search of digits alone means the agent of that number: nearly every address holds such digits. */
  agentId?: number;
  /** Addresses are searched only if the text can be a part of one. */
  isOfAddress: boolean;
  /** The text, if an address can hold it only at its beginning. */
  addressStart?: string;
  /** Whether indexes find all matches: trigrams need three characters, and addresses are indexed by their beginning. */
  isIndexed: boolean;
};

const TRIGRAM = 3;

export function parseSearch(search: string): Search {
  const given = search.trim();
  const text = toStoredText(given).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const isNumber = /^\d{1,15}$/.test(given);
  const isOfAddress = !isNumber && /^0x|^[\da-f]{6,}$/.test(text);
  // No address holds an x but in its second place.
  const isStart = isOfAddress && /^0x[\da-f]*$/.test(text);
  return {
    text,
    ...(isNumber ? { agentId: Number(given) } : {}),
    isOfAddress,
    ...(isStart ? { addressStart: text } : {}),
    isIndexed: [...text].length >= TRIGRAM && (isStart || !isOfAddress || text.startsWith("0x")),
  };
}

/** The whole condition, for any row. */
export function toCondition({ text, agentId, isOfAddress }: Search, engine: Engine): RawBuilder<SqlBool> {
  const columns = [
    "operational_scope",
    ...(isOfAddress ? (["agent_wallet", "creator", "haftungsperson"] as const) : []),
  ];
  const find = sql.raw(engine === "postgres" ? "strpos" : "instr");
  const parts = columns.map((column) => sql`${find}(lower(${sql.ref(column)}), ${text}) > 0`);
  if (agentId !== undefined) parts.push(sql`agent_id = ${agentId}`);
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
}
