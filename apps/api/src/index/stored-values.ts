/**
 * PostgreSQL cannot store a NUL character in a text, and an agent may put one into its scope. So NUL is
 * stored escaped, on both engines.
 */
const ESCAPE = "\u001b";

export function toStoredText(text: string): string {
  if (!text.includes("\0") && !text.includes(ESCAPE)) return text;
  return text.replaceAll(ESCAPE, `${ESCAPE}1`).replaceAll("\0", `${ESCAPE}0`);
}

export function fromStoredText(stored: string): string {
  if (!stored.includes(ESCAPE)) return stored;
  return stored.replaceAll(`${ESCAPE}0`, "\0").replaceAll(`${ESCAPE}1`, ESCAPE);
}

/** Longer words are cut, here and in what is searched: PostgreSQL refuses words of more than 2 kB. */
const MAX_LENGTH = 100;

/** Scripts that are written without spaces: each character counts as a word, so that any part of a text is found. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{Extended_Pictographic}]/gu;
/** The pictographs (emoji) are no letters. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*|\p{Extended_Pictographic}/gu;

/**
 * The words of a text in lower case. The databases are given these words, not the text: each would split and
 * lower a text in its own way, PostgreSQL by the server's locale.
 */
export function toSearchWords(text: string): string[] {
  const lowered = text.normalize("NFKC").toLowerCase().normalize("NFC").replaceAll("ς", "σ");
  const words = lowered.replace(UNSPACED, " $& ").match(WORD) ?? [];
  return words.map((word) => [...word].slice(0, MAX_LENGTH).join(""));
}

type Searched = { agent_id: number; operational_scope: string };

/** For `ADD_TO_SEARCH`: JSON, since SQLite's full-text table writes to the file after each statement. */
export function toSearchRows(agents: readonly Searched[]): string {
  return JSON.stringify(
    agents.map((agent) => [agent.agent_id, toSearchWords(fromStoredText(agent.operational_scope)).join(" ")]),
  );
}

/** Takes the words of agents' scopes into the index that searches look through. A scope never changes. */
export const ADD_TO_SEARCH = {
  sqlite: `insert or replace into agent_search (rowid, words)
    select value ->> 0, value ->> 1 from json_each(?)`,
  postgres: `insert into agent_search (agent_id, words)
    select (value ->> 0)::bigint, (value ->> 1)::tsvector from json_array_elements($1::json)
    on conflict (agent_id) do update set words = excluded.words`,
} as const;
