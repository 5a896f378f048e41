import { stripVTControlCharacters } from "node:util";

export type Counts = { passed: number; failed: number };

/** The closing lines of our test runners; a step that prints none of these has run no tests. */
const CLOSING_LINES: { passed: RegExp; failed: RegExp }[] = [
  { passed: /^ℹ pass (\d+)$/gm, failed: /^ℹ (?:fail|cancelled) (\d+)$/gm }, // node:test
  { passed: /^\s*(\d+) passing/gm, failed: /^\s*(\d+) failing/gm }, // Hardhat
  { passed: /^\s*(\d+) passed/gm, failed: /^\s*(\d+) failed/gm }, // Playwright
];

/** Adds up what the runners said at their ends. */
export function countResults(output: string): Counts {
  const plain = stripVTControlCharacters(output);
  const sum = (pattern: RegExp) =>
    [...plain.matchAll(pattern)].reduce((total, match) => total + Number(match[1]), 0);
  return {
    passed: CLOSING_LINES.reduce((total, { passed }) => total + sum(passed), 0),
    failed: CLOSING_LINES.reduce((total, { failed }) => total + sum(failed), 0),
  };
}
