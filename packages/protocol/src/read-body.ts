/** A body's bytes; undefined if there are more than allowed. Then the rest is not read. */
export async function readBody(input: {
  chunks: AsyncIterable<Uint8Array> | null;
  maxBytes: number;
}): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of input.chunks ?? []) {
    length += chunk.length;
    if (length > input.maxBytes) return undefined;
    parts.push(chunk);
  }
  const body = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    body.set(part, offset);
    offset += part.length;
  }
  return body;
}

/** Every runtime can read a body; not every runtime can iterate over it. */
export function toChunks({
  body,
}: {
  body: ReadableStream<Uint8Array> | null;
}): AsyncIterable<Uint8Array> | null {
  if (body === null) return null;
  return (async function* () {
    const reader = body.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        yield value;
      }
    } finally {
      // Also if the consumer stopped early: the rest must not pile up.
      reader.cancel().catch(() => {});
    }
  })();
}

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
