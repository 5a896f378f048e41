import type { AgentConsents } from "@agent-registry/sdk";
import { toErrorLine } from "../terminal/errors.ts";
import { renderWords } from "../terminal/render.ts";
import type { EntryReader } from "./get-record.ts";
import { getEntry } from "./get-record.ts";

type After = {
  json: object;
  fields: Record<string, string | undefined>;
  /** Not known if the register could not be asked. */
  consents?: AgentConsents;
};

/** What stands after a write. The write is done, and is reported even if the register can no longer be asked. */
export async function readAfterWrite(input: { registry: EntryReader; agentId: number }): Promise<After> {
  const { agentId } = input;
  try {
    const { agent, consents } = await getEntry(input);
    const { status, haftungsperson } = agent;
    return {
      json: { agentId, status, consents },
      fields: { status, haftungsperson, ...renderWords(consents) },
      consents,
    };
  } catch (error) {
    const line = toErrorLine(error);
    return { json: { agentId, standingUnknown: line }, fields: { "what stands": `not known: ${line}` } };
  }
}
