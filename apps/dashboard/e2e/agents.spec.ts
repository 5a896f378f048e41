import type { AgentsResponse } from "@agent-registry/protocol";
import type { Page } from "@playwright/test";
import { holdRequests } from "./fixtures/hold-requests.ts";
import { ask, expect, expectNumbersIn, expectToFit, test } from "./fixtures/test.ts";

const rows = (page: Page) => page.locator("tbody tr");
const expectNumbers = (page: Page, numbers: number[]) =>
  expectNumbersIn(rows(page).locator("td:first-child"), numbers);
const toNumbers = ({ data }: AgentsResponse) => data.map(({ agentId }) => agentId);

test("the list has 20 agents a page, and every page has its address", async ({ page, world }) => {
  const { apiUrl, url } = world.main;
  await page.goto(`${url}/agents`);
  await expect(page).toHaveTitle("Agents · Agent Registry");
  await expectNumbers(page, toNumbers(await ask(apiUrl, "/agents?page=1")));
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await expectNumbers(page, toNumbers(await ask(apiUrl, "/agents?page=2")));
  await page.getByRole("link", { name: "Page 3" }).click();
  await expectNumbers(page, toNumbers(await ask(apiUrl, "/agents?page=3")));
  await page.goBack();
  await expect(page).toHaveURL(/\?page=2$/);
  await expectNumbers(page, toNumbers(await ask(apiUrl, "/agents?page=2")));
  await page.goBack();
  await expectNumbers(page, toNumbers(await ask(apiUrl, "/agents?page=1")));
});

test("the list sorts by number, registration and attestation, both ways", async ({ page, world }) => {
  const { apiUrl, url } = world.main;
  await page.goto(`${url}/agents`);
  await expect(rows(page)).toHaveCount(20);
  for (const [heading, query] of [
    ["Registered", "sort=registeredAt&order=desc"],
    ["Registered", "sort=registeredAt&order=asc"],
    ["Attested", "sort=lastAttestation&order=desc"],
    ["Attested", "sort=lastAttestation&order=asc"],
    ["No.", "sort=agentId&order=asc"],
    ["No.", "sort=agentId&order=desc"],
  ] as const) {
    await page.getByRole("link", { name: heading }).click();
    await expectNumbers(page, toNumbers(await ask(apiUrl, `/agents?${query}`)));
    const direction = query.endsWith("asc") ? "ascending" : "descending";
    await expect(page.getByRole("columnheader", { name: heading })).toHaveAttribute("aria-sort", direction);
  }
});

test("the list can be filtered by status; the back button undoes it", async ({ page, world }) => {
  const { apiUrl, url } = world.main;
  await page.goto(`${url}/agents?page=2`);
  await expect(rows(page)).toHaveCount(20);
  await page.getByRole("link", { name: "Terminated" }).click();
  await expect(page).toHaveURL(/\/agents\?status=Terminated$/);
  await expectNumbers(page, toNumbers(await ask(apiUrl, "/agents?status=Terminated")));
  await page.goBack();
  await expect(page).toHaveURL(/\?page=2$/);
  await expectNumbers(page, toNumbers(await ask(apiUrl, "/agents?page=2")));
});

test("the search finds agents by number, wallet and scope", async ({ page, world }) => {
  const { apiUrl, url } = world.main;
  const { data } = await ask<AgentsResponse>(apiUrl, "/agents");
  const wallet = data[4]?.agentWallet ?? "";
  await page.goto(`${url}/agents`);
  await expect(rows(page)).toHaveCount(20);
  const field = page.getByRole("searchbox", { name: "Search agents" });
  for (const search of ["17", wallet, "spare parts"]) {
    await field.fill(search);
    const answer = await ask<AgentsResponse>(apiUrl, `/agents?${new URLSearchParams({ search })}`);
    expect(answer.total).toBeGreaterThan(0);
    await expectNumbers(page, toNumbers(answer));
    expect(new URL(page.url()).searchParams.get("search")).toBe(search);
  }
  // One step back leaves the search, however often it was changed.
  await page.goBack();
  await expect(field).toHaveValue("");
  await expect(page).toHaveURL(`${url}/agents`);
});

