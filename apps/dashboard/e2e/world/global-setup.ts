import { deployLocally, populateRegister, startChain } from "@agent-registry/testkit";
import { buildDashboard } from "../../scripts/build-dashboard.ts";
import { addEdgeCases } from "./edge-cases.ts";
import { type Running, startApi, startDashboard } from "./processes.ts";
import { publishWorld } from "./world.ts";

const DAY_MS = 86_400_000;
/** One page of the overview fits, a second one does not. */
const FEW_PER_MINUTE = 6;

/** A real chain with ninety days of history, the real API over it, and the built dashboard. */
export default async function setUp(): Promise<() => Promise<void>> {
  const stops: (() => Promise<void>)[] = [];
  const started = <T extends Running>(running: T): T => {
    stops.unshift(running.stop);
    return running;
  };
  const tearDown = async () => {
    for (const stop of stops) await stop();
  };

  try {
    await buildDashboard({ log: console.log });
    const chain = await startChain({ initialDate: new Date(Date.now() - 90 * DAY_MS).toISOString() });
    stops.unshift(chain.stop);
    const { rpcUrl } = chain;
    const deployment = await deployLocally(chain);
    const { registryAddress: emptyAddress } = await deployLocally(chain);
    await populateRegister({ chain, deployment });
    const { registryAddress } = deployment;
    const edgeCases = await addEdgeCases({ chain, registryAddress });

    const site = async (options: { registryAddress: string; ratePerMinute?: number }) => {
      const api = started(await startApi({ rpcUrl, ...options }));
      const dashboard = started(await startDashboard({ apiUrl: api.url }));
      return { apiUrl: api.url, url: dashboard.url };
    };
    publishWorld({
      rpcUrl,
      registryAddress,
      edgeCases,
      main: await site({ registryAddress }),
      limited: await site({ registryAddress, ratePerMinute: FEW_PER_MINUTE }),
      empty: await site({ registryAddress: emptyAddress }),
    });
    return tearDown;
  } catch (error) {
    await tearDown();
    throw error;
  }
}
