import type {
  AgentResponse,
  HistoryResponse,
  RegistrationFile,
  RevenueResponse,
} from "@agent-registry/protocol";
import { formatCents } from "../src/shared/text/format-money.ts";
import { runUntilVisible, stopClock } from "./fixtures/clock.ts";
import { findAgent, findEntry, isStoppedAs, PARTY_STATES } from "./fixtures/find-entry.ts";
import { countFilings, FILING, unfold } from "./fixtures/history.ts";
import { holdRequests } from "./fixtures/hold-requests.ts";
import { observeShift } from "./fixtures/observe-shift.ts";
import { waitUntilQuiet } from "./fixtures/page-loads.ts";
import { ask, countRequests, expect, listRequests, test } from "./fixtures/test.ts";
import { EXPLORER_URL } from "./fixtures/world.ts";

/** Links of filings that lead away from the dashboard. */
const OUTSIDE = 'li a[href^="http"]';

test("an agent's page shows who the agent is, who answers for it, and since when", async ({
  page,
  world,
}) => {
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

test("the domain that a scope names is shown with what the domain says", async ({ page, world }) => {
  const id = world.edgeCases.domain;
  const readShift = await observeShift(page);
  const release = await holdRequests(page, "**/api/v1/agent/*/domain");
  await page.goto(`${world.bare.url}/agents/${id}`);
  const row = page.getByRole("region", { name: "Entry" }).getByText("Domain", { exact: true }).locator("..");
  await expect(row.locator("[aria-hidden]")).toBeVisible();
  release();
  // The register is asked again until it has asked the domain, which no name server knows.
  await expect(row).toContainText("names agents.example, which does not say so");
  await expect(row.locator("p")).toContainText(/^(its server|it does not lead).+ · asked .+ ago/);
  await expect(row.locator("svg, a")).toHaveCount(0);
  expect(await readShift()).toBeLessThan(0.01);

  await page.route("**/api/v1/agent/*/domain", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), verified: true, reason: null } });
  });
  await page.reload();
  await expect(row).toContainText("agents.example says this is its agent");
  await expect(row.locator("svg")).toBeVisible();

  const { image } = await ask<RegistrationFile>(world.main.apiUrl, `/agent/${id}/registration.json`);
  const icon = await page.request.get(world.bare.url + new URL(image).pathname);
  expect([icon.status(), icon.headers()["content-type"]]).toEqual([200, "image/svg+xml"]);

  const { agent } = await findAgent(world, (answer) => !answer.agent.operationalScope.includes("https://"));
  await page.goto(`${world.bare.url}/agents/${agent.agentId}`);
  await expect(page.getByRole("region", { name: "Entry" })).toContainText("Creator");
  await expect(row).toHaveCount(0);
});

test("an active agent's standing is a sentence with seven steps", async ({ page, world }) => {
  const { agent } = await findEntry(world, PARTY_STATES.agreed);
  await page.goto(`${world.main.url}/agents/${agent.agentId}`);
  const verdict = page.locator("section[aria-labelledby=verdict]");
  await expect(verdict.getByRole("heading")).toHaveText("Compliant");
  await expect(verdict).toContainText(
    /Active; last attested .+ ago\. The attestation holds for another .+\./,
  );
  await expect(verdict.getByRole("img", { name: /^Day \d of 7$/ })).toBeVisible();
});

for (const status of ["Suspended", "Revoked", "Terminated"] as const) {
  test(`the page of a ${status} agent tells who did it, and why`, async ({ page, world }) => {
    const { agent, filings } = await findEntry(world, isStoppedAs(status));
    const change = filings.find((filing) => filing.kind === "status-changed");
    await page.goto(`${world.main.url}/agents/${agent.agentId}`);
    const verdict = page.locator("section[aria-labelledby=verdict]");
    await expect(verdict.getByRole("heading")).toHaveText("Not compliant");
    const by = status === "Terminated" ? "by the agent’s wallet" : "by a regulator";
    await expect(verdict).toContainText(new RegExp(`${status} ${by} .+ ago`));
    if (change?.kind === "status-changed" && change.reason !== "")
      await expect(verdict).toContainText(`“${change.reason}”`);
    await expect(page.getByRole("heading", { level: 1 }).locator("..").getByText(status)).toBeVisible();
  });
}

