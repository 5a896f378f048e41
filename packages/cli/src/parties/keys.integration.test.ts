import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { KyaVerdict, Registration } from "@agent-registry/sdk";
import { type Stack, useStack } from "@agent-registry/sdk/testing";
import { newPerson, readError } from "../testing/run-cli.ts";

let stack: Stack;
before(async () => {
  stack = await useStack();
});

const person = () => newPerson(stack.folder);
type Standing = { status: string; consents: Record<string, unknown> };

/** An agent that its Haftungsperson entered and its wallet agreed to, and a new wallet. */
async function enter() {
  const [agent, named, next] = await Promise.all([person(), person(), person()]);
  const { agentId } = await named.runJson<Registration>(
    ...["register", "--wallet", agent.address, "--haftungsperson", named.address],
    ...["--scope", "Summarises filings"],
  );
  const id = String(agentId);
  await agent.runJson("confirm", id, "--yes");
  return { agent, named, next, id };
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

describe("replace-wallet", () => {
  test("is proposed by the Haftungsperson alone, and accepted by the new wallet", async () => {
    const { agent, named, next, id } = await enter();
    const propose = ["replace-wallet", id, "--by", next.address];
    await assertRefused(agent.run(...propose), /Only Haftungsperson\. .*it alone decides which wallet/);
    await assertRefused(named.run("replace-wallet", id), /Give either --by .*, or --cancel/);
    await assertRefused(
      named.run("replace-wallet", id, "--by", agent.address),
      /Already the agent wallet\. Propose another/,
    );
    await assertRefused(
      next.run("accept", id, "--as", "wallet"),
      new RegExp(`No wallet is proposed.* replace-wallet ${id} --by ${next.address}`),
    );

    const proposed = await named.run(...propose);
    assert.match(proposed.stdout, new RegExp(`until the new one accepts: npx agent-registry accept ${id}\n`));
    await assertRefused(named.run(...propose), /is proposed as the wallet of agent \d+ already/);
    assert.match((await agent.run("agent", id)).stdout, new RegExp(`proposed wallet +${next.address}\n`));
    await assertRefused(named.run("accept", id), new RegExp(`but ${next.address} is proposed as wallet`));

    const looked = await next.run("accept", id);
    assert.equal(looked.code, 1);
    assert.match(looked.stderr, /is to have you as its wallet:\n.*scope +Summarises filings\n/s);
    assert.match(
      looked.stderr,
      new RegExp(`would act for agent ${id} instead of ${agent.address}, which is retired for good`),
    );
    const accepted = await next.runJson<Standing & { newWallet: string }>("accept", id, "--yes");
    assert.deepEqual(
      [accepted.newWallet, accepted.status, accepted.consents.wallet, accepted.consents.pendingWallet],
      [next.address, "Active", "agreed", null],
    );
    assert.equal((await next.run("kya")).code, 0);
  });

  test("retires the old wallet: every command says whose it was", async () => {
    const { agent, named, next, id } = await enter();
    await named.runJson("replace-wallet", id, "--by", next.address);
    await next.runJson("accept", id, "--yes");

    const kya = await agent.run("kya");
    assert.equal(kya.code, 3);
    assert.match(
      kya.stdout,
      new RegExp(
        `^NOT registered: another wallet took this one's place in the record of agent ${id}, for good`,
      ),
    );
    assert.match(kya.stdout, /objections +not-registered, wallet-retired\n/);
    const { stdout } = await agent.run("kya", "--json");
    assert.equal(String((JSON.parse(stdout) as KyaVerdict & { retiredFrom: number }).retiredFrom), id);
    const took = new RegExp(`Another wallet took the place of ${agent.address} in the record of agent ${id}`);
    await assertRefused(agent.run("agent"), took);
    await assertRefused(agent.run("attest"), took);
    const anew = ["register", "--haftungsperson", named.address, "--scope", "Anew"];
    await assertRefused(agent.run(...anew), took);
    await assertRefused(agent.run("attest", id), /is neither wallet, creator, Haftungsperson nor attester/);
    assert.match((await agent.run("doctor")).stdout, new RegExp(`was the wallet of agent ${id} until`));
  });

  test("is taken back with --cancel", async () => {
    const { named, next, id } = await enter();
    await assertRefused(named.run("replace-wallet", id, "--cancel"), /No wallet is proposed/);
    await named.runJson("replace-wallet", id, "--by", next.address);
    const taken = await named.runJson<{ pendingWallet: null }>("replace-wallet", id, "--cancel");
    assert.equal(taken.pendingWallet, null);
    await assertRefused(next.run("accept", id, "--as", "wallet", "--yes"), /No wallet is proposed/);
  });

  test("asks which, if one key is proposed as wallet and as Haftungsperson", async () => {
    const { agent, named, next, id } = await enter();
    await named.runJson("replace-wallet", id, "--by", next.address);
    await agent.runJson("handover", id, "--to", next.address);
    await assertRefused(next.run("accept", id, "--yes"), /as Haftungsperson and as wallet .*: give --as/);
    await next.runJson("accept", id, "--as", "haftungsperson", "--yes");
    // The new Haftungsperson decides which wallet acts for the agent, not the former one.
    await assertRefused(next.run("accept", id, "--as", "wallet", "--yes"), /No wallet is proposed/);
  });
});

describe("attester", () => {
  test("attests with a key that can do nothing else, until it is removed", async () => {
    const { agent, next: attester, id } = await enter();
    const may = new RegExp(`agent-registry attester ${id} --set ${attester.address}`);
    await assertRefused(attester.run("attest", id), may);
    await assertRefused(agent.run("attester", id), /Give either --set .*, or --remove/);
    await assertRefused(agent.run("attester", id, "--remove"), /has no attester\. Nothing was written/);

    const named = await agent.run("attester", id, "--set", attester.address);
    assert.match(named.stdout, /may attest for agent \d+ now, and do nothing else\.\n/);
    await assertRefused(agent.run("attester", id, "--set", attester.address), /is the attester .* already/);
    assert.match((await agent.run("agent")).stdout, new RegExp(`attester +${attester.address}\n`));

    await attester.runJson("attest", id);
    await assertRefused(
      attester.run("attest"),
      /No agent is registered for the wallet .*name the agent's id/,
    );
    await assertRefused(attester.run("terminate", id, "--yes"), /Not authorized for this agent/);
    await assertRefused(
      attester.run("attester", id, "--set", agent.address),
      /Not authorized for this agent/,
    );
    const { code, stderr } = await attester.run("handover", id, "--to", attester.address, "--json");
    assert.deepEqual([code, readError(stderr).reason], [1, "not-authorized"]);

    await agent.runJson("attester", id, "--remove");
    await assertRefused(attester.run("attest", id), may);
  });
});
