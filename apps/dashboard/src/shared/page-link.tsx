"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link to a page of the dashboard. That page is fetched when somebody points at the link: to fetch whatever a visitor
 * could go to would make nine requests of each visit, and of a list thousands.
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
