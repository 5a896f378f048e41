import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Registration, registryAbi } from "@agent-registry/sdk";
import { type Stack, startRelayer, startStack } from "@agent-registry/sdk/testing";
import { devAccount, devAccounts, waitUntil } from "@agent-registry/testkit";
import { bytesToHex, zeroHash } from "viem";
import { newPerson, readError, runHere } from "./testing/run-cli.ts";

let stack: Stack;
before(async () => {
  stack = await startStack();
});
after(() => stack.stop());

const person = () => newPerson(stack.folder);
type Answer = {
  agentIds: number[];
  transactions: { transactionHash: string }[];
  leftOut: { agentId: number; reason: string }[];
};

/** An agent list is cached once it was asked for, so this asks for something else. */
async function untilIndexed(agentId: number): Promise<void> {
  await waitUntil(async () => {
    const { status } = await fetch(`${stack.settings.apiUrl}/api/v1/agent/${agentId}/revenue`);
    return status === 200;
  }, `the API knows agent ${agentId}`);
}

test("attest --all attests what the key answers for, and only lists what merely names it", async () => {
  const [key, first, second, stranger] = await Promise.all([person(), person(), person(), person()]);
  const register = async (who: typeof key, ...args: string[]) => {
    const entry = ["register", "--haftungsperson", key.address, "--scope", `Fleet of ${key.address}`];
    return (await who.runJson<Registration>(...entry, ...args)).agentId;
  };
  const own = await register(key);
  const agreed = await register(first);
  await key.runJson("confirm", String(agreed), "--yes");
  const named = await register(second);
  const created = await register(key, "--wallet", (await person()).address);
  const ended = await register(key, "--wallet", (await person()).address);
  const entry = ["register", "--haftungsperson", stranger.address, "--scope"];
  const mentioned = await stranger.runJson<Registration>(...entry, `Not of the fleet of ${key.address}`);
  await untilIndexed(mentioned.agentId);
  // The API keeps the list that was asked for: to attest --all it is older than the termination.
  await key.runJson(
    ...["agents", "--search", key.address, "--status", "Active", "--sort", "agentId", "--order", "asc"],
    ...["--page", "1", "--limit", "100"],
  );
  await key.runJson("terminate", String(ended), "--yes");

  await stack.chain.travel(5 * 86_400);
  const answer = await key.runJson<Answer>("attest", "--all");
  assert.deepEqual(answer.agentIds, [own, agreed, created]);
  assert.equal(answer.transactions.length, 1);
  assert.deepEqual(answer.leftOut, [
    {
      agentId: named,
      reason: `Its Haftungsperson, which is this key's, has not agreed: npx agent-registry confirm ${named}, or decline ${named}`,
    },
    { agentId: ended, reason: "It is Terminated." },
  ]);
  const age = async (id: number) =>
    (await key.runJson<{ compliance: { secondsSinceAttestation: number } }>("agent", String(id))).compliance
      .secondsSinceAttestation;
  for (const id of answer.agentIds) assert.ok((await age(id)) < 86_400, `agent ${id} is attested`);
  for (const id of [named, mentioned.agentId]) assert.ok((await age(id)) >= 5 * 86_400, `agent ${id} is not`);
});

test("attest --all leaves out the agent whose wallet the key was until it was replaced", async () => {
  const [old, liable, next] = await Promise.all([person(), person(), person()]);
  const entry = ["register", "--haftungsperson", liable.address, "--scope", "Rekeyed"];
  const { agentId } = await old.runJson<Registration>(...entry);
  const wallet = (await person()).address;
  const child = await old.runJson<Registration>(...entry, "--wallet", wallet);
  await liable.runJson("confirm", String(agentId), "--yes");
  await liable.runJson("replace-wallet", String(agentId), "--by", next.address);
  await next.runJson("accept", String(agentId), "--yes");
  await untilIndexed(child.agentId);

  const answer = await old.runJson<Answer>("attest", "--all");
  assert.deepEqual(answer.agentIds, [child.agentId]);
  assert.deepEqual(answer.leftOut, [
    {
      agentId,
      reason: "Another wallet took the place of this key's, which has no part in it any more.",
    },
  ]);
});

test("attest --all in words lists agents, transactions and what was left out", async () => {
  const [key, other, named] = await Promise.all([person(), person(), person()]);
  const entry = ["register", "--scope", "Words", "--haftungsperson"];
  const own = await key.runJson<Registration>(...entry, named.address);
  const foreign = await other.runJson<Registration>(
    ...entry,
    named.address,
    "--wallet",
    (await person()).address,
  );
  await untilIndexed(foreign.agentId);
  const { stdout } = await key.run("attest", "--all");
  assert.match(
    stdout,
    new RegExp(`^Attested 1 agent, current for 7 days: ${own.agentId}\\.\n +transaction +0x`),
  );
  const nothing = await named.run("attest", "--all");
  assert.equal(nothing.code, 1);
  assert.match(
    nothing.stderr,
    new RegExp(
      `no active agent that 0x\\w+ answers for\\. Agent ${own.agentId}: Its Haftungsperson.*Nothing was written`,
    ),
  );
});

test("a fleet too large for one transaction takes a few; if one fails, it says which are done", async () => {
  const FLEET = 70;
  const creator = devAccounts.creator;
  const { registryAddress } = stack.settings;
  const wallet = stack.chain.wallet(creator);
  const first = Number(
    await stack.chain.reader.readContract({
      address: registryAddress,
      abi: registryAbi,
      functionName: "nextAgentId",
    }),
  );
  for (let i = 0; i < FLEET; i++) {
    await wallet.writeContract({
      address: registryAddress,
      abi: registryAbi,
      functionName: "registerAgent",
      args: [creator.address, devAccount(500 + i).address, zeroHash, zeroHash, "Fleet", 0n, false],
    });
  }
  await untilIndexed(first + FLEET - 1);
  const relayer = await startRelayer({ chain: stack.chain, deployment: stack.deployment });
  relayer.faults.push(
    { kind: "none" },
    { kind: "answer", status: 429, error: "Signer rate limit exceeded (10/hour)" },
  );
  const env = { AGENT_PRIVATE_KEY: bytesToHex(creator.getHdKey().privateKey ?? new Uint8Array()) };
  const at = { cwd: stack.folder, env };
  const failed = await runHere(["attest", "--all", "--json", "--relayer", relayer.relayerUrl], at);
  await relayer.stop();
  assert.equal(failed.code, 1);
  const half = FLEET / 2;
  const { error, reason, done } = readError(failed.stderr);
  assert.equal(reason, "signer-rate-limit");
  assert.match(
    error,
    new RegExp(`attested: ${first}-${first + half - 1}; not attested: ${first + half}-${first + FLEET - 1};`),
  );
  assert.deepEqual(
    done.attested,
    Array.from({ length: half }, (_, i) => first + i),
  );

  const whole = await runHere(["attest", "--all", "--json"], at);
  assert.equal(whole.code, 0);
  const { agentIds, transactions } = JSON.parse(whole.stdout) as Answer;
  assert.equal(agentIds.length, FLEET);
  assert.equal(transactions.length, 2);
});
