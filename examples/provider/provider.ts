// A service for compliant agents that a Haftungsperson answers for: node scripts/run.mjs examples/provider/provider.ts
import { requireCompliantAgent } from "@agent-registry/sdk/hono";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { openOffline, openRegister } from "./open-register.ts";

const port = Number(process.env.PORT ?? 4000);
const registry = openRegister();
const hosts = [`http://127.0.0.1:${port}`];
// With OFFLINE=1 the chain is asked only if neither the agent's binding nor the lists decide.
const options = process.env.OFFLINE
  ? { registry, hosts, source: openOffline(registry), fallback: "chain" as const }
  : { registry, hosts };

const app = new Hono()
  // Public, so that agents learn what is on offer before they prove anything.
  .get("/", (c) => c.json({ service: "Weather for agents", needs: "signed requests (ERC-8128)" }))
  .use("/forecast", requireCompliantAgent(options))
  .post("/forecast", async (c) => {
    const { agentId, haftungsperson } = c.get("agent");
    const { city } = await c.req.json<{ city: string }>();
    return c.json({ city, forecast: "Sunny", servedTo: agentId, billTo: haftungsperson });
  });

serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, () => {
  console.log(`The provider listens at http://127.0.0.1:${port}`);
});
