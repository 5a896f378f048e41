import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentDomainResponse } from "@agent-registry/protocol";
import { toDomainWords } from "./domain-words.ts";

const named = {
  agentId: 1,
  domain: "agents.example",
  verified: false,
  checkedAt: "2026-03-01T12:00:00.000Z",
};

/** As it is read: the sentence, and why. */
function toSentence(answer: AgentDomainResponse) {
  const words = toDomainWords(answer);
  return words === null ? null : [words.before + words.domain + words.after, words.why];
}

test("a domain that names the agent says so", () => {
  const answer = { ...named, verified: true, reason: null };
  assert.deepEqual(toSentence(answer), ["agents.example says this is its agent", null]);
});

test("a domain that does not is only named, with the reason", () => {
  const cases: [AgentDomainResponse["reason"], string, string | null][] = [
    ["no-matching-registration", "which does not say so", "its file does not name this agent"],
    ["unreachable", "which does not say so", "its server cannot be reached by https"],
    ["not-public", "which does not say so", "it does not lead to a server on the public internet"],
    ["not-checked-yet", "which is being asked", null],
    ["checks-off", "which this register does not ask", null],
  ];
  for (const [reason, words, why] of cases)
    assert.deepEqual(toSentence({ ...named, reason }), [`names agents.example, ${words}`, why]);
});

test("an agent that names no domain has no sentence", () => {
  assert.equal(toSentence({ ...named, domain: null, reason: "no-domain-named", checkedAt: null }), null);
});
