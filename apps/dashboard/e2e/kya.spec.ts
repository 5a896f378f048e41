import type { AgentResponse, AgentsResponse, KyaResponse } from "@agent-registry/protocol";
import type { Page } from "@playwright/test";
import { runUntilVisible, stopClock } from "./fixtures/clock.ts";
import { findEntry, isStoppedAs, PARTY_STATES } from "./fixtures/find-entry.ts";
import { holdRequests } from "./fixtures/hold-requests.ts";
import { observeShift } from "./fixtures/observe-shift.ts";
import { ask, CORS, countRequests, expect, listRequests, test } from "./fixtures/test.ts";

const verdict = (page: Page) => page.locator("section[aria-labelledby=verdict]");
const field = (page: Page) => page.getByRole("textbox", { name: "Wallet of the agent" });
const STRANGER = "0x000000000000000000000000000000000000dEaD";

test("a compliant agent is shown as registered and compliant", async ({ page, world }) => {
  const { agent } = await findEntry(world, PARTY_STATES.agreed);
  const wallet = agent.agentWallet;
  await page.goto(`${world.main.url}/kya`);
  await expect(page).toHaveTitle("KYA check · Agent Registry");
  await expect(page.getByRole("heading", { name: "What the answer can be" })).toBeVisible();
  await field(page).fill(wallet.toLowerCase());
  await page.getByRole("button", { name: "Check" }).click();
  await expect(verdict(page).getByRole("heading")).toHaveText("Registered and compliant");
  await expect(verdict(page)).toContainText("You may provision services");
  // The link carries the wallet.
  await expect(page).toHaveURL(`${world.main.url}/kya?wallet=${wallet}`);
  await expect(page.getByRole("main")).toContainText(agent.haftungsperson);
});

for (const [status, reason] of [
  [
    "Suspended",
    /Suspended by a regulator .+ ago: “.+[.”]{1,2} Do not provision services until it is reactivated\./,
  ],
  ["Revoked", /Revoked by a regulator .+ ago: “.+[.”]{1,2} A revocation is final/],
  ["Terminated", /Terminated by .+ ago\. A termination is final/],
] as const) {
  test(`an agent that is ${status} is shown as not compliant, with the reason`, async ({ page, world }) => {
    const { agent } = await findEntry(world, isStoppedAs(status));
    await page.goto(`${world.main.url}/kya?wallet=${agent.agentWallet}`);
    await expect(verdict(page).getByRole("heading")).toHaveText("Registered, not compliant");
    await expect(verdict(page)).toContainText(reason);
  });
}

test("an agent whose attestation has lapsed is shown as not compliant", async ({ page, world }) => {
  const { data } = await ask<AgentsResponse>(
    world.main.apiUrl,
    "/agents?sort=lastAttestation&order=asc&status=Active&include=lastAttestation",
  );
  await page.goto(`${world.bare.url}/kya?wallet=${data[0]?.agentWallet}`);
  await expect(verdict(page).getByRole("heading")).toHaveText("Registered, not compliant");
  const days = Math.floor((Date.now() - Date.parse(data[0]?.lastAttestation ?? "")) / 86_400_000) - 7;
  await expect(verdict(page)).toContainText(`The last attestation lapsed ${days} day`);
});

const DAY_MS = 86_400_000;

/** An active agent whose attestation lapses `leftMs` after the page first asks. */
async function routeLapsing(page: Page, { apiUrl, leftMs }: { apiUrl: string; leftMs: number }) {
  const { agent } = await ask<AgentResponse>(apiUrl, "/agent/1");
  const real = await ask<KyaResponse>(apiUrl, `/kya/${agent.agentWallet}`);
  const answer = { ...real };
  let lastAttestation: string | null = null;
  await page.route("**/api/v1/kya/**", async (route) => {
    // By the page's clock, which the test moves.
    const nowMs = await page.evaluate(() => Date.now());
    lastAttestation ??= new Date(nowMs - 7 * DAY_MS + leftMs).toISOString();
    const known = { ...real.agent, status: "Active", lastAttestation, ...answer.agent };
    await route.fulfill({
      json: { ...answer, agent: known, checkedAt: new Date(nowMs).toISOString() },
      headers: CORS,
    });
  });
  const set = (changes: { isCompliant: boolean; status?: string }) => {
    answer.isCompliant = changes.isCompliant;
    answer.agent = (changes.status === undefined ? {} : { status: changes.status }) as KyaResponse["agent"];
  };
  return { wallet: agent.agentWallet, set };
}

