import { RegistryError } from "@agent-registry/sdk";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { stringify } from "viem";
import { toErrorLine } from "../terminal/error-line.ts";

/** Runs a tool: its value as text and as structure, or its error as a sentence that the model can act on. */
export async function toToolResult(work: () => Promise<object>): Promise<CallToolResult> {
  try {
    const value = JSON.parse(stringify(await work())) as Record<string, unknown>;
    return { content: [{ type: "text", text: JSON.stringify(value, null, 2) }], structuredContent: value };
  } catch (error) {
    const reason = error instanceof RegistryError ? ` (${error.reason})` : "";
    return { content: [{ type: "text", text: `${toErrorLine(error)}${reason}` }], isError: true };
  }
}
