import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Everything that a build depends on, below the repository's root. */
const SOURCES = [
  "apps/dashboard/src",
  "apps/dashboard/next.config.ts",
  "apps/dashboard/postcss.config.mjs",
  "apps/dashboard/package.json",
  "apps/dashboard/scripts/hint-compile.ts",
  "packages/protocol/src",
  "package-lock.json",
];

/** Changes when, and only when, the sources of the dashboard's build change. */
export function hashSources(root: string): string {
  const hash = createHash("sha256");
  for (const path of SOURCES.flatMap((source) => listFiles(join(root, source)))) {
    if (/\.test\.tsx?$/.test(path)) continue;
    hash.update(relative(root, path)).update("\0").update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}

function listFiles(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => listFiles(join(path, entry.name)));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return [path];
    throw error;
  }
}
