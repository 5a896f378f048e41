import { DomainFault } from "./domain-fault.ts";

/** One entry of a domain's file: which agent of which register it calls its own. */
export type DomainRegistration = { agentRegistry: string; agentId: string };

/** `agentRegistry` as `eip155:<chain>:<contract>`. */
type AgentName = { agentRegistry: string; agentId: number | bigint };

/** The entries of a registration file by ERC-8004. What is not one is passed over. */
export function readRegistrations(text: string): DomainRegistration[] {
  const file = parseJson(text);
  const entries = isObject(file) && Array.isArray(file.registrations) ? file.registrations : [];
  return entries.flatMap((entry: unknown) => {
    if (!isObject(entry) || typeof entry.agentRegistry !== "string") return [];
    const agentId = findAgentId(entry.agentId);
    return agentId === undefined ? [] : [{ agentRegistry: toComparable(entry.agentRegistry), agentId }];
  });
}

export function namesAgent(registrations: readonly DomainRegistration[], agent: AgentName): boolean {
  const agentRegistry = toComparable(agent.agentRegistry);
  const agentId = String(agent.agentId);
  return registrations.some((entry) => entry.agentRegistry === agentRegistry && entry.agentId === agentId);
}

/** Files write an id as a number or, since it may be large, as decimal digits. */
function findAgentId(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  return typeof value === "string" && /^(?:0|[1-9]\d{0,77})$/.test(value) ? value : undefined;
}

/** Only the contract's address may be written with other capitals. */
function toComparable(agentRegistry: string): string {
  return agentRegistry.replace(/0x[0-9a-fA-F]{40}$/, (address) => address.toLowerCase());
}

function parseJson(text: string): unknown {
  try {
    // Some editors write a byte order mark, which is no JSON.
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new DomainFault("not-json");
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
