import assert from "node:assert/strict";
import test from "node:test";
import type { CertificateAnswer } from "@agent-registry/protocol";
import { findFault, findShown, type StatedCertificate, toStanding, toStated } from "./certificate-words.ts";

const NOW_MS = Date.parse("2026-10-03T12:00:00.000Z");

function build(overrides: Partial<StatedCertificate> = {}): StatedCertificate {
  return {
    notary: "0xNotary",
    kind: "natural",
    level: "substantial",
    until: "2028-10-03T12:00:00.000Z",
    isAccepted: true,
    isAccredited: true,
    ...overrides,
  };
}

function toWords(certificate: StatedCertificate, isPast = false): string {
  return toStanding(certificate, { fault: findFault(certificate, NOW_MS), isPast });
}

test("a certificate that counts says what, until when, and what it does not mean", () => {
  assert.equal(
    toWords(build()),
    ": a natural person, level substantial, until 3 Oct 2028. That is the notary’s word about who controls this address, not about the agent.",
  );
  assert.equal(
    toWords(build({ kind: "legal", level: "high" }), true),
    ": a legal person, level high, until 3 Oct 2028. That was the notary’s word about who controlled this address, not about the agent.",
  );
});

test("one that does not count says why", () => {
  const of = (overrides: Partial<StatedCertificate>, isPast = false) => toWords(build(overrides), isPast);
  const begin = " (a natural person, level substantial) does not count: ";
  assert.equal(of({ isAccepted: false }), `${begin}the person has not accepted it yet.`);
  assert.equal(of({ isAccredited: false }), `${begin}the notary is no longer accredited.`);
  assert.equal(of({ until: "2026-10-03T12:00:00.000Z" }), `${begin}it ended on 3 Oct 2026.`);
  assert.equal(
    of({ isAccepted: false }, true),
    " (a natural person, level substantial) did not count: the person had not accepted it yet.",
  );
});

test("the best that counts is shown; if none counts, the newest", () => {
  const waiting = build({ notary: "0xWaiting", level: "high", isAccepted: false });
  const low = build({ notary: "0xLow", level: "low" });
  const high = build({ notary: "0xHigh", level: "high" });
  assert.equal(findShown([waiting, low, high], NOW_MS), high);
  assert.equal(findShown([waiting, low], NOW_MS), low);
  assert.equal(findShown([waiting], NOW_MS), waiting);
  assert.equal(findShown([], NOW_MS), undefined);
  // Its end comes while the page is open.
  assert.equal(findShown([low], Date.parse(low.until)), low);
  assert.equal(findFault(low, Date.parse(low.until)), "ended");
});

test("an answer of the API is taken by what it says of acceptance and accreditation", () => {
  const answer: CertificateAnswer = {
    person: "0xPerson",
    notary: "0xNotary",
    kind: "natural",
    level: "low",
    since: "2026-09-01T12:00:00.000Z",
    until: "2028-10-03T12:00:00.000Z",
    ref: "0x01",
    accepted: "2026-09-02T12:00:00.000Z",
    counts: true,
    whyNot: null,
    transactions: { certified: "0x02", accepted: "0x03" },
  };
  assert.equal(findFault(toStated(answer), NOW_MS), null);
  const removed = { ...answer, counts: false, whyNot: "notary-not-accredited" as const };
  assert.equal(findFault(toStated(removed), NOW_MS), "notary-not-accredited");
  const waiting = { ...answer, accepted: null, counts: false, whyNot: "not-accepted" as const };
  assert.equal(findFault(toStated(waiting), NOW_MS), "not-accepted");
});
