import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { deployLocally, devAccounts, type LocalChain, startChain, waitUntil } from "@agent-registry/testkit";
import type { Hex } from "viem";
import { createOfflineKya } from "./offline/create-offline-kya.ts";
import { fetchBinding } from "./offline/fetch-token.ts";
import { createAgentFetch } from "./provider/sign-request.ts";
import { systemNow } from "./system-now.ts";
import { type CertifiedEntries, certifiedEntries, type Entry, losses } from "./testing/certified-entries.ts";
import { longRunningNonceStore, startFetch } from "./testing/provider-adapters.ts";
import { type RunningService, startSigningApi } from "./testing/start-service.ts";

const DAY = 86_400;
const TEN_MINUTES = 600;
const ENDS_SOON = "its end came";

describe("a provider that decides by lists, and asks for a certified Haftungsperson", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "agent-registry-certified-"));
  const agents = new Map<string, Entry>();
  let chain: LocalChain;
  let api: RunningService;
  let registryAddress: Hex;
  let entries: CertifiedEntries;

  before(async () => {
    // What is signed must be safe: the agents are two days old when the register first signs.
    chain = await startChain({ initialDate: new Date(Date.now() - 2 * DAY * 1_000).toISOString() });
    ({ registryAddress } = await deployLocally(chain));
    entries = certifiedEntries(chain, registryAddress);
    for (const name of Object.keys(losses)) agents.set(name, await enter(10));
    agents.set(ENDS_SOON, await enter(2 + TEN_MINUTES / DAY));
    await chain.test.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(Date.now() / 1_000)) });
    await chain.test.mine({ blocks: 1 });
    api = await startSigningApi(folder, {
      ...{ RPC_URL: chain.rpcUrl, REGISTRY_ADDRESS: registryAddress, DATA_DIR: folder },
      STATUS_LIST_BUILD_SECONDS: "5",
    });
  });
  after(async () => {
    await api?.stop();
    await chain?.stop();
    rmSync(folder, { recursive: true });
  });

  async function enter(days: number): Promise<Entry> {
    const entry = await entries.enter();
    await entries.certify(entry, days);
    return entry;
  }

  /** A provider that holds the agent's binding, and how it decides about it now. */
  async function meet(name: string) {
    const entry = agents.get(name);
    assert.ok(entry !== undefined);
    const { agent, policy } = entry;
    const clock: { now?: number } = {};
    const offline = createOfflineKya({
      issuers: [{ issuer: api.url }],
      registry: registryAddress,
      chainId: chain.chainId,
      maxBlockLagSeconds: DAY,
      now: () => clock.now ?? systemNow(),
      ...policy,
    });
    let binding: string | undefined;
    await waitUntil(async () => {
      binding = await fetchBinding({ apiUrl: api.url, wallet: agent.address }).catch(() => undefined);
      return binding !== undefined;
    }, "a binding of the agent");
    await waitUntil(
      async () => {
        await offline.addBinding(binding ?? "");
        await offline.refresh();
        return offline.decide(agent.address).verdict === "compliant";
      },
      () => JSON.stringify(offline.decide(agent.address)),
    );
    return { entry, offline, clock };
  }

  for (const [name, lose] of Object.entries(losses)) {
    test(`does not serve the agent by the list after ${name}, and refuses it once it has asked`, async () => {
      const { entry, offline } = await meet(name);
      const { agent } = entry;
      const provider = await startFetch({
        registry: entries.connect(devAccounts.stranger),
        source: offline,
        fallback: "chain",
        nonceStore: longRunningNonceStore(),
      });
      const agentFetch = createAgentFetch({
        ...agent.client,
        fetch: (request) => provider.send(request as Request),
      });
      const ask = async () => {
        const answer = await agentFetch(`http://${provider.host}/jobs`);
        return [answer.status, ((await answer.json()) as { reason?: string }).reason];
      };
      assert.deepEqual(await ask(), [200, undefined]);
      await lose(entry, entries);
      await waitUntil(
        async () => {
          await offline.refresh();
          return offline.decide(agent.address).verdict === "ask";
        },
        () => JSON.stringify(offline.decide(agent.address)),
      );
      assert.equal(offline.decide(agent.address).reason, "not-vouched-for");
      assert.deepEqual(await ask(), [403, "haftungsperson-not-certified"]);
      offline.close();
    });
  }

  test("refuses the agent from the certificate's end on, though binding and list still hold", async () => {
    const { entry, offline, clock } = await meet(ENDS_SOON);
    const wallet = entry.agent.address;
    const { certified } = offline.find(wallet) ?? {};
    assert.ok(certified !== undefined);
    clock.now = certified.until - 1;
    assert.equal(offline.decide(wallet).verdict, "compliant");
    clock.now = certified.until;
    assert.deepEqual(offline.decide(wallet), {
      verdict: "non-compliant",
      reason: "certificate-ended",
      agentId: entry.agentId,
    });
    offline.close();
  });
});
