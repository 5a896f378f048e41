// KYA look-ups while sixty callers search all the time, against the same look-ups without them, on both engines. Both
// take turns; the ratio is the median of the rounds. Then how long one search takes, rare and frequent terms.
import { Agent, get } from "node:http";
import { toWallet } from "@agent-registry/api/testing/write-register";
import { type BenchServer, median, startSearches } from "./api-processes.ts";
import { measureOnEachEngine } from "./each-engine.ts";

const AGENTS = Number(process.env.AGENTS ?? 100_000);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const REQUESTS = Number(process.env.REQUESTS ?? 5_000);
const SEARCHERS = 60;
/** A provider of average size, and one that keeps the processor busy. */
const KYA_CALLERS = [4, 32];
const TERMS = {
  rare: "order 4711",
  "rare, three words": "notaries Tyrol 8",
  medium: "review notaries Tyrol",
  frequent: "monitoring",
  "in every scope": "region",
  "beginning of a word": "monit",
  "in none": "submarine",
  "address, its beginning": toWallet(4_711).slice(0, 12),
};

const agent = new Agent({ keepAlive: true });

/** The status; the body is read and dropped. `address` is the caller's, as its proxy would state it. */
function ask(url: string, address: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  get(url, { agent, headers: { "x-forwarded-for": address } }, (response) => {
    response.resume().once("end", () => resolve(response.statusCode ?? 0));
  }).once("error", reject);
  return promise;
}

/** Milliseconds of the look-up that only one in a hundred exceeds. */
async function measureKya({ url }: BenchServer, callers: number): Promise<number> {
  const times: number[] = [];
  let next = 0;
  async function run(): Promise<void> {
    while (next < REQUESTS) {
      next += 1;
      // No wallet twice, so that none is in the cache.
      const wallet = toWallet(((next * 7_919) % AGENTS) + 1);
      const startedAt = performance.now();
      const status = await ask(`${url}/api/v1/kya/${wallet}`, "192.0.2.1");
      if (status !== 200) throw new Error(`A KYA look-up was answered ${status}`);
      times.push(performance.now() - startedAt);
    }
  }
  await Promise.all(Array.from({ length: callers }, run));
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

async function compareKya(name: string, server: BenchServer, callers: number): Promise<void> {
  const rounds: { alone: number; beside: number }[] = [];
  let [answered, refused] = [0, 0];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    await server.forget();
    const alone = await measureKya(server, callers);
    await server.forget();
    const stop = await startSearches({ url: server.url, searchers: SEARCHERS });
    const beside = await measureKya(server, callers);
    const counts = await stop();
    if (round === 0) continue;
    rounds.push({ alone, beside });
    answered += counts.answered;
    refused += counts.refused;
  }
  const p99 = (kind: "alone" | "beside") => median(rounds.map((round) => round[kind])).toFixed(1);
  const ratio = median(rounds.map(({ alone, beside }) => beside / alone));
  console.log(
    `${name}, ${callers} at once: KYA p99 ${p99("alone")} ms alone, ${p99("beside")} ms beside ${SEARCHERS} searchers, ` +
      `${ratio.toFixed(2)} times (${answered} searches answered, ${refused} refused)`,
  );
}

async function timeSearches(name: string, server: BenchServer): Promise<void> {
  for (const [kind, term] of Object.entries(TERMS)) {
    const times: number[] = [];
    for (let i = 0; i <= ROUNDS; i += 1) {
      await server.forget();
      const startedAt = performance.now();
      const status = await ask(`${server.url}/api/v1/agents?search=${encodeURIComponent(term)}`, "192.0.2.1");
      if (status !== 200) throw new Error(`The search for ${term} was answered ${status}`);
      if (i > 0) times.push(performance.now() - startedAt);
    }
    console.log(`${name}: one search, ${kind.padEnd(24)} ${median(times).toFixed(1).padStart(7)} ms`);
  }
}

await measureOnEachEngine({ agents: AGENTS, trustProxyHops: 1 }, async (engine, server) => {
  for (const callers of KYA_CALLERS) await compareKya(engine, server, callers);
  await timeSearches(engine, server);
});
