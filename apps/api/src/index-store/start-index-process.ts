import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { IndexOptions } from "./create-index.ts";
import type { IndexStatus } from "./index-store.ts";

type Report = { status: IndexStatus; isLeader: boolean; agents: number };

/** Starts `index-process.ts`; `latest` is what it last told. */
export function startIndexProcess(
  options: Pick<IndexOptions, "rpcUrls" | "registryAddress" | "database" | "tuning">,
) {
  const child = fork(
    fileURLToPath(new URL("./index-process.ts", import.meta.url)),
    [JSON.stringify(options)],
    {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    },
  );
  const told: { latest: Report | null } = { latest: null };
  child.on("message", (message) => {
    told.latest = message as Report;
  });
  return {
    latest: () => told.latest,
    /** As the system does it: no handler runs. */
    async kill(): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}
