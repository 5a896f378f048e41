// `npm run snapshot -- --out <file> [--force]`: writes the index as it was at the chain's newest final block into a file.
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { parseArgs } from "node:util";
import { createRpcNode } from "./chain/rpc-node.ts";
import { parseApiConfig } from "./config.ts";
import { lowerPriority } from "./lower-priority.ts";
import { SnapshotError } from "./snapshots/format.ts";
import { makeSnapshot } from "./snapshots/make/make-snapshot.ts";
import { createProgress, runCommand } from "./snapshots/run-command.ts";

const USAGE = "Usage: npm run snapshot -- --out <file> [--force]";

function parseOut(): string {
  const { out, force } = parseFlags();
  if (out === undefined || out === "") throw new SnapshotError(USAGE);
  // Now, not after hours of reading.
  if (existsSync(out) && !force)
    throw new SnapshotError(`${out} exists already: name another file, or give --force to replace it`);
  return out;
}

function parseFlags(): { out?: string; force?: boolean } {
  try {
    return parseArgs({ options: { out: { type: "string" }, force: { type: "boolean" } } }).values;
  } catch {
    return {};
  }
}

// Where processors are few, answers go first.
lowerPriority(constants.priority.PRIORITY_LOW);
// If a query API started this process, this one ends when the API does.
const exitWithFailure = () => process.exit(1);
process.on("disconnect", exitWithFailure);

await runCommand(async () => {
  const file = parseOut();
  const config = parseApiConfig(process.env);
  const say = createProgress();
  const made = await makeSnapshot({
    database: { databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR },
    nodes: config.RPC_URL.map((url) => createRpcNode({ url })),
    registryAddress: config.REGISTRY_ADDRESS,
    file,
    onProgress(table, rows) {
      if (process.send === undefined) say(`${table}: ${rows} rows`);
    },
  });
  const { block, counts, sha256, bytes } = made;
  if (process.send !== undefined) await new Promise((sent) => process.send?.(made, sent));
  console.log(
    `Wrote ${file}: ${counts.agents} agents and ${counts.filings} filings at block ${block.number}, ${bytes} bytes, SHA-256 ${sha256}`,
  );
});
process.off("disconnect", exitWithFailure);
if (process.connected) process.disconnect();
