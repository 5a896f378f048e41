import type { AgentAtResponse, HistoryResponse } from "@agent-registry/protocol";
import { findEntry, PARTY_STATES } from "./fixtures/find-entry.ts";
import { unfold } from "./fixtures/history.ts";
import { ask, expect, listRequests, test } from "./fixtures/test.ts";
import type { World } from "./fixtures/world.ts";

const DAY_MS = 86_400_000;

/** An agent that a regulator suspended on a later day than it was registered on, with all its filings. */
async function findSuspended(world: World) {
  const entry = await findEntry(
    world,
    ({ agent, filings }) =>
      agent.status === "Suspended" &&
      filings.some(({ kind }) => kind === "attested") &&
      filings[0]?.kind !== "registered",
  );
  const id = entry.agent.agentId;
  const history = await ask<HistoryResponse>(world.main.apiUrl, `/agent/${id}/history?order=desc&limit=500`);
  const suspension = history.data.findIndex(
    (filing) => filing.kind === "status-changed" && filing.newStatus === "Suspended",
  );
  return { ...entry, id, filings: history.data, suspension };
}

test("an entry is shown as it stood before what changed it, and tells what has happened since", async ({
  page,
  world,
}) => {
  const { id, filings, suspension } = await findSuspended(world);
  const change = filings[suspension];
  const before = filings[suspension + 1];
  if (change === undefined || before === undefined) throw new Error("The suspension has no filing before it");
  const then = await ask<AgentAtResponse>(world.main.apiUrl, `/agent/${id}/at?block=${before.blockNumber}`);
  const asked = listRequests(page, ({ pathname }) => pathname.startsWith("/api/v1/agent/"));

  // From the history of today into the past.
  await page.goto(`${world.main.url}/agents/${id}`);
  const history = page.getByRole("region", { name: "Filing history" });
  await expect(history.getByRole("listitem").first()).toBeVisible();
  await unfold(history);
  await history.locator(`a[href="/agents/${id}?block=${before.blockNumber}"]`).first().click();
  await expect(page).toHaveURL(`${world.main.url}/agents/${id}?block=${before.blockNumber}`);
  const band = page.getByRole("note");
  await expect(band).toContainText(
    new RegExp(`^As it stood at block ${before.blockNumber.toLocaleString("en-GB")}, .+ UTC`),
  );
  const entry = page.getByRole("region", { name: "Entry" });
  await expect(entry).toContainText(then.agent.haftungsperson);
  await expect(entry).toContainText(then.agent.constitutionHash);
  await expect(entry).not.toContainText(" ago");
  await expect(entry.locator(`time[datetime="${then.agent.lastAttestation}"]`)).toBeVisible();
  const heading = page.getByRole("heading", { level: 1 }).locator("..");
  await expect(heading).toContainText(then.agent.status);
  await expect(heading).not.toContainText("Suspended");
  await expect(page.locator("section[aria-labelledby=verdict] h2")).toHaveText(/^(Was|Had been) /);
  await expect(page.getByText(/^Since then: .*suspended/)).toBeVisible();
  // Nothing of today stands among it.
  await expect(page.getByRole("region", { name: "Revenue" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Lineage" })).toHaveCount(0);
  await expect(history.getByText("Suspended")).toHaveCount(0);
  const kept = filings.filter(({ blockNumber }) => blockNumber <= before.blockNumber).length;
  await expect(history).toContainText(`${kept} filing`);

  // On to the suspension, and back to today.
  const answers = asked.filter((url) => url.includes("/at?")).length;
  await page.getByRole("link", { name: "Next filing" }).click();
  await expect(page).toHaveURL(`${world.main.url}/agents/${id}?block=${change.blockNumber}`);
  await expect(heading).toContainText("Suspended");
  await expect(page.locator("section[aria-labelledby=verdict]")).toContainText(/Suspended by .+ on \d+ /);
  await page.getByRole("link", { name: "Previous filing" }).click();
  await expect(heading).not.toContainText("Suspended");
  // What was answered is not asked again: the past does not change.
  expect(asked.filter((url) => url.includes("/at?")).length).toBe(answers + 1);
  await band.getByRole("link", { name: "Today’s entry" }).click();
  await expect(page).toHaveURL(`${world.main.url}/agents/${id}`);
  await expect(page.getByRole("region", { name: "Lineage" })).toBeVisible();
});

test("a day is its end in UTC, asked for by a form that needs no script", async ({ page, world }) => {
  const { id, agent, filings, suspension } = await findSuspended(world);
  const change = filings[suspension];
  const day = change?.timestamp.slice(0, 10) ?? "";
  const dayBefore = new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
  await page.goto(`${world.main.url}/agents/${id}`);
  const form = page.locator("form").filter({ hasText: "As of" });
  await form.getByLabel("As of").fill(dayBefore);
  await form.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(`${world.main.url}/agents/${id}?at=${dayBefore}`);
  const heading = page.getByRole("heading", { level: 1 }).locator("..");
  await expect(page.getByRole("note")).toContainText(/^As it stood on \d+ \w+ \d{4}, block [\d,]+/);
  await expect(heading).toContainText("Active");
  await expect(form.getByLabel("As of")).toHaveValue(dayBefore);
  await form.getByLabel("As of").fill(day);
  await form.getByLabel("As of").press("Enter");
  await expect(heading).toContainText("Suspended");

  // The same question about the wallet, and from its answer to the entry of that day.
  await page.goto(`${world.main.url}/kya?wallet=${agent.agentWallet}`);
  await expect(page.locator("section[aria-labelledby=verdict] h2")).toHaveText("Registered, not compliant");
  await form.getByLabel("As of").fill(dayBefore);
  await form.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(`${world.main.url}/kya?wallet=${agent.agentWallet}&at=${dayBefore}`);
  await expect(page.getByRole("note")).toContainText(/^As it stood on /);
  await expect(page.locator("section[aria-labelledby=verdict] h2")).not.toContainText("Registered");
  await expect(page.getByText(/^Since then: .*suspended/)).toBeVisible();
  await expect(page.getByRole("link", { name: `Agent ${id} as it stood then` })).toHaveAttribute(
    "href",
    `/agents/${id}?at=${dayBefore}`,
  );
  await page.getByRole("link", { name: "Today’s answer" }).click();
  await expect(page).toHaveURL(`${world.main.url}/kya?wallet=${agent.agentWallet}`);
});

test("a moment without an answer is explained in a sentence", async ({ page, world, expectFaults }) => {
  expectFaults(/40[04] \((Bad Request|Not Found)\)/);
  const { agent } = await findEntry(world, PARTY_STATES.agreed);
  const address = `${world.main.url}/agents/${agent.agentId}`;
  const alert = page.getByRole("main").getByRole("alert").filter({ hasText: /./ });
  const tomorrow = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10);
  for (const [query, sentence] of [
    [`at=${tomorrow}`, /^Not yetThe register has not come to .+ yet\. Its newest block is [\d,]+ of /],
    ["block=999999999", /^Not yetThe register has not come to block 999,999,999 yet\./],
    ["at=2020-01-01", /was not on record on 1 January 2020: it was registered on /],
    ["block=0", /was not on record at block 0: it was registered on /],
    ["at=2026-02-30", /This is not a day\. Write it as year, month and day/],
    ["block=x", /This is not the number of a block\./],
  ] as const) {
    await page.goto(`${address}?${query}`);
    await expect(alert).toContainText(sentence);
    await expect(page.getByRole("link", { name: /today’s entry/i })).toBeVisible();
    await expect(page.getByText(/Trying again/)).toHaveCount(0);
  }
  await page.goto(`${address}?block=0`);
  await page.getByRole("link", { name: "The entry as it was registered" }).click();
  await expect(page.getByRole("note")).toContainText(/^As it stood on /);
  await expect(page.getByText("No filing before")).toBeVisible();

  await page.goto(`${world.main.url}/agents/99999?at=2020-01-01`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Agent 99999 is not on record");
  await page.goto(`${world.main.url}/kya?wallet=${agent.agentWallet}&at=2020-01-01`);
  await expect(page.locator("section[aria-labelledby=verdict]")).toContainText(
    "Was not registeredNothing had been filed in the register yet.",
  );
});
