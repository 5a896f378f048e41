// A thousand wallets in one question against a thousand single look-ups, on both engines: how long the caller waits,
// and how much processor time the server takes. Both take turns; figures are the medians of the rounds.
import { Agent, request } from "node:http";
import { toWallet } from "@agent-registry/api/testing/write-register";
import { type BenchServer, median } from "./api-processes.ts";
import { measureOnEachEngine } from "./each-engine.ts";

const AGENTS = Number(process.env.AGENTS ?? 100_000);
const ROUNDS = Number(process.env.ROUNDS ?? 15);
const WALLETS = 1_000;
/** Single look-ups at once, as of a provider that is in a hurry. */
const CALLERS = 32;

const POLICIES = {
  "by the default policy": {},
  "with their ancestors": { lineage: "ancestors" },
};

const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });

/** Resolves once the whole answer is here. */
function ask(url: string, body?: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const options =
    body === undefined
      ? { agent }
      : { agent, method: "POST", headers: { "content-type": "application/json" } };
  request(url, options, (response) => {
    if (response.statusCode !== 200) reject(new Error(`${url} was answered ${response.statusCode}`));
    response.resume().once("end", resolve);
  })
    .once("error", reject)
    .end(body);
  return promise;
}

/** Other wallets in each round, from all over the register. */
function toWallets(round: number): string[] {
  return Array.from({ length: WALLETS }, (_, i) => toWallet((((round * WALLETS + i) * 7_919) % AGENTS) + 1));
}

async function askOneByOne(url: string, wallets: string[]): Promise<void> {
  let next = 0;
  async function run(): Promise<void> {
    while (next < wallets.length) {
      const wallet = wallets[next];
      next += 1;
      await ask(`${url}/api/v1/kya/${wallet}`);
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, run));
}

type Figures = { waitedMs: number; processorMs: number };

async function time(server: BenchServer, work: () => Promise<void>): Promise<Figures> {
  const before = await server.usage();
  const startedAt = performance.now();
  await work();
  const waitedMs = performance.now() - startedAt;
  const after = await server.usage();
  return { waitedMs, processorMs: (after.cpuMicros - before.cpuMicros) / 1000 };
}

await measureOnEachEngine({ agents: AGENTS }, async (engine, server) => {
  const kinds: [string, (wallets: string[]) => Promise<void>][] = [
    ...Object.entries(POLICIES).map(([name, policy]): [string, (wallets: string[]) => Promise<void>] => [
      `one question, ${name}`,
      (wallets) => ask(`${server.url}/api/v1/kya`, JSON.stringify({ wallets, policy })),
    ]),
    [`${WALLETS} questions, ${CALLERS} at once`, (wallets) => askOneByOne(server.url, wallets)],
  ];
  const rounds = new Map<string, Figures[]>(kinds.map(([name]) => [name, []]));
  // The first rounds warm up.
  for (let round = -3; round < ROUNDS; round += 1) {
    for (const [name, run] of kinds) {
      await server.forget();
      const figures = await time(server, () => run(toWallets(round + 3)));
      if (round >= 0) rounds.get(name)?.push(figures);
    }
  }
  for (const [name, figures] of rounds) {
    const waited = median(figures.map(({ waitedMs }) => waitedMs)).toFixed(1);
    const processor = median(figures.map(({ processorMs }) => processorMs)).toFixed(1);
    console.log(
      `${engine}: ${WALLETS} wallets, ${name.padEnd(36)} ${waited.padStart(7)} ms waited, ${processor.padStart(7)} ms of the server's processor`,
    );
  }
});
