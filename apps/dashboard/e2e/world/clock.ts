import { expect, type Locator, type Page } from "@playwright/test";

const STEP_MS = 10;

/**
 * The page's time stands still but for what the test lets pass, so that no test depends on how fast the
 * machine is. Timers then run only in `page.clock.runFor` and in `runUntilVisible`.
 */
export async function stopClock(page: Page): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1000);
}

/** Lets the page's time pass in small steps until the page has come to show this. */
export async function runUntilVisible(page: Page, locator: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(STEP_MS);
    expect(await locator.isVisible()).toBe(true);
  }).toPass({ timeout: 20_000 });
}
