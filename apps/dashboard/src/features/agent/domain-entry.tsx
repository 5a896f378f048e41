"use client";

import type { AgentDomainResponse, AgentRecord } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { REFRESH_MS, useResource } from "../../api/use-resource.ts";
import { CheckIcon } from "../../shared/icons.tsx";
import { Entry } from "../../shared/page/card.tsx";
import { Skeleton } from "../../shared/page/skeleton.tsx";
import { UntrustedText } from "../../shared/text/untrusted-text.tsx";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { mayNameDomain, toDomainWords } from "./domain-words.ts";

type Props = { agent: Pick<AgentRecord, "agentId" | "operationalScope"> };

/** The register asks a domain in the background, and has its answer within seconds. */
const SOON_MS = 3_000;
const toRefreshMs = (answer: AgentDomainResponse | undefined) =>
  answer?.reason === "not-checked-yet" ? SOON_MS : REFRESH_MS;

/** Anyone may write any address into a scope, so the entry says whether the domain names the agent, too. */
export function DomainEntry({ agent }: Props) {
  const mayName = mayNameDomain(agent);
  const resource = mayName ? resources.domain(String(agent.agentId)) : null;
  const { data, error } = useResource(resource, { refreshMs: toRefreshMs });
  const words = data === undefined ? null : toDomainWords(data);
  const isLoading = mayName && data === undefined && error === null;
  if (words === null && !isLoading) return null;
  return (
    <Entry label="Domain">
      {words === null ? (
        <Skeleton className="w-64 max-w-full" />
      ) : (
        <span className="flex items-baseline gap-1.5">
          {data?.verified ? (
            <span className="self-center text-green">
              <CheckIcon />
            </span>
          ) : null}
          <span className="[overflow-wrap:anywhere]">
            {words.before}
            <UntrustedText>{words.domain}</UntrustedText>
            {words.after}
          </span>
        </span>
      )}
      <p className="text-xs text-muted">
        {words?.why == null ? null : <>{words.why} · </>}
        {data?.checkedAt == null ? (
          // As tall as what will stand here, so that nothing moves when it comes.
          <>&nbsp;</>
        ) : (
          <>
            asked <TimeAgo iso={data.checkedAt} />
          </>
        )}
      </p>
    </Entry>
  );
}
