import { type Filing, type RevenueReport, toAgentStatus, toTimestamp } from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import type { Hex } from "viem";
import { toConsents, toRefusals } from "../consents.ts";
import { type FilingData, parseFiling } from "../filing-data.ts";
import { fromProposal } from "../proposal.ts";
import type { AgentRow, FilingRow, IndexSchema } from "../schema.ts";
import { toChecksumAddress } from "../to-checksum-address.ts";

/** Filings are numbered per agent, so a page is a range of numbers, and a late one costs no more. */
export async function readHistoryPage(
  db: Kysely<IndexSchema>,
  { agent, limit, offset, order }: { agent: AgentRow; limit: number; offset: number; order: "asc" | "desc" },
): Promise<{ total: number; filings: Filing[] }> {
  const total = agent.filing_count;
  const first = order === "asc" ? offset : total - offset - limit;
  const rows = await db
    .selectFrom("filings")
    .selectAll()
    .where("agent_id", "=", agent.agent_id)
    .where("position", ">=", first)
    .where("position", "<", first + limit)
    .orderBy("position", order)
    .execute();
  return { total, filings: rows.map(toFiling) };
}

export async function readRevenuePage(
  db: Kysely<IndexSchema>,
  { agent, limit, offset }: { agent: AgentRow; limit: number; offset: number },
): Promise<{ total: number; reports: RevenueReport[] }> {
  const rows = await db
    .selectFrom("filings")
    .selectAll()
    .where("agent_id", "=", agent.agent_id)
    .where("report_position", ">=", offset)
    .where("report_position", "<", offset + limit)
    .orderBy("report_position")
    .execute();
  const reports = rows.map((row) => ({
    ...toReport(parseFiling(row).data as FilingData["revenue-reported"]),
    reportedAt: toTimestamp(row.timestamp),
  }));
  return { total: agent.report_count, reports };
}

function toReport({ amount, currency, category, periodStart, periodEnd }: FilingData["revenue-reported"]) {
  return {
    amount,
    currency,
    category,
    periodStart: toTimestamp(periodStart),
    periodEnd: toTimestamp(periodEnd),
  };
}

/** A stored filing as the API tells it. */
export function toFiling(row: FilingRow): Filing {
  const shared = {
    timestamp: toTimestamp(row.timestamp),
    blockNumber: row.block_number,
    transactionHash: row.transaction_hash as Hex,
    actor: toChecksumAddress(row.actor),
  };
  const filing = parseFiling(row);
  switch (filing.kind) {
    case "registered": {
      const { parentAgentId, haftungsperson, agentWallet } = filing.data;
      return {
        kind: filing.kind,
        ...shared,
        parentAgentId,
        haftungsperson: toChecksumAddress(haftungsperson),
        agentWallet: toChecksumAddress(agentWallet),
      };
    }
    case "attested":
      return {
        kind: filing.kind,
        ...shared,
        previousAttestation: toTimestamp(filing.data.previousAttestation),
      };
    case "revenue-reported":
      return { kind: filing.kind, ...shared, ...toReport(filing.data) };
    case "capabilities-updated":
    case "constitution-updated": {
      const { oldHash, newHash } = filing.data;
      return { kind: filing.kind, ...shared, oldHash: oldHash as Hex, newHash: newHash as Hex };
    }
    case "status-changed": {
      const { oldStatus, newStatus, reason } = filing.data;
      return {
        kind: filing.kind,
        ...shared,
        oldStatus: toAgentStatus(oldStatus),
        newStatus: toAgentStatus(newStatus),
        reason,
      };
    }
    case "consent-given": {
      const { consents, before } = filing.data;
      return {
        kind: filing.kind,
        ...shared,
        ...toConsents(consents),
        // The event tells every consent that stands, not only those that its actor gave.
        given: toConsents(consents & ~before.consents),
      };
    }
    case "consent-refused": {
      const { refusals, before } = filing.data;
      return {
        kind: filing.kind,
        ...shared,
        ...toRefusals(refusals),
        refused: toRefusals(refusals & ~before.refusals),
      };
    }
    case "wallet-released":
      return { kind: filing.kind, ...shared, agentWallet: toChecksumAddress(filing.data.agentWallet) };
    case "haftungsperson-proposed": {
      const { oldProposal, newProposal } = filing.data;
      return {
        kind: filing.kind,
        ...shared,
        oldProposal: fromProposal(oldProposal),
        newProposal: fromProposal(newProposal),
      };
    }
    case "haftungsperson-changed": {
      const { oldHaftungsperson, newHaftungsperson } = filing.data;
      return {
        kind: filing.kind,
        ...shared,
        oldHaftungsperson: toChecksumAddress(oldHaftungsperson),
        newHaftungsperson: toChecksumAddress(newHaftungsperson),
      };
    }
  }
}
