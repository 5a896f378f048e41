import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { withoutNpmSettings } from "../setup.mjs";

export const NODE_PACKAGE = `node-${process.platform}-${process.arch}`;

/** The oldest Node that the README promises to start from, in a folder of its own until it is removed. */
export function installOldestNode(): { nodePath: string; remove: () => void } {
  const place = mkdtempSync(path.join(tmpdir(), "agent-registry-old-node-"));
  writeFileSync(path.join(place, "package.json"), "{}");
  const args = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", `${NODE_PACKAGE}@18`];
  const env = withoutNpmSettings(process.env);
  execFileSync("npm", ["install", ...args], { cwd: place, env, stdio: ["ignore", "ignore", "pipe"] });
  return {
    nodePath: path.join(place, "node_modules", NODE_PACKAGE, "bin", "node"),
    remove: () => rmSync(place, { recursive: true }),
  };
}
