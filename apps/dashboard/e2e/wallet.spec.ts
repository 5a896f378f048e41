import { gzipSync } from "node:zlib";
import { type BulkKyaResponse, type HistoryResponse, registryAbi } from "@agent-registry/protocol";
import {
  type DevAccount,
  deployLocally,
  devAccount,
  devAccounts,
  type LocalChain,
  startChain,
} from "@agent-registry/testkit";
import type { Page } from "@playwright/test";
import { type Address, type Hash, zeroHash } from "viem";
import { injectWallet } from "./fixtures/browser-wallet.ts";
import { expectNoViolation } from "./fixtures/find-violations.ts";
import { holdRequests } from "./fixtures/hold-requests.ts";
import { waitUntilLoaded } from "./fixtures/page-loads.ts";
import { type Running, startApi, startDashboard, startRelayer } from "./fixtures/processes.ts";
import { ask, expect, expectToFit, test } from "./fixtures/test.ts";

const { owner, regulator, haftungsperson, creator, agent, otherAgent, stranger } = devAccounts;
const CHILDREN: Address[] = [`0x${"3".repeat(40)}`, `0x${"4".repeat(40)}`];
const MOST_WALLET_BYTES = 60_000;

// A register of its own, since these tests write to it; one after the other, since they share it.
test.describe.configure({ mode: "default", timeout: 300_000 });

let chain: LocalChain;
let registry: { address: Address; abi: typeof registryAbi };
let api: Running;
let relayer: Running;
let url: string;
const stops: (() => Promise<void>)[] = [];

test.beforeAll(async () => {
  const started = <T extends { stop(): Promise<void> }>(running: T): T => {
    stops.unshift(running.stop);
    return running;
  };
  chain = started(await startChain());
  const { rpcUrl } = chain;
  const deployment = await deployLocally(chain);
  const { registryAddress } = deployment;
  registry = { address: registryAddress, abi: registryAbi };
  // Neither the wallet nor the Haftungsperson has been asked.
  for (const { address } of [agent, otherAgent]) {
    const args = [haftungsperson.address, address, zeroHash, zeroHash, "Trades power", 0n, false] as const;
    await mined(chain.wallet(creator).writeContract({ ...registry, functionName: "registerAgent", args }));
  }
  // Children of agent 1 that a stranger entered: those named in them were not asked.
  for (const address of CHILDREN) {
    const args = [haftungsperson.address, address, zeroHash, zeroHash, "Trades heat", 1n, false] as const;
    await mined(chain.wallet(stranger).writeContract({ ...registry, functionName: "registerAgent", args }));
  }
  api = started(await startApi({ rpcUrl, registryAddress }));
  relayer = started(await startRelayer({ rpcUrl, deployment }));
  url = started(await startDashboard({ apiUrl: api.url, relayerUrl: relayer.url })).url;
});

test.afterAll(async () => {
  for (const stop of stops) await stop();
});

async function mined(sent: Promise<Hash>): Promise<void> {
  await chain.reader.waitForTransactionReceipt({ hash: await sent });
}

const panel = (page: Page) => page.getByRole("region", { name: "Act with a wallet" });
const button = (page: Page, name: string | RegExp) => panel(page).getByRole("button", { name, exact: true });
const heading = (page: Page) => panel(page).getByRole("heading", { level: 3 });
const rowOf = (page: Page, party: string) =>
  page.getByRole("region", { name: "Consents" }).getByText(party, { exact: true }).locator("..");
const filings = (page: Page) => page.getByRole("region", { name: "Filing history" }).getByRole("listitem");
const status = (page: Page, word: string) => page.locator("h1 + div").getByText(word, { exact: true });

async function signIn(page: Page, id: number, dashboardUrl = url): Promise<void> {
  await page.goto(`${dashboardUrl}/agents/${id}`);
  await button(page, "Sign in with a wallet").click();
  await button(page, /^Tests/).click();
}

