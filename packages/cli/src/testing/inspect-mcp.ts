import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { bareEnv } from "@agent-registry/testkit";
import { cliPath } from "./run-cli.ts";

// What its command starts. It is built on the earlier edition of the protocol's SDK, and speaks the earlier protocol.
const inspector = fileURLToPath(import.meta.resolve("@modelcontextprotocol/inspector-cli/build/index.js"));
const run = promisify(execFile);

/** What the protocol's own inspector prints about our server. */
export async function inspectMcp(input: { folder: string; privateKey: string; args: readonly string[] }) {
  const cwd = mkdtempSync(path.join(input.folder, "inspector-"));
  // It finds its own name and version only if there is such a file in the folder above.
  writeFileSync(path.join(input.folder, "package.json"), "{}");
  const env = { ...bareEnv, HOME: cwd, AGENT_PRIVATE_KEY: input.privateKey };
  const command = [inspector, process.execPath, cliPath, "mcp", ...input.args];
  const { stdout } = await run(process.execPath, command, { cwd, env });
  return JSON.parse(stdout);
}
