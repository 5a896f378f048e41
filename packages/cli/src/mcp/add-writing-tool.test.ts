import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { addWritingTool, writes } from "./add-tool.ts";
import { filingOutput } from "./output-schemas.ts";

const written = {
  agentId: 7,
  transactionHash: `0x${"ab".repeat(32)}`,
  blockNumber: 12,
  gasUsed: "48000",
  paidBy: "relayer",
};

/** Calls a tool that writes and answers with the result of `write`. */
async function callTool(write: (agentId: number) => Promise<object>) {
  const server = new McpServer({ name: "test", version: "1" });
  addWritingTool(
    server,
    "attest",
    {
      title: "Attest",
      description: "Attests",
      inputSchema: z.object({ agentId: z.int() }),
      output: filingOutput,
      annotations: writes,
    },
    ({ agentId }) => write(agentId),
  );
  const [ofClient, ofServer] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1" });
  await Promise.all([server.connect(ofServer), client.connect(ofClient)]);
  // Clients know what a tool promises, and hold it to that.
  await client.listTools();
  const result = await client.callTool({ name: "attest", arguments: { agentId: 7 } });
  await client.close();
  const texts = result.content.map((part) => (part.type === "text" ? part.text : ""));
  return { ...result, text: texts.join("\n") };
}

test("what a tool wrote is told as text and as structure", async () => {
  const { isError, structuredContent, text } = await callTool(async (agentId) => ({ ...written, agentId }));
  assert.notEqual(isError, true);
  assert.deepEqual(structuredContent, written);
  assert.deepEqual(JSON.parse(text), written);
});

test("what a tool wrote is told even if the answer is not of the form that it promises", async () => {
  const { structuredContent, text } = await callTool(async () => ({ ...written, paidBy: "a third party" }));
  assert.equal(structuredContent, undefined);
  assert.match(text, /^This was written: do not write it again\./);
  assert.match(text, new RegExp(written.transactionHash));
  assert.match(text, /a third party/);
});

test("what a tool could not write is not said to be written", async () => {
  const { isError, text } = await callTool(() => Promise.reject(new Error("The relayer does not answer.")));
  assert.equal(isError, true);
  assert.equal(text, "The relayer does not answer.");
});
