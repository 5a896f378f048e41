import type { AgentsResponse } from "@agent-registry/protocol";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { findEntry, PARTY_STATES } from "./fixtures/find-entry.ts";
import { ROUTES } from "./fixtures/routes.ts";
import { ask, expect, test } from "./fixtures/test.ts";

const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** The states of a page differ in words and colours. How it fits on a phone is checked with each page. */
const isDeep = process.env.DEEP === "1";

type Check = { include?: string; rules?: string[] };

/** Rules that passed are not reported: that takes longer than the checks. */
async function findViolations(page: Page, { include, rules }: Check = {}): Promise<string[]> {
  // No page has frames. The other mode puts the results together in a page of its own, which takes longer, too.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  if (include !== undefined) builder.include(include);
  if (rules !== undefined) builder.withRules(rules);
  const { violations } = await builder.analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
  );
}

/** Every rule on a wide screen, and on a phone if told. Dark differs from light in its colours alone. */
async function expectNoViolation(page: Page, url: string, { onPhone = isDeep } = {}): Promise<void> {
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(url);
  await expect(page.getByRole("status").filter({ hasText: /^Loading / })).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  expect.soft(await findViolations(page), url).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect.soft(await findViolations(page, { rules: ["color-contrast"] }), `${url}, dark`).toEqual([]);
  if (!onPhone) return;
  await page.setViewportSize(PHONE);
  expect.soft(await findViolations(page), `${url}, on a phone`).toEqual([]);
}

for (const path of ROUTES) {
  test(`${path} violates no accessibility rule`, async ({ page, world }) => {
    await expectNoViolation(page, world.main.url + path, { onPhone: true });
  });
}

test("empty, stopped and error states violate no accessibility rule", async ({
  page,
  world,
  expectFaults,
}) => {
  expectFaults(/404 \(Not Found\)/);
  test.slow();
  const { data } = await ask<AgentsResponse>(world.main.apiUrl, "/agents?status=Suspended");
  for (const path of [
    "/agents?search=nothing-like-this",
    `/agents/${data[0]?.agentId}`,
    "/agents/99999",
    "/kya?wallet=0x1",
    `/kya?wallet=${data[0]?.agentWallet}`,
    "/no-such-page",
  ])
    await expectNoViolation(page, world.main.url + path);
});

test("no state of the parties in an entry violates an accessibility rule", async ({ page, world }) => {
  test.slow();
  for (const state of ["walletMissing", "refused", "declined", "handoverUnderWay", "changedSince"] as const) {
    const { agent } = await findEntry(world, PARTY_STATES[state]);
    await expectNoViolation(page, `${world.main.url}/agents/${agent.agentId}`);
  }
});

test("no state of the parties in a verdict violates an accessibility rule", async ({ page, world }) => {
  test.slow();
  for (const state of ["walletMissing", "reactivatedAfterRefusal", "released"] as const) {
    const { agent } = await findEntry(world, PARTY_STATES[state]);
    await expectNoViolation(page, `${world.main.url}/kya?wallet=${agent.agentWallet}`);
  }
});

test("the open menu of a phone violates no accessibility rule", async ({ page, world }) => {
  await page.setViewportSize(PHONE);
  await page.goto(world.main.url);
  await page.getByRole("button", { name: "Menu" }).click();
  expect(await findViolations(page, { include: "dialog" })).toEqual([]);
});
