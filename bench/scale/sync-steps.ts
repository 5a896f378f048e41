// The index takes in one block with a thousand events after the other, on top of a large register.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { median } from "../api-processes.ts";
import { openIndex, type Place } from "../open-index.ts";
import { type LargeOptions, REGISTRY_ADDRESS } from "./chain.ts";

const STEPS = 9;
const POLL_MS = 5;

export type ChainStub = { rpcUrl: string; child: ChildProcess };

export async function startChainStub(options: LargeOptions): Promise<ChainStub> {
  const child = fork(fileURLToPath(new URL("./chain-stub.ts", import.meta.url)), [
    JSON.stringify({ ...options, registryAddress: REGISTRY_ADDRESS }),
  ]);
  const [{ rpcUrl }] = (await once(child, "message")) as [{ rpcUrl: string }];
  return { rpcUrl, child };
}

/** From the moment when the node has the block to the moment when the index has it, in milliseconds. */
export async function timeSyncSteps(place: Place, { rpcUrl, child }: ChainStub) {
  const node = { rpcUrl, registryAddress: REGISTRY_ADDRESS } as const;
  const index = await openIndex({ ...place, ...node, pollIntervalMs: POLL_MS });
  const times: number[] = [];
  index.start();
  while (!index.status().isCaughtUp) await pause();
  for (let step = 0; step <= STEPS; step += 1) {
    child.send("next");
    const [{ head }] = (await once(child, "message")) as [{ head: number }];
    const startedAt = performance.now();
    while (index.status().indexedBlock !== head) await pause();
    // The first one warms up.
    if (step > 0) times.push(performance.now() - startedAt);
  }
  await index.stop();
  return { middleMs: median(times), longestMs: Math.max(...times) };
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 1));
