import type { HaftungspersonResponse } from "@agent-registry/protocol";
import { Hex } from "../../shared/links/hex.tsx";
import { AgentLink } from "../../shared/links/page-link.tsx";
import { Card } from "../../shared/page/card.tsx";
import { formatCount } from "../../shared/text/format-number.ts";
import { UntrustedText } from "../../shared/text/untrusted-text.tsx";

/** The agents that a person was proposed to take over; accepting is done on the page of each. */
export function PendingHandovers({ total, data }: HaftungspersonResponse["pendingHandovers"]) {
  const rest = total - data.length;
  return (
    <Card title="Waits to take over" isLong>
      <p className="max-w-[52rem] text-sm text-muted">
        {total === 1
          ? "The agent keeps its present Haftungsperson until this person accepts, which is done on its page."
          : "Each agent keeps its present Haftungsperson until this person accepts, which is done on its page."}
      </p>
      <ul className="mt-2">
        {data.map(({ agentId, operationalScope, haftungsperson }) => (
          <li
            key={agentId}
            className="grid items-baseline gap-x-4 border-b border-line py-2.5 last:border-b-0 last:pb-0 sm:grid-cols-[6rem_1fr_auto] print:break-inside-avoid"
          >
            <AgentLink id={agentId} className="justify-self-start font-medium" />
            <UntrustedText clamp>{operationalScope}</UntrustedText>
            <span className="text-sm text-muted">
              from <Hex of="haftungsperson" value={haftungsperson} label="the present Haftungsperson" />
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 ? <p className="mt-3 text-xs text-muted">and {formatCount(rest)} more</p> : null}
    </Card>
  );
}
