import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Registration } from "@agent-registry/sdk";
import { type Stack, useStack } from "@agent-registry/sdk/testing";
import { devAccounts, type RpcFate, startFaultyRpc } from "@agent-registry/testkit";
import { bytesToHex } from "viem";
import { newPerson, runHere } from "../testing/run-cli.ts";

let stack: Stack;
before(async () => {
  stack = await useStack();
});

const person = () => newPerson(stack.folder);
type Person = Awaited<ReturnType<typeof person>>;
type Standing = { status: string; consents: Record<string, unknown>; parts: string[] };

/** An intruder enters another owner's wallet, and names a third person as Haftungsperson. */
async function intrude() {
  const [intruder, owner, named] = await Promise.all([person(), person(), person()]);
  const { agentId } = await intruder.runJson<Registration>(
    ...["register", "--wallet", owner.address, "--haftungsperson", named.address, "--scope", "Intruder"],
  );
  return { intruder, owner, named, id: String(agentId) };
}

/** An agent that registered itself. */
async function enter(agent: Person, haftungsperson: Person): Promise<string> {
  const args = ["register", "--haftungsperson", haftungsperson.address, "--scope", "Summarises filings"];
  return String((await agent.runJson<Registration>(...args)).agentId);
}

function asRegulator(...args: string[]) {
  const key = bytesToHex(devAccounts.owner.getHdKey().privateKey ?? new Uint8Array());
  return runHere(args, { cwd: stack.folder, env: { REGULATOR_PRIVATE_KEY: key } });
}

async function assertRefused(
  result: Promise<{ code: number | null; stdout: string; stderr: string }>,
  says: RegExp,
) {
  const { code, stdout, stderr } = await result;
  assert.match(stderr, says);
  assert.equal(code, 1);
  assert.equal(stdout, "");
}

test("an owner whose wallet was entered by a stranger declines and registers it itself", async () => {
  const { intruder, owner, id } = await intrude();
  const taken = await owner.run("register", "--haftungsperson", intruder.address, "--scope", "Mine");
  assert.equal(taken.code, 1);
  assert.match(
    taken.stderr,
    new RegExp(
      `Wallet already registered to another agent\\. .*was entered as agent ${id} by ${intruder.address} at 20.*\`npx agent-registry decline ${id}\` frees it`,
    ),
  );

  const looked = await owner.run("decline", id);
  assert.equal(looked.code, 1);
  assert.match(
    looked.stderr,
    new RegExp(`^Agent ${id} names you as its wallet:\n[^]*creator +${intruder.address}`, "m"),
  );
  assert.match(looked.stderr, /releases the wallet, .* anew, and terminates agent \d+ for good\./);
  assert.match(looked.stderr, /Give --yes to confirm\. Nothing was written\.\n$/);

  const declined = await owner.run("decline", id, "--yes");
  assert.equal(declined.code, 0);
  assert.match(declined.stdout, /status +Terminated\n/);
  assert.match(declined.stdout, /Enter it yourself: npx agent-registry register/);
  assert.equal((await owner.run("kya")).code, 3);

  const haftungsperson = await person();
  const newId = await enter(owner, haftungsperson);
  const { agent } = await owner.runJson<{ agent: { agentId: number } }>("agent");
  assert.equal(String(agent.agentId), newId);
  const old = await owner.run("agent", id);
  assert.match(old.stdout, /wallet agreed +no: it was released\n/);
  await assertRefused(
    owner.run("decline", id, "--yes"),
    /was released from agent \d+ and has no part in it any more/,
  );
  await assertRefused(
    owner.run("confirm", id, "--yes"),
    /was released from agent \d+ and has no part in it any more/,
  );
  await assertRefused(owner.run("attest", id), /a wallet that was released or replaced has no part/);
});

