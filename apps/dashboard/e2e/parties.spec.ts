import type { AgentResponse, WalletEntriesResponse } from "@agent-registry/protocol";
import type { Page } from "@playwright/test";
import { findEntry, isStoppedAs, PARTY_STATES } from "./fixtures/find-entry.ts";
import { holdRequests } from "./fixtures/hold-requests.ts";
import { observeShift } from "./fixtures/observe-shift.ts";
import { ask, CORS, expect, test } from "./fixtures/test.ts";
import type { World } from "./fixtures/world.ts";

const verdict = (page: Page) => page.locator("section[aria-labelledby=verdict]");
const consents = (page: Page) => page.getByRole("region", { name: "Consents" });
const filings = (page: Page) => page.getByRole("region", { name: "Filing history" }).getByRole("listitem");
const rowOf = (page: Page, party: string) => consents(page).getByText(party, { exact: true }).locator("..");

async function openAgent(page: Page, world: World, state: keyof typeof PARTY_STATES) {
  const entry = await findEntry(world, PARTY_STATES[state]);
  await page.goto(`${world.main.url}/agents/${entry.agent.agentId}`);
  return entry;
}

/** What both pages say about one entry; "You may provision services" is left to the agreed one. */
const COMPLIANT = [
  {
    state: "agreed",
    tone: "green",
    titles: ["Compliant", "Registered and compliant"],
    says: "Wallet and Haftungsperson have agreed. You may provision services.",
  },
  {
    state: "walletMissing",
    tone: "yellow",
    titles: ["Compliant, not agreed", "Registered and compliant, not agreed"],
    says: "The wallet has not agreed to this entry. Do not provision services until it has.",
  },
  {
    state: "haftungspersonMissing",
    tone: "yellow",
    titles: ["Compliant, not agreed", "Registered and compliant, not agreed"],
    says: "The Haftungsperson has not agreed to answer for this agent. Do not provision services until it has.",
  },
  {
    state: "reactivatedAfterRefusal",
    tone: "red",
    titles: ["Refused by its Haftungsperson", "Registered, refused by its Haftungsperson"],
    says: "The Haftungsperson refused to answer for this agent. Do not provision services.",
  },
] as const;

for (const { state, tone, titles, says } of COMPLIANT) {
  test(`the verdict on a compliant agent says who stands by it: ${state}`, async ({ page, world }) => {
    const { agent } = await findEntry(world, PARTY_STATES[state]);
    const paths = [`/agents/${agent.agentId}`, `/kya?wallet=${agent.agentWallet}`];
    for (const [index, path] of paths.entries()) {
      await page.goto(world.main.url + path);
      await expect(verdict(page).getByRole("heading")).toHaveText(titles[index] ?? "");
      await expect(verdict(page)).toHaveAttribute("data-tone", tone);
      await expect(verdict(page)).toContainText(says);
      const permission = page.getByRole("main").getByText("You may provision services");
      await expect(permission).toHaveCount(state === "agreed" ? 1 : 0);
    }
  });
}

test("a wallet that is its own Haftungsperson is not one to serve, by entry, check and extract", async ({
  page,
  world,
}) => {
  const id = world.edgeCases.selfLiable;
  const { agent } = await ask<AgentResponse>(world.main.apiUrl, `/agent/${id}`);
  const says =
    "Wallet and Haftungsperson are one key: nobody else answers for this agent. Do not provision services until somebody else takes over as Haftungsperson.";
  for (const [path, title] of [
    [`/agents/${id}`, "Compliant, its own Haftungsperson"],
    [`/kya?wallet=${agent.agentWallet}`, "Registered and compliant, its own Haftungsperson"],
  ] as const) {
    await page.goto(world.main.url + path);
    await expect(verdict(page).getByRole("heading")).toHaveText(title);
    await expect(verdict(page)).toHaveAttribute("data-tone", "yellow");
    await expect(verdict(page)).toContainText(says);
    await expect(page.getByRole("main")).not.toContainText("You may provision services");
  }
  // The printed entry says it, too.
  await page.goto(`${world.main.url}/agents/${id}`);
  await page.emulateMedia({ media: "print" });
  await expect(verdict(page)).toContainText(says);
});

