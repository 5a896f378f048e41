import type { AgentsResponse } from "@agent-registry/protocol";
import type { Page } from "@playwright/test";
import { ask, expect, test } from "./world/test.ts";

const rows = (page: Page) => page.locator("tbody tr");
/** The numbers in the first column, once they are those expected. */
async function expectNumbers(page: Page, numbers: number[]): Promise<void> {
  await expect
    .poll(async () =>
      (await rows(page).locator("td:first-child").allInnerTexts()).map((text) =>
        Number(text.replace(/\D/g, "")),
      ),
    )
    .toEqual(numbers);
}
const toNumbers = ({ data }: AgentsResponse) => data.map(({ agentId }) => agentId);

test("lists 20 a page, and every page has its address", async ({ page, world }) => {
  const { apiUrl, url } = world.main;
  await page.goto(`${url}/agents`);
  await expect(page).toHaveTitle("Agents · Agent Registry");
  await expectNumbers(page, toNumbers(await ask(apiUrl, "/agents?page=1")));
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await expectNumbers(page, toNumbers(await ask(apiUrl, "/agents?page=2")));
  await page.getByRole("button", { name: "Page 3" }).click();
  await expectNumbers(page, toNumbers(await ask(apiUrl, "/agents?page=3")));
  await page.goBack();
  await expect(page).toHaveURL(/\?page=2$/);
  await expectNumbers(page, toNumbers(await ask(apiUrl, "/agents?page=2")));
  await page.goBack();
  await expectNumbers(page, toNumbers(await ask(apiUrl, "/agents?page=1")));
});

test("sorts by number, registration and attestation, both ways", async ({ page, world }) => {
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
    await page.getByRole("button", { name: heading }).click();
    await expectNumbers(page, toNumbers(await ask(apiUrl, `/agents?${query}`)));
    const direction = query.endsWith("asc") ? "ascending" : "descending";
    await expect(page.getByRole("columnheader", { name: heading })).toHaveAttribute("aria-sort", direction);
  }
});

test("filters by status; the back button undoes it", async ({ page, world }) => {
  const { apiUrl, url } = world.main;
  await page.goto(`${url}/agents?page=2`);
  await expect(rows(page)).toHaveCount(20);
  await page.getByRole("radio", { name: "Terminated" }).click();
  await expect(page).toHaveURL(/\/agents\?status=Terminated$/);
  await expectNumbers(page, toNumbers(await ask(apiUrl, "/agents?status=Terminated")));
  await page.goBack();
  await expect(page).toHaveURL(/\?page=2$/);
  await expectNumbers(page, toNumbers(await ask(apiUrl, "/agents?page=2")));
});

test("finds agents by number, wallet and scope", async ({ page, world }) => {
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

test("a shared address shows the same view", async ({ page, world }) => {
  const { apiUrl, url } = world.main;
  const query = "search=route&status=Active&sort=registeredAt&order=asc&page=2";
  await page.goto(`${url}/agents?${query}`);
  await expectNumbers(page, toNumbers(await ask(apiUrl, `/agents?${query}`)));
  await expect(page.getByRole("searchbox", { name: "Search agents" })).toHaveValue("route");
  await expect(page.getByRole("radio", { name: "Active" })).toBeChecked();
});

test("says when nothing fits, and when a page does not exist", async ({ page, world }) => {
  await page.goto(`${world.main.url}/agents?search=no-such-scope-anywhere`);
  await expect(page.getByText("No agent fits")).toBeVisible();
  await page.getByRole("link", { name: "Show all agents" }).click();
  await expect(rows(page)).toHaveCount(20);

  await page.goto(`${world.main.url}/agents?page=999`);
  await expect(page.getByText("There is no page 999")).toBeVisible();
  await page.getByRole("button", { name: "Back to the first" }).click();
  await expect(rows(page)).toHaveCount(20);

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
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Registered");
  await expectNumbers(page, toNumbers(await ask(world.main.apiUrl, "/agents?sort=registeredAt&order=desc")));
  await page.getByRole("button", { name: "Descending" }).click();
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
