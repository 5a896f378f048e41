import assert from "node:assert/strict";
import { it } from "node:test";
import { Hono } from "hono";
import { createClientIp, toRateKeys } from "./client-ip.ts";

type Case = { hops: number; socket: string; forwarded?: string; counted: string };

const cases: Case[] = [
  { hops: 0, socket: "203.0.113.7", forwarded: "198.51.100.1", counted: "203.0.113.7" },
  { hops: 0, socket: "::ffff:203.0.113.7", counted: "203.0.113.7" },
  { hops: 1, socket: "10.0.0.1", forwarded: "198.51.100.1", counted: "198.51.100.1" },
  { hops: 1, socket: "10.0.0.1", forwarded: "6.6.6.6, 198.51.100.1", counted: "198.51.100.1" },
  { hops: 2, socket: "10.0.0.1", forwarded: "6.6.6.6, 198.51.100.1, 10.0.0.2", counted: "198.51.100.1" },
  { hops: 1, socket: "10.0.0.1", counted: "10.0.0.1" },
  { hops: 1, socket: "10.0.0.1", forwarded: "198.51.100.1:5678", counted: "198.51.100.1" },
  { hops: 1, socket: "10.0.0.1", forwarded: "[2001:db8:1:2::9]:5678", counted: "2001:db8:1:2::/64" },
  { hops: 1, socket: "10.0.0.1", forwarded: "[2001:db8:1:2::9]", counted: "2001:db8:1:2::/64" },
  { hops: 1, socket: "10.0.0.1", forwarded: "2001:db8:1:2::9", counted: "2001:db8:1:2::/64" },
  { hops: 1, socket: "10.0.0.1", forwarded: "[::ffff:198.51.100.1]:5678", counted: "198.51.100.1" },
  { hops: 1, socket: "10.0.0.1", forwarded: "[fe80::1%eth0]:5678", counted: "fe80:0:0:0::/64" },
  { hops: 0, socket: "2001:db8:1:2:3:4:5:6", counted: "2001:db8:1:2::/64" },
  { hops: 0, socket: "2001:db8:1:2::9", counted: "2001:db8:1:2::/64" },
  { hops: 0, socket: "::1", counted: "0:0:0:0::/64" },
  { hops: 0, socket: "::ffff:7f00:1", counted: "127.0.0.1" },
  { hops: 0, socket: "::FFFF:CB00:7107", counted: "203.0.113.7" },
  { hops: 0, socket: "0:0:0:0:0:ffff:203.0.113.7", counted: "203.0.113.7" },
  { hops: 0, socket: "0000:0000:0000:0000:0000:FFFF:cb00:7107", counted: "203.0.113.7" },
  { hops: 0, socket: "::ffff:203.0.113.7%eth0", counted: "203.0.113.7" },
  { hops: 0, socket: "2001:0DB8:0001:0002:0:0:0:9", counted: "2001:db8:1:2::/64" },
  { hops: 0, socket: "2001:db8:1:2:3::203.0.113.7", counted: "2001:db8:1:2::/64" },
  { hops: 0, socket: "2001:db8::", counted: "2001:db8:0:0::/64" },
  { hops: 0, socket: "fe80::1%eth0.7", counted: "fe80:0:0:0::/64" },
  { hops: 1, socket: "10.0.0.1", forwarded: "[::ffff:c633:6401]:5678", counted: "198.51.100.1" },
  { hops: 1, socket: "10.0.0.1", forwarded: "unknown", counted: "10.0.0.1" },
  { hops: 1, socket: "10.0.0.1", forwarded: "198.51.100.1, 198.51.100.256", counted: "10.0.0.1" },
  { hops: 1, socket: "10.0.0.1", forwarded: "[2001:db8::1::2]", counted: "10.0.0.1" },
  { hops: 1, socket: "10.0.0.1", forwarded: "2001:db8:1", counted: "10.0.0.1" },
];

for (const { hops, socket, forwarded, counted } of cases) {
  it(`counts ${counted} for ${socket} behind ${hops} proxies with ${forwarded ?? "no header"}`, async () => {
    const clientIp = createClientIp({ trustProxyHops: hops });
    const app = new Hono().get("/", (c) => c.text(clientIp(c)));
    const headers = forwarded === undefined ? {} : { "X-Forwarded-For": forwarded };
    const incoming = { socket: { remoteAddress: socket, remotePort: 1, remoteFamily: "IPv4" } };
    const answer = await app.request("/", { headers }, { incoming });
    assert.equal(await answer.text(), counted);
  });
}

it("believes about visitors whoever knows the dashboard's secret, and nobody else", async () => {
  const secret = "a secret of both sides, 32 long..";
  const asked = async (options: Parameters<typeof createClientIp>[0], headers: Record<string, string>) => {
    const clientIp = createClientIp(options);
    const app = new Hono().get("/", (c) => c.text(clientIp(c)));
    const incoming = { socket: { remoteAddress: "10.0.0.1", remotePort: 1, remoteFamily: "IPv4" } };
    return await (await app.request("/", { headers }, { incoming })).text();
  };
  const visitor = { "X-Registry-Visitor": "198.51.100.1" };
  const known = { ...visitor, "X-Registry-Dashboard-Secret": secret };
  const options = { trustProxyHops: 1, dashboardSecret: secret };

  assert.equal(await asked(options, known), "198.51.100.1");
  // A proxy between the two adds whom it was asked by.
  assert.equal(await asked(options, { ...known, "X-Forwarded-For": "203.0.113.9" }), "198.51.100.1");
  assert.equal(await asked(options, { ...known, "X-Registry-Visitor": "nobody" }), "10.0.0.1");
  assert.equal(await asked(options, visitor), "10.0.0.1");
  for (const wrong of ["", secret.slice(1), secret.toUpperCase(), `${secret}x`])
    assert.equal(await asked(options, { ...visitor, "X-Registry-Dashboard-Secret": wrong }), "10.0.0.1");
  assert.equal(await asked({ trustProxyHops: 0 }, known), "10.0.0.1");
});

it("counts an IPv6 caller by the networks that a provider may have given it, an IPv4 one by its address", () => {
  assert.deepEqual(toRateKeys("203.0.113.7"), [{ key: "203.0.113.7", times: 1 }]);
  assert.deepEqual(toRateKeys("2001:db8:1:12ab::/64"), [
    { key: "2001:db8:1:12ab::/64", times: 1 },
    { key: "2001:db8:1:12::/56", times: 4 },
    { key: "2001:db8:1::/48", times: 16 },
  ]);
  const toNetwork56 = (group: string) => toRateKeys(`2001:db8:1:${group}::/64`)[1]?.key;
  for (const group of ["0", "7", "ff"]) assert.equal(toNetwork56(group), "2001:db8:1:0::/56");
  for (const group of ["100", "1ff"]) assert.equal(toNetwork56(group), "2001:db8:1:1::/56");
});
