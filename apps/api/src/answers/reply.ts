import type { Context } from "hono";

declare module "hono" {
  interface ContextVariableMap {
    /** Headers that every answer carries: CORS, rate limit. */
    edgeHeaders: Record<string, string>;
    /** Set once an answer carries them. */
    hasEdgeHeaders: boolean;
  }
}

type Reply = {
  status: number;
  body: string | Uint8Array | ReadableStream | null;
  headers: Record<string, string>;
};

/**
 * Answers with all headers at once, as a plain object: node-server writes such an answer without ever
 * building a `Headers`, which would cost more than all the rest of a cached answer.
 */
export function reply(c: Context, { status, body, headers }: Reply): Response {
  c.set("hasEdgeHeaders", true);
  return new Response(body as ConstructorParameters<typeof Response>[0], {
    status,
    headers: { ...c.get("edgeHeaders"), ...headers },
  });
}

/** For what may not be kept by anybody: health, readiness, errors. */
export function replyJson(c: Context, status: number, value: unknown): Response {
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-store" };
  return reply(c, { status, body: JSON.stringify(value), headers });
}
