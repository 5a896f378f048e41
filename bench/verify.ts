// One proof of a wallet's entry checked: header, account and three slots. Processor time of ours and of
// @ethereumjs/mpt, which walks the same nodes, in turns in the same run. "Without hashing" is ours with an
// injected Keccak that knows all answers: the time that is left if hashing costs nothing.
import {
  type Keccak256,
  parseKyaProof,
  readProofHeader,
  readProvenEntry,
  readStorageRoot,
} from "@agent-registry/protocol/proof";
import { readWithMpt, SUSPENDED_AGENT } from "@agent-registry/protocol/testing/mpt-peer";
import { keccak256, toBytes } from "viem";
import { median } from "./api-processes.ts";

const ROUNDS = 9;
const PER_ROUND = 200;
const TARGET_MS = 2;
const json = JSON.stringify(SUSPENDED_AGENT);

/** As a caller has it: a text from a source that is not trusted. */
function verify(keccak?: Keccak256): void {
  const proof = parseKyaProof(JSON.parse(json));
  const hashing = keccak === undefined ? {} : { keccak256: keccak };
  const header = readProofHeader(proof, keccak);
  const { registry, wallet } = SUSPENDED_AGENT;
  const storageRoot = readStorageRoot(proof, { header, registry, ...hashing });
  const entry = readProvenEntry(proof, { storageRoot, wallet, ...hashing });
  if (entry?.status !== "Suspended") throw new Error("The proof was read wrongly");
}

async function verifyWithPeer(): Promise<void> {
  const values = await readWithMpt(JSON.parse(json));
  if (values[0] !== 5n) throw new Error("The proof was read wrongly");
}

/** Milliseconds of processor time for one. */
async function measure(work: () => void | Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < PER_ROUND; i += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / PER_ROUND;
}

const known = new Map<string, Uint8Array>();
const toKey = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
const lookUp: Keccak256 = (bytes) => {
  const key = toKey(bytes);
  const found = known.get(key) ?? keccak256(bytes, "bytes");
  known.set(key, found);
  return found;
};

const rounds: { peer: number; ours: number; rest: number }[] = [];
for (let round = 0; round <= ROUNDS; round += 1) {
  const peer = await measure(verifyWithPeer);
  const ours = await measure(() => verify());
  const rest = await measure(() => verify(lookUp));
  // The first round warms up.
  if (round > 0) rounds.push({ peer, ours, rest });
}
const of = (name: "peer" | "ours" | "rest") => median(rounds.map((round) => round[name]));
const nodes = [
  SUSPENDED_AGENT.accountProof,
  ...SUSPENDED_AGENT.storageProof.map(({ proof }) => proof),
].flat();
const bytes = nodes.reduce((sum, node) => sum + toBytes(node).length, 0);
console.log(`one proof            ${nodes.length} nodes, ${bytes} bytes, ${json.length} characters of JSON`);
console.log(
  `ours                 ${of("ours").toFixed(2)} ms of processor time (target: under ${TARGET_MS})`,
);
console.log(`without hashing      ${of("rest").toFixed(2)} ms`);
console.log(`@ethereumjs/mpt      ${of("peer").toFixed(2)} ms`);
console.log(`ratio                ${median(rounds.map(({ peer, ours }) => peer / ours)).toFixed(2)}`);
