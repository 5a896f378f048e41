import assert from "node:assert/strict";
import { test } from "node:test";
import { createAgentRegistry } from "@agent-registry/sdk";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { addPartyTools } from "./party-tools.ts";
import { addReadingTools } from "./reading-tools.ts";
import { addWritingTools } from "./writing-tools.ts";

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };
const WRITES = { ...READS, readOnlyHint: false };
const ADDS_EACH_TIME = { ...WRITES, idempotentHint: false };
const FINAL = { ...WRITES, destructiveHint: true };
const FINAL_EACH_TIME = { ...FINAL, idempotentHint: false };

/** For each tool: does it write, can that be undone, and does a second call do more than the first? */
const DECISIONS = {
  check_wallet: READS,
  get_agent: READS,
  get_lineage: READS,
  get_filings: READS,
  list_agents: READS,
  // An attestation lapses by itself.
  attest_compliance: ADDS_EACH_TIME,
  attest_all: ADDS_EACH_TIME,
  // A proposal can be taken back.
  propose_haftungsperson: WRITES,
  // A wallet that has agreed is bound for ever.
  register_agent: FINAL,
  confirm_record: FINAL,
  // Who was liable before does not become so again without agreeing.
  accept_haftungsperson: FINAL,
  decline_record: FINAL,
  release_wallet: FINAL,
  report_revenue: FINAL_EACH_TIME,
  // Each call spends another nonce.
  cancel_requests: FINAL_EACH_TIME,
};

test("every tool tells whether what it does can be undone", async () => {
  const account = privateKeyToAccount(generatePrivateKey());
  const registry = createAgentRegistry({ rpcUrl: "http://127.0.0.1:1", account });
  const server = new McpServer({ name: "agent-registry", version: "1" });
  const writer = { server, registry, key: { account, origin: "test" } };
  addReadingTools(writer);
  addWritingTools(writer);
  addPartyTools(writer);
  const client = new Client({ name: "test", version: "1" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  const { tools } = await client.listTools();
  await client.close();
  assert.deepEqual(Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations])), DECISIONS);
});
