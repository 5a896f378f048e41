"use client";

import { useId, useState } from "react";
import { PrintIcon } from "../../shared/icons.tsx";
import type { Extract, ExtractKind } from "./use-extract.ts";

const KINDS: { kind: ExtractKind; title: string; text: string }[] = [
  { kind: "current", title: "Current extract", text: "the entry as it stands" },
  { kind: "chronological", title: "Chronological extract", text: "and everything that was ever filed" },
];

/** Asks which extract is wanted, and prints it. */
export function ExtractMenu({ extract }: { extract: Extract }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    // Closes when the focus leaves it, and with Escape.
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it are what the reader acts on
    <div
      className="relative print:hidden"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setIsOpen(false);
      }}
      onKeyDown={({ key }) => {
        if (key === "Escape") setIsOpen(false);
      }}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-busy={extract.isPreparing}
        onClick={() => setIsOpen(!isOpen)}
        className="inline-flex items-center gap-1.5 rounded-lg border border-line px-3 py-1 text-sm hover:bg-soft aria-busy:opacity-60"
      >
        <PrintIcon /> Extract
      </button>
      <div
        id={id}
        hidden={!isOpen}
        className="card absolute right-0 z-20 mt-1 w-72 p-1 text-sm max-sm:fixed max-sm:inset-x-4 max-sm:w-auto"
      >
        {KINDS.map(({ kind, title, text }) => (
          <button
            key={kind}
            type="button"
            onClick={() => {
              setIsOpen(false);
              extract.print(kind);
            }}
            className="block w-full rounded-lg px-3 py-1.5 text-left hover:bg-soft"
          >
            {title}
            <span className="block text-xs text-muted">{text}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
