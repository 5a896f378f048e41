import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** Installs with npm into an empty project what `npm run pack` makes of `packages/<name>`, as its users do. */
export function installPacked({
  name,
  project,
  pinned = {},
  beside = {},
}: {
  name: "sdk" | "cli";
  project: string;
  /** The versions of the package's dependencies to install, if later ones are not tested. */
  pinned?: Record<string, string>;
  /** The project's own dependencies, with versions. */
  beside?: Record<string, string>;
}): void {
  const packed = mkdtempSync(path.join(tmpdir(), "packed-"));
  try {
    // `npm test` sets variables that make npm install into the workspace instead of the project.
    const isOurs = (name: string) =>
      /^npm_(package|lifecycle|config_(local_prefix|prefix|global_prefix))/.test(name);
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOurs(name)));
    const run = (command: string, args: string[], cwd: string) =>
      execFileSync(command, args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    run(process.execPath, ["scripts/pack.ts", "--out", packed], ROOT);
    const [tarball = ""] = globSync(`agent-registry-${name}-*.tgz`, { cwd: packed });
    const manifest = { private: true, type: "module", overrides: pinned };
    writeFileSync(path.join(project, "package.json"), JSON.stringify(manifest));
    const versions = Object.entries(beside).map(([name, version]) => `${name}@${version}`);
    // Setting up the workspace has put most of it into npm's cache.
    const options = ["--prefer-offline", "--no-audit", "--no-fund"];
    run("npm", ["install", ...options, path.join(packed, tarball), ...versions], project);
  } catch (error) {
    const message = "npm could not install the package; it needs its package registry, as set-up does.";
    throw new Error(message, { cause: error });
  } finally {
    rmSync(packed, { recursive: true });
  }
}