test("consents are shown as words", async ({ page, world }) => {
  const consents = page.getByRole("region", { name: "Consents" });
  const wordOf = (party: string) => consents.getByText(party, { exact: true }).locator("..");
  const { agent } = await findEntry(world, PARTY_STATES.haftungspersonMissing);
  await page.goto(`${world.main.url}/agents/${agent.agentId}`);
  await expect(wordOf("Wallet")).toContainText("agreed");
  await expect(wordOf("Haftungsperson")).toContainText("not agreed yet");
  const root = await findEntry(world, (entry) => entry.agent.parentAgentId === 0);
  await page.goto(`${world.main.url}/agents/${root.agent.agentId}`);
  await expect(wordOf("Parent")).toContainText("has no parent");
});

test("the Haftungsperson is named as liable, with whether it has agreed", async ({ page, world }) => {
  for (const [state, words] of [
    ["agreed", "has agreed"],
    ["none", "has not agreed yet"],
    ["refused", "refused"],
  ] as const) {
    const { agent } = await findEntry(
      world,
      ({ consents: { haftungsperson } }) =>
        haftungsperson.state === state && !Object.values(haftungsperson.changedSince).includes(true),
    );
    await page.goto(`${world.main.url}/agents/${agent.agentId}`);
    await expect(
      page.getByRole("region", { name: "Entry" }).getByText("named as the liable person"),
    ).toHaveText(`named as the liable person · ${words}`);
  }
});

test("a filing of consent shows what its own actor agreed to, and nothing else", async ({ page, world }) => {
  const isConsent = (filing: HistoryResponse["data"][number]) => filing.kind === "consent-given";
  const readFilings = async (id: number) =>
    (await ask<HistoryResponse>(world.main.apiUrl, `/agent/${id}/history?order=desc&limit=500`)).data;
  // Each filing also carries the earlier consents; a root has its parent's consent from the start.
  for (const isRoot of [true, false]) {
    const { agent } = await findAgent(world, async ({ agent: { agentId, parentAgentId } }) => {
      const filings = (await readFilings(agentId)).slice(0, 20);
      return (parentAgentId === 0) === isRoot && filings.some(isConsent);
    });
    const filings = (await readFilings(agent.agentId)).filter(isConsent);
    await page.goto(`${world.main.url}/agents/${agent.agentId}`);
    const items = page
      .getByRole("region", { name: "Filing history" })
      .getByRole("listitem")
      .filter({ hasText: "Agreed " });
    await expect(items.first()).toBeVisible();
    for (const [index, { actor }] of filings.entries()) {
      const parties = [
        ...(actor === agent.agentWallet ? ["as wallet"] : []),
        ...(actor === agent.haftungsperson ? ["as Haftungsperson"] : []),
      ];
      const expected = parties.length === 0 ? "for the parent" : parties.join(" and ");
      await expect(items.nth(index)).toContainText(
        new RegExp(`Agreed (again )?${expected}${isRoot ? "" : "( and for the parent)?"}(?! and)`),
      );
    }
  }
});

test("every child can be reached, and the count is true", async ({ page, world }) => {
  const { wide } = world.edgeCases;
  const { children } = await ask<AgentResponse>(world.main.apiUrl, `/agent/${wide}`);
  await page.goto(`${world.main.url}/agents/${wide}`);
  const lineage = page.getByRole("region", { name: "Lineage" });
  await expect(lineage).toContainText("53 children:");
  await expect(lineage).toContainText("12 of 53 are shown.");
  await lineage.getByRole("link", { name: "Show the other 41" }).click();
  await expect(lineage.getByRole("listitem")).toHaveCount(53);
  await lineage.getByRole("link", { name: `Agent ${children.at(-1)}`, exact: true }).click();
  await expect(page).toHaveURL(`${world.main.url}/agents/${children.at(-1)}`);
});

for (const width of [1280, 360])
  test(`a stopped agent's reason has a placeholder until it loads, ${width} px`, async ({ page, world }) => {
    await page.setViewportSize({ width, height: 800 });
    const readShift = await observeShift(page);
    const { agent } = await findEntry(world, isStoppedAs("Suspended"));
    const release = await holdRequests(page, "**/api/v1/agent/*/history**");
    await page.goto(`${world.bare.url}/agents/${agent.agentId}`);
    const verdict = page.locator("section[aria-labelledby=verdict]");
    await expect(verdict.getByRole("heading")).toHaveText("Not compliant");
    await expect(verdict.locator("[data-pending]")).toBeVisible();
    await expect(verdict).not.toContainText("Suspended");
    release();
    await expect(verdict).toContainText(/Suspended by a regulator .+ ago: “.+”/);
    await expect(verdict.locator("[data-pending]")).toHaveCount(0);
    await waitUntilQuiet(page);
    expect(await readShift()).toBeLessThan(0.01);
  });

