// The load, in a process of its own. Every path is requested once; each connection has its own part of them.
import autocannon from "autocannon";

export type LoadOptions = { url: string; paths: string[]; connections: number };
/** `sorted`: how long each answer took, in milliseconds. */
export type LoadResult = { requestsPerSecond: number; requests: number; sorted: number[] };

process.on("message", async ({ url, paths, connections }: LoadOptions) => {
  const share = Math.floor(paths.length / connections);
  let next = 0;
  // Timed from the first answer to the last: autocannon builds its requests before the first, and checks only
  // once a second whether it is done.
  let [firstAt, lastAt] = [0, 0];
  const took: number[] = [];
  const result = await autocannon({
    url,
    connections,
    amount: share * connections,
    setupClient(client) {
      client.setRequests(paths.slice(next, next + share).map((path) => ({ path })));
      next += share;
      client.on("response", (_status, _bytes, ms) => {
        took.push(ms);
        lastAt = performance.now();
        firstAt ||= lastAt;
      });
    },
  });
  const seconds = (lastAt - firstAt) / 1000;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
  process.send?.({
    requests: result["2xx"],
    requestsPerSecond: result["2xx"] / seconds,
    sorted: took.sort((a, b) => a - b),
  } satisfies LoadResult);
});
process.on("disconnect", () => process.exit(0));
