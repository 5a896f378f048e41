export const NAV_ITEMS = [
  { href: "/", label: "Overview" },
  { href: "/agents", label: "Agents" },
  { href: "/compliance", label: "Compliance" },
  { href: "/enforcement", label: "Enforcement" },
  { href: "/revenue", label: "Revenue" },
  { href: "/kya", label: "KYA check" },
] as const;

export function isCurrent({ href, pathname }: { href: string; pathname: string }): boolean {
  if (href === "/") return pathname === "/";
  // A lineage is a view of an agent.
  if (href === "/agents" && pathname.startsWith("/lineage/")) return true;
  return pathname === href || pathname.startsWith(`${href}/`);
}
