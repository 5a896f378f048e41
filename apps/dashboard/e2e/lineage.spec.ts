import type { AgentResponse, LineageNode } from "@agent-registry/protocol";
import { countLevels, countNodes } from "../src/features/lineage/tree.ts";
import { ask, CORS, expect, expectToFit, test } from "./fixtures/test.ts";
import type { World } from "./fixtures/world.ts";

async function findDeepRoot({ main }: World): Promise<LineageNode> {
  for (let id = 1; id <= 60; id += 1) {
    const root = await ask<LineageNode>(main.apiUrl, `/agent/${id}/lineage`);
    if (countLevels(root) >= 5) return root;
  }
  throw new Error("The population has no deep lineage");
}

test("the lineage page shows the whole tree, with generation, status and links", async ({ page, world }) => {
  const root = await findDeepRoot(world);
  await page.goto(`${world.main.url}/lineage/${root.agentId}`);
  await expect(page).toHaveTitle(`Lineage of agent ${root.agentId} · Agent Registry`);
  await expect(page.getByText(`${countNodes(root)} agents on ${countLevels(root)} levels.`)).toBeVisible();
  await page.getByRole("link", { name: "Expand all" }).click();
  const items = page.getByRole("treeitem");
  await expect(items).toHaveCount(countNodes(root));
  const child = root.children[0];
  const row = page.locator(`#node-${child?.agentId}`);
  await expect(row).toContainText(new RegExp(`generation (gen\\. )?${child?.generation}`));
  await expect(row).toContainText(child?.status ?? "");
  const { agent } = await ask<AgentResponse>(world.main.apiUrl, `/agent/${child?.agentId}`);
  await expect(row.getByTitle(agent.operationalScope, { exact: true })).toHaveText(agent.operationalScope);
  await expect(row).toHaveAttribute("aria-level", "2");
  await row.getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/agents/${child?.agentId}$`));
});

test("statuses have the specified colours, and never colour alone", async ({ page, world }) => {
  const statuses = ["Active", "Suspended", "Revoked", "Terminated"] as const;
  await page.route("**/api/v1/agent/2/lineage?*", async (route) => {
    const response = await route.fetch();
    const root = (await response.json()) as LineageNode;
    const children = root.children
      .slice(0, 4)
      .map((node, index) => ({ ...node, children: [], status: statuses[index] }));
    await route.fulfill({ response, json: { ...root, children } });
  });
  await page.goto(`${world.bare.url}/lineage/2`);
  await expect(page.getByRole("treeitem")).toHaveCount(5);
  const colours = { Active: "rgb(27, 122, 72)", Suspended: "rgb(138, 86, 0)", Revoked: "rgb(179, 38, 30)" };
  for (const [status, colour] of Object.entries(colours)) {
    const badge = page
      .getByRole("treeitem")
      .nth(statuses.indexOf(status as "Active") + 1)
      .locator("[data-tone]");
    await expect(badge).toHaveText(status);
    await expect(badge).toHaveCSS("color", colour);
  }
});

test("the tree works by keyboard alone", async ({ page, world }) => {
  await page.goto(`${world.main.url}/lineage/2`);
  await page.getByRole("link", { name: "Collapse all" }).click();
  const root = page.locator("#node-2");
  await expect(page.getByRole("treeitem")).toHaveCount(1);
  await page.keyboard.press("Tab");
  await expect(root).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(root).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowRight");
  const first = page.getByRole("treeitem").nth(1);
  await expect(first).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("treeitem").last()).toBeFocused();
  await page.keyboard.press("Home");
  await expect(root).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowLeft");
  await expect(root).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(root).toHaveAttribute("aria-expanded", "false");
  await expect(page.getByRole("treeitem")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/agents\/2$/);
});

test("a node says when some of its children are left out", async ({ page, world }) => {
  await page.goto(`${world.main.url}/lineage/${world.edgeCases.wide}`);
  await expect(page.locator(`#node-${world.edgeCases.wide}`)).toContainText("Showing 50 of 53 children");
  // The count does not claim to be all, and the note links to the page that lists all of them.
  await expect(page.getByText("51 agents on 2 levels are shown. There are more")).toBeVisible();
  await page.getByRole("link", { name: "Showing 50 of 53 children" }).click();
  await expect(page).toHaveURL(`${world.main.url}/agents/${world.edgeCases.wide}`);
});

