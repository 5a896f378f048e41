"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

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