test("no green verdict outlives the attestation it rests on", async ({ page, world }) => {
  const { wallet, set } = await routeLapsing(page, { apiUrl: world.main.apiUrl, leftMs: 20_000 });
  set({ isCompliant: true });
  const asked = countRequests(page, `/kya/${wallet}`);
  await stopClock(page);
  await page.goto(`${world.bare.url}/kya?wallet=${wallet}`);
  const heading = (name: string) => verdict(page).getByRole("heading", { name, exact: true });
  await runUntilVisible(page, heading("Registered and compliant"));
  await page.clock.runFor(15_000);
  await expect(heading("Registered and compliant")).toBeVisible();
  expect(asked()).toBe(1);

  // The API caches an answer for a minute, so it may still say the same.
  await page.clock.runFor(10_000);
  await runUntilVisible(page, heading("Registered, being checked again"));
  await expect(verdict(page)).toHaveAttribute("data-tone", "grey");
  await expect(verdict(page)).not.toContainText("You may provision");
  await expect.poll(asked).toBe(2);

  set({ isCompliant: false });
  await page.clock.runFor(61_000);
  await runUntilVisible(page, heading("Registered, not compliant"));
  await expect(verdict(page)).toContainText(/The last attestation lapsed .+ ago/);
});

test("an open page asks again every minute", async ({ page, world }) => {
  const { wallet, set } = await routeLapsing(page, { apiUrl: world.main.apiUrl, leftMs: 3 * DAY_MS });
  set({ isCompliant: true });
  await stopClock(page);
  await page.goto(`${world.bare.url}/kya?wallet=${wallet}`);
  const heading = (name: string) => verdict(page).getByRole("heading", { name, exact: true });
  await runUntilVisible(page, heading("Registered and compliant"));
  set({ isCompliant: false, status: "Suspended" });
  await page.clock.runFor(61_000);
  await runUntilVisible(page, heading("Registered, not compliant"));
  // What changed is read out, too.
  await runUntilVisible(
    page,
    page.locator("#announcements").filter({ hasText: "Registered, not compliant." }),
  );
});

test("the answer says whether the Haftungsperson has agreed, once it is known", async ({ page, world }) => {
  for (const [state, words] of [
    ["agreed", "has agreed"],
    ["haftungspersonMissing", "has not agreed yet"],
  ] as const) {
    const { agent } = await findEntry(world, PARTY_STATES[state]);
    const release = await holdRequests(page, "**/api/v1/agent/*/consents");
    await page.goto(`${world.bare.url}/kya?wallet=${agent.agentWallet}`);
    const note = page.getByText("named as the liable person");
    await expect(note).toHaveText("named as the liable person");
    release();
    await expect(note).toHaveText(`named as the liable person · ${words}`);
    await page.unroute("**/api/v1/agent/*/consents");
  }
});

for (const width of [1280, 360])
  test(`nothing moves when the answer and its reason come, ${width} px`, async ({ page, world }) => {
    const { agent } = await findEntry(world, isStoppedAs("Suspended"));
    await page.setViewportSize({ width, height: 800 });
    const readShift = await observeShift(page);
    const answers = ["kya", "history", "consents"].map((name) => ({
      name,
      ...Promise.withResolvers<void>(),
    }));
    for (const { name, promise } of answers)
      await page.route(new RegExp(`/api/v1/.*${name}`), async (route) => {
        await promise;
        await route.continue();
      });
    await page.goto(`${world.bare.url}/kya?wallet=${agent.agentWallet}`);
    await expect(page.getByText("Loading the answer")).toBeAttached();
    answers[0]?.resolve();
    await expect(verdict(page).locator("[data-pending]")).toBeVisible();
    answers[1]?.resolve();
    await expect(verdict(page)).toContainText("Suspended by a regulator");
    answers[2]?.resolve();
    await expect(page.getByText("named as the liable person ·")).toBeVisible();
    expect(await readShift()).toBeLessThan(0.01);
  });