describe("confirm", () => {
  test("shows the record, asks, and agrees to it as everything that the key is named as", async () => {
    const { intruder, owner, named, id } = await intrude();
    const looked = await named.run("confirm", id);
    assert.equal(looked.code, 1);
    const shown = new RegExp(
      `^Agent ${id} names you as its Haftungsperson:\n[^]*scope +Intruder\n +wallet +${owner.address}\n +haftungsperson +${named.address}\n +creator +${intruder.address}\n`,
      "m",
    );
    assert.match(looked.stderr, shown);
    assert.match(looked.stderr, /constitution hash +none filed\n +capability hash +none filed\n/);

    const agreed = await named.runJson<Standing>("confirm", id, "--yes");
    assert.deepEqual(agreed.parts, ["haftungsperson"]);
    assert.equal(agreed.consents.haftungsperson, "agreed");
    assert.equal(agreed.consents.wallet, "none");
    const again = await named.run("confirm", id, "--yes");
    assert.equal(again.code, 0);
    assert.match(again.stderr, /You have agreed before: .* agree to the record as it is now\.\n/);

    await owner.runJson("confirm", id, "--yes");
    assert.equal((await intruder.run("kya", owner.address)).code, 0);
  });

  test("somebody without a part in the record is told before anything is signed", async () => {
    const { intruder, id } = await intrude();
    await assertRefused(intruder.run("confirm", id, "--yes"), /has no part in agent \d+: its wallet is 0x/);
    await assertRefused(intruder.run("decline", id, "--yes"), /has no part in agent \d+: its wallet is 0x/);
  });

  test("a record that changes after it was shown is not agreed to", async (test) => {
    const { intruder, named, id } = await intrude();
    let isChanged = false;
    const rpc = await startFaultyRpc({
      target: stack.chain.rpcUrl,
      // The first simulation of the agreement comes after the record was read and shown.
      hook: async ({ method }): Promise<RpcFate> => {
        if (method === "eth_estimateGas" && !isChanged) {
          isChanged = true;
          await intruder.runJson("update", id, "--capability", "trade");
        }
        return "pass";
      },
    });
    test.after(() => rpc.stop());
    const { registryAddress, relayerUrl } = stack.settings;
    const there = ["--rpc-url", rpc.rpcUrl, "--registry", registryAddress, "--relayer", relayerUrl];
    const { code, stderr } = await named.run("confirm", id, "--yes", ...there);
    assert.equal(code, 1);
    assert.match(stderr, /Record changed\. It is no longer the record that was seen: read it again/);
    const { consents } = await named.runJson<Standing>("agent", id);
    assert.equal(consents.haftungsperson, "none");
  });
});

