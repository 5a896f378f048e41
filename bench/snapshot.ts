// A snapshot of the index written and restored, on both engines, against filling the same index from ready-made logs in
// the same run. The programs are those that operators run, each a process of its own; memory is that of the process.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startPostgres } from "@agent-registry/testkit";
import { openIndex, type Place } from "./open-index.ts";
import { runProgram, type Took } from "./operator-program.ts";

const AGENTS = Number(process.env.AGENTS ?? 100_000);
const ENGINES = (process.env.ENGINES ?? "sqlite,postgres").split(",");
const registryAddress = "0x00000000000000000000000000000000000a9e57";

async function fillFromLogs(place: Place, rpcUrl: string): Promise<number> {
  const index = await openIndex({ ...place, rpcUrl, registryAddress, pollIntervalMs: 1_000 });
  const startedAt = performance.now();
  index.start();
  while (!index.status().isCaughtUp) await new Promise((resolve) => setTimeout(resolve, 20));
  const seconds = (performance.now() - startedAt) / 1000;
  await index.stop();
  return seconds;
}

const folder = await mkdtemp(path.join(tmpdir(), "agent-registry-bench-"));
const postgres = ENGINES.includes("postgres") ? await startPostgres() : undefined;
const stub = fork(
  fileURLToPath(new URL("./rpc-stub.ts", import.meta.url)),
  [JSON.stringify({ agents: AGENTS, registryAddress })],
  { stdio: ["ignore", "inherit", "inherit", "ipc"] },
);
try {
  const [{ rpcUrl, events }] = (await once(stub, "message")) as [{ rpcUrl: string; events: number }];
  for (const engine of ENGINES) {
    const createPlace = async (name: string): Promise<Place> => ({
      dataDir: path.join(folder, `${engine}-${name}`),
      databaseUrl: engine === "postgres" ? await postgres?.createDatabase() : undefined,
    });
    const filled = await createPlace("filled");
    const fillSeconds = await fillFromLogs(filled, rpcUrl);
    const file = path.join(folder, `${engine}.ndjson.zst`);
    const node = { rpcUrl, registryAddress };
    const written = await runProgram({ program: "snapshot", args: ["--out", file], ...filled, ...node });
    // The stub has no contract to compare with.
    const restored = await runProgram({
      program: "restore",
      args: [file, "--sample", "0"],
      ...(await createPlace("restored")),
      ...node,
    });
    const { size } = await stat(file);
    const toText = ({ seconds, peakMb, cpuSeconds }: Took) =>
      `${seconds.toFixed(1)} s (processor ${cpuSeconds.toFixed(1)} s), ${Math.round(events / seconds)} filings/s, ${(fillSeconds / seconds).toFixed(1)} times as quick, peak ${Math.round(peakMb)} MB`;
    console.log(`${engine}: ${AGENTS} agents, ${events} filings`);
    console.log(
      `  filled from logs   ${fillSeconds.toFixed(1)} s, ${Math.round(events / fillSeconds)} filings/s`,
    );
    console.log(`  snapshot written   ${toText(written)}, ${(size / 2 ** 20).toFixed(1)} MB`);
    console.log(`  snapshot restored  ${toText(restored)}`);
  }
} finally {
  stub.disconnect();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
}
