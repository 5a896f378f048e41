import { HealthResponse } from "@agent-registry/protocol";
import type { Session } from "../session/open-session.ts";
import { check, ok, warning, wrong } from "./check.ts";
import { fetchAnswer } from "./fetch-answer.ts";

export function checkApi({ settings }: Session) {
  return check("query API", async () => {
    const { apiUrl, registryAddress } = settings;
    if (apiUrl === undefined) {
      return warning("none is configured (REGISTRY_API_URL): agents and lineage cannot be listed.");
    }
    const answer = await fetchAnswer({ url: `${apiUrl}/health`, schema: HealthResponse });
    if ("problem" in answer) return wrong(`${answer.problem}: check REGISTRY_API_URL.`);
    const { status, registry } = answer.value;
    if (registryAddress !== undefined && registry.toLowerCase() !== registryAddress.toLowerCase()) {
      return wrong(
        `it serves the Registry ${registry}, not ${registryAddress}: check REGISTRY_API_URL and REGISTRY_ADDRESS.`,
      );
    }
    if (status === "degraded")
      return wrong("it cannot reach its RPC node; its answers would be old, so it refuses them.");
    return status === "syncing"
      ? warning("it is still catching up with the chain.")
      : ok(`healthy at ${apiUrl}`);
  });
}
