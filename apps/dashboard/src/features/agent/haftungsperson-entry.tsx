"use client";

import type { AgentRecord } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { Hex } from "../../shared/hex.tsx";
import { CertifiedPerson } from "../certificates/certified-line.tsx";
import { KnownName } from "./known-name.tsx";
import { PartyEntry } from "./party-entry.tsx";

type Props = { agent: Pick<AgentRecord, "agentId" | "haftungsperson"> };

/** The Haftungsperson of today, and who is to take over. */
export function HaftungspersonEntry({ agent }: Props) {
  const consents = useResource(resources.consents(String(agent.agentId))).data;
  const proposed = consents?.proposedHaftungsperson ?? null;
  return (
    <PartyEntry
      party="Haftungsperson"
      address={agent.haftungsperson}
      said={consents?.haftungsperson}
      known={<KnownName address={agent.haftungsperson} />}
    >
      <CertifiedPerson address={agent.haftungsperson} />
      {proposed === null ? null : (
        <p className="text-xs text-muted">
          handover under way to{" "}
          <Hex of="haftungsperson" value={proposed} label="the proposed Haftungsperson" />
        </p>
      )}
    </PartyEntry>
  );
}
