import type {
  AgentResponse,
  AgentsResponse,
  HistoryResponse,
  RevenueResponse,
} from "@agent-registry/protocol";
import { formatCents } from "../src/shared/format-money.ts";
import { ask, expect, test } from "./world/test.ts";
import type { World } from "./world/world.ts";

/** The first agent that has what a test needs. */
async function findAgent({ main }: World, fits: (answer: AgentResponse) => boolean | Promise<boolean>) {
  for (let id = 1; id <= 60; id += 1) {
    const answer = await ask<AgentResponse>(main.apiUrl, `/agent/${id}`);
    if (await fits(answer)) return answer;
  }
  throw new Error("The population has no such agent");
}

test("shows who the agent is, who answers for it, and since when", async ({ page, world }) => {
  const { agent, children } = await findAgent(
    world,
    (answer) => answer.agent.parentAgentId !== 0 && answer.children.length > 0,
  );
  await page.goto(`${world.main.url}/agents/${agent.agentId}`);
  await expect(page).toHaveTitle(`Agent ${agent.agentId} · Agent Registry`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Agent ${agent.agentId}`);
  await expect(page.getByRole("main")).toContainText(agent.operationalScope);
  const entry = page.getByRole("region", { name: "Entry" });
  for (const value of [
    agent.haftungsperson,
    agent.agentWallet,
    agent.creator,
    agent.constitutionHash,
    agent.capabilityHash,
  ])
    await expect(entry).toContainText(value);
  await expect(entry.getByText("Self-modifying").locator("..")).toContainText(
    agent.selfModifying ? "Yes" : "No",
  );
  await expect(entry.locator(`time[datetime="${agent.registeredAt}"]`).first()).toBeVisible();
  await expect(entry.getByRole("link", { name: `Agent ${agent.parentAgentId}` })).toBeVisible();

  const lineage = page.getByRole("region", { name: "Lineage" });
  for (const child of children.slice(0, 12))
    await expect(lineage.getByRole("link", { name: `Agent ${child}`, exact: true })).toBeVisible();
  await lineage.getByRole("link", { name: "Whole tree" }).click();
  await expect(page).toHaveURL(new RegExp(`/lineage/${agent.agentId}$`));
});

test("an active agent's standing is a sentence with seven steps", async ({ page, world }) => {
  const { agent } = await findAgent(
    world,
    ({ compliance }) => compliance.isActive && compliance.secondsSinceAttestation < 4 * 86_400,
  );
  await page.goto(`${world.main.url}/agents/${agent.agentId}`);
  const verdict = page.locator("section[aria-labelledby=verdict]");
  await expect(verdict.getByRole("heading")).toHaveText("Compliant");
  await expect(verdict).toContainText(
    /Active; last attested .+ ago\. The attestation holds for another .+\./,
  );
  await expect(verdict.getByRole("img", { name: /^Day \d of 7$/ })).toBeVisible();
});

for (const status of ["Suspended", "Revoked", "Terminated"] as const) {
  test(`a ${status} agent's standing tells who did it, and why`, async ({ page, world }) => {
    const { data } = await ask<AgentsResponse>(world.main.apiUrl, `/agents?status=${status}`);
    const id = data[0]?.agentId;
    const history = await ask<HistoryResponse>(world.main.apiUrl, `/agent/${id}/history?order=desc`);
    const change = history.data.find((filing) => filing.kind === "status-changed");
    await page.goto(`${world.main.url}/agents/${id}`);
    const verdict = page.locator("section[aria-labelledby=verdict]");
    await expect(verdict.getByRole("heading")).toHaveText("Not compliant");
    const by = status === "Terminated" ? "by the agent’s wallet" : "by a regulator";
    await expect(verdict).toContainText(new RegExp(`${status} ${by} .+ ago`));
    if (change?.kind === "status-changed" && change.reason !== "")
      await expect(verdict).toContainText(`“${change.reason}”`);
    await expect(page.getByRole("heading", { level: 1 }).locator("..").getByText(status)).toBeVisible();
  });
}

test("consents are told by word", async ({ page, world }) => {
  const given = await findAgent(world, async ({ agent }) => {
    const consents = await ask<{ wallet: boolean; haftungsperson: boolean }>(
      world.main.apiUrl,
      `/agent/${agent.agentId}/consents`,
    );
    return consents.wallet && !consents.haftungsperson && agent.parentAgentId === 0;
  });
  await page.goto(`${world.main.url}/agents/${given.agent.agentId}`);
  const consents = page.getByRole("region", { name: "Consents" });
  await expect(consents.getByText("Wallet").locator("..")).toContainText("given");
  await expect(consents.getByText("Haftungsperson").locator("..")).toContainText("not given");
  await expect(consents.getByText("Parent", { exact: true }).locator("..")).toContainText("has no parent");
});

