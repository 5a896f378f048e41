import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AGENT_STATUSES, toAgentStatus } from "./agent.ts";
import {
  isAttestationCurrent,
  isCompliant,
  secondsSinceAttestation,
  toComplianceRate,
} from "./compliance.ts";

const SEVEN_DAYS = 604_800;

describe("compliance", () => {
  it("an attestation is current to the last second of the seventh day", () => {
    assert.ok(isAttestationCurrent({ lastAttestation: 1_000 }, 1_000 + SEVEN_DAYS));
    assert.ok(!isAttestationCurrent({ lastAttestation: 1_000 }, 1_001 + SEVEN_DAYS));
  });

  it("only an Active agent with a current attestation is compliant", () => {
    const compliant = AGENT_STATUSES.filter((status) => isCompliant({ status, lastAttestation: 5 }, 6));
    assert.deepEqual(compliant, ["Active"]);
    assert.ok(!isCompliant({ status: "Active", lastAttestation: 0 }, SEVEN_DAYS + 1));
  });

  it("an attestation's age is never below zero", () => {
    assert.equal(secondsSinceAttestation({ lastAttestation: 10 }, 4), 0);
  });

  it("the compliance rate has one decimal place and no percent sign", () => {
    assert.equal(toComplianceRate({ compliant: 2, total: 3 }), "66.7");
    assert.equal(toComplianceRate({ compliant: 3, total: 3 }), "100.0");
    assert.equal(toComplianceRate({ compliant: 0, total: 0 }), "0.0");
  });

  it("a rate half-way between two tenths is rounded up, free of binary rounding errors", () => {
    assert.equal(toComplianceRate({ compliant: 23, total: 80 }), "28.8");
    assert.equal(toComplianceRate({ compliant: 1, total: 16 }), "6.3");
    for (let total = 1; total <= 400; total += 1) {
      for (let compliant = 0; compliant <= total; compliant += 1) {
        const tenths = (BigInt(compliant) * 2000n + BigInt(total)) / (2n * BigInt(total));
        const expected = `${tenths / 10n}.${tenths % 10n}`;
        assert.equal(toComplianceRate({ compliant, total }), expected, `${compliant} of ${total}`);
      }
    }
  });
});

describe("toAgentStatus", () => {
  it("has the contract's numbers", () => {
    assert.deepEqual([0, 1, 2, 3].map(toAgentStatus), ["Active", "Suspended", "Revoked", "Terminated"]);
    assert.throws(() => toAgentStatus(4), new RangeError("The contract has no status 4"));
  });
});
