import { CHAIN_ID, type KyaResponse } from "@agent-registry/protocol";
import type { Page } from "@playwright/test";
import { findEntry, PARTY_STATES } from "./fixtures/find-entry.ts";
import { expectNoViolation } from "./fixtures/find-violations.ts";
import { holdRequests } from "./fixtures/hold-requests.ts";
import { ask, CORS, expect, expectToFit, test } from "./fixtures/test.ts";
import { getWorld } from "./fixtures/world.ts";

// Nothing listens there: the tests answer in its place.
const NODE = "http://127.0.0.1:9545/";
const STRANGER = "0x000000000000000000000000000000000000dEaD";
const verdict = (page: Page) => page.locator("section[aria-labelledby=verdict]");
const steps = (page: Page, state: string) =>
  page.getByRole("list", { name: "Steps of the check" }).locator(`[data-state=${state}]`);

/** The tests' chain makes no blocks by itself, and a proof of an old one proves nothing of the present. */
test.beforeEach(async ({ world }) => {
  const params = [Math.floor(Date.now() / 1000)];
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "evm_mine", params });
  await fetch(world.rpcUrl, { method: "POST", headers: { "content-type": "application/json" }, body });
});

async function check(page: Page, { wallet, node }: { wallet: string; node?: string }): Promise<void> {
  await page.goto(`${getWorld().main.url}/check?wallet=${wallet}`);
  if (node !== undefined) await page.getByRole("textbox", { name: "A node that you trust" }).fill(node);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(verdict(page)).toBeVisible();
}

test("a reader proves an answer against a node of their own, from the answer's page", async ({
  page,
  world,
}) => {
  const { agent } = await findEntry(world, PARTY_STATES.agreed);
  await page.goto(`${world.main.url}/kya?wallet=${agent.agentWallet}`);
  await page.getByRole("link", { name: "check it yourself" }).click();
  await expect(page.getByRole("textbox", { name: "Wallet of the agent" })).toHaveValue(agent.agentWallet);
  await page.getByRole("textbox", { name: "A node that you trust" }).fill(world.rpcUrl);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(verdict(page).getByRole("heading")).toHaveText("Proven");
  await expect(verdict(page)).toContainText("wallet and Haftungsperson have agreed");
  await expect(steps(page, "passed")).toHaveCount(6);
  await expectNoViolation(page, { onPhone: true });
  await expectToFit(page);
});

test("nothing can be typed or sent before the page's script runs, so that nothing is lost", async ({
  page,
  world,
}) => {
  const release = await holdRequests(page, "**/_next/static/**/*.js");
  await page.goto(`${world.main.url}/check`, { waitUntil: "commit" });
  const wallet = page.getByRole("textbox", { name: "Wallet of the agent" });
  const button = page.getByRole("button", { name: "Check" });
  for (const control of [wallet, button]) await expect(control).toBeDisabled();
  release();
  await wallet.fill(STRANGER);
  await expect(button).toBeEnabled();
  await expect(wallet).toHaveValue(STRANGER);
});

test("a wallet is proven to be nobody's", async ({ page, world }) => {
  await check(page, { wallet: STRANGER, node: world.rpcUrl });
  await expect(verdict(page)).toContainText("No agent is registered with this wallet");
  await expect(steps(page, "passed")).toHaveCount(6);
});

test("an entry that its wallet did not agree to is proven, and not green", async ({ page, world }) => {
  const { agent } = await findEntry(world, PARTY_STATES.walletMissing);
  await check(page, { wallet: agent.agentWallet, node: world.rpcUrl });
  await expect(verdict(page).getByRole("heading")).toHaveText("Proven, not agreed");
  await expect(verdict(page)).toContainText(
    /wallet has not agreed|neither wallet nor Haftungsperson has agreed/,
  );
  await expect(verdict(page)).toHaveAttribute("data-tone", "yellow");
  await expect(steps(page, "passed")).toHaveCount(6);
});

test("without a node it is said that only the register vouches for the block", async ({ page, world }) => {
  const { agent } = await findEntry(world, PARTY_STATES.agreed);
  await check(page, { wallet: agent.agentWallet });
  await expect(verdict(page).getByRole("heading")).toHaveText("Consistent, not proven");
  await expect(steps(page, "open")).toContainText("Nobody but the register says so");
});

test("an API that lies about a status is caught", async ({ page, world }) => {
  const { agent } = await findEntry(world, PARTY_STATES.agreed);
  const path = `/kya/${agent.agentWallet}`;
  const honest = await ask<KyaResponse>(world.main.apiUrl, path);
  const lie = { ...honest, isCompliant: false, agent: { ...honest.agent, status: "Revoked" } };
  await page.route(`**/api/v1${path}`, (route) => route.fulfill({ json: lie, headers: CORS }));
  await check(page, { wallet: agent.agentWallet, node: world.rpcUrl });
  await expect(verdict(page).getByRole("heading")).toHaveText("The register says something else");
  await expect(steps(page, "failed")).toContainText("the register says Revoked; the chain holds Active");
});

const OTHER_BLOCK = { hash: `0x${"11".repeat(32)}` };
for (const [what, answers, words] of [
  [
    "has another block",
    { eth_chainId: `0x${CHAIN_ID.toString(16)}`, eth_getBlockByNumber: OTHER_BLOCK },
    "is not the chain's, by the word of one RPC node",
  ],
  ["is of another chain", { eth_chainId: "0x1" }, `serves chain 1, not ${CHAIN_ID}`],
  ["does not answer", null, "did not answer"],
] as [string, Record<string, unknown> | null, string][]) {
  test(`nothing is proven if the reader's node ${what}`, async ({ page, world, expectFaults }) => {
    expectFaults(/ERR_FAILED/);
    const { agent } = await findEntry(world, PARTY_STATES.agreed);
    await page.route(NODE, (route, request) =>
      answers === null
        ? route.abort()
        : route.fulfill({
            json: { jsonrpc: "2.0", id: 1, result: answers[request.postDataJSON()?.method] },
            headers: CORS,
          }),
    );
    await check(page, { wallet: agent.agentWallet, node: NODE });
    await expect(verdict(page).getByRole("heading")).toHaveText("Not proven");
    await expect(steps(page, "failed")).toContainText(words);
    await expect(steps(page, "not-reached")).toHaveCount(2);
  });
}

test("what cannot be checked is said before anything is asked", async ({ page, world }) => {
  await page.goto(`${world.main.url}/check`);
  await page.getByRole("textbox", { name: "A node that you trust" }).fill("http://node.example");
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Enter a wallet address." })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "https://" })).toBeVisible();
});

test("who must be believed for what has a page", async ({ page, world }) => {
  await page.goto(world.main.url);
  await page.getByRole("link", { name: "Whom to believe" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Whom to believe" })).toBeVisible();
  await expectNoViolation(page, { onPhone: true });
});
