import type { ReactNode } from "react";

/** A part of a page, named by its heading. */
export function Card({
  title,
  aside,
  children,
  className = "",
  isLong = false,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
  /** On paper it may go on on the next page. */
  isLong?: boolean;
}) {
  const id = `card-${title.toLowerCase().replace(/[^a-z]+/g, "-")}`;
  return (
    <section
      aria-labelledby={id}
      data-long={isLong || undefined}
      className={`card min-w-0 p-5 sm:p-6 ${className}`}
    >
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

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
