import { HOSTILE } from "./world/edge-cases.ts";
import { expect, test } from "./world/test.ts";

const isHacked = () => (window as { hacked?: boolean }).hacked === true;

for (const name of ["markup", "rightToLeft", "long", "emoji"] as const) {
  test(`a scope of ${name} is shown as text, everywhere`, async ({ page, world }) => {
    const id = world.edgeCases[name];
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${world.main.url}/agents/${id}`);
      await expect(page.locator("bdi").filter({ hasText: HOSTILE[name] }).first()).toBeVisible();
      await expect(
        page.getByRole("region", { name: "Filing history" }).getByRole("listitem").first(),
      ).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await page.goto(
        `${world.main.url}/agents?${new URLSearchParams({ search: HOSTILE[name].slice(0, 20) })}`,
      );
      await expect(page.locator("td bdi").filter({ hasText: HOSTILE[name] }).first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await page.evaluate(isHacked)).toBe(false);
    }
  });
}

test("a hostile currency and category are shown as text", async ({ page, world }) => {
  const { url } = world.main;
  for (const path of ["/", "/revenue", `/revenue?${new URLSearchParams({ currency: HOSTILE.currency })}`]) {
    await page.goto(url + path);
    await expect(page.locator("bdi").filter({ hasText: HOSTILE.currency }).first()).toBeVisible();
  }
  await expect(page.getByRole("region", { name: "Top 10 earners" })).toContainText("1,234,567.89");
  await page.goto(`${url}/agents/${world.edgeCases.markup}`);
  await expect(page.locator("td bdi").filter({ hasText: HOSTILE.category })).toBeVisible();
  await expect(page.locator("td bdi").filter({ hasText: HOSTILE.currency })).toBeVisible();
  expect(await page.evaluate(isHacked)).toBe(false);
});

test("right-to-left text cannot turn what stands beside it", async ({ page, world }) => {
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
