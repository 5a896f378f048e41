import { Readable } from "node:stream";
import { readBody } from "@agent-registry/protocol/read-body";
import type { AdmissionOptions } from "./create-admission.ts";
import { createNodeAdmission, type NodeRequest } from "./node-request.ts";
import { refusalHeaders } from "./refusal.ts";

export { getAgent } from "./node-request.ts";

// The parts of Fastify that are used here, so that this package does not depend on it.

/** Settles once the answer has gone out. */
type Sent = { then(fulfilled: () => void, rejected: (error: Error) => void): void };
type FastifyReply = {
  code(status: number): { headers(values: Record<string, string>): { send(body: unknown): Sent } };
};
/** Fastify checks the length of what its parser reads by this. */
type ParsedStream = Readable & { receivedEncodedLength?: number };

/**
 * A `preParsing` hook for Fastify that lets compliant agents through: the bytes that the proof is about are there before
 * any parser reads them, and strangers' bodies are never parsed.
 *
 * @example
 * app.addHook("preParsing", requireCompliantAgent({ registry, hosts: ["api.example.com"] }));
 * app.post("/jobs", async (request) => ({ agentId: getAgent(request).agentId }));
 */
export function requireCompliantAgent(options: AdmissionOptions) {
  const findRefusal = createNodeAdmission(options);

  return async function compliantAgent(
    request: NodeRequest,
    reply: FastifyReply,
    payload: AsyncIterable<Uint8Array>,
  ): Promise<ParsedStream | undefined> {
    let body: Uint8Array | undefined;
    const refusal = await findRefusal(request, async (maxBytes) => {
      body = await readBody({ chunks: payload, maxBytes });
      return body;
    });
    if (refusal !== undefined) {
      const { status, error, reason } = refusal;
      // Until the answer has gone out: Fastify would go on to the handler while hooks of others still work on it.
      await reply.code(status).headers(refusalHeaders(refusal)).send({ error, reason });
      return undefined;
    }
    return toStream(body ?? new Uint8Array());
  };
}

function toStream(body: Uint8Array): ParsedStream {
  const stream: ParsedStream = Readable.from(body.length === 0 ? [] : [body], { objectMode: false });
  stream.receivedEncodedLength = body.length;
  return stream;
}
