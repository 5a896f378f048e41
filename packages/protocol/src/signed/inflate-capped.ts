import { readBody, toChunks } from "../read-body.ts";

/** What was compressed is larger than it may be. */
export class TooLargeToInflate extends Error {
  override readonly name = "TooLargeToInflate";
}

/**
 * Undoes zlib's compression, but no further than `maxBytes`: a few bytes may stand for gigabytes. In Node and browsers
 * alike.
 */
export async function inflateCapped(compressed: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  const inflated = new Blob([compressed as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream("deflate"));
  const bytes = await readBody({ chunks: toChunks({ body: inflated }), maxBytes });
  if (bytes !== undefined) return bytes;
  throw new TooLargeToInflate(`It inflates to more than ${maxBytes} bytes.`);
}
