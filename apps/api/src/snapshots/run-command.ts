import { inspect } from "node:util";
import { maskUrls } from "@agent-registry/protocol";
import { ConfigError } from "@agent-registry/service";
import { RpcError } from "../chain/rpc-error.ts";
import { SnapshotError } from "./format.ts";

const PROGRESS_EVERY_MS = 10_000;

/** Runs a command of one step. What the operator can mend is said without a stack, and nothing shows a credential. */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  try {
    await run();
    process.exitCode = 0;
  } catch (error) {
    // Such as a file that is not there: the system's message names it.
    const isOfFile = (error as { syscall?: unknown }).syscall !== undefined;
    const isExpected =
      isOfFile || [ConfigError, RpcError, SnapshotError].some((kind) => error instanceof kind);
    console.error(maskUrls(isExpected ? (error as Error).message : inspect(error)));
    process.exitCode = 1;
  }
}

/** Says on stderr how far it is, not too often. */
export function createProgress(): (text: string) => void {
  let saidAt = performance.now();
  return function say(text) {
    if (performance.now() - saidAt < PROGRESS_EVERY_MS) return;
    saidAt = performance.now();
    console.error(text);
  };
}
