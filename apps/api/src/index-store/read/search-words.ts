import type { JoinedTexts } from "./joined-texts.ts";

/** More would find hardly less. */
const MAX_WORDS = 4;
/** One scope of a sample may hold a rare word by chance. */
const MAX_SEEN = 1;

type Word = {
  word: string;
  /** Whether the scope's word may go on where this one ends. */
  isBeginning: boolean;
  /** How many scopes of the sample have it. */
  seen: number;
};

/**
 * The words of a search that every match has as words of its own and that hardly any scope of a sample has: an index over
 * words finds them at once. The search is looked for anywhere in a scope, so its first word may be the end of a longer one,
 * and its last the beginning of one.
 */
export function findRareWords(text: string, scopes: JoinedTexts): Word[] {
  const [, ...words] = text.split(" ");
  return words
    .map((word, i) => {
      const isBeginning = i === words.length - 1;
      return { word, isBeginning, seen: scopes.find(isBeginning ? ` ${word}` : ` ${word} `).length };
    })
    .filter(({ word, seen }) => word !== "" && seen <= MAX_SEEN)
    .slice(0, MAX_WORDS);
}

/** What a text is apart from these words: pieces between them, with the spaces beside them. */
export function leaveOutWords(text: string, words: Word[]): string[] {
  const leftOut = new Set(words.map(({ word }) => word));
  // No text holds a NUL.
  return text
    .split(" ")
    .map((word) => (leftOut.has(word) ? "\0" : word))
    .join(" ")
    .split("\0");
}

/** For PostgreSQL's text search: scopes that have all of the words. */
export function toTextQuery(words: Word[]): string {
  return words
    .map(({ word, isBeginning }) => `'${word.replace(/['\\]/g, "$&$&")}'${isBeginning ? ":*" : ""}`)
    .join(" & ");
}
