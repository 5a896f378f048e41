import type { Logger } from "@agent-registry/service";
import { type Reading, readFile } from "./read-file.ts";
import { type FileResponse, toUniqueTag } from "./stored-response.ts";
import { createTemporaryFile, type TemporaryFile } from "./temporary-file.ts";

type FileResponseOptions = {
  file: TemporaryFile;
  folder: string;
  logger: Logger;
  createCompression: () => TransformStream<Uint8Array, Uint8Array>;
  /** Called when it is closed and nobody reads it any more. */
  onUnused: () => void;
};

/** A body in a file, and in another one its compressed form, if a client has asked for that. */
export function createFileResponse(options: FileResponseOptions): FileResponse & { cutOff(): void } {
  const { file, folder, logger, createCompression, onUnused } = options;
  const readings = new Set<Reading>();
  let gzipped: Promise<TemporaryFile> | undefined;
  let isClosed = false;

  function open(from: TemporaryFile): ReadableStream<Uint8Array> {
    const reading = readFile(from, () => {
      readings.delete(reading);
      if (isClosed && readings.size === 0) onUnused();
    });
    readings.add(reading);
    return reading.stream;
  }

  async function gzip(): Promise<TemporaryFile> {
    // Held from now on: the plain file must not be freed before it is read.
    const { stream } = readFile(file);
    try {
      const target = await createTemporaryFile({ folder });
      void compress(stream.pipeThrough(createCompression()), target, logger);
      return target;
    } catch (error) {
      await stream.cancel();
      throw error;
    }
  }

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    void file.release();
    void gzipped?.then((compressed) => compressed.release()).catch(() => {});
    if (readings.size === 0) onUnused();
  }

  return {
    kind: "file",
    etag: toUniqueTag(),
    isBroken: file.isBroken,
    open: () => open(file),
    async openGzipped() {
      gzipped ??= gzip();
      return open(await gzipped);
    },
    close,
    cutOff() {
      close();
      for (const reading of readings) reading.cutOff();
    },
  };
}

/** Goes on even if every client leaves, as the plain form does. */
async function compress(
  stream: ReadableStream<Uint8Array>,
  target: TemporaryFile,
  logger: Logger,
): Promise<void> {
  target.hold();
  try {
    for await (const bytes of stream) await target.append(bytes);
    target.end("complete");
  } catch (error) {
    target.end("broken");
    logger.debug({ err: error }, "an answer could not be compressed to its end");
  } finally {
    await target.release();
  }
}
