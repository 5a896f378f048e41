import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** A fenced block of a document: its language, what stands behind that, and its text. */
export type Block = { language: string; info: string; text: string };

/** The documents with commands or programs to try. */
export const DOCUMENTS = [
  "README.md",
  "examples/provider/README.md",
  "examples/shop/README.md",
  "packages/cli/README.md",
  "packages/sdk/README.md",
  ...globSync("docs/guides/**/*.md", { cwd: ROOT }).sort(),
];

/** A guide, and its further pages in the order of the table that it begins with. */
export function findPages(guide: string): string[] {
  const rows = readFileSync(path.join(ROOT, guide), "utf8").matchAll(/^\| \[[^\]]+\]\(([\w/-]+\.md)\) \|/gm);
  return [guide, ...Array.from(rows, ([, page = ""]) => path.posix.join(path.posix.dirname(guide), page))];
}

/** The fenced blocks of a document, in order. */
export function readBlocks(document: string): Block[] {
  const content = readFileSync(path.join(ROOT, document), "utf8");
  return [...content.matchAll(/^```(\S*)([^\n]*)\n([\s\S]*?)^```$/gm)].map(
    ([, language = "", info = "", text = ""]) => ({ language, info: info.trim(), text }),
  );
}
