"use client";

import { useMemo } from "react";
import { resources } from "../../api/resources.ts";
import { REFRESH_MS, useResource } from "../../api/use-resource.ts";
import { ErrorState, StaleNotice } from "../../shared/page/error-state.tsx";
import { PageTitle } from "../../shared/page/page-title.tsx";
import { LoadingNote } from "../../shared/page/skeleton.tsx";
import { formatCount } from "../../shared/text/format-number.ts";
import { type AttestationState, toAgeSeconds, toAttestationState } from "../../shared/time/attestation.ts";
import { RefreshedNote } from "../../shared/time/time-ago.tsx";
import { useTicking } from "../../shared/time/use-ticking.ts";
import { Choice, useUrlState } from "../../shared/url-state/url-state.tsx";
import { ComplianceTable } from "./compliance-table.tsx";

const SHOWN = ["all", "overdue", "lapsing", "current"] as const;
type Shown = (typeof SHOWN)[number];
const LABELS: Record<Shown, string> = {
  all: "All",
  overdue: "Over 7 days",
  lapsing: "5 to 7 days",
  current: "Under 5 days",
};
/** Which agents are in which group changes slowly; the rows themselves tick by the second. */
const REGROUP_MS = 10_000;

export function CompliancePage() {
  const { params } = useUrlState();
  const shown = SHOWN.find((name) => name === params.get("age")) ?? "all";
  const state = useResource(resources.compliance, { refreshMs: REFRESH_MS });
  const { data, asOfMs } = state;
  const nowMs = useTicking((now) => Math.floor(now / REGROUP_MS) * REGROUP_MS);

  const groups = useMemo(() => {
    const byState: Record<AttestationState, NonNullable<typeof data>["data"]> = {
      overdue: [],
      lapsing: [],
      current: [],
    };
    for (const item of data?.data ?? []) {
      const { secondsSinceAttestation } = item.compliance;
      byState[toAttestationState(toAgeSeconds({ secondsSinceAttestation, asOfMs, nowMs }))].push(item);
    }
    return { ...byState, all: data?.data ?? [] };
  }, [data, asOfMs, nowMs]);

  return (
    <>
      <PageTitle lead="Every active agent must attest its compliance once in 7 days. The longest silent come first.">
        Compliance
      </PageTitle>
      {data === undefined && state.error !== null ? (
        <ErrorState state={state} />
      ) : (
        <>
          {data === undefined ? <LoadingNote what="attestations" /> : null}
          <div className="mb-4">
            <Choice
              label="Time since attestation"
              value={shown}
              options={SHOWN}
              toChanges={(age) => ({ age: age === "all" ? null : age })}
              render={(name) => (
                <>
                  {LABELS[name]}{" "}
                  <span className="inline-block min-w-[3ch] text-left text-muted">
                    {data === undefined ? "" : formatCount(groups[name].length)}
                  </span>
                </>
              )}
            />
          </div>
          <div className="card px-5 pt-4 pb-2 sm:px-6">
            {data !== undefined && groups[shown].length === 0 ? (
              <p className="pb-3 text-muted">
                {data.total === 0 ? "No agent is on record yet." : "No agent is in this group."}
              </p>
            ) : (
              <ComplianceTable items={data === undefined ? undefined : groups[shown]} asOfMs={asOfMs} />
            )}
          </div>
          <div className="mt-3">
            <RefreshedNote refreshedAtMs={state.refreshedAtMs} asOfMs={state.asOfMs} />
          </div>
          {data === undefined ? null : <StaleNotice state={state} />}
        </>
      )}
    </>
  );
}
