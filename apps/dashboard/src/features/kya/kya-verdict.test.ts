import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { KyaResponse } from "@agent-registry/protocol";
import type { Agreement } from "../../shared/verdict/agreement.ts";
import { toKyaVerdict } from "./kya-verdict.ts";

const DAY = 86_400;
const CHECKED_MS = Date.parse("2026-11-15T12:00:00.000Z");

type Agent = NonNullable<KyaResponse["agent"]>;

function verdict({
  isCompliant,
  ageSeconds,
  passedSeconds = 0,
  clockAheadMs = 0,
  status = "Active",
  agreement = { kind: "agreed" },
}: {
  isCompliant: boolean;
  /** The attestation's age when the API answered. */
  ageSeconds: number;
  passedSeconds?: number;
  clockAheadMs?: number;
  status?: Agent["status"];
  agreement?: Agreement;
}) {
  const lastAttestation = new Date(CHECKED_MS - ageSeconds * 1000).toISOString();
  const asOfMs = CHECKED_MS + clockAheadMs;
  return toKyaVerdict({
    answer: {
      isCompliant,
      checkedAt: new Date(CHECKED_MS).toISOString(),
      agent: { status, lastAttestation } as Agent,
    },
    asOfMs,
    nowMs: asOfMs + passedSeconds * 1000,
    agreement,
    statusFiling: undefined,
  });
}

describe("a KYA verdict", () => {
  it("the verdict on a compliant agent is green, with a reason that agrees", () => {
    const { tone, title, reason, advice } = verdict({ isCompliant: true, ageSeconds: 2 * DAY });
    assert.deepEqual([tone, title], ["green", "Registered and compliant"]);
    assert.match(reason.sentence, /holds for another 5 days/);
    assert.match(advice ?? "", /^You may provision/);
  });

  it("once the attestation lapses, the answer is outdated and the verdict no longer green", () => {
    const input = { isCompliant: true, ageSeconds: 7 * DAY - 20 };
    assert.equal(verdict({ ...input, passedSeconds: 20 }).isOutdated, false);
    const outdated = verdict({ ...input, passedSeconds: 21 });
    assert.equal(outdated.isOutdated, true);
    assert.equal(outdated.tone, "grey");
    assert.doesNotMatch(`${outdated.title} ${outdated.advice}`, /and compliant|You may/);
  });

  it("a wrong clock on this machine does not change the verdict", () => {
    for (const clockAheadMs of [-30 * DAY * 1000, 30 * DAY * 1000]) {
      const { title, reason } = verdict({ isCompliant: true, ageSeconds: 2 * DAY, clockAheadMs });
      assert.equal(title, "Registered and compliant");
      assert.match(reason.sentence, /last attested 2 days ago/);
    }
  });

  it("if the API finds an agent not compliant, the verdict does not contradict it", () => {
    const { tone, title, reason, advice } = verdict({ isCompliant: false, ageSeconds: 7 * DAY - 1 });
    assert.deepEqual([tone, title], ["red", "Registered, not compliant"]);
    assert.doesNotMatch(`${reason.sentence} ${advice}`, /holds|You may/);
  });

  it("the verdict says why a stopped agent is not compliant", () => {
    const { title, reason } = verdict({ isCompliant: false, ageSeconds: 0, status: "Revoked" });
    assert.equal(title, "Registered, not compliant");
    assert.equal(reason.sentence, "Revoked");
  });

  it("a compliant agent without agreement is named as such in the title, and never green", () => {
    const judge = (agreement: Agreement) => {
      const { tone, title } = verdict({ isCompliant: true, ageSeconds: 2 * DAY, agreement });
      return [tone, title];
    };
    assert.deepEqual(judge({ kind: "missing", parties: ["wallet"] }), [
      "yellow",
      "Registered and compliant, not agreed",
    ]);
    assert.deepEqual(judge({ kind: "self-liable" }), [
      "yellow",
      "Registered and compliant, its own Haftungsperson",
    ]);
    assert.deepEqual(judge({ kind: "refused" }), ["red", "Registered, refused by its Haftungsperson"]);
    assert.deepEqual(judge({ kind: "reading" }), ["grey", "Registered, being checked"]);
    assert.deepEqual(judge({ kind: "unreadable" }), ["yellow", "Registered, agreement unknown"]);
  });

  it("an agreed agent whose attestation lapses soon may still be served", () => {
    const { tone, advice } = verdict({ isCompliant: true, ageSeconds: 6 * DAY });
    assert.equal(tone, "green");
    assert.match(advice ?? "", /^You may provision services; check again/);
  });
});
