"use client";

import type { ReactNode } from "react";
import { useServices } from "../../api/api-provider.tsx";
import { OutIcon } from "../icons.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Hex } from "./hex.tsx";
import { useRegistry } from "./use-registry.ts";

/**
 * Leads to the page where the browser verifies an answer. Not a link within the application: only that page may ask
 * nodes of the reader's choice, and a browser keeps the policy of the page that it loaded.
 */
export function CheckLink({ wallet, children }: { wallet: string; children: ReactNode }) {
  return (
    <a href={`/check?wallet=${wallet}`} className="link print:hidden">
      {children}
    </a>
  );
}

/** A link to an Atom feed of the query API, for the reader's own feed reader. */
export function FeedLink({
  feed,
  of,
}: {
  feed: string /** What the feed is about, for screen readers that read links alone. */;
  of: string;
}) {
  const { apiUrl } = useServices();
  return (
    <a
      href={`${apiUrl}${feed}`}
      type="application/atom+xml"
      className="link text-sm whitespace-nowrap print:hidden"
    >
      Follow by feed <span className="sr-only">({of})</span>
    </a>
  );
}

/** A transaction, linked to the public explorer if that knows the chain. */
export function TransactionLink({ hash }: { hash: string }) {
  const explorerUrl = useRegistry()?.explorerUrl ?? null;
  if (explorerUrl === null) return <Hex value={hash} label="the transaction’s hash" />;
  return (
    <span className="inline-flex items-center gap-1">
      <a
        href={`${explorerUrl}/tx/${hash}`}
        target="_blank"
        rel="noreferrer noopener"
        className="link inline-flex items-center gap-1"
      >
        <Hex value={hash} label="the transaction’s hash" copy={false} />
        <OutIcon />
        <span className="sr-only">(opens the explorer)</span>
      </a>
      <CopyButton text={hash} label="the transaction’s hash" />
    </span>
  );
}
