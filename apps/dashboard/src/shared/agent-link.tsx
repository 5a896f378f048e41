import Link from "next/link";
import type { ReactNode } from "react";

type Props = {
  id: number;
  className?: string;
  tabIndex?: number;
  /** What stands in the link, where it is not "Agent 17". */
  children?: ReactNode;
};

/** The way to an agent's page. Not fetched ahead: a list of thousands would ask for thousands of pages. */
export function AgentLink({ id, className = "", tabIndex, children }: Props) {
  return (
    <Link href={`/agents/${id}`} prefetch={false} tabIndex={tabIndex} className={`link ${className}`}>
      {children ?? `Agent ${id}`}
    </Link>
  );
}
