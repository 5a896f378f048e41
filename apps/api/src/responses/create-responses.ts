import { REVENUE_MAX_SILENCE_MS } from "@agent-registry/protocol";
import type { Clock } from "@agent-registry/service";
import type { Context } from "hono";
import type { Freshness } from "./freshness.ts";
import type { ResponseBuffer } from "./response-buffer.ts";
import type { ResponseCache } from "./response-cache.ts";
import { sendStored } from "./send-stored.ts";
import { type StoredResponse, toContentTag, toMemoryResponse, toUniqueTag } from "./stored-response.ts";

export type Responses = ReturnType<typeof createResponses>;

type ResponsesDeps = { cache: ResponseCache; freshness: Freshness; buffer: ResponseBuffer; clock: Clock };

type Cached<T> = {
  key: string;
  ttlMs: number;
  produce: () => T;
  /** Throws if this response, right as it is, is not for this request. */
  accept?: (body: string) => void;
};

/** Sends what the routes compute: only from a fresh index, and cached for its lifetime. */
export function createResponses({ cache, freshness, buffer, clock }: ResponsesDeps) {
  let rewindCount = freshness.rewindCount();

  async function cached(c: Context, { key, ttlMs, produce, accept }: Cached<Promise<StoredResponse>>) {
    freshness.assertFresh(ttlMs);
    if (freshness.rewindCount() !== rewindCount) {
      rewindCount = freshness.rewindCount();
      cache.clear();
    }
    const entry = cache.find(key) ?? (await cache.produce({ key, ttlMs, produce }));
    const { response, madeAtMs, expiresAtMs } = entry;
    if (response.kind === "memory") accept?.(response.body);
    return await sendStored(c, response, {
      "Content-Type": "application/json",
      "Cache-Control": `public, max-age=${Math.floor((expiresAtMs - madeAtMs) / 1000)}`,
      Age: String(Math.max(0, Math.floor((clock.now() - madeAtMs) / 1000))),
    });
  }

  return {
    /** `isUnique`: the body says when it was made, so that no two are alike. */
    cachedJson(
      c: Context,
      { produce, isUnique = false, ...rest }: Cached<Promise<unknown>> & { isUnique?: boolean },
    ) {
      return cached(c, {
        ...rest,
        async produce() {
          const body = JSON.stringify(await produce());
          return toMemoryResponse(body, isUnique ? toUniqueTag() : toContentTag(body));
        },
      });
    },

    /** For a body of any length, given in pieces. */
    cachedStream(c: Context, { produce, ...rest }: Cached<AsyncIterable<string>>) {
      return cached(c, { ...rest, produce: () => buffer.collect(produce()) });
    },

    /** Computed for every request; a client may keep it, and ask whether it still holds. */
    async freshJson(c: Context, produce: () => Promise<unknown>): Promise<Response> {
      freshness.assertFresh(REVENUE_MAX_SILENCE_MS);
      const response = toMemoryResponse(JSON.stringify(await produce()));
      return await sendStored(c, response, {
        "Content-Type": "application/json",
        "Cache-Control": "no-cache",
      });
    },
  };
}
