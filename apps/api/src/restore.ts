// `npm run restore -- <file>`: fills an empty index from a snapshot, after checking it against the chain.
import { parseArgs } from "node:util";
import { createRpcNode } from "./chain/rpc-node.ts";
import { parseApiConfig } from "./config.ts";
import { SnapshotError } from "./snapshots/format.ts";
import { restoreSnapshot } from "./snapshots/restore/restore-snapshot.ts";
import { createProgress, runCommand } from "./snapshots/run-command.ts";

const USAGE = "Usage: npm run restore -- <file> [--sample <agents>] [--sha256 <digest>]";
const DEFAULT_SAMPLE = "1000";
const MAX_SAMPLE = 1_000_000;

function parseOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { sample: { type: "string", default: DEFAULT_SAMPLE }, sha256: { type: "string" } },
    });
    const [file, ...others] = positionals;
    const sha256 = values.sha256?.toLowerCase();
    const isRight =
      others.length === 0 &&
      /^\d{1,7}$/.test(values.sample) &&
      /^[0-9a-f]{64}$/.test(sha256 ?? "0".repeat(64));
    const sample = Number(values.sample);
    if (file !== undefined && isRight && sample <= MAX_SAMPLE) return { file, sample, sha256 };
  } catch {
    // The usage says it all.
  }
  throw new SnapshotError(USAGE);
}

await runCommand(async () => {
  const options = parseOptions();
  const config = parseApiConfig(process.env);
  const say = createProgress();
  const { block, agents, filings, compared } = await restoreSnapshot({
    ...options,
    database: { databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR },
    nodes: config.RPC_URL.map((url) => createRpcNode({ url })),
    registryAddress: config.REGISTRY_ADDRESS,
    startBlock: config.START_BLOCK,
    onWait: (reason) => console.error(`The database is out of reach (${reason}); it is tried again`),
    onProgress(step) {
      if (step === "indexing") console.error("All rows are read and right; making the database's indexes");
      else if (step === "comparing") console.error("Comparing agents with the contract");
      else say(`${step.table}: ${step.rows} rows so far`);
    },
  });
  console.log(
    `Restored ${agents} agents and ${filings} filings at block ${block.number}; ${compared.compared} agents are as the contract has them at block ${compared.block}`,
  );
});
