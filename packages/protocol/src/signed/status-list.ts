import type { AgentStatus } from "../agent.ts";

// The bytes of a Token Status List (draft-ietf-oauth-status-list): two bits for each agent, low bits first.

export const AGENTS_PER_LIST = 2 ** 20;
export const BITS_PER_AGENT = 2;
const AGENTS_PER_BYTE = 8 / BITS_PER_AGENT;

/** The draft names the first three; the last one is left to the application. */
export const STATUS_VALUES = {
  /** Active, and the attestation holds until the list expires. */
  valid: 0,
  /** Revoked or terminated, for good. Also a number that no agent has. */
  invalid: 1,
  suspended: 2,
  /**
   * Lapsed, or lapses before the list expires, or its parties have changed and older bindings have not ended yet, or the
   * register cannot vouch for it: ask, or refuse.
   */
  ask: 3,
} as const;

export type StatusValue = (typeof STATUS_VALUES)[keyof typeof STATUS_VALUES];

export const VALUES_BY_STATUS: Record<AgentStatus, StatusValue> = {
  Active: STATUS_VALUES.valid,
  Suspended: STATUS_VALUES.suspended,
  Revoked: STATUS_VALUES.invalid,
  Terminated: STATUS_VALUES.invalid,
};

/** In which list an agent stands, and at which place. */
export function toListPlace(agentId: number): { list: number; index: number } {
  return { list: Math.floor(agentId / AGENTS_PER_LIST), index: agentId % AGENTS_PER_LIST };
}

/** Room for `agents` agents, all of them valid. */
export function toListBytes(agents: number): Uint8Array {
  return new Uint8Array(Math.ceil(agents / AGENTS_PER_BYTE));
}

export function setStatus(bytes: Uint8Array, index: number, value: StatusValue): void {
  const place = Math.floor(index / AGENTS_PER_BYTE);
  const shift = (index % AGENTS_PER_BYTE) * BITS_PER_AGENT;
  bytes[place] = ((bytes[place] ?? 0) & ~(3 << shift)) | (value << shift);
}

/** Undefined beyond the end, which is a refusal and never a zero. */
export function findStatus(bytes: Uint8Array, index: number): StatusValue | undefined {
  // By shifts, since a division of numbers takes longer than the rest.
  const byte = bytes[index >>> 2];
  if (byte === undefined) return undefined;
  return ((byte >>> ((index & 3) << 1)) & 3) as StatusValue;
}
