import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { REVENUE_MAX_SILENCE_MS } from "@agent-registry/protocol";
import type { Clock } from "@agent-registry/service";
import type { Context } from "hono";
import { acceptsGzip, hasTag } from "./accepts.ts";
import { type Answer, type MemoryAnswer, toContentTag, toMemoryAnswer, toUniqueTag } from "./answer.ts";
import type { AnswerCache, CachedAnswer } from "./answer-cache.ts";
import type { Freshness } from "./freshness.ts";
import { reply } from "./reply.ts";
import type { Spool } from "./spool.ts";

const toGzip = promisify(gzip);

/** Below this, compressing saves no packet. */
const MIN_GZIP_LENGTH = 1_400;

export type Answers = ReturnType<typeof createAnswers>;

type AnswersDeps = { cache: AnswerCache; freshness: Freshness; spool: Spool; clock: Clock };

type Cached<T> = {
  key: string;
  ttlMs: number;
  produce: () => T;
  /** Whether the body says when it was made, so that no two are alike. */
  isUnique?: boolean;
  /** Throws where this answer, right as it is, is not for this request. */
  accept?: (body: string) => void;
};

/** Sends what the routes compute: fresh enough, cached for its lifetime, not sent twice to who has it. */
export function createAnswers({ cache, freshness, spool, clock }: AnswersDeps) {
  let epoch = freshness.epoch();

  function cached(c: Context, { key, ttlMs, produce, accept }: Cached<Answer | Promise<Answer>>) {
    freshness.assertFresh(ttlMs);
    if (freshness.epoch() !== epoch) {
      epoch = freshness.epoch();
      cache.clear();
    }
    const found = cache.find(key);
    // Not awaited: a hit is answered within the same tick.
    if (found !== undefined) return send(c, found, accept);
    const made = cache.produce({ key, ttlMs, produce });
    return made instanceof Promise ? made.then((answer) => send(c, answer, accept)) : send(c, made, accept);
  }

  function send(
    c: Context,
    { answer, madeAtMs, expiresAtMs }: CachedAnswer,
    accept: Cached<unknown>["accept"],
  ) {
    if (answer.kind === "memory") accept?.(answer.body);
    return sendAnswer(c, answer, {
      "Content-Type": "application/json",
      "Cache-Control": `public, max-age=${Math.floor((expiresAtMs - madeAtMs) / 1000)}`,
      Age: String(Math.max(0, Math.floor((clock.now() - madeAtMs) / 1000))),
    });
  }

  return {
    cachedJson(c: Context, { produce, isUnique = false, ...rest }: Cached<unknown>) {
      function toAnswer(value: unknown): Answer {
        const body = JSON.stringify(value);
        return toMemoryAnswer(body, isUnique ? toUniqueTag() : toContentTag(body));
      }
      return cached(c, {
        ...rest,
        produce() {
          const value = produce();
          return value instanceof Promise ? value.then(toAnswer) : toAnswer(value);
        },
      });
    },

    /** For a body of any length, given in pieces. */
    cachedStream(c: Context, { produce, ...rest }: Cached<AsyncIterable<string>>) {
      return cached(c, { ...rest, produce: () => spool.collect(produce()) });
    },

    /** Computed for every request; clients may keep it to ask whether it still holds. */
    async freshJson(c: Context, produce: () => Promise<unknown>): Promise<Response> {
      freshness.assertFresh(REVENUE_MAX_SILENCE_MS);
      const answer = toMemoryAnswer(JSON.stringify(await produce()));
      return sendAnswer(c, answer, { "Content-Type": "application/json", "Cache-Control": "no-cache" });
    },
  };
}

function sendAnswer(c: Context, answer: Answer, headers: Record<string, string>) {
  if (answer.kind === "memory" && answer.body.length < MIN_GZIP_LENGTH) {
    headers.ETag = answer.etag;
    return isKnown(c, headers) ?? reply(c, { status: 200, body: answer.body, headers });
  }
  headers.Vary = "Accept-Encoding";
  const isGzip = acceptsGzip(c.req.header("accept-encoding"));
  // Strong tags stand for bytes, and these are other bytes.
  headers.ETag = isGzip ? answer.etag.replace(/"$/, '-gzip"') : answer.etag;
  const known = isKnown(c, headers);
  if (known !== undefined) return known;
  if (isGzip) headers["Content-Encoding"] = "gzip";
  if (answer.kind === "memory")
    return isGzip ? sendGzip(c, answer, headers) : reply(c, { status: 200, body: answer.body, headers });
  // A stream that nobody reads would hold its file open.
  if (c.req.method === "HEAD") return reply(c, { status: 200, body: null, headers });
  const stream = answer.open();
  const body = isGzip ? stream.pipeThrough(new CompressionStream("gzip")) : stream;
  return reply(c, { status: 200, body, headers });
}

async function sendGzip(c: Context, answer: MemoryAnswer, headers: Record<string, string>) {
  answer.gzipped ??= toGzip(answer.body);
  return reply(c, { status: 200, body: await answer.gzipped, headers });
}

/** 304 for a client that has these bytes already. */
function isKnown(c: Context, headers: Record<string, string>): Response | undefined {
  if (!hasTag(c.req.header("if-none-match"), headers.ETag ?? "")) return undefined;
  return reply(c, { status: 304, body: null, headers });
}
