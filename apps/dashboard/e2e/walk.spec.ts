import { expectNoViolation } from "./fixtures/find-violations.ts";
import { holdRequests } from "./fixtures/hold-requests.ts";
import { observeShift } from "./fixtures/observe-shift.ts";
import { waitUntilLoaded, waitUntilShaped } from "./fixtures/page-loads.ts";
import { ROUTES } from "./fixtures/routes.ts";
import { expect, listRequests, test } from "./fixtures/test.ts";

const MOST_SHIFT = 0.05;

// One visit serves all of these, since a visit takes longer than looking.
for (const { path, mostRequests } of ROUTES) {
  test(`${path} has its shape while it loads, asks little, does not shift, and is accessible`, async ({
    page,
    world,
  }) => {
    const asked = listRequests(page, ({ origin }) => origin === world.main.apiUrl);
    const readShift = await observeShift(page);
    const release = await holdRequests(page, "**/api/v1/**");
    await page.goto(world.bare.url + path);
    await waitUntilShaped(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.locator(".bg-line, .bg-soft").count()).toBeGreaterThan(2);

    release();
    await waitUntilLoaded(page);
    expect(await readShift()).toBeLessThan(MOST_SHIFT);
    expect(asked.length, asked.join(" ")).toBeLessThanOrEqual(mostRequests);
    expect(new Set(asked).size, "none is asked twice").toBe(asked.length);
    await expectNoViolation(page, { onPhone: true });
  });
}
