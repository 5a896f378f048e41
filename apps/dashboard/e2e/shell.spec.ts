import type { AgentResponse, AgentsResponse } from "@agent-registry/protocol";
import { holdRequests } from "./fixtures/hold-requests.ts";
import { waitUntilLoaded } from "./fixtures/page-loads.ts";
import { ROUTES } from "./fixtures/routes.ts";
import { ask, countRequests, expect, listRequests, test } from "./fixtures/test.ts";

const searchBox = "Find an agent by number or wallet";

test("the header's search goes straight to a number or a wallet", async ({ page, world }) => {
  const { url, apiUrl } = world.main;
  const { agent } = await ask<AgentResponse>(apiUrl, "/agent/17");
  // A page that comes without its data asks for its entry as soon as it listens to keys.
  const asked = page.waitForResponse((response) => response.url().endsWith("/api/v1/agent/17"));
  await page.goto(`${world.bare.url}/agents/17`);
  await asked;
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

test("the header's search shows that it is asking, and asks once", async ({ page, world }) => {
  const { agent } = await ask<AgentResponse>(world.main.apiUrl, "/agent/17");
  const release = await holdRequests(page, "**/api/v1/kya/**");
  const asked = countRequests(page, `/kya/${agent.agentWallet}`);
  await page.goto(`${world.bare.url}/compliance`);
  const search = page.getByRole("searchbox", { name: searchBox });
  await search.fill(agent.agentWallet);
  await search.press("Enter");
  const form = page.getByRole("search").locator("form");
  await expect(form).toHaveAttribute("aria-busy", "true");
  await expect(form.getByText("asking …")).toBeVisible();
  await search.press("Enter");
  release();
  await expect(page).toHaveURL(`${world.bare.url}/agents/17`);
  await expect(form).toHaveAttribute("aria-busy", "false");
  expect(asked()).toBe(1);
});

test("the header's search does not take a reader away who has gone elsewhere meanwhile", async ({
  page,
  world,
}) => {
  const { agent } = await ask<AgentResponse>(world.main.apiUrl, "/agent/17");
  for (const goElsewhere of [
    () => page.getByRole("navigation").getByRole("link", { name: "Revenue" }).click(),
    () => page.getByRole("searchbox", { name: searchBox }).fill("something else"),
  ]) {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    await page.route("**/api/v1/kya/**", async (route) => {
      arrive();
      await held;
      await route.continue().catch(() => {});
      end();
    });
    await page.goto(`${world.bare.url}/compliance`);
    const search = page.getByRole("searchbox", { name: searchBox });
    await search.fill(agent.agentWallet);
    await search.press("Enter");
    const form = page.getByRole("search").locator("form");
    await expect(form).toHaveAttribute("aria-busy", "true");
    // The browser reports no failure of a request that is aborted before it is on its way.
    await arrived;
    const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/kya/"));
    await goElsewhere();
    // The request itself is aborted, so no answer can come.
    await failed;
    await expect(form).toHaveAttribute("aria-busy", "false");
    release();
    await ended;
    await expect(page).toHaveURL(/\/(revenue|compliance)$/);
    await page.unroute("**/api/v1/kya/**");
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
  for (const path of [...ROUTES.map(({ path }) => path), "/none"]) {
    const response = await page.request.get(world.main.url + path);
    const headers = response.headers();
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["x-powered-by"]).toBeUndefined();
    const policy = headers["content-security-policy"] ?? "";
    // Where readers check for themselves, the page may ask nodes that they name.
    const anyNode = path.startsWith("/check") ? " https: http://localhost:* http://127.0.0.1:*" : "";
    const connect = `connect-src 'self' ${world.main.apiUrl}${anyNode};`;
    expect(policy).toContain(connect);
    expect(policy.replace(connect, "")).not.toMatch(/unsafe|\*|https?:/);
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
  expect(nonces.size).toBe(ROUTES.length + 1);
});

test("a page is fetched when somebody points at its link, and none before", async ({ page, world }) => {
  const fetched = listRequests(page, ({ searchParams }) => searchParams.has("_rsc"));
  const toPaths = () => new Set(fetched.map((url) => new URL(url).pathname));
  await page.goto(`${world.main.url}/agents`);
  await waitUntilLoaded(page);
  expect(fetched).toEqual([]);
  const link = page.getByRole("navigation").getByRole("link", { name: "Revenue" });
  await link.hover();
  await expect.poll(toPaths).toEqual(new Set(["/revenue"]));
  await link.click();
  await expect(page).toHaveURL(/\/revenue$/);
  await expect(page.getByRole("region", { name: "Over time" })).toBeVisible();
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

test("no state of a page needs more than a handful of requests", async ({ page, world }) => {
  const { data } = await ask<AgentsResponse>(world.main.apiUrl, "/agents?status=Suspended");
  const { agent } = await ask<AgentResponse>(world.main.apiUrl, "/agent/1");
  const asked = listRequests(page, ({ origin }) => origin === world.main.apiUrl);
  for (const [path, most] of [
    [`/agents/${data[0]?.agentId}`, 7],
    // Without revenue there are no reports to ask for.
    [`/agents/${world.edgeCases.wide}`, 6],
    [`/kya?wallet=${agent.agentWallet}`, 4],
    [`/kya?wallet=${data[0]?.agentWallet}`, 5],
  ] as const) {
    asked.length = 0;
    await page.goto(world.main.url + path);
    await waitUntilLoaded(page);
    expect(asked.length, `${path}: ${asked.join(" ")}`).toBeLessThanOrEqual(most);
    expect(new Set(asked).size, "none is asked twice").toBe(asked.length);
  }
});

test("the footer says which contract on which chain is shown", async ({ page, world }) => {
  await page.goto(`${world.main.url}/kya`);
  await expect(page.getByRole("contentinfo")).toContainText("Private chain 84532");
  await expect(page.getByRole("contentinfo")).toContainText(world.registryAddress);
});
