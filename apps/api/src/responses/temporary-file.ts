import { randomUUID } from "node:crypto";
import { mkdir, open, unlink } from "node:fs/promises";
import path from "node:path";

const READ_BYTES = 64 * 1024;

export type TemporaryFile = Awaited<ReturnType<typeof createTemporaryFile>>;

/**
 * A temporary file that is read while it is still being written, by any number of readers, each at its own
 * pace. Its holders are counted, its creator being the first; it is freed when the last one has released it.
 */
export async function createTemporaryFile({ folder }: { folder: string }) {
  await mkdir(folder, { recursive: true });
  const name = path.join(folder, `response-${randomUUID()}.tmp`);
  const file = await open(name, "wx+", 0o600);
  // The name is removed at once: however the process ends, the system then frees the file with it.
  await unlink(name);

  let length = 0;
  let state: "growing" | "complete" | "broken" = "growing";
  let holders = 1;
  let change = Promise.withResolvers<void>();

  function announce(): void {
    change.resolve();
    change = Promise.withResolvers<void>();
  }

  return {
    isBroken: () => state === "broken",

    hold(): void {
      if (holders === 0) throw new Error("The file is freed already");
      holders += 1;
    },

    /** The handle itself waits for pending reads and writes. */
    async release(): Promise<void> {
      holders -= 1;
      if (holders === 0) await file.close();
    },

    async append(content: string | Uint8Array): Promise<void> {
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await file.write(bytes, done, bytes.length - done, length + done);
        done += bytesWritten;
      }
      length += bytes.length;
      announce();
    },

    end(outcome: "complete" | "broken"): void {
      state = outcome;
      announce();
    },

    /** The bytes from this position on, as soon as there are any; null at the end. */
    async read(position: number): Promise<Uint8Array | null> {
      while (position === length && state === "growing") await change.promise;
      if (state === "broken") throw new Error("The answer broke off");
      if (position === length) return null;
      const size = Math.min(READ_BYTES, length - position);
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(size), 0, size, position);
      return buffer.subarray(0, bytesRead);
    },
  };
}
