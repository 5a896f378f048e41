"use client";

import type { AgentRecord } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { Entry } from "../../shared/entry-list.tsx";
import { Hex } from "../../shared/hex.tsx";
import { KnownName } from "./known-name.tsx";
import { PartyNote } from "./party-note.tsx";

type Props = { agent: Pick<AgentRecord, "agentId" | "haftungsperson"> };

/** Anyone may name anyone as Haftungsperson, so the entry says whether that person has agreed. */
export function HaftungspersonEntry({ agent }: Props) {
  const consents = useResource(resources.consents(String(agent.agentId))).data;
  const proposed = consents?.proposedHaftungsperson ?? null;
  return (
    <Entry label="Haftungsperson">
      <Hex value={agent.haftungsperson} label="the Haftungsperson" whole />
      <PartyNote named="named as the liable person" word={consents?.haftungsperson}>
        <KnownName address={agent.haftungsperson} />
      </PartyNote>
      {proposed === null ? null : (
        <p className="text-xs text-muted">
          handover under way to <Hex value={proposed} label="the proposed Haftungsperson" />
        </p>
      )}
    </Entry>
  );
}
