import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { apiErrors } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import type { Context } from "hono";
import { matchesEtag } from "./matches-etag.ts";
import { parseRange } from "./parse-range.ts";
import { reply } from "./reply.ts";

const READ_BYTES = 256 * 1024;

type File = {
  handle: FileHandle;
  size: number;
  /** Strong: of these very bytes. */
  etag: string;
  contentType: string;
  /** Called when nothing is read from it any more; closes the handle, too. */
  onEnd: () => void;
};

/** A file that never changes, or the part of it that is asked for. It is read as slowly as the client takes it. */
export function sendFile(c: Context, { handle, size, etag, contentType, onEnd }: File): Response {
  const headers = {
    ETag: etag,
    "Accept-Ranges": "bytes",
    "Cache-Control": "public, max-age=31536000, immutable",
  };
  const sendEmpty = (status: number, more: Record<string, string>) => {
    onEnd();
    return reply(c, { status, body: null, headers: { ...headers, ...more } });
  };
  if (matchesEtag(c.req.header("If-None-Match"), etag)) return sendEmpty(304, {});
  // A part of what has changed meanwhile would be of no use; ours never changes, but the client cannot know.
  const isSameFile = (c.req.header("If-Range") ?? etag) === etag;
  const range = parseRange(isSameFile ? c.req.header("Range") : undefined, size);
  if (range === "none") {
    onEnd();
    throw new HttpError(416, apiErrors.noSuchRange, { headers: { "Content-Range": `bytes */${size}` } });
  }
  const { first, last } = range ?? { first: 0, last: size - 1 };
  const sent = {
    "Content-Type": contentType,
    "Content-Length": String(last - first + 1),
    ...(range === undefined ? {} : { "Content-Range": `bytes ${first}-${last}/${size}` }),
  };
  const status = range === undefined ? 200 : 206;
  if (c.req.method === "HEAD") return sendEmpty(status, sent);
  const stream = handle.createReadStream({ start: first, end: last, highWaterMark: READ_BYTES });
  stream.once("close", onEnd);
  const body = Readable.toWeb(stream) as ReadableStream;
  return reply(c, { status, body, headers: { ...headers, ...sent } });
}
