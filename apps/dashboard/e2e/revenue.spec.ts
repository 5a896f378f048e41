import type {
  RevenueAggregateResponse,
  RevenueTimelineResponse,
  TopEarnersResponse,
} from "@agent-registry/protocol";
import { toVisibleName } from "@agent-registry/protocol/visible-name";
import { formatCents } from "../src/shared/text/format-money.ts";
import { holdRequests } from "./fixtures/hold-requests.ts";
import { ask, expect, expectToFit, test } from "./fixtures/test.ts";

test("each currency has its own total; nothing adds them up", async ({ page, world }) => {
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
  const cards = page.getByRole("region", { name: "By currency" }).getByRole("link");
  for (const [currency, cents] of Object.entries(byCurrency))
    await expect(
      cards.filter({ has: page.getByText(toVisibleName(currency), { exact: true }) }),
    ).toContainText(formatCents(cents));
  await expect(page.getByRole("main")).not.toContainText(formatCents(totalAmount));
});

test("the charts follow the chosen currency, which stands in the address bar", async ({ page, world }) => {
  const { data } = await ask<TopEarnersResponse>(world.main.apiUrl, "/revenue/top?currency=EUR&limit=10");
  await page.goto(`${world.main.url}/revenue`);
  await page.getByRole("region", { name: "By currency" }).getByRole("link", { name: /^EUR/ }).click();
  await expect(page).toHaveURL(/\?currency=EUR$/);
  const earners = page.getByRole("region", { name: "Top 10 earners" }).locator("tbody tr");
  await expect(earners.locator("td:last-child")).toHaveText(
    data.map(({ amount }) => `${formatCents(amount)} EUR`),
  );
  await page.goBack();
  await expect(earners.first()).toContainText("USDC");
  await page.goto(`${world.main.url}/revenue?currency=EUR`);
  await expect(earners.first()).toContainText("EUR");
});

test("while the new currency loads, the previous one is shown under its own name", async ({
  page,
  world,
}) => {
  const release = await holdRequests(page, /\/revenue\/(top|aggregate)\?.*currency=EUR/);
  await page.goto(`${world.bare.url}/revenue`);
  const categories = page.getByRole("region", { name: "By category" });
  const earners = page.getByRole("region", { name: "Top 10 earners" });
  await expect(categories.getByRole("listitem").first()).toContainText("USDC");
  await expect(earners.locator("tbody tr").first()).toContainText("USDC");
  await page.getByRole("region", { name: "By currency" }).getByRole("link", { name: /^EUR/ }).click();
  await expect(page).toHaveURL(/\?currency=EUR$/);
  await expect(categories.locator("[aria-busy=true]")).toBeVisible();
  await expect(earners.locator("[aria-busy=true]")).toBeVisible();
  for (const region of [categories, earners]) {
    await expect(region).toContainText("in USDC");
    await expect(region.getByText("EUR", { exact: true })).toHaveCount(0);
    await expect(region).not.toContainText("does not tell these amounts apart");
  }
  release();
  for (const region of [categories, earners]) {
    await expect(region).toContainText("in EUR");
    await expect(region.locator("[aria-busy=true]")).toHaveCount(0);
    await expect(region.getByText("USDC", { exact: true })).toHaveCount(0);
  }
});

test("the largest amounts lose neither digits nor their currency, and no screen scrolls sideways", async ({
  page,
  world,
}) => {
  const largest = 2n ** 64n + 1n;
  // Not yet in TypeScript's own types.
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
  const raw = rawJSON(String(largest));
  const scale = <T>(amounts: Record<string, T>) =>
    Object.fromEntries(Object.keys(amounts).map((name) => [name, raw]));
  await page.route(/\/revenue\/(top|aggregate)/, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as RevenueAggregateResponse & TopEarnersResponse;
    const json = route.request().url().includes("/top")
      ? { ...answer, data: answer.data.map((earner) => ({ ...earner, amount: raw })) }
      : { ...answer, byCurrency: scale(answer.byCurrency), byCategory: scale(answer.byCategory) };
    await route.fulfill({ response, body: JSON.stringify(json) });
  });
  const exact = formatCents(largest);
  await page.goto(`${world.bare.url}/revenue`);
  for (const width of [1280, 768, 360, 320]) {
    await page.setViewportSize({ width, height: 900 });
    const earner = page.getByRole("region", { name: "Top 10 earners" }).locator("tbody tr").first();
    const category = page.getByRole("region", { name: "By category" }).getByRole("listitem").first();
    for (const part of [earner, category]) {
      await expect(part.getByTitle(exact)).toBeVisible();
      await expect(part.getByTitle(exact)).toContainText(exact);
      // The whole currency is inside its card.
      const currency = await part.getByText("USDC", { exact: true }).boundingBox();
      const card = await part.boundingBox();
      expect((currency?.x ?? 0) + (currency?.width ?? width)).toBeLessThanOrEqual(
        (card?.x ?? 0) + (card?.width ?? 0) + 1,
      );
    }
    await expectToFit(page);
  }
});

test("amounts over time are shown by day, week and month", async ({ page, world }) => {
  await page.goto(`${world.main.url}/revenue`);
  const chart = page.getByRole("region", { name: "Over time" });
  await expect(chart.locator("svg [data-bar]").first()).toBeVisible();
  for (const [name, interval] of [
    ["Months", "month"],
    ["Weeks", "week"],
  ] as const) {
    await chart.getByRole("link", { name }).click();
    const { data } = await ask<RevenueTimelineResponse>(
      world.main.apiUrl,
      `/revenue/timeline?interval=${interval}`,
    );
    const amounts = data
      .filter(({ currency }) => currency === "USDC")
      .map(({ amount }) => formatCents(amount));
    // The same numbers for those who cannot see the bars; intervals without a report are zero.
    await expect
      .poll(async () => (await chart.locator("td").allInnerTexts()).filter((text) => text !== "0.00"))
      .toEqual(amounts);
  }
  await chart.getByRole("link", { name: "Days" }).click();
  await expect(page).toHaveURL(/interval=day/);
});

test("categories are shown in one currency", async ({ page, world }) => {
  const path = "/revenue/aggregate?currency=USDC";
  const { byCategory } = await ask<RevenueAggregateResponse>(world.main.apiUrl, path);
  const [largest] = Object.entries(byCategory).sort(([, a], [, b]) => Number(b) - Number(a));
  await page.goto(`${world.main.url}/revenue`);
  const categories = page.getByRole("region", { name: "By category" }).getByRole("listitem");
  await expect(categories.first()).toContainText(largest?.[0] ?? "a category");
  await expect(categories.first()).toContainText("USDC");
});

test("a register without reports says so", async ({ page, world }) => {
  await page.goto(`${world.empty.url}/revenue`);
  await expect(page.getByText("Nothing reported yet")).toBeVisible();
});
