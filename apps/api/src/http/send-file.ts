import { apiErrors } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import type { Context } from "hono";
import { reply } from "./reply.ts";
import { type OpenFile, readFile } from "./temporary-file.ts";

/** Sends a complete file, or the part of it that is asked for if the headers offer parts (`Accept-Ranges`). */
export function sendFile(c: Context, file: OpenFile, headers: Record<string, string>): Response {
  const { size, onEnd } = file;
  // A part of what has changed meanwhile would be of no use to the client.
  const isSameFile = (c.req.header("If-Range") ?? headers.ETag) === headers.ETag;
  const hasParts = headers["Accept-Ranges"] === "bytes" && isSameFile;
  const range = parseRange(hasParts ? c.req.header("Range") : undefined, size);
  if (range === "none") {
    onEnd();
    throw new HttpError(416, apiErrors.noSuchRange, { headers: { "Content-Range": `bytes */${size}` } });
  }
  const { first, last } = range ?? { first: 0, last: size - 1 };
  const sent = {
    ...headers,
    "Content-Length": String(last - first + 1),
    ...(range === undefined ? {} : { "Content-Range": `bytes ${first}-${last}/${size}` }),
  };
  const status = range === undefined ? 200 : 206;
  // A stream that no client reads would hold its file open.
  if (c.req.method === "HEAD") {
    onEnd();
    return reply(c, { status, body: null, headers: sent });
  }
  return reply(c, { status, body: readFile(file, { first, last }), headers: sent });
}

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The range that a `Range` header asks for. Undefined if the whole is to be sent: there is no header, or one that may
 * be ignored, such as for several ranges. `"none"` if the file has no such bytes.
 */
export function parseRange(header: string | undefined, size: number) {
  const [, first, last] = ONE_RANGE.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  // Without a first byte, it is a number of bytes at the end.
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "none" : { first: size - length, last: size - 1 };
  }
  const range = { first: Number(first), last: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
  if (last !== "" && Number(last) < range.first) return undefined;
  return range.first >= size ? "none" : range;
}
