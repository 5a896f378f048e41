"use client";

import type { AgentResponse } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { REFRESH_MS, useResource } from "../../api/use-resource.ts";
import { PageLink } from "../../shared/links/page-link.tsx";
import { ErrorState, StaleNotice } from "../../shared/page/error-state.tsx";
import { UntrustedText } from "../../shared/text/untrusted-text.tsx";
import { AsOfForm } from "../../shared/url-state/as-of-form.tsx";
import { StatusBadge } from "../../shared/verdict/status-badge.tsx";
import { findReleaseFiling } from "../../shared/verdict/stopped-verdict.ts";
import { ExtractMenu, ExtractNote, ReceiptNote } from "../extract/extract-note.tsx";
import { type SheetSource, useExtract } from "../extract/use-extract.ts";
import { SignIn } from "../sign/sign-in.tsx";
import { AgentLineage } from "./agent-lineage.tsx";
import { AgentHead, AgentSkeleton } from "./agent-outline.tsx";
import { AgentRevenue } from "./agent-revenue.tsx";
import { AgentVerdict } from "./agent-verdict.tsx";
import { Consents } from "./consents.tsx";
import { FilingHistory } from "./filing-history.tsx";
import { RecordEntry } from "./record-entry.tsx";
import { useRefetchOnChange } from "./use-agreement.ts";
import { useFilings, useStatusFiling } from "./use-filings.ts";

export function AgentPage({ id }: { id: string }) {
  const state = useResource(resources.agent(id), { refreshMs: REFRESH_MS });
  const { data } = state;
  // Loaded together with the record: a stopped agent's verdict needs both.
  const history = useFilings(id, { enabled: data !== undefined || state.error === null });
  const statusFiling = useStatusFiling({ status: data?.agent.status, history });
  const releaseFiling = findReleaseFiling((history.filings ?? []).map(({ filing }) => filing));
  const extract = useExtract({
    source: data === undefined ? undefined : toSheetSource(data, state.block),
    loadAll: history.loadAll,
  });
  // A current extract leaves out what was filed and reported.
  const onlyChronological = extract.printed?.kind === "current" ? "print:hidden" : "";
  useRefetchOnChange({ id, record: data === undefined ? null : toChangeable(data) });

  if (data === undefined && state.error === null) return <AgentSkeleton id={id} />;
  return (
    <>
      <div className="pt-8 pb-7 sm:pt-10">
        <AgentHead id={id}>
          {data === undefined ? null : (
            <>
              <AsOfForm action={`/agents/${id}`} />
              <StatusBadge status={data.agent.status} large />
              <ExtractMenu extract={extract} />
            </>
          )}
        </AgentHead>
        {data === undefined ? null : (
          <div className="mt-2 max-w-[52rem] text-lg text-muted">
            <UntrustedText>{data.agent.operationalScope}</UntrustedText>
          </div>
        )}
      </div>
      {data === undefined ? (
        <ErrorState state={state}>
          {state.error?.kind === "not-found" ? (
            <p className="mt-3">
              <PageLink href="/agents" className="link">
                All agents
              </PageLink>
            </p>
          ) : null}
        </ErrorState>
      ) : (
        <div className="grid gap-5">
          <ExtractNote agentId={data.agent.agentId} printed={extract.printed} />
          <div className="grid items-start gap-5 lg:grid-cols-[1.5fr_1fr]">
            <RecordEntry agent={data.agent} />
            {/* What matters most comes first if there is one column only. */}
            <div className="grid gap-5 max-lg:order-first">
              <AgentVerdict
                agent={data.agent}
                compliance={data.compliance}
                asOfMs={state.asOfMs}
                statusFiling={statusFiling}
                releaseFiling={releaseFiling}
              />
              <Consents agent={data.agent} />
              <SignIn
                shown={{
                  of: "entry",
                  agent: data.agent,
                  isSuspendedByRefusal: statusFiling?.cause === "haftungsperson-declined",
                }}
              >
                Those named here agree, refuse, hand over and name new keys; regulators suspend, reactivate,
                revoke and release.
              </SignIn>
            </div>
          </div>
          <AgentLineage agent={data.agent} childIds={data.children} />
          <div className={onlyChronological}>
            <AgentRevenue id={id} lastReport={data.agent.lastRevenueReport} />
          </div>
          <div className={onlyChronological}>
            <FilingHistory history={history} agent={data.agent} />
          </div>
          <ReceiptNote agentId={data.agent.agentId} printed={extract.printed} />
          <StaleNotice state={state} />
        </div>
      )}
    </>
  );
}

function toSheetSource({ agent }: AgentResponse, block: SheetSource["block"]): SheetSource {
  return { agentId: agent.agentId, block, recordHash: null, wallet: agent.agentWallet };
}

/** The fields of a record that change with a filing which other parts of the page show. */
function toChangeable({ agent, children }: AgentResponse): string {
  const { lastAttestation, lastRevenueReport, constitutionHash, capabilityHash } = agent;
  return [
    agent.status,
    agent.haftungsperson,
    agent.agentWallet,
    lastAttestation,
    lastRevenueReport,
    constitutionHash,
    capabilityHash,
    children.length,
  ].join();
}
