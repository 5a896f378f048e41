import type { Logger } from "@agent-registry/service";
import { createFileResponse } from "./file-response.ts";
import { type StoredResponse, toMemoryResponse } from "./stored-response.ts";
import { createTemporaryFile, type TemporaryFile } from "./temporary-file.ts";

export type ResponseBuffer = ReturnType<typeof createResponseBuffer>;

type ResponseBufferOptions = {
  folder: string;
  logger: Logger;
  maxMemoryLength?: number;
  createCompression?: () => TransformStream<Uint8Array, Uint8Array>;
};

/** How often one large body may be kept, while slow clients still read the one before. */
const MAX_GENERATIONS = 2;

/** Collects bodies of unknown length: small ones in memory, large ones in a temporary file. */
export function createResponseBuffer({
  folder,
  logger,
  maxMemoryLength = 1024 * 1024,
  createCompression = () => new CompressionStream("gzip"),
}: ResponseBufferOptions) {
  const generations = new Map<string, { cutOff(): void }[]>();

  /** Cuts off those who still read a body that is too old. */
  function remember(key: string, generation: { cutOff(): void }): void {
    const kept = [...(generations.get(key) ?? []), generation];
    const tooOld = kept.splice(0, Math.max(0, kept.length - MAX_GENERATIONS));
    generations.set(key, kept);
    for (const old of tooOld) old.cutOff();
  }

  function forget(key: string, generation: { cutOff(): void }): void {
    const kept = (generations.get(key) ?? []).filter((other) => other !== generation);
    if (kept.length === 0) generations.delete(key);
    else generations.set(key, kept);
  }

  return {
    /** Large bodies that are kept, or still read. */
    size: () => [...generations.values()].reduce((sum, kept) => sum + kept.length, 0),

    /**
     * Resolves as soon as the body is complete or known to be large; a large one is written on after that. The key
     * says which bodies follow each other.
     */
    async collect(key: string, pieces: AsyncIterable<string>): Promise<StoredResponse> {
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
        const response = createFileResponse({
          file,
          folder,
          logger,
          createCompression,
          onUnused: () => forget(key, response),
        });
        remember(key, response);
        return response;
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
