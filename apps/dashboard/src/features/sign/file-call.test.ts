import assert from "node:assert/strict";
import { it } from "node:test";
import type { Filing } from "@agent-registry/protocol";
import { ApiError } from "../../api/api-error.ts";
import { findFiling, lookUntilFound } from "./file-call.ts";
import { PEOPLE } from "./testing/build-entry.ts";

const filing = (part: Partial<Filing>) =>
  ({ kind: "status-changed", actor: PEOPLE.stranger, blockNumber: 12, ...part }) as Filing;

it("a filing is found by who did what after it was sent, whatever its transaction", () => {
  const sought = { kind: "suspend", account: PEOPLE.stranger.toLowerCase(), sinceBlock: 10 } as const;
  const ours = filing({});
  assert.equal(findFiling([filing({ kind: "attested" }), ours], sought), ours);
  assert.equal(findFiling([filing({ actor: PEOPLE.wallet })], sought), undefined);
  assert.equal(findFiling([filing({ blockNumber: 10 })], sought), undefined);
});

it("the change of a key is not taken for what falls with it", () => {
  const sought = { kind: "accept-wallet", account: PEOPLE.newWallet, sinceBlock: 10 } as const;
  const by = { actor: PEOPLE.newWallet };
  const changed = filing({ ...by, kind: "wallet-changed" });
  const filed = [filing({ ...by, kind: "attester-changed" }), changed];
  assert.equal(findFiling(filed, sought), changed);
});

it("it is looked for more and more seldom, and as seldom as an API asks that is asked too often", async () => {
  const pauses: number[] = [];
  const answers = [undefined, undefined, new ApiError("rate-limited", "", { retryAfterMs: 30_000 }), "found"];
  const found = await lookUntilFound({
    async look() {
      const answer = answers.shift();
      if (answer instanceof ApiError) throw answer;
      return answer;
    },
    pause: async (ms) => void pauses.push(ms),
  });
  assert.equal(found, "found");
  assert.deepEqual(pauses, [500, 1_000, 30_000]);
});

it("a failed transaction ends the wait", async () => {
  const look = () => Promise.reject(new Error("Agent not active"));
  await assert.rejects(lookUntilFound({ look, pause: async () => {} }), /Agent not active/);
});
