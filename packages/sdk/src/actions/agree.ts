import type { Hex } from "viem";
import { readRegistry } from "../client/read-registry.ts";
import { type RegistryClient, requireAccount } from "../client/registry-client.ts";
import type { WriteResult } from "../send/written.ts";
import { type AgentId, parseAgentId, parseHash } from "./parse-arguments.ts";
import { writeRegistry } from "./write-registry.ts";

/** Names the record to which the account agrees: it is refused if the record has changed since. */
export type SeenRecord = {
  agentId: AgentId;
  /** Of the record that the account has seen (`getConsents`); the present one's if none is given. */
  recordHash?: Hex | undefined;
};

/** What a call takes by which the account agrees to a record. */
export async function toSeenHash(client: RegistryClient, input: SeenRecord): Promise<[bigint, Hex]> {
  const agentId = parseAgentId(input.agentId);
  requireAccount(client);
  if (input.recordHash !== undefined)
    return [agentId, parseHash({ value: input.recordHash, name: "recordHash" })];
  return [agentId, await readRegistry(client, "recordHash", [agentId])];
}

/**
 * Records that the account agrees to the part an agent's record gives it: as its wallet, as its
 * Haftungsperson, or as a party of its parent. With the hash of a record that was shown to a person, it is
 * refused if the record has changed since. Takes back an earlier refusal; never changes the status.
 *
 * @example
 * const { recordHash } = await registry.getConsents({ agentId: 7 });
 * await registry.confirm({ agentId: 7, recordHash });
 */
export async function confirm(client: RegistryClient, input: SeenRecord): Promise<WriteResult> {
  return writeRegistry(client, {
    functionName: "confirmRecord",
    args: await toSeenHash(client, input),
    advice: {
      "not-authorized":
        "Use the key of the agent's wallet, of its Haftungsperson or of a party of its parent. A creator has nothing to agree to, and a wallet that was released or replaced has no part in the record any more.",
    },
  });
}

/**
 * Refuses every part that an agent's record gives the account. As a wallet that has not agreed: the record
 * ends and the wallet may register itself anew. As Haftungsperson, agreed before or not: the agent is
 * suspended. As a party of the parent: the refusal stands in the record.
 *
 * @example
 * await registry.decline({ agentId: 7 });
 */
export async function decline(client: RegistryClient, input: { agentId: AgentId }): Promise<WriteResult> {
  return writeRegistry(client, {
    functionName: "declineAgent",
    args: [parseAgentId(input.agentId)],
    advice: {
      "not-authorized":
        "A wallet that has not agreed, the Haftungsperson and a party of the parent can decline. A wallet that has agreed ends its record with terminate.",
      "agent-not-active":
        "While the agent is revoked, or suspended by a regulator, its wallet cannot leave on its own: ask a regulator to release it.",
    },
  });
}
