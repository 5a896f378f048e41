import type { AgentWalletsResponse } from "@agent-registry/protocol";
import type { Page } from "@playwright/test";
import { formatDate, formatDay } from "../src/shared/time/format-time.ts";
import { findEntry, PARTY_STATES } from "./fixtures/find-entry.ts";
import { expectNoViolation } from "./fixtures/find-violations.ts";
import { ask, expect, expectToFit, test } from "./fixtures/test.ts";
import type { World } from "./fixtures/world.ts";

const verdict = (page: Page) => page.locator("section[aria-labelledby=verdict]");
const entryOf = (page: Page) => page.getByRole("region", { name: "Entry" });
const filings = (page: Page) => page.getByRole("region", { name: "Filing history" }).getByRole("listitem");

/** An agent whose wallet was replaced, with the change, and with the wallet that it had before. */
async function findReplaced(world: World) {
  const entry = await findEntry(world, PARTY_STATES.walletReplaced);
  const id = entry.agent.agentId;
  const { data } = await ask<AgentWalletsResponse>(world.main.apiUrl, `/agent/${id}/wallets`);
  const [present, former] = data;
  const change = entry.filings.find(({ kind }) => kind === "wallet-changed");
  if (present === undefined || former?.until == null || change?.kind !== "wallet-changed")
    throw new Error("The agent has had one wallet alone");
  return { ...entry, id, present, former: { ...former, until: former.until }, change };
}

test("the entry names the former wallets with their days, on screen and on paper", async ({
  page,
  world,
}) => {
  const { id, agent, present, former, change } = await findReplaced(world);
  expect(present.wallet).toBe(agent.agentWallet);
  expect(former.wallet).toBe(change.oldWallet);
  await page.goto(`${world.main.url}/agents/${id}`);
  await expect(entryOf(page)).toContainText(`the agent’s wallet since ${formatDate(present.since)}`);
  const list = page.getByRole("list", { name: "Former wallets" });
  await expect(list).toContainText(`until ${formatDate(former.until)}`);
  const line = filings(page).filter({ hasText: "Wallet replaced" });
  await expect(line.first()).toContainText(former.wallet);
  await expect(line.first()).toContainText("by the new wallet");
  await expectNoViolation(page, { onPhone: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await expectToFit(page);

  await page.emulateMedia({ media: "print" });
  await expect(list.getByText(former.wallet, { exact: true })).toBeVisible();
  await expect(list).toContainText(`until ${formatDate(former.until)}`);
  await page.emulateMedia({ media: null });
  await list.getByRole("link").first().click();
  await expect(page).toHaveURL(`${world.main.url}/kya?wallet=${former.wallet}`);
});

test("a wallet that was replaced is not one to serve, and leads to its agent", async ({ page, world }) => {
  const { id, agent, former } = await findReplaced(world);
  for (const url of [world.main.url, world.bare.url]) {
    await page.goto(`${url}/kya?wallet=${former.wallet}`);
    await expect(verdict(page).getByRole("heading")).toHaveText("Not registered: this wallet was replaced");
    await expect(verdict(page)).toHaveAttribute("data-tone", "red");
    await expect(verdict(page)).toContainText(`agent ${id} until ${formatDay(former.until)}`);
    await expect(verdict(page)).toContainText("A caller with this wallet is not the agent");
    await expect(verdict(page)).toContainText("Do not provision services");
    await expect(page.getByRole("main")).not.toContainText("You may provision services");
  }
  await expectNoViolation(page, { onPhone: true });
  const today = page.getByText("Its wallet today").locator("..");
  await expect(today).toContainText(agent.agentWallet);
  await page.getByText("Was the wallet of").locator("..").getByRole("link").first().click();
  await expect(page).toHaveURL(`${world.bare.url}/agents/${id}`);
});

test("a search for a wallet that was replaced leads to what is known of it", async ({ page, world }) => {
  const { former } = await findReplaced(world);
  await page.goto(world.main.url);
  const search = page.getByRole("searchbox").first();
  await search.fill(former.wallet);
  await search.press("Enter");
  await expect(page).toHaveURL(`${world.main.url}/kya?wallet=${former.wallet}`);
});

test("in the past a former wallet was the agent’s, and after the change it was not", async ({
  page,
  world,
}) => {
  const { id, former, change } = await findReplaced(world);
  const check = `${world.main.url}/kya?wallet=${former.wallet}`;
  await page.goto(`${check}&block=${change.blockNumber - 1}`);
  await expect(verdict(page).getByRole("heading")).toHaveText(/^(Was|Had been) (?!not registered)/);
  await expect(page.getByRole("link", { name: `Agent ${id} as it stood then` })).toBeVisible();
  await expect(page.getByText(/^Since then: .*wallet replaced/)).toBeVisible();
  await expect(page.getByRole("main")).toContainText("a caller with it today is not the agent");
  await page.goto(`${check}&block=${change.blockNumber}`);
  await expect(verdict(page).getByRole("heading")).toHaveText("Was not registered");
  await expect(verdict(page)).toContainText(`Agent ${id} until ${formatDay(former.until)}`);

  await page.goto(`${world.main.url}/agents/${id}?block=${change.blockNumber - 1}`);
  await expect(entryOf(page)).toContainText(former.wallet);
  await expect(entryOf(page)).not.toContainText(change.newWallet);
});

test("the entry names the attester with what it may do, and its attestations as its own", async ({
  page,
  world,
}) => {
  const entry = await findEntry(world, PARTY_STATES.hasAttester);
  const attester = entry.consents.attester ?? "";
  await page.goto(`${world.main.url}/agents/${entry.agent.agentId}`);
  const row = entryOf(page).getByText("Attester", { exact: true }).locator("..");
  await expect(row).toContainText(attester);
  await expect(row).toContainText("may attest compliance for this agent, and do nothing else");
  await page.emulateMedia({ media: "print" });
  await expect(row).toContainText(attester);
});
