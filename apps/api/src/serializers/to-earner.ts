import type { TopEarnersResponse } from "@agent-registry/protocol";
import type { IndexedAgent } from "../index-store/index-reader.ts";

type Earner = IndexedAgent & { amount: number; reports: number };

export function toEarner(earner: Earner): TopEarnersResponse["data"][number] {
  return {
    agentId: earner.agentId,
    agentWallet: earner.agentWallet,
    haftungsperson: earner.haftungsperson,
    operationalScope: earner.operationalScope,
    status: earner.status,
    amount: earner.amount,
    reports: earner.reports,
  };
}
