import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { namesAgent, readRegistrations } from "./read-registrations.ts";

const agentRegistry = "eip155:84532:0x5FbDB2315678afecb367f032d93F642f64180aa3";
const agent = { agentId: 7, agentRegistry };
const isNamedBy = (file: unknown) => namesAgent(readRegistrations(JSON.stringify(file)), agent);

describe("a registration file", () => {
  it("names an agent by its number, or by its number's digits, and by its register in any capitals", () => {
    const [small, large] = [
      agentRegistry.toLowerCase(),
      `eip155:84532:0x${agentRegistry.slice(15).toUpperCase()}`,
    ];
    for (const entry of [agent, { ...agent, agentId: "7" }, { ...agent, agentRegistry: small }])
      assert.ok(isNamedBy({ registrations: [{ agentId: 1, agentRegistry }, null, entry] }));
    assert.ok(isNamedBy({ registrations: [{ ...agent, agentRegistry: large }] }));
    assert.ok(
      namesAgent(readRegistrations(JSON.stringify({ registrations: [agent] })), { ...agent, agentId: 7n }),
    );
  });

  it("does not name an agent of another number, register or chain, nor by anything else", () => {
    const other = "eip155:84532:0x5FbDB2315678afecb367f032d93F642f64180aa4";
    const entries: unknown[] = [
      { ...agent, agentId: 8 },
      { ...agent, agentId: "07" },
      { ...agent, agentId: " 7" },
      { ...agent, agentId: 7.5 },
      { ...agent, agentId: [7] },
      { ...agent, agentRegistry: other },
      { ...agent, agentRegistry: agentRegistry.replace("84532", "8453") },
      { ...agent, agentRegistry: agentRegistry.replace("eip155", "EIP155") },
      { ...agent, agentRegistry: `${agentRegistry} ` },
      { ...agent, agentRegistry: [agentRegistry] },
      { agentId: 7 },
      { agentRegistry },
      null,
      "7",
      [7, agentRegistry],
    ];
    for (const entry of entries) assert.ok(!isNamedBy({ registrations: [entry] }), JSON.stringify(entry));
    for (const file of [agent, [agent], { registrations: agent }, { registrations: null }, null, 7, {}])
      assert.ok(!isNamedBy(file), JSON.stringify(file));
  });
});
