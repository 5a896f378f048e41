import { type RawBuilder, type SqlBool, sql } from "kysely";
import { toStoredText } from "../stored-text.ts";

export type Search = {
  /** As it is stored, in lower case: letters outside ASCII match as they are written. */
  text: string;
  /** The longest words of the text: a trigram index finds them sooner than all of it, since they are rarer. */
  words: string[];
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
const MAX_WORDS = 2;

export function parseSearch(search: string): Search {
  const given = search.trim();
  const text = toStoredText(given).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const isNumber = /^\d{1,15}$/.test(given);
  const isOfAddress = !isNumber && /^0x|^[\da-f]{6,}$/.test(text);
  // No address holds an x but in its second place.
  const isStart = isOfAddress && /^0x[\da-f]*$/.test(text);
  return {
    text,
    words: toWords(text),
    ...(isNumber ? { agentId: Number(given) } : {}),
    isOfAddress,
    ...(isStart ? { addressStart: text } : {}),
    isIndexed: [...text].length >= TRIGRAM && (isStart || !isOfAddress || text.startsWith("0x")),
  };
}

function toWords(text: string): string[] {
  const isLongEnough = (word: string) => [...word].length >= TRIGRAM;
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(isLongEnough);
  if (words.length === 0) return [text];
  return words.toSorted((a, b) => b.length - a.length).slice(0, MAX_WORDS);
}

/** For `like`: the text anywhere. */
export function toPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

/** The whole condition, for any row. */
export function toCondition({ text, agentId, isOfAddress }: Search): RawBuilder<SqlBool> {
  const columns = [
    "operational_scope",
    ...(isOfAddress ? (["agent_wallet", "creator", "haftungsperson"] as const) : []),
  ];
  const parts = columns.map((column) => sql`lower(${sql.ref(column)}) like ${toPattern(text)} escape '\\'`);
  if (agentId !== undefined) parts.push(sql`agent_id = ${agentId}`);
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
}
