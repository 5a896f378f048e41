import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { registryAbi } from "@agent-registry/protocol";
import { toRecordHash } from "@agent-registry/protocol/record-hash";
import { decodeFunctionData } from "viem";
import { encodeAction, RecordDiffers } from "./encode-action.ts";
import { parseAction } from "./parse-action.ts";
import { buildEntry, PEOPLE } from "./testing/build-entry.ts";

const known = { haftungsperson: PEOPLE.haftungsperson, proposed: PEOPLE.proposed };
const problemOf = (kind: "propose" | "suspend", text: string) => {
  const parsed = parseAction(kind, { ...known, text });
  return parsed.ok ? null : parsed.problem;
};

describe("parseAction", () => {
  it("a reason is bounded by its bytes, as the contract bounds it", () => {
    assert.equal(problemOf("suspend", "x".repeat(1_000)), null);
    assert.equal(problemOf("suspend", "ä".repeat(500)), null);
    assert.equal(
      problemOf("suspend", `${"ä".repeat(500)}x`),
      "The reason takes 1001 bytes; the register holds 1000.",
    );
    assert.match(problemOf("suspend", "  ") ?? "", /Give a reason/);
  });

  it("a handover needs somebody new", () => {
    assert.equal(problemOf("propose", PEOPLE.stranger.toLowerCase()), null);
    assert.match(problemOf("propose", PEOPLE.haftungsperson) ?? "", /already/);
    assert.match(problemOf("propose", PEOPLE.proposed.toLowerCase()) ?? "", /proposed already/);
    assert.match(problemOf("propose", `0x${"0".repeat(40)}`) ?? "", /nobody/);
    assert.match(problemOf("propose", "0x12") ?? "", /40 characters/);
  });
});

describe("encodeAction", () => {
  const entry = buildEntry();
  const decode = (data: `0x${string}`) => {
    const { functionName, args } = decodeFunctionData({ abi: registryAbi, data });
    return [functionName, ...args];
  };

  it("each action is the call that it is said to be", () => {
    for (const [action, expected] of [
      [{ kind: "refuse" }, ["declineAgent", 7n]],
      [{ kind: "accept" }, ["acceptHaftungsperson", 7n]],
      [{ kind: "propose", successor: PEOPLE.stranger }, ["proposeHaftungsperson", 7n, PEOPLE.stranger]],
      [{ kind: "withdraw" }, ["proposeHaftungsperson", 7n, `0x${"0".repeat(40)}`]],
      [{ kind: "suspend", reason: "Why" }, ["suspendAgent", 7n, "Why"]],
      [{ kind: "revoke", reason: "Why" }, ["revokeAgent", 7n, "Why"]],
      [{ kind: "reactivate" }, ["reactivateAgent", 7n]],
      [{ kind: "release" }, ["releaseWallet", 7n]],
    ] as const)
      assert.deepEqual(decode(encodeAction(action, entry).data), expected);
  });

  it("an agreement is to the record that is shown, and to no other", () => {
    const { agent } = entry;
    const hash = toRecordHash({ ...agent, agentId: 7n, parentAgentId: 0n } as Parameters<
      typeof toRecordHash
    >[0]);
    const agreed = { ...entry, consents: { ...entry.consents, recordHash: hash } };
    assert.deepEqual(decode(encodeAction({ kind: "agree" }, agreed).data), ["confirmRecord", 7n, hash]);
    const changed = { ...agreed, agent: { ...agent, operationalScope: "Trades arms" } };
    assert.throws(() => encodeAction({ kind: "agree" }, changed), RecordDiffers);
  });
});
