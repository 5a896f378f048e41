// An index in a process of its own, which tests of crashes and of leadership kill. It reports its status to
// its parent and ends with it.
import { createLogger, systemClock } from "@agent-registry/service";
import { Registry } from "prom-client";
import { createIndex, type IndexOptions } from "../create-index.ts";
import { readAtBlock } from "../index/at-block.ts";

const options = JSON.parse(process.argv[2] ?? "{}") as Pick<
  IndexOptions,
  "rpcUrls" | "registryAddress" | "database" | "tuning"
>;
const metrics = new Registry();
const index = await createIndex({
  ...options,
  pollIntervalMs: 50,
  logger: createLogger({ name: `index-${process.pid}`, level: process.env.LOG_LEVEL ?? "silent" }),
  metrics,
  clock: systemClock,
});
index.start();

async function report(): Promise<void> {
  const isLeader =
    (await metrics.getSingleMetric("agent_registry_index_is_leader")?.get())?.values[0]?.value === 1;
  // Numbered without gaps. Before the first block there is nothing to open.
  const agents = await readAtBlock(index.asked.open, "look-up", async ({ lastAgentId }) => lastAgentId).catch(
    () => 0,
  );
  process.send?.({ status: index.status(), isLeader, agents });
}
setInterval(() => void report().catch(() => {}), 50);
process.on("disconnect", () => process.exit(0));
