import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { SNAPSHOT_NODE_FLAGS } from "../../node-flags.ts";
import { SnapshotError } from "./format.ts";

const PROGRAM = fileURLToPath(new URL("../snapshot.ts", import.meta.url));
const MAX_SAID = 2_000;

/**
 * Makes a snapshot in a process of its own with a low priority, so that answers do not wait for it. What it connects
 * to stands in its environment, where other users of the machine cannot read it.
 */
export async function runSnapshotProcess(options: {
  file: string;
  env: Record<string, string | undefined>;
  signal: AbortSignal;
}): Promise<unknown> {
  const { file, env, signal } = options;
  const child = fork(PROGRAM, ["--out", file, "--force"], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    execArgv: SNAPSHOT_NODE_FLAGS,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    signal,
  });
  let made: unknown;
  let said = "";
  child.on("message", (message) => {
    made = message;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-MAX_SAID);
  });
  const [code] = await once(child, "close");
  if (code === 0 && made !== undefined) return made;
  throw new SnapshotError(said.trim() || "The process that makes snapshots ended");
}
