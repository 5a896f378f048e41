"use client";

import { toVisibleText } from "@agent-registry/protocol/visible-text";
import { useEffect, useState } from "react";
import type { Wallet } from "../../wallet/provider.ts";
import { watchWallets } from "../../wallet/watch-wallets.ts";
import { Step } from "./step.tsx";

type Props = { problem: string | null; onChoose(wallet: Wallet): void };

/** The wallets that this browser has. */
export function WalletChoice({ problem, onChoose }: Props) {
  const [wallets, setWallets] = useState<Wallet[] | null>(null);
  useEffect(() => watchWallets({ target: window, onWallets: setWallets }), []);

  if (wallets?.length === 0)
    return (
      <Step title="No wallet in this browser">
        <p className="text-muted">
          A wallet is an extension of the browser that holds your key. Install one and load this page again,
          or use the command line.
        </p>
      </Step>
    );
  return (
    <Step title="Which wallet?">
      {problem === null ? null : <p role="alert">{problem}</p>}
      {wallets === null ? (
        <p role="status" className="text-muted">
          Looking for wallets
        </p>
      ) : (
        <ul className="grid gap-2">
          {wallets.map((wallet) => (
            <li key={wallet.id}>
              <button
                type="button"
                onClick={() => onChoose(wallet)}
                className="flex min-h-11 w-full min-w-0 items-center gap-3 rounded-[10px] border border-line px-3 py-2 text-left hover:bg-soft"
              >
                {wallet.icon === null ? null : (
                  // biome-ignore lint/performance/noImgElement: its bytes are here already
                  <img src={wallet.icon} alt="" width={24} height={24} className="size-6 shrink-0" />
                )}
                <bdi className="[overflow-wrap:anywhere]">{toVisibleText(wallet.name)}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Step>
  );
}
