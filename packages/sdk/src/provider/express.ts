import { readBody } from "@agent-registry/protocol/read-body";
import type { AdmissionOptions } from "./create-admission.ts";
import { createNodeAdmission, type NodeRequest } from "./node-request.ts";
import { refusalHeaders } from "./refusal.ts";

export { getAgent } from "./node-request.ts";

/** The parts of Express that are used here, so that this package does not depend on it. */
type ExpressRequest = NodeRequest & {
  iterator(options: { destroyOnReturn: boolean }): AsyncIterable<Uint8Array>;
  readableEnded: boolean;
  readableDidRead: boolean;
  body?: unknown;
};
type ExpressResponse = {
  writeHead(status: number, headers: Record<string, string>): { end(text: string): unknown };
};
type ExpressNext = (error?: unknown) => void;

const rawBodies = new WeakMap<object, Uint8Array>();

/**
 * Express middleware that lets compliant agents through. Put it before parsers of the body, and the
 * handler finds the bytes in `req.body`; or give the parser `verify: keepRawBody` and put it after.
 *
 * @example
 * app.use(express.json({ verify: keepRawBody }));
 * app.post("/jobs", requireCompliantAgent({ registry, hosts: ["api.example.com"] }), (req, res) => {
 *   res.json({ agentId: getAgent(req).agentId });
 * });
 */
export function requireCompliantAgent(options: AdmissionOptions) {
  const findRefusal = createNodeAdmission(options);

  return function compliantAgent(
    request: ExpressRequest,
    response: ExpressResponse,
    next: ExpressNext,
  ): void {
    const readBody = (maxBytes: number) => findBody({ request, maxBytes });
    findRefusal(request, readBody).then((refusal) => {
      if (refusal === undefined) return next();
      const { status, error, reason } = refusal;
      response.writeHead(status, refusalHeaders(refusal)).end(JSON.stringify({ error, reason }));
    }, next);
  };
}

/** For the `verify` option of Express's parsers: keeps the bytes that the proof is about. */
export function keepRawBody(request: object, _response: unknown, body: Uint8Array): void {
  rawBodies.set(request, body);
}

async function findBody(input: {
  request: ExpressRequest;
  maxBytes: number;
}): Promise<Uint8Array | undefined> {
  const { request, maxBytes } = input;
  const kept = rawBodies.get(request) ?? (request.body instanceof Uint8Array ? request.body : undefined);
  if (kept !== undefined) return kept.length > maxBytes ? undefined : kept;
  // The rest of a body, even an empty rest, must not pass for the whole.
  if (request.readableDidRead || (request.readableEnded && hasBody(request))) {
    throw new Error(
      "The body was read before requireCompliantAgent, and its bytes are gone: put whatever reads it behind, or give the parser { verify: keepRawBody }",
    );
  }
  if (request.readableEnded) return new Uint8Array();
  // The stream is not destroyed if the body is too large: the request would lose its socket, and a log the address.
  const body = await readBody({ chunks: request.iterator({ destroyOnReturn: false }), maxBytes });
  if (body === undefined) return undefined;
  // Another of these middlewares may follow.
  rawBodies.set(request, body);
  if (body.length > 0) request.body = body;
  return body;
}

function hasBody({ headers }: ExpressRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
