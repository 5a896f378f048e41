import type { Logger } from "@agent-registry/service";
import { type FileResponse, type StoredResponse, toMemoryResponse, toUniqueTag } from "./stored-response.ts";
import { createTemporaryFile, type TemporaryFile } from "./temporary-file.ts";

export type ResponseBuffer = ReturnType<typeof createResponseBuffer>;

type ResponseBufferOptions = { folder: string; logger: Logger; maxMemoryLength?: number };

/** Collects bodies of unknown length: small ones in memory, large ones in a temporary file. */
export function createResponseBuffer({
  folder,
  logger,
  maxMemoryLength = 1024 * 1024,
}: ResponseBufferOptions) {
  return {
    /** Resolves as soon as the body is complete or known to be large; a large one is written on after that. */
    async collect(pieces: AsyncIterable<string>): Promise<StoredResponse> {
      const iterator = pieces[Symbol.asyncIterator]();
      let start = "";
      while (start.length <= maxMemoryLength) {
        const { done, value } = await iterator.next();
        if (done === true) return toMemoryResponse(start);
        start += value;
      }
      try {
        const file = await createTemporaryFile({ folder });
        void writeAll({ file, start, iterator, logger });
        return toFileResponse(file);
      } catch (error) {
        await iterator.return?.();
        throw error;
      }
    },
  };
}

type Writing = { file: TemporaryFile; start: string; iterator: AsyncIterator<string>; logger: Logger };

/** Goes on even if every client leaves: the response is cached for later ones. */
async function writeAll({ file, start, iterator, logger }: Writing): Promise<void> {
  file.hold();
  try {
    await file.append(start);
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
      await file.append(next.value);
    }
    file.end("complete");
  } catch (error) {
    file.end("broken");
    logger.error({ err: error }, "an answer broke off while it was being written");
    await iterator.return?.();
  } finally {
    await file.release();
  }
}

function toFileResponse(file: TemporaryFile): FileResponse {
  let isClosed = false;
  return {
    kind: "file",
    etag: toUniqueTag(),
    isBroken: file.isBroken,
    open: () => toStream(file),
    close() {
      if (isClosed) return;
      isClosed = true;
      void file.release();
    },
  };
}

function toStream(file: TemporaryFile): ReadableStream<Uint8Array> {
  file.hold();
  let position = 0;
  let isOver = false;
  async function finish(): Promise<void> {
    if (isOver) return;
    isOver = true;
    await file.release();
  }
  return new ReadableStream({
    async pull(controller) {
      try {
        const bytes = await file.read(position);
        // The client may have left while we read.
        if (isOver) return;
        if (bytes === null) controller.close();
        else controller.enqueue(bytes);
        position += bytes?.length ?? 0;
        if (bytes === null) await finish();
      } catch (error) {
        controller.error(error);
        await finish();
      }
    },
    cancel: finish,
  });
}
