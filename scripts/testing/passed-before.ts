import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { listFiles } from "./test-files.ts";

const FOLDER = "node_modules/.cache/passed-steps";

/** Remembers with which contents of the files that a step depends on it has passed. */
export function createPassedBefore({ name, files }: { name: string; files: readonly string[] }) {
  const stampFile = path.join(FOLDER, name.replaceAll(/\W+/g, "-"));
  const hash = createHash("sha256");
  for (const file of listFiles({ files })) hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  const contents = hash.digest("hex");
  return {
    isSame(): boolean {
      try {
        return readFileSync(stampFile, "utf8") === contents;
      } catch {
        return false;
      }
    },
    remember(): void {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(stampFile, contents);
    },
  };
}
