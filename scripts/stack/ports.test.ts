import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { describe, it } from "node:test";
import { findFreePort } from "@agent-registry/testkit";
import { requireFreePorts, toPortProblem } from "./ports.ts";

describe("requireFreePorts", () => {
  it("takes ports that are free", async () => {
    await requireFreePorts([{ port: await findFreePort(), name: "relayer" }]);
  });

  it("names the ports that another program has, and what they were for", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = address === null || typeof address === "string" ? 0 : address.port;
    try {
      await assert.rejects(requireFreePorts([{ port, name: "relayer" }]), {
        name: "StackError",
        message: new RegExp(`taken by another program:\n {2}${port} \\(for the relayer\\)\n`),
      });
    } finally {
      other.close();
    }
  });

  it("refuses one port for two services, which would answer for each other", async () => {
    const port = await findFreePort();
    const ports = [
      { port, name: "query API" },
      { port: await findFreePort(), name: "dashboard" },
      { port, name: "relayer" },
    ];
    await assert.rejects(requireFreePorts(ports), {
      name: "StackError",
      message: `Port ${port} is meant for the query API and the relayer. Give each a port of its own.`,
    });
  });

  it("says in a sentence that HOST is another machine's address", async () => {
    const port = await findFreePort();
    await assert.rejects(requireFreePorts([{ port, name: "relayer", host: "203.0.113.7" }]), {
      name: "StackError",
      message: "HOST (203.0.113.7) is not an address of this machine.",
    });
  });

  it("says in a sentence that a port is not for everybody", () => {
    const refused = Object.assign(new Error("listen EACCES"), { code: "EACCES" });
    assert.equal(
      toPortProblem({ error: refused, port: 80, name: "dashboard" }),
      "Port 80 (for the dashboard) is not open to this user. Choose one from 1024 on.",
    );
  });
});
