// Keeps the status lists of one register for some minutes in a process of its own, so that its memory is theirs alone, and
// sends its parent what that took.
import { openKeptLists } from "@agent-registry/api/testing/bench-kept-lists";
import { median } from "../api-processes.ts";
import type { Place } from "../open-index.ts";
import { readDatabaseSeconds } from "../scale/database.ts";

const MINUTES = Number(process.env.MINUTES ?? 5);
/** Agents are revoked one by one, as often as lists may have to be built for it. */
const BLOCK_SECONDS = 3;
const [DAY, ATTESTED_EVERY_DAYS] = [86_400, 6];

export type ListsOptions = Place & { agents: number; dead: number; now: number };
type Used = { seconds: number; cpuSeconds: number; databaseSeconds: number };
export type ListsResult = {
  first: Used;
  check: Used;
  /** Of a minute. */
  minute: Used;
  builds: number;
  revokedAfterSeconds: { median: number; longest: number };
  memoryMb: number;
  wireBytes: number;
};

const { agents, dead, now, ...place } = JSON.parse(process.argv[2] ?? "{}") as ListsOptions;
const startMb = toMb(process.memoryUsage.rss());
const lists = await openKeptLists({ ...place, now });

async function use(run: () => Promise<unknown>): Promise<Used> {
  const databaseBefore = await readDatabaseSeconds(place.databaseUrl);
  const [cpu, startedAt] = [process.cpuUsage(), performance.now()];
  await run();
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const databaseSeconds = (await readDatabaseSeconds(place.databaseUrl)) - databaseBefore;
  return { seconds, cpuSeconds: (user + system) / 1e6, databaseSeconds };
}

const first = await use(lists.look);
const live = agents * (1 - dead / 100);
const attesting = Math.round((live * BLOCK_SECONDS) / (ATTESTED_EVERY_DAYS * DAY));
const sum: Used = { seconds: 0, cpuSeconds: 0, databaseSeconds: 0 };
const delays: number[] = [];
const waiting = new Map<number, number>();
let builds = 0;
for (let second = 0; second < MINUTES * 60; second += 1) {
  if (second % BLOCK_SECONDS === 0) {
    const today = Math.floor(lists.clock.now() / 1_000);
    const [revoked = 1] = await lists.findLive(today - DAY, 1);
    const due = await lists.findLive(today - ATTESTED_EVERY_DAYS * DAY, attesting);
    await lists.addBlock({ attesting: due, revoked });
    waiting.set(revoked, lists.clock.now());
  }
  const before = lists.find(0);
  const used = await use(lists.look);
  for (const name of ["seconds", "cpuSeconds", "databaseSeconds"] as const) sum[name] += used[name];
  if (lists.find(0) !== before) {
    builds += 1;
    for (const [agentId, at] of waiting) {
      if (!lists.isRevoked(agentId)) continue;
      waiting.delete(agentId);
      delays.push((lists.clock.now() - at) / 1_000);
    }
  }
  lists.pass(1_000);
}
if (delays.length === 0) throw new Error("No list said of any agent that it is revoked");
const wireBytes = await lists.readBytes();
lists.pass(3_600_000);
const check = await use(lists.check);
const minute = {
  seconds: sum.seconds / MINUTES,
  cpuSeconds: sum.cpuSeconds / MINUTES,
  databaseSeconds: sum.databaseSeconds / MINUTES,
};
const revokedAfterSeconds = { median: median(delays), longest: Math.max(...delays) };
// The most that it was, as the system counts it.
const memoryMb = process.resourceUsage().maxRSS / 1_024 - startMb;
await lists.close();
process.send?.({
  first,
  check,
  minute,
  builds: builds / MINUTES,
  revokedAfterSeconds,
  memoryMb,
  wireBytes,
} satisfies ListsResult);
process.disconnect?.();

function toMb(bytes: number): number {
  return bytes / 2 ** 20;
}
