"use client";

import type { AgentRecord } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { Hex } from "../../shared/links/hex.tsx";
import { Card } from "../../shared/page/card.tsx";
import { Command, ConsentRow } from "./consent-row.tsx";

type Props = { agent: Pick<AgentRecord, "agentId" | "parentAgentId" | "status"> };

/** Anyone may name anyone in a record; this shows what each of the named parties has said about it. */
export function Consents({ agent: { agentId, parentAgentId, status } }: Props) {
  const { data, error } = useResource(resources.consents(String(agentId)));
  if (error !== null && data === undefined) {
    return (
      <Card title="Consents">
        <p className="text-muted">The consents cannot be read at the moment.</p>
      </Card>
    );
  }
  const isEnded = status === "Revoked" || status === "Terminated";
  const row = { agentId, isEnded };
  const proposed = data?.proposedHaftungsperson ?? null;
  const pendingWallet = data?.pendingWallet ?? null;
  return (
    <Card title="Consents" className={isEnded ? "pb-3!" : ""}>
      <dl>
        <ConsentRow party="Wallet" {...row} word={data?.wallet} />
        <ConsentRow party="Haftungsperson" {...row} word={data?.haftungsperson} />
        <ConsentRow party="Parent" {...row} word={parentAgentId === 0 ? null : data?.parent} />
        {proposed === null ? null : (
          <div className="border-b border-line py-2.5 last:border-b-0">
            <dt>Handover under way</dt>
            <dd className="mt-0.5 text-sm text-muted">
              <Hex of="haftungsperson" value={proposed} label="the proposed Haftungsperson" /> is to take over
              as Haftungsperson, and has not accepted yet. <Command>accept {agentId}</Command>
            </dd>
          </div>
        )}
        {pendingWallet === null ? null : (
          <div className="border-b border-line py-2.5 last:border-b-0">
            <dt>New wallet proposed</dt>
            <dd className="mt-0.5 text-sm text-muted">
              <Hex of="wallet" value={pendingWallet} label="the proposed wallet" /> is to take the wallet’s
              place, and has not accepted yet
              {data?.haftungsperson.state === "agreed"
                ? "."
                : "; it cannot accept before the Haftungsperson has agreed."}
            </dd>
          </div>
        )}
      </dl>
      {isEnded ? null : (
        <p className="mt-3 text-xs text-muted print:hidden">
          Named here without being asked? You may refuse: <Command>decline {agentId}</Command>
        </p>
      )}
    </Card>
  );
}
