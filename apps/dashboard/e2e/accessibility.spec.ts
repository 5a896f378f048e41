import type { AgentsResponse } from "@agent-registry/protocol";
import type { Page } from "@playwright/test";
import { findEntry, PARTY_STATES } from "./fixtures/find-entry.ts";
import { expectNoViolation, findViolations, PHONE } from "./fixtures/find-violations.ts";
import { waitUntilLoaded } from "./fixtures/page-loads.ts";
import { ask, expect, test } from "./fixtures/test.ts";

/** How a page fits on a phone is checked with each page. Its states differ in words and colours. */
async function visit(page: Page, url: string, options?: { onPhone: boolean }): Promise<void> {
  await page.goto(url);
  await waitUntilLoaded(page);
  await expectNoViolation(page, options);
}

test("the form for a KYA check violates no accessibility rule", async ({ page, world }) => {
  await visit(page, `${world.main.url}/kya`, { onPhone: true });
});

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
    await visit(page, world.main.url + path);
});

test("no state of the parties in an entry violates an accessibility rule", async ({ page, world }) => {
  test.slow();
  for (const state of ["walletMissing", "refused", "declined", "handoverUnderWay", "changedSince"] as const) {
    const { agent } = await findEntry(world, PARTY_STATES[state]);
    await visit(page, `${world.main.url}/agents/${agent.agentId}`);
  }
});

test("no state of the parties in a verdict violates an accessibility rule", async ({ page, world }) => {
  test.slow();
  for (const state of ["walletMissing", "reactivatedAfterRefusal", "released"] as const) {
    const { agent } = await findEntry(world, PARTY_STATES[state]);
    await visit(page, `${world.main.url}/kya?wallet=${agent.agentWallet}`);
  }
});

test("the statements of trust and accessibility violate no rule, and the footer leads to them", async ({
  page,
  world,
}) => {
  await visit(page, `${world.main.url}/accessibility`, { onPhone: true });
  const footer = page.getByRole("contentinfo");
  await expect(footer.getByRole("link", { name: "Accessibility" })).toHaveAttribute("href", "/accessibility");
  await footer.getByRole("link", { name: "Data: CC0" }).click();
  await expect(page).toHaveURL(`${world.main.url}/trust#data`);
  await expect(page.getByRole("region", { name: "Whose data these are" })).toContainText("CC0 1.0");
  await expectNoViolation(page);
});

test("the open menu of a phone violates no accessibility rule", async ({ page, world }) => {
  await page.setViewportSize(PHONE);
  await page.goto(world.main.url);
  await page.getByRole("button", { name: "Menu" }).click();
  expect(await findViolations(page, { within: "dialog" })).toEqual([]);
});

test("the check itself finds what it looks for", async ({ page }) => {
  await page.setContent(`
    <html lang="en">
      <title>Faults</title>
      <main>
        <h1>Faults</h1>
        <img src="data:,">
        <p style="color: #aaa; background: #fff">Hardly to be read</p>
      </main>
    </html>`);
  const toNames = (violations: string[]) => violations.map((text) => text.split(":")[0]);
  expect(toNames(await findViolations(page))).toEqual(["color-contrast", "image-alt"]);
  expect(toNames(await findViolations(page, { rules: "colours" }))).toEqual(["color-contrast"]);
  expect(toNames(await findViolations(page, { rules: "all but colours" }))).toEqual(["image-alt"]);
  expect(toNames(await findViolations(page, { within: "h1" }))).toEqual([]);
});
