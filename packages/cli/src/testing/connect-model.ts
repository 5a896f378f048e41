import { mkdtempSync } from "node:fs";
import path from "node:path";
import { type CallToolResult, Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { cliPath } from "./run-cli.ts";

type Result = CallToolResult & { structuredContent?: Record<string, unknown> };

/** The MCP server as a process, and a model that is connected to it. */
export async function connectModel({
  folder,
  env = {},
  args = [],
}: {
  folder: string;
  env?: Record<string, string>;
  args?: string[];
}) {
  const cwd = mkdtempSync(path.join(folder, "mcp-"));
  const client = new Client({ name: "test", version: "1" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cliPath, "mcp", ...args],
    cwd,
    env: { PATH: process.env.PATH ?? "", HOME: cwd, ...env },
  });
  await client.connect(transport);
  const call = async (name: string, input: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: input })) as Result;
  return { client, call };
}

export const textOf = (result: CallToolResult) => (result.content[0] as { text: string }).text;

/** A model with a key of its own. */
export async function newModel(folder: string) {
  const privateKey = generatePrivateKey();
  const { address } = privateKeyToAccount(privateKey);
  return { address, ...(await connectModel({ folder, env: { AGENT_PRIVATE_KEY: privateKey } })) };
}
