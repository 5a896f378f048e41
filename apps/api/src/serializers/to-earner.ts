import type { TopEarnersResponse } from "@agent-registry/protocol";
import type { IndexedAgent } from "../index-store/index-reader.ts";
import { toJsonSum } from "./to-json-sum.ts";

type Earner = IndexedAgent & { amount: bigint; reports: number };

export function toEarner(earner: Earner): TopEarnersResponse["data"][number] {
  return {
    agentId: earner.agentId,
    agentWallet: earner.agentWallet,
    haftungsperson: earner.haftungsperson,
    operationalScope: earner.operationalScope,
    status: earner.status,
    amount: toJsonSum(earner.amount),
    reports: earner.reports,
  };
}
