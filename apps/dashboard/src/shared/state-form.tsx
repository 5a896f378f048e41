"use client";

import type { FormEvent, ReactNode } from "react";
import { useUrlState } from "./use-url-state.ts";

type Props = {
  /** The parameters that the form asks for anew, and those that a new choice forgets. */
  without: readonly string[];
  /** What the button says that sends the form if no script does. */
  submit: string;
  onSubmit?(): void;
  className?: string;
  children: ReactNode;
};

/** Fields that choose what this page shows. A plain form, so that it works without a script; the address keeps the rest. */
export function StateForm({ without, submit, onSubmit, className, children }: Props) {
  const { params, pathname } = useUrlState();
  const kept = [...new Map(params)].filter(([name]) => !without.includes(name));

  function send(event: FormEvent) {
    event.preventDefault();
    onSubmit?.();
  }

  return (
    <form action={pathname} onSubmit={send} className={className}>
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <noscript>
        <button type="submit" className="h-9 rounded-lg border border-line bg-surface px-3 text-sm">
          {submit}
        </button>
      </noscript>
    </form>
  );
}
