"use client";

import { CopyButton } from "./copy-button.tsx";
import { Hex } from "./hex.tsx";
import { OutIcon } from "./icons.tsx";
import { useRegistry } from "./use-registry.ts";

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
