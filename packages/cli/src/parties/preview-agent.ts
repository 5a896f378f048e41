import type { Console } from "../terminal/console.ts";
import { renderFields } from "../terminal/render.ts";
import type { EntryReader } from "./get-extract.ts";
import { getEntry } from "./get-record.ts";

/** Whose agent it is, for the question before something that cannot be undone. */
export async function previewAgent(input: { registry: EntryReader; console: Console; agentId: number }) {
  const { agent } = await getEntry(input);
  const fields = {
    status: agent.status,
    scope: agent.operationalScope,
    wallet: agent.agentWallet,
    haftungsperson: agent.haftungsperson,
  };
  return { console: input.console, lines: [`Agent ${agent.agentId}:`, ...renderFields(fields)] };
}
