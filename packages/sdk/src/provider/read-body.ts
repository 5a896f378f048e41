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
