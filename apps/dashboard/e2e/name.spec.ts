import type { AgentResponse, NameResponse } from "@agent-registry/protocol";
import { findFreePort } from "@agent-registry/testkit";
import { KNOWN_NAME } from "./fixtures/edge-cases.ts";
import { waitUntilQuiet } from "./fixtures/page-loads.ts";
import { startApi, startDashboard } from "./fixtures/processes.ts";
import { ask, expect, expectToFit, listRequests, test } from "./fixtures/test.ts";

test("a Haftungsperson's name stands by the address on pages about one agent, and nowhere else is it asked for", async ({
  page,
  world,
}) => {
  test.slow();
  const { rpcUrl, registryAddress, edgeCases } = world;
  const api = await startApi({ rpcUrl, registryAddress, ensRpcUrl: rpcUrl });
  // The browser asks for everything, so that its requests show what the pages ask for.
  const apiInternalUrl = `http://127.0.0.1:${await findFreePort()}`;
  const dashboard = await startDashboard({ apiUrl: api.url, apiInternalUrl });
  try {
    const { agent } = await ask<AgentResponse>(api.url, `/agent/${edgeCases.wide}`);
    // On a busy machine the node may be too late at first, which is no name for a minute.
    const find = async () => (await ask<NameResponse>(api.url, `/name/${agent.haftungsperson}`)).name;
    await expect.poll(find, { timeout: 90_000 }).toBe(KNOWN_NAME);

    const asked = listRequests(page, ({ pathname }) => pathname.startsWith("/api/v1/name/"));
    for (const path of ["/agents", `/lineage/${agent.agentId}`]) {
      await page.goto(dashboard.url + path);
      await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
      await waitUntilQuiet(page);
    }
    expect(asked).toEqual([]);

    const entry = page.getByText("named as the liable person").locator("..");
    for (const path of [`/agents/${agent.agentId}`, `/kya?wallet=${agent.agentWallet}`])
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(dashboard.url + path);
        await expect(entry.getByText(KNOWN_NAME)).toBeVisible();
        await expect(entry).toContainText("ENS · named as the liable person");
        await expect(page.getByTitle(agent.haftungsperson).first()).toBeVisible();
        await expectToFit(page);
      }
    expect(new Set(asked)).toEqual(new Set([`${api.url}/api/v1/name/${agent.haftungsperson}`]));
    expect(asked.length).toBe(4);
  } finally {
    await Promise.all([api.stop(), dashboard.stop()]);
  }
});

test("without names the entry stands as it is", async ({ page, world }) => {
  const { bare, edgeCases } = world;
  const answered = page.waitForResponse(/\/api\/v1\/name\//);
  await page.goto(`${bare.url}/agents/${edgeCases.wide}`);
  expect(await (await answered).json()).toMatchObject({ name: null, source: null });
  await expect(page.getByText(/^named as the liable person/)).toBeVisible();
});
