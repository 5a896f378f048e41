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
