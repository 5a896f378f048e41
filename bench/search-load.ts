// Sixty callers in a process of their own, each with one search after the other, all different. They stand
// for other people's machines, so they take a processor only while no other process needs it.
import { Agent, get } from "node:http";
import { constants, setPriority } from "node:os";

export type SearchLoadOptions = { url: string; searchers: number };
export type SearchLoadResult = { answered: number; refused: number };

setPriority(constants.priority.PRIORITY_LOW);

const agent = new Agent({ keepAlive: true });

function search(url: string, caller: number, n: number, searchers: number): Promise<number> {
  const term = encodeURIComponent(`${n % 2 === 0 ? "order" : "region"} ${caller + searchers * n}`);
  const headers = { "x-forwarded-for": `198.51.100.${caller}` };
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  get(`${url}/api/v1/agents?search=${term}`, { agent, headers }, (response) => {
    response.resume().once("end", () => resolve(response.statusCode ?? 0));
  }).once("error", reject);
  return promise;
}

let isOver = false;

async function load({ url, searchers }: SearchLoadOptions): Promise<SearchLoadResult> {
  const counts = { answered: 0, refused: 0 };
  const callers = Array.from({ length: searchers }, async (_, caller) => {
    for (let n = 0; !isOver; n += 1) {
      const status = await search(url, caller, n, searchers);
      counts[status === 200 ? "answered" : "refused"] += 1;
    }
  });
  await Promise.all(callers);
  return counts;
}

process.on("message", async (message: SearchLoadOptions | "stop") => {
  if (message === "stop") {
    isOver = true;
    return;
  }
  const running = load(message);
  process.send?.("running");
  process.send?.(await running);
});
process.on("disconnect", () => process.exit(0));
