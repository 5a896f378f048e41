import type {
  AgentResponse,
  AgentsResponse,
  EnforcementResponse,
  HistoryResponse,
  KyaResponse,
  RevenueResponse,
} from "@agent-registry/protocol";
import { devAccounts } from "@agent-registry/testkit";
import type { Browser } from "@playwright/test";
import { formatCents } from "../src/shared/text/format-money.ts";
import { countFilings, FILING, unfold } from "./fixtures/history.ts";
import { startApi, startDashboard } from "./fixtures/processes.ts";
import { ask, expect, listRequests, test } from "./fixtures/test.ts";

const PERSON = devAccounts.haftungsperson.address;

/** What each page must say without a script. */
const WORDS: { path: string; words: (string | RegExp)[] }[] = [
  { path: "/", words: ["Agents on record", /\d+ active/, "USDC", "Generation 1"] },
  { path: "/agents", words: [/\d+ agents on record/, "Translation of court records", "liable"] },
  { path: "/agents?status=Revoked", words: [/\d+ agents?, Revoked/] },
  { path: "/agents/2", words: ["Haftungsperson", "Consents", "Registered", "Filing history"] },
  { path: "/lineage/2", words: ["Lineage of agent 2", "generation"] },
  { path: "/compliance", words: ["Agents by time since their last attestation", /\d+ days/] },
  { path: "/revenue", words: ["By currency", "USDC", "By category", "Top 10 earners"] },
  { path: "/check", words: ["What is checked"] },
];

async function readWithoutScript(browser: Browser, url: string): Promise<{ status: number; text: string }> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const response = await page.goto(url);
  const text = await page.locator("body").innerText();
  await context.close();
  return { status: response?.status() ?? 0, text };
}

test("every page says everything without a script", async ({ browser, world }) => {
  for (const { path, words } of WORDS) {
    const { status, text } = await readWithoutScript(browser, world.main.url + path);
    expect(status, path).toBe(200);
    for (const word of words) expect(text, path).toMatch(word instanceof RegExp ? word : new RegExp(word));
    expect(text, path).not.toMatch(/^Loading /m);
    // The footer's chain.
    expect(text, path).toContain("Private chain 84532 · Registry");
  }
});

