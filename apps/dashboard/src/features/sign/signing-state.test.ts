import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { describeEntryAction } from "./entry-actions.ts";
import { initialState, reduceSigning, type SigningEvent, type SigningState } from "./signing-state.ts";
import { buildEntry, PEOPLE } from "./testing/build-entry.ts";
import { toFailure } from "./to-failure.ts";

const wallet = { id: "1", name: "A wallet", icon: null, provider: { request: async () => null } };
const offer = { kind: "agree" } as const;
const description = describeEntryAction("agree", { entry: buildEntry(), roles: ["wallet"] });
const chosen = { offer, typed: "", way: "relayer", description } as const;
const CONNECTED: SigningEvent[] = [
  { type: "wallet-chosen", wallet },
  { type: "connected", wallet, address: PEOPLE.wallet, chainId: 1 },
];
const STARTED: SigningEvent[] = [
  ...CONNECTED,
  { type: "action-chosen", kind: "agree" },
  { type: "started", run: 1, chosen },
];
const CHANGED: SigningEvent = { type: "account-changed", address: PEOPLE.stranger };

function after(...events: SigningEvent[]): SigningState {
  return events.reduce<SigningState>(reduceSigning, initialState);
}

/** The step; at an account also its address, the stage of its action, and the notice that is shown. */
function describeState(state: SigningState): string {
  if (state.step !== "account") return state.step;
  return `${state.account.address} ${state.signing?.stage ?? "choice"} ${state.notice ?? ""}`.trim();
}

describe("reduceSigning", () => {
  it("an action goes from the choice to the register", () => {
    const sent: SigningEvent[] = [...STARTED, { type: "advanced", run: 1, stage: "recording" }];
    assert.equal(describeState(after(...sent)), `${PEOPLE.wallet} recording`);
    assert.equal(
      describeState(after(...sent, { type: "filed", run: 1, transactionHash: "0x1" })),
      `${PEOPLE.wallet} filed`,
    );
  });

  it("another account before the signature starts over, and says so", () => {
    const notice = "The wallet changed to another account. Nothing was signed: start over.";
    for (const events of [
      [...CONNECTED, { type: "action-chosen", kind: "agree" }],
      STARTED,
      [...STARTED, { type: "advanced", run: 1, stage: "wallet" }],
    ] as SigningEvent[][]) {
      const state = after(...events, CHANGED, { type: "advanced", run: 1, stage: "sending" });
      assert.equal(describeState(state), `${PEOPLE.stranger} choice ${notice}`);
    }
    const onOtherChain = after(...STARTED, { type: "chain-changed", chainId: 2 });
    assert.match(
      describeState(onOtherChain),
      /choice The wallet changed to another chain\. Nothing was signed/,
    );
  });

  it("another account after the signature changes nothing of what is under way", () => {
    for (const stage of ["sending", "recording"] as const)
      assert.equal(
        describeState(after(...STARTED, { type: "advanced", run: 1, stage }, CHANGED)),
        `${PEOPLE.stranger} ${stage}`,
      );
  });

  it("a wallet that signs out after the signature does not take the outcome away", () => {
    const sent: SigningEvent[] = [...STARTED, { type: "advanced", run: 1, stage: "recording" }];
    const notice = "The wallet signed out.";
    const filed = after(...sent, { type: "signed-out" }, { type: "filed", run: 1, transactionHash: "0x1" });
    assert.equal(describeState(filed), `${PEOPLE.wallet} filed ${notice}`);
    assert.deepEqual(reduceSigning(filed, { type: "action-left" }), { step: "wallets", problem: notice });
    const failure = toFailure(new Error("refused"));
    assert.equal(
      describeState(after(...sent, { type: "signed-out" }, { type: "failed", run: 1, failure })),
      `${PEOPLE.wallet} failed ${notice}`,
    );
    assert.deepEqual(after(...STARTED, { type: "signed-out" }), { step: "wallets", problem: notice });
    // Signed in again, it goes on as before.
    const back = after(...sent, { type: "signed-out" }, CHANGED, { type: "action-left" });
    assert.equal(describeState(back), `${PEOPLE.stranger} choice`);
  });

  it("what an earlier run tells late is not heard", () => {
    const second: SigningEvent[] = [...STARTED, { type: "started", run: 2, chosen }];
    const failure = toFailure(new Error("late"));
    assert.equal(
      describeState(after(...second, { type: "failed", run: 1, failure })),
      `${PEOPLE.wallet} preparing`,
    );
    assert.equal(
      describeState(
        after(...STARTED, { type: "action-left" }, { type: "filed", run: 1, transactionHash: "0x1" }),
      ),
      `${PEOPLE.wallet} choice`,
    );
  });

  it("a wallet that answers after somebody gave up on it signs nobody in", () => {
    const [choice, connected] = CONNECTED as [SigningEvent, SigningEvent];
    assert.equal(describeState(after(choice, { type: "left", problem: null }, connected)), "wallets");
    // Nor does its late failure sign out the account that is connected.
    const late: SigningEvent = { type: "connecting-failed", wallet, problem: "Refused" };
    assert.equal(describeState(after(...CONNECTED, late)), `${PEOPLE.wallet} choice`);
  });

  it("what the contract says of another account than the present one does not count", () => {
    const state = after(...CONNECTED, CHANGED, {
      type: "standing-known",
      address: PEOPLE.wallet,
      standing: "regulator",
    });
    assert.ok(state.step === "account" && state.account.standing === "unknown");
  });
});
