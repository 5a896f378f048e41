import { findFreePort } from "@agent-registry/testkit";
import { startApi, startDashboard } from "./world/processes.ts";
import { expect, test } from "./world/test.ts";

const PATHS = [
  "/",
  "/agents",
  "/agents/2",
  "/lineage/2",
  "/compliance",
  "/revenue",
  `/kya?wallet=0x${"1".repeat(40)}`,
];

for (const path of PATHS) {
  test(`${path} has the shape of its content while it loads`, async ({ page, world }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/api/v1/**", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(world.main.url + path);
    await expect(
      page
        .getByRole("status")
        .filter({ hasText: /^Loading / })
        .first(),
    ).toBeAttached();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.locator(".bg-line, .bg-soft").count()).toBeGreaterThan(2);
    release();
    await expect(page.getByRole("status").filter({ hasText: /^Loading / })).toHaveCount(0);
  });

  test(`${path} says what happened when the API fails, and when it tries again`, async ({
    page,
    world,
    expectFaults,
  }) => {
    expectFaults(/500 \(Internal Server Error\)/);
    await page.route("**/api/v1/**", (route) =>
      route.fulfill({
        status: 500,
        json: { error: "RPC failure: no node answers" },
        headers: { "Access-Control-Allow-Origin": "*" },
      }),
    );
    await page.goto(world.main.url + path);
    const alert = page.getByRole("alert").filter({ hasText: "The API cannot answer at the moment" }).first();
    await expect(alert).toContainText("RPC failure: no node answers");
    await expect(alert).toContainText(/Trying again in \d+ seconds?\./);
    await page.unroute("**/api/v1/**");
    await alert.getByRole("button", { name: "Try now" }).click();
    await expect(page.locator("[role=alert][data-error]")).toHaveCount(0);
  });
}

test("the API goes down and comes back", async ({ page, world, expectFaults }) => {
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

    api = await startApi({ rpcUrl, registryAddress, port });
    await page.clock.runFor(11_000);
    await expect(page.locator("tbody tr[data-index]").first()).toBeVisible();
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

test("an answer that is none is not taken for one", async ({ page, world }) => {
  await page.route("**/api/v1/agents/compliance", (route) =>
    route.fulfill({ body: "<html>a proxy's page</html>", headers: { "Access-Control-Allow-Origin": "*" } }),
  );
  await page.goto(`${world.main.url}/compliance`);
  await expect(page.getByRole("alert").filter({ hasText: "The API’s answer cannot be read" })).toBeVisible();
});
