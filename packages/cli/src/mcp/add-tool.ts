import { describeCurrency } from "@agent-registry/protocol";
import { toVisibleJson, toVisibleText } from "@agent-registry/protocol/visible-text";
import { RegistryError } from "@agent-registry/sdk";
import type { CallToolResult, McpServer, ToolAnnotations, ToolCallback } from "@modelcontextprotocol/server";
import { stringify } from "viem";
import type { z } from "zod";
import { toErrorLine } from "../terminal/errors.ts";
import { toOutput } from "./output-schemas.ts";

// What a client may show its user before it calls a tool. All of the register is public and others write to
// it.
const shared = { idempotentHint: true, openWorldHint: true } as const;

const reads = { ...shared, readOnlyHint: true, destructiveHint: false } as const;

/** Writes what can be taken back, or lapses by itself. */
export const writes = { ...shared, readOnlyHint: false, destructiveHint: false } as const;

/** Writes what cannot be undone. */
export const writesForGood = { ...shared, readOnlyHint: false, destructiveHint: true } as const;

/** A second call with the same input does more than the first one did. */
export const eachTime = { idempotentHint: false } as const;

type Tool<Input> = {
  title: string;
  description: string;
  inputSchema: Input;
  /** What the tool promises to answer. */
  output: z.core.$ZodType;
};

/** Adds a tool that only reads. */
export function addReadingTool<Input extends z.ZodObject>(
  server: McpServer,
  name: string,
  { output, ...tool }: Tool<Input>,
  read: (input: z.output<Input>) => Promise<object>,
): void {
  const handle = (input: z.output<Input>) => toToolResult(() => read(input));
  const config = { ...tool, outputSchema: toOutput(output), annotations: reads };
  // While `Input` is still a type parameter, the compiler cannot see that the server hands over exactly this input.
  server.registerTool(name, config, handle as ToolCallback<Input>);
}

const WRITTEN =
  "This was written: do not write it again. Only the answer about it is not of the form that this tool promises. All of it:";

/**
 * Adds a tool that writes. Server and clients throw away an answer that is not of the promised form, and a model that
 * does not learn what was written writes it again: such an answer is given as text.
 */
export function addWritingTool<Input extends z.ZodObject>(
  server: McpServer,
  name: string,
  { output, ...tool }: Tool<Input> & { annotations: ToolAnnotations },
  write: (input: z.output<Input>) => Promise<object>,
): void {
  const outputSchema = toOutput(output);
  const handle = async (input: z.output<Input>): Promise<CallToolResult> => {
    const result = await toToolResult(() => write(input));
    if (result.isError) return result;
    const { issues } = await outputSchema["~standard"].validate(result.structuredContent);
    if (issues === undefined) return result;
    return { content: [{ type: "text", text: WRITTEN }, ...result.content], isError: true };
  };
  server.registerTool(name, { ...tool, outputSchema }, handle as ToolCallback<Input>);
}

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
