import {
  type Admission,
  type AdmissionOptions,
  type AdmittedAgent,
  createAdmission,
} from "./create-admission.ts";
import { PROOF_HEADER } from "./proof.ts";
import { DEFAULT_MAX_BODY_BYTES, readBody } from "./read-body.ts";
import { refuse, toRefusalResponse } from "./refusal.ts";

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
  const { maxBodyBytes: maxBytes = DEFAULT_MAX_BODY_BYTES } = options;
  return async (request) => {
    const header = request.headers.get(PROOF_HEADER) ?? undefined;
    // Without a proof the body is not read, however long it is.
    const chunks = header === undefined ? null : toChunks(request.clone());
    const body = await readBody({ chunks, maxBytes });
    if (body === undefined) return { refusal: refuse("body-too-large") };
    const { pathname, search } = new URL(request.url);
    return admit({ header, request: { method: request.method, path: pathname + search, body } });
  };
}

/** Every runtime can read a body; not every runtime can iterate over it. */
function toChunks({ body }: Request): AsyncIterable<Uint8Array> | null {
  if (body === null) return null;
  return (async function* () {
    const reader = body.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        yield value;
      }
    } finally {
      // Also if the consumer stopped early: the rest must not pile up.
      reader.cancel().catch(() => {});
    }
  })();
}
