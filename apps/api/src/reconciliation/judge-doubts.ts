import type { Mismatch } from "./compare.ts";

type Doubt = { agent_id: number; block_number: number };
type Look = { mismatches: Pick<Mismatch, "agentId">[]; block: { number: number } };

/**
 * Which doubtful agents are right by now, and which are wrong. If the contract was asked at an older block than that of the
 * doubt, the answer is no news: the agent may have been right then.
 */
export function judgeDoubts(doubtful: readonly Doubt[], { mismatches, block }: Look) {
  const wrong = mismatches.map(({ agentId }) => agentId);
  const seen = doubtful.filter((doubt) => doubt.block_number <= block.number);
  return {
    wrong,
    right: seen.map((doubt) => doubt.agent_id).filter((agentId) => !wrong.includes(agentId)),
    areAllSeen: seen.length === doubtful.length,
  };
}
