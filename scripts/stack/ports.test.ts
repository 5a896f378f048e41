import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { describe, it } from "node:test";
import { findFreePort, findFreePorts } from "@agent-registry/testkit";
import { requireFreePorts, toPortProblem } from "./ports.ts";

const relayer = { name: "relayer", variable: "RELAYER_PORT" };

describe("requireFreePorts", () => {
  it("takes ports that are free", async () => {
    await requireFreePorts([{ port: await findFreePort(), ...relayer }]);
  });

  it("names the ports that another program has, what they were for, and the variables that move them", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = address === null || typeof address === "string" ? 0 : address.port;
    try {
      await assert.rejects(requireFreePorts([{ port, ...relayer }]), {
        name: "StackError",
        message: new RegExp(
          `taken by another program:\n {2}${port} \\(for the relayer; RELAYER_PORT names another\\)\n`,
        ),
      });
    } finally {
      other.close();
    }
  });

  it("refuses one port for two services, which would answer for each other", async () => {
    const { port, another } = await findFreePorts(["port", "another"]);
    const ports = [
      { port, name: "query API", variable: "API_PORT" },
      { port: another, name: "dashboard", variable: "DASHBOARD_PORT" },
      { port, ...relayer },
    ];
    await assert.rejects(requireFreePorts(ports), {
      name: "StackError",
      message: `Port ${port} is meant for the query API and the relayer. Give each a port of its own.`,
    });
  });

  it("says in a sentence that HOST is another machine's address", async () => {
    const port = await findFreePort();
    await assert.rejects(requireFreePorts([{ port, ...relayer, host: "203.0.113.7" }]), {
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