test("a check is answered without a script, and its form works", async ({ browser, world }) => {
  const { agent } = await ask<AgentResponse>(world.main.apiUrl, "/agent/2");
  const { isCompliant } = await ask<KyaResponse>(world.main.apiUrl, `/kya/${agent.agentWallet}`);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${world.main.url}/kya`);
  await page.getByLabel("Wallet of the agent").fill(agent.agentWallet);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page).toHaveURL(`${world.main.url}/kya?wallet=${agent.agentWallet}`);
  const main = page.getByRole("main");
  await expect(main).toContainText("Agent 2");
  await expect(main.getByRole("heading", { level: 2 }).first()).toHaveText(
    isCompliant ? /[Cc]ompliant/ : /[Nn]ot compliant|[Ss]uspended|[Rr]evoked|[Tt]erminated|overdue/,
  );
  await context.close();
});

test("without a script every list is filtered, sorted, searched and read to its end", async ({
  browser,
  world: { main, edgeCases },
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const follow = (name: string | RegExp) =>
    page.getByRole("main").getByRole("link", { name }).first().click();
  const expectAgents = async (query: string) => {
    const { data } = await ask<AgentsResponse>(main.apiUrl, `/agents?${query}`);
    await expect
      .poll(async () => {
        const numbers = await page.locator("tbody tr td:first-child").allInnerTexts();
        return numbers.map((text) => Number(text.replace(/\D/g, "")));
      })
      .toEqual(data.map(({ agentId }) => agentId));
  };

  await page.goto(`${main.url}/agents`);
  await follow("Next");
  await expectAgents("page=2");
  await follow(/^Active$/);
  await expectAgents("status=Active");
  await follow("Registered");
  await expectAgents("status=Active&sort=registeredAt&order=desc");
  await follow("Next");
  await expectAgents("status=Active&sort=registeredAt&order=desc&page=2");
  await page.getByRole("searchbox", { name: "Search agents" }).fill("route");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(`${main.url}/agents?status=Active&sort=registeredAt&search=route`);
  await expectAgents("status=Active&sort=registeredAt&order=desc&search=route");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Attested");
  await page.getByRole("button", { name: "Sort" }).click();
  await expectAgents("status=Active&sort=lastAttestation&order=desc&search=route");
  await page.setViewportSize({ width: 1280, height: 900 });

  const { total } = await ask<AgentsResponse>(main.apiUrl, `/haftungsperson/${PERSON}?status=Suspended`);
  await page.goto(`${main.url}/people/${PERSON}`);
  await follow(/^Suspended$/);
  await expect(page.getByRole("main")).toContainText(`${total} agents, Suspended`);
  await expect(page.getByRole("navigation", { name: "Roles" })).not.toContainText("…");

  await page.goto(`${main.url}/compliance`);
  await follow(/^Over 7 days/);
  await expect(page).toHaveURL(`${main.url}/compliance?age=overdue`);
  await expect(page.locator("tbody")).not.toContainText("current");
  await page.goto(`${main.url}/enforcement`);
  await follow("Older");
  await expect(page).toHaveURL(/after=/);
  await follow("Refused");
  await expect(page).toHaveURL(`${main.url}/enforcement?kind=refused`);
  const refusals = await ask<EnforcementResponse>(main.apiUrl, "/enforcement?kind=refused");
  await expect(page.getByRole("main").getByRole("listitem").first()).toContainText(
    `Agent ${refusals.data[0]?.agentId}:`,
  );

  await page.goto(`${main.url}/revenue`);
  await follow(/^EUR/);
  await expect(page).toHaveURL(/currency=EUR/);
  await follow("Months");
  await expect(page).toHaveURL(`${main.url}/revenue?currency=EUR&interval=month`);
  await expect(
    page.getByRole("region", { name: "Top 10 earners" }).locator("tbody tr").first(),
  ).toContainText("EUR");

  await page.goto(`${main.url}/agents/${edgeCases.wide}`);
  await follow("Show the other 41");
  await expect(page.getByRole("region", { name: "Lineage" }).getByRole("listitem")).toHaveCount(53);
  await page.goto(`${main.url}/lineage/${edgeCases.wide}`);
  await follow("Collapse all");
  await expect(page.getByRole("treeitem")).toHaveCount(1);
  await expect(page.getByRole("treeitem")).toContainText("Franchise of route planners");
  await follow("Expand all");
  await expect(page.getByRole("treeitem").nth(1)).toBeVisible();
  await context.close();
});

test("without a script an entry's older filings and reports can be read", async ({
  browser,
  world: { main },
}) => {
  const find = async (resource: "history" | "revenue", more: number) => {
    const { data } = await ask<AgentsResponse>(main.apiUrl, "/agents?limit=100");
    for (const { agentId } of data) {
      const { total } = await ask<{ total: number }>(main.apiUrl, `/agent/${agentId}/${resource}?limit=1`);
      if (total > more) return { agentId, total };
    }
    throw new Error(`No agent has more than ${more} in its ${resource}`);
  };
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const filed = await find("history", 20);
  await page.goto(`${main.url}/agents/${filed.agentId}`);
  const history = page.getByRole("region", { name: "Filing history" });
  expect(await countFilings(history)).toBe(20);
  await history.getByRole("link", { name: "Show older filings" }).click();
  await expect(page).toHaveURL(`${main.url}/agents/${filed.agentId}?filings=2`);
  expect(await countFilings(history)).toBe(filed.total);

  const filings = await ask<HistoryResponse>(
    main.apiUrl,
    `/agent/${filed.agentId}/history?order=desc&limit=200`,
  );
  const attestations = filings.data.filter(({ kind }) => kind === "attested");
  await unfold(history);
  const attested = history.locator(FILING).filter({ hasText: "Attested compliance" });
  await expect(attested).toHaveCount(attestations.length);
  for (const [index, text] of (await attested.allTextContents()).entries())
    expect(text).toContain(attestations[index]?.transactionHash);
  const unfolded = history.getByRole("link", { name: /^Fold/ });
  const lines = await unfolded.count();
  await unfolded.first().click();
  await expect(unfolded).toHaveCount(lines - 1);
  // The browser stays at the line instead of at the top of the page.
  await expect(history.getByRole("link", { name: /^Show each/ })).toBeInViewport();
  expect(await countFilings(history)).toBe(filed.total);

  const { agentId } = await find("revenue", 10);
  const { data } = await ask<RevenueResponse>(main.apiUrl, `/agent/${agentId}/revenue`);
  await page.goto(`${main.url}/agents/${agentId}`);
  const revenue = page.getByRole("region", { name: "Revenue" });
  await revenue.getByRole("link", { name: "Next" }).click();
  await expect(
    revenue.getByRole("table", { name: /^Revenue reports/ }).locator("tbody td:last-child"),
  ).toHaveText(
    data
      .toReversed()
      .slice(10, 20)
      .map(({ amount, currency }) => `${formatCents(amount)} ${currency}`),
  );
  await context.close();
});

test("an entry that there is not answers 404, in words", async ({ browser, world, request }) => {
  for (const path of ["/agents/99999", "/lineage/99999"]) {
    const { status, text } = await readWithoutScript(browser, world.main.url + path);
    expect(status, path).toBe(404);
    expect(text, path).toContain("Agent 99999 is not on record");
    expect(text, path).toContain("All agents");
  }
  const found = await request.get(`${world.main.url}/agents/2`);
  expect(found.status()).toBe(200);
});

test("a shared link has a preview", async ({ page, world }) => {
  const { agent } = await ask<AgentResponse>(world.main.apiUrl, "/agent/2");
  await page.goto(`${world.main.url}/agents/2`);
  const read = (name: string) =>
    page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute("content");
  expect(await read("og:title")).toBe("Agent 2 · Agent Registry");
  const description = (await read("og:description")) ?? "";
  expect(description).toContain(agent.operationalScope);
  expect(description).toContain(agent.status);
  expect(await read("description")).toBe(description);
});

test("a page that came with its data asks for nothing until it refreshes", async ({ page, world }) => {
  const asked = listRequests(page, ({ origin }) => origin === world.main.apiUrl);
  for (const path of ["/", "/agents", "/agents/2", "/lineage/2", "/compliance", "/revenue", "/kya"]) {
    await page.goto(world.main.url + path);
    // Reacts to the key only once its script runs.
    await expect(async () => {
      await page.keyboard.press("/");
      await expect(page.getByRole("searchbox", { name: "Find an agent" }).first()).toBeFocused({
        timeout: 500,
      });
    }).toPass();
  }
  expect(asked).toEqual([]);
});

test("a page comes by Brotli, or by what else the browser takes", async ({ request, world }) => {
  const url = `${world.main.url}/compliance`;
  for (const [accepted, encoding] of [
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["identity", undefined],
  ] as const) {
    const response = await request.get(url, { headers: { "Accept-Encoding": accepted } });
    expect(response.headers()["content-encoding"], accepted).toBe(encoding);
    expect(response.headers().vary, accepted).toContain("Accept-Encoding");
    expect(await response.text(), accepted).toContain("</html>");
  }
});

test("each visitor of a page has a limit of its own", async ({ world, request }) => {
  const { rpcUrl, registryAddress } = world;
  const secret = "known to the dashboard and to the API";
  const api = await startApi({ rpcUrl, registryAddress, ratePerMinute: 12, secret });
  const dashboard = await startDashboard({ apiUrl: api.url, secret, trustProxyHops: 1 });
  try {
    /** Whether the page came with the entry. */
    const visit = async (visitor: string, headers: Record<string, string> = {}) => {
      const page = await request.get(`${dashboard.url}/agents/2`, {
        headers: { "X-Forwarded-For": visitor, ...headers },
      });
      return (await page.text()).includes("Last attestation");
    };
    expect(await visit("198.51.100.1")).toBe(true);
    let visits = 1;
    while (await visit("198.51.100.1")) {
      visits += 1;
      expect(visits).toBeLessThan(12);
    }
    expect(await visit("198.51.100.2")).toBe(true);
    // What a visitor says of itself is not believed.
    const claim = { "X-Registry-Visitor": "198.51.100.3", "X-Registry-Dashboard-Secret": secret };
    expect(await visit("198.51.100.1", claim)).toBe(false);
  } finally {
    await dashboard.stop();
    await api.stop();
  }
});
