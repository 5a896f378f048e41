import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pad, zeroAddress } from "viem";
import type { EventBody, RegistryEvent } from "../../chain/registry-event.ts";
import { testRegistration } from "../../testing/test-registration.ts";
import { testAddress } from "../../testing/test-rows.ts";
import { applyEvent } from "./apply-event.ts";
import { createChange, InconsistentLogs } from "./change.ts";

const address = (number: number) => testAddress(number).toLowerCase();
const [WALLET, HAFTUNGSPERSON, SUCCESSOR] = [address(0xa1), address(0xb2), address(0xc3)];
const HASH = pad("0x01", { size: 32 });
const NONE = { wallet: false, haftungsperson: false, parent: false };

function toEvent(body: EventBody): RegistryEvent {
  const place = { blockNumber: 1, blockHash: HASH, logIndex: 0, transactionHash: HASH, timestamp: 5 };
  return { agentId: 1, actor: HAFTUNGSPERSON, ...place, ...body };
}

const registered = testRegistration({
  agentWallet: WALLET,
  haftungsperson: HAFTUNGSPERSON,
  consents: { ...NONE, parent: true },
});
const agreed: EventBody = {
  kind: "consent-given",
  consents: { wallet: true, haftungsperson: true, parent: true },
};
const refused: EventBody = { kind: "consent-refused", refusals: { haftungsperson: true, parent: false } };
const released: EventBody = { kind: "wallet-released", agentWallet: WALLET };
const proposed: EventBody = {
  kind: "haftungsperson-proposed",
  oldProposal: zeroAddress,
  newProposal: SUCCESSOR,
};
const changed: EventBody = {
  kind: "haftungsperson-changed",
  oldHaftungsperson: HAFTUNGSPERSON,
  newHaftungsperson: SUCCESSOR,
};

function applyAll(bodies: EventBody[]): void {
  const change = createChange({ agents: [], lastSequence: 0, lastAgentId: 0 });
  for (const body of bodies) applyEvent(change, toEvent(body));
}

describe("a log that was left out is noticed with the party's next word", () => {
  const cases: [string, EventBody[], EventBody][] = [
    ["consent that takes another one back", [agreed], { ...agreed, consents: { ...NONE, parent: true } }],
    ["consent by those who had agreed before, if a refusal is missing", [agreed], agreed],
    ["refusal by one who had refused before, if a consent is missing", [refused], refused],
    [
      "refusal that takes another one back",
      [refused],
      { ...refused, refusals: { haftungsperson: false, parent: true } },
    ],
    ["release of another wallet", [], { ...released, agentWallet: address(0xd4) }],
    ["release of a wallet that had agreed", [agreed], released],
    ["second release", [released], released],
    ["proposal that replaces another one than stands", [], { ...proposed, oldProposal: address(0xd4) }],
    ["proposal after one that is missing", [proposed], proposed],
    ["handover to one who was not proposed", [], changed],
    ["handover from another Haftungsperson", [proposed], { ...changed, oldHaftungsperson: address(0xd4) }],
  ];
  for (const [name, before, wrong] of cases) {
    it(`refuses a ${name}`, () => {
      assert.doesNotThrow(() => applyAll([registered, ...before]));
      assert.throws(() => applyAll([registered, ...before, wrong]), InconsistentLogs);
    });
  }

  it("takes what follows from the index", () => {
    assert.doesNotThrow(() => applyAll([registered, agreed, refused, proposed, changed]));
    assert.doesNotThrow(() => applyAll([registered, released, refused]));
  });
});
