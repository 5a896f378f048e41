import type { ReactNode } from "react";

/** What a person signs, set off from what the page says about it. */
export function Statement({ children }: { children: ReactNode }) {
  return <div className="rounded-[10px] bg-soft px-4 py-3 font-serif text-lg">{children}</div>;
}
