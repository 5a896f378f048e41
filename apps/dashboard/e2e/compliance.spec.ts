import type { ComplianceListResponse } from "@agent-registry/protocol";
import type { Page } from "@playwright/test";
import { runUntilVisible, stopClock } from "./fixtures/clock.ts";
import { ask, CORS, expect, test } from "./fixtures/test.ts";

const DAY = 86_400;
const GREEN = "rgb(27, 122, 72)";
const YELLOW = "rgb(138, 86, 0)";
const RED = "rgb(179, 38, 30)";

const rows = (page: Page) => page.locator("tbody tr[data-index]");

/** Answers with agents whose attestations are this old. */
async function answerWith(page: Page, ages: number[]): Promise<void> {
  const data = ages.map((secondsSinceAttestation, index) => ({
    agentId: index + 1,
    creator: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    status: "Active",
    compliance: {
      isActive: true,
      attestationCurrent: secondsSinceAttestation <= 7 * DAY,
      secondsSinceAttestation,
      childCount: 0,
      status: "Active",
    },
  }));
  await page.route("**/api/v1/agents/compliance", (route) =>
    route.fulfill({ json: { total: data.length, data }, headers: CORS }),
  );
}

test("the compliance page lists every agent, the longest silent first", async ({ page, world }) => {
  const { data } = await ask<ComplianceListResponse>(world.main.apiUrl, "/agents/compliance");
  await page.goto(`${world.main.url}/compliance`);
  await expect(page).toHaveTitle("Compliance · Agent Registry");
  await expect(page.getByRole("columnheader", { name: "Time Since" })).toBeVisible();
  await expect(rows(page)).toHaveCount(data.length);
  const numbers = await rows(page).locator("td:first-child").allInnerTexts();
  expect(numbers.map((text) => Number(text.replace(/\D/g, "")))).toEqual(data.map(({ agentId }) => agentId));
});

test("ages have the specified colours at the exact boundaries, with words beside them", async ({
  page,
  world,
}) => {
  // The clock stands still: a second more would be another colour.
  await page.clock.setFixedTime(new Date());
  const expected = [
    [7 * DAY + 1, RED, "overdue"],
    [7 * DAY, YELLOW, "lapsing"],
    [5 * DAY, YELLOW, "lapsing"],
    [5 * DAY - 1, GREEN, "current"],
    [0, GREEN, "current"],
  ] as const;
  await answerWith(
    page,
    expected.map(([age]) => age),
  );
  await page.goto(`${world.bare.url}/compliance`);
  await expect(rows(page)).toHaveCount(expected.length);
  for (const [index, [, colour, word]] of expected.entries()) {
    const age = rows(page).nth(index).locator("[data-state]");
    await expect(age).toContainText(word);
    await expect(age).toHaveCSS("color", colour);
  }
});

test("nothing is overdue of an agent that was revoked or terminated", async ({ page, world }) => {
  const { data } = await ask<ComplianceListResponse>(world.main.apiUrl, "/agents/compliance");
  await page.goto(`${world.main.url}/compliance`);
  for (const status of ["Revoked", "Terminated"] as const) {
    const row = rows(page).nth(data.findIndex((agent) => agent.status === status));
    await expect(row).toContainText(status);
    await expect(row).toContainText("no longer due");
    await expect(row).not.toContainText("overdue");
    await expect(row.getByRole("img")).toHaveCount(0);
  }
});

test("an age ticks, and changes colour at the boundary", async ({ page, world }) => {
  await stopClock(page);
  await answerWith(page, [7 * DAY - 3, 59]);
  await page.goto(`${world.bare.url}/compliance`);
  const first = rows(page).nth(0).locator("[data-state]");
  await runUntilVisible(page, first);
  await expect(first).toContainText("lapsing");
  // The page may be shown before its script counts: each second is run until the age has followed.
  const runSecond = async () => {
    await page.clock.runFor(1_000);
    return first.textContent();
  };
  await expect.poll(runSecond).toContain("overdue");
  await expect(first).toHaveCSS("color", RED);
  await expect(rows(page).nth(1).locator("[data-state]")).toContainText(/^1 minute/);
});

test("an age counts from when the API made its answer, not from when it came", async ({ page, world }) => {
  await page.clock.setFixedTime(Math.floor(Date.now() / 1000) * 1000);
  await page.route("**/api/v1/agents/compliance", async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as ComplianceListResponse;
    const first = data.slice(0, 1).map((item) => ({
      ...item,
      compliance: { ...item.compliance, secondsSinceAttestation: 3_600 },
    }));
    await route.fulfill({
      response,
      headers: { ...response.headers(), age: "240" },
      json: { total: 1, data: first },
    });
  });
  await page.goto(`${world.bare.url}/compliance`);
  await expect(rows(page).first()).toContainText("1 hour 4 minutes");
});

test("the list can be narrowed to one group; the address bar keeps it", async ({ page, world }) => {
  await page.clock.setFixedTime(new Date());
  await answerWith(page, [9 * DAY, 8 * DAY, 6 * DAY, DAY]);
  await page.goto(`${world.bare.url}/compliance`);
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole("link", { name: "Over 7 days 2" }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(/\?age=overdue$/);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await page.goBack();
  await expect(rows(page)).toHaveCount(4);
});

test("of ten thousand agents only those in sight are drawn", async ({ page, world }) => {
  await answerWith(
    page,
    Array.from({ length: 10_000 }, (_, index) => 30 * DAY - index * 100),
  );
  await page.goto(`${world.bare.url}/compliance`);
  await expect(rows(page).first()).toBeVisible();
  expect(await rows(page).count()).toBeLessThan(100);
  await expect(page.getByRole("table")).toHaveAttribute("aria-rowcount", "10001");
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole("link", { name: "Agent 10000" })).toBeVisible();
  expect(await rows(page).count()).toBeLessThan(100);
});

for (const width of [1280, 360]) {
  test(`a long list is as long as its rows, ${width} wide`, async ({ page, world }) => {
    const count = 1_000;
    await page.setViewportSize({ width, height: 800 });
    await answerWith(
      page,
      Array.from({ length: count }, (_, index) => 30 * DAY - index * 100),
    );
    await page.goto(`${world.bare.url}/compliance`);
    await expect(rows(page).first()).toBeVisible();
    const read = () =>
      page.locator("tbody").evaluate((body, total) => {
        const row = body.querySelector("tr[data-index]")?.getBoundingClientRect().height ?? 0;
        return Math.abs(body.getBoundingClientRect().height - row * total);
      }, count);
    await expect.poll(read).toBeLessThan(10);
  });
}

test("the compliance page speaks of active agents only, and groups the digits of counts", async ({
  page,
  world,
}) => {
  await page.route("**/api/v1/agents/compliance", async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as ComplianceListResponse;
    const first = data.slice(0, 1).map((item) => ({
      ...item,
      compliance: { ...item.compliance, childCount: 12_345 },
    }));
    await route.fulfill({ response, json: { total: 1, data: first } });
  });
  await page.goto(`${world.bare.url}/compliance`);
  await expect(page.getByText("Every active agent must attest")).toBeVisible();
  await expect(rows(page).first()).toContainText("12,345");
});

test("an empty register has an empty list", async ({ page, world }) => {
  await page.goto(`${world.empty.url}/compliance`);
  await expect(page.getByText("No agent is on record yet.")).toBeVisible();
});
