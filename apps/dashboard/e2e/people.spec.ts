import type { AgentsResponse, CreatorResponse, HaftungspersonResponse } from "@agent-registry/protocol";
import { devAccounts } from "@agent-registry/testkit";
import type { Page } from "@playwright/test";
import { toConsentSentence, toStandingWords } from "../src/features/people/person-words.ts";
import { findEntry, isStoppedAs, PARTY_STATES } from "./fixtures/find-entry.ts";
import { expectNoViolation } from "./fixtures/find-violations.ts";
import { ask, CORS, expect, expectNumbersIn, expectToFit, test } from "./fixtures/test.ts";

const PERSON = devAccounts.haftungsperson.address;
const CREATOR = devAccounts.creator.address;
const NOBODY = `0x${"1".repeat(40)}`;

const main = (page: Page) => page.getByRole("main");
const region = (page: Page, name: string) => page.getByRole("region", { name });

const expectNumbers = (page: Page, { data }: Pick<AgentsResponse, "data">) =>
  expectNumbersIn(
    region(page, "Agents").locator("tbody tr td:first-child"),
    data.map(({ agentId }) => agentId),
  );

/** A person's page as the API has it. */
async function expectPerson(
  page: Page,
  role: "haftungsperson" | "creator",
  { summary, ...list }: HaftungspersonResponse | CreatorResponse,
): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    role === "creator" ? "Creator" : "Haftungsperson",
  );
  await expect(main(page)).toContainText(toStandingWords(role, summary) ?? "nothing");
  const said = toConsentSentence(summary);
  if (said !== null) await expect(main(page)).toContainText(said);
  for (const id of summary.revokedAgents)
    await expect(
      region(page, "Standing").getByRole("link", { name: `Agent ${id}`, exact: true }),
    ).toBeVisible();
  await expect(region(page, "Revenue reported").getByRole("listitem")).toHaveCount(summary.revenue.length);
  await expectNumbers(page, list);
}