test("the tree prints every row", async ({ page, world }) => {
  await page.goto(`${world.main.url}/lineage/${world.edgeCases.wide}`);
  const items = page.getByRole("treeitem");
  // A tree of this size is drawn whole, so that a search in the page finds every row.
  await expect(items).toHaveCount(51);
  await page.emulateMedia({ media: "print" });
  await expect(items).toHaveCount(51);
  await expect(page.getByRole("link", { name: "Expand all" })).toBeHidden();
  // One below the other, without a gap where rows are missing.
  const tree = await page.getByRole("tree").boundingBox();
  const boxes = await items.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(Math.round(tree?.height ?? 0)).toBe(Math.round(boxes.reduce((sum, height) => sum + height, 0)));
});

test("of a large tree only the rows in sight are drawn, but all are printed", async ({ page, world }) => {
  const leaf = (agentId: number): LineageNode => ({
    agentId,
    wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    generation: 1,
    status: "Active",
    children: [],
  });
  const root = { ...leaf(1), children: Array.from({ length: 400 }, (_, index) => leaf(index + 2)) };
  await page.route("**/api/v1/agent/1/lineage?*", (route) => route.fulfill({ json: root, headers: CORS }));
  await page.goto(`${world.bare.url}/lineage/1`);
  await expect(page.getByText("401 agents on 2 levels.")).toBeVisible();
  expect(await page.getByRole("treeitem").count()).toBeLessThan(100);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("treeitem")).toHaveCount(401);
});

test("the page of a child links to its parent's lineage", async ({ page, world }) => {
  await page.goto(`${world.main.url}/lineage/${world.edgeCases.wide + 1}`);
  await expect(page.getByText("This agent has no children.")).toBeVisible();
  await page.getByRole("link", { name: `Lineage of its parent, agent ${world.edgeCases.wide}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    `Lineage of agent ${world.edgeCases.wide}`,
  );
});

test("fifteen levels fit on a phone", async ({ page, world }) => {
  const chain = (level: number): LineageNode => ({
    agentId: level === 1 ? 1 : 12_340 + level,
    wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    generation: level - 1,
    status: "Terminated",
    children: level < 15 ? [chain(level + 1)] : [],
    ...(level === 15 ? { note: "Depth limit of 15 levels reached" } : {}),
  });
  await page.route("**/api/v1/agent/1/lineage?*", (route) =>
    route.fulfill({ json: chain(1), headers: CORS }),
  );
  await page.setViewportSize({ width: 360, height: 844 });
  await page.goto(`${world.bare.url}/lineage/1`);
  await expect(page.getByRole("treeitem")).toHaveCount(15);
  await expect(page.getByText("Depth limit of 15 levels reached")).toBeVisible();
  await expectToFit(page);
  for (const row of await page.getByRole("treeitem").all()) {
    const frame = await row.boundingBox();
    const parts = [row.getByRole("link").first(), row.getByText(/^gen\. /), row.locator("[data-tone]")];
    const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
    for (const [index, box] of boxes.entries()) {
      if (box === null || frame === null) throw new Error("A part of the row is not to be seen");
      expect(box.x + box.width).toBeLessThanOrEqual(frame.x + frame.width);
      expect(box.y + box.height).toBeLessThanOrEqual(frame.y + frame.height + 1);
      // No part lies over another one.
      for (const other of boxes.slice(index + 1)) {
        if (other === null) throw new Error("A part of the row is not to be seen");
        const isApart =
          box.x + box.width <= other.x ||
          other.x + other.width <= box.x ||
          box.y + box.height <= other.y + 1 ||
          other.y + other.height <= box.y + 1;
        expect(isApart).toBe(true);
      }
    }
  }
});

test("a tree of 500 expands, and only those in sight are drawn", async ({ page, world }) => {
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
  await page.route("**/api/v1/agent/1/lineage?*", (route) => route.fulfill({ json: root, headers: CORS }));
  await page.goto(`${world.bare.url}/lineage/1`);
  await expect(page.getByText(/^62\d agents on 5 levels\.$/)).toBeVisible();
  await page.getByRole("link", { name: "Expand all" }).click();
  const tree = page.getByRole("tree");
  await expect.poll(async () => (await tree.boundingBox())?.height).toBeGreaterThan(600 * 40);
  expect(await page.getByRole("treeitem").count()).toBeLessThan(100);
});

test("an unknown agent has no lineage", async ({ page, world, expectFaults }) => {
  expectFaults(/404 \(Not Found\)/);
  await page.goto(`${world.main.url}/lineage/99999`);
  await expect(page.getByText("Not on record")).toBeVisible();
});
