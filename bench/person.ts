// The agents of one person and how they stand, against the look-up of one agent, on both engines: a person with ten
// thousand agents spread over the register, by page, order and state, and a person with one. Medians and 99th
// percentiles, without HTTP.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openBenchPerson } from "@agent-registry/api/testing/bench-person";
import { startPostgres } from "@agent-registry/testkit";

const AGENTS = Number(process.env.AGENTS ?? 100_000);
const NAMED = Number(process.env.NAMED ?? 10_000);
const ROUNDS = Number(process.env.ROUNDS ?? 100);
const ENGINES = (process.env.ENGINES ?? "sqlite,postgres").split(",");
const PAGE = 20;

type Bench = Awaited<ReturnType<typeof openBenchPerson>>;
type Query = Parameters<Bench["getPerson"]>[0];

const FIRST = { sort: "agentId", order: "asc", limit: PAGE, offset: 0 } as const;
const LAST = Math.max(0, NAMED - PAGE);
const PAGES: [string, Partial<Query>][] = [
  ["first page", {}],
  ["last page", { offset: LAST }],
  ["newest first", { sort: "registeredAt", order: "desc" }],
  ["by attestation, last page", { sort: "lastAttestation", order: "desc", offset: LAST }],
  ["suspended, by attestation", { sort: "lastAttestation", status: "Suspended" }],
];

function toKinds(bench: Bench): [string, (i: number) => Promise<unknown>][] {
  const ask = (address: Query["person"]["address"], role: Query["person"]["role"], page: Partial<Query>) =>
    bench.getPerson({ ...FIRST, ...page, person: { role, address } });
  return [
    ["one agent by its wallet", (i) => bench.findOne(((i * 7_919) % AGENTS) + 1)],
    ["a person with one agent", () => ask(bench.people.one, "haftungsperson", {})],
    ...PAGES.map(([name, page]): [string, () => Promise<unknown>] => [
      `a person with ${NAMED}, ${name}`,
      () => ask(bench.people.many, "haftungsperson", page),
    ]),
    [`a creator of ${NAMED}, first page`, () => ask(bench.people.many, "creator", {})],
  ];
}

/** In turns, so that a busy moment of the machine does not fall on one kind alone. Milliseconds, sorted. */
async function time(bench: Bench): Promise<Map<string, number[]>> {
  const kinds = toKinds(bench);
  const took = new Map<string, number[]>(kinds.map(([name]) => [name, []]));
  // The first rounds warm up.
  for (let i = -10; i < ROUNDS; i += 1)
    for (const [name, ask] of kinds) {
      const startedAt = performance.now();
      if ((await ask(i + 10)) === undefined) throw new Error("A look-up found nothing");
      if (i >= 0) took.get(name)?.push(performance.now() - startedAt);
    }
  for (const times of took.values()) times.sort((a, b) => a - b);
  return took;
}

const folder = await mkdtemp(path.join(tmpdir(), "agent-registry-bench-"));
const postgres = ENGINES.includes("postgres") ? await startPostgres() : undefined;
try {
  for (const engine of ENGINES) {
    const databaseUrl = engine === "postgres" ? await postgres?.createDatabase() : undefined;
    const startedAt = performance.now();
    const bench = await openBenchPerson({
      dataDir: path.join(folder, engine),
      databaseUrl,
      agents: AGENTS,
      named: NAMED,
    });
    console.log(
      `${engine}: ${AGENTS} agents, written in ${Math.round((performance.now() - startedAt) / 1000)} s`,
    );
    let base: number | undefined;
    for (const [name, times] of await time(bench)) {
      const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
      base ??= at(0.5);
      console.log(
        `${engine}: ${name.padEnd(48)} ${at(0.5).toFixed(2).padStart(6)} ms, 99 % within ${at(0.99).toFixed(2)} ms, ${(at(0.5) / base).toFixed(0)} times that of one agent`,
      );
    }
    await bench.close();
  }
} finally {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
}