test("a check keeps the focus, and its verdict is read out", async ({ page, world }) => {
  const { agent } = await ask<AgentResponse>(world.main.apiUrl, "/agent/1");
  await page.goto(`${world.main.url}/kya`);
  const announcements = page.locator("#announcements");
  await field(page).fill(STRANGER);
  await field(page).press("Enter");
  await expect(verdict(page).getByRole("heading")).toHaveText("Not registered");
  await expect(announcements).toHaveText(/^Not registered\. No agent on record/);
  await expect(field(page)).toBeFocused();

  await field(page).fill(agent.agentWallet);
  const check = page.getByRole("button", { name: "Check", exact: true });
  await check.focus();
  await page.keyboard.press("Enter");
  await expect(verdict(page).getByRole("heading")).toHaveText(/^Registered/);
  await expect(announcements).toHaveText(/^Registered.+\. .+/);
  await expect(check).toBeFocused();
});

test("an unknown wallet is shown as not registered", async ({ page, world }) => {
  await page.goto(`${world.main.url}/kya?wallet=${STRANGER}`);
  await expect(verdict(page).getByRole("heading")).toHaveText("Not registered");
  await expect(verdict(page)).toContainText("nobody answers for it");
});

test("the form explains what is wrong with a wallet before anything is sent", async ({ page, world }) => {
  const asked = listRequests(page, ({ pathname }) => pathname.includes("/kya/"));
  await page.goto(`${world.main.url}/kya`);
  for (const [input, problem] of [
    ["", "Enter a wallet address."],
    ["hello", "A wallet address starts with 0x."],
    ["0x123", "A wallet address has 40 characters after 0x; this one has 3."],
    [STRANGER.replace("d", "g"), "After 0x, only the digits 0–9 and the letters a–f may follow."],
    [STRANGER.replace("dEaD", "dEAD"), "The checksum (the mix of upper and lower case) does not fit"],
  ] as const) {
    await field(page).fill(input);
    await page.getByRole("button", { name: "Check" }).click();
    await expect(page.getByRole("alert").filter({ hasText: problem })).toBeVisible();
    await expect(field(page)).toHaveAttribute("aria-invalid", "true");
    await expect(field(page)).toBeFocused();
  }
  // A link with a mistyped wallet explains itself, too.
  await page.goto(`${world.main.url}/kya?wallet=0x12`);
  await expect(page.getByText("this one has 2.")).toBeVisible();
  expect(asked).toEqual([]);
});

test("the back button brings the earlier answer back", async ({ page, world }) => {
  const { agent } = await ask<AgentResponse>(world.main.apiUrl, "/agent/1");
  await page.goto(`${world.main.url}/kya?wallet=${STRANGER}`);
  await expect(verdict(page).getByRole("heading")).toHaveText("Not registered");
  await field(page).fill(agent.agentWallet);
  await page.keyboard.press("Enter");
  await expect(verdict(page).getByRole("heading")).toHaveText(/^Registered/);
  await page.goBack();
  await expect(field(page)).toHaveValue(STRANGER);
  await expect(verdict(page).getByRole("heading")).toHaveText("Not registered");
});

test("a provider can copy the request, the answer and the link", async ({ page, world }) => {
  await page.goto(`${world.main.url}/kya?wallet=${STRANGER}`);
  const systems = page.getByRole("region", { name: "For your systems" });
  const copied = async (name: string) => {
    await systems.getByRole("button", { name: `Copy ${name}` }).click();
    await expect(systems.getByRole("button", { name: `Copied: ${name}` })).toBeVisible();
    return await page.evaluate(() => navigator.clipboard.readText());
  };
  expect(await copied("the command")).toBe(`curl -s ${world.main.apiUrl}/api/v1/kya/${STRANGER}`);
  expect(JSON.parse(await copied("the answer")) as KyaResponse).toMatchObject({
    wallet: STRANGER,
    isRegistered: false,
    agent: null,
  });
  expect(await copied("a link to this check")).toBe(`${world.main.url}/kya?wallet=${STRANGER}`);
});

test("the check on the first page leads to the KYA page", async ({ page, world }) => {
  await page.goto(world.main.url);
  await field(page).fill(STRANGER);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page).toHaveURL(`${world.main.url}/kya?wallet=${STRANGER}`);
});
