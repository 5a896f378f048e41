import type { AgentResponse } from "@agent-registry/protocol";
import { KNOWN_NAME } from "./fixtures/edge-cases.ts";
import { findEntry } from "./fixtures/find-entry.ts";
import { ask, expect, expectToFit, listRequests, test } from "./fixtures/test.ts";

for (const width of [1280, 360])
  test(`a Haftungsperson's name stands beside the address, which stays, ${width} px`, async ({
    page,
    world,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const { main, edgeCases } = world;
    const { agent } = await ask<AgentResponse>(main.apiUrl, `/agent/${edgeCases.wide}`);
    for (const path of [`/agents/${agent.agentId}`, `/kya?wallet=${agent.agentWallet}`]) {
      await page.goto(main.url + path);
      const entry = page.getByText("named as the liable person").locator("..");
      await expect(entry.getByText(KNOWN_NAME)).toBeVisible();
      await expect(entry).toContainText("ENS");
      await expect(entry.getByTitle(agent.haftungsperson)).toBeVisible();
      await expectToFit(page);
    }
  });

test("names are asked for on pages about one agent alone, and once", async ({ page, world }) => {
  const { url } = world.main;
  const asked = listRequests(page, ({ pathname }) => pathname.startsWith("/api/v1/name/"));
  for (const path of ["/", "/agents", `/lineage/${world.edgeCases.wide}`]) {
    await page.goto(url + path);
    await page.waitForLoadState("networkidle");
  }
  expect(asked).toEqual([]);
  const { agent } = await findEntry(world, () => true);
  await page.goto(`${url}/agents/${agent.agentId}`);
  await page.waitForLoadState("networkidle");
  expect(asked.length).toBe(1);
  const entry = page.getByText("named as the liable person").locator("..");
  await expect(entry.getByTitle(agent.haftungsperson)).toBeVisible();
  await expect(entry).not.toContainText("ENS");
});