describe("decline", () => {
  test("by the Haftungsperson suspends the agent, whatever it said before; confirm takes it back", async () => {
    const [agent, named] = await Promise.all([person(), person()]);
    const id = await enter(agent, named);
    await named.runJson("confirm", id, "--yes");
    const looked = await named.run("decline", id);
    assert.match(
      looked.stderr,
      /ends an earlier agreement; the agent is suspended until a regulator acts\.\n/,
    );
    const declined = await named.run("decline", id, "--yes");
    assert.equal(declined.code, 0);
    assert.match(declined.stdout, /status +Suspended\n/);
    assert.match(declined.stdout, /haftungsperson agreed +NO, refused\n/);
    assert.match(declined.stdout, new RegExp(`npx agent-registry handover ${id} --to 0x`));
    await assertRefused(
      named.run("decline", id, "--yes"),
      /have declined agent \d+ already, and it is Suspended/,
    );

    const kya = await agent.run("kya");
    assert.equal(kya.code, 2);
    assert.match(
      kya.stdout,
      /^NOT compliant: .*suspended, and its Haftungsperson has refused to answer for it/,
    );
    assert.equal((await asRegulator("reactivate", id)).code, 0);
    const reactivated = await agent.run("kya");
    assert.equal(reactivated.code, 4);
    assert.match(
      reactivated.stdout,
      /^Compliant, but REFUSED: the Haftungsperson has refused to answer for it/,
    );
    await named.runJson("confirm", id, "--yes");
    assert.equal((await agent.run("kya")).code, 0);
  });

  test("by the parent is only marked", async () => {
    const [parent, child, named] = await Promise.all([person(), person(), person()]);
    const parentId = await enter(parent, named);
    const entry = ["register", "--parent", parentId, "--scope", "Uninvited"];
    await assertRefused(child.run(...entry), /Haftungsperson required\..* only if the parent's wallet/);
    const { agentId } = await child.runJson<Registration>(...entry, "--haftungsperson", named.address);
    const id = String(agentId);
    assert.match((await parent.run("decline", id)).stderr, /refusal on record and changes nothing else/);
    const { status, consents, parts } = await parent.runJson<Standing>("decline", id, "--yes");
    assert.deepEqual({ status, parts }, { status: "Active", parts: ["parent"] });
    assert.equal(consents.parent, "refused");
    await assertRefused(
      parent.run("decline", id, "--yes"),
      /have declined agent \d+ already, and it is Active/,
    );
  });

  test("is closed to a wallet that has agreed", async () => {
    const [agent, named] = await Promise.all([person(), person()]);
    const id = await enter(agent, named);
    await assertRefused(
      agent.run("decline", id, "--yes"),
      /has agreed to agent \d+ .*agent-registry terminate \d+/,
    );
  });

  test("frees a wallet from an agent that the Haftungsperson's refusal suspended", async () => {
    const { owner, named, id } = await intrude();
    await named.runJson("decline", id, "--yes");
    const looked = await owner.run("decline", id);
    assert.match(looked.stderr, /for good\. If a regulator suspended the agent, the wallet stays bound\.\n/);
    const declined = await owner.run("decline", id, "--yes");
    assert.equal(declined.code, 0);
    assert.match(declined.stdout, /status +Terminated\n/);
    assert.match(declined.stdout, /Enter it yourself: npx agent-registry register/);
  });

  test("is closed to a wallet while a regulator suspends its agent: a regulator releases it", async () => {
    const { owner, id } = await intrude();
    assert.equal((await asRegulator("suspend", id, "--reason", "Complaint")).code, 0);
    await assertRefused(
      owner.run("decline", id, "--yes"),
      /Agent not active\..*ask a regulator to release it\. Nothing was written/,
    );
    await assertRefused(owner.run("release", id, "--yes"), /needs the regulator's key/);
    await assertRefused(owner.run("release", id, "--yes", "--key-file", owner.keyFile), /Only regulator/);
    await assertRefused(
      asRegulator("release", id),
      /wallet +0x.*\n +haftungsperson +0x.*\nError: .*cannot be undone.*--yes.*Nothing was written/,
    );
    const released = await asRegulator("release", id, "--yes");
    assert.equal(released.code, 0);
    assert.match(released.stdout, /status +Terminated\n/);
    await assertRefused(asRegulator("release", id, "--yes"), /Wallet already released/);
    await assertRefused(asRegulator("release", "987654", "--yes"), /Agent not found/);
    await enter(owner, owner);
  });
});

test("release never frees a wallet that has agreed", async () => {
  const agent = await person();
  const id = await enter(agent, agent);
  await assertRefused(asRegulator("release", id, "--yes"), /Wallet has agreed\..*suspend or revoke/);
});

describe("handover", () => {
  test("is proposed, shown, accepted once, and changes who answers", async () => {
    const [agent, first, second] = await Promise.all([person(), person(), person()]);
    const id = await enter(agent, first);
    await assertRefused(second.run("handover", id, "--to", second.address), /Not authorized for this agent/);
    await assertRefused(second.run("accept", id), /Nobody is proposed as Haftungsperson of agent \d+/);
    await assertRefused(first.run("handover", id, "--to", first.address), /Already the Haftungsperson/);

    const proposed = await first.run("handover", id, "--to", second.address);
    assert.equal(proposed.code, 0);
    assert.match(proposed.stdout, new RegExp(`until the new one accepts: npx agent-registry accept ${id}\n`));
    await assertRefused(agent.run("handover", id, "--to", second.address), /is proposed .* already/);
    assert.match(
      (await agent.run("agent", id)).stdout,
      new RegExp(`proposed haftungsperson +${second.address}`),
    );
    await assertRefused(first.run("accept", id), /You \(0x.*\) are the Haftungsperson of agent \d+ already/);
    await assertRefused(agent.run("accept", id), new RegExp(`but ${second.address} is proposed`));

    const looked = await second.run("accept", id);
    assert.equal(looked.code, 1);
    assert.match(looked.stderr, /is to have you as its Haftungsperson:\n.*scope +Summarises filings\n/s);
    assert.match(looked.stderr, new RegExp(`would answer for agent ${id} instead of ${first.address}`));
    const accepted = await second.runJson<Standing & { newHaftungsperson: string }>("accept", id, "--yes");
    assert.equal(accepted.newHaftungsperson, second.address);
    assert.equal(accepted.consents.haftungsperson, "agreed");
    assert.equal(accepted.consents.proposedHaftungsperson, null);
    await assertRefused(second.run("accept", id, "--yes"), /are the Haftungsperson of agent \d+ already/);
    await assertRefused(first.run("decline", id, "--yes"), /has no part in agent/);
  });

  test("is taken back with --cancel", async () => {
    const [agent, first, second] = await Promise.all([person(), person(), person()]);
    const id = await enter(agent, first);
    await assertRefused(agent.run("handover", id, "--cancel"), /Nobody is proposed/);
    await agent.runJson("handover", id, "--to", second.address);
    const taken = await agent.runJson<{ proposedHaftungsperson: null }>("handover", id, "--cancel");
    assert.equal(taken.proposedHaftungsperson, null);
    await assertRefused(second.run("accept", id, "--yes"), /Nobody is proposed/);
  });

  test("of a released record is refused: it has ended", async () => {
    const { intruder, owner, id } = await intrude();
    await owner.runJson("decline", id, "--yes");
    await assertRefused(intruder.run("handover", id, "--to", owner.address), /Agent not active/);
  });
});

test("attest stops on a record that the key's wallet never agreed to, and agrees to nothing", async () => {
  const { intruder, owner, named, id } = await intrude();
  const says = new RegExp(
    `was entered by ${intruder.address} at 20.*\`npx agent-registry confirm ${id}\`.*\`npx agent-registry decline ${id}\``,
  );
  await assertRefused(owner.run("attest"), says);
  await assertRefused(owner.run("attest", id), says);
  assert.equal((await owner.runJson<Standing>("agent", id)).consents.wallet, "none");
  // Its creator attests as such, and so does a Haftungsperson that has agreed.
  await intruder.runJson("attest", id);
  await named.runJson("confirm", id, "--yes");
  await named.runJson("attest", id);
  await owner.runJson("confirm", id, "--yes");
  await owner.runJson("attest");
});
