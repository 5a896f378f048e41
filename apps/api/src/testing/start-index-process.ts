import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { IndexOptions } from "../create-index.ts";
import type { IndexStatus } from "../index/index-status.ts";

type Report = { status: IndexStatus; isLeader: boolean; agents: number };

/** Starts `index-process.ts`; `latest` is what it last reported. */
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
  let latest: Report | null = null;
  child.on("message", (message) => {
    latest = message as Report;
  });
  return {
    latest: () => latest,
    /** By SIGSTOP: it hangs, with all its connections open, until `resume`. */
    pause: () => child.kill("SIGSTOP"),
    resume: () => child.kill("SIGCONT"),
    /** By SIGKILL: none of its handlers runs. */
    async kill(): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}
