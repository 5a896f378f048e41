import assert from "node:assert/strict";
import { test } from "node:test";
import type { CertificateAnswer, Filing } from "@agent-registry/sdk";
import { renderCertificate } from "./render-certificate.ts";
import { renderFiling } from "./render-filing.ts";

const notary = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const person = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const hash = `0x${"11".repeat(32)}` as const;
const certificate: CertificateAnswer = {
  person,
  notary,
  kind: "legal",
  level: "high",
  since: "2026-01-01T00:00:00.000Z",
  until: "2028-01-01T00:00:00.000Z",
  ref: hash,
  accepted: null,
  counts: true,
  whyNot: null,
  transactions: { certified: hash, accepted: null },
};

test("a certificate is one line: by whom, what, until when, and whether it counts", () => {
  const stated = `certified by ${notary}: a legal person, high, until 2028-01-01`;
  assert.equal(renderCertificate(certificate), `${stated}; counts`);
  const why = (whyNot: CertificateAnswer["whyNot"]) =>
    renderCertificate({ ...certificate, counts: false, whyNot });
  assert.equal(why("not-accepted"), `${stated}; does NOT count: the person has not accepted it`);
  assert.equal(why("notary-not-accredited"), `${stated}; does NOT count: the notary is no longer accredited`);
  assert.equal(why("ended"), `${stated}; does NOT count: it has ended`);
});

const filing = {
  timestamp: "2026-01-01T10:20:30.000Z",
  blockNumber: 1,
  transactionHash: hash,
  actor: notary,
};

test("a filing about a person names no agent", () => {
  const render = (given: object) =>
    renderFiling({ ...filing, person, notary, ...given, agentId: 0 } as unknown as Filing & { agentId: 0 });
  const stated = { kind: "person-certified", personKind: "natural", level: "low", until: certificate.until };
  assert.equal(
    render(stated),
    `2026-01-01 10:20  person ${person}  certified as a natural person, level low, until 2028-01-01, by notary ${notary}`,
  );
  const words = (kind: string) => render({ kind }).slice(18);
  assert.equal(
    words("certificate-accepted"),
    `person ${person}  accepted the certificate of notary ${notary}  by ${notary}`,
  );
  assert.equal(
    words("certificate-ended"),
    `person ${person}  the certificate of notary ${notary} was ended  by ${notary}`,
  );
});

test("a filing about a notary names it", () => {
  const render = (kind: string) => renderFiling({ ...filing, kind, notary, agentId: 0 } as never).slice(18);
  assert.equal(render("notary-added"), `notary ${notary}  accredited: may certify persons  by ${notary}`);
  assert.equal(
    render("notary-removed"),
    `notary ${notary}  no longer accredited: its certificates do not count  by ${notary}`,
  );
});
