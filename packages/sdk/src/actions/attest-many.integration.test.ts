import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DEFAULT_MAX_REQUEST_GAS, relayErrors } from "@agent-registry/protocol";
import { devAccounts } from "@agent-registry/testkit";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { createAgentRegistry } from "../create-agent-registry.ts";
import type { RegistryClientOptions } from "../index.ts";
import { type Stack, startStack } from "../testing/start-stack.ts";
import { maxBatch } from "./attest-many.ts";

/** One more than the relayer takes at once. */
const FLEET = maxBatch({ isRelayed: true }) + 1;

let stack: Stack;
let fleet: number[];
before(async () => {
  stack = await startStack();
  // Neither wallet nor creator is the Haftungsperson: so its attestations cost most.
  const creator = connect({ account: devAccounts.owner });
  const entries = Array.from({ length: FLEET }, () =>
    creator.register({
      agentWallet: privateKeyToAddress(generatePrivateKey()),
      haftungsperson: devAccounts.haftungsperson.address,
      operationalScope: "One of many",
    }),
  );
  fleet = (await Promise.all(entries)).map(({ agentId }) => agentId);
});
after(() => stack.stop());

function connect(options: Partial<RegistryClientOptions> = {}) {
  const { registryAddress, rpcUrl } = stack.settings;
  const account = devAccounts.haftungsperson;
  return createAgentRegistry({ registryAddress, rpcUrl, account, retryDelayMs: 5, ...options });
}

const gasless = (options: Partial<RegistryClientOptions> = {}) =>
  connect({ relayerUrl: stack.settings.relayerUrl, ...options });

/** Lets the first request to the relayer through; the others end as the test says. */
function failAfterFirst(fail: () => Promise<Response>): typeof fetch {
  let relayed = 0;
  return async (input, init) => {
    if (!String(input).endsWith("/relay")) return fetch(input, init);
    return ++relayed === 1 ? fetch(input, init) : fail();
  };
}

async function attestationsOf(agentIds: readonly number[]): Promise<Set<string>> {
  const records = await Promise.all(agentIds.map((agentId) => connect().getAgent({ agentId })));
  return new Set(records.map(({ agent }) => agent.lastAttestation));
}

test("as many agents as fit the relayer's limit are attested in one transaction", async () => {
  const largest = fleet.slice(0, -1);
  await stack.chain.travel(60);
  const { agentIds, transactions } = await gasless().attestMany({ agentIds: largest });
  assert.deepEqual(agentIds, largest);
  assert.equal(transactions.length, 1);
  const [transaction] = transactions;
  assert.equal(transaction?.paidBy, "relayer");
  assert.ok(transaction.gasUsed * 10n <= DEFAULT_MAX_REQUEST_GAS * 9n, "a tenth of the gas is to spare");
  const times = await attestationsOf(largest);
  assert.equal(times.size, 1);
  assert.ok(!times.has([...(await attestationsOf(fleet.slice(-1)))][0] ?? ""));
});

test("one agent more takes a second transaction, but not if the account pays itself", async () => {
  await stack.chain.travel(60);
  const relayed = await gasless().attestMany({ agentIds: fleet });
  assert.equal(relayed.transactions.length, 2);
  const direct = await connect().attestMany({ agentIds: fleet });
  assert.equal(direct.transactions.length, 1);
  assert.equal(direct.transactions[0]?.paidBy, "account");
});

test("an agent that is named twice is attested once", async () => {
  const [first = 0, second = 0] = fleet;
  const { agentIds } = await gasless().attestMany({ agentIds: [second, BigInt(first), second] });
  assert.deepEqual(agentIds, [second, first]);
});

test("a failure after the first transaction tells which agents are attested", async () => {
  const refusal = { error: relayErrors.signerRate(10) };
  const registry = gasless({ fetch: failAfterFirst(async () => Response.json(refusal, { status: 429 })) });
  await stack.chain.travel(60);
  const half = Math.round(FLEET / 2);
  await assert.rejects(registry.attestMany({ agentIds: fleet }), {
    name: "RegistryError",
    reason: "signer-rate-limit",
    attested: fleet.slice(0, half),
    notAttested: fleet.slice(half),
    unknown: [],
  });
  const [done, left] = await Promise.all([
    attestationsOf(fleet.slice(0, half)),
    attestationsOf(fleet.slice(half)),
  ]);
  assert.deepEqual([done.size, left.size], [1, 1]);
  assert.ok([...done].every((time) => !left.has(time)));
});

test("agents whose request may have arrived are told apart from those that were not sent", async () => {
  const registry = gasless({
    fetch: failAfterFirst(async () => {
      throw new TypeError("terminated");
    }),
  });
  await assert.rejects(registry.attestMany({ agentIds: fleet }), {
    reason: "outcome-unknown",
    unknown: fleet.slice(Math.round(FLEET / 2)),
    notAttested: [],
  });
});

test("one agent that cannot be attested holds up the others of its transaction", async () => {
  const [first = 0] = fleet;
  await assert.rejects(gasless().attestMany({ agentIds: [first, 4_000_000] }), { reason: "agent-not-found" });
  const stranger = connect({ account: devAccounts.stranger });
  await assert.rejects(stranger.attestMany({ agentIds: [first] }), { reason: "not-authorized" });
});

test("an empty list is refused before anything is asked", async () => {
  const unreachable = connect({ rpcUrl: "http://127.0.0.1:1" });
  await assert.rejects(unreachable.attestMany({ agentIds: [] }), {
    reason: "no-agents-given",
    message: /Name at least one agent/,
  });
  await assert.rejects(unreachable.attestMany({ agentIds: [1, 1.5] }), { reason: "invalid-input" });
});
