"use client";

import type { AgentRecord } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { Entry } from "../../shared/entry-list.tsx";
import { Hex } from "../../shared/hex.tsx";

type Props = { agent: Pick<AgentRecord, "agentId" | "haftungsperson"> };

/** Anyone may name anyone as Haftungsperson, so the entry says whether that person has confirmed it. */
export function HaftungspersonEntry({ agent }: Props) {
  const hasConfirmed = useResource(resources.consents(String(agent.agentId))).data?.haftungsperson;
  return (
    <Entry label="Haftungsperson">
      <Hex value={agent.haftungsperson} label="the Haftungsperson" whole />
      <p className="text-xs text-muted">
        named as the liable person
        {hasConfirmed === undefined ? null : hasConfirmed ? (
          <span className="text-green"> · has confirmed it</span>
        ) : (
          <span className="text-yellow"> · has not confirmed it</span>
        )}
      </p>
    </Entry>
  );
}
