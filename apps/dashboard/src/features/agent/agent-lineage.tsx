"use client";

import type { AgentRecord } from "@agent-registry/protocol";
import { AgentLink, PageLink } from "../../shared/links/page-link.tsx";
import { Card } from "../../shared/page/card.tsx";
import { usePrinting } from "../../shared/page/use-browser-state.ts";
import { formatCount } from "../../shared/text/format-number.ts";
import { parsePageNumber } from "../../shared/url-state/page-numbers.ts";
import { StateLink, useUrlState } from "../../shared/url-state/url-state.tsx";
import { PrintNote } from "./print-note.tsx";

const SHOWN = 12;
const MORE = 120;
const MOST_PRINTED = 1_000;

type Props = { agent: AgentRecord; childIds: number[] };

/** The agent's parent and all its children, with a link to the whole tree. */
export function AgentLineage({ agent, childIds }: Props) {
  const most = SHOWN + (parsePageNumber(useUrlState().params.get("children")) - 1) * MORE;
  const shown = childIds.slice(0, usePrinting() ? Math.max(most, MOST_PRINTED) : most);
  const rest = childIds.length - shown.length;
  return (
    <Card
      title="Lineage"
      isLong
      aside={
        <PageLink href={`/lineage/${agent.agentId}`} className="link text-sm print:hidden">
          Whole tree
        </PageLink>
      }
    >
      <p className="text-muted">
        {agent.parentAgentId === 0 ? (
          "A root: it has no parent."
        ) : (
          <>
            Child of <AgentLink id={agent.parentAgentId} />, generation {agent.generation}.
          </>
        )}{" "}
        {childIds.length === 0
          ? "No children."
          : childIds.length === 1
            ? "1 child:"
            : `${formatCount(childIds.length)} children:`}
      </p>
      {childIds.length === 0 ? null : (
        <ul className="mt-3 grid grid-cols-2 gap-x-6 sm:grid-cols-4 lg:grid-cols-6">
          {shown.map((id) => (
            <li key={id} className="flex min-h-10 items-center border-b border-line">
              <AgentLink id={id} />
            </li>
          ))}
        </ul>
      )}
      <PrintNote shown={shown.length} total={childIds.length} what="children" />
      {rest === 0 ? null : (
        <p className="mt-3 text-sm text-muted print:hidden">
          {formatCount(shown.length)} of {formatCount(childIds.length)} are shown.{" "}
          <StateLink
            changes={{ children: (most - SHOWN) / MORE + 2 }}
            replace
            className="link ml-1 font-medium"
          >
            Show {rest <= MORE ? `the other ${formatCount(rest)}` : `${formatCount(MORE)} more`}
          </StateLink>
        </p>
      )}
    </Card>
  );
}
