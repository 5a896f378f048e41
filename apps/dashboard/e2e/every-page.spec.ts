import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { holdRequests } from "./fixtures/hold-requests.ts";
import { observeShift } from "./fixtures/observe-shift.ts";
import { waitUntilLoaded, waitUntilShaped } from "./fixtures/page-loads.ts";
import { ROUTES } from "./fixtures/routes.ts";
import { CORS, expect, test } from "./fixtures/test.ts";

const MOST_SCRIPT_BYTES = 220_000;
const MOST_SHIFT_ON_PHONE = 0.005;

for (const { path } of ROUTES) {
  test(`${path} loads little script at first`, async ({ page, world }) => {
    const bytes = await countScriptBytes(page, world.bare.url + path);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
  });

  test(`${path} says that the API failed, and when it tries again`, async ({ page, world, expectFaults }) => {
    expectFaults(/500 \(Internal Server Error\)/);
    await page.route("**/api/v1/**", (route) =>
      route.fulfill({
        status: 500,
        json: { error: "RPC failure: no node answers" },
        headers: CORS,
      }),
    );
    await page.goto(world.bare.url + path);
    const alert = page.getByRole("alert").filter({ hasText: "The API cannot answer at the moment" }).first();
    await expect(alert).toContainText("RPC failure: no node answers");
    await expect(alert).toContainText(/Trying again in \d+ seconds?\./);
    await page.unroute("**/api/v1/**");
    await alert.getByRole("button", { name: "Try now" }).click();
    await expect(page.locator("[role=alert][data-error]")).toHaveCount(0);
  });
}

for (const path of ["/", "/compliance", "/revenue"]) {
  test(`${path} does not shift on a phone when the answers come late`, async ({ page, world }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const readShift = await observeShift(page);
    const release = await holdRequests(page, "**/api/v1/**");
    await page.goto(world.bare.url + path);
    await waitUntilShaped(page);
    release();
    await waitUntilLoaded(page);
    expect(await readShift()).toBeLessThan(MOST_SHIFT_ON_PHONE);
  });
}

/** Of the scripts that the page itself names, as they are sent. */
async function countScriptBytes(page: Page, url: string): Promise<number> {
  const html = await (await page.request.get(url)).text();
  const scripts = [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"[^>]*>/g)]
    .filter(([tag]) => !/nomodule/i.test(tag))
    .map(([, source]) => source ?? "");
  let bytes = 0;
  for (const source of new Set(scripts)) {
    bytes += gzipSync(await (await page.request.get(new URL(source, url).href)).body()).length;
  }
  return bytes;
}
