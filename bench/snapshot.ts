// A snapshot of the index written and restored, on both engines, against filling the same index from ready-made logs in
// the same run. The programs are those that operators run, each a process of its own; memory is that of the process.
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createIndex } from "@agent-registry/api/create-index";
import { createLogger, systemClock } from "@agent-registry/service";
import { startPostgres } from "@agent-registry/testkit";
import { Registry } from "prom-client";

const AGENTS = Number(process.env.AGENTS ?? 100_000);
const ENGINES = (process.env.ENGINES ?? "sqlite,postgres").split(",");
const registryAddress = "0x00000000000000000000000000000000000a9e57";
/** Has a program say at its end what it took. */
const SAY_USAGE = `data:text/javascript,process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stdout.write(JSON.stringify({ usage: [maxRSS / 1024, (userCPUTime + systemCPUTime) / 1e6] }));
})`;

type Place = { dataDir: string; databaseUrl: string | undefined };

async function fillFromLogs({ dataDir, databaseUrl }: Place, rpcUrl: string): Promise<number> {
  const index = await createIndex({
    rpcUrls: [rpcUrl],
    registryAddress,
    pollIntervalMs: 1_000,
    database: { dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) },
    logger: createLogger({ name: "bench", level: process.env.LOG_LEVEL ?? "error" }),
    metrics: new Registry(),
    clock: systemClock,
  });
  const startedAt = performance.now();
  index.start();
  while (!index.status().isCaughtUp) await new Promise((resolve) => setTimeout(resolve, 20));
  const seconds = (performance.now() - startedAt) / 1000;
  await index.stop();
  return seconds;
}

async function run(program: string, args: string[], { dataDir, databaseUrl }: Place, rpcUrl: string) {
  const file = fileURLToPath(new URL(`../apps/api/src/${program}.ts`, import.meta.url));
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["--import", SAY_USAGE, file, ...args], {
    env: {
      PATH: process.env.PATH,
      RPC_URL: rpcUrl,
      REGISTRY_ADDRESS: registryAddress,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (data) => {
    output += data;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${program} failed`);
  const [peakMb, cpuSeconds] = JSON.parse(output.slice(output.lastIndexOf("{"))).usage as [number, number];
  return { seconds: (performance.now() - startedAt) / 1000, peakMb, cpuSeconds };
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
    const written = await run("snapshot", ["--out", file], filled, rpcUrl);
    // The stub has no contract to compare with.
    const restored = await run("restore", [file, "--sample", "0"], await createPlace("restored"), rpcUrl);
    const { size } = await stat(file);
    const toText = ({ seconds, peakMb, cpuSeconds }: typeof written) =>
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
