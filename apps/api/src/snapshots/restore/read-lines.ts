import { createReadStream } from "node:fs";
import { constants, createZstdDecompress } from "node:zlib";
import { SnapshotError } from "../format.ts";

/** Far more than any row: a scope has 1,000 bytes at most. */
const MAX_LINE_BYTES = 1024 * 1024;
/** Decompressing takes 16 MB at most; a file that asks for more is refused. */
const MAX_WINDOW_LOG = 24;
const NEWLINE = 10;

/** Whole lines, as many as have come, with the newline after the last of them. */
export async function* readLines(file: string): AsyncGenerator<Buffer> {
  const zstd = createZstdDecompress({
    chunkSize: 256 * 1024,
    params: { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG },
  });
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  source.on("error", (error) => zstd.destroy(error));
  source.pipe(zstd);
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of zstd as AsyncIterable<Buffer>) {
      const end = chunk.lastIndexOf(NEWLINE) + 1;
      if (end > 0) yield Buffer.concat([rest, chunk.subarray(0, end)]);
      rest = end > 0 ? Buffer.from(chunk.subarray(end)) : Buffer.concat([rest, chunk]);
      if (rest.length > MAX_LINE_BYTES) throw new SnapshotError("A line of the snapshot is far too long");
    }
  } catch (error) {
    throw toUnreadable(error);
  } finally {
    source.destroy();
    zstd.destroy();
  }
  if (rest.length > 0) throw new SnapshotError("The snapshot ends in the middle of a line");
}

/** What zlib says of a file that was cut off or altered. */
function toUnreadable(error: unknown): unknown {
  const { code = "", message } = error as { code?: string; message: string };
  if (error instanceof SnapshotError || !/^(?:Z_|ZSTD_)/.test(code)) return error;
  return new SnapshotError(`The snapshot is cut off or altered: ${message}`, { cause: error });
}
