import type { MiddlewareHandler } from "hono";
import type { AdmissionOptions } from "./create-admission.ts";
import type { AdmittedAgent } from "./decision.ts";
import { createRequestAdmission } from "./fetch.ts";
import { toRefusalResponse } from "./refusal.ts";

/**
 * Hono middleware that lets compliant agents through, and sets `agent` for the handler.
 *
 * @example
 * app.use("/jobs/*", requireCompliantAgent({ registry, hosts: ["api.example.com"] }));
 * app.post("/jobs", (c) => c.json({ agentId: c.get("agent").agentId }));
 */
export function requireCompliantAgent(
  options: AdmissionOptions,
): MiddlewareHandler<{ Variables: { agent: AdmittedAgent } }> {
  const admitRequest = createRequestAdmission(options);
  return async function compliantAgent(c, next) {
    const admission = await admitRequest(c.req.raw);
    if ("refusal" in admission) return toRefusalResponse(admission.refusal);
    c.set("agent", admission.agent);
    await next();
  };
}
