import { hash, randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Context } from "hono";
import type { IndexedBlock } from "../index/records.ts";
import { type Pages, toLink } from "./link-pages.ts";
import { reply } from "./reply.ts";
import { type OpenFile, sendFile } from "./send-file.ts";

/** A response that is ready to be sent, any number of times. */
export type StoredResponse = MemoryResponse | FileResponse;

type Facts = {
  etag: string;
  /** Which block the answer is from, if it is the index's. */
  block?: IndexedBlock | undefined;
  /** JSON if not given. */
  contentType?: string | undefined;
  /** The neighbouring pages of a list. */
  pages?: Pages | undefined;
  /** How long a client may keep it, if it is not kept here. */
  maxAgeSeconds?: number;
  /** Throws if a request must not get it. */
  accept?(c: Context): void;
};

export type MemoryResponse = Facts & {
  kind: "memory";
  body: string;
  /** Made when the first client asks for it, and kept. */
  gzipped?: Promise<Uint8Array>;
};

/** A response too large for memory: it lies in a file. */
export type FileResponse = Facts & {
  kind: "file";
  /** For one client. Throws if it is closed. */
  open(): OpenFile;
  /** The compressed form, made when the first client asks for it, and kept. */
  openGzipped(): Promise<OpenFile>;
  /** Frees the file as soon as the last client that is reading it is done. */
  close(): void;
};

/** A fingerprint, not for security: the same body has the same tag in every process. */
export function toContentTag(body: string): string {
  return `"${hash("sha1", body, "base64url")}"`;
}

const processTag = randomUUID();
let made = 0;

/** For bodies that say when they were made: no two are alike, so counting them suffices and is cheaper. */
export function toUniqueTag(): string {
  made += 1;
  return `"${processTag}-${made}"`;
}

export function toMemoryResponse(body: string, etag = toContentTag(body)): MemoryResponse {
  return { kind: "memory", body, etag };
}

const toGzip = promisify(gzip);

/** Below this length, compressing saves no packet. */
const MIN_GZIP_LENGTH = 1_400;

/** Sends a stored response in the form that the client takes; 304 if the client has these bytes already. */
export async function sendStored(c: Context, stored: StoredResponse, headers: Record<string, string>) {
  const isLarge = stored.kind === "file" || stored.body.length >= MIN_GZIP_LENGTH;
  const isGzip = isLarge && acceptsGzip(c.req.header("accept-encoding"));
  headers["Content-Type"] ??= stored.contentType ?? "application/json";
  const link = stored.pages && toLink(c, stored.pages);
  if (link !== undefined) headers.Link = link;
  // A strong tag stands for bytes, and the compressed ones are others.
  headers.ETag = isGzip ? stored.etag.replace(/"$/, '-gzip"') : stored.etag;
  Object.assign(headers, toBlockHeaders(stored.block));
  if (isLarge) headers.Vary = "Accept-Encoding";
  if (matchesEtag(c.req.header("if-none-match"), headers.ETag))
    return reply(c, { status: 304, body: null, headers });
  if (isGzip) headers["Content-Encoding"] = "gzip";
  if (stored.kind === "memory")
    return reply(c, { status: 200, body: isGzip ? await gzipOnce(stored) : stored.body, headers });
  // A file is not compressed only to learn the length.
  if (c.req.method === "HEAD") return reply(c, { status: 200, body: null, headers });
  return sendFile(c, isGzip ? await stored.openGzipped() : stored.open(), headers);
}

/** Which block an answer is from. */
function toBlockHeaders(block: IndexedBlock | undefined): Record<string, string> {
  return block === undefined
    ? {}
    : { "X-Registry-Block": String(block.number), "X-Registry-Block-Hash": block.hash };
}

function gzipOnce(stored: MemoryResponse): Promise<Uint8Array> {
  stored.gzipped ??= toGzip(stored.body);
  return stored.gzipped;
}

/** Whether an `If-None-Match` holds this ETag. Proxies may have weakened it on the way. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(",").some((candidate) => {
    const tag = candidate.trim().replace(/^W\//, "");
    return tag === etag || tag === "*";
  });
}

/** Whether an `Accept-Encoding` takes gzip: by name or by `*`, and not with a weight of zero. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false;
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(",")) {
    const [coding = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    weights.set(coding, weight === undefined ? 1 : Number(weight));
  }
  return (weights.get("gzip") ?? weights.get("*") ?? 0) > 0;
}
