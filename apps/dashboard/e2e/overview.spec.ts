import type { DetailedStatsResponse, RevenueAggregateResponse } from "@agent-registry/protocol";
import { toVisibleName } from "@agent-registry/protocol/visible-name";
import { formatCents } from "../src/shared/text/format-money.ts";
import { runUntilVisible, stopClock } from "./fixtures/clock.ts";
import { ask, CORS, countRequests, expect, expectToFit, test } from "./fixtures/test.ts";

test("the overview shows the register's figures as the API has them", async ({ page, world }) => {
  const stats = await ask<DetailedStatsResponse>(world.main.apiUrl, "/stats/detailed");
  await page.goto(world.main.url);
  await expect(page).toHaveTitle("Agent Registry");
  const main = page.getByRole("main");
  await expect(main).toContainText(`${stats.totalAgents} agents are on record`);
  await expect(main).toContainText(`${stats.complianceRate}%`);
  await expect(main).toContainText(`${stats.compliantCount} of ${stats.totalAgents} agents`);
  for (const [currency, cents] of Object.entries(stats.totalRevenue)) {
    await expect(main).toContainText(formatCents(cents));
    await expect(main.getByText(toVisibleName(currency), { exact: true }).first()).toBeVisible();
  }

  const status = page.getByRole("region", { name: "Status" });
  for (const [name, count] of Object.entries(stats.statusDistribution))
    await expect(status.getByRole("link", { name })).toContainText(String(count));
  const generations = page.getByRole("region", { name: "Generations" });
  for (const [generation, count] of Object.entries(stats.generationDistribution))
    await expect(generations.getByText(`Generation ${generation}: ${count}`, { exact: true })).toBeAttached();

  const rows = page.getByRole("region", { name: "Newest registrations" }).locator("tbody tr");
  await expect(rows).toHaveCount(10);
  const numbers = await rows.locator("td:first-child").allInnerTexts();
  expect(numbers.map((text) => Number(text.replace(/\D/g, "")))).toEqual(
    stats.recentRegistrations.map(({ agentId }) => agentId),
  );
});

test("a status leads to its agents", async ({ page, world }) => {
  await page.goto(world.main.url);
  await page.getByRole("region", { name: "Status" }).getByRole("link", { name: "Suspended" }).click();
  await expect(page).toHaveURL(/\/agents\?status=Suspended$/);
  await expect(page.getByRole("status").filter({ hasText: "Suspended" })).toBeVisible();
});

test("the overview refreshes every 30 seconds, without flicker, and says when", async ({ page, world }) => {
  await stopClock(page);
  const count = countRequests(page, "/stats/detailed");
  await page.goto(world.bare.url);
  const figure = page.getByText("Agents on record").locator("..");
  const total = figure.locator("p").first();
  await runUntilVisible(page, page.getByText(/^Refreshed just now$/));
  await expect(total).not.toBeEmpty();
  // The very same elements must be there after the refresh.
  await total.evaluate((element) => element.setAttribute("data-before", "yes"));
  const skeletons = await page.evaluateHandle(() => {
    const seen = { count: 0 };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLElement && /\bbg-line\b/.test(node.className)) seen.count += 1;
    }).observe(document.body, { childList: true, subtree: true });
    return seen;
  });

  await page.route("**/api/v1/stats/detailed", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), totalAgents: 4321 } });
  });
  const before = count();
  await page.clock.runFor(20_000);
  await expect(page.getByText(/^Refreshed (19|20) seconds ago$/)).toBeVisible();
  expect(count()).toBe(before);
  await page.clock.runFor(10_500);
  await runUntilVisible(page, figure.getByText("4,321"));
  await expect(page.getByText(/^Refreshed (just now|1 second ago)$/)).toBeVisible();
  await expect(total).toHaveAttribute("data-before", "yes");
  expect(await skeletons.evaluate(({ count: seen }) => seen)).toBe(0);
  expect(count()).toBe(before + 1);
});

