"use client";

import type { EnforcementAction, EnforcementFiling } from "@agent-registry/protocol";
import { feeds, resources } from "../../api/resources.ts";
import { REFRESH_MS, useResource } from "../../api/use-resource.ts";
import { Hex } from "../../shared/links/hex.tsx";
import { FeedLink, TransactionLink } from "../../shared/links/outer-links.tsx";
import { AgentLink, PageLink } from "../../shared/links/page-link.tsx";
import { Answered } from "../../shared/page/error-state.tsx";
import { PageTitle } from "../../shared/page/page-title.tsx";
import { SkeletonLines } from "../../shared/page/skeleton.tsx";
import { formatCount } from "../../shared/text/format-number.ts";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { Choice, StateLink, useUrlState } from "../../shared/url-state/url-state.tsx";
import { FilingWhat } from "../agent/filing-what.tsx";
import { KINDS, parseEnforcementQuery } from "./parse-enforcement-query.ts";

export function EnforcementPage() {
  const { params, toHref } = useUrlState();
  const query = parseEnforcementQuery(params);
  const { regulator, after } = query;
  const kind = query.kind ?? "all";
  const state = useResource(resources.enforcement(query), { keepPrevious: true, refreshMs: REFRESH_MS });
  const { data } = state;

  return (
    <>
      <PageTitle
        lead="What regulators did, with the reasons they gave, and who refused a record. Newest first."
        aside={<FeedLink feed={feeds.enforcement} of="enforcement" />}
      >
        Enforcement
      </PageTitle>
      <div className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Choice
          label="Kind of action"
          value={kind}
          options={KINDS}
          toChanges={(chosen) => ({ kind: chosen === "all" ? null : chosen, after: null })}
          render={(name) => name.charAt(0).toUpperCase() + name.slice(1)}
        />
        {regulator === null ? null : (
          <p className="text-sm text-muted">
            By <Hex value={regulator} label="the address" copy={false} />{" "}
            <StateLink className="link ml-1" changes={{ regulator: null, after: null }}>
              By anyone
            </StateLink>
          </p>
        )}
      </div>
      <Answered state={state} loading="enforcement">
        <div className="card px-5 pt-5 pb-2 sm:px-6">
          {data === undefined ? (
            // As many as fill the screen.
            <SkeletonLines count={20} line="h-15" className="w-80 max-w-full" />
          ) : data.data.length === 0 ? (
            <p className="pb-4 text-muted">
              {kind === "all" && regulator === null && after === null
                ? "No regulator has acted yet, and nobody has refused a record."
                : "There is nothing of this kind."}
            </p>
          ) : (
            <ol className={state.isPrevious ? "opacity-60" : ""}>
              {data.data.map((filing) => (
                <EnforcementItem key={filing.sequence} filing={filing} />
              ))}
            </ol>
          )}
        </div>
      </Answered>
      <p className="mt-3 flex gap-5 text-sm print:hidden">
        {after === null ? null : (
          <PageLink href={toHref({ after: null })} className="link">
            Newest
          </PageLink>
        )}
        {data?.next == null ? null : (
          <PageLink href={toHref({ after: data.next })} className="link">
            Older
          </PageLink>
        )}
      </p>
    </>
  );
}

const DOT: Record<EnforcementAction, string> = {
  suspended: "bg-yellow",
  reactivated: "bg-green",
  revoked: "bg-red",
  released: "bg-grey",
  refused: "bg-red",
};

/** One action: which agent, what, by whom, when, and the transaction that proves it. */
function EnforcementItem({ filing }: { filing: EnforcementFiling }) {
  const story = { number: filing.sequence, filing, others: [], older: [] };
  const isRegulator = filing.action !== "refused";
  return (
    <li className="grid grid-cols-[1rem_1fr] gap-x-2 pb-4 text-sm print:break-inside-avoid">
      <span aria-hidden className={`mt-1.5 size-2 rounded-full ${DOT[filing.action]}`} />
      <span className="min-w-0">
        <span className="[overflow-wrap:anywhere]">
          <AgentLink id={filing.agentId} className="font-medium" />: <FilingWhat story={story} />
        </span>
        {/* Each dot stays with what stands before it: no line begins with one. */}
        <span className="mt-0.5 flex flex-wrap items-center gap-x-1.5 gap-y-1.5 text-xs text-muted">
          <span className="whitespace-nowrap">
            <TimeAgo iso={filing.timestamp} /> ·
          </span>
          <span className="inline-flex items-center gap-1 whitespace-nowrap">
            {isRegulator ? "by the regulator" : "by"}{" "}
            <PageLink href={`/enforcement?regulator=${filing.actor}`} className="link">
              <Hex value={filing.actor} label="the address" copy={false} />
            </PageLink>{" "}
            ·
          </span>
          <span className="whitespace-nowrap">block {formatCount(filing.blockNumber)} ·</span>
          <TransactionLink hash={filing.transactionHash} />
        </span>
      </span>
    </li>
  );
}
