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
