"use client";

import type { AgentResponse } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { REFRESH_MS, useResource } from "../../api/use-resource.ts";
import { ErrorState, StaleNotice } from "../../shared/error-state.tsx";
import { PrintIcon } from "../../shared/icons.tsx";
import { PageLink } from "../../shared/page-link.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { findReleaseFiling } from "../../shared/stopped-verdict.ts";
import { UntrustedText } from "../../shared/untrusted-text.tsx";
import { SignIn } from "../sign/sign-in.tsx";
import { AgentLineage } from "./agent-lineage.tsx";
import { AgentRevenue } from "./agent-revenue.tsx";
import { AgentSkeleton } from "./agent-skeleton.tsx";
import { AgentVerdict } from "./agent-verdict.tsx";
import { Consents } from "./consents.tsx";
import { ExtractNote } from "./extract-note.tsx";
import { FilingHistory } from "./filing-history.tsx";
import { RecordEntry } from "./record-entry.tsx";
import { useExtract } from "./use-extract.ts";
import { useFilings } from "./use-filings.ts";
import { useRefetchOnChange } from "./use-refetch-on-change.ts";
import { useStatusFiling } from "./use-status-filing.ts";

export function AgentPage({ id }: { id: string }) {
  const state = useResource(resources.agent(id), { refreshMs: REFRESH_MS });
  const { data } = state;
  // Loaded together with the record: a stopped agent's verdict needs both.
  const history = useFilings(id, { enabled: data !== undefined || state.error === null });
  const statusFiling = useStatusFiling({ status: data?.agent.status, history });
  const releaseFiling = findReleaseFiling((history.filings ?? []).map(({ filing }) => filing));
  const extract = useExtract(history.loadAll);
  useRefetchOnChange({ id, record: data === undefined ? null : toChangeable(data) });

  if (data === undefined && state.error === null) return <AgentSkeleton id={id} />;
  return (
    <>
      <div className="pt-8 pb-7 sm:pt-10">
        <Breadcrumb id={id} />
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h1 className="text-3xl sm:text-4xl">Agent {id}</h1>
          {data === undefined ? null : (
            <div className="flex items-center gap-3">
              <StatusBadge status={data.agent.status} large />
              <button
                type="button"
                onClick={extract.print}
                aria-busy={extract.isPreparing}
                className="inline-flex items-center gap-1.5 rounded-lg border border-line px-3 py-1 text-sm hover:bg-soft aria-busy:opacity-60 print:hidden"
              >
                <PrintIcon /> Extract
              </button>
            </div>
          )}
        </div>
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
          <ExtractNote />
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
              <SignIn agent={data.agent} />
            </div>
          </div>
          <AgentLineage agent={data.agent} childIds={data.children} />
          <AgentRevenue id={id} lastReport={data.agent.lastRevenueReport} />
          <FilingHistory history={history} parties={data.agent} />
          <StaleNotice state={state} />
        </div>
      )}
    </>
  );
}

/** The fields of a record that change with a filing which other parts of the page show. */
function toChangeable({ agent, children }: AgentResponse): string {
  const { status, haftungsperson, lastAttestation, lastRevenueReport, constitutionHash, capabilityHash } =
    agent;
  return [
    status,
    haftungsperson,
    lastAttestation,
    lastRevenueReport,
    constitutionHash,
    capabilityHash,
    children.length,
  ].join();
}

function Breadcrumb({ id }: { id: string }) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm text-muted print:hidden">
      <ol className="flex gap-1.5">
        <li>
          <PageLink href="/agents" className="link">
            Agents
          </PageLink>
        </li>
        <li aria-hidden>/</li>
        <li aria-current="page">{id}</li>
      </ol>
    </nav>
  );
}