test("revenue is paged from the newest, with a chart", async ({ page, world }) => {
  const { agent } = await findAgent(
    world,
    async ({ agent: { agentId, status } }) =>
      status === "Active" &&
      (await ask<RevenueResponse>(world.main.apiUrl, `/agent/${agentId}/revenue`)).total > 10,
  );
  const { data, total } = await ask<RevenueResponse>(world.main.apiUrl, `/agent/${agent.agentId}/revenue`);
  const newest = data.toReversed();
  await page.goto(`${world.main.url}/agents/${agent.agentId}`);
  const revenue = page.getByRole("region", { name: "Revenue" });
  await expect(revenue).toContainText(`${total} reports`);
  await expect(revenue.locator("svg .recharts-bar-rectangle").first()).toBeVisible();
  const amounts = revenue
    .getByRole("table", { name: "Revenue reports, newest first" })
    .locator("tbody tr td:last-child");
  await expect(amounts).toHaveText(
    newest.slice(0, 10).map(({ amount, currency }) => `${formatCents(amount, "en-GB")} ${currency}`),
  );
  await revenue.getByRole("button", { name: "Next" }).click();
  await expect(amounts).toHaveText(
    newest.slice(10, 20).map(({ amount, currency }) => `${formatCents(amount, "en-GB")} ${currency}`),
  );
});

test("every filing is told with its transaction; older ones on demand", async ({ page, world }) => {
  const { agent } = await findAgent(
    world,
    async ({ agent: { agentId } }) =>
      (await ask<HistoryResponse>(world.main.apiUrl, `/agent/${agentId}/history`)).total > 20,
  );
  const { data, total } = await ask<HistoryResponse>(
    world.main.apiUrl,
    `/agent/${agent.agentId}/history?order=desc&limit=100`,
  );
  await page.goto(`${world.main.url}/agents/${agent.agentId}`);
  const history = page.getByRole("region", { name: "Filing history" });
  await expect(history.getByRole("listitem")).toHaveCount(20);
  await expect(history.getByRole("listitem").first()).toContainText(data[0]?.transactionHash ?? "");
  // No explorer knows a local chain.
  await expect(history.getByRole("link")).toHaveCount(0);
  while (await history.getByRole("button", { name: "Show older filings" }).isVisible()) {
    const before = await history.getByRole("listitem").count();
    await history.getByRole("button", { name: "Show older filings" }).click();
    await expect.poll(() => history.getByRole("listitem").count()).toBeGreaterThan(before);
  }
  await expect(history.getByRole("listitem")).toHaveCount(total);
  await expect(history.getByRole("listitem").last()).toContainText("Registered");
});

test("on a public chain transactions link to its explorer", async ({ page, world }) => {
  await page.route("**/api/v1/stats", async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...(await response.json()), chain: "https://sepolia.base.org" },
    });
  });
  const { data } = await ask<HistoryResponse>(world.main.apiUrl, "/agent/1/history?order=desc");
  await page.goto(`${world.main.url}/agents/1`);
  const link = page.getByRole("region", { name: "Filing history" }).getByRole("link").first();
  await expect(link).toHaveAttribute("href", `https://sepolia.basescan.org/tx/${data[0]?.transactionHash}`);
  await expect(link).toHaveAttribute("rel", /noreferrer/);
});

test("what is not on record says so", async ({ page, world, expectFaults }) => {
  expectFaults(/404 \(Not Found\)/);
  await page.goto(`${world.main.url}/agents/99999`);
  await expect(page.getByText("Not on record")).toBeVisible();
  await expect(page.getByText(/Trying again/)).toBeHidden();
  for (const path of ["/agents/abc", "/agents/-1", "/agents/1.5", "/no-such-page"]) {
    const response = await page.goto(world.main.url + path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no such page");
  }
});

test("prints as an extract of the register", async ({ page, world }) => {
  const { agent } = await ask<AgentResponse>(world.main.apiUrl, "/agent/2");
  await page.goto(`${world.main.url}/agents/2`);
  await expect(
    page.getByRole("region", { name: "Filing history" }).getByRole("listitem").first(),
  ).toBeVisible();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByText(/^Extract of the Agent Registry, /)).toBeVisible();
  await expect(page.getByText(agent.capabilityHash, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("button", { name: "Extract" })).toBeHidden();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    "rgb(255, 255, 255)",
  );
});
