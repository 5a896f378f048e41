// Status lists of a register of which most agents are dead: `AGENTS` agents, of which `SHARES` percent are dead, on each
// engine. What it takes to build the lists after a start, to keep them for `MINUTES`, during which live agents attest
// and one is revoked every three seconds, and to compare them with the index. Then
// `PROVIDERS` fetch every list of ten million agents through nginx, if that is installed.
import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { API_NODE_FLAGS } from "@agent-registry/api/node-flags";
import { writeDeadRegister } from "@agent-registry/api/testing/write-dead-register";
import { startPostgres } from "@agent-registry/testkit";
import type { ListsOptions, ListsResult } from "./lists/measure.ts";

const AGENTS = Number(process.env.AGENTS ?? 1_000_000);
const SHARES = (process.env.SHARES ?? "10,50,90").split(",").map(Number);
const ENGINES = (process.env.ENGINES ?? "sqlite,postgres").split(",").filter((engine) => engine !== "none");

async function measure(options: ListsOptions): Promise<ListsResult> {
  const program = fileURLToPath(new URL("./lists/measure.ts", import.meta.url));
  const child = fork(program, [JSON.stringify(options)], { execArgv: API_NODE_FLAGS });
  const exited = once(child, "exit").then(([code]) => {
    throw new Error(`The process that keeps the lists ended (exit code ${code})`);
  });
  const [result] = await Promise.race([once(child, "message"), exited]);
  await exited.catch(() => {});
  return result as ListsResult;
}

const number = (value: number, digits = 1) => value.toFixed(digits);

function toCells({ first, minute, builds, revokedAfterSeconds, check, memoryMb, wireBytes }: ListsResult) {
  return [
    `${number(first.seconds)} (${number(first.cpuSeconds)} + ${number(first.databaseSeconds)})`,
    `${number(minute.cpuSeconds, 2)} + ${number(minute.databaseSeconds, 2)}`,
    number(builds),
    `${number(revokedAfterSeconds.median)}, ${number(revokedAfterSeconds.longest)}`,
    `${number(check.cpuSeconds)} + ${number(check.databaseSeconds)}`,
    `${Math.round(memoryMb)} MB`,
    `${number(wireBytes / 1e6, 2)} MB`,
  ];
}

const folder = await mkdtemp(path.join(tmpdir(), "agent-registry-bench-"));
console.log(`${AGENTS.toLocaleString("en")} agents; seconds, of processor time as process + database`);
console.log(
  "| engine, dead | first lists, by the clock (processor time) | a minute | builds a minute | revoked until in the list, median, longest | compared, once an hour | memory | all lists, gzip |",
);
console.log("|---|---:|---:|---:|---:|---:|---:|---:|");
for (const engine of ENGINES) {
  for (const dead of SHARES) {
    const postgres =
      engine === "postgres" ? await startPostgres({ shared_buffers: "1GB", max_wal_size: "8GB" }) : undefined;
    const place = {
      dataDir: path.join(folder, `${engine}-${dead}`),
      databaseUrl: await postgres?.createDatabase(),
    };
    try {
      const now = Math.floor(Date.now() / 1_000);
      await writeDeadRegister({ ...place, agents: AGENTS, dead, now });
      const result = await measure({ ...place, agents: AGENTS, dead, now });
      console.log(`| ${engine}, ${dead} % | ${toCells(result).join(" | ")} |`);
    } finally {
      await postgres?.stop();
      await rm(place.dataDir, { recursive: true, force: true });
    }
  }
}
await rm(folder, { recursive: true, force: true });
spawnSync(process.execPath, ["scripts/measure-providers.ts"], { stdio: "inherit" });
