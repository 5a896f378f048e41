import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { KyaVerdict, Registration } from "@agent-registry/sdk";
import { type Stack, untilIndexed, useStack } from "@agent-registry/sdk/testing";
import { devAccounts } from "@agent-registry/testkit";
import { bytesToHex } from "viem";
import { newModel, textOf } from "../testing/connect-model.ts";
import { newPerson, runHere } from "../testing/run-cli.ts";

let stack: Stack;
before(async () => {
  stack = await useStack();
});

const ref = `0x${"5e".repeat(32)}`;
const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19);
const person = () => newPerson(stack.folder);

/** The command line with the key of the register's owner. */
const runAsOwner = (...args: string[]) => {
  const key = bytesToHex(devAccounts.owner.getHdKey().privateKey ?? new Uint8Array());
  return runHere(args, { cwd: stack.folder, env: { OWNER_PRIVATE_KEY: key } });
};

async function enter() {
  const [agent, named, notary] = await Promise.all([person(), person(), person()]);
  const { agentId } = await named.runJson<Registration>(
    ...["register", "--wallet", agent.address, "--haftungsperson", named.address],
    ...["--scope", "Summarises filings"],
  );
  await agent.runJson("confirm", String(agentId), "--yes");
  return { agent, named, notary };
}

async function assertRefused(result: Promise<{ code: number | null; stderr: string }>, says: RegExp) {
  const { code, stderr } = await result;
  assert.match(stderr, says);
  assert.equal(code, 1);
}

describe("a certificate on the command line", () => {
  test("is stated, seen, accepted, asked for and withdrawn, all gasless", async () => {
    const { agent, named, notary } = await enter();
    const kya = ["kya", agent.address, "--certified", "substantial", "--notary", notary.address];
    const terms = ["--kind", "legal", "--level", "substantial", "--until", until, "--ref", ref];
    const certify = ["certify", named.address, ...terms, "--key-file", notary.keyFile];

    await assertRefused(notary.run(...certify, "--yes"), /Only notary\. Use the key of an accredited notary/);
    const added = await runAsOwner("notary", "add", notary.address);
    assert.match(added.stdout, /is an accredited notary now\.\n.*paid by +the relayer/s);
    await assertRefused(runAsOwner("notary", "add", notary.address), /accredited already/);
    const accept = ["accept-certificate", notary.address];
    await assertRefused(named.run(...accept, "--yes"), /has certified nothing about you/);

    const asked = await notary.run(...certify);
    assert.equal(asked.code, 1);
    assert.match(asked.stderr, /You have checked who controls this address.*kind +a legal person\n/s);
    assert.match(asked.stderr, /Never write a name, a birthday.*stays for good\. Give --yes/s);
    const stated = await notary.runJson<{ paidBy: string; ref: string }>(...certify, "--yes");
    assert.deepEqual([stated.paidBy, stated.ref], ["relayer", ref]);

    const before = await agent.run(...kya);
    assert.equal(before.code, 4);
    assert.match(before.stdout, /^Compliant, but NOT certified: no notary .* has not accepted it\.\n/);

    const shown = await named.run(...accept);
    assert.equal(shown.code, 1);
    assert.match(shown.stderr, /level +substantial \(.*until +20.*would accept it\. Give --yes/s);
    const accepted = await named.runJson<{ level: string; paidBy: string; blockNumber: number }>(
      ...accept,
      "--yes",
    );
    assert.deepEqual([accepted.level, accepted.paidBy], ["substantial", "relayer"]);
    await assertRefused(named.run(...accept, "--yes"), /accepted it already/);

    assert.equal((await agent.run(...kya)).code, 0);
    assert.equal((await agent.run(...kya, "--person-kind", "natural")).code, 4);
    const { objections } = await agent.runJson<KyaVerdict>(...kya);
    assert.deepEqual(objections, []);
    await assertRefused(
      agent.run("kya", agent.address, "--certified", "low", "--source", "chain"),
      /name them .* or --notary\), or ask the query API/,
    );

    const { blockNumber } = accepted;
    await untilIndexed({ stack, blockNumber });
    const line = `certified by ${notary.address}: a legal person, substantial, until ${until.slice(0, 10)}; counts\n`;
    assert.ok((await agent.run("person", named.address)).stdout.includes(line));
    const notaries = (await agent.run("notary", "list")).stdout;
    assert.match(notaries, new RegExp(`${notary.address}  accredited since .{10}, 1 certificate\n`));
    assert.equal((await agent.run(...kya.slice(0, 4), "--source", "api")).code, 0, "by any notary");

    const end = ["end-certificate", named.address, notary.address];
    await assertRefused(agent.run(...end), /Not authorized for this certificate/);
    assert.match((await named.run(...end)).stdout, /is withdrawn\.\n/);
    assert.equal((await agent.run(...kya)).code, 4);
    await assertRefused(notary.run(...end), /No certificate/);
    assert.equal((await runAsOwner("notary", "remove", notary.address)).code, 0);
    await assertRefused(runAsOwner("notary", "remove", notary.address), /is no accredited notary/);
  });
});

test("models state, accept and withdraw a certificate, and check for it", async (t) => {
  const [agent, named, notary] = await Promise.all([
    newModel(stack.folder),
    newModel(stack.folder),
    newModel(stack.folder),
  ]);
  for (const { client } of [agent, named, notary]) t.after(() => client.close());
  const call = async (from: typeof agent, tool: string, input: Record<string, unknown>) => {
    const result = await from.call(tool, input);
    assert.equal(result.isError, undefined, textOf(result));
    return result.structuredContent ?? {};
  };
  const entered = await call(agent, "register_agent", {
    haftungsperson: named.address,
    operationalScope: "Among models",
  });
  const record = await call(named, "get_agent", { agentId: entered.agentId });
  const { recordHash } = record.consents as { recordHash: string };
  await call(named, "confirm_record", { agentId: entered.agentId, recordHash });
  await runAsOwner("notary", "add", notary.address);

  const question = {
    wallet: agent.address,
    certified: { level: "high", kind: "natural", notaries: [notary.address] },
  };
  const objections = async () => (await call(agent, "check_wallet", question)).objections;
  assert.deepEqual(await objections(), ["haftungsperson-not-certified"]);
  const terms = { kind: "natural", level: "high", until };
  const written = await call(notary, "certify_person", { person: named.address, ref, ...terms });
  assert.equal(written.paidBy, "relayer");
  const other = await named.call("accept_certificate", { notary: notary.address, ...terms, level: "low" });
  assert.match(textOf(other), /Certificate changed.*\(certificate-changed\)/);
  await call(named, "accept_certificate", { notary: notary.address, ...terms });
  assert.deepEqual(await objections(), []);
  await call(notary, "end_certificate", { person: named.address, notary: notary.address });
  assert.deepEqual(await objections(), ["haftungsperson-not-certified"]);
});
