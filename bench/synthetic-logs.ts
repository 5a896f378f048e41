// The raw logs of a register, made up without a chain: a local chain takes 240 transactions a second, and a
// benchmark needs half a million. Encoded by viem from the contract's own ABI, so that the index gets what a
// node would give it.
import { hash } from "node:crypto";
import { registryAbi } from "@agent-registry/protocol";
import { type Address, encodeAbiParameters, encodeEventTopics, type Hex, keccak256, pad, toHex } from "viem";

const EVENTS_PER_AGENT = 5;
const EVENTS_PER_BLOCK = 40;
const START = 1_760_000_000;
const BLOCK_SECONDS = 2;

type EventItem = Extract<(typeof registryAbi)[number], { type: "event" }>;
const EVENTS = new Map<string, EventItem>();
for (const item of registryAbi) if (item.type === "event") EVENTS.set(item.name, item);

export type Logs = ReturnType<typeof createLogs>;
export type SyntheticLogs = {
  logs: Logs;
  head: number;
  events: number;
};

/** The chain of these logs: its blocks follow each other every two seconds. */
export const toBlockHash = (number: number): Hex => `0x${hash("sha256", `block ${number}`, "hex")}`;
export const toBlockTime = (number: number): number => START + number * BLOCK_SECONDS;
export const toBlockAt = (timestamp: number): number => Math.floor((timestamp - START) / BLOCK_SECONDS);

/** The same for the same number of agents: registration, two attestations, two revenue reports each. */
export function createSyntheticLogs(options: { agents: number; registryAddress: Address }): SyntheticLogs {
  const logs = createLogs(options.registryAddress);
  const { push } = logs;
  const events = options.agents * EVENTS_PER_AGENT;
  const person = (i: number) => pad(toHex(0x1000 + (i % 500)), { size: 20 });
  const firstBlock = 2;
  // One agent's events are spread over the chain, as they are in life.
  const stride = options.agents;
  const lastAttested = new Map<number, number>();
  let written = 0;
  addConstructorLog();
  for (let step = 0; step < EVENTS_PER_AGENT; step += 1) {
    for (let i = 0; i < stride; i += 1) add(step, i + 1);
  }
  const head = firstBlock + Math.ceil(events / EVENTS_PER_BLOCK) + 300;
  return { logs, head, events };

  function add(step: number, agentId: number): void {
    const block = firstBlock + 1 + Math.floor(written / EVENTS_PER_BLOCK);
    const timestamp = BigInt(toBlockTime(block));
    const wallet = pad(toHex(0xa0000000 + agentId * 7919), { size: 20 });
    if (step === 0) {
      push(block, "AgentRegistered", {
        agentId: BigInt(agentId),
        creator: person(agentId),
        agentWallet: wallet,
        haftungsperson: person(agentId * 3),
        constitutionHash: keccak256(toHex(agentId)),
        capabilityHash: keccak256(toHex(agentId * 2)),
        operationalScope: `Translation of court records, German and English, court number ${agentId}`,
        parentAgentId: agentId > 10 && agentId % 3 === 0 ? BigInt(Math.floor(agentId / 10)) : 0n,
        generation: agentId > 10 && agentId % 3 === 0 ? 1n : 0n,
        selfModifying: agentId % 5 === 0,
        walletConsent: false,
        haftungspersonConsent: false,
        parentConsent: true,
        registeredAt: timestamp,
      });
      lastAttested.set(agentId, Number(timestamp));
    } else if (step % 2 === 1) {
      push(block, "ComplianceAttested", {
        agentId: BigInt(agentId),
        actor: wallet,
        previousAttestation: BigInt(lastAttested.get(agentId) ?? 0),
        attestedAt: timestamp,
      });
      lastAttested.set(agentId, Number(timestamp));
    } else {
      push(block, "RevenueReported", {
        agentId: BigInt(agentId),
        actor: wallet,
        amount: BigInt((agentId * 7919) % 1_000_000),
        currency: ["USDC", "EUR", "ETH"][agentId % 3],
        category: ["compute_services", "service_fees", "data_sales", "consulting"][agentId % 4],
        periodStart: timestamp - 604_800n,
        periodEnd: timestamp - 1n,
        reportedAt: timestamp,
      });
    }
    written += 1;
  }

  function addConstructorLog(): void {
    push(firstBlock, "OwnershipTransferred", { oldOwner: pad("0x", { size: 20 }), newOwner: person(0) });
  }
}

/** Collects logs by block, encoded as a node has them. */
export function createLogs(registryAddress: Address) {
  const byBlock = new Map<number, object[]>();
  const byHash = new Map<string, object[]>();
  return {
    byBlock,
    byHash,
    push(block: number, name: string, args: Record<string, unknown>): void {
      const item = EVENTS.get(name);
      if (item === undefined) throw new Error(`No event ${name}`);
      const blockHash = toBlockHash(block);
      const logs = byBlock.get(block) ?? [];
      byBlock.set(block, logs);
      byHash.set(blockHash, logs);
      const plain = item.inputs.filter((input) => !input.indexed);
      const topics = encodeEventTopics({ abi: [item], eventName: name, args } as never);
      logs.push({
        removed: false,
        logIndex: toHex(logs.length),
        transactionIndex: toHex(logs.length),
        transactionHash: keccak256(toHex(`transaction ${block} ${logs.length}`)),
        blockHash,
        blockNumber: toHex(block),
        blockTimestamp: toHex(toBlockTime(block)),
        address: registryAddress.toLowerCase(),
        data: encodeAbiParameters(
          plain,
          plain.map((input) => args[input.name]),
        ),
        topics,
      });
    },
  };
}

const NO_LOGS = `0x${"0".repeat(512)}`;
const SOME_LOGS = `0x${"f".repeat(512)}`;

export function toHeader(number: number, { byBlock }: Logs) {
  return {
    number: toHex(number),
    hash: toBlockHash(number),
    parentHash: toBlockHash(number - 1),
    timestamp: toHex(toBlockTime(number)),
    logsBloom: byBlock.has(number) ? SOME_LOGS : NO_LOGS,
    // The hash is made up, too. The index takes hashes as they come if headers have a field that it does not know.
    madeUp: "0x1",
  };
}
