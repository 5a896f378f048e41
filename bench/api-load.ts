// The load, in a process of its own. Every path is requested once; each connection has its own part of them.
import autocannon from "autocannon";

export type LoadOptions = { url: string; paths: string[]; connections: number };
export type LoadResult = { requestsPerSecond: number; requests: number };

process.on("message", async ({ url, paths, connections }: LoadOptions) => {
  const share = Math.floor(paths.length / connections);
  let next = 0;
  const startedAt = performance.now();
  const result = await autocannon({
    url,
    connections,
    amount: share * connections,
    setupClient(client) {
      client.setRequests(paths.slice(next, next + share).map((path) => ({ path })));
      next += share;
    },
  });
  const seconds = (performance.now() - startedAt) / 1000;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
  process.send?.({
    requests: result["2xx"],
    requestsPerSecond: result["2xx"] / seconds,
  } satisfies LoadResult);
});
process.on("disconnect", () => process.exit(0));
