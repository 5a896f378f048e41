import {
  type CertificateAnswer,
  type HaftungspersonResponse,
  type NotariesResponse,
  type NotaryResponse,
  registryAbi,
} from "@agent-registry/protocol";
import { deployLocally, devAccounts, type LocalChain, startChain } from "@agent-registry/testkit";
import type { Page } from "@playwright/test";
import { type Hash, keccak256, toHex, zeroHash } from "viem";
import { shortenHex } from "../src/shared/text/words.ts";
import { formatDate } from "../src/shared/time/format-time.ts";
import { injectWallet } from "./fixtures/browser-wallet.ts";
import { expectNoViolation } from "./fixtures/find-violations.ts";
import { startApi, startDashboard, startRelayer } from "./fixtures/processes.ts";
import { ask, expect, expectToFit, test } from "./fixtures/test.ts";
import type { World } from "./fixtures/world.ts";

const NOBODY = `0x${"1".repeat(40)}`;
const YEAR_SECONDS = 365 * 86_400;
const NO_WORD = "Nobody has certified who this is.";
const { owner, haftungsperson, creator, agent, stranger: notary } = devAccounts;

const main = (page: Page) => page.getByRole("main");
const certificatesOf = (page: Page) => page.getByRole("region", { name: "Certificates" });

/** The first certificate of the register that a test needs, among those of all notaries. */
async function findCertificate(
  { main: { apiUrl } }: World,
  fits: (certificate: CertificateAnswer) => boolean,
): Promise<CertificateAnswer> {
  const { data: notaries } = await ask<NotariesResponse>(apiUrl, "/notaries");
  for (const { notary: address } of notaries) {
    const { data } = await ask<NotaryResponse>(apiUrl, `/notary/${address}?limit=100&offset=0`);
    const found = data.find(fits);
    if (found !== undefined) return found;
  }
  throw new Error("The population has no such certificate");
}

async function readPerson({ main: { apiUrl } }: World, address: string): Promise<HaftungspersonResponse> {
  return await ask<HaftungspersonResponse>(apiUrl, `/haftungsperson/${address}`);
}

