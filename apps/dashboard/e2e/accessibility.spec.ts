import type { AgentsResponse } from "@agent-registry/protocol";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { findEntry, PARTY_STATES } from "./fixtures/find-entry.ts";
import { ROUTES } from "./fixtures/routes.ts";
import { ask, expect, test } from "./fixtures/test.ts";

/** Rules that passed are not reported: that takes longer than the checks. */
const ONLY_VIOLATIONS = { resultTypes: ["violations" as const] };

async function expectNoViolation(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole("status").filter({ hasText: /^Loading / })).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  const { violations } = await new AxeBuilder({ page }).options(ONLY_VIOLATIONS).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
  );
  expect.soft(found, url).toEqual([]);
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`no route violates an accessibility rule, ${colorScheme}`, async ({ page, world }) => {
    test.slow();
    await page.emulateMedia({ colorScheme });
    for (const path of ROUTES) await expectNoViolation(page, world.main.url + path);
  });

  test(`empty, stopped and error states violate no accessibility rule, ${colorScheme}`, async ({
    page,
    world,
    expectFaults,
  }) => {
    expectFaults(/404 \(Not Found\)/);
    test.slow();
    await page.emulateMedia({ colorScheme });
    const { data } = await ask<AgentsResponse>(world.main.apiUrl, "/agents?status=Suspended");
    for (const path of [
      "/agents?search=nothing-like-this",
      `/agents/${data[0]?.agentId}`,
      "/agents/99999",
      "/kya?wallet=0x1",
      `/kya?wallet=${data[0]?.agentWallet}`,
      "/no-such-page",
    ])
      await expectNoViolation(page, world.main.url + path);
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`no state of the parties violates an accessibility rule, ${colorScheme}`, async ({ page, world }) => {
    test.slow();
    await page.emulateMedia({ colorScheme });
    for (const state of [
      "walletMissing",
      "refused",
      "declined",
      "handoverUnderWay",
      "changedSince",
    ] as const) {
      const { agent } = await findEntry(world, PARTY_STATES[state]);
      await expectNoViolation(page, `${world.main.url}/agents/${agent.agentId}`);
    }
    for (const state of ["walletMissing", "reactivatedAfterRefusal", "released"] as const) {
      const { agent } = await findEntry(world, PARTY_STATES[state]);
      await expectNoViolation(page, `${world.main.url}/kya?wallet=${agent.agentWallet}`);
    }
  });
}

test("no route violates an accessibility rule on a phone, nor does the open menu", async ({
  page,
  world,
}) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ROUTES) await expectNoViolation(page, world.main.url + path);
  await page.getByRole("button", { name: "Menu" }).click();
  const { violations } = await new AxeBuilder({ page }).include("dialog").options(ONLY_VIOLATIONS).analyze();
  expect(violations).toEqual([]);
});
