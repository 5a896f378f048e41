import { type OpenFile, readFile, type TemporaryFile, writeTemporaryFile } from "./send-file.ts";
import { type FileResponse, type StoredResponse, toMemoryResponse, toUniqueTag } from "./stored-response.ts";

export type ResponseBuffer = ReturnType<typeof createResponseBuffer>;

type ResponseBufferOptions = {
  folder: string;
  maxMemoryLength?: number;
  createCompression?: () => TransformStream<Uint8Array, Uint8Array>;
};

/** Collects bodies of unknown length: small ones in memory, large ones in a temporary file. */
export function createResponseBuffer({
  folder,
  maxMemoryLength = 1024 * 1024,
  createCompression = () => new CompressionStream("gzip"),
}: ResponseBufferOptions) {
  /** By key: frees the file that was closed while clients read it. */
  const closed = new Map<string, () => void>();
  let size = 0;

  /** A body in a file, and in another one its compressed form, if a client has asked for that. */
  function toFileResponse(key: string, file: TemporaryFile): FileResponse {
    let gzipped: Promise<TemporaryFile> | undefined;
    let readers = 0;
    let isClosed = false;
    let isFreed = false;
    size += 1;

    function free(): void {
      if (isFreed) return;
      isFreed = true;
      size -= 1;
      if (closed.get(key) === free) closed.delete(key);
      void file.handle.close();
      gzipped?.then(({ handle }) => handle.close()).catch(() => {});
    }

    function addReader(): () => void {
      if (isClosed) throw new Error("The file is closed already");
      readers += 1;
      return () => {
        readers -= 1;
        if (isClosed && readers === 0) free();
      };
    }

    async function* compress(): AsyncGenerator<Uint8Array> {
      yield* readFile({ ...file, onEnd: () => {} }).pipeThrough(createCompression());
    }

    return {
      kind: "file",
      etag: toUniqueTag(),
      open: () => ({ ...file, onEnd: addReader() }),
      async openGzipped(): Promise<OpenFile> {
        const onEnd = addReader();
        try {
          gzipped ??= writeTemporaryFile(folder, compress());
          return { ...(await gzipped), onEnd };
        } catch (error) {
          onEnd();
          throw error;
        }
      },
      close() {
        if (isClosed) return;
        isClosed = true;
        if (readers === 0) return free();
        // Of one key, only the newest closed file is kept: clients that read an older one are cut off.
        closed.get(key)?.();
        closed.set(key, free);
      },
    };
  }

  return {
    /** Large bodies that are kept, or still read. */
    size: () => size,

    /** Resolves when the body is complete. Bodies with the same key are versions of one response. */
    async collect(key: string, pieces: AsyncIterable<string>): Promise<StoredResponse> {
      const iterator = pieces[Symbol.asyncIterator]();
      try {
        let start = "";
        while (start.length <= maxMemoryLength) {
          const { done, value } = await iterator.next();
          if (done === true) return toMemoryResponse(start);
          start += value;
        }
        return toFileResponse(key, await writeTemporaryFile(folder, joinPieces(start, iterator)));
      } finally {
        // No file could be created, or written to its end.
        await iterator.return?.();
      }
    },
  };
}

async function* joinPieces(start: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield start;
  yield* { [Symbol.asyncIterator]: () => rest };
}