test("no verdict is green before it is known who agreed, nor if that cannot be read", async ({
  page,
  world,
  expectFaults,
}) => {
  expectFaults(/500 \(Internal Server Error\)/);
  const { agent } = await findEntry(world, PARTY_STATES.agreed);
  for (const path of [`/agents/${agent.agentId}`, `/kya?wallet=${agent.agentWallet}`]) {
    const release = await holdRequests(page, "**/consents");
    await page.goto(world.bare.url + path);
    await expect(verdict(page).getByRole("heading")).toHaveText(/being checked$/i);
    await expect(verdict(page)).toContainText("whether wallet and Haftungsperson agreed.");
    await expect(verdict(page)).toHaveAttribute("data-tone", "grey");
    await expect(verdict(page)).not.toContainText("You may");
    release();
    await expect(verdict(page)).toHaveAttribute("data-tone", "green");

    await page.unroute("**/consents");
    await page.route("**/consents", (route) =>
      route.fulfill({ status: 500, json: { error: "RPC failure: down" }, headers: CORS }),
    );
    await page.goto(world.bare.url + path);
    await expect(verdict(page).getByRole("heading")).toHaveText(/agreement unknown$/);
    await expect(verdict(page)).toHaveAttribute("data-tone", "yellow");
    await expect(verdict(page)).toContainText("cannot be read at the moment. Do not provision services");
    await page.unroute("**/consents");
  }
});

for (const width of [1280, 360])
  test(`nothing moves when it is read who agreed, ${width} px`, async ({ page, world }) => {
    const { agent } = await findEntry(world, PARTY_STATES.agreed);
    await page.setViewportSize({ width, height: 800 });
    const readShift = await observeShift(page);
    for (const [path, rest] of [
      [`/agents/${agent.agentId}`, filings(page).first()],
      [`/kya?wallet=${agent.agentWallet}`, page.getByRole("region", { name: "For your systems" })],
    ] as const) {
      const release = await holdRequests(page, "**/consents");
      await page.goto(world.bare.url + path);
      await expect(verdict(page)).toHaveAttribute("data-tone", "grey");
      await expect(rest).toBeVisible();
      release();
      await expect(verdict(page)).toHaveAttribute("data-tone", "green");
      expect(await readShift()).toBeLessThan(0.01);
      await page.unroute("**/consents");
    }
  });

test("an agent that its Haftungsperson suspended is not put down to a regulator", async ({ page, world }) => {
  const { agent } = await openAgent(page, world, "refused");
  const words = /^.*Suspended by the Haftungsperson, who refused to answer for this agent .+ ago\./;
  await expect(verdict(page)).toContainText(words);
  await expect(verdict(page)).toHaveAttribute("data-tone", "red");
  await expect(rowOf(page, "Haftungsperson")).toContainText(/refused.*ago/);
  // Refusal and suspension are one line of the history.
  const line = filings(page).filter({ hasText: "refused" });
  await expect(line).toHaveCount(1);
  await expect(line).toContainText("Suspended: the Haftungsperson refused to answer for this agent");
  await expect(line).toContainText("by the Haftungsperson");
  await expect(page.getByRole("main")).not.toContainText("by a regulator");
  await page.goto(`${world.main.url}/kya?wallet=${agent.agentWallet}`);
  await expect(verdict(page)).toContainText(words);
  await expect(verdict(page).getByRole("heading")).toHaveText("Registered, not compliant");
});

