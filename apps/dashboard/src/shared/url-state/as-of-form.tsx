"use client";

import { useId } from "react";

type Props = {
  /** The page that shows the past, and what else its address says. */
  action: string;
  keep?: Record<string, string>;
  /** The day that is shown now. */
  day?: string | null;
};

/** Asks for a day. A plain form, so that it leads to an address that a reader can pass on. */
export function AsOfForm({ action, keep = {}, day = null }: Props) {
  const id = useId();
  return (
    <form action={action} className="flex items-center gap-2 text-sm print:hidden">
      {Object.entries(keep).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor={id} className="whitespace-nowrap text-muted">
        As of
      </label>
      <input
        key={day}
        id={id}
        type="date"
        name="at"
        required
        defaultValue={day ?? ""}
        className="h-8 rounded-lg border border-line bg-surface px-2"
      />
      <button type="submit" className="h-8 rounded-lg border border-line px-3 hover:bg-soft">
        Show
      </button>
    </form>
  );
}
