import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pad, zeroAddress } from "viem";
import type { EventBody, RegistryEvent } from "../../chain/decode-event.ts";
import { testRegistration } from "../../testing/test-registration.ts";
import { testAddress } from "../../testing/test-rows.ts";
import { applyEvent } from "./apply-event.ts";
import { createChange, InconsistentLogs } from "./change.ts";

const address = (number: number) => testAddress(number).toLowerCase();
const [WALLET, HAFTUNGSPERSON, SUCCESSOR] = [address(0xa1), address(0xb2), address(0xc3)];
const [NEW_WALLET, ATTESTER] = [address(0xa2), address(0xe5)];
// As what a party agreed, by the contract's flags.
const [WALLET_PLACE, HAFTUNGSPERSON_PLACE] = [2, 4];
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
const agreed = {
  kind: "consent-given",
  consents: { wallet: true, haftungsperson: true, parent: true },
  places: WALLET_PLACE | HAFTUNGSPERSON_PLACE,
} satisfies EventBody;
const refused = {
  kind: "consent-refused",
  refusals: { haftungsperson: true, parent: false },
  suspends: false,
} satisfies EventBody;
const suspending = { ...refused, suspends: true };
const toStatus = (oldStatus: number, newStatus: number): EventBody => ({
  kind: "status-changed",
  oldStatus,
  newStatus,
  reason: "",
});
const [suspended, reactivated] = [toStatus(0, 1), toStatus(1, 0)];
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
const walletProposed: EventBody = {
  kind: "wallet-proposed",
  oldProposal: zeroAddress,
  newProposal: NEW_WALLET,
};
const walletChanged: EventBody = { kind: "wallet-changed", oldWallet: WALLET, newWallet: NEW_WALLET };
const attesterChanged: EventBody = {
  kind: "attester-changed",
  oldAttester: zeroAddress,
  newAttester: ATTESTER,
};

function applyAll(bodies: EventBody[]): void {
  const change = createChange({ agents: [], lastSequence: 0, lastAgentId: 0 });
  for (const body of bodies) applyEvent(change, toEvent(body));
}

describe("a log that was left out is noticed with the party's next word", () => {
  const cases: [string, EventBody[], EventBody][] = [
    ["consent that takes another one back", [agreed], { ...agreed, consents: { ...NONE, parent: true } }],
    ["consent by one who is no party", [], { ...agreed, consents: { ...NONE, parent: true }, places: 0 }],
    ["consent that others had given, if theirs is missing", [], { ...agreed, places: WALLET_PLACE }],
    ["consent that it does not add", [], { ...agreed, consents: { ...NONE, parent: true } }],
    ["refusal by one who had refused before, if a consent is missing", [refused], refused],
    ["second suspension by refusal, if a reactivation is missing", [suspending], suspending],
    [
      "suspension by the refusal of another than the Haftungsperson",
      [],
      { ...suspending, refusals: { haftungsperson: false, parent: true } },
    ],
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
    ["proposal of a wallet that replaces another one than stands", [walletProposed], walletProposed],
    ["replacement by a wallet that was not proposed", [], walletChanged],
    [
      "replacement by another wallet than was proposed",
      [walletProposed],
      { ...walletChanged, newWallet: address(0xd4) },
    ],
    ["replacement of another wallet", [walletProposed], { ...walletChanged, oldWallet: address(0xd4) }],
    ["replacement of a wallet that was released", [walletProposed, released], walletChanged],
    ["second replacement of a wallet", [walletProposed, walletChanged, walletProposed], walletChanged],
    ["release of a wallet that took another's place", [walletProposed, walletChanged], released],
    [
      "release of the new wallet, which has agreed",
      [walletProposed, walletChanged],
      { ...released, agentWallet: NEW_WALLET },
    ],
    ["attester in the place of another one than stands", [attesterChanged], attesterChanged],
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
    assert.doesNotThrow(() => applyAll([registered, agreed, agreed]));
    const again = [suspending, suspended, reactivated, suspending, suspended];
    assert.doesNotThrow(() => applyAll([registered, ...again]));
    assert.doesNotThrow(() => applyAll([registered, attesterChanged, walletProposed, walletChanged]));
  });
});
