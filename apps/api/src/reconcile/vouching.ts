import { apiErrors } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import { NO_AGENT } from "../chain/decode-event.ts";
import type { Doubts } from "./doubts.ts";

/**
 * Refuses every answer that a doubtful agent could make wrong. An answer that is under way when a doubt comes up is void
 * afterwards, since every change of the doubts empties the cache.
 *
 * There is a second list of doubts if requests are answered from a replica.
 */
export function createVouching(lists: readonly Doubts[]) {
  const isAny = () => lists.some((doubts) => doubts.size() > 0);

  function forAgents(agentIds: Iterable<number>): void {
    if (!isAny()) return;
    if (lists.some((doubts) => doubts.isWhole())) throw doubtful("many agents differ from the contract");
    for (const agentId of agentIds) {
      if (lists.some((doubts) => doubts.hasAgent(agentId)))
        throw doubtful(`${toSubject(agentId)} differs from the contract`);
    }
  }

  const listIds = () => lists.flatMap((doubts) => doubts.list().map((agent) => agent.agent_id));

  return {
    forAgents,

    /** In lower case. */
    forWallet(wallet: string, what = "the wallet's agent"): void {
      if (!isAny()) return;
      forAgents([]);
      if (lists.some((doubts) => doubts.hasWallet(wallet)))
        throw doubtful(`${what} differs from the contract`);
    },

    /** For lists and sums over all agents, and for what depends on who answers for one of them. */
    forAll(): void {
      if (isAny()) forAgents(listIds());
    },

    /** The doubtful agents, so that an answer about all others can leave them out. */
    listIds,
  };
}

const toSubject = (agentId: number) => (agentId === NO_AGENT ? "what is certified" : `agent ${agentId}`);

function doubtful(what: string): HttpError {
  return new HttpError(500, apiErrors.rpcFailure(`${what}; the index is being mended`));
}
