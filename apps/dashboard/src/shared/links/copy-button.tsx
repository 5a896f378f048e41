"use client";

import { useEffect, useState } from "react";
import { announce } from "../announce.ts";
import { CheckIcon, CopyIcon, CrossIcon } from "../icons.tsx";

const SHOWN_MS = 2_000;

type Outcome = "copied" | "refused";

/** Copies a text and says whether it could, on the screen and to screen readers. */
export function CopyButton({ text, label, children }: { text: string; label: string; children?: string }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function onClick() {
    const isCopied = await copyText(text);
    announce(isCopied ? "Copied" : `Cannot copy here: ${text}`);
    setOutcome(isCopied ? "copied" : "refused");
  }

  return (
    <button
      type="button"
      aria-label={`${LABELS[outcome ?? "idle"]} ${label}`}
      onClick={() => void onClick()}
      className={
        children === undefined
          ? `-my-1 inline-grid size-6 shrink-0 place-items-center rounded-md hover:bg-soft print:hidden ${outcome === "refused" ? "text-red" : "text-muted hover:text-ink"}`
          : "inline-flex items-center gap-1.5 rounded-lg border border-line px-2.5 py-1 text-xs font-medium text-ink hover:bg-soft print:hidden"
      }
    >
      {outcome === "copied" ? <CheckIcon /> : outcome === "refused" ? <CrossIcon /> : <CopyIcon />}
      {children === undefined ? null : outcome === null ? children : WORDS[outcome]}
    </button>
  );
}

const LABELS = { idle: "Copy", copied: "Copied:", refused: "Cannot copy here:" } as const;
const WORDS = { copied: "Copied", refused: "Cannot copy here" } as const;

/** Puts a text on the clipboard; false if the browser allows neither way. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Refused, or a page not served over TLS, which has no clipboard at all.
    return copySelection(text);
  }
}

/** The old way, which works on any page: select the text in a field and copy the selection. */
function copySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "sr-only";
  field.setAttribute("aria-hidden", "true");
  document.body.append(field);
  try {
    field.select();
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
