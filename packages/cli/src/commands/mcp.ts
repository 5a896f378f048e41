import type { Command } from "commander";
import type { CommandContext } from "../session/open-session.ts";

export function addMcpCommand({ program, open }: CommandContext): void {
  program
    .command("mcp")
    .description("serve the register to AI models over the Model Context Protocol (stdio)")
    .option("--read-only", "offer no tools that write, even where a key is configured")
    .addHelpText(
      "after",
      `
Configuration of a client, with a key for writing:
  { "mcpServers": { "agent-registry": {
      "command": "agent-registry", "args": ["mcp"], "env": { "AGENT_KEY_FILE": "/path/to/agent.key" } } } }

Without a key, or with --read-only, the tools only read.`,
    )
    .action(async (options: { readOnly?: boolean }, command: Command) => {
      const { serveMcp } = await import("../mcp/create-server.ts");
      await serveMcp({ session: open(command), readOnly: options.readOnly ?? false });
    });
}
