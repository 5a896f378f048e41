import type { ReactNode } from "react";

/** An entry of the register: what, and its value. */
export function EntryList({ children }: { children: ReactNode }) {
  return <dl>{children}</dl>;
}

export function Entry({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="grid min-h-11 items-baseline gap-x-4 border-b border-line py-2.5 last:border-b-0 last:pb-0 sm:grid-cols-[10rem_1fr] print:break-inside-avoid print:grid-cols-[10rem_1fr] print:py-1.5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
