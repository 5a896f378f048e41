"use client";

import Link from "next/link";
import { type ComponentProps, type ReactNode, useState } from "react";

/**
 * A link to a page of the dashboard. Next would fetch each page whose link is in sight, nine for a visit and thousands for
 * a list. With this link it fetches a page only if a visitor points at the link.
 */
export function PageLink(props: Omit<ComponentProps<typeof Link>, "prefetch">) {
  const [isMeant, setIsMeant] = useState(false);
  const mean = () => setIsMeant(true);
  return (
    <Link
      {...props}
      prefetch={isMeant ? null : false}
      onMouseEnter={mean}
      onFocus={mean}
      onTouchStart={mean}
    />
  );
}

type AgentLinkProps = {
  id: number;
  className?: string;
  tabIndex?: number;
  /** What the link shows, if that is not "Agent 17". */
  children?: ReactNode;
};

/** A link to an agent's page. */
export function AgentLink({ id, className = "", tabIndex, children }: AgentLinkProps) {
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
