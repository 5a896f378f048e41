import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { finished } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";

/** Level 3 takes four times as long, for a file that is larger: most of its bytes are hashes, where matches are rare. */
const LEVEL = 1;

/** Takes lines, compresses them into a file and hashes them. The file has its name only once it is complete. */
export function createSnapshotFile(file: string) {
  const unfinished = `${file}.tmp`;
  const [hash, fileHash] = [createHash("sha256"), createHash("sha256")];
  const zstd = createZstdCompress({
    chunkSize: 256 * 1024,
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  const target = createWriteStream(unfinished, { mode: 0o644 });
  zstd.pipe(target);
  zstd.on("data", (bytes: Buffer) => fileHash.update(bytes));
  target.on("error", (error) => zstd.destroy(error));
  // Without a listener the error would end the process; the next write throws it.
  zstd.on("error", () => {});
  const done = finished(target);
  // `end` awaits this promise and throws its error; a write fails by itself.
  done.catch(() => {});

  /** What was added last. It is compressed by another thread. */
  let compressing: Promise<void> = Promise.resolve();

  async function compress(bytes: Buffer): Promise<void> {
    const taken = new Promise<void>((resolve) => zstd.write(bytes, () => resolve()));
    // If the stream ends by an error, the callback of a write may never be called.
    await Promise.race([taken, done]);
    if (zstd.errored) throw zstd.errored;
  }

  return {
    /** Returns once all that was added before is compressed: meanwhile the next lines can be read, and no more. */
    async add(lines: string): Promise<void> {
      const bytes = Buffer.from(lines);
      hash.update(bytes);
      await compressing;
      compressing = compress(bytes);
      // The next `add`, or `end`, awaits this promise and throws its error.
      compressing.catch(() => {});
    },
    digest: (): string => hash.digest("hex"),
    /** With the last line, which the digest does not cover. Returns the digest of the file as it is, compressed. */
    async end(trailer: string): Promise<{ bytes: number; fileSha256: string }> {
      await compressing;
      zstd.end(trailer);
      await done;
      const handle = await open(unfinished, "r+");
      try {
        await handle.sync();
        const { size } = await handle.stat();
        await rename(unfinished, file);
        return { bytes: size, fileSha256: fileHash.digest("hex") };
      } finally {
        await handle.close();
      }
    },
    async abandon(): Promise<void> {
      zstd.destroy();
      target.destroy();
      await done.catch(() => {});
      await rm(unfinished, { force: true });
    },
  };
}
