"use client";

import type { AgentRecord } from "@agent-registry/protocol";
import { type ComponentType, useState } from "react";
import { Card } from "../../shared/card.tsx";

type Shown = {
  agent: AgentRecord;
  /** The refusal of the Haftungsperson suspended the agent, and no regulator. */
  isSuspendedByRefusal: boolean;
};
type Panel = ComponentType<Shown>;

/** The way in for those who act on an entry. Neither a wallet nor the code for one is touched before they ask. */
export function SignIn(shown: Shown) {
  const [panel, setPanel] = useState<{ Panel: Panel } | "loading" | "failed" | null>(null);

  async function load() {
    setPanel("loading");
    try {
      setPanel({ Panel: (await import("./sign-panel.tsx")).default });
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
          <p className="text-sm text-muted">
            Those named here agree, refuse, hand over and name new keys; regulators suspend, reactivate,
            revoke and release.
          </p>
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
