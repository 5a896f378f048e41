import { readdirSync, readFileSync } from "node:fs";
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
  ...readdirSync(path.join(ROOT, "docs/guides")).map((file) => `docs/guides/${file}`),
];

/** The fenced blocks of a document, in order. */
export function readBlocks(document: string): Block[] {
  const content = readFileSync(path.join(ROOT, document), "utf8");
  return [...content.matchAll(/^```(\S*)([^\n]*)\n([\s\S]*?)^```$/gm)].map(
    ([, language = "", info = "", text = ""]) => ({ language, info: info.trim(), text }),
  );
}
