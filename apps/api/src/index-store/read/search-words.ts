import type { JoinedTexts } from "./joined-texts.ts";

/** More would find hardly less. */
const MAX_WORDS = 4;

type Word = {
  word: string;
  /** Whether the scope's word may go on where this one ends. */
  isBeginning: boolean;
};

/**
 * The words of a search that every match has as words of its own and that no scope of a sample holds: an index over words
 * finds them at once. The search is looked for anywhere in a scope, so its first word may be the end of a longer one, and
 * its last the beginning of one.
 */
export function findRareWords(text: string, scopes: JoinedTexts): Word[] {
  const [, ...words] = text.split(" ");
  return words
    .map((word, i) => ({ word, isBeginning: i === words.length - 1 }))
    .filter(({ word }) => word !== "" && scopes.find(word).length === 0)
    .slice(0, MAX_WORDS);
}

/** For PostgreSQL's text search: scopes that have all of the words. */
export function toTextQuery(words: Word[]): string {
  return words
    .map(({ word, isBeginning }) => `'${word.replace(/['\\]/g, "$&$&")}'${isBeginning ? ":*" : ""}`)
    .join(" & ");
}
