"use client";

import { toVisibleName } from "@agent-registry/protocol/visible-name";
import { StateLink } from "./state-link.tsx";
import type { UrlChanges } from "./use-url-state.ts";

type Props<T extends string> = {
  label: string;
  value: T;
  options: readonly T[];
  /** What the address says once an option is chosen. */
  toChanges(value: T): UrlChanges;
  /** What an option shows, if that is not the value itself. */
  render?(value: T): React.ReactNode;
};

/** A choice of one among a few options that are all visible. */
export function Choice<T extends string>({ label, value, options, toChanges, render }: Props<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and these are links
    <div
      role="group"
      aria-label={label}
      className="flex w-fit max-w-full flex-wrap gap-0.5 rounded-[10px] border border-line bg-surface p-0.5 text-sm print:hidden"
    >
      {options.map((option) => (
        <StateLink
          key={option}
          changes={toChanges(option)}
          aria-current={option === value ? "true" : undefined}
          className="inline-block h-8.5 max-w-72 truncate rounded-lg px-2.5 leading-8.5 text-muted hover:text-ink aria-[current]:bg-soft aria-[current]:font-medium aria-[current]:text-ink sm:px-3"
        >
          {render === undefined ? toVisibleName(option) : render(option)}
        </StateLink>
      ))}
    </div>
  );
}