test("figures from the API's cache are not shown as new", async ({ page, world }) => {
  await page.clock.setFixedTime(Math.floor(Date.now() / 1000) * 1000);
  await page.route(/\/api\/v1\/(stats\/detailed|revenue\/aggregate)$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), age: "140" } });
  });
  await page.goto(world.bare.url);
  await expect(page.getByText("Refreshed just now", { exact: true })).toBeVisible();
  await expect(page.getByText("figures as of 2 minutes ago", { exact: true })).toBeVisible();
});

test("parts that fail to load are shown as missing, not as empty", async ({ page, world, expectFaults }) => {
  expectFaults(/500 \(Internal Server Error\)/);
  await page.route(/\/api\/v1\/(agents\?|revenue\/aggregate)/, (route) =>
    route.fulfill({
      status: 500,
      json: { error: "Internal error" },
      headers: CORS,
    }),
  );
  await page.goto(world.bare.url);
  const row = page.getByRole("region", { name: "Newest registrations" }).locator("tbody tr").first();
  await expect(row).toContainText("not available");
  await expect(
    page.getByRole("status").filter({ hasText: "The API cannot answer at the moment" }),
  ).toContainText("Part of this page is missing.");
});

for (const [compliantCount, words] of [
  [1, "1 agent is on record and names a liable person. It is in good standing today."],
  [0, "1 agent is on record and names a liable person. It is not in good standing today."],
] as const) {
  test(`a register of one agent is described in the singular, ${compliantCount} compliant`, async ({
    page,
    world,
  }) => {
    await page.route("**/api/v1/stats/detailed", async (route) => {
      const response = await route.fetch();
      const json = { ...(await response.json()), totalAgents: 1, compliantCount };
      await route.fulfill({ response, json });
    });
    await page.goto(world.bare.url);
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  });
}

test("revenue says how many reports in how many currencies; the largest amount keeps its currency", async ({
  page,
  world,
}) => {
  const { totalReports } = await ask<RevenueAggregateResponse>(world.main.apiUrl, "/revenue/aggregate");
  const largest = 2 ** 53 - 1;
  await page.route("**/api/v1/stats/detailed", async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as DetailedStatsResponse;
    const totalRevenue = Object.fromEntries(Object.keys(answer.totalRevenue).map((name) => [name, largest]));
    await route.fulfill({ response, json: { ...answer, totalRevenue } });
  });
  await page.goto(world.bare.url);
  for (const width of [1280, 768, 320]) {
    await page.setViewportSize({ width, height: 900 });
    const figure = page.getByText("Revenue reported", { exact: true }).locator("..");
    await expect(figure).toContainText(`${totalReports} reports in `);
    await expect(figure.getByTitle(formatCents(largest)).first()).toBeVisible();
    const currency = await figure.getByText("USDC", { exact: true }).boundingBox();
    const card = await figure.boundingBox();
    expect((currency?.x ?? 0) + (currency?.width ?? width)).toBeLessThan((card?.x ?? 0) + (card?.width ?? 0));
    await expectToFit(page);
  }
});

test("a register without agents says so", async ({ page, world }) => {
  await page.goto(world.empty.url);
  await expect(
    page.getByText("No agent is on record yet. The first one to register appears here."),
  ).toBeVisible();
  await expect(page.getByText("Nobody has registered yet.")).toBeVisible();
  await expect(page.getByText("none yet")).toBeVisible();
});

test("numbers read the same in every browser", async ({ browser, world }) => {
  const context = await browser.newContext({ locale: "de-DE" });
  const page = await context.newPage();
  await page.goto(world.main.url);
  const { totalRevenue } = await ask<DetailedStatsResponse>(world.main.apiUrl, "/stats/detailed");
  await expect(page.getByText(formatCents(totalRevenue.USDC ?? 0))).toBeVisible();
  await context.close();
});
