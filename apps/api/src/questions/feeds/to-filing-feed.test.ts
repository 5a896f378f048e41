import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { RegisterFiling } from "@agent-registry/protocol";
import fc from "fast-check";
import { readAtom } from "../../testing/read-atom.ts";
import { TEST_BLOCK, testAddress } from "../../testing/test-rows.ts";
import { toFilingFeed } from "./to-filing-feed.ts";
import { toXmlText, writeAtom } from "./write-atom.ts";

const REGISTER = {
  chainId: 84532,
  registryAddress: testAddress(7),
  publicUrls: { api: "https://api.example", dashboard: "https://register.example" },
};
const SUBJECT = { name: "filings", title: "All filings", path: "/feeds/filings.atom", page: "/" };

function testFiling(overrides: object = {}): RegisterFiling {
  return {
    sequence: 4,
    agentId: 12,
    kind: "status-changed",
    oldStatus: "Active",
    newStatus: "Suspended",
    reason: "Fraud & theft",
    actorRole: "regulator",
    cause: "suspended",
    timestamp: "2026-03-01T00:00:00.000Z",
    actor: testAddress(1),
    blockNumber: 9,
    blockHash: TEST_BLOCK.hash,
    transactionHash: `0x${"a1".repeat(32)}`,
    logIndex: 3,
    ...overrides,
  } as RegisterFiling;
}

const PERIOD = { periodStart: "2026-02-01T00:00:00.000Z", periodEnd: "2026-02-28T00:00:00.000Z" };

/** Any UTF-16, halves of pairs and control characters included. */
const anyText = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }),
      fc.constantFrom(...[..."<>&'\"]\0\u001b\r\n\ufffe"].map((c) => c.charCodeAt(0))),
    ),
  )
  .map((codes) => String.fromCharCode(...codes));

describe("an Atom feed", () => {
  it("tells a filing in plain words, and names it by its event", () => {
    const feed = readAtom(toFilingFeed(REGISTER, SUBJECT, [testFiling()]));
    const register = `urn:agent-registry:84532:${testAddress(7).toLowerCase()}`;
    assert.deepEqual(feed, {
      id: `${register}:feed:filings`,
      title: "All filings",
      updated: "2026-03-01T00:00:00.000Z",
      author: "Agent Registry",
      self: "https://api.example/api/v1/feeds/filings.atom",
      url: "https://register.example/",
      entries: [
        {
          id: `${register}:filing:0x${"a1".repeat(32)}:3`,
          title: "Agent 12: Suspended: “Fraud & theft”",
          summary: `By ${testAddress(1)}, in block 9, transaction 0x${"a1".repeat(32)}`,
          updated: "2026-03-01T00:00:00.000Z",
          url: "https://register.example/agents/12",
        },
      ],
    });
  });

  const [old, next] = [testAddress(5), testAddress(6)];
  const words: [filing: object, title: string][] = [
    [
      { kind: "wallet-proposed", oldProposal: null, newProposal: next },
      `New wallet proposed: ${next} is to take the wallet's place`,
    ],
    [
      { kind: "wallet-proposed", oldProposal: old, newProposal: null },
      `Proposed wallet taken back: ${old} is no longer to be the agent's wallet`,
    ],
    [
      { kind: "wallet-changed", oldWallet: old, newWallet: next },
      `Wallet replaced: ${old} is retired for good, and ${next} agreed to act for this agent`,
    ],
    [
      { kind: "attester-changed", oldAttester: null, newAttester: next },
      `Attester named: ${next} may attest, and do nothing else`,
    ],
    [
      { kind: "attester-changed", oldAttester: old, newAttester: next },
      `Attester changed: ${next} may attest, and do nothing else`,
    ],
    [
      { kind: "attester-changed", oldAttester: old, newAttester: null },
      `Attester removed: ${old} may no longer attest`,
    ],
    [
      { kind: "wallet-released", agentWallet: old, actor: old, actorRole: "wallet" },
      "The wallet, which had not agreed, declined this entry and has left it",
    ],
  ];
  for (const [filing, title] of words)
    it(`says "${title.replaceAll(/0x\w+/g, "…")}"`, () => {
      const { entries } = readAtom(toFilingFeed(REGISTER, SUBJECT, [testFiling(filing)]));
      assert.equal(entries[0]?.title, `Agent 12: ${title}`);
    });

  const certified = { personKind: "legal", level: "high", until: "2028-02-01T09:30:00.000Z", ref: "0x" };
  const ofPersons: [filing: object, title: string, page: string][] = [
    [
      { kind: "person-certified", person: old, notary: next, ...certified },
      `Person ${old}: Certified as a legal person, level high, until 2028-02-01, by notary ${next}`,
      `/people/${old}`,
    ],
    [
      { kind: "certificate-accepted", person: old, notary: next },
      `Person ${old}: Accepted the certificate of notary ${next}`,
      `/people/${old}`,
    ],
    [
      { kind: "certificate-ended", person: old, notary: next },
      `Person ${old}: The certificate of notary ${next} was ended`,
      `/people/${old}`,
    ],
    [
      { kind: "notary-added", notary: next },
      `Notary ${next}: Accredited: may certify persons`,
      `/notary/${next}`,
    ],
    [
      { kind: "notary-removed", notary: next },
      `Notary ${next}: No longer accredited: its certificates do not count`,
      `/notary/${next}`,
    ],
  ];
  for (const [filing, title, page] of ofPersons)
    it(`says "${title.replaceAll(/0x\w+/g, "…")}", which is about no agent`, () => {
      const { entries } = readAtom(toFilingFeed(REGISTER, SUBJECT, [testFiling({ agentId: 0, ...filing })]));
      assert.deepEqual([entries[0]?.title, entries[0]?.url], [title, `https://register.example${page}`]);
    });

  it("is one even if nothing was filed", () => {
    const feed = readAtom(toFilingFeed(REGISTER, SUBJECT, []));
    assert.deepEqual([feed.updated, feed.entries], ["1970-01-01T00:00:00.000Z", []]);
  });

  it("shows characters that turn the direction of a text, and keeps one line", () => {
    const { entries } = readAtom(toFilingFeed(REGISTER, SUBJECT, [testFiling({ reason: "a\n\u202eb" })]));
    assert.equal(entries[0]?.title, "Agent 12: Suspended: “a ⟨U+202E⟩b”");
  });

  it("is well-formed whatever a stranger writes", () => {
    fc.assert(
      fc.property(anyText, anyText, (reason, currency) => {
        const report = { kind: "revenue-reported", amount: 5, currency, category: reason, ...PERIOD };
        const filings = [testFiling({ reason }), testFiling({ ...report, logIndex: 4 })];
        assert.equal(readAtom(toFilingFeed(REGISTER, SUBJECT, filings)).entries.length, 2);
      }),
    );
  });

  it("gives back any text without what XML cannot hold", () => {
    fc.assert(
      fc.property(anyText, (title) => {
        const parts = {
          id: "urn:x:1",
          url: "https://a.example",
          author: { name: "A", url: "https://a.example" },
        };
        const feed = readAtom(
          writeAtom({ ...parts, title, selfUrl: "https://a.example/?a=1&b", entries: [] }),
        );
        const isInXml = (c: string) => /[\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(c);
        assert.equal(feed.title, [...title].filter(isInXml).join(""));
        assert.equal(feed.self, "https://a.example/?a=1&b");
      }),
    );
    assert.equal(toXmlText("a\0\u001b\uD800b\u{1F600}"), "ab\u{1F600}");
  });
});