test("a number finds the agent of that number, not addresses that hold its digits", async ({
  page,
  world,
}) => {
  await page.goto(`${world.main.url}/agents`);
  await page.getByRole("searchbox", { name: "Search agents" }).fill("17");
  await expect(page.getByRole("status").filter({ hasText: "matching “17”" })).toBeVisible();
  const numbers = await rows(page).locator("td:first-child").allInnerTexts();
  expect(Number(numbers[0]?.replace(/\D/g, ""))).toBe(17);
  const scopes = await rows(page).locator("td:nth-child(2)").allInnerTexts();
  for (const scope of scopes.slice(1)) expect(scope).toContain("17");
});

test("while a filter is loading, the list says so and shows no count", async ({ page, world }) => {
  const release = await holdRequests(page, /\/api\/v1\/agents\?.*status=Revoked/);
  const { total } = await ask<AgentsResponse>(world.main.apiUrl, "/agents?status=Revoked");
  await page.goto(`${world.bare.url}/agents`);
  await expect(page.getByRole("status").filter({ hasText: "agents on record" })).toBeVisible();
  const status = page.getByRole("main").getByRole("status");
  await page.getByRole("link", { name: "Revoked" }).click();
  await expect(status).toHaveText("Searching …");
  await expect(page.getByRole("navigation", { name: "Pages" })).not.toContainText(" of ");
  release();
  await expect(status).toHaveText(`${total} agents, Revoked`);
});

test("an empty answer is not shown for the next search", async ({ page, world }) => {
  await page.goto(`${world.bare.url}/agents?search=no-such-scope-anywhere`);
  await expect(page.getByText("No agent fits")).toBeVisible();
  const release = await holdRequests(page, "**/api/v1/agents?**");
  await page.getByRole("searchbox", { name: "Search agents" }).fill("planner");
  await expect(page.getByText("No agent fits")).toHaveCount(0);
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "true");
  release();
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
});

test("a shared address shows the same view", async ({ page, world }) => {
  const { apiUrl, url } = world.main;
  const query = "search=route&status=Active&sort=registeredAt&order=asc&page=2";
  await page.goto(`${url}/agents?${query}`);
  await expectNumbers(page, toNumbers(await ask(apiUrl, `/agents?${query}`)));
  await expect(page.getByRole("searchbox", { name: "Search agents" })).toHaveValue("route");
  await expect(page.getByRole("link", { name: "Active", exact: true })).toHaveAttribute(
    "aria-current",
    "true",
  );
});

test("a search with more matches than are counted says so", async ({ page, world }) => {
  await page.route(/\/api\/v1\/agents\?/, async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), total: 5_000, totalPages: 250, isTotalCapped: true };
    await route.fulfill({ response, json });
  });
  await page.goto(`${world.bare.url}/agents?search=route`);
  await expect(page.getByText(/^More than 5,000 agents/)).toBeVisible();
  await expect(page.getByText("1–20 of more than 5,000")).toBeVisible();
});

