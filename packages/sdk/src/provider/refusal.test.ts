import assert from "node:assert/strict";
import { test } from "node:test";
import type { KyaVerdict } from "../actions/kya-finding.ts";
import type { FaultCode } from "./erc8128/fault.ts";
import {
  type OtherReason,
  type Refusal,
  type RefusalReason,
  refusalHeaders,
  refuse,
  refuseWallet,
  toRefusalResponse,
} from "./refusal.ts";
import { refuseSignature } from "./refuse-signature.ts";

/** As the guide for providers lists them; with the seconds after which to try again. */
const table: Record<OtherReason, [status: Refusal["status"], retryAfter?: string]> = {
  "foreign-proof": [401],
  "missing-binding": [401],
  "invalid-binding": [401],
  "expired-binding": [401],
  "revoked-or-terminated": [403],
  "not-vouched-for": [403],
  "not-in-list": [403],
  "not-registered": [403],
  "wallet-retired": [403],
  suspended: [403],
  revoked: [403],
  terminated: [403],
  "attestation-lapsed": [403],
  "wallet-not-agreed": [403],
  "haftungsperson-is-the-wallet": [403],
  "haftungsperson-not-agreed": [403],
  "haftungsperson-refused": [403],
  "parent-not-agreed": [403],
  "parent-refused": [403],
  "haftungsperson-not-certified": [403],
  "certificate-ended": [403],
  "attestation-too-old": [403],
  "registered-too-recently": [403],
  "ancestor-suspended": [403],
  "ancestor-revoked": [403],
  "ancestor-terminated": [403],
  "self-modifying": [403],
  "body-too-large": [413],
  "too-many-requests": [429, "60"],
  "proof-before-start": [503, "11"],
  "nonce-store-unavailable": [503, "10"],
  "decision-not-kept": [503, "10"],
  "register-unavailable": [503, "10"],
};
const reasons = Object.keys(table) as OtherReason[];

test("a refusal tells status, reason and a sentence", async () => {
  const response = toRefusalResponse(refuseSignature("nonce_reused"));
  assert.equal(response.status, 401);
  assert.equal(response.headers.get("content-type"), "application/json");
  assert.deepEqual(await response.json(), {
    error: "The signature's nonce was used before: sign each request anew",
    reason: "replayed-proof",
  });
});

for (const [reason, [status, retryAfter]] of Object.entries(table)) {
  test(`a refusal for ${reason} has status ${status}, and says what may help`, () => {
    const refusal = refuse(reason as OtherReason);
    assert.equal(refusal.status, status);
    const headers = refusalHeaders(refusal);
    assert.equal(headers["retry-after"], retryAfter);
  });
}

/** What is wrong with a request that is signed by ERC-8128, as the guide for providers has it. */
const signatureTable: Record<FaultCode, [status: 400 | 401, reason: RefusalReason]> = {
  signature_missing: [401, "missing-proof"],
  no_acceptable_signature: [401, "missing-proof"],
  signature_input_invalid: [400, "malformed-proof"],
  signature_too_large: [400, "malformed-proof"],
  invalid_keyid: [401, "malformed-proof"],
  invalid_time: [401, "malformed-proof"],
  invalid_nonce: [401, "malformed-proof"],
  nonce_required: [401, "malformed-proof"],
  unsupported_algorithm: [401, "malformed-proof"],
  request_validity_too_long: [401, "malformed-proof"],
  insufficient_coverage: [401, "malformed-proof"],
  content_digest_required: [401, "malformed-proof"],
  request_not_yet_valid: [401, "expired-proof"],
  request_expired: [401, "expired-proof"],
  unsupported_chain: [401, "foreign-proof"],
  unsupported_account: [401, "invalid-proof"],
  bad_content_digest: [401, "invalid-proof"],
  bad_signature: [401, "invalid-proof"],
  nonce_reused: [401, "replayed-proof"],
};
const codes = Object.keys(signatureTable) as FaultCode[];

for (const [code, expected] of Object.entries(signatureTable)) {
  test(`a signature that is refused for ${code} has status ${expected[0]} and the reason ${expected[1]}`, () => {
    const refusal = refuseSignature(code as FaultCode);
    assert.deepEqual([refusal.status, refusal.reason, refusal.code], [...expected, code]);
  });
}

test("every refusal has a sentence of its own", () => {
  const refusals = [
    ...reasons.map((reason) => refuse(reason)),
    ...codes.map((code) => refuseSignature(code)),
  ];
  const sentences = refusals.map(({ error }) => error);
  for (const sentence of sentences) assert.match(sentence, /^[A-Z]\w+ .+/);
  assert.equal(new Set(sentences).size, reasons.length + codes.length);
});

const wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const time = "2026-03-01T12:00:00.000Z";

/** Of agent 61, which these refused. */
function verdict(
  objections: KyaVerdict["objections"],
  refusedBy: readonly ("haftungsperson" | "parent")[] = [],
): KyaVerdict {
  return {
    wallet,
    source: "chain",
    checkedAt: time,
    admissible: false,
    objections,
    verdict: "non-compliant",
    reason: "suspended",
    agent: {
      agentId: 61,
      creator: wallet,
      haftungsperson: wallet,
      agentWallet: wallet,
      operationalScope: "",
      status: "Suspended",
      registeredAt: time,
      lastAttestation: time,
    },
    consents: { wallet: true, haftungsperson: true, parent: true },
    refusals: {
      haftungsperson: refusedBy.includes("haftungsperson"),
      parent: refusedBy.includes("parent"),
    },
  };
}

test("a refusal is for the first objection, and says which command helps", () => {
  assert.deepEqual(refuseWallet(verdict(["haftungsperson-not-agreed", "ancestor-revoked"])), {
    status: 403,
    reason: "haftungsperson-not-agreed",
    error:
      "The agent's Haftungsperson has not agreed to answer for it: npx -y @agent-registry/cli confirm 61 with the Haftungsperson's key",
  });
});

test("the refusal of a wallet that was replaced says so, and names the agent", () => {
  const nothing = { agent: null, consents: null, refusals: null };
  const replaced: KyaVerdict = {
    wallet,
    source: "chain",
    checkedAt: time,
    admissible: false,
    objections: ["not-registered", "wallet-retired"],
    verdict: "not-registered",
    reason: "not-registered",
    ...nothing,
    retiredFrom: 61,
  };
  assert.deepEqual(refuseWallet(replaced), {
    status: 403,
    reason: "wallet-retired",
    error:
      "Another wallet took this one's place in the record of agent 61: sign with the agent's present wallet",
  });
});

const endings = [
  {
    name: "a suspension that the Haftungsperson brought about says so",
    reason: "suspended",
    refusedBy: ["haftungsperson"],
    error: "The agent is suspended: its Haftungsperson has declined to answer for it",
  },
  {
    name: "a suspension by somebody else does not blame the Haftungsperson",
    reason: "suspended",
    refusedBy: ["parent"],
    error: "The agent is suspended",
  },
  {
    name: "a revocation does not blame the Haftungsperson, who declined as well",
    reason: "revoked",
    refusedBy: ["haftungsperson"],
    error: "The agent is revoked",
  },
] as const;
for (const { name, reason, refusedBy, error } of endings) {
  test(name, () => {
    const refusal = refuseWallet(verdict([reason, "haftungsperson-refused"], refusedBy));
    assert.deepEqual(refusal, { status: 403, reason, error });
  });
}
