"use client";

import { useEffect, useState } from "react";
import { announce } from "./announce.ts";
import { CheckIcon, CopyIcon } from "./icons.tsx";

const SHOWN_MS = 2_000;

/** Copies a text and says so, to eyes and to screen readers. */
export function CopyButton({ text, label, children }: { text: string; label: string; children?: string }) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  return (
    <button
      type="button"
      aria-label={copied ? `Copied: ${label}` : `Copy ${label}`}
      onClick={() => void copy(text).then(setCopied)}
      className={
        children === undefined
          ? "-my-1 inline-grid size-6 shrink-0 place-items-center rounded-md text-muted hover:bg-soft hover:text-ink print:hidden"
          : "inline-flex items-center gap-1.5 rounded-lg border border-line px-2.5 py-1 text-xs font-medium text-ink hover:bg-soft print:hidden"
      }
    >
      {copied ? <CheckIcon /> : <CopyIcon />}
      {children === undefined ? null : copied ? "Copied" : children}
    </button>
  );
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    announce("Copied");
    return true;
  } catch {
    // Refused, or a page not served over TLS: the text can still be selected by hand.
    return false;
  }
}
