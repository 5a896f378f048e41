import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { entry, HAFTUNGSPERSON, ISSUER, NOW, WALLET } from "../testing/test-issuer.ts";
import { createKnownAgents } from "./known-agents.ts";
import type { Binding } from "./verify-binding.ts";

const time = { now: NOW };
const createAgents = () =>
  createKnownAgents({
    policy: { consents: ["wallet", "haftungsperson"] },
    maxListAgeSeconds: 900,
    maxAgents: 10,
    now: () => time.now,
  });
const kept = { uri: `${ISSUER}/api/v1/status-lists/0`, list: undefined };

const toBinding = (issuedAt: number, given: Partial<Binding> = {}): Binding => ({
  issuer: ISSUER,
  wallet: WALLET,
  agentId: entry.agentId,
  haftungsperson: HAFTUNGSPERSON,
  consents: ["wallet", "haftungsperson"],
  listUri: kept.uri,
  index: entry.agentId,
  issuedAt,
  expiresAt: issuedAt + 86_400,
  kid: "key",
  signature: "",
  ...given,
});

describe("createKnownAgents", () => {
  it("keeps the newer of two bindings, whichever comes last: both may be verified at the same time", () => {
    const agents = createAgents();
    agents.remember(toBinding(NOW), kept);
    agents.remember(toBinding(NOW - 10, { consents: ["wallet"] }), kept);
    assert.equal(agents.find(WALLET)?.issuedAt, NOW);
    assert.equal(agents.decide(WALLET).reason, "no-list", "the older one's missing consent does not count");
    agents.remember(toBinding(NOW + 10, { consents: ["wallet"] }), kept);
    assert.equal(agents.find(WALLET)?.issuedAt, NOW + 10);
    assert.equal(agents.decide(WALLET).reason, "haftungsperson-not-agreed");
  });
});