test("when the record changes, the rest of the page is loaded again", async ({ page, world }) => {
  const { agent } = await findAgent(
    world,
    async ({ agent: { lastRevenueReport } }) => Date.parse(lastRevenueReport) !== 0,
  );
  const id = agent.agentId;
  let lastAttestation = agent.lastAttestation;
  await page.route(`**/api/v1/agent/${id}`, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as AgentResponse;
    await route.fulfill({ response, json: { ...answer, agent: { ...answer.agent, lastAttestation } } });
  });
  const counts = ["history", "revenue", "consents"].map((part) =>
    countRequests(page, `/agent/${id}/${part}`),
  );
  await stopClock(page);
  await page.goto(`${world.bare.url}/agents/${id}`);
  await runUntilVisible(
    page,
    page.getByRole("region", { name: "Filing history" }).getByRole("listitem").first(),
  );
  const refresh = async () => {
    const answered = page.waitForResponse(`${world.main.apiUrl}/api/v1/agent/${id}`);
    await page.clock.runFor(30_000);
    await answered;
  };
  await refresh();
  // The verdict rests on the consents, so they are refreshed as the record is: as long after they were first read.
  await expect(async () => {
    await page.clock.runFor(100);
    expect(counts.map((count) => count())).toEqual([1, 1, 2]);
  }).toPass();

  lastAttestation = new Date(Date.parse(agent.lastAttestation) + 1_000).toISOString();
  await refresh();
  await expect(async () => {
    await page.clock.runFor(10);
    const [history, revenue] = counts.map((count) => count());
    expect([history, revenue]).toEqual([2, 2]);
  }).toPass();
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
  await expect(revenue.locator("svg [data-bar]").first()).toBeVisible();
  const amounts = revenue
    .getByRole("table", { name: "Revenue reports, newest first" })
    .locator("tbody tr td:last-child");
  await expect(amounts).toHaveText(
    newest.slice(0, 10).map(({ amount, currency }) => `${formatCents(amount)} ${currency}`),
  );
  await revenue.getByRole("link", { name: "Next" }).click();
  await expect(amounts).toHaveText(
    newest.slice(10, 20).map(({ amount, currency }) => `${formatCents(amount)} ${currency}`),
  );
});

test("every filing is listed with its transaction, older ones on demand", async ({ page, world }) => {
  const { agent } = await findAgent(
    world,
    async ({ agent: { agentId } }) =>
      (await ask<HistoryResponse>(world.main.apiUrl, `/agent/${agentId}/history`)).total > 20,
  );
  const { data, total } = await ask<HistoryResponse>(
    world.main.apiUrl,
    `/agent/${agent.agentId}/history?order=desc&limit=100`,
  );
  // Without the data that come with it, a page shows filings only once its script runs.
  await page.goto(`${world.bare.url}/agents/${agent.agentId}`);
  const history = page.getByRole("region", { name: "Filing history" });
  await expect.poll(() => countFilings(history)).toBe(20);
  const loads = listRequests(page, ({ pathname }) => pathname === `/agents/${agent.agentId}`);
  await unfold(history);
  await expect(history.locator(FILING)).toHaveCount(20);
  expect(loads).toEqual([]);
  await expect(history.locator(FILING).first()).toContainText(data[0]?.transactionHash ?? "");
  // The address keeps it, so that an unfolded history can be sent.
  await page.reload();
  await expect(history.locator(FILING)).toHaveCount(20);
  // No explorer knows this chain, though it has the id of a public one.
  await expect(history.locator(OUTSIDE)).toHaveCount(0);
  while (await history.getByRole("link", { name: "Show older filings" }).isVisible()) {
    const before = await countFilings(history);
    await history.getByRole("link", { name: "Show older filings" }).click();
    await expect.poll(() => countFilings(history)).toBeGreaterThan(before);
  }
  expect(await countFilings(history)).toBe(total);
  await expect(history.getByRole("listitem").last()).toContainText("Registered");
});

