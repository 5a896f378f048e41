import { readBody, toChunks } from "@agent-registry/protocol/read-body";
import { type AdmissionOptions, createAdmission } from "./create-admission.ts";
import type { Admission, AdmittedAgent } from "./decision.ts";
import { toRefusalResponse } from "./refusal.ts";

/** `rest` is what a platform hands over beside the request, such as a route's parameters. */
export type AgentHandler<Asked extends Request = Request, Rest extends unknown[] = []> = (
  request: Asked,
  agent: AdmittedAgent,
  ...rest: Rest
) => Response | Promise<Response>;

/**
 * Puts a plain fetch handler behind the register: it is called for compliant agents only. A route handler of Next.js is
 * one, too.
 *
 * @example
 * const handle = withCompliantAgent({ registry, hosts: ["api.example.com"] }, (request, agent) =>
 *   Response.json({ hello: agent.agentId }),
 * );
 */
export function withCompliantAgent<Asked extends Request = Request, Rest extends unknown[] = []>(
  options: AdmissionOptions,
  handler: AgentHandler<Asked, Rest>,
): (request: Asked, ...rest: Rest) => Promise<Response> {
  const admitRequest = createRequestAdmission(options);
  return async (request, ...rest) => {
    const admission = await admitRequest(request);
    return "refusal" in admission
      ? toRefusalResponse(admission.refusal)
      : handler(request, admission.agent, ...rest);
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
