import type { EnforcementResponse } from "@agent-registry/protocol";
import { devAccounts } from "@agent-registry/testkit";
import { ask, expect, expectToFit, test } from "./fixtures/test.ts";

const PERSON = devAccounts.haftungsperson.address;

test("enforcement is listed newest first, filtered by kind and by who acted", async ({ page, world }) => {
  const { data, next } = await ask<EnforcementResponse>(world.main.apiUrl, "/enforcement?limit=20");
  const suspension = data.find(({ action }) => action === "suspended");
  expect(suspension?.kind).toBe("status-changed");
  await page.goto(`${world.main.url}/enforcement`);
  await expect(page).toHaveTitle("Enforcement · Agent Registry");
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows).toHaveCount(data.length);
  await expect(rows.first()).toContainText(`Agent ${data[0]?.agentId}:`);
  await expectToFit(page);

  await page.getByRole("link", { name: "Suspended" }).click();
  await expect(page).toHaveURL(/\?kind=suspended$/);
  await expect(rows.first()).toContainText(`Agent ${suspension?.agentId}: Suspended: “`);
  await rows.first().getByRole("link", { name: /^0x/ }).first().click();
  await expect(page).toHaveURL(`${world.main.url}/enforcement?regulator=${suspension?.actor}`);
  await expect(rows.first()).toContainText("by the regulator");

  expect(next).not.toBeNull();
  await page.goto(`${world.main.url}/enforcement`);
  await page.getByRole("link", { name: "Older" }).click();
  await expect(page).toHaveURL(/\?after=\d+$/);
  await expect(rows.first()).not.toContainText(`Agent ${data[0]?.agentId}:`);
  await page.getByRole("link", { name: "Newest" }).click();
  await expect(rows).toHaveCount(data.length);
  await page.goto(`${world.main.url}/enforcement?regulator=0x${"1".repeat(40)}`);
  await expect(page.getByRole("main")).toContainText("There is nothing of this kind.");
});

test("pages name their feeds, at the address where browsers reach the API", async ({ page, world }) => {
  for (const [path, feed] of [
    ["/", "/api/v1/feeds/filings.atom"],
    ["/agents/2", "/api/v1/agent/2/feed.atom"],
    ["/enforcement", "/api/v1/enforcement/feed.atom"],
    [`/people/${PERSON}`, `/api/v1/haftungsperson/${PERSON}/feed.atom`],
  ] as const) {
    await page.goto(`${world.main.url}${path}`);
    const url = `${world.main.apiUrl}${feed}`;
    await expect(page.locator('link[rel="alternate"][type="application/atom+xml"]')).toHaveAttribute(
      "href",
      url,
    );
    if (path !== "/")
      await expect(page.getByRole("link", { name: /^Follow by feed \(.+\)$/ })).toHaveAttribute("href", url);
  }
});
