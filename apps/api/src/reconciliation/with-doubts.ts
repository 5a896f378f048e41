import type { IndexStatus } from "../index-store/index-status.ts";
import type { Doubts } from "./doubts.ts";

/** A change of the doubts voids the answers that were made before, as blocks that are taken back do. */
export function withDoubts(status: IndexStatus, doubts: Doubts): IndexStatus {
  if (doubts.changes() === 0) return status;
  return {
    ...status,
    rewindCount: status.rewindCount + doubts.changes(),
    // A replica may know of other doubts than the database that it follows.
    doubtfulAgents: Math.max(status.doubtfulAgents ?? 0, doubts.size()),
  };
}
