import { hash, randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { IndexedBlock } from "../index/at-block.ts";
import type { Pages } from "./link-pages.ts";
import type { OpenFile } from "./send-file.ts";

/** A response that is ready to be sent, any number of times. */
export type StoredResponse = MemoryResponse | FileResponse;

type Facts = {
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
  etag: string;
  /** Which block the answer is from, if it is the index's. */
  block?: IndexedBlock | undefined;
  /** Made when the first client asks for it, and kept. */
  gzipped?: Promise<Uint8Array>;
};

/** A response too large for memory: it lies in a file. */
export type FileResponse = Facts & {
  kind: "file";
  etag: string;
  block?: IndexedBlock | undefined;
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
