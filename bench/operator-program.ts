// Runs one of the query API's programs as operators do, and measures what it took.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { SNAPSHOT_NODE_FLAGS } from "@agent-registry/api/node-flags";

/** Has a program say at its end what it took. */
const SAY_USAGE = `data:text/javascript,process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stdout.write(JSON.stringify({ usage: [maxRSS / 1024, (userCPUTime + systemCPUTime) / 1e6] }));
})`;

type Options = {
  program: "snapshot" | "restore";
  args: string[];
  dataDir: string;
  databaseUrl: string | undefined;
  rpcUrl: string;
  registryAddress: string;
};

export type Took = { seconds: number; cpuSeconds: number; peakMb: number };

export async function runProgram({ program, args, ...options }: Options): Promise<Took> {
  const file = fileURLToPath(new URL(`../apps/api/src/${program}.ts`, import.meta.url));
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...SNAPSHOT_NODE_FLAGS, "--import", SAY_USAGE, file, ...args], {
    env: {
      PATH: process.env.PATH,
      RPC_URL: options.rpcUrl,
      REGISTRY_ADDRESS: options.registryAddress,
      DATA_DIR: options.dataDir,
      DATABASE_URL: options.databaseUrl,
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
