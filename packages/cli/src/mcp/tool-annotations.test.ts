import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { openSession } from "../session/open-session.ts";
import { createConsole } from "../terminal/console.ts";
import { createServer } from "./create-server.ts";

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };
const WRITES = { ...READS, readOnlyHint: false };
const ADDS_EACH_TIME = { ...WRITES, idempotentHint: false };
const FINAL = { ...WRITES, destructiveHint: true };
const FINAL_EACH_TIME = { ...FINAL, idempotentHint: false };

/** For each tool: does it write, can that be undone, and does a second call do more than the first? */
const DECISIONS = {
  check_wallet: READS,
  check_wallet_at: READS,
  prove_wallet: READS,
  get_agent: READS,
  get_lineage: READS,
  get_filings: READS,
  list_agents: READS,
  get_person: READS,
  // An attestation lapses by itself.
  attest_compliance: ADDS_EACH_TIME,
  attest_all: ADDS_EACH_TIME,
  // The old ones can be filed again.
  update_record: ADDS_EACH_TIME,
  // A proposal can be taken back.
  propose_haftungsperson: WRITES,
  propose_wallet: WRITES,
  set_attester: WRITES,
  // A wallet that has agreed is bound for ever.
  register_agent: FINAL,
  terminate_agent: FINAL,
  confirm_record: FINAL,
  // The former Haftungsperson becomes liable again only if it agrees anew.
  accept_haftungsperson: FINAL,
  // The former wallet is retired.
  accept_wallet: FINAL,
  decline_record: FINAL,
  // What a notary has stated, and who accepted it, stays among the filings.
  certify_person: FINAL,
  accept_certificate: FINAL,
  end_certificate: FINAL,
  release_wallet: FINAL,
  report_revenue: FINAL_EACH_TIME,
  // Each call spends another nonce.
  cancel_requests: FINAL_EACH_TIME,
};

async function listTools() {
  const account = privateKeyToAccount(generatePrivateKey());
  const console = createConsole({ process });
  const context = { console, env: {}, cwd: "/", askPassword: undefined };
  const session = openSession({ context, flags: { rpcUrl: "http://127.0.0.1:1" } });
  const server = createServer({ session, key: { account, origin: "test" } });
  const client = new Client({ name: "test", version: "1" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  const { tools } = await client.listTools();
  await client.close();
  return tools;
}

test("every tool tells whether what it does can be undone", async () => {
  const tools = await listTools();
  assert.deepEqual(Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations])), DECISIONS);
});

test("every tool tells the fields of its answer, and what may be missing from it", async () => {
  for (const { name, outputSchema } of await listTools()) {
    assert.equal(outputSchema?.type, "object", name);
    assert.ok(Array.isArray(outputSchema.required) && outputSchema.required.length > 0, name);
  }
});

test("a model can read how long an attestation holds wherever it is told of one", async () => {
  const tools = await listTools();
  for (const name of ["check_wallet", "get_agent", "register_agent", "attest_compliance", "attest_all"])
    assert.match(tools.find((tool) => tool.name === name)?.description ?? "", /7 days/, name);
});
