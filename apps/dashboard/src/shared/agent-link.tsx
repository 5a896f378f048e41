import Link from "next/link";
import type { ReactNode } from "react";

type Props = {
  id: number;
  className?: string;
  tabIndex?: number;
  /** What the link shows, if that is not "Agent 17". */
  children?: ReactNode;
};

/** A link to an agent's page. Not prefetched: a list of thousands would ask for thousands of pages. */
export function AgentLink({ id, className = "", tabIndex, children }: Props) {
  return (
    <Link href={`/agents/${id}`} prefetch={false} tabIndex={tabIndex} className={`link ${className}`}>
      {children ?? `Agent ${id}`}
    </Link>
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
