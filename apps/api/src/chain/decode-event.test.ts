import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { registryAbi } from "@agent-registry/protocol";
import {
  type Abi,
  decodeEventLog,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  keccak256,
  numberToHex,
  zeroAddress,
} from "viem";
import { decodeEvent, INDEXED_TOPICS, NO_AGENT, PERSON_TOPICS } from "./decode-event.ts";
import type { ChainLog } from "./node-answers.ts";
import { RpcError } from "./rpc-error.ts";

const HASH = `0x${"5a".repeat(32)}`;

type EventItem = Extract<(typeof registryAbi)[number], { type: "event" }>;
const events = registryAbi.filter((item): item is EventItem => item.type === "event");

/** Values that differ from their neighbours, so that a mix-up shows. */
function sampleOf(type: string, i: number): unknown {
  if (type === "address") return numberToHex(0xdead0000 + i, { size: 20 });
  if (type === "bytes32") return HASH;
  if (type === "string") return i % 2 === 0 ? "" : `Text ${i}: Übersetzung, ${"long ".repeat(20)}`;
  if (type === "bool") return i % 2 === 0;
  if (type === "uint8") return 3 + i;
  return type === "uint64" ? 1_700_000_000n + BigInt(i) : BigInt(Number.MAX_SAFE_INTEGER - i);
}

function toLog(item: EventItem, values: unknown[]): ChainLog {
  const args = Object.fromEntries(item.inputs.map((input, i) => [input.name, values[i]]));
  const plain = item.inputs.filter((input) => !input.indexed);
  return {
    topics: encodeEventTopics({ abi: [item] as Abi, eventName: item.name, args }) as string[],
    data: encodeAbiParameters(plain, plain.map((input) => args[input.name]) as never),
    blockNumber: 7,
    blockHash: HASH,
    logIndex: 2,
    transactionHash: HASH,
  };
}

const sampleLog = (item: EventItem) =>
  toLog(
    item,
    item.inputs.map((input, i) => sampleOf(input.type, i)),
  );

const eventNamed = (name: string): EventItem => {
  const item = events.find((event) => event.name === name);
  if (item === undefined) throw new Error(`No event ${name}`);
  return item;
};

const [first, second, third] = [0, 1, 2].map((i) => sampleOf("address", i));
const timeAt = (i: number) => Number(sampleOf("uint64", i));
/** By the places of the samples, as `IRegistry.sol` orders the parameters. */
const PERSON_EVENTS = {
  PersonCertified: {
    kind: "person-certified",
    ...{ person: first, notary: second, actor: second },
    ...{ personKind: 5, level: 6, until: timeAt(4), ref: HASH, timestamp: timeAt(6) },
  },
  CertificateAccepted: {
    kind: "certificate-accepted",
    ...{ person: first, notary: second, actor: first, timestamp: timeAt(2) },
  },
  CertificateEnded: {
    kind: "certificate-ended",
    ...{ person: first, notary: second, actor: third, timestamp: timeAt(3) },
  },
  NotaryAdded: { kind: "notary-added", notary: first, actor: second, timestamp: timeAt(2) },
  NotaryRemoved: { kind: "notary-removed", notary: first, actor: second, timestamp: timeAt(2) },
};

/** All plain values of an event, ours or viem's, in a form that can be compared. */
function valuesOf(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(valuesOf);
  return [String(value).toLowerCase()];
}

