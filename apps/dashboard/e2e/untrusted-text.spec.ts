import type { RevenueAggregateResponse } from "@agent-registry/protocol";
import { toVisibleName } from "@agent-registry/protocol/visible-name";
import { toVisibleText } from "@agent-registry/protocol/visible-text";
import { HOSTILE } from "./fixtures/edge-cases.ts";
import { expect, expectToFit, test } from "./fixtures/test.ts";

/** Characters that turn the direction of what follows, or cannot be seen at all. */
const UNSEEN = /[\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069]/;
const isHacked = () => (window as { hacked?: boolean }).hacked === true;

for (const name of ["markup", "rightToLeft", "long", "emoji"] as const) {
  test(`a scope of ${name} is shown as text, everywhere`, async ({ page, world }) => {
    const id = world.edgeCases[name];
    const seen = toVisibleText(HOSTILE[name]);
    expect(seen).not.toMatch(UNSEEN);
    /** On a wide screen and on a phone. */
    const expectAsText = async (selector: string) => {
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await expect(page.locator(selector).filter({ hasText: seen }).first()).toBeVisible();
        expect(await page.getByRole("main").innerText()).not.toMatch(UNSEEN);
        await expectToFit(page);
      }
      expect(await page.evaluate(isHacked)).toBe(false);
    };
    await page.goto(`${world.main.url}/agents/${id}`);
    await expect(
      page.getByRole("region", { name: "Filing history" }).getByRole("listitem").first(),
    ).toBeVisible();
    await expectAsText("bdi");
    await page.goto(
      `${world.main.url}/agents?${new URLSearchParams({ search: HOSTILE[name].slice(0, 20) })}`,
    );
    await expectAsText("td bdi");
  });
}

test("a hostile currency and category are shown as text", async ({ page, world }) => {
  const { url } = world.main;
  for (const path of ["/", "/revenue", `/revenue?${new URLSearchParams({ currency: HOSTILE.currency })}`]) {
    await page.goto(url + path);
    await expect(
      page
        .locator("bdi")
        .filter({ hasText: toVisibleName(HOSTILE.currency) })
        .first(),
    ).toBeVisible();
  }
  await expect(page.getByRole("region", { name: "Top 10 earners" })).toContainText("1,234,567.89");
  await page.goto(`${url}/agents/${world.edgeCases.markup}`);
  await expect(page.locator("td bdi").filter({ hasText: HOSTILE.category })).toBeVisible();
  await expect(page.locator("td bdi").filter({ hasText: toVisibleName(HOSTILE.currency) })).toBeVisible();
  expect(await page.evaluate(isHacked)).toBe(false);
});

test("currencies that differ look different", async ({ page, world }) => {
  const byCurrency = {
    ...{ USDC: 100, "USDC\u200B": 200, "\u202ECDSU": 300, "USDC ": 400, "USD\u00ADC": 500 },
    "USD\u0421": 600,
  };
  await page.route(/\/revenue\/aggregate$/, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as RevenueAggregateResponse;
    await route.fulfill({ response, json: { ...answer, byCurrency } });
  });
  await page.goto(`${world.bare.url}/revenue?${new URLSearchParams({ currency: "USD\u0421" })}`);
  const section = page.getByRole("region", { name: "By currency" });
  await expect(section.getByRole("link")).toHaveCount(4);
  const names = await section.getByRole("link").locator("bdi[title]").allInnerTexts();
  expect(new Set(names.map((name) => name.trim())).size).toBe(4);
  const options = await section.getByRole("option").allInnerTexts();
  expect(options).toHaveLength(6);
  expect(new Set(options.map((name) => name.trim())).size).toBe(6);
  expect(options.filter((name) => name.trim() === "USDC")).toHaveLength(1);
  expect([...names, ...options].join("")).not.toMatch(UNSEEN);
  // Those that are not what they look like say so, in words; the plain one does not.
  const chosen = section.locator("a[aria-current]");
  await expect(chosen.locator("[data-mark]")).toHaveText(
    "look-alike: \u0421 is U+0421, not C; looks like USDC, which is another currency here",
  );
  await expect(section.locator("p").last()).toContainText("\u0421 is U+0421, not C");
  await expect(section.locator("[data-mark]")).toHaveCount(3);
  expect(options.filter((name) => !/ \((look-alike|hidden characters)\)$/.test(name))).toEqual(["USDC"]);
  for (const name of ["Over time", "By category", "Top 10 earners"])
    await expect(page.getByRole("region", { name }).locator("[data-mark]").first()).toBeVisible();
});

test("right-to-left text cannot turn the text beside it", async ({ page, world }) => {
  await page.goto(`${world.main.url}/agents/${world.edgeCases.markup}`);
  const filing = page
    .getByRole("region", { name: "Filing history" })
    .getByRole("listitem")
    .filter({ hasText: "Reported" });
  const [amount, category] = await Promise.all([
    filing.locator("bdi").first().boundingBox(),
    filing.locator("bdi").last().boundingBox(),
  ]);
  // The category comes after the currency in the sentence, so it stands to its right.
  expect(category?.x ?? 0).toBeGreaterThan(amount?.x ?? 0);
});
