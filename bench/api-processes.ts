// Starts servers and the load as processes, and measures what the servers use.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { API_NODE_FLAGS } from "@agent-registry/api/node-flags";
import type { LoadOptions, LoadResult } from "./api-load.ts";
import type { SearchLoadOptions, SearchLoadResult } from "./search-load.ts";

const CONNECTIONS = 32;

export type BenchServer = Awaited<ReturnType<typeof startServer>>;

/** Starts a server; `options` is what its file expects. */
export async function startServer(file: string, options: unknown) {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [JSON.stringify(options)], {
    execArgv: API_NODE_FLAGS,
  });
  const { url } = await answer<{ url: string }>(child);
  const ask = (what: "usage" | "forget"): Promise<{ cpuMicros: number; rssBytes: number }> => {
    child.send(what);
    return answer(child);
  };
  return {
    url,
    usage: () => ask("usage"),
    /** Empties the cache of answers. */
    forget: () => ask("forget"),
    stop: () => stop(child),
  };
}

/** Requests every path once, as fast as possible; returns requests a second, how long they took and their processor time. */
export async function measure(server: BenchServer, paths: string[], connections = CONNECTIONS) {
  const child = fork(fileURLToPath(new URL("./api-load.ts", import.meta.url)));
  const before = await server.usage();
  child.send({ url: server.url, paths, connections } satisfies LoadOptions);
  const { requests, requestsPerSecond, sorted } = await answer<LoadResult>(child);
  const after = await server.usage();
  await stop(child);
  return { requestsPerSecond, sorted, microsPerRequest: (after.cpuMicros - before.cpuMicros) / requests };
}

/** Starts callers that search all the time; they end, and are counted, when the returned function is called. */
export async function startSearches(options: SearchLoadOptions): Promise<() => Promise<SearchLoadResult>> {
  const child = fork(fileURLToPath(new URL("./search-load.ts", import.meta.url)));
  child.send(options);
  await answer(child);
  return async () => {
    const counts = answer<SearchLoadResult>(child);
    child.send("stop");
    await counts;
    await stop(child);
    return counts;
  };
}

async function answer<T>(child: ChildProcess): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const onExit = (code: number | null) =>
    reject(new Error(`A benchmark's process ended (exit code ${code})`));
  child.once("exit", onExit);
  child.once("message", (message) => resolve(message as T));
  return promise.finally(() => child.off("exit", onExit));
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.disconnect();
  await exited;
}

/** Of values in order. */
export function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}
