"use client";

import dynamic from "next/dynamic";
import { parseAskedMoment } from "../../shared/time/asked-moment.ts";
import { useUrlState } from "../../shared/url-state/url-state.tsx";
import { AgentPage } from "../agent/agent-page.tsx";

// Most readers never ask for the past, so its script loads with its pages alone.
const PastAgent = dynamic(async () => (await import("./past-agent.tsx")).PastAgent);

/** An agent's page: of today, or of the moment that its address asks for. */
export function AgentView({ id }: { id: string }) {
  const asked = parseAskedMoment(useUrlState().params);
  return asked.kind === "now" ? <AgentPage id={id} /> : <PastAgent id={id} asked={asked} />;
}
