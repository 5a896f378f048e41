import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import ts from "typescript";

export type Import = { from: string; to: string; isByPackageName: boolean };

const SOURCES = ["{apps,packages,bench,scripts,contracts,examples}/**/*.{ts,tsx,mjs}"];
const NOT_OURS = /(^|\/)(node_modules|\.next|artifacts|cache|generated)\//;

/** Every import of one of our files by another, types included; paths are relative to the project's root. */
export function readImports(): Import[] {
  const files = new Set(globSync(SOURCES).filter((file) => !NOT_OURS.test(file)));
  /** The dashboard's bundler lets imports leave out the ending. */
  const toFile = (target: string) =>
    [target, `${target}.ts`, `${target}.tsx`].find((file) => files.has(file)) ?? target;

  return [...files].flatMap((from) => {
    const resolve = createRequire(path.resolve(from)).resolve;
    return ts
      .preProcessFile(readFileSync(from, "utf8"))
      .importedFiles.map(({ fileName }) => fileName)
      .filter((name) => name.startsWith(".") || name.startsWith("@agent-registry/"))
      .map((name) => {
        const isByPackageName = !name.startsWith(".");
        const target = isByPackageName ? resolve(name) : toFile(path.join(path.dirname(from), name));
        return { from, to: path.relative(".", target), isByPackageName };
      });
  });
}
