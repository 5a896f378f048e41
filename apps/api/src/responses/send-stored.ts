import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Context } from "hono";
import { acceptsGzip } from "./accepts-gzip.ts";
import { matchesEtag } from "./matches-etag.ts";
import { toBlockHeaders } from "./read-at-block.ts";
import { reply } from "./reply.ts";
import { sendFile } from "./send-file.ts";
import type { MemoryResponse, StoredResponse } from "./stored-response.ts";

const toGzip = promisify(gzip);

/** Below this length, compressing saves no packet. */
const MIN_GZIP_LENGTH = 1_400;

/** Sends a stored response in the form that the client takes; 304 if the client has these bytes already. */
export async function sendStored(c: Context, stored: StoredResponse, headers: Record<string, string>) {
  const isLarge = stored.kind === "file" || stored.body.length >= MIN_GZIP_LENGTH;
  const isGzip = isLarge && acceptsGzip(c.req.header("accept-encoding"));
  // A strong tag stands for bytes, and the compressed ones are others.
  headers.ETag = isGzip ? stored.etag.replace(/"$/, '-gzip"') : stored.etag;
  Object.assign(headers, toBlockHeaders(stored.block));
  if (isLarge) headers.Vary = "Accept-Encoding";
  if (matchesEtag(c.req.header("if-none-match"), headers.ETag))
    return reply(c, { status: 304, body: null, headers });
  if (isGzip) headers["Content-Encoding"] = "gzip";
  if (stored.kind === "memory")
    return reply(c, { status: 200, body: isGzip ? await gzipOnce(stored) : stored.body, headers });
  // Nothing is compressed to be measured only.
  if (c.req.method === "HEAD") return reply(c, { status: 200, body: null, headers });
  return sendFile(c, isGzip ? await stored.openGzipped() : stored.open(), headers);
}

function gzipOnce(stored: MemoryResponse): Promise<Uint8Array> {
  stored.gzipped ??= toGzip(stored.body);
  return stored.gzipped;
}
