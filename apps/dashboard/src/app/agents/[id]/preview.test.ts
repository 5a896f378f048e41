import assert from "node:assert/strict";
import { it } from "node:test";
import type { AgentResponse } from "@agent-registry/protocol";
import { toPreview } from "./preview.ts";

const haftungsperson = "0x1111111111111111111111111111111111112222";
const preview = (agent: object, compliance: object) =>
  toPreview({ agent: { agentId: 5, haftungsperson, ...agent }, compliance } as unknown as AgentResponse)
    .description;

it("a preview says how the agent stands, what it does, and who answers for it", () => {
  const agent = { status: "Active", operationalScope: "Route planning" };
  assert.equal(
    preview(agent, { isActive: true, attestationCurrent: true }),
    "Active. Route planning Haftungsperson: 0x1111…2222.",
  );
  assert.match(
    preview(agent, { isActive: true, attestationCurrent: false }) ?? "",
    /^Active, but its attestation is overdue\. /,
  );
  assert.match(preview({ ...agent, status: "Revoked" }, { isActive: false }) ?? "", /^Revoked\. /);
});

it("a stranger's long scope is cut short, and what nobody can see in it is shown", () => {
  const operationalScope = `\u202e${"long ".repeat(200)}`;
  const text = preview({ status: "Active", operationalScope }, { isActive: true, attestationCurrent: true });
  assert.ok((text ?? "").length < 260);
  assert.ok(!(text ?? "").includes("\u202e"));
});
