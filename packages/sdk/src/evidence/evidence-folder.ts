import { createHash } from "node:crypto";
import { appendFile, mkdir, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";

/** Other users of this machine must not see wallets and paths of requests. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

export type EvidenceFolder = ReturnType<typeof createEvidenceFolder>;

/** A folder with a file of lines for each day, and what the lines refer to. Writes return their bytes. */
export function createEvidenceFolder(folder: string) {
  const exhibits = path.join(folder, "exhibits");
  // Lines of one file are written one after the other.
  let lines: Promise<unknown> = Promise.resolve();

  return {
    /** Under the hash of its content, so that it is written once, and that a line shows whether it was changed since. */
    async writeExhibit(content: string, extension: string): Promise<{ name: string; bytes: number }> {
      const name = `${createHash("sha256").update(content).digest("hex")}.${extension}`;
      const file = path.join(exhibits, name);
      if (await isThere(file)) return { name, bytes: 0 };
      await mkdir(exhibits, { recursive: true, mode: FOLDER_MODE });
      // Renamed when it is complete, so that a file of this name always has all of its content.
      const unfinished = `${file}.${crypto.randomUUID()}.unfinished`;
      await writeFile(unfinished, content, { mode: FILE_MODE });
      await rename(unfinished, file);
      return { name, bytes: Buffer.byteLength(content) };
    },

    /** `file` is the name without the day. */
    async writeLine(file: string, { decidedAt, line }: { decidedAt: number; line: object }): Promise<number> {
      const time = new Date(decidedAt * 1000).toISOString();
      const text = `${JSON.stringify({ time, ...line })}\n`;
      const writing = lines.then(async () => {
        await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
        const name = `${file}-${time.slice(0, 10)}.jsonl`;
        await appendFile(path.join(folder, name), text, { mode: FILE_MODE });
      });
      lines = writing.catch(() => {});
      await writing;
      return Buffer.byteLength(text);
    },

    /** Resolves when all lines are written. */
    flush: async (): Promise<unknown> => lines,
  };
}

async function isThere(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch {
    return false;
  }
}
