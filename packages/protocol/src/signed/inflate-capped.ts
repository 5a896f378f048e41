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
  const reader = inflated.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > maxBytes) {
      await reader.cancel();
      throw new TooLargeToInflate(`It inflates to more than ${maxBytes} bytes.`);
    }
    chunks.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