test("the list says when no agent fits, and when a page does not exist", async ({ page, world }) => {
  await page.goto(`${world.main.url}/agents?search=no-such-scope-anywhere`);
  await expect(page.getByText("No agent fits")).toBeVisible();
  await page.getByRole("link", { name: "Show all agents" }).click();
  await expect(rows(page)).toHaveCount(20);

  await page.goto(`${world.main.url}/agents?page=999`);
  await expect(page.getByText("There is no page 999")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Pages" })).toHaveCount(0);
  await page.getByRole("link", { name: "back to the first" }).click();
  await expect(rows(page)).toHaveCount(20);

  const { totalPages } = await ask<AgentsResponse>(world.main.apiUrl, "/agents");
  await page.goto(`${world.main.url}/agents?page=1000000`);
  await expect(page.getByText("There is no page 1,000,000")).toBeVisible();
  await page.getByRole("link", { name: "Go to the last" }).click();
  await expect(page).toHaveURL(new RegExp(`page=${totalPages}$`));
  await expectNumbers(page, toNumbers(await ask(world.main.apiUrl, `/agents?page=${totalPages}`)));
  // At the last page the link keeps the focus.
  await page.getByRole("link", { name: "Previous" }).click();
  await expect(page.getByRole("link", { name: "Next" })).toBeEnabled();
  await page.getByRole("link", { name: "Next" }).press("Enter");
  await expect(page).toHaveURL(new RegExp(`page=${totalPages}$`));
  await expect(page.getByRole("link", { name: "Next" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Next" })).toBeDisabled();

  await page.goto(`${world.empty.url}/agents`);
  await expect(page.getByText("No agent is on record yet")).toBeVisible();
});

test("on a phone each agent is an entry of a list, and sorting has its own controls", async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${world.main.url}/agents`);
  await expect(rows(page)).toHaveCount(20);
  await expect(rows(page).first().getByText("Agent 1", { exact: true })).toBeVisible();
  await expectToFit(page);
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Registered");
  await expectNumbers(page, toNumbers(await ask(world.main.apiUrl, "/agents?sort=registeredAt&order=desc")));
  await page.getByRole("link", { name: "Descending" }).click();
  await expectNumbers(page, toNumbers(await ask(world.main.apiUrl, "/agents?sort=registeredAt&order=asc")));
});

test("addresses are short to the eye, whole to assistive technology, on focus and when copied", async ({
  page,
  world,
}) => {
  const { data } = await ask<AgentsResponse>(world.main.apiUrl, "/agents");
  const wallet = data[0]?.agentWallet ?? "";
  await page.goto(`${world.main.url}/agents`);
  const cell = rows(page).first().locator("td").nth(2);
  await expect(cell).toContainText(wallet);
  const bubble = () =>
    cell.locator("[title]").evaluate((element) => getComputedStyle(element, "::after").content);
  expect(await bubble()).toBe("none");
  const copy = cell.getByRole("button", { name: "Copy wallet of agent 1" });
  await copy.focus();
  await page.keyboard.press("Enter");
  await expect(cell.getByRole("button", { name: "Copied: wallet of agent 1" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(wallet);
  expect(await bubble()).toBe(`"${wallet}"`);
  // The cell must not cut it off.
  await expect(cell).toHaveCSS("overflow", "visible");
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toBeAttached();
});

test("every width shows the Haftungsperson, and the time that agents are sorted by", async ({
  page,
  world,
}) => {
  const { data } = await ask<AgentsResponse>(world.main.apiUrl, "/agents?sort=lastAttestation&order=desc");
  const first = data[0];
  const row = rows(page).first();
  await page.goto(`${world.main.url}/agents?sort=lastAttestation`);
  for (const width of [1280, 1000, 768, 360, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(row.getByRole("link", { name: String(first?.agentId) })).toBeVisible();
    const person = row
      .locator("td")
      .nth(3)
      .getByTitle(first?.haftungsperson ?? "", { exact: true });
    await expect(person.first()).toBeVisible();
    await expect(row.locator("td").nth(5).locator("time")).toBeVisible();
    await expectToFit(page);
    if (width >= 1024) continue;
    await page.getByRole("combobox", { name: "Sort by" }).selectOption("Registered");
    await expect(row.locator("td").nth(4).locator("time")).toBeVisible();
    await expect(row.locator("td").nth(5).locator("time")).toBeHidden();
    await page.getByRole("combobox", { name: "Sort by" }).selectOption("Attested");
  }
});

test("on a phone the whole address is on the screen while its button has the focus", async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${world.main.url}/agents`);
  const copy = rows(page).first().getByRole("button", { name: "Copy wallet of agent 1" });
  await copy.focus();
  const bubble = await rows(page)
    .first()
    .locator("td")
    .nth(2)
    .locator("[title]")
    .evaluate((element) => {
      const { content, position, width, left, bottom } = getComputedStyle(element, "::after");
      return { content, position, width: Number.parseFloat(width), left, bottom };
    });
  expect(bubble).toMatchObject({ position: "fixed", left: "16px", bottom: "16px" });
  expect(bubble.content).toMatch(/^"0x[0-9a-fA-F]{40}"$/);
  expect(bubble.width).toBeLessThanOrEqual(328);
  await expectToFit(page);
});

test("copying works without the clipboard API, and says so if it cannot", async ({ page, world }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.goto(`${world.main.url}/agents`);
  const row = rows(page).first();
  const wallet = await row.locator("td").nth(2).locator("[title]").getAttribute("title");
  await row.getByRole("button", { name: "Copy wallet of agent 1" }).press("Enter");
  await expect(row.getByRole("button", { name: "Copied: wallet of agent 1" })).toBeFocused();
  const field = page.getByRole("searchbox", { name: "Search agents" });
  await field.focus();
  await page.keyboard.press("ControlOrMeta+V");
  await expect(field).toHaveValue(wallet ?? "");

  await page.evaluate(() => {
    document.execCommand = () => false;
  });
  await row.getByRole("button", { name: /^Copy Haftungsperson/ }).click();
  await expect(row.getByRole("button", { name: /^Cannot copy here: Haftungsperson/ })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Cannot copy here" })).toBeAttached();
});
