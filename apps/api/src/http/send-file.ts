import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, unlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { apiErrors } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import type { Context } from "hono";
import { reply } from "./reply.ts";

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

export type TemporaryFile = { handle: FileHandle; size: number };

/** Writes a file that has no name, and is freed when its handle is closed. */
export async function writeTemporaryFile(
  folder: string,
  pieces: AsyncIterable<string | Uint8Array>,
): Promise<TemporaryFile> {
  await mkdir(folder, { recursive: true });
  const name = path.join(folder, `response-${randomUUID()}.tmp`);
  const handle = await open(name, "wx+", 0o600);
  try {
    // The name is removed at once: however the process ends, the system then frees the file with it.
    await unlink(name);
    await writeFile(handle, pieces);
    return { handle, size: (await handle.stat()).size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

const READ_BYTES = 256 * 1024;

/** A complete file that one client is about to read. */
export type OpenFile = {
  handle: FileHandle;
  size: number;
  /** Called once, when nothing more is read for this client. */
  onEnd: () => void;
};

type ByteRange = { first: number; last: number };

/** The bytes of a file from the first to the last one, read as slowly as the client takes them. */
export function readFile(
  { handle, size, onEnd }: OpenFile,
  { first, last }: ByteRange = { first: 0, last: size - 1 },
): ReadableStream<Uint8Array> {
  let position = first;
  let isOver = false;

  function finish(): void {
    if (isOver) return;
    isOver = true;
    onEnd();
  }

  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        if (handle.fd === -1) throw new Error("The client was too slow: the file is freed");
        const length = Math.min(READ_BYTES, last + 1 - position);
        const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafeSlow(length), 0, length, position);
        // The client may have left while we read.
        if (isOver) return;
        if (bytesRead === 0) throw new Error("The file is shorter than it was");
        controller.enqueue(buffer.subarray(0, bytesRead));
        position += bytesRead;
        if (position <= last) return;
        controller.close();
        finish();
      } catch (error) {
        finish();
        throw error;
      }
    },
    cancel: finish,
  });
}
