/** An agent's number as the address bar has it, or null where it cannot be one. */
export function parseAgentId(segment: string): string | null {
  return /^\d{1,15}$/.test(segment) ? String(Number(segment)) : null;
}
