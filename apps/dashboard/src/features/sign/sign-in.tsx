"use client";

import { type ComponentType, type ReactNode, useState } from "react";
import { Card } from "../../shared/page/card.tsx";
import type { Shown } from "./subject.ts";

type Props = {
  shown: Shown;
  /** Who does what here. */
  children: ReactNode;
};

/** The way in for those who act. Neither a wallet nor the code for one is touched before they ask. */
export function SignIn({ shown, children }: Props) {
  const [panel, setPanel] = useState<{ Panel: ComponentType<Shown> } | "loading" | "failed" | null>(null);

  async function load() {
    setPanel("loading");
    try {
      setPanel({ Panel: (await import("./signing-panel.tsx")).default });
    } catch {
      setPanel("failed");
    }
  }

  return (
    <Card title="Act with a wallet" className="print:hidden">
      {panel !== null && typeof panel === "object" ? (
        <panel.Panel {...shown} />
      ) : (
        <>
          <p className="text-sm text-muted">{children}</p>
          <button
            type="button"
            onClick={() => void load()}
            aria-busy={panel === "loading"}
            className="mt-3 min-h-10 rounded-[10px] border border-line px-4 py-1.5 font-medium hover:bg-soft aria-busy:opacity-60"
          >
            Sign in with a wallet
          </button>
          <p role="alert" className="text-sm text-red">
            {panel === "failed" ? "This part of the page did not load. Try again." : ""}
          </p>
        </>
      )}
    </Card>
  );
}