test("who a certified person is stands on its page and on its agents’, on screen and on paper", async ({
  page,
  world,
}) => {
  const { url } = world.main;
  const { person } = await findCertificate(world, ({ counts }) => counts);
  const { certificates, data } = await readPerson(world, person);
  await page.goto(`${url}/people/${person}`);
  const line = main(page).getByText(/^Certified by/);
  await expect(line).toContainText(/: a (natural|legal) person, level (low|substantial|high), until \d/);
  await expect(line).toContainText("the notary’s word about who controls this address, not about the agent");
  await expect(certificatesOf(page).locator("tbody tr")).toHaveCount(certificates.length);
  for (const [index, certificate] of certificates.entries()) {
    const row = certificatesOf(page).locator("tbody tr").nth(index);
    await expect(row).toContainText(certificate.notary);
    await expect(row).toContainText(`until ${formatDate(certificate.until)}`);
    await expect(row).toContainText(certificate.counts ? /^(?!.*does not).*counts/ : "does not count: ");
    await expect(row).toContainText(certificate.ref);
  }
  await expectNoViolation(page, { onPhone: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await expectToFit(page);

  const [named] = data;
  if (named === undefined) throw new Error("The certified person answers for no agent");
  for (const path of [`/agents/${named.agentId}`, `/kya?wallet=${named.agentWallet}`]) {
    await page.goto(url + path);
    await expect(main(page).getByText(/^Certified by/)).toBeVisible();
  }
  await page.goto(`${url}/agents/${named.agentId}`);
  await page.emulateMedia({ media: "print" });
  await expect(main(page).getByText(/^Certified by/)).toBeVisible();
});

test("a person whom nobody has certified is shown as that", async ({ page, world }) => {
  await page.goto(`${world.main.url}/people/${NOBODY}`);
  await expect(main(page)).toContainText(NO_WORD);
  await expect(certificatesOf(page)).toHaveCount(0);
});

test("notaries are listed with their standing, and each has a page, without a script", async ({
  browser,
  page,
  world,
}) => {
  const { url, apiUrl } = world.main;
  const { data } = await ask<NotariesResponse>(apiUrl, "/notaries");
  await page.goto(`${url}/trust`);
  await page.getByRole("link", { name: "notary", exact: true }).click();
  await expect(page).toHaveURL(`${url}/notaries`);
  await expect(page.locator("tbody tr")).toHaveCount(data.length);
  for (const [index, { notary: address, isAccredited, since }] of data.entries()) {
    const row = page.locator("tbody tr").nth(index);
    await expect(row).toContainText(address);
    const standing = isAccredited ? "accredited" : "no longer accredited";
    await expect(row).toContainText(`${standing}, since ${formatDate(since)}`);
  }
  const first = data.find(({ certificates }) => certificates > 0);
  if (first === undefined) throw new Error("No notary has certified anybody");

  const context = await browser.newContext({ javaScriptEnabled: false });
  const bare = await context.newPage();
  await bare.goto(`${url}/notaries`);
  await bare.locator(`a[href="/notary/${first.notary}"]`).click();
  await expect(bare).toHaveURL(`${url}/notary/${first.notary}`);
  const { total } = await ask<NotaryResponse>(apiUrl, `/notary/${first.notary}`);
  await expect(bare.locator("tbody tr")).toHaveCount(Math.min(total, 20));
  await context.close();

  await page.goto(`${url}/notary/${first.notary}`);
  await expectNoViolation(page, { onPhone: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await expectToFit(page);
});

test("an address that never was a notary is not found", async ({ page, world, expectFaults }) => {
  expectFaults(/404/);
  const missing = await page.goto(`${world.main.url}/notary/${NOBODY}`);
  expect(missing?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This is not a notary");
  const broken = await page.goto(`${world.main.url}/notary/0x12`);
  expect(broken?.status()).toBe(404);
});

test.describe("in the browser", () => {
  // A register of its own, since these tests write to it; one after the other, since they share it.
  test.describe.configure({ mode: "serial", timeout: 300_000 });

  let chain: LocalChain;
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
    const registry = { address: registryAddress, abi: registryAbi } as const;
    const entry = [haftungsperson.address, agent.address, zeroHash, zeroHash, "Trades", 0n, false] as const;
    await mined(
      chain.wallet(creator).writeContract({ ...registry, functionName: "registerAgent", args: entry }),
    );
    await mined(
      chain.wallet(owner).writeContract({ ...registry, functionName: "addNotary", args: [notary.address] }),
    );
    const { timestamp } = await chain.reader.getBlock();
    const until = timestamp + BigInt(YEAR_SECONDS);
    const certified = [haftungsperson.address, 1, 2, until, keccak256(toHex("file 1"))] as const;
    await mined(
      chain.wallet(notary).writeContract({ ...registry, functionName: "certifyPerson", args: certified }),
    );
    const api = started(await startApi({ rpcUrl, registryAddress }));
    const relayer = started(await startRelayer({ rpcUrl, deployment }));
    url = started(await startDashboard({ apiUrl: api.url, relayerUrl: relayer.url })).url;
  });

  test.afterAll(async () => {
    for (const stop of stops) await stop();
  });

  async function mined(sent: Promise<Hash>): Promise<void> {
    await chain.reader.waitForTransactionReceipt({ hash: await sent });
  }

  const panel = (page: Page) => page.getByRole("region", { name: "Act with a wallet" });
  const button = (page: Page, name: string | RegExp) =>
    panel(page).getByRole("button", { name, exact: true });
  const heading = (page: Page) => panel(page).getByRole("heading", { level: 3 });
  const named = shortenHex(notary.address);

  async function signIn(page: Page): Promise<void> {
    await page.goto(`${url}/people/${haftungsperson.address}`);
    await button(page, "Sign in with a wallet").click();
    await button(page, /^Tests/).click();
  }

  test("the person accepts, after reading what it states; the relayer pays, and the page shows it", async ({
    page,
  }) => {
    const wallet = await injectWallet(page, { chain, account: agent });
    await signIn(page);
    await expect(heading(page)).toHaveText("This account has no part here");
    await expect(main(page)).toContainText("does not count: the person has not accepted it yet");

    await wallet.change(haftungsperson);
    await button(page, `Accept the certificate of ${named}`).click();
    await expect(panel(page)).toContainText(
      `I accept that the notary ${named} certifies me as a natural person, level substantial, until `,
    );
    await expect(panel(page)).toContainText("From then on it counts");
    await expect(panel(page)).toContainText("Your key ties the identity");
    await expectNoViolation(page, { onPhone: true });
    await page.setViewportSize({ width: 360, height: 740 });
    await expectToFit(page);
    await button(page, "Sign").click();
    await expect(heading(page)).toHaveText("Filed");
    await expect(panel(page)).toContainText(`The certificate of ${named} is accepted.`);
    await expect(panel(page)).toContainText("The relayer paid");
    await expect(main(page).getByText(/^Certified by/)).toContainText("a natural person, level substantial");
    await expect(certificatesOf(page)).not.toContainText("does not count");
    expect(wallet.asked("eth_sendTransaction")).toBe(0);
  });

  test("the notary ends it, and nothing is left to do", async ({ page }) => {
    await injectWallet(page, { chain, account: notary });
    await signIn(page);
    await button(page, `End the certificate of ${named}`).click();
    await expect(panel(page)).toContainText("It counts no more, at once.");
    await button(page, "Sign").click();
    await expect(heading(page)).toHaveText("Filed");
    await expect(panel(page)).toContainText(`The certificate of ${named} is ended.`);
    await expect(main(page)).toContainText(NO_WORD);
    await expect(certificatesOf(page)).toHaveCount(0);
  });
});
