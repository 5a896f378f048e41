// Every kind of question that the query API answers from the index, over HTTP and one after the other, with an empty
// cache each time.
import { FLEET_OWNER } from "@agent-registry/api/testing/large-register";
import { toScope, toWallet } from "@agent-registry/api/testing/write-register";
import { type BenchServer, percentile } from "../api-processes.ts";
import { ask } from "../ask.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 200);
const WARM_UP = 20;
/**
 * The promised kinds are asked this many times as often as the others: their 99th percentile needs more
 * samples.
 */
const TIMES_PROMISED = 4;

export type Times = { p50: number; p99: number };

type Question = (agentId: number) => string;

const toSearch = (text: string) => `/api/v1/agents?search=${encodeURIComponent(text)}`;

/** Those whose 99th percentile must not double when the register is a hundred times as large. */
export const PROMISED: Record<string, Question> = {
  "KYA by wallet": (id) => `/api/v1/kya/${toWallet(id)}`,
  "agent by number": (id) => `/api/v1/agent/${id}`,
  "person with 10,000 agents, first page": () => `/api/v1/haftungsperson/${FLEET_OWNER}`,
  "person with 10,000 agents, by attestation, last page": () =>
    `/api/v1/haftungsperson/${FLEET_OWNER}?sort=lastAttestation&order=desc&page=500&limit=20`,
  "search, words of one agent": (id) => toSearch(/order \d+/.exec(toScope(id))?.[0] ?? ""),
  "search, three frequent words": () => toSearch("review notaries Tyrol"),
  "search, one frequent word": () => toSearch("monitoring"),
  "search, the beginning of a word": () => toSearch("monit"),
  "search, a word that comes nowhere": () => toSearch("submarine"),
  "search, the beginning of a wallet": (id) => toSearch(toWallet(id).slice(0, 12)),
};

type Register = { agents: number; middleTime: number };

function toQuestions({ agents, middleTime }: Register): Record<string, Question> {
  return {
    ...PROMISED,
    "search, words of one agent in 100,000": (id) => toSearch(`order ${10_000 + (id % 80_000)}`),
    "creator of 10,000 agents": () => `/api/v1/creator/${FLEET_OWNER}`,
    "agent's history": (id) => `/api/v1/agent/${id}/history`,
    "agent's consents": (id) => `/api/v1/agent/${id}/consents`,
    "agent's revenue": (id) => `/api/v1/agent/${id}/revenue`,
    "wallet's entries": (id) => `/api/v1/wallet/${toWallet(id)}/entries`,
    "KYA as of a past time": (id) => `/api/v1/kya/${toWallet(id)}/at?time=${middleTime}`,
    "agent as of a past time": (id) => `/api/v1/agent/${id}/at?time=${middleTime}`,
    "lineage of 585 agents": () => `/api/v1/agent/${Math.floor(agents / 600)}/lineage`,
    "lineage of an agent without children": (id) => `/api/v1/agent/${id}/lineage`,
    "agents, first page": () => "/api/v1/agents",
    "agents, newest first": () => "/api/v1/agents?order=desc",
    "agents, by attestation": () => "/api/v1/agents?sort=lastAttestation&order=asc",
    "agents, suspended": () => "/api/v1/agents?status=Suspended",
    "enforcement, newest first": () => "/api/v1/enforcement",
    "enforcement, one kind": () => "/api/v1/enforcement?action=suspended",
    "filings, first page": () => "/api/v1/filings",
    "filings, feed of the newest": () => "/api/v1/feeds/filings.atom",
    "numbers of the register": () => "/api/v1/stats",
    "numbers in detail": () => "/api/v1/stats/detailed",
    "revenue, sums": () => "/api/v1/revenue/aggregate",
    "revenue, by month": () => "/api/v1/revenue/timeline?interval=month",
    "revenue, most first": () => "/api/v1/revenue/top?currency=USDC",
  };
}

/** In turns, so that a busy moment of the machine does not fall on one kind alone. */
export async function timeQuestions(server: BenchServer, register: Register): Promise<Map<string, Times>> {
  const questions = Object.entries(toQuestions(register));
  const half = Math.floor(register.agents / 2);
  const took = new Map<string, number[]>(questions.map(([name]) => [name, []]));
  const last = TIMES_PROMISED * ROUNDS;
  for (let round = -WARM_UP; round < last; round += 1) {
    // From the second half: there an agent has no children, however large the register is.
    const agentId = half + (((round + WARM_UP) * 7_919_333) % half || 1);
    const isForAll = round < 0 || round % TIMES_PROMISED === 0;
    for (const [name, toPath] of questions) {
      if (!isForAll && !(name in PROMISED)) continue;
      await server.forget();
      const startedAt = performance.now();
      await ask(`${server.url}${toPath(agentId)}`);
      if (round >= 0) took.get(name)?.push(performance.now() - startedAt);
    }
  }
  return new Map(
    [...took].map(([name, times]) => {
      times.sort((a, b) => a - b);
      return [name, { p50: percentile(times, 0.5), p99: percentile(times, 0.99) }];
    }),
  );
}
