import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Packs a built package and installs it with npm into an empty project, as its users do. Returns the
 * paths in the tarball.
 */
export function installTarball({
  built,
  project,
  pinned,
  beside = {},
}: {
  built: string;
  project: string;
  /** The versions of the package's dependencies to install: later versions are not tested. */
  pinned: Record<string, string>;
  /** The project's own dependencies, with versions. */
  beside?: Record<string, string>;
}): string[] {
  const [{ filename, files }] = JSON.parse(runNpm(["pack", "--json"], built));
  const manifest = { private: true, type: "module", overrides: pinned };
  writeFileSync(path.join(project, "package.json"), JSON.stringify(manifest));
  const versions = Object.entries(beside).map(([name, version]) => `${name}@${version}`);
  // Setting up the workspace has put most of it into npm's cache.
  const options = ["--prefer-offline", "--no-audit", "--no-fund"];
  try {
    runNpm(["install", ...options, path.join(built, filename), ...versions], project);
  } catch (error) {
    throw new Error("npm could not install the tarball; it needs its package registry, as set-up does.", {
      cause: error,
    });
  }
  return files.map((file: { path: string }) => file.path);
}

function runNpm(args: string[], cwd: string): string {
  // `npm test` sets variables that make npm install into the workspace instead of `cwd`.
  const env = Object.entries(process.env).filter(
    ([name]) => !/^npm_(package|lifecycle|config_(local_prefix|prefix|global_prefix))/.test(name),
  );
  return execFileSync("npm", args, {
    cwd,
    env: Object.fromEntries(env),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}
