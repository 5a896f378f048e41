import { findFreePort } from "@agent-registry/testkit";
import { runUntilVisible, stopRunningClock } from "./fixtures/clock.ts";
import { startApi, startDashboard } from "./fixtures/processes.ts";
import { CORS, expect, test } from "./fixtures/test.ts";

test("while the page tries again, the error and the focus stay", async ({ page, world, expectFaults }) => {
  expectFaults(/500 \(Internal Server Error\)/);
  const fail = {
    status: 500,
    json: { error: "No node answers" },
    headers: CORS,
  };
  let held: Promise<void> | undefined;
  let tries = 0;
  await page.route("**/api/v1/agents?**", async (route) => {
    tries += 1;
    await held;
    await route.fulfill(fail);
  });
  await page.goto(`${world.bare.url}/agents`);
  const alert = page.getByRole("alert").filter({ hasText: "The API cannot answer at the moment" });
  await expect(alert).toContainText(/Trying again in \d+ seconds?\./);
  await alert.evaluate((element) => element.setAttribute("data-before", "yes"));
  const button = alert.getByRole("button", { name: "Try now" });

  const { promise, resolve: release } = Promise.withResolvers<void>();
  held = promise;
  const before = tries;
  await button.press("Enter");
  await expect.poll(() => tries).toBe(before + 1);
  await expect(alert).toContainText("Trying again now.");
  await expect(button).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: /^Loading / })).toHaveCount(0);
  await expect(page.getByRole("table")).toHaveCount(0);
  release();
  await expect(alert).toContainText(/Trying again in \d+ seconds?\./);
  await expect(alert).toHaveAttribute("data-before", "yes");
  await expect(button).toBeFocused();

  await page.unroute("**/api/v1/agents?**");
  await button.press("Enter");
  await expect(page.locator("tbody tr td a").first()).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test("while the page tries again, the answer to an earlier request does not come back", async ({
  page,
  world,
  expectFaults,
}) => {
  expectFaults(/500 \(Internal Server Error\)/);
  let held: Promise<void> | undefined;
  let tries = 0;
  await page.route(/\/api\/v1\/agents\?.*status=Revoked/, async (route) => {
    tries += 1;
    await held;
    await route.fulfill({
      status: 500,
      json: { error: "No node answers" },
      headers: CORS,
    });
  });
  await page.goto(`${world.bare.url}/agents`);
  await expect(page.locator("tbody tr td a").first()).toBeVisible();
  await page.getByRole("link", { name: "Revoked" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "The API cannot answer at the moment" });
  await expect(alert).toBeVisible();
  const { promise, resolve: release } = Promise.withResolvers<void>();
  held = promise;
  const before = tries;
  await alert.getByRole("button", { name: "Try now" }).click();
  await expect.poll(() => tries).toBe(before + 1);
  await expect(alert).toContainText("Trying again now.");
  await expect(page.getByRole("table")).toHaveCount(0);
  release();
});

test("the footer does not look as if it were loading when the API fails", async ({
  page,
  world,
  expectFaults,
}) => {
  expectFaults(/500 \(Internal Server Error\)/);
  await page.route("**/api/v1/**", (route) => route.fulfill({ status: 500, json: {}, headers: CORS }));
  await page.goto(`${world.bare.url}/kya`);
  const footer = page.getByRole("contentinfo");
  await expect(footer).toContainText("Chain and contract are not known at the moment.");
  await expect(footer.locator(".bg-line")).toHaveCount(0);
});

test("an address that cannot be decoded has no page, like any other that does not exist", async ({
  page,
  world,
  expectFaults,
}) => {
  expectFaults(/404 \(Not Found\)/);
  for (const path of ["/agents/%E0%A4%A", "/%", "/foo"]) {
    const response = await page.goto(world.main.url + path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
    await expect(page.getByText("The register has no page under this address.")).toBeVisible();
  }
});

test("when the API goes down the page says so, and it recovers when the API comes back", async ({
  page,
  world,
  expectFaults,
}) => {
  expectFaults(/ERR_CONNECTION_REFUSED/);
  test.slow();
  const port = await findFreePort();
  const { rpcUrl, registryAddress } = world;
  let api = await startApi({ rpcUrl, registryAddress, port });
  const dashboard = await startDashboard({ apiUrl: api.url });
  try {
    await page.clock.install();
    await page.goto(dashboard.url);
    const figure = page.getByText("Agents on record").locator("..");
    await expect(figure).toContainText("active");

    // With data on the page, they stay, and a notice lies over them.
    await api.stop();
    await page.clock.runFor(31_000);
    const notice = page.getByRole("status").filter({ hasText: "The register’s API does not answer" });
    await expect(notice).toContainText("The page shows the last answer.");
    await expect(notice).toContainText(/Trying again in \d+ seconds?\./);
    await expect(figure).toContainText("active");

    // Without data, the page says so in their place.
    await page.goto(`${dashboard.url}/compliance`);
    const alert = page.getByRole("alert").filter({ hasText: "The register’s API does not answer" });
    await expect(alert).toContainText(/Trying again in \d+ seconds?\./);

    // The page must not ask while the API starts: until it has caught up, it answers 500.
    await stopRunningClock(page);
    api = await startApi({ rpcUrl, registryAddress, port });
    await page.clock.runFor(11_000);
    await runUntilVisible(page, page.locator("tbody tr[data-index]").first());
    await expect(alert).toHaveCount(0);
  } finally {
    await dashboard.stop();
    await api.stop();
  }
});

test("a visitor with too many requests is told how long to wait", async ({ page, world, expectFaults }) => {
  expectFaults(/429 \(Too Many Requests\)/);
  await page.clock.install();
  const alert = page.getByRole("alert").filter({ hasText: "Too many requests from your address" });
  // Each page asks a few times; the limit is a handful.
  for (const path of ["/", "/agents", "/compliance", "/agents", "/compliance"]) {
    await page.goto(world.limited.url + path);
    await expect(alert.or(page.locator("tbody tr td a").first()).first()).toBeVisible();
    if (await alert.isVisible()) break;
  }
  await expect(alert).toContainText(/Trying again in ([1-5]?\d|60) seconds?\.|Trying again in 1 minute\./);
  const read = async () =>
    Number(/in (?:(\d+) seconds?|1 minute)/.exec((await alert.textContent()) ?? "")?.[1] ?? 60);
  const before = await read();
  await page.clock.runFor(1_000);
  await expect.poll(read).toBeLessThan(before);
  // It asks again by itself when the wait is over.
  const again = page.waitForRequest(/\/api\/v1\//);
  await page.clock.runFor(61_000);
  await again;
});

test("an answer that is not JSON is shown as an error", async ({ page, world }) => {
  await page.route("**/api/v1/agents/compliance", (route) =>
    route.fulfill({ body: "<html>a proxy's page</html>", headers: CORS }),
  );
  await page.goto(`${world.bare.url}/compliance`);
  await expect(page.getByRole("alert").filter({ hasText: "The API’s answer cannot be read" })).toBeVisible();
});
