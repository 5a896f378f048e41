// Whether the relayer's memory stays flat over many relays.
import {
  postRelay,
  registerSigners,
  type Signer,
  signAttestation,
  startBench,
} from "./relayer/start-bench.ts";

const RELAYS = Number(process.env.BENCH_RELAYS ?? 10_000);
const SIGNERS = 50;
const STEP = RELAYS / 10;

const bench = await startBench();
const signers = await registerSigners({ bench, count: SIGNERS });
const rows: Record<string, { "resident MB": number; "heap used MB": number }> = {};
for (let done = 0; done < RELAYS; done += STEP) {
  let left = STEP;
  await Promise.all(signers.map((signer) => relayWhile(signer, () => left-- > 0)));
  rows[`after ${done + STEP} relays`] = await readMemory();
}
await bench.stop();
console.table(rows);

async function relayWhile(signer: Signer, hasMore: () => boolean): Promise<void> {
  while (hasMore()) await postRelay({ url: bench.url, body: await signAttestation({ bench, signer }) });
}

async function readMemory() {
  const text = await (await fetch(`${bench.url}/metrics`)).text();
  const read = (name: string) => Math.round(Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1]) / 1e6);
  return {
    "resident MB": read("process_resident_memory_bytes"),
    "heap used MB": read("nodejs_heap_size_used_bytes"),
  };
}