test("a Haftungsperson agrees: shown, signed by nobody else, paid by the relayer, seen on the page", async ({
  page,
}) => {
  const wallet = await injectWallet(page, { chain, account: stranger });
  await page.goto(`${url}/agents/1`);
  await waitUntilLoaded(page);
  await expect(rowOf(page, "Haftungsperson")).toContainText("not agreed yet");
  const loaded: string[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") loaded.push(response.url());
  });
  expect(wallet.calls).toEqual([]);

  // By keyboard alone: the focus goes with the steps.
  await button(page, "Sign in with a wallet").press("Enter");
  await expect(heading(page)).toBeFocused();
  await expect(heading(page)).toHaveText("Which wallet?");
  expect(wallet.calls).toEqual([]);
  const bytes = await countBytes(loaded);
  expect(bytes).toBeGreaterThan(5_000);
  expect(bytes).toBeLessThanOrEqual(MOST_WALLET_BYTES);
  await expect(button(page, "Tests⟨U+202E⟩ & Sons")).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");

  await expect(heading(page)).toHaveText("This account has no part here");
  await expect(panel(page).getByText(haftungsperson.address)).toBeAttached();
  await expectNoViolation(page, { onPhone: true });

  await wallet.change(haftungsperson);
  await expect(panel(page)).toContainText("This account is the Haftungsperson.");
  await button(page, "Agree").click();
  await expect(panel(page)).toContainText(
    "I agree to agent 1 as its Haftungsperson, as its record stands here.",
  );
  await expect(panel(page)).toContainText("You answer for what this agent does.");
  await expect(panel(page)).toContainText("the relayer pays");
  await expectNoViolation(page, { onPhone: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await expectToFit(page);

  // The account changes while the register is asked: nothing is signed for the other one.
  wallet.holdNext("eth_estimateGas");
  await button(page, "Sign").click();
  await expect(panel(page)).toContainText("Asking the register");
  // Not before the wallet holds the question: it would hold that of the next signing instead, for good.
  await expect.poll(() => wallet.asked("eth_estimateGas")).toBe(1);
  await wallet.change(agent);
  wallet.letGo();
  await expect(panel(page).getByRole("alert")).toContainText("another account. Nothing was signed");
  await expect(panel(page)).toContainText("This account is the agent’s wallet.");
  expect(wallet.asked("eth_signTypedData_v4")).toBe(0);

  await wallet.change(haftungsperson);
  await button(page, "Agree").click();
  wallet.refuseNext("eth_signTypedData_v4");
  await button(page, "Sign").click();
  await expect(heading(page)).toHaveText("You refused in the wallet");
  await expectNoViolation(page);
  await button(page, "Try again").click();
  await expect(heading(page)).toHaveText("Filed");
  await expect(panel(page)).toContainText("Your agreement to agent 1 is in the register.");
  await expect(panel(page)).toContainText("The relayer paid");
  await expect(rowOf(page, "Haftungsperson")).toContainText("agreed");
  await expect(rowOf(page, "Haftungsperson")).not.toContainText("not agreed");
  await expect(filings(page).first()).toContainText("Agreed as Haftungsperson");
  await expectNoViolation(page);
  expect(wallet.asked("eth_sendTransaction")).toBe(0);
});

test("a refusal suspends the agent; a regulator reactivates and suspends it with a reason", async ({
  page,
}) => {
  const wallet = await injectWallet(page, { chain, account: haftungsperson });
  wallet.startOn(1);
  await signIn(page, 2);
  await expect(heading(page)).toHaveText("Your wallet is on another chain");
  await expect(panel(page)).toContainText(`(id ${chain.chainId})`);
  await button(page, /^Switch the wallet to/).click();

  await button(page, "Refuse").click();
  await expect(panel(page)).toContainText(
    "The agent is suspended at once, and only a regulator can reactivate it.",
  );
  wallet.holdNext("eth_signTypedData_v4");
  await button(page, "Sign").click();
  await expect(panel(page)).toContainText("Waiting for your wallet");
  await expect.poll(() => wallet.asked("eth_signTypedData_v4")).toBe(1);
  await button(page, "Cancel").click();
  await expect(heading(page)).toHaveText("Stopped");
  wallet.letGo();
  await button(page, "Try again").click();
  await expect(panel(page)).toContainText("Your refusal of agent 2 is in the register.");
  await expect(status(page, "Suspended")).toBeVisible();
  await expect(rowOf(page, "Haftungsperson")).toContainText("refused");
  await expect(filings(page)).toHaveCount(2);

  await wallet.change(owner);
  await button(page, "Done").click();
  await expect(panel(page)).toContainText("This account is a regulator.");
  await button(page, "Reactivate").click();
  await expect(panel(page)).toContainText("Nobody answers for it at the moment");
  await button(page, "Sign").click();
  await expect(heading(page)).toHaveText("Filed");
  await expect(status(page, "Active")).toBeVisible();

  await button(page, "Done").click();
  await button(page, "Suspend").click();
  const reason = panel(page).getByLabel("Reason");
  await reason.fill("ä".repeat(501));
  await button(page, "Sign").click();
  await expect(panel(page)).toContainText("The reason takes 1002 bytes; the register holds 1000.");
  await expectNoViolation(page, { onPhone: true });
  await reason.fill("No answer to our inquiry of 3 März");
  await button(page, "Sign").click();
  await expect(heading(page)).toHaveText("Filed");
  await expect(status(page, "Suspended")).toBeVisible();
  await expect(page.locator("section[aria-labelledby=verdict]")).toContainText(
    "No answer to our inquiry of 3 März",
  );

  // Another regulator is quicker: the page shows what the register would refuse before anything is signed.
  await button(page, "Done").click();
  await button(page, "Reactivate").click();
  const reactivation = { ...registry, functionName: "reactivateAgent", args: [2n] } as const;
  await mined(chain.wallet(owner).writeContract(reactivation));
  const readHistory = () => ask<HistoryResponse>(api.url, "/agent/2/history?order=desc&limit=1");
  await expect.poll(async () => (await readHistory()).data[0]).toMatchObject({ newStatus: "Active" });
  await button(page, "Sign").click();
  await expect(heading(page)).toHaveText("The register refuses this");
  await expect(panel(page)).toContainText("Only suspended agents can be reactivated");
  await expect(status(page, "Active")).toBeVisible();
  expect(wallet.asked("eth_signTypedData_v4")).toBe(4);
});

test("a parent agrees and refuses; a regulator revokes with a reason and releases, and hears of it signed out", async ({
  page,
}) => {
  const wallet = await injectWallet(page, { chain, account: agent });
  await signIn(page, 3);
  await expect(panel(page)).toContainText("This account is a party of the parent.");
  await button(page, "Agree").click();
  await expect(panel(page)).toContainText("I agree to agent 3 for its parent, as its record stands here.");
  await expect(panel(page)).not.toContainText("You answer for what this agent does.");
  await button(page, "Sign").click();
  await expect(panel(page)).toContainText("Your agreement to agent 3 is in the register.");
  await expect(rowOf(page, "Parent")).not.toContainText("not agreed");
  await button(page, "Done").click();
  await button(page, "Refuse").click();
  await expect(panel(page)).toContainText("I refuse agent 3 for its parent.");
  await button(page, "Sign").click();
  await expect(panel(page)).toContainText("Your refusal of agent 3 is in the register.");
  await expect(rowOf(page, "Parent")).toContainText("refused");
  await expect(status(page, "Active")).toBeVisible();

  await wallet.change(owner);
  await button(page, "Done").click();
  await button(page, "Revoke").click();
  await expect(panel(page)).toContainText("As a regulator I revoke agent 3.");
  await button(page, "Sign").click();
  await expect(panel(page)).toContainText("Give a reason");
  await panel(page).getByLabel("Reason").fill("Reported heat that nobody delivered");
  await button(page, "Sign").click();
  await expect(panel(page)).toContainText("The revocation of agent 3 is in the register.");
  await expect(status(page, "Revoked")).toBeVisible();
  await expect(page.locator("section[aria-labelledby=verdict]")).toContainText(
    "Reported heat that nobody delivered",
  );
  await expectNoViolation(page);

  await button(page, "Done").click();
  await button(page, "Release the wallet").click();
  const letLook = await holdRequests(page, /\/agent\/3\/history/);
  await button(page, "Sign").click();
  await expect(panel(page)).toContainText("Waiting for the register");
  await wallet.signOut();
  await expect(panel(page).getByRole("alert")).toHaveText("The wallet signed out.");
  letLook();
  await expect(panel(page)).toContainText("The wallet of agent 3 is released.");
  await expect(filings(page).first()).toContainText("released");
  await button(page, "Done").click();
  await expect(heading(page)).toHaveText("Which wallet?");
  expect([wallet.asked("eth_signTypedData_v4"), wallet.asked("eth_sendTransaction")]).toEqual([4, 0]);
});

test("without a relayer the page says who pays, and the wallet sends the transaction", async ({ page }) => {
  const dashboard = await startDashboard({ apiUrl: api.url });
  try {
    const wallet = await injectWallet(page, { chain, account: haftungsperson });
    await signIn(page, 4, dashboard.url);
    await button(page, "Agree").click();
    await expect(panel(page)).toContainText("You pay for its gas, with ether of this chain.");
    await button(page, "Send the transaction").click();
    await expect(panel(page)).toContainText("Your agreement to agent 4 is in the register.");
    await expect(panel(page)).toContainText("You paid for the transaction");
    await expect(rowOf(page, "Haftungsperson")).not.toContainText("not agreed");
    expect([wallet.asked("eth_signTypedData_v4"), wallet.asked("eth_sendTransaction")]).toEqual([0, 1]);
  } finally {
    await dashboard.stop();
  }
});

test("a Haftungsperson names an attester and has the wallet replaced, which retires the old one", async ({
  page,
}) => {
  const wallet = await injectWallet(page, { chain, account: haftungsperson });
  const entry = page.getByRole("region", { name: "Entry" });
  const words = page.getByRole("region", { name: "Consents" });
  await signIn(page, 1);
  await button(page, "Name an attester").click();
  await expect(panel(page)).toContainText("may attest compliance for agent 1, and do nothing else");
  await panel(page).getByLabel("Address of the attester").fill(agent.address);
  await button(page, "Sign").click();
  await expect(panel(page)).toContainText("This is the agent’s wallet, which may attest anyway.");
  await panel(page).getByLabel("Address of the attester").fill(stranger.address);
  await button(page, "Sign").click();
  await expect(panel(page)).toContainText("The attester of agent 1 is in the register.");
  await expect(entry.getByText("Attester", { exact: true }).locator("..")).toContainText(stranger.address);
  await expect(filings(page).first()).toContainText("Attester named");

  await button(page, "Done").click();
  await button(page, "Propose a new wallet").click();
  await expect(panel(page)).toContainText("retired for good: it cannot come back");
  const address = panel(page).getByLabel("Address of the new wallet");
  for (const [typed, problem] of [
    [agent.address, "This is the agent’s wallet already."],
    [`0x${"0".repeat(40)}`, "The zero address is nobody."],
    ["0x12", "40 characters"],
  ] as const) {
    await address.fill(typed);
    await button(page, "Sign").click();
    await expect(panel(page).getByRole("alert").filter({ hasText: /./ })).toContainText(problem);
  }
  await expectNoViolation(page, { onPhone: true });
  await address.fill(regulator.address);
  await button(page, "Sign").click();
  await expect(panel(page)).toContainText("The new wallet of agent 1 is proposed.");
  await expect(words).toContainText("New wallet proposed");
  await expect(words).toContainText(regulator.address);

  // Taken back, and proposed again.
  await button(page, "Done").click();
  await button(page, "Take the proposed wallet back").click();
  await button(page, "Sign").click();
  await expect(panel(page)).toContainText("The proposal of a new wallet for agent 1 is taken back.");
  await expect(words).not.toContainText("New wallet proposed");
  await expect(filings(page).first()).toContainText("Proposed wallet taken back");
  await button(page, "Done").click();
  await button(page, "Propose a new wallet").click();
  await address.fill(regulator.address);
  await button(page, "Sign").click();
  await expect(words).toContainText("New wallet proposed");

  await wallet.change(regulator);
  await button(page, "Done").click();
  await expect(panel(page)).toContainText("the proposed wallet");
  await button(page, "Accept as the new wallet").click();
  await expect(panel(page)).toContainText("I take over as the wallet of agent 1, and agree to its record");
  await expect(panel(page)).toContainText(haftungsperson.address);
  await expect(panel(page)).toContainText("The attester is removed");
  await expectNoViolation(page, { onPhone: true });
  await button(page, "Sign").click();
  await expect(panel(page)).toContainText("This account is the wallet of agent 1 now.");
  await expect(entry).toContainText("the agent’s wallet since");
  await expect(page.getByRole("list", { name: "Former wallets" })).toContainText(agent.address);
  await expect(entry.getByText("Attester", { exact: true })).toHaveCount(0);
  await expect(rowOf(page, "Wallet")).not.toContainText("not agreed");
  await expect(filings(page).first()).toContainText("Wallet replaced");
  await expect(filings(page).first()).toContainText("the attester was removed");
  expect([wallet.asked("eth_signTypedData_v4"), wallet.asked("eth_sendTransaction")]).toEqual([5, 0]);

  await page.goto(`${url}/kya?wallet=${agent.address}`);
  await expect(page.locator("section[aria-labelledby=verdict] h2")).toHaveText(
    "Not registered: this wallet was replaced",
  );
});

test("a thief who acts first loses the agent to the wallet that the Haftungsperson names", async ({
  page,
}) => {
  const [thief, accomplice, fresh] = [devAccount(12), devAccount(13), devAccount(14)];
  const scope = "Trades wind";
  const args = [haftungsperson.address, thief.address, zeroHash, zeroHash, scope, 0n, false] as const;
  await mined(chain.wallet(thief).writeContract({ ...registry, functionName: "registerAgent", args }));
  const id = await chain.reader.readContract({ ...registry, functionName: "totalAgents" });
  const act = (who: DevAccount, functionName: "setAttester" | "proposeHaftungsperson") =>
    mined(chain.wallet(who).writeContract({ ...registry, functionName, args: [id, accomplice.address] }));
  const confirm = { ...registry, functionName: "confirmAgent", args: [id] } as const;
  await mined(chain.wallet(haftungsperson).writeContract(confirm));
  await act(thief, "setAttester");
  await act(thief, "proposeHaftungsperson");
  await expect(async () => {
    expect((await fetch(`${api.url}/api/v1/agent/${id}`)).status).toBe(200);
  }).toPass();

  const wallet = await injectWallet(page, { chain, account: haftungsperson });
  await signIn(page, Number(id));
  await expect(page.getByRole("region", { name: "Consents" })).toContainText("Handover under way");
  await button(page, "Propose a new wallet").click();
  await panel(page).getByLabel("Address of the new wallet").fill(fresh.address);
  await button(page, "Sign").click();
  await expect(panel(page)).toContainText(`The new wallet of agent ${id} is proposed.`);
  await wallet.change(fresh);
  await button(page, "Done").click();
  await button(page, "Accept as the new wallet").click();
  await expect(panel(page)).toContainText("The proposed handover is called off");
  await button(page, "Sign").click();
  await expect(panel(page)).toContainText(`This account is the wallet of agent ${id} now.`);
  await expect(page.getByRole("region", { name: "Consents" })).not.toContainText("Handover under way");

  // The thief's key registered the agent, and has no part in it any more; nor has what it named.
  await button(page, "Done").click();
  for (const account of [thief, accomplice]) {
    await wallet.change(account);
    await expect(button(page, "Name an attester")).toHaveCount(0);
    await expect(panel(page)).toContainText("This account has no part here");
  }
  await expect(act(thief, "setAttester")).rejects.toThrow("Not authorized for this agent");
  const response = await fetch(`${api.url}/api/v1/kya`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ wallets: [thief.address, fresh.address] }),
  });
  const { data } = (await response.json()) as BulkKyaResponse;
  expect(data.map(({ agentId, retiredFrom, objections }) => [agentId, retiredFrom, objections])).toEqual([
    [null, Number(id), ["not-registered", "wallet-retired"]],
    [Number(id), undefined, []],
  ]);
});

