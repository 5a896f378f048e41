import { hash, randomUUID } from "node:crypto";

/** An answer that is ready to be sent, any number of times. */
export type Answer = MemoryAnswer | SpooledAnswer;

export type MemoryAnswer = {
  kind: "memory";
  body: string;
  etag: string;
  /** Made when the first client asks for it, and kept. */
  gzipped?: Promise<Uint8Array>;
};

/** An answer too large for memory: it lies in a file, and may still be growing while it is sent. */
export type SpooledAnswer = {
  kind: "spooled";
  etag: string;
  /** Whether writing it failed half-way: no client may be given it any more. */
  isBroken(): boolean;
  open(): ReadableStream<Uint8Array>;
  /** Frees the file as soon as the last client that is reading it is done. */
  close(): void;
};

/** Not for security: a fingerprint, alike for alike bodies in whichever process they were made. */
export function toContentTag(body: string): string {
  return `"${hash("sha1", body, "base64url")}"`;
}

const processTag = randomUUID();
let made = 0;

/** For bodies that say when they were made: no two are alike, so counting them is enough, and cheaper. */
export function toUniqueTag(): string {
  made += 1;
  return `"${processTag}-${made}"`;
}

export function toMemoryAnswer(body: string, etag = toContentTag(body)): MemoryAnswer {
  return { kind: "memory", body, etag };
}
