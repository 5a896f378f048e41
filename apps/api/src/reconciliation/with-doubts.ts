import type { IndexStatus } from "../index-store/index-status.ts";
import type { Doubts } from "./doubts.ts";

/** A change of the doubts voids the answers that were made before, as blocks that are taken back do. */
export function withDoubts(status: IndexStatus, doubts: Doubts): IndexStatus {
  if (doubts.changes() === 0) return status;
  return {
    ...status,
    rewindCount: status.rewindCount + doubts.changes(),
    doubtfulAgents: doubts.size(),
  };
}
