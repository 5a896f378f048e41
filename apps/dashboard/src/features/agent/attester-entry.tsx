"use client";

import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { Entry } from "../../shared/entry-list.tsx";
import { Hex } from "../../shared/hex.tsx";

/** The attester of today, if there is one. */
export function AttesterEntry({ agentId }: { agentId: number }) {
  const attester = useResource(resources.consents(String(agentId))).data?.attester ?? null;
  return attester === null ? null : <KnownAttester address={attester} />;
}

export function KnownAttester({ address }: { address: string }) {
  return (
    <Entry label="Attester">
      <Hex value={address} label="the attester" whole />
      <p className="text-xs text-muted">may attest compliance for this agent, and do nothing else</p>
    </Entry>
  );
}
