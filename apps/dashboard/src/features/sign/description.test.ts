import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { registryAbi } from "@agent-registry/protocol";
import { toRecordHash } from "@agent-registry/protocol/record-hash";
import { decodeFunctionData, zeroAddress } from "viem";
import { RecordDiffers } from "./encode-call.ts";
import { type ActionKind, describeEntryAction } from "./entry-actions.ts";
import { buildEntry, PEOPLE } from "./testing/build-entry.ts";

const entry = buildEntry({ proposed: true, pendingWallet: true, attester: true });
const problemOf = (kind: "propose" | "propose-wallet" | "set-attester" | "suspend", text: string) => {
  const parsed = describeEntryAction(kind, { entry, roles: [] }).field?.parse(text);
  assert.ok(parsed);
  return parsed.ok ? null : parsed.problem;
};

describe("what is typed for an action", () => {
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

  it("a new wallet is another one than the present and the proposed one", () => {
    assert.equal(problemOf("propose-wallet", PEOPLE.stranger), null);
    assert.match(problemOf("propose-wallet", PEOPLE.wallet.toLowerCase()) ?? "", /wallet already/);
    assert.match(problemOf("propose-wallet", PEOPLE.newWallet) ?? "", /proposed already/);
    assert.match(problemOf("propose-wallet", `0x${"0".repeat(40)}`) ?? "", /nobody/);
    assert.match(problemOf("propose-wallet", "") ?? "", /Enter an address/);
    const mistyped = PEOPLE.stranger.replace("976EA", "976Ea");
    assert.match(problemOf("propose-wallet", mistyped) ?? "", /checksum/);
  });

  it("an attester is a key that may not attest yet", () => {
    assert.equal(problemOf("set-attester", PEOPLE.stranger), null);
    assert.match(problemOf("set-attester", PEOPLE.attester) ?? "", /attester already/);
    assert.match(problemOf("set-attester", PEOPLE.wallet) ?? "", /may attest anyway/);
    assert.match(problemOf("set-attester", `0x${"0".repeat(40)}`) ?? "", /nobody/);
  });
});

describe("the call of an action", () => {
  const encodeAction = ({ kind, typed = "" }: { kind: ActionKind; typed?: string }, shown = entry) =>
    describeEntryAction(kind, { entry: shown, roles: [] }).encode(typed);
  const decode = (data: `0x${string}`) => {
    const { functionName, args } = decodeFunctionData({ abi: registryAbi, data });
    return [functionName, ...args];
  };

  it("each action is the call that it is said to be", () => {
    for (const [action, expected] of [
      [{ kind: "refuse" }, ["declineAgent", 7n]],
      [{ kind: "propose", typed: PEOPLE.stranger }, ["proposeHaftungsperson", 7n, PEOPLE.stranger]],
      [{ kind: "withdraw" }, ["proposeHaftungsperson", 7n, zeroAddress]],
      [{ kind: "propose-wallet", typed: PEOPLE.stranger }, ["proposeWallet", 7n, PEOPLE.stranger]],
      [{ kind: "withdraw-wallet" }, ["proposeWallet", 7n, zeroAddress]],
      [{ kind: "set-attester", typed: PEOPLE.stranger }, ["setAttester", 7n, PEOPLE.stranger]],
      [{ kind: "remove-attester" }, ["setAttester", 7n, zeroAddress]],
      [{ kind: "suspend", typed: "Why" }, ["suspendAgent", 7n, "Why"]],
      [{ kind: "revoke", typed: "Why" }, ["revokeAgent", 7n, "Why"]],
      [{ kind: "reactivate" }, ["reactivateAgent", 7n]],
      [{ kind: "release" }, ["releaseWallet", 7n]],
    ] as const)
      assert.deepEqual(decode(encodeAction(action).data), expected);
  });

  it("each agreement is to the record that is shown, and to no other", () => {
    const { agent } = entry;
    const hash = toRecordHash({ ...agent, agentId: 7n, parentAgentId: 0n } as Parameters<
      typeof toRecordHash
    >[0]);
    const agreed = { ...entry, consents: { ...entry.consents, recordHash: hash } };
    const changed = { ...agreed, agent: { ...agent, operationalScope: "Trades arms" } };
    for (const [kind, functionName] of [
      ["agree", "confirmRecord"],
      ["agree-again", "confirmRecord"],
      ["accept", "acceptHaftungsperson"],
      ["accept-wallet", "acceptWallet"],
    ] as const) {
      const { shown, data } = encodeAction({ kind }, agreed);
      assert.deepEqual(decode(data), [functionName, 7n, hash]);
      assert.equal(shown, `${functionName}(7, ${hash})`);
      assert.throws(() => encodeAction({ kind }, changed), RecordDiffers);
    }
  });
});
