import type { Mismatch } from "./compare.ts";

type Doubt = { agent_id: number; block_number: number };
type Look = { mismatches: Pick<Mismatch, "agentId">[]; block: { number: number } };

/** What a look at the doubtful agents tells. At an older block than that of the doubt the agent may well have been right. */
export function judgeDoubts(doubtful: readonly Doubt[], { mismatches, block }: Look) {
  const wrong = mismatches.map(({ agentId }) => agentId);
  const seen = doubtful.filter((doubt) => doubt.block_number <= block.number);
  return {
    wrong,
    right: seen.map((doubt) => doubt.agent_id).filter((agentId) => !wrong.includes(agentId)),
    areAllSeen: seen.length === doubtful.length,
  };
}
