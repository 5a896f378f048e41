import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type Certificate,
  type CertifiedRule,
  findBestCertificate,
  findCertificateFault,
  judgeCertificates,
} from "./certificate.ts";

const NOW = 1_772_366_400;
const NOTARY = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const OTHER = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

const certificate = (given: Partial<Certificate> = {}): Certificate => ({
  notary: NOTARY,
  kind: "natural",
  level: "substantial",
  until: NOW + 1,
  isAccepted: true,
  isAccredited: true,
  ...given,
});

describe("a certificate", () => {
  it("counts if it is accepted, its notary is accredited and its end lies ahead", () => {
    const faultOf = (given: Partial<Certificate>) => findCertificateFault(certificate(given), NOW);
    assert.equal(faultOf({}), undefined);
    assert.equal(faultOf({ until: NOW }), "ended", "on the second of its end it has ended");
    assert.equal(faultOf({ isAccredited: false, until: 0 }), "notary-not-accredited");
    assert.equal(faultOf({ isAccepted: false, isAccredited: false, until: 0 }), "not-accepted");
  });

  const cases: [string, Partial<Certificate>[], Partial<CertifiedRule>, string | undefined][] = [
    ["none", [], {}, "haftungsperson-not-certified"],
    ["one that is asked for", [{}], {}, undefined],
    ["a higher level", [{ level: "high" }], {}, undefined],
    ["a lower level", [{ level: "low" }], {}, "haftungsperson-not-certified"],
    ["the kind", [{}], { kind: "natural" }, undefined],
    ["another kind", [{}], { kind: "legal" }, "haftungsperson-not-certified"],
    ["the notary, in other capitals", [{}], { notaries: [OTHER, NOTARY.toLowerCase()] }, undefined],
    ["another notary", [{}], { notaries: [OTHER] }, "haftungsperson-not-certified"],
    ["one that has ended", [{ until: NOW }], {}, "certificate-ended"],
    ["one that has ended, and one that counts", [{ until: NOW }, { notary: OTHER }], {}, undefined],
    [
      "one that has ended, and one that is not accepted",
      [{ until: NOW }, { isAccepted: false }],
      {},
      "certificate-ended",
    ],
    ["an ended one of a lower level", [{ until: NOW, level: "low" }], {}, "haftungsperson-not-certified"],
    [
      "one that was never accepted and is over",
      [{ until: NOW, isAccepted: false }],
      {},
      "haftungsperson-not-certified",
    ],
    ["one of a former notary", [{ isAccredited: false }], {}, "haftungsperson-not-certified"],
  ];
  for (const [name, held, rule, expected] of cases) {
    it(`is judged: ${name}`, () => {
      const asked = { level: "substantial", ...rule } as const;
      assert.equal(judgeCertificates(held.map(certificate), asked, NOW), expected);
    });
  }

  it("is the best if it counts, is of the highest level and lasts longest", () => {
    const best = (...held: Partial<Certificate>[]) => findBestCertificate(held.map(certificate), NOW);
    assert.equal(best(), undefined);
    assert.equal(best({ until: NOW }), undefined);
    assert.equal(best({ level: "low" }, { level: "high" }, { level: "substantial" })?.level, "high");
    assert.equal(best({ level: "low" }, { level: "high", isAccepted: false })?.level, "low");
    assert.equal(best({ until: NOW + 1 }, { until: NOW + 9 }, { until: NOW + 5 })?.until, NOW + 9);
  });
});
