import type { ReactNode } from "react";
import { PageLink } from "./page-link.tsx";

type Props = {
  id: number;
  className?: string;
  tabIndex?: number;
  /** What the link shows, if that is not "Agent 17". */
  children?: ReactNode;
};

/** A link to an agent's page. */
export function AgentLink({ id, className = "", tabIndex, children }: Props) {
  return (
    <PageLink href={`/agents/${id}`} tabIndex={tabIndex} className={`link ${className}`}>
      {children ?? `Agent ${id}`}
    </PageLink>
  );
}

/** The same in a table's column of numbers; on a phone the table is a list, and the link reads "Agent 17". */
export function AgentNumberLink({ id }: { id: number }) {
  return (
    <AgentLink id={id} className="font-medium">
      <span className="md:sr-only">Agent </span>
      {id}
    </AgentLink>
  );
}
