import { describeCurrency } from "@agent-registry/protocol";
import { toVisibleJson, toVisibleText } from "@agent-registry/protocol/visible-text";
import { RegistryError } from "@agent-registry/sdk";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { stringify } from "viem";
import { toErrorLine } from "../terminal/errors.ts";

/** Runs a tool: its value as text and as structure, or its error as a sentence that the model can act on. */
export async function toToolResult(work: () => Promise<object>): Promise<CallToolResult> {
  try {
    const value = JSON.parse(stringify(await work())) as Record<string, unknown>;
    const notes = toCurrencyNotes(value);
    // A model must not read what the person beside it cannot see.
    const json = toVisibleJson(JSON.stringify(value, null, 2));
    const texts = [json, ...(notes.length === 0 ? [] : [notes.join("\n")])];
    return { content: texts.map((text) => ({ type: "text", text })), structuredContent: value };
  } catch (error) {
    const reason = error instanceof RegistryError ? ` (${error.reason})` : "";
    return {
      content: [{ type: "text", text: toVisibleText(`${toErrorLine(error)}${reason}`) }],
      isError: true,
    };
  }
}

/** A sentence for each currency in a tool's value that is not what it looks like. */
function toCurrencyNotes(value: unknown): string[] {
  const currencies = new Set<string>();
  JSON.stringify(value, (key, part) => {
    if (key === "currency" && typeof part === "string") currencies.add(part);
    return part;
  });
  return [...currencies].flatMap((currency) => {
    const { text, mark, why } = describeCurrency(currency);
    return mark === "" ? [] : [`Beware of the currency ${text} (${mark}): ${why}.`];
  });
}