test("who has agreed agrees again to a record that has changed since", async ({ page }) => {
  const args = [1n, `0x${"7".repeat(64)}`] as const;
  const update = { ...registry, functionName: "updateCapabilities", args } as const;
  await mined(chain.wallet(creator).writeContract(update));
  await injectWallet(page, { chain, account: haftungsperson });
  await signIn(page, 1);
  await button(page, "Agree again").click();
  await expect(rowOf(page, "Haftungsperson")).toContainText("capabilities changed since");
  await expect(panel(page)).toContainText("I agree again to agent 1 as its Haftungsperson");
  await button(page, "Sign").click();
  await expect(panel(page)).toContainText("Your agreement to agent 1 is in the register.");
  await expect(rowOf(page, "Haftungsperson")).not.toContainText("changed since");
  await expect(filings(page).first()).toContainText("Agreed again as Haftungsperson");
  await expect(button(page, "Agree again")).toHaveCount(0);
});

test("a handover is proposed and accepted, and without the relayer everybody pays for themselves", async ({
  page,
  expectFaults,
}) => {
  const wallet = await injectWallet(page, { chain, account: haftungsperson });
  await signIn(page, 1);
  await button(page, "Propose a handover").click();
  const address = panel(page).getByLabel("Address of the new Haftungsperson");
  await address.fill(haftungsperson.address);
  await button(page, "Sign").click();
  await expect(panel(page)).toContainText("This is the Haftungsperson already.");
  await address.fill(stranger.address);
  await button(page, "Sign").click();
  await expect(heading(page)).toHaveText("Filed");
  await expect(page.getByRole("region", { name: "Consents" })).toContainText("Handover under way");

  await relayer.stop();
  expectFaults(/ERR_CONNECTION_REFUSED/);
  await wallet.change(stranger);
  await button(page, "Done").click();
  await button(page, "Accept the handover").click();
  await expect(panel(page)).toContainText("If the record above changes before this is filed");
  await button(page, "Sign").click();
  await expect(heading(page)).toHaveText("The relayer does not answer");
  await expect(panel(page)).toContainText("Nothing was signed.");
  await expectNoViolation(page, { onPhone: true });
  await button(page, "Send it myself and pay the gas").click();
  await expect(panel(page)).toContainText("You are the Haftungsperson of agent 1 now.");
  await expect(panel(page)).toContainText("You paid for the transaction");
  await expect(page.getByRole("region", { name: "Consents" })).not.toContainText("Handover under way");
  await expect(page.getByRole("main").getByText(stranger.address).first()).toBeAttached();
  expect([wallet.asked("eth_signTypedData_v4"), wallet.asked("eth_sendTransaction")]).toEqual([1, 1]);
});

async function countBytes(scripts: string[]): Promise<number> {
  const sizes = scripts.map(async (script) => gzipSync(await (await fetch(script)).bytes()).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
