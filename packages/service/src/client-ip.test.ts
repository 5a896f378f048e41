import assert from "node:assert/strict";
import { it } from "node:test";
import { Hono } from "hono";
import { createClientIp } from "./client-ip.ts";

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
