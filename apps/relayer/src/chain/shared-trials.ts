import type { SignedForwardRequest } from "../send/encode-call.ts";
import { planBatch } from "../send/plan-batch.ts";
import type { Trial } from "./create-chain.ts";

/** So many questions may be under way before requests begin to share one. */
const MAX_UNDER_WAY = 2;

type Waiting = SignedForwardRequest & PromiseWithResolvers<Trial>;

type SharedTrialsOptions = {
  tryAlone: (item: SignedForwardRequest) => Promise<Trial>;
  /** Which of them succeed, one after the other; null where the node cannot say. */
  tryTogether: (items: readonly SignedForwardRequest[]) => Promise<readonly boolean[] | null>;
};

/**
 * Under load, requests that wait for their trial share one call to the chain: nodes count calls, and bill
 * them. Nobody waits for company, only for a free place. Whoever does not succeed among the others is tried
 * alone, which also tells the reason; so a request is never refused for what another one does.
 */
export function createSharedTrials({ tryAlone, tryTogether }: SharedTrialsOptions) {
  let waiting: Waiting[] = [];
  let underWay = 0;

  function startNext(): void {
    while (waiting.length > 0 && underWay < MAX_UNDER_WAY) {
      const group = planBatch(firstOfEachSigner(waiting));
      waiting = waiting.filter((item) => !group.includes(item));
      underWay += 1;
      void run(group).finally(() => {
        underWay -= 1;
        startNext();
      });
    }
  }

  async function run(group: Waiting[]): Promise<void> {
    try {
      const successes = group.length === 1 ? null : await tryTogether(group);
      await Promise.all(
        group.map(async (item, position) => {
          if (successes?.[position] === true) item.resolve({ kind: "succeeds" });
          else await tryAlone(item).then(item.resolve, item.reject);
        }),
      );
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  return function tryOut({ request, signature }: SignedForwardRequest): Promise<Trial> {
    const item = { request, signature, ...Promise.withResolvers<Trial>() };
    waiting.push(item);
    startNext();
    return item.promise;
  };
}

/** A signer's second request would be tried as if the first were done, which is not known yet. */
function firstOfEachSigner(items: readonly Waiting[]): Waiting[] {
  const seen = new Set<string>();
  return items.filter(({ request }) => {
    const signer = request.from.toLowerCase();
    return !seen.has(signer) && seen.add(signer);
  });
}
