// `npm run pack`: what is published, as two packages that npm installs from their files, in `release/` or `--out <folder>`.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildCli } from "@agent-registry/cli/build";
import { buildSdk } from "@agent-registry/sdk/build";

const ROOT = path.resolve(import.meta.dirname, "..");
const { values } = parseArgs({ options: { out: { type: "string", default: path.join(ROOT, "release") } } });
const out = path.resolve(values.out);
mkdirSync(out, { recursive: true });

const work = mkdtempSync(path.join(tmpdir(), "agent-registry-pack-"));
try {
  const [sdk, cli] = [path.join(work, "sdk"), path.join(work, "cli")];
  buildSdk({ outDir: sdk });
  await buildCli({ outDir: cli });
  const { devDependencies } = JSON.parse(readFileSync(path.join(ROOT, "packages/sdk/package.json"), "utf8"));
  console.log(`
In a folder of your own, for programs (they and the SDK share one viem):
  npm install ${pack(sdk)} viem@${devDependencies.viem}
and for the command line, which is then \`npx agent-registry\` there:
  npm install ${pack(cli)}`);
} finally {
  rmSync(work, { recursive: true });
}

/** Returns the file. */
function pack(built: string): string {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", out];
  const [{ filename }] = JSON.parse(execFileSync("npm", args, { cwd: built, encoding: "utf8" }));
  return path.join(out, filename);
}
