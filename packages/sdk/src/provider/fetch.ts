import { readBody, toChunks } from "../http/read-body.ts";
import type { Admission, AdmittedAgent } from "./admission.ts";
import { type AdmissionOptions, createAdmission } from "./create-admission.ts";
import { toRefusalResponse } from "./refusal.ts";

export type AgentHandler = (request: Request, agent: AdmittedAgent) => Response | Promise<Response>;

/**
 * Puts a plain fetch handler behind the register: it is called for compliant agents only.
 *
 * @example
 * const handle = withCompliantAgent({ registry, hosts: ["api.example.com"] }, (request, agent) =>
 *   Response.json({ hello: agent.agentId }),
 * );
 */
export function withCompliantAgent(
  options: AdmissionOptions,
  handler: AgentHandler,
): (request: Request) => Promise<Response> {
  const admitRequest = createRequestAdmission(options);
  return async (request) => {
    const admission = await admitRequest(request);
    return "refusal" in admission ? toRefusalResponse(admission.refusal) : handler(request, admission.agent);
  };
}

/** Decides about a fetch request, and leaves its body for the handler to read. */
export function createRequestAdmission(options: AdmissionOptions): (request: Request) => Promise<Admission> {
  const admit = createAdmission(options);
  return (request) => {
    const { host, pathname, search } = new URL(request.url);
    return admit({
      // Requests that were made in this process have no Host header.
      header: (name) => request.headers.get(name) ?? (name === "host" ? host : undefined),
      method: request.method,
      path: pathname + search,
      // Cloned no sooner: a clone begins to read at once.
      readBody: (maxBytes) => readBody({ chunks: toChunks(request.clone()), maxBytes }),
    });
  };
}