describe("decodeEvent", () => {
  for (const item of events) {
    it(`${item.name} is decoded as by viem, or ignored if it is not about an agent, a person or a notary`, () => {
      const log = sampleLog(item);
      const decoded = decodeEvent(log);
      const isOfAgent = item.inputs[0]?.name === "agentId";
      assert.equal(decoded !== null, isOfAgent || item.name in PERSON_EVENTS);
      if (decoded === null || !isOfAgent) return;
      const { args } = decodeEventLog({
        abi: registryAbi,
        topics: log.topics as [Hex],
        data: log.data as Hex,
      });
      const { kind, blockNumber, blockHash, logIndex, transactionHash, ...rest } = decoded;
      // `scopeHash` is none of the event's own values, and is null unless the scope is odd.
      const ours = "scopeHash" in rest ? { ...rest, scopeHash: [] } : rest;
      if ("scopeHash" in rest) assert.equal(rest.scopeHash, null);
      assert.deepEqual(
        { blockNumber, blockHash, logIndex, transactionHash },
        { blockNumber: 7, blockHash: HASH, logIndex: 2, transactionHash: HASH },
      );
      assert.match(kind, /^[a-z-]+$/);
      assert.deepEqual(valuesOf(ours).sort(), valuesOf(args).sort());
    });
  }

  for (const [name, values] of Object.entries(PERSON_EVENTS)) {
    it(`${name} is of no agent, and names person, notary and actor`, () => {
      const log = sampleLog(eventNamed(name));
      const { blockNumber, blockHash, logIndex, transactionHash, ...decoded } = decodeEvent(log) ?? {};
      assert.deepEqual(decoded, { agentId: NO_AGENT, ...values });
      assert.ok(PERSON_TOPICS.includes(log.topics[0] ?? "") && INDEXED_TOPICS.includes(log.topics[0] ?? ""));
    });
  }
  it("no other event is one of those about persons", () => {
    assert.equal(PERSON_TOPICS.length, Object.keys(PERSON_EVENTS).length);
  });

  it("bytes that are not UTF-8 become U+FFFD, and NUL stays", () => {
    const log = sampleLog(eventNamed("AgentStatusChanged"));
    const words = ["01", "02", "80", "05"].map((word) => word.padStart(64, "0"));
    const data = `0x${words.join("")}${"03".padStart(64, "0")}${"41ff00".padEnd(64, "0")}`;
    const decoded = decodeEvent({ ...log, data });
    assert.ok(decoded?.kind === "status-changed");
    assert.equal(decoded.reason, "A\ufffd\0");
  });

  it("a scope whose text does not give its bytes back comes with their hash", () => {
    const item = eventNamed("AgentRegistered");
    const log = sampleLog(item);
    // The scope is the last thing in the data, after its length.
    const withScope = (hex: string) => {
      const offset = Number.parseInt(log.data.slice(2 + 3 * 64, 2 + 4 * 64), 16);
      const length = (hex.length / 2).toString(16).padStart(64, "0");
      const data = `${log.data.slice(0, 2 + 2 * offset)}${length}${hex.padEnd(64, "0")}`;
      const decoded = decodeEvent({ ...log, data });
      assert.ok(decoded?.kind === "registered");
      return { text: decoded.operationalScope, hash: decoded.scopeHash };
    };
    const cases: [string, string, boolean][] = [
      ["41ff", "A\ufffd", true],
      ["efbbbf41", "A", true],
      ["efbfbd", "\ufffd", false],
      ["410042", "A\0B", false],
      ["1b30", "\u001b0", false],
      ["", "", false],
    ];
    for (const [hex, text, isOdd] of cases) {
      assert.deepEqual(withScope(hex), { text, hash: isOdd ? keccak256(`0x${hex}`) : null }, hex);
    }
  });

  it("data that is cut, numbers that are not exact, missing topics and unknown events are refused", () => {
    const log = sampleLog(eventNamed("RevenueReported"));
    const big = `0x${"f".repeat(64)}${log.data.slice(66)}`;
    const bad: ChainLog[] = [
      { ...log, data: log.data.slice(0, 200) },
      { ...log, data: log.data.slice(0, -64) },
      { ...log, data: big },
      { ...log, data: "0x" },
      { ...log, topics: log.topics.slice(0, 1) },
      { ...log, topics: [HASH] },
      { ...log, topics: [] },
    ];
    for (const wrong of bad) {
      assert.throws(
        () => decodeEvent(wrong),
        (error) => error instanceof RpcError && error.kind === "untrue",
      );
    }
  });

  it("a zero address is decoded", () => {
    const item = eventNamed("ComplianceAttested");
    assert.equal(decodeEvent(toLog(item, [1n, zeroAddress, 1n, 2n]))?.actor, zeroAddress);
  });
});
