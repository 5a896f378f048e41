// `npm run bench -- <name>`: one benchmark, alone on the machine. Without a name: which there are.
import { spawnSync } from "node:child_process";
import { API_NODE_FLAGS } from "@agent-registry/api/node-flags";

const BENCHMARKS: Record<string, string> = {
  "api-kya": "KYA look-ups a second, against an empty route",
  "api-kya-peer": "KYA look-ups a second, against a server that asks the contract",
  "api-growth": "each endpoint's time as the register grows to a million agents",
  "bulk-kya": "1,000 wallets in one question, against 1,000 single look-ups",
  "as-of": "how a wallet stood at a past time, against how it stands now",
  person: "a person with ten thousand agents, against the look-up of one agent",
  "search-and-kya": "KYA look-ups while sixty callers search, and how long one search takes",
  "search-terms": "how long one search takes, by kind of term",
  "index-backfill": "events a second while the index is filled, against reading the logs alone",
  scale: "a register of a million agents (AGENTS) on each engine: size, every question, load, sync, snapshot",
  snapshot: "the index written into a snapshot and restored from it, against filling it from the logs",
  verify: "one storage proof checked, against another implementation's tries",
  "block-to-answer": "from a block to the API's answer",
  "offline-kya": "receipts verified, a list of a million agents built, and decisions a second from it",
  lists: "status lists of a million agents (AGENTS), most of them dead: after a start, and a minute",
  admission: "requests admitted a second, with the register asked and offline",
  lighthouse: "the dashboard's pages by Lighthouse, with and without the data that come with them",
  "relayer-rate": "relays a second, against one after the other",
  "relayer-gas": "gas for each relay, alone and in batches",
  "relayer-memory": "the relayer's memory over many relays",
};

const [name, ...args] = process.argv.slice(2);
if (name === undefined || !Object.hasOwn(BENCHMARKS, name)) {
  console.log("Usage: npm run bench -- <name>\n");
  for (const [known, what] of Object.entries(BENCHMARKS)) console.log(`  ${known.padEnd(16)} ${what}`);
  process.exit(name === undefined ? 0 : 1);
}
// The index runs in the benchmark's own process, which therefore gets the API's flags.
const flags = ["index-backfill", "scale", "snapshot"].includes(name) ? API_NODE_FLAGS : [];
const { status } = spawnSync(process.execPath, [...flags, `bench/${name}.ts`, ...args], { stdio: "inherit" });
process.exitCode = status ?? 1;
