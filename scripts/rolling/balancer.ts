import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { waitUntil } from "@agent-registry/testkit";

const CHECK_MS = 200;

type Target = { url: string; isReady: boolean; agent: Agent };

/**
 * A load balancer as operators have one: round robin over the processes whose `/ready` answered 200 last, connections that
 * are kept open, and no second try.
 */
export async function startBalancer(urls: string[]) {
  const targets = urls.map((url): Target => ({ url, isReady: false, agent: new Agent({ keepAlive: true }) }));
  /** By status; 502 and 503 are the balancer's own. */
  const answers: Record<number, number> = {};
  const stopping = new AbortController();
  let turn = 0;

  /** One look after the other: an early answer that comes late must not count. */
  async function keepChecking(target: Target): Promise<void> {
    while (!stopping.signal.aborted) {
      target.isReady = await fetch(`${target.url}/ready`).then(
        async (answer) => (await answer.text()) !== "" && answer.ok,
        () => false,
      );
      await setTimeout(CHECK_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  function answer(response: ServerResponse, status: number): void {
    answers[status] = (answers[status] ?? 0) + 1;
    response.writeHead(status);
  }

  function forward(incoming: IncomingMessage, response: ServerResponse): void {
    const ready = targets.filter(({ isReady }) => isReady);
    turn += 1;
    const target = ready[turn % ready.length];
    if (target === undefined) {
      answer(response, 503);
      return void response.end('{"error":"no process is ready"}');
    }
    const { method, headers, url } = incoming;
    const outgoing = request(`${target.url}${url}`, { method, headers, agent: target.agent }, (found) => {
      answer(response, found.statusCode ?? 502);
      found.pipe(response);
    });
    outgoing.on("error", () => {
      if (response.headersSent) return void response.destroy();
      answer(response, 502);
      response.end('{"error":"the process did not answer"}');
    });
    incoming.pipe(outgoing);
  }

  const server = createServer(forward);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const checking = targets.map(keepChecking);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    waitUntilReady: (url: string) =>
      waitUntil(() => targets.some((target) => target.url === url && target.isReady), `${url} to be ready`),
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(checking);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const { agent } of targets) agent.destroy();
    },
  };
}
