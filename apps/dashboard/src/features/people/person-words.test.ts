import assert from "node:assert/strict";
import test from "node:test";
import type { PersonSummary } from "../../api/resources.ts";
import { toConsentSentence, toEmptyWords, toStandingWords, toWaitingSentence } from "./person-words.ts";

const NONE = { Active: 0, Suspended: 0, Revoked: 0, Terminated: 0 };

function toSummary(overrides: Partial<PersonSummary>): PersonSummary {
  return {
    totalAgents: 0,
    statusDistribution: NONE,
    compliantCount: 0,
    complianceRate: "0.0",
    revokedAgents: [],
    revenue: [],
    moreCurrencies: 0,
    ...overrides,
  };
}

test("the lead says how many agents, and how many stand in which way", () => {
  const words = ({ totalAgents = 0, ...rest }: Partial<PersonSummary>) => {
    const consents = { agreed: totalAgents, refused: 0, none: 0 };
    return toStandingWords("haftungsperson", toSummary({ totalAgents, consents, ...rest }));
  };
  assert.equal(words({}), null);
  assert.equal(words({ totalAgents: 1, compliantCount: 1 }), "Answers for 1 agent, in good standing.");
  assert.equal(words({ totalAgents: 4, compliantCount: 4 }), "Answers for 4 agents, all in good standing.");
  assert.equal(
    words({
      totalAgents: 1_012,
      compliantCount: 1_005,
      statusDistribution: { Active: 1_007, Suspended: 1, Revoked: 3, Terminated: 1 },
    }),
    "Answers for 1,012 agents: 1,005 in good standing, 2 with a lapsed attestation, 1 suspended, 3 revoked, 1 terminated.",
  );
  const unsaid = { agreed: 1, refused: 0, none: 1 };
  assert.equal(
    words({ totalAgents: 2, compliantCount: 2, consents: unsaid }),
    "Named as liable for 2 agents, all in good standing.",
  );
  const suspended = toSummary({ totalAgents: 1, statusDistribution: { ...NONE, Suspended: 1 } });
  assert.equal(toStandingWords("creator", suspended), "Registered 1 agent: 1 suspended.");
});

test("what the person has said is told as far as it was said", () => {
  const words = (agreed: number, refused: number, none: number) =>
    toConsentSentence(
      toSummary({ totalAgents: agreed + refused + none, consents: { agreed, refused, none } }),
    );
  assert.equal(words(0, 0, 0), null);
  assert.equal(words(1, 0, 0), "Agreed to it.");
  assert.equal(words(3, 0, 0), "Agreed to all of them.");
  assert.equal(words(10, 0, 2), "Agreed to 10 and has not said anything about 2.");
  assert.equal(words(2, 1, 3), "Agreed to 2, refused 1, has not said anything about 3.");
  assert.equal(words(0, 0, 2), "Has not said anything about any of them.");
  assert.equal(toConsentSentence(toSummary({ totalAgents: 1 })), null);
});

test("an address without agents is told by its role, and by what it answered for before", () => {
  const of = (total: number) => toSummary({ formerAgents: { total, agentIds: [] } });
  assert.equal(
    toEmptyWords("haftungsperson", of(0)),
    "No entry of the register names this address as Haftungsperson.",
  );
  assert.equal(
    toEmptyWords("haftungsperson", of(2)),
    "Answers for no agent now; handed over 2 agents before.",
  );
  assert.equal(toEmptyWords("creator", toSummary({})), "Nobody has registered an agent from this address.");
});

test("the lead says how many agents the person waits to take over", () => {
  assert.equal(toWaitingSentence({ total: 1, data: [] }), "Waits to take over 1 agent.");
  assert.equal(toWaitingSentence({ total: 1_200, data: [] }), "Waits to take over 1,200 agents.");
  assert.equal(toWaitingSentence({ total: 0, data: [] }), null);
  assert.equal(toWaitingSentence(undefined), null);
});
