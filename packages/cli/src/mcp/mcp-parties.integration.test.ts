import assert from "node:assert/strict";
import { before, test } from "node:test";
import { type Stack, untilIndexed, useStack } from "@agent-registry/sdk/testing";
import { devAccounts } from "@agent-registry/testkit";
import { bytesToHex } from "viem";
import { connectModel, newModel, textOf } from "../testing/connect-model.ts";

let stack: Stack;
before(async () => {
  stack = await useStack();
});

test("models agree to what they looked at, hand over, refuse and free a wallet", async () => {
  const [intruder, owner, person] = await Promise.all([
    newModel(stack.folder),
    newModel(stack.folder),
    newModel(stack.folder),
  ]);
  const enter = async (from: typeof owner, input: object) => {
    const entry = { haftungsperson: person.address, operationalScope: "Among models", ...input };
    const result = await from.call("register_agent", entry);
    assert.equal(result.isError, undefined, textOf(result));
    return result.structuredContent?.agentId as number;
  };
  const agentId = await enter(intruder, { agentWallet: owner.address });

  const attested = await owner.call("attest_compliance", {});
  assert.equal(attested.isError, true);
  assert.match(textOf(attested), new RegExp(`was entered by ${intruder.address} at .*never agreed`));
  const verdict = (await person.call("check_wallet", { wallet: owner.address })).structuredContent;
  assert.deepEqual(verdict?.consents, { wallet: false, haftungsperson: false, parent: true });
  assert.deepEqual(verdict?.refusals, { haftungsperson: false, parent: false });

  const stranger = await intruder.call("decline_record", { agentId });
  assert.match(textOf(stranger), /has no part in agent/);
  const declined = await owner.call("decline_record", { agentId });
  assert.equal(declined.structuredContent?.status, "Terminated");

  const own = await enter(owner, {});
  const record = (await person.call("get_agent", { agentId: own })).structuredContent as {
    consents: { recordHash: string };
  };
  const { recordHash } = record.consents;
  const other = await person.call("confirm_record", { agentId: own, recordHash: `0x${"1".repeat(64)}` });
  assert.match(textOf(other), /Record changed.*\(record-changed\)/);
  const agreed = await person.call("confirm_record", { agentId: own, recordHash });
  const { consents } = agreed.structuredContent as { consents: { haftungsperson: string } };
  assert.equal(consents.haftungsperson, "agreed");
  const again = await person.call("confirm_record", { agentId: own, recordHash });
  assert.equal(again.isError, undefined, "it agrees to the record as it is now");

  const early = await intruder.call("accept_haftungsperson", { agentId: own, recordHash });
  assert.match(textOf(early), /Nobody is proposed/);
  const handover = { agentId: own, haftungsperson: intruder.address };
  const proposal = await person.call("propose_haftungsperson", handover);
  await untilIndexed({ stack, blockNumber: proposal.structuredContent?.blockNumber as number });
  const asked = await intruder.call("get_person", { address: intruder.address });
  const pending = asked.structuredContent?.pendingHandovers as { total: number; data: object[] };
  assert.equal(pending.total, 1, textOf(asked));
  const { address: haftungsperson } = person;
  const fields = { agentId: own, agentWallet: owner.address, operationalScope: "Among models" };
  assert.deepEqual(pending.data, [{ ...fields, haftungsperson }]);
  const accepted = await intruder.call("accept_haftungsperson", { agentId: own, recordHash });
  assert.equal(accepted.structuredContent?.status, "Active");
  const none = await owner.call("propose_haftungsperson", { agentId: own, haftungsperson: intruder.address });
  assert.match(textOf(none), /Already the Haftungsperson/);

  assert.equal((await owner.call("cancel_requests", {})).isError, undefined);
  const release = await owner.call("release_wallet", { agentId: own });
  assert.match(textOf(release), /Only regulator.*\(only-regulator\)/);
  for (const { client } of [intruder, owner, person]) await client.close();
});

test("models replace a wallet whose key was lost, and name an attester", async () => {
  const newOne = () => newModel(stack.folder);
  const [lost, person, next, attester] = await Promise.all([newOne(), newOne(), newOne(), newOne()]);
  const entry = {
    agentWallet: lost.address,
    haftungsperson: person.address,
    operationalScope: "Among models",
  };
  const entered = await person.call("register_agent", entry);
  const agentId = entered.structuredContent?.agentId as number;
  const look = async () =>
    (await next.call("get_agent", { agentId })).structuredContent?.consents as Record<string, string | null>;

  const refused = await lost.call("propose_wallet", { agentId, wallet: next.address });
  assert.match(textOf(refused), /Only Haftungsperson.*\(only-haftungsperson\)/);
  const proposed = await person.call("propose_wallet", { agentId, wallet: next.address });
  assert.equal(proposed.structuredContent?.pendingWallet, next.address);
  const { pendingWallet, recordHash } = await look();
  assert.equal(pendingWallet, next.address);
  const other = await lost.call("accept_wallet", { agentId, recordHash });
  assert.match(textOf(other), /You \(0x\w+\) are the wallet of agent \d+ already/);
  const accepted = await next.call("accept_wallet", { agentId, recordHash });
  assert.equal(accepted.structuredContent?.status, "Active", textOf(accepted));
  const old = (await person.call("check_wallet", { wallet: lost.address })).structuredContent;
  assert.deepEqual([old?.objections, old?.retiredFrom], [["not-registered", "wallet-retired"], agentId]);

  const attest = () => attester.call("attest_compliance", { agentId });
  assert.match(textOf(await attest()), /neither wallet, creator, Haftungsperson nor attester/);
  await next.call("set_attester", { agentId, attester: attester.address });
  assert.equal((await look()).attester, attester.address);
  assert.equal((await attest()).isError, undefined);
  await person.call("set_attester", { agentId, attester: null });
  assert.equal((await look()).attester, null);
  for (const { client } of [lost, person, next, attester]) await client.close();
});

test("a regulator's model releases a wallet", async () => {
  const [intruder, owner] = await Promise.all([newModel(stack.folder), newModel(stack.folder)]);
  const key = bytesToHex(devAccounts.owner.getHdKey().privateKey ?? new Uint8Array());
  const regulator = await connectModel({ folder: stack.folder, env: { AGENT_PRIVATE_KEY: key } });
  const entry = {
    haftungsperson: intruder.address,
    operationalScope: "Intruder",
    agentWallet: owner.address,
  };
  const { structuredContent } = await intruder.call("register_agent", entry);
  const released = await regulator.call("release_wallet", { agentId: structuredContent?.agentId });
  assert.equal(released.structuredContent?.status, "Terminated");
  for (const { client } of [intruder, owner, regulator]) await client.close();
});
