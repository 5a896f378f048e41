import { gzipSync } from "node:zlib";
import type { LineageNode } from "@agent-registry/protocol";
import type { Page } from "@playwright/test";
import { holdRequests } from "./fixtures/hold-requests.ts";
import { ROUTES } from "./fixtures/routes.ts";
import { CORS, expect, test } from "./fixtures/test.ts";

const MOST_SCRIPT_BYTES = 220_000;
const MOST_SHIFT = 0.05;
const MOST_LATE_SHIFT = 0.005;

/** Sizes and shifts are asserted; times depend on the machine and are only logged. */
function tell(figure: string): void {
  test.info().annotations.push({ type: "figure", description: figure });
  console.log(`    ${figure}`);
}

for (const path of ROUTES) {
  test(`${path} loads little script at first, and does not shift`, async ({ page, world }) => {
    const html = await (await page.request.get(world.main.url + path)).text();
    const scripts = [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"[^>]*>/g)]
      .filter(([tag]) => !/nomodule/i.test(tag))
      .map(([, source]) => source ?? "");
    let bytes = 0;
    for (const source of new Set(scripts)) {
      bytes += gzipSync(await (await page.request.get(new URL(source, world.main.url).href)).body()).length;
    }
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);

    await observe(page);
    await page.goto(world.main.url + path);
    await expect(page.getByRole("status").filter({ hasText: /^Loading / })).toHaveCount(0);
    await page.waitForLoadState("networkidle");
    const { shift, paintMs } = await readVitals(page);
    expect(shift).toBeLessThan(MOST_SHIFT);
    tell(
      `${path}: ${(bytes / 1000).toFixed(1)} kB script, LCP ${Math.round(paintMs)} ms, CLS ${shift.toFixed(4)}`,
    );
  });
}

for (const path of ["/", "/compliance", "/revenue"]) {
  test(`${path} does not shift on a phone when the answers come late`, async ({ page, world }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const release = await holdRequests(page, "**/api/v1/**");
    await observe(page);
    await page.goto(world.main.url + path);
    await expect(page.getByRole("status").filter({ hasText: /^Loading / })).toBeAttached();
    await page.evaluate(async () => {
      await document.fonts.ready;
      // Two frames: the grey shapes are on the screen before the answers come.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    release();
    await expect(page.getByRole("status").filter({ hasText: /^Loading / })).toHaveCount(0);
    await page.waitForLoadState("networkidle");
    const { shift } = await readVitals(page);
    tell(`${path} on a phone: CLS ${shift.toFixed(4)}`);
    expect(shift).toBeLessThan(MOST_LATE_SHIFT);
  });
}

test("a list of ten thousand agents scrolls", async ({ page, world }) => {
  const data = Array.from({ length: 10_000 }, (_, index) => ({
    agentId: index + 1,
    creator: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    status: "Active",
    compliance: {
      isActive: true,
      attestationCurrent: true,
      secondsSinceAttestation: 900_000 - index * 80,
      childCount: 0,
      status: "Active",
    },
  }));
  await page.route("**/api/v1/agents/compliance", (route) =>
    route.fulfill({ json: { total: data.length, data }, headers: CORS }),
  );
  await observe(page);
  await page.goto(`${world.main.url}/compliance`);
  await expect(page.locator("tbody tr[data-index]").first()).toBeVisible();
  await page.evaluate(() => {
    (window as Vitals).longTasks = [];
  });
  for (let step = 0; step < 60; step += 1) await page.mouse.wheel(0, 4_000);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100_000);
  await expect(page.locator("tbody tr[data-index]").first()).toBeVisible();
  expect(await page.locator("tbody tr[data-index]").count()).toBeLessThan(100);
  const tasks = await page.evaluate(() => (window as Vitals).longTasks ?? []);
  tell(`scrolling 10,000 agents: ${tasks.length} long tasks, the longest ${Math.max(0, ...tasks)} ms`);
});

test("a tree of 500 expands", async ({ page, world }) => {
  let next = 0;
  const grow = (depth: number): LineageNode => {
    next += 1;
    return {
      agentId: next,
      wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
      generation: 4 - depth,
      status: "Active",
      children: depth === 0 ? [] : Array.from({ length: depth === 4 ? 4 : 5 }, () => grow(depth - 1)),
    };
  };
  const root = grow(4);
  await page.route("**/api/v1/agent/1/lineage", (route) => route.fulfill({ json: root, headers: CORS }));
  await page.goto(`${world.main.url}/lineage/1`);
  await expect(page.getByText(/^62\d agents on 5 levels\.$/)).toBeVisible();
  const expansionMs = await page
    .getByRole("button", { name: "Expand all" })
    .evaluate(async (button: HTMLElement) => {
      const startedAt = performance.now();
      button.click();
      // The frame after the next one is on the screen.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return performance.now() - startedAt;
    });
  const tree = page.getByRole("tree");
  expect((await tree.boundingBox())?.height).toBeGreaterThan(600 * 40);
  expect(await page.getByRole("treeitem").count()).toBeLessThan(100);
  tell(`expanding ${next} nodes: ${Math.round(expansionMs)} ms to the next frame`);
});

type Vitals = { shift?: number; paintMs?: number; longTasks?: number[] };

async function observe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const vitals = window as Vitals;
    Object.assign(vitals, { shift: 0, paintMs: 0, longTasks: [] });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) vitals.shift = (vitals.shift ?? 0) + entry.value;
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver((list) => {
      vitals.paintMs = list.getEntries().at(-1)?.startTime ?? 0;
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      vitals.longTasks?.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: "longtask", buffered: true });
  });
}

async function readVitals(page: Page): Promise<{ shift: number; paintMs: number }> {
  return await page.evaluate(() => {
    const { shift = 0, paintMs = 0 } = window as Vitals;
    return { shift, paintMs };
  });
}
