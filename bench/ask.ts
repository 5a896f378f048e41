import { Agent, get } from "node:http";

const agent = new Agent({ keepAlive: true });

/** Reads the whole answer, and throws unless it is 200. */
export async function ask(url: string): Promise<{ bytes: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ bytes: number; status: number }>();
  get(url, { agent }, (response) => {
    let bytes = 0;
    response.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    response.once("end", () => resolve({ bytes, status: response.statusCode ?? 0 }));
    response.once("error", reject);
  }).once("error", reject);
  const { bytes, status } = await promise;
  if (status !== 200) throw new Error(`${url} was answered ${status}`);
  return { bytes };
}
