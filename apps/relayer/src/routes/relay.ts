import {
  HashSchema,
  MAX_RELAY_BODY_BYTES,
  type RelayOutcomeResponse,
  relayErrors,
} from "@agent-registry/protocol";
import { type ClientIp, getRequestId, HttpError, isJsonType } from "@agent-registry/service";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Hex } from "viem";
import type { RequestStore, StoredRequest } from "../ledger/request-store.ts";
import type { Relay } from "../relay/create-relay.ts";
import type { RelayMetrics } from "../relay-metrics.ts";

type RelayRouteDeps = {
  relay: Relay;
  clientIp: ClientIp;
  metrics: Pick<RelayMetrics, "outcomes" | "seconds">;
};

export function relayRoute({ relay, clientIp, metrics }: RelayRouteDeps) {
  return new Hono().post(
    "/relay",
    async function countOutcome(c, next) {
      const stopTimer = metrics.seconds.startTimer();
      await next();
      stopTimer();
      metrics.outcomes.inc({ status: c.res.status });
    },
    limitBody,
    async (c) => {
      const body = parseJson({ text: await c.req.text(), type: c.req.header("content-type") });
      const answer = await relay({ body, ip: clientIp(c), requestId: getRequestId(c) });
      if (answer.status === 200) return c.json(answer.body);
      if (answer.retryAfterSeconds !== undefined) c.header("Retry-After", String(answer.retryAfterSeconds));
      return c.json({ error: answer.error }, answer.status);
    },
  );
}

const limitStream = bodyLimit({ maxSize: MAX_RELAY_BODY_BYTES, onError: answerTooLarge });

/**
 * Node reads no more of a body than its length says. Only one without a length is counted as it comes: to be looked at
 * as a stream, a body has to be wrapped in one, which costs as much as the rest of the request's way to us.
 */
const limitBody: MiddlewareHandler = async function limitBody(c, next) {
  const length = c.req.header("content-length");
  if (length === undefined || c.req.header("transfer-encoding") !== undefined) return limitStream(c, next);
  if (Number(length) > MAX_RELAY_BODY_BYTES) return answerTooLarge(c);
  await next();
};

function answerTooLarge(c: Context): Response {
  return c.json({ error: `The body must not be larger than ${MAX_RELAY_BODY_BYTES} bytes` }, 413);
}

function parseJson({ text, type }: { text: string; type: string | undefined }): unknown {
  // An empty body is not malformed: both parts are missing.
  if (text.trim() === "") return {};
  if (!isJsonType(type)) throw new HttpError(415, relayErrors.notJson);
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, "The body is not valid JSON");
  }
}

/** What became of a request whose caller lost the connection. */
export function relayOutcomeRoute({ store }: { store: Pick<RequestStore, "find"> }) {
  return new Hono().get("/relay/:digest", async (c) => {
    const digest = c.req.param("digest").toLowerCase();
    if (!HashSchema.safeParse(digest).success) {
      throw new HttpError(400, "Invalid digest: must be 32 bytes of hex starting with 0x");
    }
    const found = await store.find(digest as Hex);
    if (found === undefined) throw new HttpError(404, `Request not found: ${digest}`);
    return c.json(toOutcomeResponse(found));
  });
}

function toOutcomeResponse(found: StoredRequest): RelayOutcomeResponse {
  return {
    digest: found.digest,
    state: found.state === "mined" || found.state === "refused" ? found.state : "pending",
    transactionHash: found.transactionHash,
    result: found.result,
    error: found.refusal?.error ?? null,
  };
}
