import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { hintCompile } from "./hint-compile.ts";
import { runToEnd } from "./run-to-end.ts";

export const dashboardDir = fileURLToPath(new URL("..", import.meta.url));
const stampFile = join(dashboardDir, ".next", "source-hash");

/** Builds the dashboard if its sources have changed since the last build, and logs what it does. */
export async function buildDashboard({ log }: { log(line: string): void }): Promise<void> {
  const hash = hashSources(join(dashboardDir, "../.."));
  if (readStamp() === hash) {
    log("Dashboard: the build is up to date.");
    return;
  }
  log("Dashboard: building (once, about a minute) …");
  const startedAt = Date.now();
  // An interrupted build must not pass for a finished one.
  rmSync(stampFile, { force: true });
  await runNextBuild();
  hintCompile(join(dashboardDir, ".next", "static", "chunks"));
  writeFileSync(stampFile, hash);
  log(`Dashboard: built in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

function readStamp(): string | undefined {
  try {
    return readFileSync(stampFile, "utf8");
  } catch {
    return undefined;
  }
}

async function runNextBuild(): Promise<void> {
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  // Read by the running server; set while building, it could end up in the build.
  delete env.NEXT_PUBLIC_API_URL;
  // Not at the start of this file: an image has what a build runs with, and not what makes one.
  const nextBin = createRequire(import.meta.url).resolve("next/dist/bin/next");
  const { code, output } = await runToEnd({ args: [nextBin, "build"], cwd: dashboardDir, env });
  // The output is shown only if the build fails: the table of routes is noise when starting.
  if (code !== 0) throw new Error(`next build failed (exit code ${code}):\n${output}`);
}

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
function hashSources(root: string): string {
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
