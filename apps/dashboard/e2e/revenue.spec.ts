import type {
  RevenueAggregateResponse,
  RevenueTimelineResponse,
  TopEarnersResponse,
} from "@agent-registry/protocol";
import { formatCents } from "../src/shared/format-money.ts";
import { ask, expect, test } from "./world/test.ts";

test("each currency stands by itself; nothing adds them up", async ({ page, world }) => {
  const { byCurrency, totalAmount, totalReports } = await ask<RevenueAggregateResponse>(
    world.main.apiUrl,
    "/revenue/aggregate",
  );
  expect(Object.keys(byCurrency).length).toBeGreaterThan(2);
  await page.goto(`${world.main.url}/revenue`);
  await expect(page).toHaveTitle("Revenue · Agent Registry");
  await expect(page.getByRole("main")).toContainText(
    `${totalReports} reports in ${Object.keys(byCurrency).length} currencies`,
  );
  const cards = page.getByRole("region", { name: "By currency" }).getByRole("button");
  for (const [currency, cents] of Object.entries(byCurrency))
    await expect(cards.filter({ has: page.getByText(currency, { exact: true }) })).toContainText(
      formatCents(cents, "en-GB"),
    );
  await expect(page.getByRole("main")).not.toContainText(formatCents(totalAmount, "en-GB"));
});

test("the chosen currency leads the charts, and stands in the address bar", async ({ page, world }) => {
  const { data } = await ask<TopEarnersResponse>(world.main.apiUrl, "/revenue/top?currency=EUR&limit=10");
  await page.goto(`${world.main.url}/revenue`);
  await page.getByRole("region", { name: "By currency" }).getByRole("button", { name: /^EUR/ }).click();
  await expect(page).toHaveURL(/\?currency=EUR$/);
  const earners = page.getByRole("region", { name: "Top 10 earners" }).locator("tbody tr");
  await expect(earners.locator("td:last-child")).toHaveText(
    data.map(({ amount }) => `${formatCents(amount, "en-GB")} EUR`),
  );
  await page.goBack();
  await expect(earners.first()).toContainText("USDC");
  await page.goto(`${world.main.url}/revenue?currency=EUR`);
  await expect(earners.first()).toContainText("EUR");
});

test("amounts over time, by day, week and month", async ({ page, world }) => {
  await page.goto(`${world.main.url}/revenue`);
  const chart = page.getByRole("region", { name: "Over time" });
  await expect(chart.locator("svg .recharts-bar-rectangle").first()).toBeVisible();
  for (const [name, interval] of [
    ["Months", "month"],
    ["Weeks", "week"],
  ] as const) {
    await chart.getByRole("radio", { name }).click();
    const { data } = await ask<RevenueTimelineResponse>(
      world.main.apiUrl,
      `/revenue/timeline?interval=${interval}`,
    );
    const amounts = data
      .filter(({ currency }) => currency === "USDC")
      .map(({ amount }) => formatCents(amount, "en-GB"));
    // The same numbers for those who cannot see the bars; intervals without a report are zero.
    await expect
      .poll(async () => (await chart.locator("td").allInnerTexts()).filter((text) => text !== "0.00"))
      .toEqual(amounts);
  }
  await chart.getByRole("radio", { name: "Days" }).click();
  await expect(page).toHaveURL(/interval=day/);
});

test("categories are shown in one currency", async ({ page, world }) => {
  const path = "/revenue/aggregate?currency=USDC";
  const { byCategory } = await ask<RevenueAggregateResponse>(world.main.apiUrl, path);
  const [largest] = Object.entries(byCategory).sort(([, a], [, b]) => b - a);
  await page.goto(`${world.main.url}/revenue`);
  const categories = page.getByRole("region", { name: "By category" }).getByRole("listitem");
  await expect(categories.first()).toContainText(largest?.[0] ?? "a category");
  await expect(categories.first()).toContainText("USDC");
});

test("a register without reports says so", async ({ page, world }) => {
  await page.goto(`${world.empty.url}/revenue`);
  await expect(page.getByText("Nothing reported yet")).toBeVisible();
});
