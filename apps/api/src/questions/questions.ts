import type { Question } from "../http/question.ts";
import { agent } from "./agent/agent.ts";
import { agentRevenue } from "./agent-revenue/agent-revenue.ts";
import { agents } from "./agents/agents.ts";
import { agentAt } from "./as-of/agent-at.ts";
import { kyaAt } from "./as-of/kya-at.ts";
import { children } from "./children/children.ts";
import { compliance } from "./compliance/compliance.ts";
import { consents } from "./consents/consents.ts";
import { domain } from "./domain/domain.ts";
import { enforcement } from "./enforcement/enforcement.ts";
import { feeds } from "./feeds/feeds.ts";
import { filings } from "./filings/filings.ts";
import { history } from "./history/history.ts";
import { kya } from "./kya/kya.ts";
import { kyaProof } from "./kya-proof/kya-proof.ts";
import { lineage } from "./lineage/lineage.ts";
import { notaries } from "./notaries/notaries.ts";
import { people } from "./people/people.ts";
import { registration } from "./registration/registration.ts";
import { revenue } from "./revenue/revenue.ts";
import { bindings } from "./signed/binding.ts";
import { receipt } from "./signed/receipt.ts";
import { stats } from "./stats/stats.ts";
import { walletEntries } from "./wallet/wallet-entries.ts";
import { wallets } from "./wallets/wallets.ts";

/** Every question that a GET below `/api/v1` asks, in the order of the document. */
export const questions: readonly Question[] = [
  kya,
  kyaAt,
  kyaProof,
  receipt,
  ...bindings,
  agents,
  compliance,
  agent,
  agentAt,
  consents,
  wallets,
  history,
  agentRevenue,
  lineage,
  children,
  registration,
  domain,
  walletEntries,
  ...people,
  ...notaries,
  filings,
  enforcement,
  ...feeds,
  ...revenue,
  ...stats,
];
