import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deployLocally, devAccounts, type LocalChain, startChain } from "@agent-registry/testkit";
import type { LocalAccount } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { type AgentRegistry, createAgentRegistry } from "../create-agent-registry.ts";
import { buy, createPayer, createShop, network } from "../testing/paying-shop.ts";
import { type Facilitator, startFacilitator } from "../testing/start-facilitator.ts";
import { payOnlyCompliant } from "./pay-only-compliant.ts";
import { requireCompliantPayer } from "./require-compliant-payer.ts";

const { owner, haftungsperson } = devAccounts;
const seller = privateKeyToAccount(generatePrivateKey());
const buyer = privateKeyToAccount(generatePrivateKey());

let chain: LocalChain;
let facilitator: Facilitator;
let connect: (account?: LocalAccount) => AgentRegistry;

before(async () => {
  chain = await startChain();
  facilitator = await startFacilitator({ network });
  const { registryAddress } = await deployLocally(chain);
  connect = (account) =>
    createAgentRegistry({ registryAddress, rpcUrl: chain.rpcUrl, ...(account && { account }) });
});
after(async () => {
  await facilitator.stop();
  await chain.stop();
});

async function enter(account: LocalAccount): Promise<number> {
  await chain.test.setBalance({ address: account.address, value: 10n ** 18n });
  const { agentId } = await connect(account).register({
    haftungsperson: haftungsperson.address,
    operationalScope: "Trade",
  });
  return agentId;
}

/** One agent buys from another, each with a memory of its own that is empty. */
async function trade() {
  const registry = connect();
  const shop = createShop({
    facilitator,
    payTo: seller.address,
    guard: (server) => requireCompliantPayer(server, { registry }),
  });
  return buy(shop, payOnlyCompliant(createPayer(buyer), { registry }));
}

test("two agents trade once somebody answers for both, and no longer when one is suspended", async () => {
  await assert.rejects(trade(), /aborted: not-registered$/);
  const sellerId = await enter(seller);
  await assert.rejects(trade(), /aborted: haftungsperson-not-agreed$/);
  await connect(haftungsperson).confirm({ agentId: sellerId });
  assert.deepEqual(await trade(), { status: 402, reason: "not-registered" });
  const buyerId = await enter(buyer);
  assert.deepEqual(await trade(), { status: 402, reason: "haftungsperson-not-agreed" });
  assert.deepEqual(facilitator.settled, []);

  await connect(haftungsperson).confirm({ agentId: buyerId });
  assert.deepEqual(await trade(), { status: 200, reason: undefined });
  const sale = { from: buyer.address, to: seller.address, amount: "10000" };
  assert.deepEqual(facilitator.settled, [sale]);

  await connect(owner).suspend({ agentId: buyerId, reason: "Under review" });
  assert.deepEqual(await trade(), { status: 402, reason: "suspended" });
  await connect(owner).suspend({ agentId: sellerId, reason: "Under review" });
  await assert.rejects(trade(), /aborted: suspended$/);
  assert.deepEqual(facilitator.settled, [sale]);
});
