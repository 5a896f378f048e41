import type { AgentResponse } from "@agent-registry/protocol";
import { ask, expect, test } from "./world/test.ts";

const searchBox = "Find an agent by number or wallet";

test("the header's search goes straight to a number or a wallet", async ({ page, world }) => {
  const { url, apiUrl } = world.main;
  const { agent } = await ask<AgentResponse>(apiUrl, "/agent/17");
  await page.goto(`${url}/kya`);
  const search = page.getByRole("searchbox", { name: searchBox });
  await page.locator("body").press("/");
  await expect(search).toBeFocused();
  for (const [typed, target] of [
    ["17", "/agents/17"],
    [agent.agentWallet, "/agents/17"],
    [agent.agentWallet.toLowerCase(), "/agents/17"],
    ["0x000000000000000000000000000000000000dEaD", "/kya?wallet=0x000000000000000000000000000000000000dEaD"],
    ["rail vehicles", "/agents?search=rail+vehicles"],
  ] as const) {
    await page.goto(`${url}/revenue`);
    await search.fill(typed);
    await search.press("Enter");
    await expect(page).toHaveURL(url + target);
  }
});

test("the theme follows the system until one is chosen, and is kept", async ({ page, world }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(world.main.url);
  expect(await background()).toBe("rgb(15, 17, 19)");
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByText("Light", { exact: true }).click();
  expect(await background()).toBe("rgb(250, 249, 246)");
  await page.keyboard.press("Escape");
  await expect(page.getByText("Light", { exact: true })).toBeHidden();

  // Set before the first paint: the page is never seen in the other theme.
  await page.addInitScript(() => {
    const seen: (string | undefined)[] = [];
    (window as { seen?: unknown }).seen = seen;
    const look = () => {
      if (document.body !== null) seen.push(document.documentElement.dataset.theme);
      if (seen.length < 5) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.reload();
  expect(await background()).toBe("rgb(250, 249, 246)");
  await expect
    .poll(() => page.evaluate(() => (window as { seen?: string[] }).seen))
    .toEqual(Array(5).fill("light"));
});

test("every page carries the security headers and a strict policy", async ({ page, world }) => {
  const nonces = new Set<string>();
  for (const path of [
    "/",
    "/agents",
    "/agents/2",
    "/lineage/2",
    "/compliance",
    "/revenue",
    "/kya",
    "/none",
  ]) {
    const response = await page.request.get(world.main.url + path);
    const headers = response.headers();
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["x-powered-by"]).toBeUndefined();
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).not.toMatch(/unsafe|\*|https?:\/\/(?!127\.0\.0\.1)/);
    expect(policy).toContain(`connect-src 'self' ${world.main.apiUrl};`);
    for (const part of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(part);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
    nonces.add(nonce);
    const html = await response.text();
    expect(html.match(/<script(?![^>]*nonce=)/g)).toBeNull();
    expect(html).not.toMatch(/<[^>]+ style="/);
  }
  expect(nonces.size).toBe(8);
});

test("the navigation works on a phone", async ({ page, world }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(world.main.url);
  await page.getByRole("button", { name: "Menu" }).click();
  const menu = page.getByRole("dialog");
  await expect(menu.getByRole("link", { name: "Overview" })).toHaveAttribute("aria-current", "page");
  await menu.getByRole("link", { name: "Compliance" }).click();
  await expect(page).toHaveURL(/\/compliance$/);
  await expect(menu).toBeHidden();
});

test("the keyboard reaches the content without the navigation", async ({ page, world }) => {
  await page.goto(`${world.main.url}/kya`);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("textbox", { name: "Wallet of the agent" })).toBeFocused();
});

test("no page needs more than a handful of requests", async ({ page, world }) => {
  for (const path of [
    "/",
    "/agents",
    "/agents/2",
    "/lineage/2",
    "/compliance",
    "/revenue",
    `/kya?wallet=0x${"1".repeat(40)}`,
  ]) {
    const asked: string[] = [];
    const onRequest = (request: { url(): string }) =>
      request.url().startsWith(world.main.apiUrl) && asked.push(request.url());
    page.on("request", onRequest);
    await page.goto(world.main.url + path);
    await expect(page.getByRole("status").filter({ hasText: /^Loading / })).toHaveCount(0);
    await page.waitForLoadState("networkidle");
    page.off("request", onRequest);
    expect(asked.length).toBeLessThanOrEqual(6);
    // None is asked twice.
    expect(new Set(asked).size).toBe(asked.length);
  }
});

test("says which contract on which chain it shows", async ({ page, world }) => {
  await page.goto(`${world.main.url}/kya`);
  await expect(page.getByRole("contentinfo")).toContainText("Local chain");
  await expect(page.getByRole("contentinfo")).toContainText(world.registryAddress);
});
