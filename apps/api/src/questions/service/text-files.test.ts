import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createTestApi } from "../../testing/test-api.ts";
import { TEST_NOW } from "../../testing/test-rows.ts";

const publicUrls = { api: "https://api.register.example", dashboard: "https://register.example" };

describe("files at fixed places", () => {
  const { app } = createTestApi({ publicUrls, securityContact: "mailto:security@register.example" });
  const read = async (path: string) => {
    const response = await app.request(path);
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get("content-type"), "text/plain; charset=utf-8");
    assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    return await response.text();
  };

  it("security.txt names the contact, and expires a year after the start", async () => {
    assert.equal(
      await read("/.well-known/security.txt"),
      "Contact: mailto:security@register.example\n" +
        `Expires: ${new Date((TEST_NOW + 365 * 86_400) * 1000).toISOString()}\n` +
        "Preferred-Languages: en\n",
    );
  });

  it("there is no security.txt without a contact", async () => {
    assert.equal((await createTestApi().get("/.well-known/security.txt")).status, 404);
  });

  it("llms.txt says what this is, and names only addresses that answer", async () => {
    const text = await read("/llms.txt");
    assert.match(text, /^# Agent Registry, query API\n\n> A public register/);
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
    assert.ok(links.includes(publicUrls.dashboard));
    for (const link of links.filter((each) => each.startsWith(publicUrls.api)))
      assert.equal((await app.request(link.slice(publicUrls.api.length))).status, 200, link);
  });

  it("robots.txt keeps search engines to the documentation", async () => {
    assert.match(await read("/robots.txt"), /^User-agent: \*\nAllow: \/docs\/\n[\s\S]*Disallow: \/\n$/);
  });
});
