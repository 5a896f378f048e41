import assert from "node:assert/strict";
import test from "node:test";
import { type CertificateAnswer, registryAbi } from "@agent-registry/protocol";
import { decodeFunctionData } from "viem";
import { describePersonAction, findOutcome, type PersonAction, toPersonActions } from "./person-actions.ts";
import { PEOPLE } from "./testing/build-entry.ts";

const NOW_MS = Date.parse("2026-10-03T12:00:00.000Z");
const UNTIL = "2028-10-03T12:00:00.000Z";
const HASH = `0x${"ab".repeat(32)}` as const;

function build(overrides: Partial<CertificateAnswer> = {}): CertificateAnswer {
  return {
    person: PEOPLE.haftungsperson,
    notary: PEOPLE.proposed,
    kind: "legal",
    level: "high",
    since: "2026-09-01T12:00:00.000Z",
    until: UNTIL,
    ref: HASH,
    accepted: null,
    counts: false,
    whyNot: "not-accepted",
    transactions: { certified: HASH, accepted: null },
    ...overrides,
  };
}

const accept: PersonAction = { kind: "accept-certificate", certificate: build() };
const end: PersonAction = { kind: "end-certificate", certificate: build() };

test("the person accepts and ends, the notary and a regulator end, nobody else does anything", () => {
  const kindsOf = (account: string, isRegulator = false, certificate = build()) =>
    toPersonActions([certificate], { account, isRegulator, nowMs: NOW_MS }).map(({ kind }) => kind);
  assert.deepEqual(kindsOf(PEOPLE.haftungsperson.toLowerCase()), ["accept-certificate", "end-certificate"]);
  assert.deepEqual(kindsOf(PEOPLE.proposed), ["end-certificate"]);
  assert.deepEqual(kindsOf(PEOPLE.stranger, true), ["end-certificate"]);
  assert.deepEqual(kindsOf(PEOPLE.stranger), []);
  // What is accepted, or has ended, is not to be accepted.
  for (const given of [{ accepted: UNTIL }, { until: "2026-10-03T12:00:00.000Z" }])
    assert.deepEqual(kindsOf(PEOPLE.haftungsperson, false, build(given)), ["end-certificate"]);
});

test("the call holds exactly what is shown: notary, kind, level and end", () => {
  const decode = (action: PersonAction) =>
    decodeFunctionData({ abi: registryAbi, data: describePersonAction(action).encode("").data });
  const seconds = BigInt(Date.parse(UNTIL) / 1000);
  assert.deepEqual(decode(accept), {
    functionName: "acceptCertificate",
    args: [PEOPLE.proposed, 2, 3, seconds],
  });
  assert.deepEqual(decode(end), {
    functionName: "endCertificate",
    args: [PEOPLE.haftungsperson, PEOPLE.proposed],
  });
  assert.equal(
    describePersonAction(accept).encode("").shown,
    `acceptCertificate(${PEOPLE.proposed}, 2, 3, ${seconds})`,
  );
});

test("before it is signed, it is said what it states and what follows", () => {
  assert.equal(
    describePersonAction(accept).statement,
    "I accept that the notary 0x9965…A4dc certifies me as a legal person, level high, until 3 October 2028 at 12:00:00 UTC.",
  );
  assert.equal(
    describePersonAction(end).statement,
    "I end the certificate of the notary 0x9965…A4dc about the person 0x3C44…93BC.",
  );
  const follows = describePersonAction(accept).consequences.join(" ");
  assert.match(follows, /From then on it counts/);
  assert.match(follows, /Your key ties the identity .* to this address/);
});

test("it is filed once the person's answer shows it", () => {
  const accepted = build({ accepted: UNTIL, transactions: { certified: HASH, accepted: "0x02" } });
  const other = build({ notary: PEOPLE.creator });
  assert.equal(findOutcome(accept, [other, build()]), undefined);
  assert.equal(findOutcome(accept, [other, accepted]), "0x02");
  assert.equal(findOutcome(end, [build()]), undefined);
  assert.equal(findOutcome(end, [other]), null);
  // Ended, and certified anew at once.
  assert.equal(findOutcome(end, [build({ transactions: { certified: "0x03", accepted: null } })]), null);
});
