import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { toCertificateSlots } from "@agent-registry/protocol/proof";
import { type Address, keccak256, pad, toHex, zeroAddress } from "viem";
import { type EventBody, NO_AGENT, type RegistryEvent } from "../chain/decode-event.ts";
import type { RecordSource } from "../chain/record-source.ts";
import type { BlockRow } from "../index/schema.ts";
import { openIndex, TEST_ANCHOR } from "../testing/open-index.ts";
import { testAddress } from "../testing/test-rows.ts";
import {
  type CertificateParties,
  describeCertificates,
  parseParties,
  toParties,
  walkCertificates,
} from "./certificates.ts";
import { followChanges } from "./walk.ts";

const [person, other, notary] = [0xb1, 0xb2, 0xc1].map((number) => testAddress(number).toLowerCase()) as [
  Address,
  Address,
  Address,
];
const UNTIL = 2_000_000_000;
const pair = { person, notary };
const bodies: EventBody[] = [
  { kind: "notary-added", notary },
  {
    kind: "person-certified",
    ...{ ...pair, personKind: 2, level: 3, until: UNTIL, ref: pad("0x0e", { size: 32 }) },
  },
  { kind: "certificate-accepted", ...pair },
];
const events = bodies.map((body, i): RegistryEvent => {
  const hash = pad(toHex(i + 1), { size: 32 });
  const place = { blockNumber: TEST_ANCHOR.number + 1 + i, blockHash: hash, logIndex: 0 };
  const at = { transactionHash: hash, timestamp: TEST_ANCHOR.timestamp + 1 + i };
  return { agentId: NO_AGENT, actor: notary, ...place, ...at, ...body };
});
const CERTIFIED_AT = BigInt(TEST_ANCHOR.timestamp + 2);
/** As `RegistryCertificates.sol` lays the slot out. */
const RIGHT = 2n | (3n << 8n) | (CERTIFIED_AT << 16n) | (BigInt(UNTIL) << 80n) | (1n << 144n);

let index: Awaited<ReturnType<typeof openIndex>>;
let block: BlockRow;
before(async () => {
  index = await openIndex();
  await index.startOver();
  const blocks = events.map(({ blockNumber: number, blockHash, timestamp }) => {
    return { number, hash: blockHash, timestamp };
  });
  await index.writer.apply({ events, blocks });
  block = (await index.writer.findCheckpoint()) ?? assert.fail();
});
after(() => index?.close());

/** What is found if the contract holds these words about the person, and none about the other one. */
function look(words: { certificate: bigint; accreditation: bigint }, at: Partial<BlockRow> = {}) {
  const slots = toCertificateSlots(pair, (bytes) => keccak256(bytes, "bytes"));
  const held = new Map([
    [slots.certificate, words.certificate],
    [slots.accreditation, words.accreditation],
  ]);
  const readSlots: RecordSource["readSlots"] = async (asked) =>
    asked.map((slot) => held.get(slot as `0x${string}`) ?? 0n);
  const parties = [pair, { person: other, notary }, { person: zeroAddress, notary }];
  const source = { readSlots } as RecordSource;
  return describeCertificates({
    db: index.db,
    engine: "sqlite",
    source,
    parties,
    block: { ...block, ...at },
  });
}

describe("certificates of index and contract", () => {
  it("are alike if every word is", async () => {
    assert.equal(await look({ certificate: RIGHT, accreditation: 1n }), "");
  });

  for (const [name, certificate, theirs] of [
    ["the kind", RIGHT ^ 3n, "kind 1, level 3,"],
    ["the level", RIGHT ^ (1n << 8n), "kind 2, level 2,"],
    ["when it was certified", RIGHT + (1n << 16n), `level 3, ${CERTIFIED_AT + 1n} to ${UNTIL}, accepted`],
    ["its end", RIGHT + (1n << 80n), `${CERTIFIED_AT} to ${UNTIL + 1}, accepted`],
    ["whether it is accepted", RIGHT ^ (1n << 144n), `${CERTIFIED_AT} to ${UNTIL}, not accepted`],
    ["whether there is one", 0n, "none"],
  ] as const) {
    it(`differ in words by ${name}, and the words tell whom to look at again`, async () => {
      const difference = (await look({ certificate, accreditation: 1n })) ?? "";
      const ours = `the index has kind 2, level 3, ${CERTIFIED_AT} to ${UNTIL}, accepted, the contract `;
      assert.ok(difference.startsWith(`certificate of ${person} by ${notary}: ${ours}`), difference);
      assert.ok(difference.slice(difference.indexOf("the contract ")).includes(theirs), difference);
      assert.deepEqual(parseParties(difference), [pair]);
    });
  }

  it("differ by the notary's accreditation, told once", async () => {
    const difference = (await look({ certificate: RIGHT, accreditation: 0n })) ?? "";
    assert.equal(difference, `notary ${notary}: the index has accredited, the contract not accredited`);
    assert.deepEqual(parseParties(difference), [{ person: zeroAddress, notary }]);
    const both = (await look({ certificate: 0n, accreditation: 0n })) ?? "";
    assert.deepEqual(parseParties(both), [pair, { person: zeroAddress, notary }]);
  });

  it("are compared as of the block, and not at all if the index has left it", async () => {
    const unaccepted = { certificate: RIGHT ^ (1n << 144n), accreditation: 1n };
    const before = { number: block.number - 1, hash: events[1]?.blockHash ?? "", last_sequence: 2 };
    assert.equal(await look(unaccepted, before), "");
    assert.equal(await look(unaccepted, { hash: pad("0xff", { size: 32 }) }), undefined);
  });
});

describe("the comparison of certificates", () => {
  it("is of the newest filings after a while, and of all of them again and again", async () => {
    const time = { nowMs: 0 };
    const checked: string[][] = [];
    let isAnswered = true;
    const options = {
      db: index.db,
      clock: { now: () => time.nowMs },
      async check(parties: CertificateParties[]) {
        checked.push(parties.map((each) => each.person));
        return isAnswered;
      },
    };
    const walk = walkCertificates(options);
    const recent = await followChanges({
      ...options,
      intervalMs: 10_000,
      check: () => assert.fail("No filing is about an agent"),
      checkCertificates: options.check,
    });
    const all = [zeroAddress, person];
    assert.equal(await walk.advance(), true);
    assert.equal(await walk.advance(), false);
    assert.equal(await recent.advance(), false);
    assert.deepEqual(checked.splice(0), [all]);
    const [{ blockNumber, blockHash, timestamp } = assert.fail()] = [events[2]];
    const later = { blockNumber: blockNumber + 1, blockHash, timestamp, logIndex: 0 };
    const ended = { kind: "certificate-ended", person: other, notary } as const;
    const event = { agentId: NO_AGENT, actor: notary, transactionHash: blockHash, ...later, ...ended };
    await index.writer.apply({
      events: [event],
      blocks: [{ number: later.blockNumber, hash: blockHash, timestamp }],
    });
    // What could not be compared is tried again.
    isAnswered = false;
    assert.equal(await recent.advance(), true);
    isAnswered = true;
    assert.equal(await recent.advance(), true);
    assert.equal(await recent.advance(), false);
    assert.deepEqual(checked.splice(0), [[other], [other]]);
    isAnswered = false;
    time.nowMs = 30_000;
    assert.equal(await walk.advance(), true);
    isAnswered = true;
    time.nowMs = 60_000;
    assert.equal(await walk.advance(), true);
    assert.deepEqual(checked.splice(0), [
      [...all, other],
      [...all, other],
    ]);
    assert.deepEqual(toParties([]), []);
  });
});