test("a record that its wallet declined leads to the wallet's own entry", async ({ page, world }) => {
  const { agent } = await openAgent(page, world, "declined");
  await expect(verdict(page).getByRole("heading")).toHaveText("Wallet released");
  await expect(verdict(page)).toContainText(/Terminated by the agent’s wallet .+ ago\./);
  await expect(verdict(page)).toContainText(
    "The wallet had never agreed to this entry, and declined it. This record is nobody’s KYA answer.",
  );
  await expect(rowOf(page, "Wallet")).toContainText(/released.*ago/);
  await expect(filings(page).first()).toContainText(
    "Terminated: the wallet, which had not agreed, declined this entry and is free again",
  );
  const { data } = await ask<WalletEntriesResponse>(
    world.main.apiUrl,
    `/wallet/${agent.agentWallet}/entries`,
  );
  const bound = data.find(({ isWalletReleased }) => !isWalletReleased)?.agentId;
  await verdict(page)
    .getByRole("link", { name: `Agent ${bound}` })
    .click();
  await expect(page).toHaveURL(`${world.main.url}/agents/${bound}`);
  await expect(verdict(page).getByRole("heading")).toHaveText(/^Compliant/);
});

test("a search for a wallet leads to the record that it is bound to", async ({ page, world }) => {
  const { agent } = await findEntry(world, PARTY_STATES.declined);
  const { data } = await ask<WalletEntriesResponse>(
    world.main.apiUrl,
    `/wallet/${agent.agentWallet}/entries`,
  );
  await page.goto(world.main.url);
  const search = page.getByRole("searchbox").first();
  await search.fill(agent.agentWallet);
  await search.press("Enter");
  const bound = data.find(({ isWalletReleased }) => !isWalletReleased)?.agentId;
  await expect(page).toHaveURL(`${world.main.url}/agents/${bound}`);
});

test("a wallet that a regulator released is not registered, and its earlier record is listed", async ({
  page,
  world,
}) => {
  const { agent } = await openAgent(page, world, "released");
  await expect(verdict(page)).toContainText(/Terminated by a regulator .+ ago\./);
  await expect(verdict(page)).toContainText(
    "and a regulator released it. This record is nobody’s KYA answer.",
  );
  await expect(filings(page).first()).toContainText("Terminated: a regulator released the wallet");
  await expect(filings(page).first()).toContainText("by a regulator");
  await verdict(page).getByRole("link", { name: "Check the wallet" }).click();
  await expect(verdict(page).getByRole("heading")).toHaveText("Not registered");
  const earlier = page.getByText("Earlier records").locator("..");
  await expect(earlier).toContainText(/Terminated.*wallet released/);
  await earlier.getByRole("link", { name: `Agent ${agent.agentId}` }).click();
  await expect(page).toHaveURL(`${world.main.url}/agents/${agent.agentId}`);
});

test("the entry shows what each party has said, since when and by which transaction", async ({
  page,
  world,
}) => {
  const entry = await openAgent(page, world, "parentRefused");
  for (const [party, word] of [
    ["Wallet", entry.consents.wallet],
    ["Haftungsperson", entry.consents.haftungsperson],
    ["Parent", entry.consents.parent],
  ] as const) {
    await expect(rowOf(page, party)).toContainText(word?.state ?? "");
    await expect(rowOf(page, party)).toContainText(word?.transactionHash ?? "");
    await expect(rowOf(page, party).locator(`time[datetime="${word?.since}"]`)).toBeVisible();
  }
  expect(entry.consents.parent?.state).toBe("refused");
  await expect(filings(page).filter({ hasText: "The parent refused" })).toContainText("by the parent");
});

test("a party that has said nothing yet reads how to agree", async ({ page, world }) => {
  const { agent } = await openAgent(page, world, "haftungspersonMissing");
  await expect(rowOf(page, "Haftungsperson")).toContainText("not agreed yet");
  await expect(rowOf(page, "Haftungsperson")).toContainText(
    `npx -y @agent-registry/cli confirm ${agent.agentId}`,
  );
  await expect(consents(page)).toContainText(`npx -y @agent-registry/cli decline ${agent.agentId}`);
});

