import { KYA_MAX_SILENCE_MS, REVENUE_MAX_SILENCE_MS } from "@agent-registry/protocol";
import type { ClientIp, Clock } from "@agent-registry/service";
import type { Context } from "hono";
import type { IndexReader } from "../index-store/index-reader.ts";
import type { Freshness } from "./freshness.ts";
import { readAtBlock } from "./read-at-block.ts";
import type { ResponseBuffer } from "./response-buffer.ts";
import type { ResponseCache } from "./response-cache.ts";
import { sendStored } from "./send-stored.ts";
import type { SlowLane } from "./slow-lane.ts";
import { type StoredResponse, toContentTag, toMemoryResponse, toUniqueTag } from "./stored-response.ts";

export type Responses = ReturnType<typeof createResponses>;

type ResponsesDeps = {
  reader: Pick<IndexReader, "findNewestBlock">;
  cache: ResponseCache;
  freshness: Freshness;
  buffer: ResponseBuffer;
  clock: Clock;
  lane: SlowLane;
  clientIp: ClientIp;
};

type Cached<T> = {
  key: string;
  ttlMs: number;
  produce: () => T;
  /** It is not the index that tells it. */
  isElsewhere?: boolean;
  /** Looks at the body for this one request: throws if it is not for that, or sets a header that depends on both. */
  accept?: (body: string) => void;
};

/** Sends what the routes compute: only from a fresh index, and cached for its lifetime. */
export function createResponses({ reader, cache, freshness, buffer, clock, lane, clientIp }: ResponsesDeps) {
  let rewindCount = freshness.rewindCount();

  async function cached(
    c: Context,
    { key, ttlMs, produce, isElsewhere = false, accept }: Cached<Promise<StoredResponse>>,
  ) {
    // If an answer is kept for seconds only, it is refused no sooner than one that is not kept at all.
    freshness.assertFresh(Math.max(ttlMs, REVENUE_MAX_SILENCE_MS));
    if (freshness.rewindCount() !== rewindCount) {
      rewindCount = freshness.rewindCount();
      cache.clear();
    }
    const { response, asOfMs, expiresAtMs } =
      cache.find(key) ??
      (await cache.produce({ key, ttlMs, produce, asOfMs: isElsewhere ? clock.now() : freshness.asOfMs() }));
    if (response.kind === "memory") accept?.(response.body);
    return await sendStored(c, response, {
      "Content-Type": "application/json",
      "Cache-Control": `public, max-age=${Math.floor((expiresAtMs - asOfMs) / 1000)}`,
      Age: String(Math.max(0, Math.floor((clock.now() - asOfMs) / 1000))),
    });
  }

  /** A slow answer is read only once, even if a block is applied meanwhile. */
  function read<T>(c: Context, produce: () => Promise<T>, { isSlow }: { isSlow: boolean }) {
    return isSlow
      ? lane.run(clientIp(c), () => readAtBlock(reader, produce, { maxReads: 1 }))
      : readAtBlock(reader, produce);
  }

  /** As `freshJson`, of another type. */
  async function freshText(
    c: Context,
    {
      contentType,
      produce,
      isSlow,
    }: { contentType: string; produce: () => Promise<string>; isSlow: boolean },
  ): Promise<Response> {
    freshness.assertFresh(REVENUE_MAX_SILENCE_MS);
    const { value, block } = await read(c, produce, { isSlow });
    const response = { ...toMemoryResponse(value), block };
    return await sendStored(c, response, { "Content-Type": contentType, "Cache-Control": "no-cache" });
  }

  return {
    /**
     * `isUnique`: the body says when it was made, so that no two are alike. `isSlow`: the queries may take long, so
     * that producing it waits for its turn.
     */
    cachedJson(
      c: Context,
      {
        produce,
        isUnique = false,
        isSlow = false,
        ...rest
      }: Cached<Promise<unknown>> & { isUnique?: boolean; isSlow?: boolean },
    ) {
      return cached(c, {
        ...rest,
        async produce() {
          const { value, block } = rest.isElsewhere
            ? { value: await produce(), block: undefined }
            : await read(c, produce, { isSlow });
          const body = JSON.stringify(value);
          return { ...toMemoryResponse(body, isUnique ? toUniqueTag() : toContentTag(body)), block };
        },
      });
    },

    /** For a body of any length, given in pieces; slow, since it may be of any length. Sent once it is complete. */
    cachedStream(c: Context, { produce, ...rest }: Cached<AsyncIterable<string>>) {
      return cached(c, {
        ...rest,
        async produce() {
          const block = await reader.findNewestBlock();
          const response = await buffer.collect(rest.key, lane.stream(clientIp(c), produce));
          response.block = block;
          return response;
        },
      });
    },

    /** Computed for every request, which says itself how long a client may keep it. */
    async datedJson(
      c: Context,
      produce: () => Promise<{ value: unknown; maxAgeSeconds: number }>,
    ): Promise<Response> {
      freshness.assertFresh(KYA_MAX_SILENCE_MS);
      const { value: produced, block } = await read(c, produce, { isSlow: false });
      const { value, maxAgeSeconds } = produced;
      return await sendStored(
        c,
        { ...toMemoryResponse(JSON.stringify(value)), block },
        {
          "Content-Type": "application/json",
          "Cache-Control": `public, max-age=${maxAgeSeconds}`,
        },
      );
    },

    freshText,

    /** Computed for every request; a client may keep it, and ask whether it still holds. */
    freshJson(c: Context, produce: () => Promise<unknown>, { isSlow = false } = {}): Promise<Response> {
      return freshText(c, {
        contentType: "application/json",
        produce: async () => JSON.stringify(await produce()),
        isSlow,
      });
    },
  };
}
