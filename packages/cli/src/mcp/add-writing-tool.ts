import type { CallToolResult, McpServer, ToolAnnotations, ToolCallback } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { toOutput } from "./output-schemas.ts";
import { toToolResult } from "./tool-result.ts";

type WritingTool<Input> = {
  title: string;
  description: string;
  inputSchema: Input;
  /** What the tool promises to answer. */
  output: z.core.$ZodType;
  annotations: ToolAnnotations;
};

const WRITTEN =
  "This was written: do not write it again. Only the answer about it is not of the form that this tool promises. All of it:";

/**
 * Adds a tool that writes. Server and clients throw away an answer that is not of the promised form, and a model that
 * does not learn what was written writes it again: such an answer is given as text.
 */
export function addWritingTool<Input extends z.ZodObject>(
  server: McpServer,
  name: string,
  { output, ...tool }: WritingTool<Input>,
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
  // While `Input` is still a type parameter, the compiler cannot see that the server hands over exactly this
  // input.
  server.registerTool(name, { ...tool, outputSchema }, handle as ToolCallback<Input>);
}
