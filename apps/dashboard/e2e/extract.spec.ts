import type {
  AgentAtResponse,
  AgentResponse,
  HistoryResponse,
  RevenueResponse,
} from "@agent-registry/protocol";
import type { Page } from "@playwright/test";
import { readQrPath } from "../src/features/extract/testing/read-qr-path.ts";
import { findAgent } from "./fixtures/find-entry.ts";
import { countFilings } from "./fixtures/history.ts";
import { ask, expect, test } from "./fixtures/test.ts";

/** Chooses an extract, and shows the page as it is printed. */
async function print(page: Page, kind: "Current extract" | "Chronological extract"): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => void Object.assign(window, { isPrinted: true });
  });
  await page.reload();
  await page.getByRole("button", { name: "Extract" }).click();
  await page.getByRole("button", { name: kind }).click();
  await expect.poll(() => page.evaluate(() => "isPrinted" in window)).toBe(true);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
}

/** What a telephone reads from the printed code. */
async function readCode(page: Page): Promise<string | null> {
  const code = page.getByRole("img", { name: /^Code of the address / });
  await expect(code).toBeVisible();
  await expect(code.locator("rect")).toHaveAttribute("fill", "#ffffff");
  const path = (await code.locator("path").getAttribute("d")) ?? "";
  const size = Number((await code.getAttribute("viewBox"))?.split(" ").at(-1));
  return readQrPath({ size, path });
}

test("a current extract can be checked: block, record hash, address, code and receipt", async ({
  page,
  world,
}) => {
  const { url, apiUrl } = world.main;
  await page.goto(`${url}/agents/2`);
  await print(page, "Current extract");
  const note = page.getByRole("region", { name: "About this extract" });
  await expect(note).toContainText("Current extract of the Agent Registry, ");
  const address = await readCode(page);
  const [, block] = /^.+\/agents\/2\?block=(\d+)$/.exec(address ?? "") ?? [];
  await expect(note).toContainText(`${url}/agents/2?block=${block}`);
  await expect(note).toContainText(
    new RegExp(`Block${Number(block).toLocaleString("en-GB")}, hash 0x[0-9a-f]{64}`),
  );
  const { recordHash } = await ask<AgentAtResponse>(apiUrl, `/agent/2/at?block=${block}`);
  await expect(note).toContainText(recordHash);
  await expect(page.getByRole("region", { name: "Filing history" })).toBeHidden();
  await expect(page.getByRole("region", { name: "Revenue" })).toBeHidden();
  const receipt = page.getByRole("region", { name: /^Signed receipt/ });
  await expect(receipt).toContainText(apiUrl);
  await expect(receipt).toContainText(/[\w-]+\.[\w-]+\.[\w-]+/);
  // The margin boxes of each sheet carry the name; the style sheet adds the page's number.
  expect(
    await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--sheet-name")),
  ).toBe('"Agent 2 · Agent Registry"');

  // The address of the code opens the entry of that block.
  await page.emulateMedia({ media: null, colorScheme: null });
  await page.goto(address ?? "");
  await expect(page.getByRole("note")).toContainText(
    `As it stood at block ${Number(block).toLocaleString("en-GB")}`,
  );
});

test("an extract of the past is of its block, and holds nothing that came later", async ({ page, world }) => {
  const { url, apiUrl } = world.main;
  const { data } = await ask<HistoryResponse>(apiUrl, "/agent/2/history");
  const block = data[1]?.blockNumber ?? 0;
  const { recordHash, blockHash } = await ask<AgentAtResponse>(apiUrl, `/agent/2/at?block=${block}`);
  await page.goto(`${url}/agents/2?block=${block}`);
  await print(page, "Chronological extract");
  expect(await readCode(page)).toBe(`${url}/agents/2?block=${block}`);
  const note = page.getByRole("region", { name: "About this extract" });
  await expect(note).toContainText(recordHash);
  await expect(note).toContainText(`${block.toLocaleString("en-GB")}, hash ${blockHash}`);
  await expect(page.getByRole("note")).toContainText(`As it stood at block ${block.toLocaleString("en-GB")}`);
  const history = page.getByRole("region", { name: "Filing history" });
  expect(await countFilings(history)).toBe(data.filter(({ blockNumber }) => blockNumber <= block).length);
  await expect(page.getByText(/^Since then/)).toBeHidden();
  await expect(page.getByRole("region", { name: /^Signed receipt/ })).toHaveCount(0);
});

test("a long history goes on on the next page, and is not pushed off the first", async ({ page, world }) => {
  await page.goto(`${world.main.url}/agents/2`);
  await print(page, "Chronological extract");
  const history = page.getByRole("region", { name: "Filing history" });
  expect(await history.evaluate((card) => getComputedStyle(card).breakInside)).toBe("auto");
  const item = history.getByRole("listitem").first();
  expect(await item.evaluate((line) => getComputedStyle(line).breakInside)).toMatch(/^avoid/);
  // Without backgrounds, which printers leave out, a status is a word in an outline.
  const badge = page.getByRole("heading", { level: 1 }).locator("..").locator("[data-tone]");
  expect(await badge.evaluate((span) => getComputedStyle(span).borderTopWidth)).not.toBe("0px");
});

test("an agent's page prints as an extract of the register", async ({ page, world }) => {
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

test("an extract holds every filing and report, or says what it leaves out", async ({ page, world }) => {
  const { agent } = await findAgent(world, async ({ agent: { agentId } }) => {
    const revenue = await ask<RevenueResponse>(world.main.apiUrl, `/agent/${agentId}/revenue`);
    const history = await ask<HistoryResponse>(world.main.apiUrl, `/agent/${agentId}/history`);
    return revenue.total > 10 && history.total > 20;
  });
  const id = agent.agentId;
  const filings = (await ask<HistoryResponse>(world.main.apiUrl, `/agent/${id}/history`)).total;
  const reports = (await ask<RevenueResponse>(world.main.apiUrl, `/agent/${id}/revenue`)).total;
  await page.addInitScript(() => {
    window.print = () => {
      const items = [...document.querySelectorAll("section[aria-labelledby=card-filing-history] li")];
      const count = items.reduce((sum, item) => sum + Number(item.getAttribute("data-folded") ?? 1), 0);
      Object.assign(window, { printedFilings: count });
    };
  });
  await page.goto(`${world.main.url}/agents/${id}`);
  const history = page.getByRole("region", { name: "Filing history" });
  const revenue = page.getByRole("region", { name: "Revenue" });
  const rows = revenue.getByRole("table", { name: "Revenue reports, newest first" }).locator("tbody tr");
  await expect.poll(() => countFilings(history)).toBe(20);
  await expect(rows).toHaveCount(10);

  // The browser's own print menu cannot load more, so the page says what is left out.
  await page.emulateMedia({ media: "print" });
  await expect(history.getByText(`20 of ${filings} filings are printed.`)).toContainText(`/agents/${id}`);
  await expect(rows).toHaveCount(reports);
  await expect(revenue.getByText("reports are printed")).toHaveCount(0);
  await page.emulateMedia({ media: null });
  await expect(rows).toHaveCount(10);

  await page.getByRole("button", { name: "Extract" }).click();
  await page.getByRole("button", { name: "Chronological extract" }).click();
  await expect
    .poll(() => page.evaluate(() => (window as { printedFilings?: number }).printedFilings))
    .toBe(filings);
  await page.emulateMedia({ media: "print" });
  await expect(rows).toHaveCount(reports);
  await expect(page.getByText(/Not the whole record/)).toHaveCount(0);
  await expect(history.getByRole("listitem").last()).toContainText("Registered");
});
