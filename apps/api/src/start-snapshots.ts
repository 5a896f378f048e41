import type { Clock, Logger } from "@agent-registry/service";
import { Counter, Gauge, type Registry } from "prom-client";
import type { ApiConfig } from "./config.ts";
import type { Index } from "./create-index.ts";
import { createSnapshotSchedule, runSnapshotProcess } from "./snapshots/create-snapshot-schedule.ts";
import { createSnapshotFolder, type MadeFile } from "./snapshots/snapshot-folder.ts";

const TICK_MS = 1_000;

type Options = {
  config: ApiConfig;
  index: Pick<Index, "isLeading" | "status">;
  clock: Clock;
  logger: Logger;
  metrics: Registry;
};

/** The snapshots that this process serves and, while it leads, has made; undefined without a folder for them. */
export function startSnapshots({ config, index, clock, logger, metrics }: Options) {
  if (config.SNAPSHOT_DIR === undefined) return undefined;
  const folder = createSnapshotFolder({
    folder: config.SNAPSHOT_DIR,
    registryAddress: config.REGISTRY_ADDRESS,
  });
  const registers = [metrics];
  new Gauge({
    name: "agent_registry_index_snapshot_timestamp_seconds",
    help: "Time of the newest snapshot's block; 0 if there is no snapshot",
    registers,
    async collect() {
      this.set((await folder.list())[0]?.block.timestamp ?? 0);
    },
  });
  const failures = new Counter({
    name: "agent_registry_index_snapshot_failures_total",
    help: "Snapshots that could not be made",
    registers,
  });
  const env = {
    RPC_URL: config.RPC_URL.join(","),
    REGISTRY_ADDRESS: config.REGISTRY_ADDRESS,
    DATA_DIR: config.DATA_DIR,
    DATABASE_URL: config.DATABASE_URL,
  };
  const schedule = createSnapshotSchedule({
    folder,
    make: async (file, signal) => (await runSnapshotProcess({ file, env, signal })) as MadeFile,
    isReady: () => index.isLeading() && index.status().isCaughtUp,
    everyMs: config.SNAPSHOT_HOURS * 3_600_000,
    tickMs: TICK_MS,
    clock,
    logger,
    onFailure: () => failures.inc(),
  });
  return { folder, stop: schedule.stop };
}
