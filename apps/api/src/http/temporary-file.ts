import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, unlink, writeFile } from "node:fs/promises";
import path from "node:path";

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
