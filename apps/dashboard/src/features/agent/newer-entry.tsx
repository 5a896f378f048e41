"use client";

import type { AgentRecord } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { AgentLink } from "../../shared/agent-link.tsx";
import { PageLink } from "../../shared/page-link.tsx";
import { toKyaPath } from "../../shared/paths.ts";
import { SkeletonSentence } from "../../shared/skeleton.tsx";

/** Where the released wallet of a record stands today. */
export function NewerEntry({ agent }: { agent: Pick<AgentRecord, "agentWallet"> }) {
  const { data, error } = useResource(resources.walletEntries(agent.agentWallet));
  const entry = data?.data.find(({ isWalletReleased, retired }) => !isWalletReleased && retired == null);
  return (
    <p className="mt-2">
      {data === undefined && error === null ? (
        <SkeletonSentence shape="The wallet’s entry today: Agent 00." />
      ) : entry !== undefined ? (
        <>
          The wallet’s entry today: <AgentLink id={entry.agentId} />.
        </>
      ) : (
        <>
          {data === undefined
            ? "Whether the wallet has another entry cannot be read at the moment."
            : "The wallet has no other entry."}{" "}
          <PageLink href={toKyaPath(agent.agentWallet)} className="link">
            Check the wallet
          </PageLink>
        </>
      )}
    </p>
  );
}
