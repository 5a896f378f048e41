import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import { createTextFiles } from "./text-files.ts";

describe("files of the dashboard at fixed places", () => {
  const answerTextFile = createTextFiles({
    apiUrl: "https://api.register.example",
    securityContact: "https://register.example/security",
    startedAtMs: Date.UTC(2026, 0, 1),
  });
  const server = createServer((request, response) => {
    if (!answerTextFile(request, response)) response.writeHead(404).end("a page");
  });
  let origin: string;
  before(async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());

  const read = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(origin + path, { headers });
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    return await response.text();
  };

  it("the sitemap names the pages by the address at which it was asked, and each is there", async () => {
    const text = await read("/sitemap.xml", { "X-Forwarded-Proto": "https" });
    const base = origin.replace("http:", "https:");
    const pages = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, page = ""]) => page);
    assert.ok(pages.length > 5);
    for (const page of pages) {
      assert.ok(page.startsWith(`${base}/`), page);
      const folder = new URL(`../src/app${page.slice(base.length)}/`.replace(/\/+$/, "/"), import.meta.url);
      assert.ok(existsSync(new URL("page.tsx", folder)), page);
    }
    assert.ok((await read("/robots.txt")).includes(`Sitemap: ${origin}/sitemap.xml\n`));
  });

  it("security.txt names the contact, and expires a year after the start", async () => {
    assert.equal(
      await read("/.well-known/security.txt"),
      "Contact: https://register.example/security\nExpires: 2027-01-01T00:00:00.000Z\nPreferred-Languages: en\n",
    );
  });

  it("llms.txt leads to the query API, its documentation and the pages", async () => {
    const text = await read("/llms.txt");
    assert.match(text, /^# Agent Registry\n\n> /);
    for (const link of ["https://api.register.example/openapi.json", `${origin}/agents`])
      assert.ok(text.includes(`](${link})`), link);
  });

  it("leaves all else to the pages: other paths, methods, and hosts that are none", async () => {
    for (const path of ["/", "/robots.txt/", "/constructor"])
      assert.equal((await fetch(origin + path)).status, 404, path);
    assert.equal((await fetch(`${origin}/robots.txt`, { method: "POST" })).status, 404);
    assert.equal((await fetch(`${origin}/robots.txt`, { method: "HEAD" })).status, 200);
    const request = { url: "/robots.txt", method: "GET", headers: { host: "x<y>" } } as IncomingMessage;
    assert.equal(answerTextFile(request, {} as ServerResponse), false);
  });
});
