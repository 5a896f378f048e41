import type { AgentResponse, AgentsResponse, KyaResponse } from "@agent-registry/protocol";
import type { Page } from "@playwright/test";
import { ask, expect, test } from "./world/test.ts";

const verdict = (page: Page) => page.locator("section[aria-labelledby=verdict]");
const field = (page: Page) => page.getByRole("textbox", { name: "Wallet of the agent" });
const STRANGER = "0x000000000000000000000000000000000000dEaD";

test("a compliant agent", async ({ page, world }) => {
  const { data } = await ask<AgentsResponse>(
    world.main.apiUrl,
    "/agents?sort=lastAttestation&order=desc&status=Active",
  );
  const wallet = data[0]?.agentWallet ?? "";
  await page.goto(`${world.main.url}/kya`);
  await expect(page).toHaveTitle("KYA check · Agent Registry");
  await expect(page.getByRole("heading", { name: "What the answer can be" })).toBeVisible();
  await field(page).fill(wallet.toLowerCase());
  await page.getByRole("button", { name: "Check" }).click();
  await expect(verdict(page).getByRole("heading")).toHaveText("Registered and compliant");
  await expect(verdict(page)).toContainText("You may provision services");
  // The link carries the wallet.
  await expect(page).toHaveURL(`${world.main.url}/kya?wallet=${wallet}`);
  await expect(page.getByRole("main")).toContainText(data[0]?.haftungsperson ?? "");
});

for (const [status, reason] of [
  [
    "Suspended",
    /Suspended by a regulator .+ ago: “.+”\. Do not provision services until it is reactivated\./,
  ],
  ["Revoked", /Revoked by a regulator .+ ago: “.+”\. A revocation is final/],
  ["Terminated", /Terminated by .+ ago\. A termination is final/],
] as const) {
  test(`an agent that is ${status}`, async ({ page, world }) => {
    const { data } = await ask<AgentsResponse>(world.main.apiUrl, `/agents?status=${status}`);
    await page.goto(`${world.main.url}/kya?wallet=${data[0]?.agentWallet}`);
    await expect(verdict(page).getByRole("heading")).toHaveText("Registered, not compliant");
    await expect(verdict(page)).toContainText(reason);
  });
}

test("an agent whose attestation has lapsed", async ({ page, world }) => {
  const { data } = await ask<AgentsResponse>(
    world.main.apiUrl,
    "/agents?sort=lastAttestation&order=asc&status=Active&include=lastAttestation",
  );
  await page.goto(`${world.main.url}/kya?wallet=${data[0]?.agentWallet}`);
  await expect(verdict(page).getByRole("heading")).toHaveText("Registered, not compliant");
  const days = Math.floor((Date.now() - Date.parse(data[0]?.lastAttestation ?? "")) / 86_400_000);
  await expect(verdict(page)).toContainText(`The last attestation is ${days} days`);
});

test("a wallet that nobody answers for", async ({ page, world }) => {
  await page.goto(`${world.main.url}/kya?wallet=${STRANGER}`);
  await expect(verdict(page).getByRole("heading")).toHaveText("Not registered");
  await expect(verdict(page)).toContainText("nobody answers for it");
});

test("explains what is wrong with a wallet before anything is sent", async ({ page, world }) => {
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("/kya/") && asked.push(request.url()));
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

test("the check on the first page leads here", async ({ page, world }) => {
  await page.goto(world.main.url);
  await field(page).fill(STRANGER);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page).toHaveURL(`${world.main.url}/kya?wallet=${STRANGER}`);
});
