import { checksumAddress } from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import { NO_AGENT } from "../../chain/decode-event.ts";
import { parseFiling } from "../filing-data.ts";
import { fromProposal } from "../parties.ts";
import type { BlockRow, FilingRow, IndexSchema } from "../schema.ts";
import { restoreWords } from "./apply-party-event.ts";
import { AGENT_STATE, type AgentState, type Change, createChange, InconsistentLogs } from "./change.ts";
import type { LeaderSession } from "./leader-session.ts";

type Load = LeaderSession["load"];

/** What the index held at `ancestor`, as a change of what it holds now. Computed in memory; nothing is written. */
export async function undoFilings(options: {
  load: Load;
  db: Kysely<IndexSchema>;
  checkpoint: BlockRow;
  ancestor: Pick<BlockRow, "last_sequence">;
}): Promise<Change> {
  const { load, db, checkpoint, ancestor } = options;
  const filings = await db
    .selectFrom("filings")
    .selectAll()
    .where("sequence", ">", ancestor.last_sequence)
    .orderBy("sequence", "desc")
    .execute();
  const change = createChange({
    agents: await loadForUndo(load, filings),
    lastSequence: checkpoint.last_sequence,
    lastAgentId: checkpoint.last_agent_id,
  });
  for (const filing of filings) undoFiling(change, filing);
  return change;
}

/** The agents and their parents. Those who are both come twice, from the same rows. */
async function loadForUndo(load: Load, filings: FilingRow[]): Promise<AgentState[]> {
  const loadAgents = (agentIds: Iterable<number>) =>
    load(
      "agents",
      [...agentIds].map((agent_id) => ({ agent_id })),
      AGENT_STATE,
    );
  const agents = await loadAgents(new Set(filings.map((filing) => filing.agent_id)));
  const parents = await loadAgents(new Set(agents.map((agent) => agent.parent_agent_id)));
  return [...agents, ...parents];
}

const ACTIVE = 0;

/** Takes back the newest filing: the exact inverse of `applyEvent`. */
export function undoFiling(change: Change, row: FilingRow): void {
  if (row.sequence !== change.lastSequence) {
    throw new InconsistentLogs(`Filing ${row.sequence} is not the newest`);
  }
  change.lastSequence -= 1;
  // Of persons and notaries the index keeps nothing but their filings.
  if (row.agent_id === NO_AGENT) return;
  const agent = change.get(row.agent_id);
  const filing = parseFiling(row);
  change.set(agent, "filing_count", agent.filing_count - 1);
  switch (filing.kind) {
    case "registered":
      undoRegistered(change, agent);
      break;
    case "attested":
      change.counters.countAttestation(agent.last_attestation, -1);
      change.counters.countAttestation(filing.data.previousAttestation, 1);
      change.set(agent, "last_attestation", filing.data.previousAttestation);
      break;
    case "revenue-reported":
      change.counters.countRevenue(
        { ...agent, ...filing.data, agentId: row.agent_id, timestamp: row.timestamp },
        -1,
      );
      change.set(agent, "last_revenue_report", filing.data.before);
      change.set(agent, "report_count", agent.report_count - 1);
      break;
    case "capabilities-updated":
      change.set(agent, "capability_hash", filing.data.oldHash);
      break;
    case "constitution-updated":
      change.set(agent, "constitution_hash", filing.data.oldHash);
      break;
    case "status-changed": {
      const { oldStatus, newStatus } = filing.data;
      change.counters.countStatus(newStatus, -1);
      change.counters.countStatus(oldStatus, 1);
      if (newStatus === ACTIVE) change.counters.countAttestation(agent.last_attestation, -1);
      if (oldStatus === ACTIVE) change.counters.countAttestation(agent.last_attestation, 1);
      change.set(agent, "status", oldStatus);
      if (filing.data.endsRefusal) change.set(agent, "suspended_by_refusal", 1);
      break;
    }
    case "consent-given":
      restoreWords(change, agent, filing.data.before);
      break;
    case "consent-refused":
      restoreWords(change, agent, filing.data.before);
      if (filing.data.suspends) change.set(agent, "suspended_by_refusal", 0);
      break;
    case "wallet-released":
      restoreWords(change, agent, filing.data.before);
      change.set(agent, "wallet_released", 0);
      break;
    case "haftungsperson-proposed":
      change.set(agent, "pending_haftungsperson", fromProposal(filing.data.oldProposal));
      break;
    case "haftungsperson-changed":
      restoreWords(change, agent, filing.data.before);
      change.counters.countHandover({
        agentId: row.agent_id,
        from: filing.data.newHaftungsperson,
        to: filing.data.oldHaftungsperson,
      });
      change.set(agent, "haftungsperson", checksumAddress(filing.data.oldHaftungsperson));
      // Only the proposed Haftungsperson can take over.
      change.set(agent, "pending_haftungsperson", fromProposal(filing.data.newHaftungsperson));
      break;
    case "wallet-proposed":
      change.set(agent, "pending_wallet", fromProposal(filing.data.oldProposal));
      break;
    case "wallet-changed":
      restoreWords(change, agent, filing.data.before);
      change.set(agent, "agent_wallet", checksumAddress(filing.data.oldWallet));
      // Only the proposed wallet can take the place of the old one.
      change.set(agent, "pending_wallet", fromProposal(filing.data.newWallet));
      break;
    case "attester-changed":
      change.set(agent, "attester", fromProposal(filing.data.oldAttester));
      break;
    // Filings about no agent, of which there is nothing to take back.
    case "person-certified":
    case "certificate-accepted":
    case "certificate-ended":
    case "notary-added":
    case "notary-removed":
      break;
    default:
      filing satisfies never;
  }
}

/** By now everything that happened to the agent later is taken back: it is Active and has no children. */
function undoRegistered(change: Change, agent: AgentState): void {
  change.counters.countStatus(ACTIVE, -1);
  change.counters.countGeneration(agent.generation, -1);
  change.counters.countAttestation(agent.last_attestation, -1);
  if (agent.parent_agent_id !== 0) {
    const parent = change.get(agent.parent_agent_id);
    change.set(parent, "child_count", parent.child_count - 1);
  }
  change.lastAgentId -= 1;
  change.remove(agent.agent_id);
}
