import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Packs a package that was built and installs it with npm into an empty project, as anybody would who
 * uses it. Returns what the tarball holds.
 */
export function installTarball({
  built,
  project,
  pinned,
  beside = {},
}: {
  built: string;
  project: string;
  /** The versions to take of what the package depends on, where it does: what became of them since is not tested. */
  pinned: Record<string, string>;
  /** What the project itself uses, with versions. */
  beside?: Record<string, string>;
}): string[] {
  const [{ filename, files }] = JSON.parse(runNpm(["pack", "--json"], built));
  const manifest = { private: true, type: "module", overrides: pinned };
  writeFileSync(path.join(project, "package.json"), JSON.stringify(manifest));
  const versions = Object.entries(beside).map(([name, version]) => `${name}@${version}`);
  // Where the workspace is installed, most of it is in npm's cache already.
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
  // Under `npm test` npm names the workspace as the place to install to, which is not what is meant here.
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
