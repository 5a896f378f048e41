// How long one search takes in a large register, by kind of term, order and page, on both engines. Each is
// asked several times, with an empty cache; the shortest time and the median are shown.
import { toWallet } from "@agent-registry/api/testing/write-register";
import { type BenchServer, median } from "./api-processes.ts";
import { ask } from "./ask.ts";
import { measureOnEachEngine } from "./each-engine.ts";

const AGENTS = Number(process.env.AGENTS ?? 100_000);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const LIMIT_MS = 50;

/** Of a register of a million, the numbers in brackets are how many match. */
const TERMS = {
  "rare (10)": "order 4711",
  "three words, the last one the beginning of one (1,450)": "notaries Tyrol 8",
  "three frequent words (2,600)": "review notaries Tyrol",
  "two frequent words (29,000)": "monitoring notaries",
  "frequent (200,000)": "monitoring",
  "in every scope": "region",
  "in none": "submarine",
  "words that are frequent, but never together": "monitoring review",
  "outside ASCII (90,000)": "skåne",
  "the beginning of a word (90,000)": "tyr",
  "one letter (300,000)": "t",
  "one digit": "4",
  "a number": "4711",
  "the beginning of a wallet": toWallet(4_711).slice(0, 12),
  "the beginning of every address": "0x",
  "a Haftungsperson (2,000)": "0x0000000000000000000000000000000000be0007",
};
const PAGES = {
  "first page": "",
  "by attestation": "&sort=lastAttestation&order=desc",
  suspended: "&status=Suspended",
  revoked: "&status=Revoked",
  "last page": "&page=25&limit=20",
};

async function time(server: BenchServer, query: string): Promise<{ least: number; middle: number }> {
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i += 1) {
    await server.forget();
    const startedAt = performance.now();
    await ask(`${server.url}/api/v1/agents?search=${query}`);
    times.push(performance.now() - startedAt);
  }
  return { least: Math.min(...times), middle: median(times) };
}

async function report(engine: string, server: BenchServer): Promise<void> {
  let slow = 0;
  for (const [term, text] of Object.entries(TERMS)) {
    const cells: string[] = [];
    for (const [page, query] of Object.entries(PAGES)) {
      const { least, middle } = await time(server, `${encodeURIComponent(text)}${query}`);
      if (middle > LIMIT_MS) slow += 1;
      cells.push(`${page} ${least.toFixed(1)}/${middle.toFixed(1)}`);
    }
    console.log(`${engine}: ${term.padEnd(44)} ${cells.join(", ")} ms`);
  }
  const all = Object.keys(TERMS).length * Object.keys(PAGES).length;
  console.log(`${engine}: ${slow} of ${all} searches took more than ${LIMIT_MS} ms in the median`);
}

await measureOnEachEngine({ agents: AGENTS }, report);
