"use client";

import { toVisibleName } from "@agent-registry/protocol/visible-name";
import { ToggleGroup } from "radix-ui";

type Props<T extends string> = {
  label: string;
  value: T;
  options: readonly T[];
  onChoose(value: T): void;
  /** What a button shows, if that is not the value itself. */
  render?(value: T): React.ReactNode;
};

/** A choice of one among a few options that are all visible; arrow keys move between them. */
export function Choice<T extends string>({ label, value, options, onChoose, render }: Props<T>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      // A click on the chosen option reports an empty value; it stays chosen.
      onValueChange={(next) => {
        const chosen = options.find((option) => option === next);
        if (chosen !== undefined) onChoose(chosen);
      }}
      // Without this the primitive writes an inline style, which the content security policy forbids.
      style={{ outline: undefined }}
      className="flex w-fit max-w-full flex-wrap gap-0.5 rounded-[10px] border border-line bg-surface p-0.5 text-sm print:hidden"
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option}
          value={option}
          className="h-8.5 max-w-72 truncate rounded-lg px-2.5 text-muted hover:text-ink data-[state=on]:bg-soft data-[state=on]:font-medium data-[state=on]:text-ink sm:px-3"
        >
          {render === undefined ? toVisibleName(option) : render(option)}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