test("a person's page sums up and lists what the person answers for, and what it registered", async ({
  page,
  world: { main: site },
}) => {
  const askFor = (query = "") =>
    ask<HaftungspersonResponse>(site.apiUrl, `/haftungsperson/${PERSON}${query}`);
  const first = await askFor();
  expect(first.totalPages).toBeGreaterThan(2);
  await page.goto(`${site.url}/people/${PERSON.toLowerCase()}`);
  await expect(page).toHaveTitle(/^Person 0x.* · Agent Registry$/);
  await expectPerson(page, "haftungsperson", first);

  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await expectNumbers(page, await askFor("?page=2"));
  await page.getByRole("link", { name: "Attested" }).click();
  await expect(page).toHaveURL(/\?sort=lastAttestation$/);
  await expectNumbers(page, await askFor("?sort=lastAttestation&order=desc"));
  const states = region(page, "Standing").getByRole("link", { name: /Active$/ });
  await states.click();
  await expect(page).toHaveURL(/\?status=Active$/);
  await expectNumbers(page, await askFor("?status=Active"));
  await page.goto(`${site.url}/people/${PERSON}?page=99`);
  await expect(main(page)).toContainText("There is no page 99");

  await page
    .getByRole("navigation", { name: "Roles" })
    .getByRole("link", { name: /^Creator/ })
    .click();
  await expect(page).toHaveURL(/\?role=creator$/);
  const registered = await ask<CreatorResponse>(site.apiUrl, `/creator/${PERSON}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Creator");
  await expect(page.getByRole("navigation", { name: "Roles" })).toContainText(
    `Haftungsperson · ${first.total}`,
  );
  if (registered.total === 0)
    await expect(main(page)).toContainText("Nobody has registered an agent from this address.");

  await page.goto(`${site.url}/people/${CREATOR}?role=creator`);
  await expectPerson(page, "creator", await ask(site.apiUrl, `/creator/${CREATOR}`));
  await page.setViewportSize({ width: 360, height: 740 });
  await expectToFit(page);
});

test("revoked agents and handovers are named, an address without agents says so, and no address is not found", async ({
  page,
  world,
  expectFaults,
}) => {
  const { apiUrl, url } = world.main;
  const revoked = await findEntry(world, isStoppedAs("Revoked"));
  const address = revoked.agent.haftungsperson;
  const answer = await ask<HaftungspersonResponse>(apiUrl, `/haftungsperson/${address}`);
  expect(answer.summary.revokedAgents).toContain(revoked.agent.agentId);
  await page.goto(`${url}/people/${address}`);
  await expectPerson(page, "haftungsperson", answer);

  const { agent, filings } = await findEntry(world, PARTY_STATES.handedOver);
  const handover = filings.find(({ kind }) => kind === "haftungsperson-changed");
  if (handover?.kind !== "haftungsperson-changed") throw new Error("It was handed over");
  await page.goto(`${url}/people/${handover.oldHaftungsperson}`);
  await expect(region(page, "Standing").getByText("Handed over").locator("..")).toContainText(
    `Agent ${agent.agentId}`,
  );

  await page.goto(`${url}/people/${NOBODY}`);
  await expect(main(page)).toContainText("No entry of the register names this address as Haftungsperson.");
  await expect(page.getByRole("table")).toHaveCount(0);
  expectFaults(/404 \(Not Found\)/);
  const response = await page.goto(`${url}/people/${PERSON.slice(0, -1)}`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This is not an address");
});

test("who is to take over an agent sees it, and comes to the agent’s page from there", async ({
  page,
  world,
}) => {
  const { url } = world.bare;
  const { agent } = await findEntry(world, PARTY_STATES.handoverUnderWay);
  const { agentId, agentWallet, operationalScope, haftungsperson } = agent;
  const answer = await ask<HaftungspersonResponse>(world.bare.apiUrl, `/haftungsperson/${NOBODY}`);
  const data = [{ agentId, agentWallet, operationalScope, haftungsperson }];
  const json = { ...answer, pendingHandovers: { total: 12, data } };
  await page.route(`**/api/v1/haftungsperson/${NOBODY}?**`, (route) =>
    route.fulfill({ json, headers: CORS }),
  );
  await page.goto(`${url}/people/${NOBODY}`);
  await expect(main(page)).toContainText("Waits to take over 12 agents.");
  const handovers = region(page, "Waits to take over");
  await expect(handovers.getByRole("listitem")).toHaveCount(1);
  await expect(handovers.getByRole("listitem")).toContainText(operationalScope);
  await expect(handovers.getByRole("listitem")).toContainText(/from 0x/);
  await expect(handovers.locator(`a[href="/people/${haftungsperson}"]`)).toBeVisible();
  await expect(handovers).toContainText("and 11 more");
  await expectNoViolation(page, { onPhone: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await expectToFit(page);
  await handovers.getByRole("link", { name: `Agent ${agentId}`, exact: true }).click();
  await expect(page).toHaveURL(`${url}/agents/${agentId}`);
  await expect(region(page, "Act with a wallet")).toBeVisible();

  await page.goto(`${url}/people/${NOBODY}?role=creator`);
  await expect(main(page)).toContainText("Nobody has registered an agent from this address.");
  await expect(handovers).toHaveCount(0);
});

test("people are linked wherever they are named, beside their copy buttons", async ({ page, world }) => {
  const { url } = world.main;
  const { agent, filings } = await findEntry(world, PARTY_STATES.handedOver);
  const linksTo = (address: string, query = "") => page.locator(`main a[href="/people/${address}${query}"]`);
  const expectNoNesting = () => expect(page.locator("a button, button a, a a")).toHaveCount(0);

  await page.goto(`${url}/agents/${agent.agentId}`);
  await expect(linksTo(agent.creator, "?role=creator").first()).toBeVisible();
  const history = region(page, "Filing history");
  await expect(history.locator('a[href^="/people/"]').first()).toBeVisible();
  expect(await linksTo(agent.haftungsperson).count()).toBeGreaterThan(1);
  expect(filings.length).toBeGreaterThan(0);
  await expectNoNesting();

  for (const path of ["/", "/agents", `/kya?wallet=${agent.agentWallet}`]) {
    await page.goto(url + path);
    await expect(page.locator('main a[href^="/people/"]').first()).toBeVisible();
    await expectNoNesting();
  }
  await linksTo(agent.haftungsperson).first().click();
  await expect(page).toHaveURL(`${url}/people/${agent.haftungsperson}`);
  await page.goto(`${url}/compliance`);
  await expect(page.locator('main a[href$="?role=creator"]').first()).toBeVisible();
});

test("the header's search knows people: a Haftungsperson, a creator, and nobody", async ({ page, world }) => {
  const { apiUrl, url } = world.main;
  expect((await ask<HaftungspersonResponse>(apiUrl, `/haftungsperson/${CREATOR}`)).total).toBe(0);
  await page.goto(`${url}/trust`);
  const search = page.getByRole("searchbox", { name: "Find an agent by number or wallet" });
  for (const [typed, path] of [
    [PERSON.toLowerCase(), `/people/${PERSON}`],
    [CREATOR, `/people/${CREATOR}?role=creator`],
    [NOBODY, `/kya?wallet=${NOBODY}`],
  ] as const) {
    await search.fill(typed);
    await search.press("Enter");
    await expect(page).toHaveURL(url + path);
  }
});