test("a failure to load older filings is shown, and can be tried again", async ({
  page,
  world,
  expectFaults,
}) => {
  expectFaults(/ERR_FAILED/);
  const { agent } = await findAgent(
    world,
    async ({ agent: { agentId } }) =>
      (await ask<HistoryResponse>(world.main.apiUrl, `/agent/${agentId}/history`)).total > 20,
  );
  const older = /\/history\?.*offset=20/;
  await page.route(older, (route) => route.abort());
  await page.goto(`${world.bare.url}/agents/${agent.agentId}`);
  const history = page.getByRole("region", { name: "Filing history" });
  await history.getByRole("link", { name: "Show older filings" }).click();
  await expect(history.getByRole("alert")).toContainText("The older filings did not come");
  expect(await countFilings(history)).toBe(20);
  await page.unroute(older);
  await history.getByRole("link", { name: "Show older filings" }).click();
  await expect(history.getByRole("alert")).toHaveCount(0);
  await expect.poll(() => countFilings(history)).toBeGreaterThan(20);
});

test("on a public chain transactions link to its explorer", async ({ page, world }) => {
  const genesisHash = "0xf712aa9241cc24369b143cf6dce85f0902a9731e70d66818a3a5845b296c73dd";
  await page.route(/\/api\/v1\/stats\?/, async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), chainIdentity: { chainId: 8453, genesisHash } };
    await route.fulfill({ response, json });
  });
  const { data } = await ask<HistoryResponse>(world.main.apiUrl, "/agent/1/history?order=desc");
  await page.goto(`${world.bare.url}/agents/1`);
  const link = page.getByRole("region", { name: "Filing history" }).locator(OUTSIDE).first();
  await expect(link).toHaveAttribute("href", `https://basescan.org/tx/${data[0]?.transactionHash}`);
  await expect(page.getByRole("contentinfo")).toContainText("Base · Registry");
  await expect(link).toHaveAttribute("rel", /noreferrer/);
  const item = page.getByRole("region", { name: "Filing history" }).locator(FILING).first();
  await item.getByRole("button", { name: "Copy the transaction’s hash" }).click();
  await expect(item.getByRole("button", { name: "Copied: the transaction’s hash" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(data[0]?.transactionHash);
});

test("transactions link to the configured explorer, whatever the chain", async ({ page, world }) => {
  const { apiUrl, url } = world.empty;
  // The dashboard with an explorer shows a register without agents: its browser is given those of the other one.
  await page.route(`${apiUrl}/**`, (route) =>
    route.continue({ url: route.request().url().replace(apiUrl, world.main.apiUrl) }),
  );
  await page.goto(`${url}/agents/1`);
  const link = page.getByRole("region", { name: "Filing history" }).locator(OUTSIDE).first();
  await expect(link).toHaveAttribute("href", new RegExp(`^${EXPLORER_URL}/tx/0x[0-9a-f]{64}$`));
});

test("an agent or page that does not exist says so", async ({ page, world, expectFaults }) => {
  expectFaults(/404 \(Not Found\)/);
  await page.goto(`${world.main.url}/agents/99999`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Agent 99999 is not on record");
  // On this site the server cannot ask the API, so the page in the browser finds that the agent is missing.
  await page.goto(`${world.bare.url}/agents/99999`);
  await expect(page.getByText("Not on record")).toBeVisible();
  await expect(page.getByText(/Trying again/)).toBeHidden();
  for (const path of ["/agents/abc", "/agents/-1", "/agents/1.5", "/no-such-page"]) {
    const response = await page.goto(world.main.url + path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no such page");
  }
});

test("on a phone no line of a filing begins with a dot", async ({ page, world }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${world.main.url}/agents/2`);
  const history = page.getByRole("region", { name: "Filing history" });
  await expect(history.getByRole("listitem").first()).toBeVisible();
  const startsWithDot = await history
    .locator("li span")
    .evaluateAll((spans) => spans.some((span) => /^\s*·/.test(span.textContent ?? "")));
  expect(startsWithDot).toBe(false);
  // Nor does a bare text between the parts.
  const bare = await history
    .locator("li > span > span:last-child")
    .evaluateAll(
      (lines) =>
        lines.flatMap((line) => [...line.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE))
          .length,
    );
  expect(bare).toBe(0);
});