test("the entry marks what has changed since its parties agreed", async ({ page, world }) => {
  await openAgent(page, world, "changedSince");
  await expect(rowOf(page, "Haftungsperson")).toContainText("constitution changed since");
  await expect(page.getByRole("region", { name: "Entry" })).toContainText(
    "named as the liable person · has agreed · to an earlier version of it",
  );
});

test("a handover under way names who is to take over", async ({ page, world }) => {
  const { agent, consents: words } = await openAgent(page, world, "handoverUnderWay");
  const handover = consents(page).getByText("Handover under way").locator("..");
  await expect(handover).toContainText(words.proposedHaftungsperson ?? "");
  await expect(handover).toContainText(`npx -y @agent-registry/cli accept ${agent.agentId}`);
  await expect(page.getByRole("region", { name: "Entry" })).toContainText("handover under way to");
  await expect(filings(page).filter({ hasText: "Handover proposed" })).toContainText(
    words.proposedHaftungsperson ?? "",
  );
});

test("a handover that is done names both, and who proposed it", async ({ page, world }) => {
  const { agent, filings: filed } = await openAgent(page, world, "handedOver");
  const change = filed.find(({ kind }) => kind === "haftungsperson-changed");
  const former = change?.kind === "haftungsperson-changed" ? change.oldHaftungsperson : "";
  const line = filings(page).filter({ hasText: "Handed over" });
  await expect(line).toContainText(agent.haftungsperson);
  await expect(line).toContainText(former);
  await expect(line).toContainText("by the new Haftungsperson");
  const proposal = filed.find(({ kind }) => kind === "haftungsperson-proposed");
  expect(proposal?.actor).toBe(former);
  await expect(filings(page).filter({ hasText: "Handover proposed" })).toContainText(
    "by the former Haftungsperson",
  );
  await expect(consents(page)).not.toContainText("Handover under way");
});

test("the reason of a suspension is found behind any number of later filings", async ({ page, world }) => {
  const { agent } = await findEntry(world, isStoppedAs("Suspended"));
  const { agent: other } = await ask<AgentResponse>(world.main.apiUrl, "/agent/1");
  // Since the suspension, more proposals were filed than the first page of filings holds.
  const LATER = 25;
  await page.route(`**/agent/${agent.agentId}/history**`, async (route) => {
    const url = new URL(route.request().url());
    const [offset, limit] = ["offset", "limit"].map((name) => Number(url.searchParams.get(name)));
    const response = await fetch(`${url.origin}${url.pathname}?order=desc&limit=100`);
    const { data } = (await response.json()) as { data: object[] };
    const proposal = { ...data[0], kind: "haftungsperson-proposed", oldProposal: null };
    const later = Array.from({ length: LATER }, () => ({ ...proposal, newProposal: other.haftungsperson }));
    const all = [...later, ...data];
    const json = { total: all.length, offset, limit, data: all.slice(offset, (offset ?? 0) + (limit ?? 0)) };
    await route.fulfill({ json, headers: CORS });
  });
  await page.goto(`${world.bare.url}/agents/${agent.agentId}`);
  await expect(verdict(page)).toContainText(/Suspended by a regulator .+ ago: “.+”/);
});

test("an extract shows on paper who agreed, and since when", async ({ page, world }) => {
  const { consents: words } = await openAgent(page, world, "agreed");
  await expect(rowOf(page, "Wallet")).toContainText("agreed");
  await page.emulateMedia({ media: "print" });
  for (const [party, word] of [
    ["Wallet", words.wallet],
    ["Haftungsperson", words.haftungsperson],
  ] as const) {
    await expect(rowOf(page, party).getByText("agreed", { exact: true })).toBeVisible();
    await expect(rowOf(page, party).getByText(word.transactionHash ?? "", { exact: true })).toBeVisible();
  }
  await expect(consents(page).getByText("npx -y @agent-registry/cli")).toHaveCount(1);
  await expect(consents(page).getByText("npx -y @agent-registry/cli").first()).toBeHidden();
});
